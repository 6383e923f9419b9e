package bash

import (
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// callWords returns the words of a unit that is one simple command.
func callWords(u *parse.Unit) []*syntax.Word { return u.Stmts[0].Cmd.(*syntax.CallExpr).Args }

// labelFile makes an empty file whose name is imagined.
func labelFile(t *testing.T, p *kern.Proc, name string) {
	t.Helper()
	p.SetLabel(tree.Imagined)
	fd, err := p.Open(name, kern.WriteOnly|kern.Creat, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	_ = p.Close(fd)
	p.SetLabel(0)
}

// labelShell returns a shell with variables of several labels.
func labelShell(p *kern.Proc, script tree.Label) *Shell {
	sh := New(p, Config{})
	sh.label = script
	for name, s := range map[string]Str{"im": {"imag", tree.Imagined}, "rec": {"rec", tree.Recorded}, "two": {"a b", tree.Imagined},
		"n": {"0", tree.Imagined}, "z": {"3", 0}, "HOME": {"/h", tree.Recorded}, "ref": {"im", tree.Recorded}} {
		_ = sh.setVar(name, s)
	}
	sh.params = []Str{{"p", tree.Imagined}, {"q", tree.Recorded}}
	_ = sh.setElem("a", "0", Str{"x", tree.Recorded})
	_ = sh.setElem("a", "1", Str{"y", tree.Imagined})
	_ = sh.setVarAttrs("m", func(v *Var) { v.Attr |= AttrAssoc; v.Set = true })
	_ = sh.setElem("m", "k", Str{"v", tree.Imagined})
	return sh
}
