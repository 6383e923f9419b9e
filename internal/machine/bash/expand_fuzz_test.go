package bash

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// FuzzExpand runs words through a whole shell: whatever they are, the shell ends by itself or by a budget, twice with the
// same output and the same use.
func FuzzExpand(f *testing.F) {
	for _, s := range []string{`a "b" 'c' $x ${x:-d}`, `${x//a/[&]} "${a[@]:1:2}"`, `{a,b}{1..3} ~ *.txt`, `$((x++)) $(echo q) ` + "`echo b`",
		`${!x} ${!x*} ${!a[@]} ${#x} "${x@Q}" ${x@A}`, `$'\x41\u00e9' "$*" $@ ${x:?e}`, `@(a|b)*!(c) [[:alpha:]] [!a-z]`,
		`${x^^[a-c]} ${x#*b} ${x%%c*} ${x/#a/b}`, `"${x:-"a $(echo "b")"}" ${x:-'q'}`, `${a[x=1]} ${m[k]} $[1+1]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 300 {
			return
		}
		run := func() (string, kern.Used) {
			k, cwd := expandMachine(t, kern.Options{Limits: kern.Limits{Steps: 300_000, Memory: 4 << 20}})
			out, _, err := runIn(k, cwd, "shopt -s extglob\nx=abc; a=(p 'q r' s); declare -A m=([k]=v); argv "+s)
			var b *kern.BudgetError
			if err != nil && !errors.As(err, &b) {
				t.Fatalf("%q: %v", s, err)
			}
			return out, k.Used()
		}
		out, used := run()
		again, used2 := run()
		if out != again || used.Steps != used2.Steps || used.Memory != used2.Memory {
			t.Errorf("%q: %q %+v, then %q %+v", s, out, used, again, used2)
		}
	})
}

// FuzzPattern compares the matcher with one that tries everything.
func FuzzPattern(f *testing.F) {
	for _, s := range [][2]string{{"a*b", "aXb"}, {"[a-c]?", "bz"}, {"@(a|b)c", "bc"}, {"!(a*)b", "cb"}, {"*(a|b)+(c)", "abcc"}, {"[!]]", "x"},
		{`\*[[:digit:]]`, "*1"}, {"é?", "éé"}, {"?(a|)b*(?)", "b"}, {"+(!(a))", "ab"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, s string) {
		if len(pattern) > 12 || len(s) > 7 {
			return
		}
		k, cwd := expandMachine(t, kern.Options{})
		p := k.NewProc(kern.Template{Args: []string{"bash"}, Cwd: cwd, Env: []kern.EnvVar{{Name: "LANG", Value: "C.UTF-8"}}})
		_, err := k.Run(context.Background(), p, func(_ context.Context, p *kern.Proc) int {
			sh := New(p, Config{})
			m := sh.compileExt(pattern, false, true)
			if got, want := m.match(s), slowMatch(m, s); got != want {
				t.Errorf("%q on %q: %v, want %v", pattern, s, got, want)
			}
			if n, ok := m.longest(s, 0); ok != slowPrefix(m, s, n) {
				t.Errorf("%q at the beginning of %q: %d %v", pattern, s, n, ok)
			}
			return 0
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func slowMatch(m *matcher, s string) bool {
	if m.plain {
		return m.text == s
	}
	return slowSeq(m, m.toks, s)
}

// slowPrefix says whether s[:n] matches.
func slowPrefix(m *matcher, s string, n int) bool {
	return n <= len(s) && slowMatch(m, s[:n]) || m.plain && strings.HasPrefix(s, m.text)
}

func slowSeq(m *matcher, toks []token, s string) bool {
	if len(toks) == 0 {
		return s == ""
	}
	t, rest := &toks[0], toks[1:]
	switch t.kind {
	case tokStar, tokGroup:
		for i := 0; ; {
			if (t.kind == tokStar || slowGroup(m, t, s[:i])) && slowSeq(m, rest, s[i:]) {
				return true
			}
			if i == len(s) {
				return false
			}
			_, n := runeAt(s, i)
			i += n
		}
	}
	if s == "" {
		return false
	}
	r, n := runeAt(s, 0)
	return m.one(t, r) && slowSeq(m, rest, s[n:])
}

// slowGroup says whether a group matches the whole of s.
func slowGroup(m *matcher, t *token, s string) bool {
	once := func(s string) bool {
		for _, a := range t.alts {
			if slowSeq(m, a, s) {
				return true
			}
		}
		return false
	}
	switch t.op {
	case '!':
		return !once(s)
	case '@':
		return once(s)
	case '?':
		return s == "" || once(s)
	}
	if s == "" {
		return t.op == '*' || once("")
	}
	for i := 1; i <= len(s); i++ {
		if once(s[:i]) && (i == len(s) || slowGroup(m, &token{kind: tokGroup, group: &group{op: '+', alts: t.alts}}, s[i:])) {
			return true
		}
	}
	return false
}
