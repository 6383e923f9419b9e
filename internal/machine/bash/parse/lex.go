package parse

import "mvdan.cc/sh/v3/syntax"

// kind is the kind of a token.
type kind uint8

const (
	tNone kind = iota
	tEOF
	tNewline
	tWord
	tNumber // digits directly before < or >
	tVarFd  // {name} directly before < or >
	tDash   // the - of >&- and <&-
	tSemi
	tAmp
	tPipe
	tLparen
	tRparen
	tLess
	tGreat
	tAndAnd
	tOrOr
	tPipeAmp
	tDSemi
	tSemiAmp
	tDSemiAmp
	tDLess
	tDLessDash
	tTLess
	tDGreat
	tLessAmp
	tGreatAmp
	tLessGreat
	tClobber
	tAmpGreat
	tAmpDGreat
)

// opText holds the operators as messages show them.
var opText = [...]string{
	tNewline: "newline", tDash: "-", tSemi: ";", tAmp: "&", tPipe: "|", tLparen: "(", tRparen: ")", tLess: "<", tGreat: ">",
	tAndAnd: "&&", tOrOr: "||", tPipeAmp: "|&", tDSemi: ";;", tSemiAmp: ";&", tDSemiAmp: ";;&",
	tDLess: "<<", tDLessDash: "<<-", tTLess: "<<<", tDGreat: ">>", tLessAmp: "<&", tGreatAmp: ">&",
	tLessGreat: "<>", tClobber: ">|", tAmpGreat: "&>", tAmpDGreat: "&>>",
}

// A token covers buf[start:end].
type token struct {
	kind  kind
	plain bool // a word without quotes and expansions
	// An assignment: the offset of "=" and, for NAME[sub]=, where the subscript
	// opens (behind the bracket) and closes. 0 means that there is none.
	eq, open, close int
	start, end      int
	array           *syntax.ArrayExpr // of NAME=(...)
	spans           []int             // where its elements begin and end
	subBase         int               // p.subs from here on belong to the word
}

// mode says how the next token is read.
type mode uint8

const (
	mArg   mode = iota // no assignments, no aliases
	mCmd               // a command may begin: aliases and assignments
	mDecl              // after declare and its kin: NAME=(...) is taken whole
	mNoArr             // after declare and a redirection: NAME=value only
	mElem              // between the parentheses of NAME=(...)
)

// peek returns the next token, reading it in the given mode if it was not read before.
func (p *Parser) peek(m mode) *token {
	if !p.have {
		p.tok = p.lex(m)
		p.have = true
	}
	return &p.tok
}

// drop uses up the token that peek returned.
func (p *Parser) drop() { p.have = false }

// take returns the token that peek would and uses it up.
func (p *Parser) take(m mode) token {
	t := *p.peek(m)
	p.have = false
	return t
}

// skipBlank passes over blanks, line joins and a comment.
func (p *Parser) skipBlank() {
	for {
		switch c := p.ch(); {
		case c == ' ' || c == '\t':
			p.pos++
		case c == '\\' && p.atJoin():
			p.join()
		case c == '#':
			for p.pos < len(p.buf) && p.buf[p.pos] != '\n' {
				p.pos++
			}
		default:
			return
		}
	}
}

// lex reads one token.
func (p *Parser) lex(m mode) token {
	again := false // the word begins the text of an alias that was looked up
	for {
		p.skipBlank()
		start := p.pos
		c := p.ch()
		if c == eof {
			return token{kind: tEOF, start: start, end: start}
		}
		if c == '\n' {
			if start == p.stopAt {
				p.pushedNewline()
			}
			p.pos++
			p.readDocs()
			return token{kind: tNewline, start: start, end: start + 1}
		}
		if t := p.operator(c); t != tNone {
			return token{kind: t, start: start, end: p.pos}
		}
		t := p.scanWord(m)
		if p.opt.Alias != nil && (p.aliasDue(start) || again || m == mCmd) && p.expandAlias(&t) {
			again = p.aliases[len(p.aliases)-1].end > t.start
			continue
		}
		p.afterWord(&t)
		return t
	}
}

// eat moves over n characters of an operator and returns its kind.
func (p *Parser) eat(n int, k kind) kind {
	p.pos += n
	return k
}

// nth returns the character n places further, removing a line join before it.
func (p *Parser) nth(n int) int {
	for p.ahead(n) == '\\' && p.ahead(n+1) == '\n' {
		save := p.pos
		p.pos += n
		p.join()
		p.pos = save
	}
	return p.ahead(n)
}

// operator reads an operator that begins with c, or returns tNone.
func (p *Parser) operator(c int) kind {
	switch c {
	case ';':
		return p.semicolon()
	case '&':
		return p.ampersand()
	case '|':
		switch {
		case p.nth(1) == '|':
			return p.eat(2, tOrOr)
		case p.nth(1) == '&' && !p.opt.Dash:
			return p.eat(2, tPipeAmp)
		}
		return p.eat(1, tPipe)
	case '(':
		return p.eat(1, tLparen)
	case ')':
		return p.eat(1, tRparen)
	case '<':
		return p.less()
	case '>':
		return p.greater()
	}
	return tNone
}

func (p *Parser) semicolon() kind {
	switch p.nth(1) {
	case ';':
		if p.nth(2) == '&' && !p.opt.Dash {
			return p.eat(3, tDSemiAmp)
		}
		return p.eat(2, tDSemi)
	case '&':
		if !p.opt.Dash {
			return p.eat(2, tSemiAmp)
		}
	}
	return p.eat(1, tSemi)
}

func (p *Parser) ampersand() kind {
	switch p.nth(1) {
	case '&':
		return p.eat(2, tAndAnd)
	case '>':
		if p.opt.Dash {
			break
		}
		if p.nth(2) == '>' {
			return p.eat(3, tAmpDGreat)
		}
		return p.eat(2, tAmpGreat)
	}
	return p.eat(1, tAmp)
}

func (p *Parser) less() kind {
	switch p.nth(1) {
	case '<':
		switch {
		case p.nth(2) == '-':
			return p.eat(3, tDLessDash)
		case p.nth(2) == '<' && !p.opt.Dash:
			return p.eat(3, tTLess)
		}
		return p.eat(2, tDLess)
	case '&':
		return p.eat(2, tLessAmp)
	case '>':
		return p.eat(2, tLessGreat)
	case '(':
		if !p.opt.Dash {
			return tNone // a word: <(...)
		}
	}
	return p.eat(1, tLess)
}

func (p *Parser) greater() kind {
	switch p.nth(1) {
	case '>':
		return p.eat(2, tDGreat)
	case '&':
		return p.eat(2, tGreatAmp)
	case '|':
		return p.eat(2, tClobber)
	case '(':
		if !p.opt.Dash {
			return tNone
		}
	}
	return p.eat(1, tGreat)
}

// afterWord turns digits and {name} before < or > into descriptor tokens.
func (p *Parser) afterWord(t *token) {
	if c := p.ahead(0); c != '<' && c != '>' || !t.plain {
		return
	}
	b := p.buf[t.start:t.end]
	if p.opt.Dash {
		if len(b) == 1 && b[0] >= '0' && b[0] <= '9' {
			t.kind = tNumber
		}
		return
	}
	if allDigits(b) && len(b) < 10 {
		t.kind = tNumber
		return
	}
	if len(b) > 2 && b[0] == '{' && b[len(b)-1] == '}' {
		name := b[1 : len(b)-1]
		n := nameLen(name)
		if n == len(name) || n > 0 && name[n] == '[' && name[len(name)-1] == ']' {
			t.kind = tVarFd
		}
	}
}

func allDigits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(b) > 0
}

// nameLen returns how many bytes at the start of b form a name.
func nameLen(b []byte) int {
	n := 0
	for n < len(b) && (isLetter(b[n]) || n > 0 && b[n] >= '0' && b[n] <= '9') {
		n++
	}
	return n
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }

func isNameByte(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }

// maxAliasText bounds what aliases may add to one unit, in bytes.
const maxAliasText = 1 << 20

// aliasDue forgets the alias texts that end before start and reports whether
// one of them makes the word there a candidate, because it ended with a blank.
func (p *Parser) aliasDue(start int) bool {
	due := false
	live := p.aliases[:0]
	for _, a := range p.aliases {
		if a.end > start {
			live = append(live, a)
		} else if a.blank {
			due = true
		}
	}
	p.aliases = live
	return due
}

// expandAlias replaces a word that is an alias by its text and reports whether
// it did.
func (p *Parser) expandAlias(t *token) bool {
	if !t.plain || t.start == t.end {
		return false
	}
	name := string(p.buf[t.start:t.end])
	for _, a := range p.aliases {
		if a.name == name {
			return false
		}
	}
	text, ok := p.opt.Alias(name)
	if !ok {
		return false
	}
	if p.aliasText += len(text); p.aliasText > maxAliasText {
		p.fatal(Syntax, p.lineNo, "alias text too long")
	}
	p.splice(t.start, t.end, []byte(text))
	p.pos = t.start
	n := len(text)
	blank := n > 0 && (text[n-1] == ' ' || text[n-1] == '\t')
	p.aliases = append(p.aliases, aliasSpan{name: name, end: t.start + n, blank: blank})
	return true
}
