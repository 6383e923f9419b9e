package bash

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// What must end by a budget does so at the same tick every time, soon and without taking the memory first.
func TestExpansionIsBounded(t *testing.T) {
	for _, c := range []struct{ in, budget string }{
		{`: {1..99999999}`, "memory"},
		{`: {1..99999999..-1}x{1..99999}`, "memory"},
		{`: ` + strings.Repeat("{a,b}", 40), "memory"},
		{`: ` + strings.Repeat("{", 100000), "steps"},
		{`x=ab; while :; do x=$x$x; done`, "memory"},
		{`x=ab; while :; do x="${x//a/aa}"; done`, "steps"},
		{`x=ab; while :; do x=${x/b/$x$x}; done`, "memory"},
		{`x=ab; while :; do x="${x@Q}$x"; done`, "memory"},
		{`a=(1 2); while :; do a=("${a[@]}" "${a[@]}"); done`, "memory"},
		{`while :; do : $((1)); done`, "steps"},
		{`set -- a a a a; while :; do set -- $* $*; done`, "memory"},
		{`x='${x@P}'; : "${x@P}"`, "depth"},
		{`x='$(: "${x@P}")'; : "${x@P}"`, "depth"},
	} {
		var first string
		for range 2 {
			start := time.Now()
			k, cwd := expandMachine(t, kern.Options{Limits: kern.Limits{Memory: 4 << 20, Steps: 2_000_000}})
			out, _, err := runIn(k, cwd, c.in)
			var b *kern.BudgetError
			if !errors.As(err, &b) || b.Name != c.budget {
				t.Errorf("%.60s: got %v %.100q, want budget %s", c.in, err, out, c.budget)
			}
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("%.60s: took %v", c.in, d)
			}
			used := fmt.Sprint(k.Used().Steps, k.Used().Memory)
			if first == "" {
				first = used
			}
			if used != first {
				t.Errorf("%.60s: used %s, then %s", c.in, first, used)
			}
		}
	}
}

// Patterns that make a matcher with backtracking run for ever.
func TestPatternsArePolynomial(t *testing.T) {
	a := strings.Repeat("a", 2000)
	for _, c := range []struct {
		pattern, s string
		want       bool
	}{
		{strings.Repeat("*a", 20) + "*b", a, false},
		{"+(+(+(a|aa)|b)|c)d", a[:200], false},
		{"*(*(*(*(a))))", a[:200], true},
		{"!(!(!(a*)*)*)", a[:100], true},
		{"*(a|aa|aaa|aaaa)b", a[:500], false},
		{strings.Repeat("?(a)", 100) + a[:100], a[:150], true},
		{"!(*a*)", a[:300], false},
	} {
		k, cwd := expandMachine(t, kern.Options{Limits: kern.Limits{Steps: 50_000_000}})
		start := time.Now()
		got := false
		p := k.NewProc(kern.Template{Args: []string{"bash"}, Cwd: cwd, Env: []kern.EnvVar{{Name: "LANG", Value: "C.UTF-8"}}})
		_, err := k.Run(context.Background(), p, func(_ context.Context, p *kern.Proc) int {
			sh := New(p, Config{})
			sh.opts.putShopt(shoptExtglob, true)
			got = sh.match(c.pattern, c.s, false)
			return 0
		})
		if err != nil || got != c.want {
			t.Errorf("%.40s on %d bytes: %v %v, want %v", c.pattern, len(c.s), got, err, c.want)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%.40s on %d bytes: %v, %d steps", c.pattern, len(c.s), d, k.Used().Steps)
		}
	}
}

// Every field bears the labels of what it is made of.
func TestExpansionKeepsLabels(t *testing.T) {
	const im, rec, script = tree.Imagined, tree.Recorded, tree.Injected
	for _, c := range []struct {
		in   string
		want []tree.Label
	}{
		{`lit 'q' "d" $'a'`, []tree.Label{script, script, script, script}},
		{`$im "$im" ${im} x$im "x$im$rec"`, []tree.Label{im, im, im, im | script, im | rec | script}},
		{`$two`, []tree.Label{im, im}},
		{`"$@" $*`, []tree.Label{im, rec, im, rec}},
		{`"$*"`, []tree.Label{im | rec}},
		{`${nope:-$im} ${nope:-lit} ${im:+$rec}`, []tree.Label{im, script, rec}},
		{`${im#x} ${im/i/$rec} ${im/$rec/q}`, []tree.Label{im, im | rec | script, im}},
		{`${#im} ${im:0:1} ${im^} ${im@Q}`, []tree.Label{tree.Derived, im | script.Derive(), im, im}},
		{`$((n)) $((n+1)) $(($n)) $((z))`, []tree.Label{script | tree.Derived, script | tree.Derived, tree.Derived, script}},
		{`${a[1]} ${a[@]} "${a[*]}" ${m[k]} ${a[n]}`, []tree.Label{im | script, rec, im, rec | im, im | script, rec | script | tree.Derived}},
		{`$(echo $im) "$(echo "$rec")" $(echo lit)`, []tree.Label{tree.Derived | script, rec | script, script}},
		{`imag* x`, []tree.Label{script | im, script}},
		{`~`, []tree.Label{rec}},
		{`${new:=$im} $new`, []tree.Label{im, im}},
		{`${!ref}`, []tree.Label{im | rec}},
		{`{${im},b}{c,d}`, []tree.Label{im | script, im | script, script, script}},
		{`${im@P} $((y=n))$y`, []tree.Label{im, script | tree.Derived}},
	} {
		u, err := parse.New(": "+c.in, parse.Options{ExtGlob: true}).Next()
		if err != nil {
			t.Fatal(c.in, err)
		}
		k, cwd := expandMachine(t, kern.Options{})
		p := k.NewProc(kern.Template{Args: []string{"bash"}, Cwd: cwd})
		labelFile(t, p, "imagined")
		var got []Field
		var after tree.Label
		_, err = k.Run(context.Background(), p, func(ctx context.Context, p *kern.Proc) int {
			sh := labelShell(p, script)
			sh.unit = u
			got = sh.fields(ctx, callWords(u)[1:])
			after = p.Label()
			return 0
		})
		if err != nil {
			t.Fatal(c.in, err)
		}
		var labels []tree.Label
		for _, f := range got {
			labels = append(labels, f.L)
		}
		if fmt.Sprint(labels) != fmt.Sprint(c.want) {
			t.Errorf("%s: labels %v, want %v (%v)", c.in, labels, c.want, got)
		}
		if after != 0 {
			t.Errorf("%s: process label raised to %v", c.in, after)
		}
	}
}
