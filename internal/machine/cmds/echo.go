package cmds

import (
	"context"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var echoSpec = gnu.Spec{Version: "echo" + coreutilsTail + "Brian Fox and Chet Ramey."}

func runEcho(_ context.Context, p *kern.Proc) int {
	args := p.Args[min(1, len(p.Args)):]
	if len(args) == 1 && (args[0] == "--help" || args[0] == "--version") {
		_, st, _ := echoSpec.Parse(p, func(string, string) int { return gnu.Go })
		return st
	}
	newline, escapes := true, false
	for len(args) > 0 && echoFlags(args[0]) {
		for _, c := range args[0][1:] {
			switch c {
			case 'n':
				newline = false
			case 'e':
				escapes = true
			case 'E':
				escapes = false
			}
		}
		args = args[1:]
	}
	for i, a := range args {
		if i > 0 {
			p.Stdout.WriteByte(' ')
		}
		if !escapes {
			p.Stdout.WriteString(a)
			continue
		}
		b, stop := echoUnescape(a)
		p.Stdout.Write(b)
		if stop {
			return 0
		}
	}
	if newline {
		p.Stdout.WriteByte('\n')
	}
	return 0
}

func echoFlags(s string) bool {
	if len(s) < 2 || s[0] != '-' {
		return false
	}
	for i := 1; i < len(s); i++ {
		if s[i] != 'n' && s[i] != 'e' && s[i] != 'E' {
			return false
		}
	}
	return true
}

// echoUnescape resolves the escapes of echo -e; stop says that \c ended the output.
func echoUnescape(s string) (b []byte, stop bool) {
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'a':
			b = append(b, '\a')
		case 'b':
			b = append(b, '\b')
		case 'c':
			return b, true
		case 'e':
			b = append(b, 0x1b)
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'v':
			b = append(b, '\v')
		case '\\':
			b = append(b, '\\')
		case 'x':
			v, n := hexPrefix(s[i+1:], 2)
			if n == 0 {
				b = append(b, '\\', 'x')
				continue
			}
			b = append(b, byte(v))
			i += n
		case '0', '1', '2', '3', '4', '5', '6', '7':
			start := i
			if c == '0' {
				start++
			}
			v, n := octalPrefix(s[start:], 3)
			b = append(b, byte(v))
			i = start + n - 1
		default:
			b = append(b, '\\', c)
		}
	}
	return b, false
}

// hexPrefix reads up to most hexadecimal digits at the start of s.
func hexPrefix(s string, most int) (v, n int) {
	for n < most && n < len(s) {
		c := s[n]
		switch {
		case c >= '0' && c <= '9':
			v = v*16 + int(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			v = v*16 + int(c|0x20-'a') + 10
		default:
			return v, n
		}
		n++
	}
	return v, n
}

// octalPrefix reads up to most octal digits at the start of s.
func octalPrefix(s string, most int) (v, n int) {
	for n < most && n < len(s) && s[n] >= '0' && s[n] <= '7' {
		v = v*8 + int(s[n]-'0')
		n++
	}
	return v, n
}
