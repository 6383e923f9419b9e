package regex

import (
	"strings"
	"testing"
)

// line is a typical short line of a log file.
var line = []byte("Mar  3 04:05:06 host sshd[1234]: Accepted publickey for root from 10.0.0.7 port 22")

// benchPatterns are what grep, sed and bash see most.
var benchPatterns = []struct {
	name, pattern string
	opt           Options
}{
	{"word", "publickey", Options{}},
	{"miss", "warning", Options{}},
	{"icase", "PUBLICKEY", Options{ICase: true}},
	{"anchor", "^Mar", Options{}},
	{"class", "[0-9]+\\.[0-9]+", Options{Syntax: ERE}},
	{"alt", "error|warn|Accepted", Options{Syntax: ERE}},
	{"dotstar", "sshd.*root.*22$", Options{}},
	{"word-w", "root", Options{Word: true}},
	{"groups", "for ([a-z]+) from ([0-9.]+)", Options{Syntax: ERE}},
	{"backref", "\\([0-9]\\)\\1", Options{}},
}

func BenchmarkCompile(b *testing.B) {
	for _, p := range benchPatterns {
		b.Run(p.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Compile(p.pattern, p.opt); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkTest(b *testing.B) {
	for _, p := range benchPatterns {
		re, err := Compile(p.pattern, p.opt)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(p.name, func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			for b.Loop() {
				if _, err := re.Test(line, 0, MatchOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMatch(b *testing.B) {
	for _, p := range benchPatterns {
		re, err := Compile(p.pattern, p.opt)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(p.name, func(b *testing.B) {
			var loc []int
			for b.Loop() {
				if loc, err = re.MatchAppend(loc[:0], line, 0, MatchOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOneShot is what a =~ in a loop costs without a cache of patterns.
func BenchmarkOneShot(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		re, err := Compile("^([a-z]+)=([0-9]*)$", Options{Syntax: ERE})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := re.Match([]byte("count=42"), 0, MatchOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWords is grep over a text of 1 MB with one call a line.
func BenchmarkWords(b *testing.B) {
	text := []byte(strings.Repeat(string(line)+"\n", 1<<20/len(line)))
	for _, p := range benchPatterns[:6] {
		re, err := Compile(p.pattern, p.opt)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(p.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for rest := text; len(rest) > 0; rest = rest[len(line)+1:] {
					if _, err := re.Test(rest[:len(line)], 0, MatchOptions{}); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
