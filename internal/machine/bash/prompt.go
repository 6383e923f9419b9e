package bash

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// bashVersion is what \v shows; \V adds the patch level.
const (
	bashVersion = "5.2"
	bashRelease = "5.2.15"
)

// expandPrompt expands the value of PS1 and its kin: first the backslash escapes, then parameters and commands.
func (sh *Shell) expandPrompt(ctx context.Context, s string) string {
	return sh.promptStr(ctx, Str{S: s}).S
}

// promptStr is expandPrompt with labels, for ${x@P}.
func (sh *Shell) promptStr(ctx context.Context, s Str) Str {
	text, vars := s.S, sh.shopt(shoptPromptvars)
	if strings.IndexByte(text, '\\') >= 0 {
		p := promptReader{sh: sh, vars: vars}
		text = p.read(text)
		s.L |= p.out.L
	}
	if !vars || !strings.ContainsAny(text, "$`\\") {
		return Str{S: text, L: s.L}
	}
	return sh.promptVars(ctx, Str{S: text, L: s.L})
}

// promptVars makes the expansions in a prompt. After an error the prompt is what it was before.
func (sh *Shell) promptVars(ctx context.Context, s Str) (out Str) {
	if sh.nested++; sh.nested > maxNesting {
		sh.p.Exhaust("depth")
	}
	defer func() {
		sh.nested--
		switch j := recover().(type) {
		case nil:
		case jump:
			if j.kind == jumpExit {
				panic(j)
			}
			out = s
		default:
			panic(j)
		}
	}()
	parts, unit := sh.parseDocument(s.S)
	b := sh.newBuild(ctx)
	b.lab = s.L
	b.within(unit, func() {
		for _, p := range parts {
			b.quotedPart(p)
		}
	})
	return b.str()
}

// promptReader replaces the escapes of a prompt.
type promptReader struct {
	sh   *Shell
	vars bool // what is put in will be expanded: special characters in it are quoted
	out  Str  // its label only
	sb   strings.Builder
}

func (p *promptReader) read(s string) string {
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			p.sb.WriteByte(s[i])
			i++
			continue
		}
		i += 1 + p.escape(s[i+1:])
	}
	return p.sb.String()
}

// escape handles what follows a backslash and returns its length.
func (p *promptReader) escape(s string) int {
	c := s[0]
	if c >= '0' && c <= '7' {
		return p.octal(s)
	}
	sh := p.sh
	switch c {
	case 'a', 'e', 'n', 'r':
		p.sb.WriteByte("\a\x1b\n\r"[strings.IndexByte("aenr", c)])
	case '[', ']':
	case '\\':
		p.sb.WriteByte('\\')
	case '$':
		switch {
		case sh.p.Cred.UID == 0:
			p.sb.WriteByte('#')
		default:
			p.put(Str{S: "$"})
		}
	case 'u':
		p.put(Str{S: sh.p.K.UserName(sh.p.Cred.UID)})
	case 'h', 'H':
		name := sh.p.K.Hostname()
		if c == 'h' {
			name, _, _ = strings.Cut(name, ".")
		}
		p.put(Str{S: name})
	case 'w', 'W':
		p.put(p.directory(c == 'W'))
	case 's':
		name := sh.arg0
		name.S = strings.TrimPrefix(name.S[strings.LastIndexByte(name.S, '/')+1:], "-")
		p.put(name)
	case 'v':
		p.sb.WriteString(bashVersion)
	case 'V':
		p.sb.WriteString(bashRelease)
	case 'j':
		p.sb.WriteString(strconv.Itoa(sh.jobCount()))
	case 'l':
		p.sb.WriteString("tty")
	case '!':
		p.sb.WriteByte('1')
	case '#':
		p.sb.WriteByte('0')
	case 'd', 't', 'T', '@', 'A':
		p.time(promptTimes[c])
	case 'D':
		return p.strftime(s)
	default:
		p.sb.WriteByte('\\')
		p.sb.WriteByte(c)
	}
	return 1
}

// promptTimes are the formats of the escapes that show the time.
var promptTimes = map[byte]string{'d': "%a %b %d", 't': "%H:%M:%S", 'T': "%I:%M:%S", '@': "%I:%M %p", 'A': "%H:%M"}

func (p *promptReader) time(format string) {
	keep := p.sh.p.Label()
	defer p.sh.p.SetLabel(keep)
	p.put(Str{S: string(gnu.AppendLibcTime(nil, format, p.sh.p.K.Now()/kern.Second, p.sh.zone()))})
}

// strftime is \D{format}.
func (p *promptReader) strftime(s string) int {
	end := strings.IndexByte(s, '}')
	if len(s) < 2 || s[1] != '{' || end < 0 {
		p.sb.WriteString(`\D`)
		return 1
	}
	format := s[2:end]
	if format == "" {
		format = "%H:%M:%S" // the locale's time
	}
	p.time(format)
	return end + 1
}

// octal is \nnn.
func (p *promptReader) octal(s string) int {
	n, v := 0, 0
	for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
		v = v<<3 | int(s[n]-'0')
		n++
	}
	if v&0xff != 0 {
		p.sb.WriteByte(byte(v))
	}
	return n
}

// put adds text that must not be expanded again.
func (p *promptReader) put(s Str) {
	p.out.L |= s.L
	for i := 0; i < len(s.S); i++ {
		if p.vars && strings.IndexByte("$`\"\\", s.S[i]) >= 0 {
			p.sb.WriteByte('\\')
		}
		p.sb.WriteByte(s.S[i])
	}
}

// directory is \w, or its last component for \W.
func (p *promptReader) directory(last bool) Str {
	sh := p.sh
	pwd, ok := sh.scalar("PWD")
	if !ok {
		pwd = sh.pwd
	}
	home, _ := sh.scalar("HOME")
	if h := home.S; h != "" && h != "/" && (pwd.S == h || strings.HasPrefix(pwd.S, strings.TrimSuffix(h, "/")+"/")) {
		pwd.S = "~" + pwd.S[len(h):]
	}
	if last {
		if i := strings.LastIndexByte(pwd.S, '/'); i >= 0 && len(pwd.S) > 1 {
			pwd.S = pwd.S[i+1:]
		}
		return pwd
	}
	if trim, ok := sh.scalar("PROMPT_DIRTRIM"); ok {
		if n, err := strconv.Atoi(trim.S); err == nil && n > 0 {
			pwd.S = trimDirectory(pwd.S, n)
		}
	}
	return pwd
}

// trimDirectory keeps the last n components of a path.
func trimDirectory(s string, n int) string {
	head := ""
	if strings.HasPrefix(s, "~") {
		head = "~/"
	}
	i := len(s)
	for ; n > 0 && i > 0; n-- {
		if i = strings.LastIndexByte(s[:i], '/'); i < 0 {
			return s
		}
	}
	if i <= 0 || head != "" && i <= 1 {
		return s
	}
	return head + "..." + s[i:]
}

// jobCount is the number of jobs.
func (sh *Shell) jobCount() int {
	if sh.jobs == nil {
		return 0
	}
	return len(sh.jobs.list)
}
