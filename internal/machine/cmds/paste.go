package cmds

import (
	"context"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var pasteSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'd', Long: "delimiters", Arg: gnu.Required},
		{Short: 's', Long: "serial"},
		{Short: 'z', Long: "zero-terminated"},
	},
	Version: "paste" + coreutilsTail + "David M. Ihnat and David MacKenzie.",
}

// noDelim is an empty delimiter, written \0.
const noDelim = -1

type pasteState struct {
	p      *kern.Proc
	delims []int
	eol    byte
	shared *gnu.Lines // standard input, which may be named more than once
}

func runPaste(_ context.Context, p *kern.Proc) int {
	s := pasteState{p: p, eol: '\n'}
	list, serial := "\t", false
	files, st, ok := pasteSpec.Parse(p, func(key, val string) int {
		switch key {
		case "d":
			if list = val; list == "" {
				list = `\0`
			}
		case "s":
			serial = true
		case "z":
			s.eol = 0
		}
		return gnu.Go
	})
	if !ok {
		return st
	}
	if !s.setDelims(list) {
		p.Errorf("delimiter list ends with an unescaped backslash: %s", list)
		return 1
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	if serial {
		return s.serial(files)
	}
	return s.parallel(files)
}

func (s *pasteState) setDelims(list string) bool {
	for i := 0; i < len(list); i++ {
		if list[i] != '\\' {
			s.delims = append(s.delims, int(list[i]))
			continue
		}
		if i++; i == len(list) {
			return false
		}
		d := int(list[i])
		switch list[i] {
		case '0':
			d = noDelim
		case 'b':
			d = '\b'
		case 'f':
			d = '\f'
		case 'n':
			d = '\n'
		case 'r':
			d = '\r'
		case 't':
			d = '\t'
		case 'v':
			d = '\v'
		}
		s.delims = append(s.delims, d)
	}
	return true
}

func (s *pasteState) delim(i int) {
	if d := s.delims[i%len(s.delims)]; d != noDelim {
		s.p.Stdout.WriteByte(byte(d))
	}
}

// open returns the lines of a file; nil after a message.
func (s *pasteState) open(name string) (*gnu.Lines, func()) {
	if name == "-" {
		if s.shared == nil {
			s.shared = gnu.NewLines(s.p, 0, s.eol)
		}
		return s.shared, func() {}
	}
	fd, done, err := gnu.OpenInput(s.p, name)
	if err != nil {
		s.p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
		return nil, nil
	}
	return gnu.NewLines(s.p, fd, s.eol), done
}

// serial prints all lines of one file on one line.
func (s *pasteState) serial(files []string) (status int) {
	out := s.p.Stdout
	for _, name := range files {
		lines, done := s.open(name)
		if lines == nil {
			status = 1
			continue
		}
		for n := 0; ; n++ {
			line, _, err := lines.Next()
			if err != nil {
				out.WriteByte(s.eol)
				if err = notEOF(err); err != nil {
					s.p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
					status = 1
				}
				break
			}
			if n > 0 {
				s.delim(n - 1)
			}
			out.Write(line)
		}
		done()
	}
	return status
}

// parallel prints the n-th lines of all files on one line.
func (s *pasteState) parallel(files []string) (status int) {
	type input struct {
		lines *gnu.Lines
		name  string
	}
	ins := make([]input, 0, len(files))
	for _, name := range files {
		lines, _ := s.open(name)
		if lines == nil {
			return 1
		}
		ins = append(ins, input{lines, name})
	}
	out := s.p.Stdout
	var row []byte
	for {
		row = row[:0]
		left := false
		for i := range ins {
			if ins[i].lines != nil {
				line, _, err := ins[i].lines.Next()
				if err == nil {
					left = true
				} else {
					if err = notEOF(err); err != nil {
						s.p.Errorf("%s: %s", gnu.QuoteF(ins[i].name), kern.ErrText(err))
						status = 1
					}
					ins[i].lines = nil
				}
				row = append(row, line...)
			}
			if i+1 < len(ins) {
				if d := s.delims[i%len(s.delims)]; d != noDelim {
					row = append(row, byte(d))
				}
			}
		}
		if !left {
			return status
		}
		out.Write(append(row, s.eol))
	}
}
