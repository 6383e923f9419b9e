package bash

import (
	"context"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// benchWords expands the words of a command again and again.
func benchWords(b *testing.B, text string) {
	u, err := parse.New(text, parse.Options{ExtGlob: true}).Next()
	if err != nil {
		b.Fatal(err)
	}
	words := u.Stmts[0].Cmd.(*syntax.CallExpr).Args
	k, cwd := expandMachine(b, kern.Options{Limits: kern.Limits{Steps: 1 << 60}})
	p := k.NewProc(kern.Template{Args: []string{"bash"}, Cwd: cwd, Env: []kern.EnvVar{{Name: "HOME", Value: "/home/user"}, {Name: "LANG", Value: "C.UTF-8"}}})
	_, err = k.Run(context.Background(), p, func(ctx context.Context, p *kern.Proc) int {
		sh := New(p, Config{})
		sh.unit = u
		_ = sh.setVar("x", Str{S: "value"})
		_ = sh.setVar("s", Str{S: "a b c", L: tree.Imagined})
		_ = sh.setVar("path", Str{S: "/usr/share/doc/file.txt"})
		_ = sh.setVar("n", Str{S: "41"})
		b.ReportAllocs()
		for b.Loop() {
			sh.fields(ctx, words)
		}
		return 0
	})
	if err != nil {
		b.Fatal(err)
	}
}

func BenchmarkLiteral(b *testing.B)  { benchWords(b, "literal") }
func BenchmarkThree(b *testing.B)    { benchWords(b, "echo hello world") }
func BenchmarkParam(b *testing.B)    { benchWords(b, "$x") }
func BenchmarkQuoted(b *testing.B)   { benchWords(b, `"$x"`) }
func BenchmarkMixed(b *testing.B)    { benchWords(b, `a"$x"b`) }
func BenchmarkSplit(b *testing.B)    { benchWords(b, "$s") }
func BenchmarkTrim(b *testing.B)     { benchWords(b, "${path##*/}") }
func BenchmarkReplace(b *testing.B)  { benchWords(b, "${path//\\//-}") }
func BenchmarkArith(b *testing.B)    { benchWords(b, "$((n+1))") }
func BenchmarkArithVar(b *testing.B) { benchWords(b, "$(($n+1))") }
func BenchmarkBrace(b *testing.B)    { benchWords(b, "{1..10}") }
func BenchmarkGlob(b *testing.B)     { benchWords(b, "*.txt") }
