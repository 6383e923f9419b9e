package regex

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
)

var errBudget = errors.New("budget")

// budget returns options that end a match after limit steps, and the counter.
func budget(limit int) (MatchOptions, *int) {
	n := new(int)
	return MatchOptions{Tick: func(k int) error {
		if k <= 0 {
			return fmt.Errorf("a tick of %d steps", k)
		}
		if *n += k; *n > limit {
			return errBudget
		}
		return nil
	}}, n
}

// TestBudget runs patterns that are slow for backtracking engines: they end
// in time, or at the same step in every run, whatever the caches hold.
func TestBudget(t *testing.T) {
	a := strings.Repeat("a", 3000)
	for _, c := range []struct {
		pattern, text string
		stops         bool
	}{
		{"(a*)*b", a, false},
		{"(a|a|aa)*c", a, false},
		{"(x+x+)+y", strings.Repeat("x", 3000), false},
		{"(.*)(.*)(.*)(.*)(.*)z", a, false},
		{"[ab]*a[ab]{12}c", strings.Repeat("abbab", 2000), false},
		{"(a*)(a*)(a*)(a*)\\1\\2\\3\\4b?c|(a)", a, true},
		{"^(a*)(a*)(a*)\\1\\2\\3b$", a + "ab", true},
	} {
		re, err := Compile(c.pattern, Options{Syntax: ERE})
		if err != nil {
			t.Fatal(err)
		}
		var first int
		for run := range 4 {
			opt, n := budget(3_000_000)
			_, err := re.Match([]byte(c.text), 0, opt)
			if errors.Is(err, errBudget) != c.stops || err != nil && !c.stops {
				t.Errorf("%s: error %v after %d steps", c.pattern, err, *n)
			}
			if run == 0 {
				first = *n
			} else if *n != first {
				t.Errorf("%s: %d steps, then %d", c.pattern, first, *n)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	for _, p := range []string{
		strings.Repeat("(", 5000) + strings.Repeat(")", 5000),
		"((a{1000}){1000}){1000}",
		"a" + strings.Repeat("{2}", 40),
		"(((((a{99}){99}){99}){99}){99}){99}",
		"a" + strings.Repeat("?", 5000),
	} {
		if _, err := Compile(p, Options{Syntax: ERE}); err == nil || err.Error() != "Regular expression too big" {
			t.Errorf("%.20s: error %v", p, err)
		}
	}
	if _, err := Compile(strings.Repeat("(", 5000)+"a", Options{Syntax: AWK}); err == nil {
		t.Error("mawk: deep nesting is accepted")
	}
	if _, err := Compile("a{32767}", Options{Syntax: ERE}); err != nil {
		t.Error(err)
	}
	re, err := Compile("(a{1000})b?", Options{Syntax: ERE})
	if err != nil {
		t.Fatal(err)
	}
	if loc, err := re.Match(bytes.Repeat([]byte("a"), 2000), 0, MatchOptions{}); err != nil || loc[3] != 1000 {
		t.Errorf("(a{1000}): %v %v", loc, err)
	}
}

// TestCharacters checks encodings. The expectations for UTF-8 are those of
// LC_ALL=C.UTF-8 sed -E, for bytes those of LC_ALL=C.
func TestCharacters(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		bytes         bool
		want          string
	}{
		{".", "é", false, "[0 2]"},
		{".", "é", true, "[0 1]"},
		{".", "\xff", false, "[]"},
		{"[^a]", "\xff", false, "[]"},
		{"\\W", "\xc3", false, "[]"},
		{"\xff", "a\xffb", false, "[1 2]"},
		{"[\xff]", "a\xffb", false, "[]"},
		{"a.b", "a\xffb", false, "[]"},
		{"a.b", "a\xffb", true, "[0 3]"},
		{"[^a]", "a\xff", true, "[1 2]"},
		{"[\xe0-\xff]", "a\xe9", true, "[1 2]"},
		{"\\w", "\xe9", true, "[]"},
		{"a.b", "a\x00b", false, "[0 3]"},
		{"(é|ü)+", "xéüé", false, "[1 7 5 7]"},
		{"\\bé", "aé é", false, "[4 6]"},
		{"[[:alpha:]]+", "1日本2", false, "[1 7]"},
		{"[[:punct:]]", "a«", false, "[1 3]"},
		{"日.語", "日本語", false, "[0 9]"},
		{"x*", "日x", false, "[0 0]"},
	} {
		re, err := Compile(c.pattern, Options{Syntax: ERE, Bytes: c.bytes})
		if err != nil {
			t.Fatal(err)
		}
		loc, err := re.Match([]byte(c.text), 0, MatchOptions{})
		if got := fmt.Sprint(loc); got != c.want || err != nil {
			t.Errorf("%q on %q (bytes %v): %s %v, want %s", c.pattern, c.text, c.bytes, got, err, c.want)
		}
	}
}

func TestMatchOptions(t *testing.T) {
	for _, c := range []struct {
		pattern, text  string
		from           int
		notBOL, notEOL bool
		newline        bool
		want           string
	}{
		{"^a", "aa", 0, false, false, false, "[0 1]"},
		{"^a", "aa", 1, false, false, false, "[]"},
		{"^a", "aa", 0, true, false, false, "[]"},
		{"\\`a", "aa", 0, true, false, false, "[0 1]"},
		{"a$", "aa", 0, false, true, false, "[]"},
		{"a\\'", "aa", 0, false, true, false, "[1 2]"},
		{"^a", "b\na", 0, false, false, false, "[]"},
		{"^a", "b\na", 0, false, false, true, "[2 3]"},
		{"^a", "b\na", 2, true, false, true, "[2 3]"},
		{"b$", "b\na", 0, false, false, true, "[0 1]"},
		{"b.a", "b\na", 0, false, false, false, "[0 3]"},
		{"b.a", "b\na", 0, false, false, true, "[]"},
		{"b[^x]a", "b\na", 0, false, false, true, "[]"},
		{"\\bb", "ab b", 1, false, false, false, "[3 4]"},
		{"a*", "baa", 1, false, false, false, "[1 3]"},
		{"a", "aaa", 3, false, false, false, "[]"},
		{"a*", "aaa", 3, false, false, false, "[3 3]"},
		{"a*", "aaa", 4, false, false, false, "[]"},
		{"a", "aaa", 4, false, false, false, "[]"},
	} {
		re, err := Compile(c.pattern, Options{Syntax: ERE, Newline: c.newline})
		if err != nil {
			t.Fatal(err)
		}
		opt := MatchOptions{NotBOL: c.notBOL, NotEOL: c.notEOL}
		loc, err := re.Match([]byte(c.text), c.from, opt)
		if got := fmt.Sprint(loc); got != c.want || err != nil {
			t.Errorf("%+v: %s %v", c, got, err)
		}
	}
}

func TestList(t *testing.T) {
	re, err := CompileList([]string{`\(b\)`, `\(a\)x\1`, "a"}, Options{Tool: Grep})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"axa": "[0 3 -1 -1 0 1]", "axb": "[0 1 -1 -1 -1 -1]", "xb": "[1 2 1 2 -1 -1]", "c": "[]",
	} {
		loc, err := re.Match([]byte(text), 0, MatchOptions{})
		if got := fmt.Sprint(loc); got != want || err != nil {
			t.Errorf("%s: %s %v, want %s", text, got, err, want)
		}
	}
	none, err := CompileList(nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := none.Test([]byte(""), 0, MatchOptions{}); ok || err != nil {
		t.Errorf("the empty list matches: %v %v", ok, err)
	}
}

func TestLiteral(t *testing.T) {
	for _, c := range []struct {
		pattern, want string
		exact         bool
	}{
		{"abc", "abc", true}, {"a\\.c", "a.c", true}, {"(abc)", "abc", false}, {"[a]bcd*", "bc", false},
		{"(ab)+", "ab", false}, {"a|b", "", false}, {"x?hello.*yz", "hello", false}, {"^abc", "abc", false},
		{"ab{2}c", "ab", false},
	} {
		re, err := Compile(c.pattern, Options{Syntax: ERE})
		if err != nil {
			t.Fatal(err)
		}
		if text, exact := re.Literal(); string(text) != c.want || exact != c.exact {
			t.Errorf("%s: %q %v", c.pattern, text, exact)
		}
	}
}

// TestShared uses one Regexp from several goroutines.
func TestShared(t *testing.T) {
	re, err := Compile("(a+|b)*c", Options{Syntax: ERE})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			text := strings.Repeat("a", i) + "bc"
			for range 200 {
				loc, err := re.Match([]byte(text), 0, MatchOptions{})
				if err != nil || len(loc) != 4 || loc[1] != i+2 {
					t.Errorf("%q: %v %v", text, loc, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// FuzzMatch checks the promises that hold for any pattern and text.
func FuzzMatch(f *testing.F) {
	for i, c := range allCases() {
		if i%7 == 0 {
			f.Add(c.pattern, strings.Join(c.texts, "\n"), uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, pattern, text string, flags uint8) {
		opt := Options{
			Syntax: Syntax(flags & 3), Tool: Tool(flags >> 2 & 3 % 3), ICase: flags&16 != 0,
			Newline: flags&32 != 0, Bytes: flags&64 != 0, Word: flags&128 != 0,
		}
		if len(pattern) > 100 || len(text) > 200 {
			t.Skip()
		}
		re, err := Compile(pattern, opt)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Error() == "" {
				t.Fatalf("error %v", err)
			}
			return
		}
		limits, steps := budget(200_000)
		loc, err := re.Match([]byte(text), 0, limits)
		again, steps2 := budget(200_000)
		loc2, err2 := re.Match([]byte(text), 0, again)
		if *steps != *steps2 || fmt.Sprint(loc) != fmt.Sprint(loc2) || (err == nil) != (err2 == nil) {
			t.Fatalf("two runs differ: %d %v %v, then %d %v %v", *steps, loc, err, *steps2, loc2, err2)
		}
		if err != nil {
			return
		}
		checkLoc(t, re, text, loc)
	})
}

// checkLoc checks that a result is in order and agrees with the other ways
// to ask.
func checkLoc(t *testing.T, re *Regexp, text string, loc []int) {
	start, end, err := re.Find([]byte(text), 0, MatchOptions{})
	if err != nil || loc == nil != (start < 0) || loc != nil && (start != loc[0] || end != loc[1]) {
		t.Fatalf("Find says %d %d %v, Match %v", start, end, err, loc)
	}
	if ok, err := re.Test([]byte(text), 0, MatchOptions{}); err != nil || loc != nil && !ok {
		t.Fatalf("Test says %v %v, Match %v", ok, err, loc)
	}
	if loc == nil {
		return
	}
	if len(loc) != 2*(re.NumSubexp()+1) {
		t.Fatalf("%d offsets for %d groups", len(loc), re.NumSubexp())
	}
	for i := 0; i < len(loc); i += 2 {
		if loc[i] < 0 && loc[i+1] < 0 && i > 0 {
			continue
		}
		if loc[i] < loc[0] || loc[i] > loc[i+1] || loc[i+1] > loc[1] {
			t.Fatalf("offsets out of order: %v", loc)
		}
	}
	if lit, _ := re.Literal(); !bytes.Contains([]byte(text[loc[0]:loc[1]]), lit) {
		t.Fatalf("the match %q lacks %q", text[loc[0]:loc[1]], lit)
	}
}

func TestCache(t *testing.T) {
	var c Cache
	first, err := c.Compile("a+", Options{Syntax: ERE})
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := c.Compile("a+", Options{Syntax: ERE}); again != first {
		t.Error("the second call compiles again")
	}
	if other, _ := c.Compile("a+", Options{}); other == first {
		t.Error("the options are ignored")
	}
	if _, err := c.Compile("(", Options{Syntax: ERE}); err == nil {
		t.Error("no error for a malformed pattern")
	}
	for i := range 3 * maxCached {
		if _, err := c.Compile(fmt.Sprint(i), Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.res) > maxCached {
		t.Errorf("%d patterns are kept", len(c.res))
	}
	big, err := c.Compile("(ab){1000}", Options{Syntax: ERE})
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := c.Compile("(ab){1000}", Options{Syntax: ERE}); again == big || big.Size() <= maxCachedSize {
		t.Errorf("a pattern of %d instructions is kept", big.Size())
	}
}
