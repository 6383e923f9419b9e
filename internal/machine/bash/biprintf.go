package bash

import (
	"context"
	"strings"
)

// biPrintf is printf.
func biPrintf(ctx context.Context, sh *Shell, args []Field) int {
	rest := args[1:]
	name := ""
	if !sh.dash {
		f, st := sh.options(args, "v:")
		if st != 0 {
			return st
		}
		rest = f.rest
		for _, x := range f.flags {
			name = x.val.S
		}
		if name != "" {
			if _, _, _, ok := splitRef(name); !ok {
				sh.errf("printf: `%s': not a valid identifier", name)
				return 2
			}
		}
	} else if len(rest) > 0 && rest[0].S == "--" {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		if sh.dash {
			sh.errf("printf: usage: printf format [arg ...]")
			return 2
		}
		return sh.usage("printf")
	}
	pf := printer{sh: sh, format: rest[0].S, args: rest[1:]}
	pf.out.L = sh.label | rest[0].L
	pf.run()
	defer func() { pf.hold(-pf.held) }()
	if name == "" {
		sh.say(Str{S: string(pf.buf), L: pf.out.L})
		return pf.status
	}
	if err := sh.assignRef(ctx, name, Str{S: string(pf.buf), L: pf.out.L}); err != nil {
		return 1
	}
	return pf.status
}

// assignRef assigns to a name or to name[index].
func (sh *Shell) assignRef(ctx context.Context, ref string, s Str) error {
	if base, index, indexed, ok := splitRef(ref); ok && indexed {
		return sh.setElem(base, sh.expandIndex(ctx, base, index), s)
	}
	return sh.setVar(ref, s)
}

// printer formats one call of printf.
type printer struct {
	sh     *Shell
	format string
	args   []Field
	at     int // next argument
	buf    []byte
	held   int64
	out    Str
	status int
	stop   bool
}

func (pf *printer) run() {
	for {
		used := pf.at
		pf.pass()
		if pf.stop || pf.at >= len(pf.args) || pf.at == used {
			return
		}
		pf.sh.p.Tick(1)
	}
}

// next returns the next argument; ok is false when there is none.
func (pf *printer) next() (Field, bool) {
	if pf.at >= len(pf.args) {
		return Field{}, false
	}
	a := pf.args[pf.at]
	pf.at++
	pf.out.L |= a.L
	return a, true
}

// pass goes through the format once.
func (pf *printer) pass() {
	s := pf.format
	for i := 0; i < len(s) && !pf.stop; {
		pf.sh.p.Tick(1)
		j := strings.IndexAny(s[i:], `%\`)
		if j < 0 {
			pf.add(s[i:])
			return
		}
		pf.add(s[i : i+j])
		i += j
		if s[i] == '\\' {
			i += pf.escape(s[i+1:])
			continue
		}
		n, ok := pf.directive(s[i:])
		if !ok {
			return
		}
		i += n
	}
}

// hold counts bytes of the text as held until the call of printf is over.
func (pf *printer) hold(n int64) {
	pf.held += n
	pf.sh.p.Hold(n)
}

func (pf *printer) add(s string) {
	pf.hold(int64(len(s)))
	pf.buf = append(pf.buf, s...)
}

// escape handles a backslash in the format and returns how many bytes it took, the backslash included.
func (pf *printer) escape(s string) int {
	if s == "" {
		pf.buf = append(pf.buf, '\\')
		return 1
	}
	switch c := s[0]; {
	case c >= '0' && c <= '7':
		n, k := digits(s, 8, 3)
		pf.buf = append(pf.buf, byte(n))
		return k + 1
	case c == '"' || c == '\'' || c == '?':
		if c == '\'' || c == '?' || c == '"' {
			pf.buf = append(pf.buf, c)
		}
		return 2
	case c == 'x':
		if n, k := digits(s[1:], 16, 2); k > 0 {
			pf.buf = append(pf.buf, byte(n))
			return k + 2
		}
		if !pf.sh.dash {
			pf.sh.errf("printf: missing hex digit for \\x")
		}
		pf.buf = append(pf.buf, '\\', 'x')
		return 2
	case c == 'u' || c == 'U':
		if _, k := digits(s[1:], 16, 8); k == 0 && !pf.sh.dash {
			pf.sh.errf("printf: missing unicode digit for \\%c", c)
		}
	}
	var k int
	pf.buf, k = commonEscape(pf.buf, s, pf.sh.dash)
	return k + 1
}

// percentB expands the escapes of %b; a \c ends all output.
func (pf *printer) percentB(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case c == 'c':
			pf.stop = true
			return string(b)
		case c == '0':
			n, k := digits(s[i+1:], 8, 3)
			b, i = append(b, byte(n)), i+k
		case c >= '1' && c <= '7':
			n, k := digits(s[i:], 8, 3)
			b, i = append(b, byte(n)), i+k-1
		case (c == '"' || c == '\'' || c == '?') && !pf.sh.dash:
			b = append(b, c)
		default:
			var k int
			b, k = commonEscape(b, s[i:], pf.sh.dash)
			i += k - 1
		}
	}
	return string(b)
}
