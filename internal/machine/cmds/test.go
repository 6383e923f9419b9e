package cmds

import (
	"context"
	"errors"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/testexpr"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var bracketSpec = gnu.Spec{Version: gnu.CoreutilsVersion("[", "Kevin Braunsdorf and Matthew Bradburn"), Status: 2}

// testProgram is /usr/bin/test.
func testProgram(_ context.Context, p *kern.Proc) int {
	return evalTest(p, p.Args[min(1, len(p.Args)):])
}

// bracket is /usr/bin/[.
func bracket(_ context.Context, p *kern.Proc) int {
	args := p.Args[min(1, len(p.Args)):]
	if len(args) == 1 && (args[0] == "--help" || args[0] == "--version") {
		_, status, _ := bracketSpec.Parse(p, nil)
		return status
	}
	if len(args) == 0 || args[len(args)-1] != "]" {
		p.Errorf("missing %s", gnu.Quote("]"))
		return 2
	}
	return evalTest(p, args[:len(args)-1])
}

func evalTest(p *kern.Proc, args []string) int {
	p.Tick(len(args))
	v, err := testexpr.Eval(args, testexpr.For(p))
	var e *testexpr.Error
	switch {
	case errors.As(err, &e):
		if e.Kind == testexpr.CloseExpected && e.Arg == "" && p.Name() == "[" {
			e.Arg = "]"
		}
		p.Errorf("%s", testText(e))
		return 2
	case v:
		return 0
	}
	return 1
}

func testText(e *testexpr.Error) string {
	q := gnu.Quote(e.Arg)
	switch e.Kind {
	case testexpr.MissingAfter:
		return "missing argument after " + q
	case testexpr.UnaryExpected:
		return q + ": unary operator expected"
	case testexpr.BinaryExpected:
		return q + ": binary operator expected"
	case testexpr.BadInteger:
		return "invalid integer " + q
	case testexpr.CloseExpected:
		if e.Arg == "" {
			return gnu.Quote(")") + " expected"
		}
		return gnu.Quote(")") + " expected, found " + q
	}
	return "extra argument " + q
}
