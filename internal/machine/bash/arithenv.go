package bash

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/orrery-world/orrery/internal/machine/bash/arith"
	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// errPrinted says that the message has been printed.
var errPrinted = errors.New("error printed")

// arithEnv gives arithmetic the shell's variables. It joins the labels of what it reads.
type arithEnv struct {
	sh  *Shell
	ctx context.Context
	lab tree.Label
}

// arith evaluates the text of an arithmetic command after the expansions in it. An error is printed and gives up the
// command line.
func (sh *Shell) arith(ctx context.Context, src Str) int64 {
	s := sh.dollars(ctx, src.S)
	s.L |= src.L
	return sh.evalText(ctx, s)
}

// arithQuiet evaluates text whose expansions have been made and returns the error.
func (sh *Shell) arithQuiet(ctx context.Context, src Str) (int64, error) {
	v, _, err := sh.evalArith(ctx, src)
	return v, err
}

// evalText evaluates text whose expansions have been made.
func (sh *Shell) evalText(ctx context.Context, s Str) int64 {
	v, _ := sh.arithStr(ctx, s)
	return v
}

// arithStr is evalText that also gives the label of the result.
func (sh *Shell) arithStr(ctx context.Context, s Str) (int64, tree.Label) {
	if n, ok := smallInt(s.S); ok {
		return n, s.L.Derive()
	}
	v, l, err := sh.evalArith(ctx, s)
	if err != nil {
		if err != errPrinted {
			sh.errf("%s", err.Error())
		}
		sh.discard(1)
	}
	return v, l
}

// smallInt reads a plain decimal number.
func smallInt(s string) (int64, bool) {
	if len(s) == 0 || len(s) > 17 || s[0] == '0' && len(s) > 1 {
		return 0, false
	}
	var v int64
	for i := 0; i < len(s); i++ {
		c := s[i] - '0'
		if c > 9 {
			return 0, false
		}
		v = v*10 + int64(c)
	}
	return v, true
}

// evalArith evaluates text and returns the label of the result too.
func (sh *Shell) evalArith(ctx context.Context, text Str) (int64, tree.Label, error) {
	sh.p.Tick(1 + len(text.S)/16)
	if sh.nested++; sh.nested > arith.MaxRecursion {
		sh.nested--
		return 0, text.L, &arith.Error{Expr: text.S, Msg: "expression recursion level exceeded", Token: text.S}
	}
	defer func() { sh.nested-- }()
	e := arithEnv{sh: sh, ctx: ctx, lab: text.L}
	if sh.dash {
		v, err := e.evalDash(text.S)
		return v, e.lab.Derive(), err
	}
	v, err := arith.Eval(text.S, &e)
	return v, e.lab.Derive(), err
}

// Get returns the value of a variable or an element.
func (e *arithEnv) Get(name, index string, hasIndex bool) (string, error) {
	v, ok := e.sh.lookup(name)
	var s Str
	set := false
	switch {
	case !ok:
	case !hasIndex:
		s, set = v.Scalar()
	case v.Attr&AttrAssoc != 0:
		s, set = v.Arr.GetKey(index)
	default:
		i, _ := strconv.ParseInt(index, 10, 64)
		if i < 0 {
			if i += lastIndex(&v) + 1; i < 0 {
				e.sh.errf("%s: bad array subscript", name)
				return "", nil
			}
		}
		if v.Attr&AttrArray != 0 {
			s, set = v.Arr.Get(i)
		} else if i == 0 {
			s, set = v.Scalar()
		}
	}
	if e.sh.dash {
		e.checkDash(s.S)
	} else if !set && e.sh.option(optNounset) && (!ok || !v.IsArray() || v.Arr.Len() == 0) {
		e.sh.errf("%s: unbound variable", name)
		e.sh.fatal(1)
	}
	e.lab |= s.L
	return s.S, nil
}

// Set stores the result of an assignment.
func (e *arithEnv) Set(name, index string, hasIndex bool, value int64) error {
	s := Str{S: strconv.FormatInt(value, 10), L: e.lab.Derive()}
	if hasIndex {
		return e.quiet(e.sh.setElem(name, index, s))
	}
	return e.quiet(e.sh.setVar(name, s))
}

// quiet turns an error that has been printed into one that is not printed again.
func (e *arithEnv) quiet(err error) error {
	if err != nil {
		return errPrinted
	}
	return nil
}

// Index evaluates a subscript: to a number, or to the key of an associative array.
func (e *arithEnv) Index(name, raw string, assign bool) (string, error) {
	if v, ok := e.sh.lookup(name); ok && v.Attr&AttrAssoc != 0 {
		key := e.sh.expandIndex(e.ctx, name, raw)
		if key == "" {
			e.badIndex(name)
		}
		return key, nil
	}
	if raw == "" {
		e.badIndex(name)
		return "0", nil
	}
	v, l, err := e.sh.evalArith(e.ctx, e.sh.dollars(e.ctx, raw))
	e.lab |= l
	return strconv.FormatInt(v, 10), err
}

// badIndex reports an empty subscript, as often as bash does.
func (e *arithEnv) badIndex(name string) {
	for range 2 {
		e.sh.errf("%s[]: bad array subscript", name)
	}
}

// Tick counts work.
func (e *arithEnv) Tick(n int) error {
	e.sh.p.Tick(n)
	return nil
}

// expandIndex makes of the text of a subscript what setElem takes: the key of an associative array, or the text with its
// expansions made, to be evaluated.
func (sh *Shell) expandIndex(ctx context.Context, name, raw string) string {
	v, ok := sh.lookup(name)
	sh.indexL = sh.label
	if !ok || v.Attr&AttrAssoc == 0 {
		s := sh.dollars(ctx, raw)
		sh.indexL |= s.L
		return s.S
	}
	if !strings.ContainsAny(raw, "$`\\'\"~") {
		return raw
	}
	parts, unit := sh.parseWord(raw)
	b := sh.newBuild(ctx)
	b.within(unit, func() { b.word(parts) })
	s := b.str()
	sh.indexL |= s.L
	return s.S
}

// dollars makes the expansions in the text of an expression; double quotes go.
func (sh *Shell) dollars(ctx context.Context, text string) Str {
	if !strings.ContainsAny(text, "$`\\\"") {
		return Str{S: text}
	}
	if s, ok := sh.simpleDollars(text); ok {
		return s
	}
	parts, unit := sh.parseDocument(text)
	b := sh.newBuild(ctx)
	b.doc = true
	var s Str
	b.within(unit, func() { s = b.arithParts(parts) })
	return s
}

// simpleDollars replaces $name and ${name} in a text that has no other expansions; false when it has.
func (sh *Shell) simpleDollars(text string) (out Str, ok bool) {
	if strings.ContainsAny(text, "`\\\"") {
		return Str{}, false
	}
	var sb strings.Builder
	for {
		i := strings.IndexByte(text, '$')
		if i < 0 {
			sb.WriteString(text)
			return Str{S: sb.String(), L: out.L}, true
		}
		sb.WriteString(text[:i])
		end := skipExpansion(text, i)
		name := text[i+1 : end]
		if strings.HasPrefix(name, "{") && strings.HasSuffix(name, "}") {
			name = name[1 : len(name)-1]
		}
		if !validName(name) && !isDigits(name) && name != "#" && name != "?" {
			return Str{}, false
		}
		s, set := sh.scalar(name)
		if !set && sh.option(optNounset) {
			return Str{}, false
		}
		out.L |= s.L
		sb.WriteString(s.S)
		text = text[end:]
	}
}

// arithParts expands the parts of an expression's text.
func (b *build) arithParts(parts []syntax.WordPart) Str {
	c := b.sub()
	c.braced, c.around = true, parts
	for _, p := range parts {
		if l, ok := p.(*syntax.Lit); ok && b.doc {
			c.quotedLit(strings.ReplaceAll(l.Value, `"`, ""))
			continue
		}
		c.quotedPart(p)
	}
	return c.str()
}

// indexText expands the text of a subscript, an offset or an expression that the parser has left as a word.
func (b *build) indexText(x syntax.ArithmExpr) Str {
	w, ok := x.(*syntax.Word)
	if !ok || len(w.Parts) == 0 {
		return Str{L: b.sh.label}
	}
	if len(w.Parts) == 1 {
		switch p := w.Parts[0].(type) {
		case *syntax.Lit:
			if strings.IndexByte(p.Value, '"') < 0 && strings.IndexByte(p.Value, '\\') < 0 {
				return Str{S: p.Value, L: b.sh.label}
			}
		case *syntax.ParamExp:
			if s, ok := b.sh.fastParam(p); ok {
				return s
			}
		}
	}
	return b.arithParts(w.Parts)
}

// rawIndex is the text of a subscript as written.
func (b *build) rawIndex(x syntax.ArithmExpr) string {
	w, ok := x.(*syntax.Word)
	if !ok || len(w.Parts) == 0 {
		return ""
	}
	if len(w.Parts) == 1 {
		if l, ok := w.Parts[0].(*syntax.Lit); ok {
			return l.Value
		}
	}
	return b.source(w)
}

// within runs f with sh.unit set to the unit that a text of its own was parsed to, if any.
func (b *build) within(unit *parse.Unit, f func()) {
	if unit == nil {
		f()
		return
	}
	keep := b.sh.unit
	b.sh.unit = unit
	defer func() { b.sh.unit = keep }()
	f()
}

// source is the text of a node.
func (b *build) source(n syntax.Node) string {
	if b.sh.unit == nil {
		return ""
	}
	return b.sh.unit.Text(n)
}

// arithmetic expands $((...)).
func (b *build) arithmetic(p *syntax.ArithmExp) Str {
	v, l := b.sh.arithStr(b.ctx, b.indexText(p.X))
	return Str{S: strconv.FormatInt(v, 10), L: l}
}

// arithText2 makes the expansions in the text of an arithmetic command.
func (sh *Shell) arithText2(ctx context.Context, x syntax.ArithmExpr) Str {
	if x == nil {
		return Str{}
	}
	return sh.newBuild(ctx).indexText(x)
}
