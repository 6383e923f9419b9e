package difftest

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// withHelpers adds the few programs that the programs under test start: echo, cat, true, false, printf-free and small, and a
// shell that knows just enough.
func withHelpers(programs Programs) Programs {
	all := Programs{"echo": echo, "cat": cat, "true": exit0, "false": exit1, "sh": sh}
	for name, fn := range programs {
		all[name] = fn
	}
	return all
}

func exit0(context.Context, *kern.Proc) int { return 0 }
func exit1(context.Context, *kern.Proc) int { return 1 }

func echo(_ context.Context, p *kern.Proc) int {
	args := p.Args[1:]
	end := "\n"
	if len(args) > 0 && args[0] == "-n" {
		args, end = args[1:], ""
	}
	p.Stdout.WriteString(strings.Join(args, " ") + end)
	return 0
}

func cat(_ context.Context, p *kern.Proc) int {
	files := p.Args[1:]
	if len(files) == 0 {
		files = []string{"-"}
	}
	status := 0
	for _, f := range files {
		var b []byte
		var err error
		if f == "-" {
			b, err = p.ReadAll(0)
		} else {
			b, err = p.ReadFile(f)
		}
		if err != nil {
			p.Errorf("%s: %s", f, kern.ErrText(err))
			status = 1
			continue
		}
		_, _ = p.Write(1, b)
	}
	return status
}

// sh runs commands of plain and quoted words, joined by ; or | and with > FILE, with $0 to $9 and $@ from its arguments.
func sh(ctx context.Context, p *kern.Proc) int {
	if len(p.Args) < 3 || p.Args[1] != "-c" {
		return 2
	}
	s := shell{ctx: ctx, p: p, args: p.Args[3:]}
	return s.run(p.Args[2])
}

type shell struct {
	ctx  context.Context
	p    *kern.Proc
	args []string
}

func (s *shell) run(text string) int {
	status := 0
	for _, line := range s.split(text, ";") {
		stages := s.split(line, "|")
		in := s.p.FD(0)
		for i, stage := range stages {
			words, to := s.words(stage)
			if len(words) == 0 {
				continue
			}
			if words[0] == "exit" {
				n := 0
				for _, d := range strings.Join(words[1:], "") {
					n = n*10 + int(d-'0')
				}
				return n
			}
			var next *kern.File
			var w *kern.File
			if i+1 < len(stages) {
				next, w = s.p.Pipe()
				next.Hold()
			}
			status = s.one(words, to, in, w)
			in = next
		}
	}
	return status
}

func (s *shell) one(words []string, to string, in, out *kern.File) int {
	c := s.p.Fork()
	_ = c.SetFD(0, in)
	if out != nil {
		_ = c.SetFD(1, out)
	}
	if to != "" {
		f, err := s.p.OpenFile(to, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
		if err != nil {
			c.Abandon()
			return 1
		}
		_ = c.SetFD(1, f)
	}
	file, err := s.p.LookPath(words[0], "/usr/bin")
	if err != nil {
		c.Abandon()
		s.p.Errorf("1: %s: not found", words[0])
		return 127
	}
	fn, err := c.Load(file, words, s.p.Env)
	if err != nil {
		c.Abandon()
		return 126
	}
	return c.Run(s.ctx, fn).Exit()
}

func (s *shell) split(text, at string) []string {
	var out []string
	quote, from := byte(0), 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == at[0]:
			out = append(out, text[from:i])
			from = i + 1
		}
	}
	return append(out, text[from:])
}

func (s *shell) words(text string) (words []string, to string) {
	cur, have := "", false
	flush := func() {
		if have {
			words = append(words, cur)
		}
		cur, have = "", false
	}
	redirect := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == ' ' || c == '\n' || c == '\t':
			flush()
		case c == '>':
			flush()
			redirect = true
		case c == '\'' || c == '"':
			end := strings.IndexByte(text[i+1:], c) + i + 1
			if end == i {
				end = len(text)
				text += string(rune(c))
			}
			piece := text[i+1 : end]
			if c == '"' {
				piece = s.expand(piece)
			}
			cur, have, i = cur+piece, true, end
		case c == '$' && i+1 < len(text) && text[i+1] == '@':
			flush()
			words = append(words, s.args[1:]...)
			i++
		case c == '$' && i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9':
			cur, have = cur+s.expand(text[i:i+2]), true
			i++
		default:
			cur, have = cur+string(rune(c)), true
		}
	}
	flush()
	if redirect && len(words) > 0 {
		to, words = words[len(words)-1], words[:len(words)-1]
	}
	return words, to
}

func (s *shell) expand(text string) string {
	for i := 9; i >= 0; i-- {
		val := ""
		if i < len(s.args) {
			val = s.args[i]
		} else if i == 0 {
			val = "sh"
		}
		text = strings.ReplaceAll(text, "$"+string(rune('0'+i)), val)
	}
	return text
}
