package bash

import (
	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"mvdan.cc/sh/v3/syntax"
)

func formatFunc(u *parse.Unit, name string, f *syntax.FuncDecl) string {
	return name + " ()" + u.Text(f.Body)
}
func formatStmt(u *parse.Unit, s *syntax.Stmt) string { return u.Text(s) }
