package cmds

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// splitEnvArgs returns p's arguments with the strings of -S cut into words; ok is false when that failed, with the exit
// status.
func splitEnvArgs(p *kern.Proc) (args []string, status int, ok bool) {
	args = p.Args
	debug := false
	for i := 1; i < len(args); i++ {
		a := args[i]
		if len(a) < 2 || a[0] != '-' || a == "--" {
			break
		}
		head, text, found, skip := envSplitOption(a, args[i+1:])
		if !found {
			head = a
		}
		debug = debug || !strings.HasPrefix(head, "--") && strings.IndexByte(head, 'v') > 0 || head == "--debug"
		if skip {
			i++
		}
		if !found {
			continue
		}
		rest := args[i+1:]
		if skip {
			i--
		}
		p.Tick(len(text) + len(args))
		s := envSplitter{p: p, s: text}
		words, msg := s.split()
		if msg != "" {
			p.Errorf("%s", msg)
			return nil, 125, false
		}
		if debug {
			traceSplit(p, text, words)
		}
		out := append([]string(nil), args[:i]...)
		if head != "" {
			out = append(out, head)
			i++
		}
		args = append(append(out, words...), rest...)
		i--
	}
	return args, 0, true
}

// traceSplit shows with -v what became of the argument of -S.
func traceSplit(p *kern.Proc, text string, words []string) {
	p.Stderr.WriteString("split -S:  " + gnu.Quote(text) + "\n")
	before := " into:    "
	for _, w := range words {
		p.Stderr.WriteString(before + gnu.Quote(w) + "\n")
		before = "     &    "
	}
}

// envSplitOption looks for -S in one argument: head is what stands before it in a cluster, skip says that the option's value
// is the next argument.
func envSplitOption(a string, next []string) (head, text string, found, skip bool) {
	if strings.HasPrefix(a, "--") {
		name, val, has := strings.Cut(a[2:], "=")
		switch {
		case name == "":
		case strings.HasPrefix("split-string", name):
			if has {
				return "", val, true, false
			}
			if len(next) > 0 {
				return "", next[0], true, true
			}
		case !has && (strings.HasPrefix("unset", name) || strings.HasPrefix("chdir", name)):
			skip = true
		}
		return "", "", false, skip
	}
	for k := 1; k < len(a); k++ {
		switch a[k] {
		case 'u', 'C':
			return "", "", false, k+1 == len(a)
		case 'S':
			if k > 1 {
				head = a[:k]
			}
			if k+1 < len(a) {
				return head, a[k+1:], true, false
			}
			if len(next) > 0 {
				return head, next[0], true, true
			}
			return "", "", false, false
		}
	}
	return "", "", false, false
}

// envSplitter cuts the argument of -S into words.
type envSplitter struct {
	p              *kern.Proc
	s              string
	words          []string
	word           strings.Builder
	inWord         bool
	single, double bool
}

func (e *envSplitter) end() {
	if e.inWord {
		e.words = append(e.words, e.word.String())
		e.word.Reset()
		e.inWord = false
	}
}

func (e *envSplitter) add(s string) {
	e.word.WriteString(s)
	e.inWord = true
}

// split returns the words, or what is wrong.
func (e *envSplitter) split() (words []string, msg string) {
	for i := 0; i < len(e.s); i++ {
		c := e.s[i]
		switch {
		case c == '\'' && !e.double:
			e.single = !e.single
			e.inWord = true
		case c == '"' && !e.single:
			e.double = !e.double
			e.inWord = true
		case strings.IndexByte(" \t\n\v\f\r", c) >= 0 && !e.single && !e.double:
			e.end()
		case c == '#' && !e.inWord:
			return e.words, ""
		case c == '\\' && !(e.single && !(i+1 < len(e.s) && (e.s[i+1] == '\\' || e.s[i+1] == '\''))):
			if i+1 == len(e.s) {
				return nil, "invalid backslash at end of string in -S"
			}
			i++
			stop, msg := e.escape(e.s[i])
			if msg != "" || stop {
				e.end()
				return e.words, msg
			}
		case c == '$' && !e.single:
			n, msg := e.variable(e.s[i:])
			if msg != "" {
				return nil, msg
			}
			i += n - 1
		default:
			e.add(e.s[i : i+1])
		}
	}
	if e.single || e.double {
		return nil, "no terminating quote in -S string"
	}
	e.end()
	return e.words, ""
}

// escape handles what follows a backslash; stop is set by \c.
func (e *envSplitter) escape(c byte) (stop bool, msg string) {
	switch c {
	case '"', '#', '$', '\'', '\\':
		e.add(string(rune(c)))
	case '_':
		if e.double {
			e.add(" ")
		} else {
			e.end()
		}
	case 'c':
		if e.double {
			return false, "'\\c' must not appear in double-quoted -S string"
		}
		return true, ""
	case 'f', 'n', 'r', 't', 'v':
		x := map[byte]string{'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v"}[c]
		e.add(x)
	default:
		return false, "invalid sequence '\\" + string(rune(c)) + "' in -S"
	}
	return false, ""
}

// variable replaces ${NAME} and returns how long it was.
func (e *envSplitter) variable(s string) (n int, msg string) {
	end := strings.IndexByte(s, '}')
	ok := len(s) > 3 && s[1] == '{' && end > 2
	for i := 2; ok && i < end; i++ {
		c := s[i]
		ok = c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || i > 2 && c >= '0' && c <= '9'
	}
	if !ok {
		return 0, "only ${VARNAME} expansion is supported, error at: " + s
	}
	if v, set := e.p.Getenv(s[2:end]); set {
		e.add(v)
	}
	return end + 1, ""
}
