// Package testexpr evaluates the expressions of test and [ as GNU coreutils does: by the number of arguments first, by
// precedence when there are many.
package testexpr

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// Hooks are how an expression looks at its surroundings. All must be set.
type Hooks struct {
	Stat, Lstat func(path string) (kern.Stat, error)
	// Access says whether a path can be used in all ways of want: 4 read, 2 write, 1 execute.
	Access   func(path string, want uint16) error
	Terminal func(fd int) bool
	UID, GID uint32
}

// For returns the hooks of a process.
func For(p *kern.Proc) Hooks {
	return Hooks{Stat: p.Stat, Lstat: p.Lstat, Access: p.Access, Terminal: p.IsTerminal, UID: p.Cred.UID, GID: p.Cred.GID}
}

// Kind says what is wrong with an expression.
type Kind uint8

// The kinds of error. Arg of the Error is the argument concerned.
const (
	MissingAfter   Kind = iota // there is nothing behind Arg, the last argument
	UnaryExpected              // Arg is not a unary operator
	BinaryExpected             // Arg is not a binary operator
	BadInteger                 // Arg is not an integer
	CloseExpected              // there is no ")"; Arg stands in its place, or "" at the end
	Extra                      // Arg is one too many
)

// Error is a malformed expression.
type Error struct {
	Kind Kind
	Arg  string
}

// Error describes the fault; programs print texts of their own.
func (e *Error) Error() string {
	return [...]string{"missing argument after ", "unary operator expected: ", "binary operator expected: ", "invalid integer ",
		"')' expected: ", "extra argument "}[e.Kind] + e.Arg
}

// Eval evaluates an expression. The error is an *Error.
func Eval(args []string, h Hooks) (bool, error) {
	if len(args) == 0 {
		return false, nil
	}
	e := evaluator{a: args, h: h}
	v := e.posix(len(args))
	if e.err == nil && e.pos != len(e.a) {
		e.fail(Extra, e.a[e.pos])
	}
	if e.err != nil {
		return false, e.err
	}
	return v, nil
}

// maxNest bounds parentheses within parentheses.
const maxNest = 1000

type evaluator struct {
	a    []string
	pos  int
	nest int
	h    Hooks
	err  error
}

func (e *evaluator) fail(k Kind, arg string) bool {
	if e.err == nil {
		e.err = &Error{k, arg}
	}
	return false
}

func (e *evaluator) beyond() bool { return e.fail(MissingAfter, e.a[len(e.a)-1]) }

// posix follows the rules for up to four arguments.
func (e *evaluator) posix(n int) bool {
	switch n {
	case 1:
		e.pos++
		return e.a[e.pos-1] != ""
	case 2:
		return e.two()
	case 3:
		return e.three()
	case 4:
		if e.a[e.pos] == "!" {
			e.pos++
			return !e.three()
		}
		if e.a[e.pos] == "(" && e.a[e.pos+3] == ")" {
			e.pos++
			v := e.two()
			e.pos++
			return v
		}
	}
	return e.or()
}

func (e *evaluator) two() bool {
	switch s := e.a[e.pos]; {
	case s == "!":
		e.pos += 2
		return e.a[e.pos-1] == ""
	case len(s) == 2 && s[0] == '-':
		return e.unary()
	}
	return e.beyond()
}

func (e *evaluator) three() bool {
	op := e.a[e.pos+1]
	switch {
	case binary(op):
		return e.binary(false)
	case e.a[e.pos] == "!":
		e.pos++
		return !e.two()
	case e.a[e.pos] == "(" && e.a[e.pos+2] == ")":
		e.pos += 3
		return op != ""
	case op == "-a" || op == "-o":
		return e.or()
	}
	return e.fail(BinaryExpected, op)
}

func (e *evaluator) or() bool {
	v := e.and()
	for e.err == nil && e.pos < len(e.a) && e.a[e.pos] == "-o" {
		e.pos++
		w := e.and()
		v = v || w
	}
	return v
}

func (e *evaluator) and() bool {
	v := e.term()
	for e.err == nil && e.pos < len(e.a) && e.a[e.pos] == "-a" {
		e.pos++
		w := e.term()
		v = v && w
	}
	return v
}

func (e *evaluator) term() bool {
	negated := false
	for e.pos < len(e.a) && e.a[e.pos] == "!" {
		e.pos++
		negated = !negated
	}
	if e.pos >= len(e.a) {
		return e.beyond()
	}
	v := false
	left := len(e.a) - e.pos
	switch s := e.a[e.pos]; {
	case s == "(":
		v = e.group()
	case left >= 4 && s == "-l" && binary(e.a[e.pos+2]):
		v = e.binary(true)
	case left >= 3 && binary(e.a[e.pos+1]):
		v = e.binary(false)
	case len(s) == 2 && s[0] == '-':
		v = e.unary()
	default:
		v = s != ""
		e.pos++
	}
	return v != negated
}

// group evaluates what stands in parentheses.
func (e *evaluator) group() bool {
	e.pos++
	if e.pos >= len(e.a) || e.nest >= maxNest {
		return e.beyond()
	}
	n := 1
	for e.pos+n < len(e.a) && e.a[e.pos+n] != ")" {
		if n == 4 {
			n = len(e.a) - e.pos
			break
		}
		n++
	}
	e.nest++
	v := e.posix(n)
	e.nest--
	switch {
	case e.err != nil:
		return false
	case e.pos >= len(e.a):
		return e.fail(CloseExpected, "")
	case e.a[e.pos] != ")":
		return e.fail(CloseExpected, e.a[e.pos])
	}
	e.pos++
	return v
}

// binary says whether s is a binary operator.
func binary(s string) bool {
	switch s {
	case "=", "!=", "==", "-nt", "-ot", "-ef", "-eq", "-ne", "-lt", "-le", "-gt", "-ge":
		return true
	}
	return false
}

// binary evaluates LEFT OP RIGHT; with length, LEFT is "-l STRING".
func (e *evaluator) binary(length bool) bool {
	if length {
		e.pos++
	}
	left, op := e.a[e.pos], e.a[e.pos+1]
	e.pos += 2
	rightLen := e.pos+1 < len(e.a) && e.a[e.pos] == "-l"
	if rightLen {
		e.pos++
		if op[0] != '-' {
			left = op // as the real program does, for which "-l" before a string has no meaning
		}
	}
	right := e.a[e.pos]
	e.pos++
	switch op {
	case "=", "==":
		return left == right
	case "!=":
		return left != right
	case "-nt", "-ot":
		x, okX := e.mtime(left)
		y, okY := e.mtime(right)
		if op == "-ot" {
			x, y, okX, okY = y, x, okY, okX
		}
		return okX && (!okY || x > y)
	case "-ef":
		x, err1 := e.h.Stat(left)
		y, err2 := e.h.Stat(right)
		return err1 == nil && err2 == nil && x.Ino == y.Ino
	}
	return e.compare(left, length, op, right, rightLen)
}

func (e *evaluator) mtime(path string) (int64, bool) {
	st, err := e.h.Stat(path)
	return st.Mtime, err == nil
}

func (e *evaluator) compare(left string, leftLen bool, op, right string, rightLen bool) bool {
	x, ok := integer(left, leftLen)
	if !ok {
		return e.fail(BadInteger, left)
	}
	y, ok := integer(right, rightLen)
	if !ok {
		return e.fail(BadInteger, right)
	}
	c := compareInt(x, y)
	switch op {
	case "-eq":
		return c == 0
	case "-ne":
		return c != 0
	case "-lt":
		return c < 0
	case "-le":
		return c <= 0
	case "-gt":
		return c > 0
	}
	return c >= 0
}

// unary evaluates -X ARG.
func (e *evaluator) unary() bool {
	op := e.a[e.pos][1]
	if strings.IndexByte("eGhLNOrwxfdsSpcbugktnz", op) < 0 {
		return e.fail(UnaryExpected, e.a[e.pos])
	}
	if e.pos++; e.pos >= len(e.a) {
		return e.beyond()
	}
	arg := e.a[e.pos]
	e.pos++
	switch op {
	case 'n':
		return arg != ""
	case 'z':
		return arg == ""
	case 'r':
		return e.h.Access(arg, 4) == nil
	case 'w':
		return e.h.Access(arg, 2) == nil
	case 'x':
		return e.h.Access(arg, 1) == nil
	case 'h', 'L':
		st, err := e.h.Lstat(arg)
		return err == nil && st.Kind == tree.Symlink
	case 't':
		return e.terminal(arg)
	}
	st, err := e.h.Stat(arg)
	return err == nil && e.file(op, &st)
}

func (e *evaluator) terminal(arg string) bool {
	digits, ok := integer(arg, false)
	if !ok {
		return e.fail(BadInteger, arg)
	}
	fd := 0
	for i := range len(digits) {
		if digits[i] == '-' || fd > 1<<20 {
			return false
		}
		fd = fd*10 + int(digits[i]-'0')
	}
	return e.h.Terminal(fd)
}

func (e *evaluator) file(op byte, st *kern.Stat) bool {
	switch op {
	case 'f':
		return st.Kind == tree.Regular
	case 'd':
		return st.Kind == tree.Dir
	case 's':
		return st.Size > 0
	case 'S':
		return st.Kind == tree.Socket
	case 'p':
		return st.Kind == tree.Fifo
	case 'c':
		return st.Kind == tree.CharDev
	case 'b':
		return st.Kind == tree.BlockDev
	case 'u':
		return st.Perm&0o4000 != 0
	case 'g':
		return st.Perm&0o2000 != 0
	case 'k':
		return st.Perm&0o1000 != 0
	case 'O':
		return st.UID == e.h.UID
	case 'G':
		return st.GID == e.h.GID
	case 'N':
		return st.Mtime > st.Atime
	}
	return true
}
