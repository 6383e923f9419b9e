package bash

import (
	"context"
	"errors"
	"math/big"
	"strings"
)

// biTest is test and [.
func biTest(ctx context.Context, sh *Shell, args []Field) int {
	name := args[0].S
	list := make([]string, 0, len(args))
	for _, a := range args[1:] {
		list = append(list, a.S)
	}
	if name == "[" {
		if len(list) == 0 || list[len(list)-1] != "]" {
			if sh.dash {
				sh.errf("[: missing ]")
			} else {
				sh.errf("[: missing `]'")
			}
			return 2
		}
		list = list[:len(list)-1]
	}
	t := tester{sh: sh, ctx: ctx, args: list}
	ok, err := t.run()
	if err != nil {
		sh.errf("%s: %s", name, err)
		return 2
	}
	return b2i(!ok)
}

// tester evaluates an expression of test: POSIX's rules by the number of arguments, and the grammar for more than four.
type tester struct {
	sh   *Shell
	ctx  context.Context
	args []string
	pos  int
	nest int
}

func (t *tester) run() (bool, error) {
	switch a := t.args; len(a) {
	case 0:
		return false, nil
	case 1:
		return a[0] != "", nil
	case 2:
		return t.two(a)
	case 3:
		return t.three(a)
	case 4:
		if a[0] == "!" {
			ok, err := t.three(a[1:])
			return !ok, err
		}
		if a[0] == "(" && a[3] == ")" {
			return t.two(a[1:3])
		}
	}
	ok, err := t.or()
	if err == nil && t.pos < len(t.args) {
		return false, errors.New("too many arguments")
	}
	return ok, err
}

func (t *tester) two(a []string) (bool, error) {
	if a[0] == "!" {
		return a[1] == "", nil
	}
	if isUnary(a[0]) {
		return t.unary(a[0], a[1])
	}
	if t.sh.dash {
		return false, errors.New(a[0] + ": unexpected operator")
	}
	return false, errors.New(a[0] + ": unary operator expected")
}

func (t *tester) three(a []string) (bool, error) {
	switch {
	case isBinary(a[1]):
		return t.binary(a[0], a[1], a[2])
	case a[1] == "-a":
		return a[0] != "" && a[2] != "", nil
	case a[1] == "-o":
		return a[0] != "" || a[2] != "", nil
	case a[0] == "!":
		ok, err := t.two(a[1:])
		return !ok, err
	case a[0] == "(" && a[2] == ")":
		return a[1] != "", nil
	}
	return false, errors.New(a[1] + ": binary operator expected")
}

func isUnary(s string) bool {
	return len(s) == 2 && s[0] == '-' && strings.IndexByte("abcdefghkLnNoprsStuvwxzGOR", s[1]) >= 0
}

func isBinary(s string) bool {
	switch s {
	case "=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef":
		return true
	}
	return false
}

func (t *tester) unary(op, s string) (bool, error) {
	if op == "-v" {
		return t.sh.isSet(t.ctx, s), nil
	}
	if op == "-t" {
		if _, ok := testInt(s); !ok {
			return false, errors.New(s + ": integer expression expected")
		}
	}
	return t.sh.testUnary(op, s)
}

func (t *tester) binary(a, op, b string) (bool, error) {
	switch op {
	case "=", "==":
		return a == b, nil
	case "!=":
		return a != b, nil
	case "<":
		return a < b, nil
	case ">":
		return a > b, nil
	case "-nt", "-ot", "-ef":
		return t.sh.testFiles(op, a, b)
	}
	x, ok := testInt(a)
	if !ok {
		return false, t.notInt(a)
	}
	y, ok := testInt(b)
	if !ok {
		return false, t.notInt(b)
	}
	c := x.Cmp(y)
	switch op {
	case "-eq":
		return c == 0, nil
	case "-ne":
		return c != 0, nil
	case "-lt":
		return c < 0, nil
	case "-le":
		return c <= 0, nil
	case "-gt":
		return c > 0, nil
	}
	return c >= 0, nil
}

func (t *tester) notInt(s string) error {
	if t.sh.dash {
		return errors.New("Illegal number: " + s)
	}
	return errors.New(s + ": integer expression expected")
}

// testInt reads a decimal integer as test does: blanks around it are allowed.
func testInt(s string) (*big.Int, bool) {
	if n, ok := smallInt(s); ok {
		return big.NewInt(n), true
	}
	s = strings.Trim(s, " \t\n")
	d := strings.TrimPrefix(strings.TrimPrefix(s, "+"), "-")
	if d == "" || strings.Trim(d, "0123456789") != "" || len(s)-len(d) > 1 {
		return nil, false
	}
	n, ok := new(big.Int).SetString(s, 10)
	return n, ok && n.IsInt64()
}

// maxTestNest bounds parentheses and negations.
const maxTestNest = 1000

func (t *tester) more() bool { return t.pos < len(t.args) }

func (t *tester) or() (bool, error) {
	ok, err := t.and()
	for err == nil && t.more() && t.args[t.pos] == "-o" {
		t.pos++
		var right bool
		right, err = t.and()
		ok = ok || right
	}
	return ok, err
}

func (t *tester) and() (bool, error) {
	ok, err := t.term()
	for err == nil && t.more() && t.args[t.pos] == "-a" {
		t.pos++
		var right bool
		right, err = t.term()
		ok = ok && right
	}
	return ok, err
}

func (t *tester) term() (bool, error) {
	t.sh.p.Tick(1)
	if t.nest++; t.nest > maxTestNest {
		return false, errors.New("too many arguments")
	}
	defer func() { t.nest-- }()
	if !t.more() {
		return false, errors.New("argument expected")
	}
	s := t.args[t.pos]
	left := len(t.args) - t.pos
	switch {
	case s == "!":
		t.pos++
		ok, err := t.term()
		return !ok, err
	case s == "(":
		t.pos++
		ok, err := t.or()
		if err != nil {
			return false, err
		}
		if !t.more() || t.args[t.pos] != ")" {
			if t.more() {
				return false, errors.New("`)' expected, found " + t.args[t.pos])
			}
			return false, errors.New("`)' expected")
		}
		t.pos++
		return ok, nil
	case left >= 3 && isBinary(t.args[t.pos+1]):
		t.pos += 3
		return t.binary(s, t.args[t.pos-2], t.args[t.pos-1])
	case isUnary(s) && left >= 2:
		t.pos += 2
		return t.unary(s, t.args[t.pos-1])
	}
	t.pos++
	return s != "", nil
}
