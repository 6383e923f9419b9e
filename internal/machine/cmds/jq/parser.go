package jq

import "strings"

// part is one symbol on the parser's stack: its state, its meaning and where it is in the text.
type part struct {
	state      int
	n          *node
	start, end int
}

// parser reads one program. It walks generated tables as the parsers that Bison makes do, because the texts of syntax errors
// depend on their states, and recovers from errors in the same way, since later errors are reported too.
type parser struct {
	src    *source
	lex    lexer
	stack  []part
	errors []string
	at     int // where the rule being reduced starts
	answer *program
	tick   func(int)
}

// program is a parsed text: a main expression, or only definitions.
type program struct {
	module  *node // constant, or nil
	imports []*node
	main    *node // nil for a library
	defs    []*node
}

// maxParse is the depth of nesting at which the parser gives up.
const maxParse = 10000

// parse reads src; the error messages are complete but for the final newline.
func parse(src *source, tick func(int)) (*program, []string) {
	p := &parser{src: src, lex: lexer{text: src.text}, tick: tick}
	p.run()
	if len(p.errors) > 0 {
		return nil, p.errors
	}
	return p.answer, nil
}

// fail reports an error at the rule being reduced.
func (p *parser) fail(msg string) { p.failAt(p.at, msg) }

func (p *parser) failAt(pos int, msg string) {
	if strings.Contains(msg, "unexpected") {
		msg += " (Unix shell quoting issues?)"
	}
	p.errors = append(p.errors, p.src.locate(pos, "jq: error: "+msg))
}

const noToken = -1

// run is the parsing automaton. Recovering counts down the tokens that must be shifted after an error before another one is
// reported.
func (p *parser) run() {
	p.stack = append(p.stack, part{})
	tok, recovering := noToken, 0
	var lit *node
	for {
		state := p.stack[len(p.stack)-1].state
		if state == acceptState {
			return
		}
		if len(p.stack) >= maxParse {
			p.failAt(p.lex.start, "memory exhausted")
			return
		}
		act, found := 0, false
		if rowStart[state] < rowStart[state+1] {
			if tok == noToken {
				var msg string
				p.tick(1)
				tok, lit, msg = p.lex.next()
				if msg != "" {
					p.failAt(p.lex.start, msg)
				}
			}
			act, found = action(state, tok)
		}
		if !found && defaults[state] > 0 {
			act = -int(defaults[state])
		}
		switch {
		case act > 0:
			p.stack = append(p.stack, part{act - 1, lit, p.lex.start, p.lex.end})
			tok = noToken
			recovering = max(recovering-1, 0)
		case act < 0:
			p.reduce(-act - 1)
		default:
			if recovering == 0 {
				p.failAt(p.lex.start, syntaxError(state, tok))
			}
			if recovering == 3 {
				if tok == tEnd {
					return
				}
				tok = noToken
			}
			if recovering = 3; !p.recover() {
				return
			}
		}
	}
}

// action looks a token up in the explicit actions of a state.
func action(state, tok int) (act int, found bool) {
	for i := rowStart[state]; i < rowStart[state+1]; i++ {
		if int(rowTokens[i]) == tok {
			return int(rowActions[i]), true
		}
	}
	return 0, false
}

func (p *parser) reduce(r int) {
	n := int(ruleLen[r])
	v := p.stack[len(p.stack)-n:]
	var to part
	if n == 0 {
		to.start = p.stack[len(p.stack)-1].end
		to.end = to.start
	} else {
		to.start, to.end = v[0].start, v[n-1].end
		to.n = v[0].n
	}
	p.at = to.start
	if act := rules[r-1].act; act != nil {
		to.n = act(p, v)
	}
	p.stack = p.stack[:len(p.stack)-n]
	from := p.stack[len(p.stack)-1].state
	left := int(ruleLeft[r])
	for i := gotoStart[left]; i < gotoStart[left+1]; i++ {
		if int(gotoFrom[i]) == from {
			to.state = int(gotoTo[i])
		}
	}
	p.stack = append(p.stack, to)
}

// recover drops states until one accepts the error token.
func (p *parser) recover() bool {
	start := p.lex.start
	for len(p.stack) > 0 {
		top := p.stack[len(p.stack)-1]
		if act, ok := action(top.state, tError); ok && act > 0 {
			p.stack = append(p.stack, part{act - 1, nil, start, p.lex.end})
			return true
		}
		start = top.start
		p.stack = p.stack[:len(p.stack)-1]
	}
	return false
}

// syntaxError says what was found and, when it is not much, what the state expects.
func syntaxError(state, tok int) string {
	msg := "syntax error, unexpected " + tokenNames[tok]
	var expected []string
	for i := rowStart[state]; i < rowStart[state+1]; i++ {
		if t := rowTokens[i]; t != tError && rowActions[i] != 0 {
			expected = append(expected, tokenNames[t])
		}
	}
	if len(expected) == 0 || len(expected) > 4 {
		return msg
	}
	return msg + ", expecting " + strings.Join(expected, " or ")
}
