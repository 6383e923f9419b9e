package bash

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/regex"
	"mvdan.cc/sh/v3/syntax"
)

// testClause runs [[ ... ]].
func (sh *Shell) testClause(ctx context.Context, c *syntax.TestClause) {
	sh.setLine(c.Left)
	if sh.traps != nil {
		sh.debugTrap(ctx, nil)
	}
	t := condition{sh: sh}
	ok := t.eval(ctx, c.X)
	switch {
	case t.err:
		sh.status = max(t.status, 1)
	default:
		sh.status = b2i(!ok)
	}
	sh.setPipes(sh.status)
}

// condition evaluates one [[ ]]; err says that it failed with a message, which makes its status 2 or 1.
type condition struct {
	sh     *Shell
	err    bool
	status int
}

func (t *condition) eval(ctx context.Context, x syntax.TestExpr) bool {
	t.sh.p.Tick(1)
	switch x := x.(type) {
	case *syntax.ParenTest:
		return t.eval(ctx, x.X)
	case *syntax.Word:
		s := t.sh.literal(ctx, x)
		t.trace(ctx, "-n", s.S)
		return s.S != ""
	case *syntax.UnaryTest:
		if x.Op == syntax.TsNot {
			return !t.eval(ctx, x.X) && !t.err
		}
		return t.unary(ctx, x)
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest:
			return t.eval(ctx, x.X) && !t.err && t.eval(ctx, x.Y)
		case syntax.OrTest:
			return t.eval(ctx, x.X) || !t.err && t.eval(ctx, x.Y)
		}
		return t.binary(ctx, x)
	}
	return false
}

func (t *condition) trace(ctx context.Context, parts ...string) {
	if !t.sh.opts.has(optXtrace) {
		return
	}
	for i, p := range parts {
		parts[i] = p
		if p == "" {
			parts[i] = "''"
		}
	}
	t.sh.trace(ctx, "[[ "+strings.Join(parts, " ")+" ]]")
}

func (t *condition) unary(ctx context.Context, x *syntax.UnaryTest) bool {
	w, ok := x.X.(*syntax.Word)
	if !ok {
		return false
	}
	s := t.sh.literal(ctx, w)
	t.trace(ctx, x.Op.String(), s.S)
	if x.Op == syntax.TsVarSet {
		return t.sh.isSet(ctx, s.S)
	}
	ok, err := t.sh.testUnary(x.Op.String(), s.S)
	if err != nil {
		t.sh.errf("[[: %s", err)
		t.err, t.status = true, 2
		return false
	}
	return ok
}

func (t *condition) binary(ctx context.Context, x *syntax.BinaryTest) bool {
	sh := t.sh
	l, lok := x.X.(*syntax.Word)
	r, rok := x.Y.(*syntax.Word)
	if !lok || !rok {
		return false
	}
	a := sh.literal(ctx, l)
	switch x.Op {
	case syntax.TsReMatch:
		return t.regex(ctx, a, r)
	case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch:
		p := sh.pattern(ctx, r)
		t.trace(ctx, a.S, x.Op.String(), p.S)
		ok := sh.matchExt(p.S, a.S, sh.shopt(shoptNocasematch), true)
		return ok == (x.Op != syntax.TsNoMatch)
	}
	b := sh.literal(ctx, r)
	t.trace(ctx, a.S, x.Op.String(), b.S)
	switch x.Op {
	case syntax.TsBefore:
		return a.S < b.S
	case syntax.TsAfter:
		return a.S > b.S
	case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
		return t.compare(ctx, x.Op, a, b)
	}
	ok, err := sh.testFiles(x.Op.String(), a.S, b.S)
	if err != nil {
		sh.errf("[[: %s", err)
		t.err, t.status = true, 2
	}
	return ok
}

// compare compares two arithmetic expressions.
func (t *condition) compare(ctx context.Context, op syntax.BinTestOperator, a, b Str) bool {
	var n [2]int64
	for i, s := range [2]Str{a, b} {
		v, err := t.sh.arithInt(s.S)
		if err != nil {
			t.sh.errf("[[: %s", err)
			t.err, t.status = true, 1
			return false
		}
		n[i] = v
	}
	switch op {
	case syntax.TsEql:
		return n[0] == n[1]
	case syntax.TsNeq:
		return n[0] != n[1]
	case syntax.TsLeq:
		return n[0] <= n[1]
	case syntax.TsGeq:
		return n[0] >= n[1]
	case syntax.TsLss:
		return n[0] < n[1]
	}
	return n[0] > n[1]
}

// regexTicks is what it costs to begin a match.
const regexTicks = 32

// regex matches an extended regular expression and sets BASH_REMATCH.
func (t *condition) regex(ctx context.Context, s Str, w *syntax.Word) bool {
	sh := t.sh
	p := sh.regex(ctx, w)
	t.trace(ctx, s.S, "=~", p.S)
	re, err := sh.regexes.Compile(p.S, regex.Options{Syntax: regex.ERE, ICase: sh.shopt(shoptNocasematch)})
	if err != nil {
		t.err, t.status = true, 2
		return false
	}
	sh.p.Tick(regexTicks + 4*re.Size()) // whether it was kept or not: what is kept is no state of the machine
	loc, err := re.Match([]byte(s.S), 0, regex.MatchOptions{Tick: func(n int) error { sh.p.Tick(n); return nil }})
	if err != nil {
		t.err, t.status = true, 2
		return false
	}
	v := Var{Attr: AttrArray, Set: true}
	arr := sh.global.edit(&v)
	for i := 0; i+1 < len(loc); i += 2 {
		e := Str{L: s.L}
		if loc[i] >= 0 {
			e.S = s.S[loc[i]:loc[i+1]]
		}
		arr.put(int64(i/2), e)
	}
	sh.global.own()
	sh.global.set("BASH_REMATCH", v)
	return loc != nil
}

// isSet is -v: whether a variable, an element or a positional parameter has a value.
func (sh *Shell) isSet(ctx context.Context, ref string) bool {
	name, index, indexed, ok := splitRef(ref)
	if !ok {
		n, err := parsePositional(ref)
		return err == nil && (n == 0 || n <= len(sh.params))
	}
	v, found := sh.lookup(name)
	if !found {
		return false
	}
	if !indexed {
		_, set := v.Scalar()
		return set
	}
	if index == "@" || index == "*" {
		return v.Arr.Len() > 0 || !v.IsArray() && v.Set
	}
	_, set := sh.lookupElem(name, sh.expandIndex(ctx, name, index))
	return set
}
