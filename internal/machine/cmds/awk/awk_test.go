package awk_test

import (
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/awk"
	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

var programs = difftest.Programs{"mawk": awk.Program, "awk": awk.Program}

var files = []difftest.Entry{
	{Name: "in", Content: "a b c\nd e f\n"}, {Name: "num", Content: "1\n2\n3\n"},
	{Name: "para", Content: "a:b\n\nc:d\ne\n\n\n\nf g\n"}, {Name: "xs", Content: "aXbXXcX"}, {Name: "dd/"},
	{Name: "p.awk", Content: "BEGIN{\nprint 1\nx = }\n"}, {Name: "p2.awk", Content: "BEGIN{print 1}\nfoo("},
	{Name: "p3.awk", Content: "#!/usr/bin/awk -f\nBEGIN{print 1}"}, {Name: "lib.awk", Content: "function f(x){return x*2}\n"},
	{Name: "main.awk", Content: "BEGIN{print f(3)}\n"}, {Name: "p4.awk", Content: "BEGIN{print g()}\n"},
	{Name: "p5.awk", Content: "BEGIN{\n\n\nprint \"abc\n}\n"}, {Name: "p6.awk", Content: "BEGIN{\n@}\n"},
	{Name: "p7.awk", Content: "BEGIN{print 1/0; print x[\"a\"] y(; }"}, {Name: "p8.awk"},
	{Name: "log", Content: "10.0.0.1 GET /a 200 12\n10.0.0.2 GET /b 404 0\n10.0.0.1 POST /a 500 7.5\n"},
	{Name: "csv", Content: "id,val\na,10\nb,25\nc,4\n"},
	{Name: "mixed", Content: "10 9\nabc abd\n2 10a\n1e2 99\n0x10 16\n+1 1\n -5 5\nnan 1\n"},
}

func TestPrograms(t *testing.T) {
	for _, args := range difftest.Load(t, "testdata/awk.txt") {
		difftest.Compare(t, programs, &difftest.Case{Args: append([]string{"mawk"}, args...), Files: files, Stdin: "in 1\nin 2\n"})
	}
}

// TestKeyOrder compares the order in which for (k in a) visits arrays that were built, looked at and cut in many ways.
func TestKeyOrder(t *testing.T) {
	for seed := uint32(1); seed <= 60; seed++ {
		prog := "BEGIN{" + strings.Join(arrayOps(seed), ";") + ";for(k in x) print k}"
		difftest.Compare(t, programs, &difftest.Case{Args: []string{"mawk", prog}})
	}
}
