package sed

import (
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
	"github.com/orrery-world/orrery/internal/machine/regex"
)

// substitution is an s command.
type substitution struct {
	re     *regex.Regexp // nil: the last one used
	parts  []part
	maxRef int
	nth    int // 0: not given
	global bool
	print  int
	eval   bool
	out    *output
}

type caseOp uint8

const (
	keepCase caseOp = iota
	upper
	lower
	upperNext
	lowerNext
	endCase
)

// part is a piece of a replacement: text, then a reference, then a change of case for what follows.
type part struct {
	text []byte
	ref  int // -1: none
	op   caseOp
}

// substitute reads s/regex/replacement/flags.
func (s *script) substitute(c *command) {
	delim := s.next()
	if delim == eof || delim == '\n' || delim == '\\' {
		s.back(delim)
		s.fail("unterminated `s' command")
	}
	pattern, ok := s.delimited(delim, true)
	if !ok {
		s.fail("unterminated `s' command")
	}
	with, ok := s.delimited(delim, false)
	if !ok {
		s.fail("unterminated `s' command")
	}
	sub := &substitution{}
	c.sub = sub
	sub.replacement(with, s.cfg.posix)
	icase, multi := s.flags(sub)
	sub.re = s.compile(pattern, icase, multi)
	if sub.re != nil && sub.maxRef > sub.re.NumSubexp() {
		s.fail("invalid reference \\" + string(rune('0'+sub.maxRef)) + " on `s' command's RHS")
	}
}

// flags reads the flags of s.
func (s *script) flags(sub *substitution) (icase, multi bool) {
	for {
		ch := s.next()
		switch {
		case ch == 'i' || ch == 'I':
			icase = true
		case ch == 'm' || ch == 'M':
			multi = true
		case ch == 'e':
			s.forbid()
			sub.eval = true
		case ch == 'p':
			if sub.print > 0 {
				s.fail("multiple `p' options to `s' command")
			}
			sub.print = 1
			if sub.eval {
				sub.print = 2
			}
		case ch == 'g':
			if sub.global {
				s.fail("multiple `g' options to `s' command")
			}
			sub.global = true
		case ch == 'w':
			s.forbid()
			sub.out = s.output(s.fileName())
			return icase, multi
		case isDigit(ch):
			if sub.nth != 0 {
				s.number(ch)
				s.fail("multiple number options to `s' command")
			}
			if sub.nth = s.number(ch); sub.nth == 0 {
				s.fail("number option to `s' command may not be zero")
			}
		case ch == '}' || ch == '#':
			s.back(ch)
			return icase, multi
		case ch == '\n' || ch == ';' || ch == eof:
			return icase, multi
		case ch == '\r' && s.peek() == '\n':
			s.next()
			return icase, multi
		case isBlank(ch):
		default:
			s.fail("unknown option to `s'")
		}
	}
}

// replacement splits the right side of s into parts.
func (sub *substitution) replacement(text string, posix bool) {
	var cur []byte
	add := func(ref int, op caseOp) {
		sub.parts = append(sub.parts, part{cur, ref, op})
		cur = nil
		sub.maxRef = max(sub.maxRef, ref)
	}
	for i := 0; i < len(text); i++ {
		ch := text[i]
		if ch == '&' {
			add(0, keepCase)
			continue
		}
		if ch != '\\' || i+1 == len(text) {
			cur = append(cur, ch)
			continue
		}
		i++
		ch = text[i]
		switch {
		case ch >= '0' && ch <= '9':
			add(int(ch-'0'), keepCase)
			continue
		case !posix && caseOps[ch] != keepCase:
			add(-1, caseOps[ch])
			continue
		}
		if c, n := escape(text[i:], true); n > 0 {
			cur = append(cur, c)
			i += n - 1
			continue
		}
		if ch == 'c' && i+1 == len(text) {
			ch = '\\'
		}
		cur = append(cur, ch)
	}
	if cur != nil {
		add(-1, keepCase)
	}
}

var caseOps = [256]caseOp{'U': upper, 'L': lower, 'E': endCase, 'u': upperNext, 'l': lowerNext}

// caser writes a replacement and changes case as \U, \L, \u and \l say.
type caser struct {
	mode, once caseOp
}

func (k *caser) set(op caseOp) {
	switch op {
	case upper, lower:
		k.mode, k.once = op, keepCase
	case endCase:
		k.mode, k.once = keepCase, keepCase
	case upperNext, lowerNext:
		k.once = op
	}
}

func (k *caser) append(dst, text []byte) []byte {
	if k.mode == keepCase && k.once == keepCase || len(text) == 0 {
		return append(dst, text...)
	}
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		op := k.mode
		switch k.once {
		case upperNext:
			op = upper
		case lowerNext:
			op = lower
		}
		k.once = keepCase
		switch {
		case r == utf8.RuneError && n == 1 || op == keepCase:
			dst = append(dst, text[:n]...)
		case op == upper:
			dst = utf8.AppendRune(dst, ctype.ToUpper(r))
		default:
			dst = utf8.AppendRune(dst, ctype.ToLower(r))
		}
		text = text[n:]
	}
	return dst
}

// expand appends the replacement of a match.
func (sub *substitution) expand(dst, in []byte, loc []int) []byte {
	var k caser
	for i := range sub.parts {
		p := &sub.parts[i]
		dst = k.append(dst, p.text)
		if r := 2 * p.ref; r >= 0 && r+1 < len(loc) && loc[r] >= 0 {
			dst = k.append(dst, in[loc[r]:loc[r+1]])
		}
		if p.op != keepCase {
			k.set(p.op)
		}
	}
	return dst
}

// substitute does an s command and says whether it replaced anything.
func (x *machine) substitute(sub *substitution) bool {
	re := x.regex(sub.re)
	if sub.re == nil && sub.maxRef > re.NumSubexp() {
		x.script.fail("invalid reference \\" + string(rune('0'+sub.maxRef)) + " on `s' command's RHS")
	}
	in, done := x.space, 0
	out := x.spare[:0]
	count, replaced, lastEnd := 0, false, -1
	for from := 0; from <= len(in); {
		x.p.Tick(1)
		loc := x.match(re, in, from)
		if loc == nil {
			break
		}
		s, e := loc[0], loc[1]
		if s == e && s == lastEnd {
			// An empty match just after another match does not count.
			n := runeLen(in[s:])
			if n == 0 {
				break
			}
			from, lastEnd = s+n, -1
			continue
		}
		count++
		lastEnd = e
		if count >= sub.nth {
			out = append(out, in[done:s]...)
			out = sub.expand(out, in, loc)
			done, replaced = e, true
			if !sub.global {
				break
			}
		}
		if from = e; s == e {
			n := runeLen(in[s:])
			if n == 0 {
				break
			}
			from, lastEnd = s+n, -1
		}
	}
	if !replaced {
		return false
	}
	out = append(out, in[done:]...)
	x.p.Tick(len(out) / 64)
	x.space, x.spare = out, in
	x.account()
	return true
}

// runeLen returns the length of the character that b begins with, 0 at the end.
func runeLen(b []byte) int {
	_, n := utf8.DecodeRune(b)
	return n
}
