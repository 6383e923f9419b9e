package cmds

import (
	"context"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/regex"
)

var exprSpec = gnu.Spec{Version: "expr" + coreutilsTail + "Mike Parker, James Youngman, and Paul Eggert.", Status: 2}

// exprDepth bounds how deep parentheses may nest.
const exprDepth = 2000

// exprState evaluates the arguments. The first error is kept in fail and ends it.
type exprState struct {
	p     *kern.Proc
	args  []string
	at    int
	fail  string
	code  int
	depth int
}

func runExpr(_ context.Context, p *kern.Proc) int {
	args := p.Args[min(1, len(p.Args)):]
	if len(args) == 1 && (args[0] == "--help" || args[0] == "--version") {
		_, st, _ := exprSpec.Parse(p, func(string, string) int { return gnu.Go })
		return st
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return gnu.Usage(p, 2, "missing operand")
	}
	e := exprState{p: p, args: args}
	v := e.or(true)
	if e.fail == "" && e.at < len(args) {
		e.syntax("unexpected argument " + gnu.Quote(args[e.at]))
	}
	if e.fail != "" {
		p.Errorf("%s", e.fail)
		return e.code
	}
	p.Stdout.WriteString(v + "\n")
	if exprNull(v) {
		return 1
	}
	return 0
}

func (e *exprState) die(code int, msg string) {
	if e.fail == "" {
		e.fail, e.code = msg, code
	}
	// Nothing more is read.
	e.at = len(e.args)
}

func (e *exprState) syntax(msg string) { e.die(2, "syntax error: "+msg) }

// next takes the next argument if it is s.
func (e *exprState) next(s string) bool {
	if e.at < len(e.args) && e.args[e.at] == s {
		e.at++
		return true
	}
	return false
}

// oneOf takes the next argument if it is one of ops and returns it.
func (e *exprState) oneOf(ops ...string) string {
	for _, op := range ops {
		if e.next(op) {
			return op
		}
	}
	return ""
}

// take takes the next argument, of which there must be one.
func (e *exprState) take() string {
	if e.at >= len(e.args) {
		if e.fail == "" {
			e.syntax("missing argument after " + gnu.Quote(e.args[len(e.args)-1]))
		}
		return ""
	}
	e.at++
	return e.args[e.at-1]
}

// exprNull says whether v is empty or zero.
func exprNull(v string) bool {
	v = strings.TrimPrefix(v, "-")
	return strings.Trim(v, "0") == ""
}

func isInteger(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// or is a | b. The side that is not needed is read but not computed.
func (e *exprState) or(live bool) string {
	l := e.and(live)
	for e.next("|") {
		r := e.and(live && exprNull(l))
		if exprNull(l) {
			if l = r; exprNull(l) {
				l = "0"
			}
		}
	}
	return l
}

func (e *exprState) and(live bool) string {
	l := e.compare(live)
	for e.next("&") {
		r := e.compare(live && !exprNull(l))
		if exprNull(l) || exprNull(r) {
			l = "0"
		}
	}
	return l
}

func (e *exprState) compare(live bool) string {
	l := e.sum(live)
	for {
		op := e.oneOf("<", "<=", "=", "==", "!=", ">=", ">")
		if op == "" {
			return l
		}
		r := e.sum(live)
		if !live {
			l = "0"
			continue
		}
		c := strings.Compare(l, r)
		if isInteger(l) && isInteger(r) {
			c = bigInt(l).Cmp(bigInt(r))
		}
		holds := c == 0
		switch op {
		case "<":
			holds = c < 0
		case "<=":
			holds = c <= 0
		case "!=":
			holds = c != 0
		case ">=":
			holds = c >= 0
		case ">":
			holds = c > 0
		}
		l = "0"
		if holds {
			l = "1"
		}
	}
}

func bigInt(s string) *big.Int {
	v, _ := new(big.Int).SetString(s, 10)
	return v
}

func (e *exprState) sum(live bool) string {
	l := e.product(live)
	for {
		op := e.oneOf("+", "-")
		if op == "" {
			return l
		}
		l = e.arithmetic(op, l, e.product(live), live)
	}
}

func (e *exprState) product(live bool) string {
	l := e.match(live)
	for {
		op := e.oneOf("*", "/", "%")
		if op == "" {
			return l
		}
		l = e.arithmetic(op, l, e.match(live), live)
	}
}

func (e *exprState) arithmetic(op, l, r string, live bool) string {
	if !live || e.fail != "" {
		return l
	}
	if !isInteger(l) || !isInteger(r) {
		e.die(2, "non-integer argument")
		return ""
	}
	e.p.Tick(1 + len(l)*len(r)>>8)
	a, b := bigInt(l), bigInt(r)
	switch op {
	case "+":
		a.Add(a, b)
	case "-":
		a.Sub(a, b)
	case "*":
		a.Mul(a, b)
	default:
		if b.Sign() == 0 {
			e.die(2, "division by zero")
			return ""
		}
		if op == "/" {
			a.Quo(a, b)
		} else {
			a.Rem(a, b)
		}
	}
	return a.String()
}

// match is string : regular expression.
func (e *exprState) match(live bool) string {
	l := e.word(live)
	for e.next(":") {
		if r := e.word(live); live {
			l = e.colon(l, r)
		}
	}
	return l
}

func (e *exprState) colon(s, pattern string) string {
	if e.fail != "" {
		return ""
	}
	re, err := regex.Compile(pattern, regex.Options{})
	if err != nil {
		e.die(2, err.Error())
		return ""
	}
	m, err := re.Match([]byte(s), 0, regex.MatchOptions{Tick: func(n int) error { e.p.Tick(n >> 4); return nil }})
	if err != nil {
		e.die(2, err.Error())
		return ""
	}
	found := m != nil && m[0] == 0
	switch {
	case re.NumSubexp() > 0 && found && m[2] >= 0:
		return s[m[2]:m[3]]
	case re.NumSubexp() > 0:
		return ""
	case !found:
		return "0"
	}
	return strconv.Itoa(utf8.RuneCountInString(s[:m[1]]))
}

// word is a function of strings or an operand.
func (e *exprState) word(live bool) string {
	if e.depth++; e.depth > exprDepth {
		e.die(3, "memory exhausted")
		return ""
	}
	defer func() { e.depth-- }()
	e.p.Tick(1)
	switch e.oneOf("+", "length", "match", "index", "substr") {
	case "+":
		return e.take()
	case "length":
		return strconv.Itoa(utf8.RuneCountInString(e.word(live)))
	case "match":
		l := e.word(live)
		if r := e.word(live); live {
			return e.colon(l, r)
		}
		return l
	case "index":
		l, r := []rune(e.word(live)), e.word(live)
		for i, c := range l {
			if strings.ContainsRune(r, c) {
				return strconv.Itoa(i + 1)
			}
		}
		return "0"
	case "substr":
		s, from, n := e.word(live), e.word(live), e.word(live)
		return exprSubstr(s, from, n)
	}
	return e.operand(live)
}

// exprSubstr returns n characters of s from the given place on; what is no number or out of bounds gives nothing.
func exprSubstr(s, from, n string) string {
	if !isInteger(from) || !isInteger(n) {
		return ""
	}
	at, count := bigInt(from), bigInt(n)
	if at.Sign() <= 0 || count.Sign() <= 0 || !at.IsInt64() {
		return ""
	}
	c := int64(1) << 62
	if count.IsInt64() {
		c = min(c, count.Int64())
	}
	r := []rune(s)
	i := at.Int64() - 1
	if i >= int64(len(r)) {
		return ""
	}
	return string(r[i : i+min(c, int64(len(r))-i)])
}

func (e *exprState) operand(live bool) string {
	if e.next("(") {
		v := e.or(live)
		switch {
		case e.fail != "":
		case e.at >= len(e.args):
			e.syntax("expecting ')' after " + gnu.Quote(e.args[e.at-1]))
		case !e.next(")"):
			e.syntax("expecting ')' instead of " + gnu.Quote(e.args[e.at]))
		}
		return v
	}
	if e.next(")") {
		e.syntax("unexpected ')'")
		return ""
	}
	return e.take()
}
