package jq

import "strings"

// lexMode is what encloses the text that the lexer is in.
type lexMode uint8

const (
	inParen lexMode = iota + 1
	inBracket
	inBrace
	inInterp
	inString
)

// lexer cuts a program into tokens. A token that cannot be is tInvalid; the parser complains.
type lexer struct {
	text       string
	start, end int // of the last thing matched, blanks and comments too
	modes      []lexMode
}

// next returns the next token and its literal, if it has one; msg complains of a malformed literal.
func (x *lexer) next() (tok int, lit *node, msg string) {
	for x.end < len(x.text) {
		x.start = x.end
		if len(x.modes) > 0 && x.modes[len(x.modes)-1] == inString {
			return x.inString()
		}
		switch c := x.text[x.end]; {
		case c == ' ' || c == '\n' || c == '\t':
			x.take(func(c byte) bool { return c == ' ' || c == '\n' || c == '\t' })
			continue
		case c == '#':
			x.take(func(c byte) bool { return c != '\n' && c != '\r' })
			continue
		case isNameStart(c):
			return x.name()
		case isDigit(c), c == '.' && x.numberHere():
			return x.number()
		case c == '.' && x.end+1 < len(x.text) && isNameStart(x.text[x.end+1]):
			x.end++
			x.take(isName)
			return tField, constNode(newStr(x.text[x.start+1 : x.end])), ""
		case c == '@' && x.end+1 < len(x.text) && isName(x.text[x.end+1]):
			x.end++
			x.take(isName)
			return tFormat, constNode(newStr(x.text[x.start+1 : x.end])), ""
		case c == '"':
			x.end++
			x.modes = append(x.modes, inString)
			return tQStart, nil, ""
		}
		return x.operator(), nil, ""
	}
	return tEnd, nil, ""
}

// take moves on while f holds.
func (x *lexer) take(f func(byte) bool) {
	for x.end < len(x.text) && f(x.text[x.end]) {
		x.end++
	}
}

func isDigit(c byte) bool     { return c >= '0' && c <= '9' }
func isNameStart(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func isName(c byte) bool      { return isNameStart(c) || isDigit(c) }

// keywordTokens are the tokens that look like names.
var keywordTokens = [...]int{tAs, tDef, tModule, tImport, tInclude, tIf, tThen, tElse, tElif, tReduce, tForeach, tEndKw, tAnd, tOr,
	tTry, tCatch, tLabel, tBreak, tLoc}

func (x *lexer) name() (int, *node, string) {
	x.take(isName)
	for strings.HasPrefix(x.text[x.end:], "::") && x.end+2 < len(x.text) && isNameStart(x.text[x.end+2]) {
		x.end += 2
		x.take(isName)
	}
	word := x.text[x.start:x.end]
	lit := constNode(newStr(word))
	for _, t := range keywordTokens {
		if tokenNames[t] == word {
			return t, lit, ""
		}
	}
	return tIdent, lit, ""
}

// numberHere says whether what begins with the dot here is a number: not one or two dots, and not less than a field.
func (x *lexer) numberHere() bool {
	n := numberLen(x.text[x.end:])
	field := 1
	for x.end+field < len(x.text) && isName(x.text[x.end+field]) {
		field++
	}
	if field > 1 && isDigit(x.text[x.end+1]) {
		field = 1
	}
	return n > 1 && n >= field && x.text[x.end:x.end+n] != ".."
}

// numberLen returns the length of the digits and dots, and perhaps an exponent, at the front of s.
func numberLen(s string) int {
	n := 0
	for n < len(s) && (s[n] == '.' || isDigit(s[n])) {
		n++
	}
	if n == len(s) || s[n]|0x20 != 'e' {
		return n
	}
	i := n + 1
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	if i == len(s) || !isDigit(s[i]) {
		return n
	}
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

func (x *lexer) number() (int, *node, string) {
	x.end += numberLen(x.text[x.end:])
	return literal(tLiteral, x.text[x.start:x.end])
}

func literal(tok int, text string) (int, *node, string) {
	v, err := parseJSON(text)
	if err != nil {
		return tok, constNode(nil), err.text()
	}
	return tok, constNode(v), ""
}

func (x *lexer) inString() (int, *node, string) {
	rest := x.text[x.end:]
	switch {
	case rest[0] == '"':
		x.end++
		x.modes = x.modes[:len(x.modes)-1]
		return tQEnd, nil, ""
	case strings.HasPrefix(rest, `\(`):
		x.end += 2
		x.modes = append(x.modes, inInterp)
		return tInterpStart, nil, ""
	case rest[0] == '\\' && len(rest) > 1:
		x.escapes()
		return literal(tQText, `"`+x.text[x.start:x.end]+`"`)
	case rest[0] == '\\':
		x.end++
		return tInvalid, nil, ""
	}
	x.take(func(c byte) bool { return c != '"' && c != '\\' })
	return tQText, constNode(newStr(validText(x.text[x.start:x.end]))), ""
}

// escapes takes a run of escapes, whose meaning is left to the JSON parser.
func (x *lexer) escapes() {
	for x.end+1 < len(x.text) && x.text[x.end] == '\\' && x.text[x.end+1] != '(' {
		x.end += 2
		if x.text[x.end-1] != 'u' {
			continue
		}
		for n := 0; n < 4 && x.end < len(x.text) && isName(x.text[x.end]) && x.text[x.end] != '_'; n++ {
			x.end++
		}
	}
}

// operatorTokens are the operators, longer ones before their beginnings.
var operatorTokens = [...]struct {
	text string
	tok  int
}{
	{"?//", tAlternation}, {"//=", tSetDefinedOr}, {"!=", tNeq}, {"==", tEq}, {"//", tDefinedOr}, {"|=", tSetPipe}, {"+=", tSetPlus},
	{"-=", tSetMinus}, {"*=", tSetMult}, {"/=", tSetDiv}, {"%=", tSetMod}, {"<=", tLessEq}, {">=", tGreaterEq}, {"..", tRec},
	{".", tDot}, {"?", tQuestion}, {"=", tAssign}, {";", tSemicolon}, {",", tComma}, {":", tColon}, {"|", tPipe}, {"+", tPlus},
	{"-", tMinus}, {"*", tStar}, {"/", tSlash}, {"%", tPercent}, {"$", tDollar}, {"<", tLess}, {">", tGreater},
}

func (x *lexer) operator() int {
	rest := x.text[x.end:]
	for _, o := range operatorTokens {
		if strings.HasPrefix(rest, o.text) {
			x.end += len(o.text)
			return o.tok
		}
	}
	x.end++
	switch rest[0] {
	case '(':
		x.modes = append(x.modes, inParen)
		return tLParen
	case '[':
		x.modes = append(x.modes, inBracket)
		return tLBracket
	case '{':
		x.modes = append(x.modes, inBrace)
		return tLBrace
	case ')', ']', '}':
		return x.closing(rest[0])
	}
	return tInvalid
}

// closing ends the innermost bracket if c fits it.
func (x *lexer) closing(c byte) int {
	if len(x.modes) == 0 {
		return tInvalid
	}
	tok := tInvalid
	switch m := x.modes[len(x.modes)-1]; {
	case m == inParen && c == ')':
		tok = tRParen
	case m == inBracket && c == ']':
		tok = tRBracket
	case m == inBrace && c == '}':
		tok = tRBrace
	case m == inInterp && c == ')':
		tok = tInterpEnd
	}
	if tok != tInvalid {
		x.modes = x.modes[:len(x.modes)-1]
	}
	return tok
}
