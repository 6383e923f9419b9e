package parse

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// unitTexts reads everything and returns the source of each unit's statements.
func unitTexts(t *testing.T, p *Parser) []string {
	t.Helper()
	var out []string
	for {
		u, err := p.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			out = append(out, "error")
			continue
		}
		var parts []string
		for _, s := range u.Stmts {
			parts = append(parts, u.Format(s))
		}
		out = append(out, strings.Join(parts, " / "))
	}
}

func TestUnitsAreLines(t *testing.T) {
	src := "a; b\n\n# c\nif d; then\n e\nfi; f\ng <<E\nx\nE\nh |\ni\n"
	want := []string{"a / b", "", "", "if d; then\n    e;\nfi / f", "g <<E\nx\nE\n", "h | i"}
	if got := unitTexts(t, New(src, Options{})); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLinesAreAskedForWhenNeeded(t *testing.T) {
	lines := []string{"a\n", "b &&\n", "c\n", "d\n"}
	asked := 0
	p := NewLines(func(more bool) (string, Input) {
		if asked >= len(lines) {
			return "", End
		}
		if wantMore := asked == 2; more != wantMore {
			t.Errorf("line %d: more = %v", asked, more)
		}
		asked++
		return lines[asked-1], Line
	}, Options{Mode: Stdin})
	for i, want := range []int{1, 3, 4} {
		if _, err := p.Next(); err != nil || asked != want {
			t.Errorf("unit %d: asked for %d lines, want %d (%v)", i, asked, want, err)
		}
	}
	if p.LineNo() != 4 {
		t.Errorf("line %d", p.LineNo())
	}
}

func TestWaitStartsTheCommandAnew(t *testing.T) {
	var lines []string
	p := NewLines(func(bool) (string, Input) {
		if len(lines) == 0 {
			return "", Wait
		}
		s := lines[0]
		lines = lines[1:]
		return s, Line
	}, Options{Mode: Interactive})
	lines = []string{"if a\n", "then b\n"}
	if _, err := p.Next(); !errors.Is(err, ErrWait) {
		t.Fatalf("got %v", err)
	}
	lines = []string{"fi\n"}
	u, err := p.Next()
	if err != nil || len(u.Stmts) != 1 || u.Lines != 3 || u.Raw != "if a\nthen b\nfi\n" || u.Line != 1 {
		t.Fatalf("got %+v, %v", u, err)
	}
	lines = []string{"(\n", ")\n", "c\n"}
	_, err = p.Next()
	var se *SyntaxError
	if !errors.As(err, &se) || se.Error() != "bash: syntax error near unexpected token `)'" {
		t.Fatalf("got %v", err)
	}
	if u, err := p.Next(); err != nil || u.Text(u.Stmts[0]) != "c" {
		t.Fatalf("got %v after an error", err)
	}
}

// The expected units were found with bash -O expand_aliases and the aliases
// defined on a line before.
func TestAliases(t *testing.T) {
	aliases := map[string]string{
		"ll": "ls -l", "ls": "ls --color", "s": "sudo ", "e": "echo ", "loop": "loop x", "p": "| cat", "b": "{ echo;",
		"two": "echo 1; echo 2", "nl": "echo 1\necho 2", "if2": "if", "x": "y", "y": "x", "empty": "", "q": "echo 'a",
	}
	for _, c := range []struct{ in, want string }{
		{"ll a", "ls --color -l a"}, {"s ll ll", "sudo ls --color -l ll"}, {"s empty ll", "sudo ll"}, {"e e ll", "echo echo ls --color -l"},
		{"loop", "loop x"}, {"echo ll", "echo ll"}, {"\\ll", "\\ll"}, {"'ll'", "'ll'"}, {"a=1 ll", "a=1 ls --color -l"},
		{"b }", "{ echo; }"}, {"two", "echo 1 / echo 2"}, {"a; ll; ll", "a / ls --color -l / ls --color -l"},
		{"nl", "echo 1|echo 2"}, {"if2 c; then d; fi", "if c; then\n    d;\nfi"}, {"x", "x"}, {"empty ll", "ls --color -l"},
		{"q b'", "echo 'a b'"}, {"$(ll)", "$(ls --color -l)"}, {">f ll", "ls --color -l > f"}, {"ll() { :; }", "error"},
		{"for ll in ll; do ll; done", "for ll in ll;\ndo\n    ls --color -l;\ndone"},
		{"case ll in ll) ll;; esac", "case ll in \n    ll)\n        ls --color -l\n    ;;\nesac"},
	} {
		p := New(c.in+"\n", Options{Alias: func(n string) (string, bool) { s, ok := aliases[n]; return s, ok }})
		if got := strings.Join(unitTexts(t, p), "|"); got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
}

func TestAliasTextIsBounded(t *testing.T) {
	p := New("a0\n", Options{Alias: func(n string) (string, bool) { return n + "x " + n + "x ", true }})
	var se *SyntaxError
	if _, err := p.Next(); !errors.As(err, &se) {
		t.Errorf("got %v, want a *SyntaxError", err)
	}
}

func TestNestingIsBounded(t *testing.T) {
	for _, piece := range []string{"(", "{ ", "$(", "\"$(", "${a:-", "if ", "[[ ( ", "! ", "a=(", "<(", "$((", "a[$(", "f() { ", "while ", "time "} {
		p := New(strings.Repeat(piece, 100000), Options{ExtGlob: true})
		var se *SyntaxError
		if _, err := p.Next(); !errors.As(err, &se) {
			t.Errorf("%q: got %v, want a *SyntaxError", piece, err)
		}
	}
}

func TestTickEndsReading(t *testing.T) {
	full := errors.New("budget")
	left := 10000
	p := New("((((((((((("+strings.Repeat("a ", 2000)+")))))))))) )\n", Options{Tick: func(n int) error {
		if left -= n; left < 0 {
			return full
		}
		return nil
	}})
	if _, err := p.Next(); err != full {
		t.Errorf("got %v", err)
	}
	if _, err := p.Next(); err != io.EOF {
		t.Errorf("then %v", err)
	}
}

func TestDiscardGoesOn(t *testing.T) {
	want := []string{"a", "error", "d"}
	if got := unitTexts(t, New("a\nb=(1 & 2); c\nd\n", Options{})); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestUnitTexts(t *testing.T) {
	u, err := New("x[1]+= y=$(( a + \\\nb )) cat <<-E \"${a b}\" `c \\`d\\``\n\t$z\n\tE\n", Options{FirstLine: 7}).Next()
	if err != nil {
		t.Fatal(err)
	}
	call := u.Stmts[0].Cmd.(*syntax.CallExpr)
	arith := call.Assigns[1].Value.Parts[0].(*syntax.ArithmExp)
	bad := call.Args[1].Parts[0].(*syntax.DblQuoted).Parts[0].(*syntax.ParamExp)
	subst := call.Args[2].Parts[0].(*syntax.CmdSubst)
	badText, _ := BadSubst(bad)
	subText, _ := u.Backquoted(subst)
	for _, c := range []struct{ got, want string }{
		{u.Text(call.Assigns[0]), "x[1]+="}, {u.Text(call.Assigns[1]), "y=$(( a + b ))"}, {u.ArithSource(arith), " a + b "},
		{u.HereDoc(u.Stmts[0].Redirs[0]), "$z\n"}, {badText, "${a b}"}, {subText, "c `d`"}, {u.Text(call.Args[0]), "cat"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	if l := call.Args[0].Pos().Line(); l != 8 || u.Line != 7 || u.Lines != 4 {
		t.Errorf("cat in line %d, unit of %d lines from line %d", l, u.Lines, u.Line)
	}
}

// The lines are those in the messages of bash for a script of these commands.
func TestLinesOfStatements(t *testing.T) {
	src := "a \"\n\"\nb x \"\n\"\nc=1 d \"\n\"\n>e f \"\n\"\ncat <<E; g\nx\nE\nh <<E\nE\n[[ i -eq \"\nj\" ]]\nk \\\nl\n"
	want := []uint{2, 3, 5, 7, 9, 11, 12, 15, 17}
	p := New(src, Options{})
	var got []uint
	for {
		u, err := p.Next()
		if err != nil {
			break
		}
		for _, s := range u.Stmts {
			got = append(got, s.Pos().Line())
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	u, err := New("echo $(a; if b; then c; fi\n\n\nd)\n", Options{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	cs := u.Stmts[0].Cmd.(*syntax.CallExpr).Args[1].Parts[0].(*syntax.CmdSubst)
	then := cs.Stmts[1].Cmd.(*syntax.IfClause).Then[0]
	for i, c := range []struct {
		s    *syntax.Stmt
		want int
	}{{cs.Stmts[0], 0}, {cs.Stmts[1], 0}, {then, 1}, {cs.Stmts[2], 3}} {
		if got := u.SubstLine(cs.Stmts, c.s); got != c.want {
			t.Errorf("%d: line %d, want %d", i, got, c.want)
		}
	}
}

func TestCacheRepeats(t *testing.T) {
	var c Cache
	src := "a\necho @(b)\n)\n"
	read := func(glob bool) string {
		p := c.Parser(src, Options{})
		_, err := p.Next()
		if err != nil {
			t.Fatal(err)
		}
		p.SetExtGlob(glob)
		return strings.Join(unitTexts(t, p), "|")
	}
	for i, want := range []struct {
		glob bool
		text string
	}{{true, "echo @(b)|error"}, {true, "echo @(b)|error"}, {false, "error"}, {true, "echo @(b)|error"}} {
		if got := read(want.glob); got != want.text {
			t.Errorf("%d: got %q, want %q", i, got, want.text)
		}
	}
	if len(c.texts) != 1 {
		t.Errorf("%d texts kept", len(c.texts))
	}
}

func TestDecodeAnsi(t *testing.T) {
	// printf %s $'...' in bash, for each of the texts.
	for in, want := range map[string]string{
		`a\tb\n`: "a\tb\n", `\x41\101\u00e9\U1F600`: "AA\u00e9\U0001F600", `\'\"\\\?`: `'"\?`, `\q\z`: `\q\z`, `\ca\c?\e\E`: "\x01\x7f\x1b\x1b",
		`a\0b`: "a", `\x`: `\x`, `\u`: `\u`, `\x{41}b`: "Ab", `\1234`: "S4", `\400`: "",
	} {
		if got := DecodeAnsi(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"a | b && c; d &", "if a; then b; fi", "cat <<E\n$(x\nE\n", "[[ a =~ (b) ]]", "a=([b]=c d)", "$(( (1) + `2` ))", "((a) | b)",
		"f() { case a in b|c) d;; esac; }", "echo \"${x:-'a'}\" $'\\x41' <(b)", "for ((;;)); do :; done", "a\\\nb", "((a)\n", "coproc x { y; }",
	} {
		f.Add(s, false, true)
		f.Add(s, true, false)
	}
	f.Fuzz(func(t *testing.T, src string, dash, glob bool) {
		aliases := map[string]string{"a": "b ", "b": "if", "c": "x\ny", "d": "'"}
		opt := Options{Dash: dash, ExtGlob: glob, MaxDepth: 200}
		if len(src)%2 == 0 {
			opt.Alias = func(n string) (string, bool) { s, ok := aliases[n]; return s, ok }
		}
		p := New(src, opt)
		for n := 0; ; n++ {
			u, err := p.Next()
			if err == io.EOF {
				return
			}
			if n > len(src)*3+10 {
				t.Fatal("no end")
			}
			var se *SyntaxError
			if errors.As(err, &se) {
				_ = se.Error()
				continue
			}
			for _, s := range u.Stmts {
				_ = u.Format(s)
				syntax.Walk(s, func(syntax.Node) bool { return true })
				if fd, ok := s.Cmd.(*syntax.FuncDecl); ok {
					_ = u.FormatFunction(fd)
				}
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for name, src := range map[string]string{
		"echo": "echo hi\n",
		"if":   "if [ -f \"$x\" ]; then echo \"$x: ${y:-none}\" >> out; else for i in 1 2 3; do a=$((i + 1)); done; fi\n",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				if _, err := New(src, Options{}).Next(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestBadSubst(t *testing.T) {
	verdict := func(text string) string {
		u, err := New(": "+text, Options{}).Next()
		if err != nil {
			return err.Error()
		}
		out := "ok"
		syntax.Walk(u.Stmts[0], func(n syntax.Node) bool {
			if pe, is := n.(*syntax.ParamExp); is {
				if _, bad := BadSubst(pe); bad {
					out = "bad"
				}
			}
			return true
		})
		return out
	}
	readCases(t, "testdata/badsubst.jsonl", func(line []byte) {
		var c struct{ In, Want string }
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		if got := verdict(`"`+c.In+`"`) + " " + verdict(c.In); got != c.Want {
			t.Errorf("%s: got %s, want %s", c.In, got, c.Want)
		}
	})
}
