package regex

import (
	"fmt"
	"math/rand"
	"strings"
)

// tools name the ways in which the real programs are asked; see realTools.
const (
	toolGrep  = "grep"  // grep -o
	toolEgrep = "egrep" // grep -oE
	toolGrepI = "grepi" // grep -oiE
	toolGrepW = "grepw" // grep -owE
	toolGrepX = "grepx" // grep -oxE
	toolSed   = "sed"   // sed -n s//<&>/gp
	toolSedE  = "sedE"  // sed -En s//<&>/gp
	toolSedM  = "sedM"  // sed -En s//<&>/Mgp, texts joined by newlines
	toolBash  = "bash"  // [[ =~ ]] and BASH_REMATCH
	toolMawk  = "mawk"  // match()
	toolExpr  = "expr"  // expr TEXT : PATTERN
	toolFind  = "find"  // find -regex ./PATTERN, with texts as file names
)

// testCase is one pattern given to one tool with several texts.
type testCase struct {
	tool, pattern string
	texts         []string
}

// erePatterns lists hand-written extended patterns with the texts that show what
// they do. They go to every tool that reads extended patterns, and most are
// also translated to the basic syntax.
var erePatterns = []struct{ pattern, texts string }{
	{"abc", "abc xabcy ab"}, {"a|ab|abc", "abcd ab xa"}, {"(a|ab)(c|bcd)(d*)", "abcd abd abc"},
	{"(a*)(ab)*(b*)", "abc aabb ba"}, {"x*", "xxx ax a"}, {"(a*)*", "b aa aab"}, {"(a*)+", "b aa ba"},
	{"(a|(b))*", "ba ab bab"}, {"((a)|(b))*", "ba abab c"}, {"(a?)*b", "aab b"}, {"((a?))*", "aab"},
	{"(a|b)?c", "c ac xbc"}, {"(a*){2,3}", "aa aaaa"}, {"(a*|b)*", "aab bba"}, {"(|a)*", "aa b"},
	{"(a|)*", "aa b"}, {"(|a)+", "aa"}, {"(a|)+b", "aab b"}, {"(a){0}b", "ab"}, {"((a)|b){2}", "ab ba aa"},
	{"(a)\\1", "aa ab aaa"}, {"(a*)\\1", "aaaa aaaaa"}, {"(.)(.)\\2\\1", "abba xabbay abab"},
	{"^(.*)-\\1$", "ab-ab ab-ba -"}, {"(a*)(b)?\\1", "aaba"}, {"a{1,2}{2}", "aaaa a"}, {"a{2}{3}", "aaaaaa"},
	{"a**", "aaa"}, {"a+?", "aa"}, {"a?+", "aa b"}, {"*a", "*a a"}, {"a|*b", "*b b"}, {"(*a)", "*a a"},
	{"+a", "+a a"}, {"?a", "?a a"}, {"{1}a", "{1}a 1}a"}, {"^*a", "*a a"}, {"$*", "$ a"}, {"\\b*a", "a"},
	{"a{1", "a{1 a"}, {"a{", "a{"}, {"a{,", "a{,"}, {"{", "{ a"}, {"{1", "{1 1"}, {"a{1a}", "a{1a} a"},
	{"a{x}", "a{x}"}, {"a{1a}{2}", "a{1a}}"}, {"a{}", "a{}"}, {"a{,2}", "aaa"}, {"a{,}", "aaa"},
	{"a{2,1}", "aa"}, {"a{1,2,3}", "a"}, {"a{32768}", "a"}, {"a{99999999999}", "a"}, {"a{1,32768}", "a"},
	{"a{01}", "aa"}, {"a{0}", "b"}, {"a{2,}", "aaaa a"}, {"(ab){2}", "ababab"}, {"a{1,2}*", "aaa"},
	{"()", "a"}, {"a||b", "b a"}, {"a|", "b a"}, {"|a", "a b"}, {"(|a)b", "ab b"}, {"(a||b)", "b a"},
	{"(a", "a"}, {"a)", "a) a"}, {")", ")"}, {"(a))", "a)"}, {"((a)", "a"}, {"(", "("},
	{"[", "["}, {"[^", "^"}, {"[]", "]"}, {"[^]", "]"}, {"[a", "a"}, {"[]a]", "] a b"}, {"[^]a]", "] a b"},
	{"[]-a]", "_ ] a b"}, {"[a-]", "- a b"}, {"[--a]", "- a ."}, {"[a-c-e]", "d"}, {"[b-a]", "a"},
	{"[[:alpha:]]", "a 1 é"}, {"[[:foo:]]", "a"}, {"[[:alpha:]", "a"}, {"[[:alpha", "a"}, {"[[:", ":"},
	{"[[.a.]]", "a b"}, {"[[.-.]]", "- a"}, {"[[.space.]]", "a"}, {"[[.a.]-c]", "b d"}, {"[[.]", "["},
	{"[[.].]]", "] ["}, {"[[=a=]]", "a b"}, {"[[=ab=]]", "a"}, {"[[=]=]]", "] ["}, {"[[=a=]-c]", "a"},
	{"[[:digit:]-z]", "1"}, {"[a-[:digit:]]", "a"}, {"[[]", "["}, {"[a[:digit:]_]+", "a1_b"},
	{"[:alpha:]", "a : x"}, {"[:a]", "a : b"}, {"[::]", ": a"}, {"[.a.]", ". a b"}, {"[^:a:]", "b"},
	{"[é]", "é e"}, {"[^é]", "é e"}, {"[é-ü]", "ê"}, {"[a-é]", "b"}, {"é+", "ééé e"}, {".é.", "aéb éb"},
	{"\\w+", "a_1-b é"}, {"\\W", "a-b é ."}, {"\\s", "a"}, {"\\S+", "a.b"}, {"\\bfoo\\b", "foo a-foo-b foobar"},
	{"\\Boo", "foo oo"}, {"\\<a", "ab ba"}, {"a\\>", "ba ab"}, {"\\`a", "ab ba"}, {"a\\'", "ba ab"},
	{"\\.", ". a"}, {"\\-", "- a"}, {"\\/", "/ a"}, {"\\é", "é e"}, {"\\}", "} a"}, {"\\{", "{ a"},
	{"\\(a\\)", "(a) a"}, {"\\|", "| a"}, {"\\", "a"}, {"a\\", "a"}, {"\\1", "1"}, {"(a)\\2", "aa"},
	{"(a\\1)", "aa"}, {"(a)|\\1", "a"}, {"(a)|b\\1", "b"}, {"a^b", "a^b ab"}, {"a$b", "a$b ab"},
	{"(^a)", "a ba"}, {"(a$)", "a ab"}, {"^a|b$", "ab ba cb"}, {"x|^a", "xa ax"}, {"^^a", "a ^a"}, {"a$$", "a"},
	{"^$", "a"}, {"^", "a"}, {"$", "a"}, {"(^|b)*a", "bba a"}, {"^(a|b)*$", "abab abc"},
	{"[0-9]+(\\.[0-9]+)?", "3.14 42 x1.y"}, {"([a-z]+)=([^,]*)(,|$)", "k=v, a=b key=,"},
	{"(foo|bar|foobar)(baz)?", "foobarbaz foobaz bar"}, {"(a+|b+)+c", "aabbc abc"}, {"(ab|a)(bc)?", "abc"},
	{"[^ab]*", "ccab ab"}, {"a.c", "abc ac aéc"}, {"a.*c", "abcbc ac"}, {".*(b+)", "abbb"}, {"(.*)(b+)", "abbb"},
	{"(a.?b|c)*", "abaxbc"}, {"((a|b)(c|d))+", "acbdad"}, {"(a(b)?)+", "aba ab"}, {"(a(b)*)+", "abba"},
	{"(()|a)+", "aa"}, {"(a{0,1}){2}", "a"}, {"(b*){1,3}c", "bbc c"}, {"(a|b|c){3}", "abcd"},
}

// brePatterns lists basic patterns whose corner cases no translation gives.
var brePatterns = []struct{ pattern, texts string }{
	{"*a", "*a a"}, {"**", "*** a"}, {"^*a", "*a a"}, {"\\(*a\\)", "*a a"}, {"\\(^*a\\)", "*a a"},
	{"a\\|*b", "*b a"}, {"a\\|^*b", "*b a"}, {"\\+a", "+a a"}, {"\\?a", "?a a"}, {"\\{1\\}a", "{1}a"},
	{"\\(\\+a\\)", "+a"}, {"^\\+a", "+a"}, {"^\\{1\\}a", "{1}a"}, {"a\\|\\{1\\}", "{1}"}, {"a**", "aa"},
	{"a\\{1\\}*", "aa"}, {"a*\\?", "aa"}, {"a\\?\\{2\\}", "aa"}, {"a\\{1\\}\\?", "aa"}, {"a\\+*", "aa"},
	{"a*\\{2\\}", "aa"}, {"a\\{1,2\\}\\{3\\}", "aaaaa"}, {"a\\{1", "a"}, {"a\\{1,2", "a"}, {"a\\{1a\\}", "a"},
	{"a\\{\\}", "a"}, {"a\\{,2\\}", "aaa"}, {"a\\{2,1\\}", "a"}, {"a\\{32768\\}", "a"}, {"a^b", "a^b"},
	{"a$b", "a$b"}, {"^^b", "^b"}, {"a$$", "a$"}, {"a^*b", "a^^b"}, {"a$*b", "a$$b"}, {"\\(^a\\)", "a ba"},
	{"\\(a$\\)", "a ab"}, {"x\\(^a\\)", "xa x^a"}, {"$a", "$a"}, {"a\\|", "a b"}, {"\\|a", "a b"},
	{"\\(|a\\)", "|a a"}, {"\\(\\|a\\)", "a b"}, {"a+b", "a+b aab"}, {"a?b", "a?b ab"}, {"(a)", "(a) a"},
	{"a|b", "a|b a"}, {"a{1}", "a{1} a"}, {"\\b*a", "*a a*a"}, {"a\\b*", "a* a"}, {"\\<*", "* a"},
	{"^\\(*\\)", "* a"}, {"\\(^\\)*", "a"}, {"\\(a\\)\\|\\1", "a"}, {"\\(a\\|\\1\\)", "a"}, {"\\)", ")a"},
	{"\\(", "(a"}, {"a\\)", "a)"}, {"\\(\\(a\\)\\)\\2", "aa"}, {"x\\|\\(a\\)\\1", "aa x"}, {"\\}", "}"},
	{"^*\\{2\\}", "** *"}, {"\\(a\\)\\0", "a0"}, {"a\\{01\\}", "a"}, {"\\(ab*\\)*\\1", "abab ababb"},
}

// mawkPatterns shows where mawk differs from everything else.
var mawkPatterns = []struct{ pattern, texts string }{
	{"\\y", "y a"}, {"\\B", "B"}, {"\\w", "w a"}, {"\\x41", "A x41"}, {"\\101", "A"}, {"\\1011", "A1"},
	{"\\8", "8"}, {"\\\\", "\\ a"}, {"\\&", "&"}, {"a\\", "a\\ a"}, {"[\\101]", "A"}, {"[\\x41]", "A x"},
	{"[\\-a]", "- a b"}, {"[a\\-z]", "- b z"}, {"[\\]a]", "] a"}, {"[z-a]", "z a - m"}, {"[a-c-e]", "b d - e"},
	{"[[:alpha:]-z]", "b - 1"}, {"[a-[:digit:]]", "b - 1 a"}, {"[[=a=]]", "a] =]"}, {"[[.a.]]", "a] .]"},
	{"x{2}", "xx x{2}"}, {"a||b", "b"}, {"a(b", "b"}, {"a)", "a)"}, {"x^a", "x^a xa"}, {"(^a)", "a ba"},
	{"a$b", "a$b"}, {"a|^b", "b ab"}, {"^*", "*"}, {"($)*x", "x"}, {"(^)*x", "x"}, {"(^a|b)*c", "abc bc"},
	{"a**", "aa"}, {"a+*", "aa"}, {"a?+", "a"}, {"+", "+"}, {"()", "a"}, {"(|a)", "a"}, {"a|", "a"},
	{".", "é a"}, {"\\é", "é"}, {"[é]", "é"}, {"[[:word:]]", "a"}, {"[[:blank:]]", "a"}, {"[a^]", "^ a"},
	{"a\\|b", "a|b a"}, {"[[:alpha:]", "a"}, {"[[:foo", ":"}, {"[", "a"}, {"[]", "a"}, {"[]a]", "] b"},
	{"[^]a]", "] b"}, {"^?a", "a"}, {"a^?b", "ab"}, {"\\$", "$ a"}, {"[$.]", "$ ."}, {"\\(a\\)", "(a)"},
	{"(a|b)*abb", "aababb"}, {"a.c", "abc"}, {"[^[:space:]]+", "ab"}, {"\\e", "e"}, {"\\n", "n"}, {"\\/", "/"},
}

// allCases returns the cases in a fixed order.
func allCases() []testCase {
	var cs []testCase
	add := func(pattern, texts string, tools ...string) {
		for _, t := range tools {
			cs = append(cs, testCase{tool: t, pattern: pattern, texts: strings.Fields(texts)})
		}
	}
	for _, p := range erePatterns {
		add(p.pattern, p.texts, toolEgrep, toolBash, toolMawk)
		// An unterminated bracket or a trailing backslash ends in the s
		// command's own error, not in that of the pattern.
		if unterminated := strings.HasSuffix(p.pattern, `\`) || openBracket(p.pattern); !unterminated {
			add(p.pattern, p.texts, toolSedE)
		}
		if basic, ok := toBasic(p.pattern); ok {
			add(basic, p.texts, toolGrep)
		}
	}
	for _, p := range brePatterns {
		add(p.pattern, p.texts, toolGrep, toolSed, toolExpr)
	}
	for _, p := range mawkPatterns {
		add(p.pattern, p.texts, toolMawk)
	}
	for _, p := range []struct{ pattern, texts string }{
		{"abc", "ABC aBcd"}, {"ÉTÉ", "été Été"}, {"[a-c]+", "ABCD"}, {"[^a]", "A a B"}, {"[Z-a]", "a"},
		{"[[:upper:]]", "a A 1 ª"}, {"σ", "Σ ς σ"}, {"ſ", "s S ſ"}, {"K", "k K K"}, {"i", "I İ ı"},
		{"(a)\\1", "aA AA ab"}, {"ß", "ẞ ß ss"}, {"ǆ", "ǅ Ǆ ǆ"}, {"\\w", "a _ -"}, {"x{2}", "xX XX"},
	} {
		add(p.pattern, p.texts, toolGrepI)
	}
	for _, p := range []struct{ pattern, texts string }{
		{"a", "a ab a-b b-a"}, {"a+", "aa aab aa-b"}, {"a|ab", "ab abc"}, {"foo.*", "foo foobar foo-bar"},
		{"-a", "-a x-a --a"}, {"x*", "xxx axx"}, {"é", "é éa"}, {"(a)\\1", "aa aaa"},
	} {
		add(p.pattern, p.texts, toolGrepW, toolGrepX)
	}
	for _, p := range []struct{ pattern, texts string }{
		{"^a", "a b a"}, {"a$", "a ba b"}, {"^.*$", "a b"}, {"^", "a b"}, {"$", "a b"}, {"\\`a", "a a"},
		{"a\\'", "a a"}, {"a[^x]b", "a b"}, {"a.b", "a b"}, {"^b|a$", "a b"}, {"(^|x)b", "a b xb"},
		{"a\\W+b", "a b"}, {"a\\s^b", "a b"}, {"^$", "a b"},
	} {
		add(p.pattern, p.texts, toolSedM)
	}
	for _, p := range []struct{ pattern, texts string }{
		{"a+", "a aa ab"}, {"a\\+", "a a+"}, {"a?", "a aa"}, {"a\\{2\\}", "aa a{2}"}, {"a{2}", "aa a{2}"},
		{"\\(ab\\)+", "ab abab (ab)"}, {"(a)", "a (a)"}, {"a\\|b", "a b ab"}, {"a|b", "a a|b"},
		{"[[:digit:]]", "1 d] :]"}, {"\\w", "a - é"}, {"[[.a.]]", "a b"}, {"\\(a\\)\\1", "aa a1"},
		{"\\(*a\\)", "a *a"}, {"a**", "aa a*"}, {"\\(a\\|*a\\)", "a *a"}, {"a$", "a"}, {"a\\b", "a"},
		{"[\\a]", "a"}, {"[a", "a"}, {"\\(a", "a"}, {"a\\)", "a"}, {"a\\", "a"}, {"\\(+a\\)", "+a a"},
		{"\\(?a\\)", "?a a"}, {".*\\.\\(c\\|h\\)", "x.c y.h z.o"}, {"[^/]*b", "ab cb b.c"},
	} {
		add(p.pattern, p.texts, toolFind)
	}
	return append(cs, generated(220)...)
}

// openBracket reports whether a bracket expression of p is not closed.
func openBracket(p string) bool {
	_, err := Compile(p, Options{Syntax: ERE})
	e, ok := err.(*Error)
	return ok && (e.Code == UnmatchedBracket || e.Code == BadPattern)
}

// toBasic translates an extended pattern without escapes and brackets.
func toBasic(p string) (string, bool) {
	if strings.ContainsAny(p, `\[`) {
		return "", false
	}
	var b strings.Builder
	for _, r := range p {
		if strings.ContainsRune("(){}|+?", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String(), true
}

// generated returns n random patterns, the same ones in every run.
func generated(n int) []testCase {
	r := rand.New(rand.NewSource(20))
	var cs []testCase
	for range n {
		p := randomPattern(r, 3)
		var texts []string
		for range 4 {
			var b strings.Builder
			for k := 1 + r.Intn(7); k > 0; k-- {
				b.WriteByte("abcab"[r.Intn(5)])
			}
			texts = append(texts, b.String())
		}
		cs = append(cs, testCase{toolBash, p, texts}, testCase{toolEgrep, p, texts})
		if r.Intn(3) == 0 && !strings.Contains(p, "[") {
			cs = append(cs, testCase{toolMawk, p, texts}, testCase{toolSedE, p, texts})
		}
	}
	return cs
}

func randomPattern(r *rand.Rand, depth int) string {
	var b strings.Builder
	for range 1 + r.Intn(3) {
		switch k := r.Intn(10); {
		case k < 5 || depth == 0:
			b.WriteByte("abc"[r.Intn(3)])
		case k < 6:
			b.WriteString([]string{".", "[ab]", "[^a]", "[[:alpha:]]", "[b-c]"}[r.Intn(5)])
		default:
			fmt.Fprintf(&b, "(%s)", randomPattern(r, depth-1))
		}
		b.WriteString([]string{"", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}"}[r.Intn(9)])
	}
	if r.Intn(4) == 0 && depth > 0 {
		return b.String() + "|" + randomPattern(r, depth-1)
	}
	return b.String()
}
