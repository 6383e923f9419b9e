package awk

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu/format"
)

type token uint8

const (
	tEOF token = iota
	tNL
	tSemi
	tFakeSemi // before a }
	tLBrace
	tRBrace
	tLParen
	tRParen
	tLBox
	tRBox
	tComma
	tAssign
	tAddAsg
	tSubAsg
	tMulAsg
	tDivAsg
	tModAsg
	tPowAsg
	tQuestion
	tColon
	tOr
	tAnd
	tMatch
	tNoMatch
	tEQ
	tNE
	tLT
	tLE
	tGT
	tGE
	tPlus
	tMinus
	tMul
	tDiv
	tMod
	tPow
	tNot
	tInc
	tDec
	tPipe
	tIOOut // > >> | of print
	tDollar
	tNumber
	tString
	tRegex
	tName
	tFuncName // a name with ( right after it, or of a defined function
	tBuiltin
	tLength
	tGetline
	tSub
	tSplit
	tMatchFunc
	tPrint
	tPrintf
	tIf
	tElse
	tWhile
	tFor
	tDo
	tBreak
	tContinue
	tNext
	tNextFile
	tExit
	tReturn
	tDelete
	tIn
	tFunction
	tBegin
	tEnd
	tAny // a character that belongs nowhere
)

var keywords = map[string]token{
	"BEGIN": tBegin, "END": tEnd, "break": tBreak, "continue": tContinue, "delete": tDelete, "do": tDo, "else": tElse,
	"exit": tExit, "for": tFor, "function": tFunction, "getline": tGetline, "if": tIf, "in": tIn, "next": tNext,
	"nextfile": tNextFile, "print": tPrint, "printf": tPrintf, "return": tReturn, "while": tWhile,
	"length": tLength, "split": tSplit, "sub": tSub, "gsub": tSub, "match": tMatchFunc,
	"index": tBuiltin, "substr": tBuiltin, "sprintf": tBuiltin, "sin": tBuiltin, "cos": tBuiltin, "atan2": tBuiltin, "exp": tBuiltin,
	"log": tBuiltin, "int": tBuiltin, "sqrt": tBuiltin, "rand": tBuiltin, "srand": tBuiltin, "close": tBuiltin, "system": tBuiltin,
	"toupper": tBuiltin, "tolower": tBuiltin, "fflush": tBuiltin,
}

// source is one piece of program text.
type source struct {
	name string // of the file; "" for the command line
	text string
}

// lexer turns program text into tokens.
type lexer struct {
	ps      *parser
	sources []source
	src     source
	pos     int
	line    int

	tok     token
	text    string // of names, strings, expressions, and how a token is named in messages
	num     float64
	tokLine int

	paren, brace int
	inPrint      bool // the next > or | outside of parentheses is a redirection
	prev         token
}

// nextByte returns the byte at the position, 0 at the end; the end of the last source reads as a newline first.
func (l *lexer) peekByte() byte {
	if l.pos < len(l.src.text) {
		return l.src.text[l.pos]
	}
	return 0
}

// openNext goes to the next source; false says that there is none.
func (l *lexer) openNext() bool {
	if len(l.sources) == 0 {
		return false
	}
	l.src, l.sources = l.sources[0], l.sources[1:]
	// Every source ends in a newline of its own.
	l.src.text += "\n"
	l.pos, l.line = 0, 1
	return true
}

// eatNewlines skips blanks, comments and newlines.
func (l *lexer) eatNewlines() {
	for {
		switch c := l.peekByte(); {
		case l.pos >= len(l.src.text):
			if !l.openNext() {
				return
			}
		case c == '\n':
			l.line++
			l.pos++
		case isBlank(c):
			l.pos++
		case c == '#':
			l.skipComment()
		case c == '\\' && l.continued():
		default:
			return
		}
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' }

func (l *lexer) skipComment() {
	for l.pos < len(l.src.text) && l.src.text[l.pos] != '\n' {
		l.pos++
	}
}

// continued skips a backslash with the newline after it.
func (l *lexer) continued() bool {
	i := l.pos + 1
	for i < len(l.src.text) && isBlank(l.src.text[i]) {
		i++
	}
	if i < len(l.src.text) && l.src.text[i] == '\n' {
		l.pos = i + 1
		l.line++
		return true
	}
	return false
}

// advance reads the next token.
func (l *lexer) advance() {
	l.ps.x.p.Tick(1)
	l.prev = l.tok
	l.tok = l.scan()
}

func (l *lexer) scan() token {
	for {
		c := l.peekByte()
		l.tokLine = l.line
		switch {
		case l.pos >= len(l.src.text):
			if l.openNext() {
				continue
			}
			return l.atEnd()
		case isBlank(c):
			l.pos++
		case c == '#':
			l.skipComment()
		case c == '\\' && l.continued():
		case c == '\n':
			l.pos++
			l.line++
			l.eatNewlines()
			l.text = "end of line"
			return tNL
		case c >= '0' && c <= '9' || c == '.':
			return l.number()
		case isNameByte(c):
			return l.word()
		case c == '"':
			return l.str()
		case c == '/':
			return l.slash()
		default:
			if t, ok := l.bracket(c); ok {
				if t != tAny {
					return t
				}
				continue
			}
			return l.operator(c)
		}
	}
}

func (l *lexer) atEnd() token {
	l.tokLine = max(l.line, 1)
	l.text = "end of file"
	return tEOF
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// number reads a decimal number.
func (l *lexer) number() token {
	s := l.src.text[l.pos:]
	i, digits := 0, 0
	for i < len(s) && isDigit(s[i]) {
		i++
		digits++
	}
	if i < len(s) && s[i] == '.' {
		i++
		for i < len(s) && isDigit(s[i]) {
			i++
			digits++
		}
	}
	if digits == 0 {
		// A lone point takes the character after it along.
		l.unexpected('.')
		l.pos += 2
		return l.scan()
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && isDigit(s[j]) {
			for j < len(s) && isDigit(s[j]) {
				j++
			}
			i = j
		} else {
			// "1e" is 1, and the rest of what looked like an exponent is dropped.
			l.text = s[:i]
			i = j
			return l.decimal(i)
		}
	}
	l.text = s[:i]
	return l.decimal(i)
}

// decimal ends a number that takes n bytes.
func (l *lexer) decimal(n int) token {
	v, _, outOfRange := format.ParseFloat64(l.text)
	if outOfRange {
		l.ps.fatalAt(l.line, l.text+" : decimal overflow")
	}
	l.num = v
	l.pos += n
	return tNumber
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (l *lexer) word() token {
	s := l.src.text
	i := l.pos
	for i < len(s) && isNameByte(s[i]) {
		i++
	}
	l.text = s[l.pos:i]
	l.pos = i
	if t, ok := keywords[l.text]; ok {
		if t == tPrint || t == tPrintf {
			l.inPrint = true
		}
		return t
	}
	if l.ps.locals[l.text] == nil && (i < len(s) && s[i] == '(' || l.ps.funcs[l.text] != nil) {
		return tFuncName
	}
	return tName
}

// bracket handles parentheses and braces; tAny says that the character was dropped.
func (l *lexer) bracket(c byte) (token, bool) {
	switch c {
	case '(':
		l.paren++
		l.pos++
		l.text = "("
		return tLParen, true
	case ')':
		l.pos++
		if l.paren--; l.paren < 0 {
			l.paren = 0
			l.ps.errorAt(l.line, "extra ')'")
			return tAny, true
		}
		l.text = ")"
		return tRParen, true
	case '{':
		l.pos++
		l.brace++
		l.eatNewlines()
		l.text = "{"
		return tLBrace, true
	case '}':
		return l.rightBrace(), true
	case ';':
		l.pos++
		l.eatNewlines()
		l.text = ";"
		return tSemi, true
	}
	return 0, false
}

// rightBrace supplies the semicolon that the last statement of a block may lack.
func (l *lexer) rightBrace() token {
	if l.brace == 0 {
		l.pos++
		l.ps.errorAt(l.line, "extra '}'")
		l.eatSemicolon()
		return tAny
	}
	switch l.tok {
	case tNL, tSemi, tFakeSemi, tRBrace:
		l.pos++
		if l.brace--; l.brace == 0 {
			l.eatSemicolon()
		}
		l.eatNewlines()
		l.text = "}"
		return tRBrace
	}
	l.text = "}"
	return tFakeSemi
}

// eatSemicolon skips a semicolon on the same line.
func (l *lexer) eatSemicolon() {
	i := l.pos
	for i < len(l.src.text) && isBlank(l.src.text[i]) {
		i++
	}
	if i < len(l.src.text) && l.src.text[i] == ';' {
		l.pos = i + 1
	}
}

type operator struct {
	text string
	tok  token
}

// operators are tried in order, longer ones first.
var operators = []operator{
	{"&&", tAnd}, {"||", tOr}, {"==", tEQ}, {"!=", tNE}, {"<=", tLE}, {">=", tGE}, {"!~", tNoMatch}, {"++", tInc}, {"--", tDec},
	{"+=", tAddAsg}, {"-=", tSubAsg}, {"*=", tMulAsg}, {"%=", tModAsg}, {"^=", tPowAsg},
	{"=", tAssign}, {"<", tLT}, {">", tGT}, {"!", tNot}, {"~", tMatch}, {"+", tPlus}, {"-", tMinus}, {"*", tMul}, {"%", tMod},
	{"^", tPow}, {"?", tQuestion}, {":", tColon}, {",", tComma}, {"[", tLBox}, {"]", tRBox}, {"$", tDollar}, {"|", tPipe},
}

func (l *lexer) operator(c byte) token {
	rest := l.src.text[l.pos:]
	if l.inPrint && l.paren == 0 && (c == '>' || c == '|' && !strings.HasPrefix(rest, "||")) {
		return l.redirection(rest)
	}
	for i := range operators {
		if op := &operators[i]; strings.HasPrefix(rest, op.text) {
			l.pos += len(op.text)
			l.text = op.text
			switch op.tok {
			case tComma, tAnd, tOr:
				l.eatNewlines()
			case tMatch:
				// mawk has no name for this token in its messages.
				l.text = ""
			}
			return op.tok
		}
	}
	l.unexpected(c)
	l.ps.x.p.Exit(2)
	return tEOF
}

func (l *lexer) redirection(rest string) token {
	l.inPrint = false
	l.text = rest[:1]
	if strings.HasPrefix(rest, ">>") {
		l.text = ">>"
	}
	l.pos += len(l.text)
	return tIOOut
}

// unexpected reports a character that cannot be in a program.
func (l *lexer) unexpected(c byte) {
	what := "'" + string(rune(c)) + "'"
	if c < 0x20 || c >= 0x7f {
		what = "0x" + strconv.FormatUint(uint64(c)+0x100, 16)[1:]
	}
	l.ps.x.p.Stderr.WriteString(l.ps.x.p.Name() + ": " + strconv.Itoa(l.line) + ": unexpected character " + what + "\n")
	l.ps.errors++
}
