package jq

import (
	"errors"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/cmds/jq/onig"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// regexOptions reads the letters of a modifier string.
func regexOptions(flags string) (opt onig.Options, global, ok bool) {
	for _, c := range flags {
		switch c {
		case 'g':
			global = true
		case 'i':
			opt.IgnoreCase = true
		case 'x':
			opt.Extend = true
		case 'm', 'p':
			opt.DotAll = true
		case 's': // anchors are about the whole text anyway
		case 'l':
			opt.Longest = true
		case 'n':
			opt.NotEmpty = true
		default:
			return opt, false, false
		}
	}
	return opt, global, true
}

// matchRegex returns all matches of a pattern, or whether there is one.
func matchRegex(m *vm, a []value) (value, *failure) {
	in, ok := a[0].(*str)
	if !ok {
		return nil, m.typeError(a[0], "cannot be matched, as it is not a string")
	}
	pattern, ok := a[1].(*str)
	if !ok {
		return nil, m.typeError(a[1], "is not a string")
	}
	var opt onig.Options
	global := false
	switch flags := a[2].(type) {
	case nil:
	case *str:
		if opt, global, ok = regexOptions(flags.s); !ok {
			return nil, fail(flags.s + " is not a valid modifier string")
		}
	default:
		return nil, m.typeError(a[2], "is not a string")
	}
	test := a[3] == true
	re, err := m.regex(pattern.s, opt)
	if err != nil {
		return nil, m.regexFailure(err)
	}
	out, err := m.matches(re, in.s, test, global)
	if err != nil {
		return nil, m.regexFailure(err)
	}
	if test {
		return len(out) > 0, nil
	}
	return newArr(out), nil
}

func (m *vm) regexFailure(err error) *failure {
	var odd *onig.Unsupported
	if errors.As(err, &odd) {
		p := m.h.p
		_, _ = p.Stderr.WriteString("orrery: " + p.Args[0] + ": " + odd.Error() + " is not simulated\n")
		p.K.Warn("unsupported: " + p.Args[0] + ": " + odd.Error())
		p.Exit(2)
	}
	return fail("Regex failure: " + err.Error())
}

// compiledRegex is the pattern used last.
type compiledRegex struct {
	pattern string
	opt     onig.Options
	re      *onig.Regexp
}

func (m *vm) regex(pattern string, opt onig.Options) (*onig.Regexp, error) {
	if c := &m.lastRegex; c.re != nil && c.pattern == pattern && c.opt == opt {
		return c.re, nil
	}
	m.h.tick(len(pattern))
	re, err := onig.Compile(pattern, opt)
	if err == nil {
		m.lastRegex = compiledRegex{pattern, opt, re}
	}
	return re, err
}

// matches finds one match or all of them. After an empty one jq goes on a byte further, and none is found at the end of a text
// that is not empty.
func (m *vm) matches(re *onig.Regexp, s string, test, global bool) ([]value, error) {
	var out []value
	for start := 0; ; {
		regs, err := re.Search(s, start, m.h.tick)
		if err != nil {
			return nil, err
		}
		if regs == nil {
			break
		}
		if test {
			return []value{nil}, nil
		}
		if regs[0] == regs[1] {
			out = append(out, m.emptyMatch(s, regs[0]))
			start++
		} else {
			out = append(out, m.match(re, s, regs))
			start = regs[1]
		}
		m.allocated(256 + 256*re.Groups())
		if !global || start == len(s) {
			break
		}
		if start > len(s) {
			break
		}
		if !utf8.RuneStart(s[start]) {
			m.io.kill(kern.SIGSEGV) // jq counts characters past the end
		}
	}
	return out, nil
}

func (m *vm) emptyMatch(s string, at int) value {
	o := newObj(4)
	o.put(newStr("offset"), m.codepoints(s[:at]))
	o.put(newStr("length"), float64(0))
	o.put(newStr("string"), newStr(""))
	o.put(newStr("captures"), emptyArr)
	return o
}

func (m *vm) codepoints(s string) value {
	m.h.tick(len(s) / 64)
	return float64(utf8.RuneCountInString(s))
}

func (m *vm) match(re *onig.Regexp, s string, regs []int) value {
	groups := make([]value, re.Groups())
	caps := make([]*obj, re.Groups())
	for i := range groups {
		caps[i] = m.capture(s, regs[2*i+2], regs[2*i+3])
		groups[i] = caps[i]
	}
	re.EachName(func(name string, g int) { caps[g-1].put(newStr("name"), newStr(name)) })
	o := m.span(s, regs[0], regs[1])
	o.put(newStr("captures"), newArr(groups))
	return o
}

func (m *vm) span(s string, from, to int) *obj {
	o := newObj(4)
	o.put(newStr("offset"), m.codepoints(s[:from]))
	o.put(newStr("length"), m.codepoints(s[from:to]))
	o.put(newStr("string"), newStr(s[from:to]))
	return o
}

func (m *vm) capture(s string, from, to int) *obj {
	var o *obj
	if from == to {
		o = newObj(4)
		if from < 0 {
			o.put(newStr("offset"), float64(-1))
			o.put(newStr("string"), nil)
		} else {
			o.put(newStr("offset"), m.codepoints(s[:from]))
			o.put(newStr("string"), newStr(""))
		}
		o.put(newStr("length"), float64(0))
	} else {
		o = m.span(s, from, to)
	}
	o.put(newStr("name"), nil)
	return o
}
