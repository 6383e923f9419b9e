package verify

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/clock"
)

// Masks are the recorder's own: they level what cannot be the same twice, the date of the day on
// which a step ran and process numbers. Recordings are masked when they are made; the same masks, with
// the world's virtual day, are put on what the world answers.
type Masks struct {
	rules []rule
}

type rule struct {
	pattern *regexp.Regexp
	to      func(groups []string) string
	before  bool // the match must not follow a letter, digit or underscore of any script
	after   bool // nor be followed by one
}

const hourNS = 3_600_000_000_000

// NewMasks returns the masks for a step that ran at the given time, in nanoseconds since 1970-01-01
// UTC: the days an hour before and an hour after are masked too, as the recorder does.
func NewMasks(nowNS int64) Masks {
	var m Masks
	seen := map[string]bool{}
	for _, at := range []int64{nowNS - hourNS, nowNS, nowNS + hourNS} {
		c := clock.CivilOf(at)
		day := fmt.Sprintf("%04d-%02d-%02d", c.Year, c.Month, c.Day)
		if seen[day] {
			continue
		}
		seen[day] = true
		m.rules = append(m.rules,
			rule{
				pattern: regexp.MustCompile(fmt.Sprintf(`%s +%d \d\d:\d\d`, months[c.Month-1], c.Day)),
				to:      func([]string) string { return "Mmm dd hh:mm" }, before: true, after: true,
			},
			rule{
				pattern: regexp.MustCompile(day + `([ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?`),
				to:      func(g []string) string { return "YYYY-MM-DD" + digits.ReplaceAllString(g[1], "h") }, before: true,
			})
	}
	m.rules = append(m.rules, pidRules...)
	return m
}

var (
	months = [...]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
	digits = regexp.MustCompile(`\d`)

	// pidRules level a job's process number and that of a killed one.
	pidRules = []rule{
		{
			pattern: regexp.MustCompile(`(?m)^(\[\d+\][-+]? +)\d\d+`),
			to:      func(g []string) string { return g[1] + "PID" }, after: true,
		},
		{
			pattern: regexp.MustCompile(`(line \d+: +)\d+( (?:Killed|Terminated|Aborted|Hangup|Segmentation fault|User defined signal))`),
			to:      func(g []string) string { return g[1] + "PID" + g[2] },
		},
	}
)

// Apply returns the text with all masks put on, in the recorder's order.
func (m Masks) Apply(text string) string {
	for _, r := range m.rules {
		text = r.apply(text)
	}
	return text
}

// apply replaces the matches that stand at word boundaries. None of the patterns can match again inside
// a match that is passed over.
func (r rule) apply(text string) string {
	var out strings.Builder
	done := 0
	for _, at := range r.pattern.FindAllStringSubmatchIndex(text, -1) {
		if r.before && wordEndsAt(text, at[0]) || r.after && wordBeginsAt(text, at[1]) {
			continue
		}
		groups := make([]string, len(at)/2)
		for i := range groups {
			if at[2*i] >= 0 {
				groups[i] = text[at[2*i]:at[2*i+1]]
			}
		}
		out.WriteString(text[done:at[0]])
		out.WriteString(r.to(groups))
		done = at[1]
	}
	if done == 0 {
		return text
	}
	out.WriteString(text[done:])
	return out.String()
}

// wordEndsAt and wordBeginsAt are word boundaries as the recorder has them: letters of all scripts
// count, where \b of package regexp knows ASCII only.
func wordEndsAt(text string, at int) bool {
	c, n := utf8.DecodeLastRuneInString(text[:at])
	return n > 0 && wordRune(c)
}

func wordBeginsAt(text string, at int) bool {
	c, n := utf8.DecodeRuneInString(text[at:])
	return n > 0 && wordRune(c)
}

func wordRune(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsNumber(c) }

// readable turns bytes into text as the recorder does: every longest piece that begins like a
// character and is none becomes one U+FFFD.
func readable(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var out strings.Builder
	for len(b) > 0 {
		c, n := utf8.DecodeRune(b)
		if c == utf8.RuneError && n == 1 {
			n = brokenPiece(b)
		}
		out.WriteRune(c)
		b = b[n:]
	}
	return out.String()
}

// brokenPiece returns the length of the piece at the start of b that one U+FFFD stands for: a first
// byte and as many of the bytes after it as could still have led to a character.
func brokenPiece(b []byte) int {
	low, high, want := byte(0x80), byte(0xbf), 0
	switch c := b[0]; {
	case c >= 0xc2 && c <= 0xdf:
		want = 1
	case c >= 0xe0 && c <= 0xef:
		want = 2
		if c == 0xe0 {
			low = 0xa0
		}
		if c == 0xed {
			high = 0x9f
		}
	case c >= 0xf0 && c <= 0xf4:
		want = 3
		if c == 0xf0 {
			low = 0x90
		}
		if c == 0xf4 {
			high = 0x8f
		}
	}
	n := 1
	for n <= want && n < len(b) && b[n] >= low && b[n] <= high {
		n++
		low, high = 0x80, 0xbf
	}
	return n
}
