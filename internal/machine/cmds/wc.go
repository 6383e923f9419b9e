package cmds

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
	"github.com/orrery-world/orrery/internal/machine/gnu/wide"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var wcSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'c', Long: "bytes"},
		{Short: 'm', Long: "chars"},
		{Short: 'l', Long: "lines"},
		{Short: 'w', Long: "words"},
		{Short: 'L', Long: "max-line-length"},
		{Long: "files0-from", Arg: gnu.Required},
		{Long: "debug"},
	},
	Version: "wc" + coreutilsTail + "Paul Rubin and David MacKenzie.",
}

// wcCounts are the five numbers in the order of printing: lines, words, characters, bytes, longest line.
type wcCounts [5]uint64

const (
	wcLines = iota
	wcWords
	wcChars
	wcBytes
	wcWidest
)

type wcState struct {
	p      *kern.Proc
	show   [5]bool
	width  int
	total  wcCounts
	rows   int
	status int
	line   []byte
}

func runWc(_ context.Context, p *kern.Proc) int {
	w := wcState{p: p}
	any, from := false, ""
	files, st, ok := wcSpec.Parse(p, func(key, val string) int {
		switch key {
		case "files0-from":
			from = val
			return gnu.Go
		case "debug":
			return gnu.Go
		}
		for i, k := range [...]string{"l", "w", "m", "c", "L"} {
			if k == key {
				w.show[i], any = true, true
			}
		}
		return gnu.Go
	})
	if !ok {
		return st
	}
	if !any {
		w.show[wcLines], w.show[wcWords], w.show[wcBytes] = true, true, true
	}
	if from != "" {
		if len(files) > 0 {
			p.Errorf("extra operand %s\nfile operands cannot be combined with --files0-from", gnu.QuoteAF(files[0]))
			gnu.Try(p)
			return 1
		}
		return w.listed(from)
	}
	if len(files) == 0 {
		files = []string{"-"}
		w.measure(files)
		w.file("-", "")
		return w.status
	}
	w.measure(files)
	for _, f := range files {
		if f == "" {
			p.Errorf("invalid zero-length file name")
			w.status = 1
			w.rows++
			continue
		}
		w.file(f, f)
	}
	w.end()
	return w.status
}

// listed counts the files whose names, each ended by NUL, are in the file called from.
func (w *wcState) listed(from string) int {
	p := w.p
	fd, done, err := gnu.OpenInput(p, from)
	if err != nil {
		p.Errorf("cannot open %s for reading: %s", gnu.QuoteAF(from), kern.ErrText(err))
		return 1
	}
	defer done()
	st, err := p.StatFD(fd)
	known := err == nil && st.Kind == tree.Regular
	var names []string
	for lines := gnu.NewLines(p, fd, 0); ; {
		name, _, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			p.Errorf("%s: read error: %s", gnu.QuoteF(from), kern.ErrText(err))
			w.status = 1
			break
		}
		names = append(names, string(name))
	}
	w.width = 1
	if known {
		w.measure(names)
	}
	for i, name := range names {
		switch {
		case from == "-" && name == "-":
			p.Errorf("when reading file names from stdin, no file name of %s allowed", gnu.QuoteAF("-"))
			w.status = 1
		case name == "":
			p.Errorf("%s:%d: invalid zero-length file name", gnu.QuoteF(from), i+1)
			w.status = 1
		default:
			w.file(name, name)
			continue
		}
		w.rows++
	}
	w.end()
	return w.status
}

// measure finds the width of the columns: enough for the sizes of all files together, 7 as soon as one is no plain file.
func (w *wcState) measure(files []string) {
	columns := 0
	for _, s := range w.show {
		if s {
			columns++
		}
	}
	w.width = 1
	if len(files) == 0 || len(files) == 1 && columns == 1 {
		return
	}
	least, sum := 1, int64(0)
	for _, f := range files {
		var st kern.Stat
		var err error
		if f == "-" {
			st, err = w.p.StatFD(0)
		} else {
			st, err = w.p.Stat(f)
		}
		switch {
		case err != nil:
		case st.Kind == tree.Regular:
			w.p.Taint(st.Label())
			sum += st.Size
		default:
			least = 7
		}
	}
	for ; sum >= 10; sum /= 10 {
		w.width++
	}
	w.width = max(w.width, least)
}

func (w *wcState) end() {
	if w.rows > 1 {
		w.row(&w.total, "total")
	}
}

// file counts one file and prints its row, with the given label.
func (w *wcState) file(name, label string) {
	p := w.p
	fd, done, err := gnu.OpenInput(p, name)
	if err != nil {
		p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
		w.status = 1
		w.rows++
		return
	}
	defer done()
	var c wcCounts
	if err := w.count(fd, &c); err != nil {
		shown := gnu.QuoteF(name)
		if label == "" {
			shown = gnu.QuoteAF("standard input")
		}
		p.Errorf("%s: %s", shown, kern.ErrText(err))
		w.status = 1
	}
	w.rows++
	w.row(&c, label)
	for i := range w.total {
		if i == wcWidest {
			w.total[i] = max(w.total[i], c[i])
		} else {
			w.total[i] += c[i]
		}
	}
}

// row prints one line of numbers.
func (w *wcState) row(c *wcCounts, label string) {
	b := w.line[:0]
	for i, v := range c {
		if !w.show[i] {
			continue
		}
		if len(b) > 0 {
			b = append(b, ' ')
		}
		var tmp [20]byte
		s := strconv.AppendUint(tmp[:0], v, 10)
		for n := len(s); n < w.width; n++ {
			b = append(b, ' ')
		}
		b = append(b, s...)
	}
	if label != "" {
		if i := bytes.IndexByte([]byte(label), '\n'); i >= 0 {
			label = gnu.QuoteF(label)
		}
		b = append(append(b, ' '), label...)
	}
	w.line = append(b, '\n')
	w.p.Stdout.Write(w.line)
}

func (w *wcState) count(fd int, c *wcCounts) error {
	p := w.p
	complicated := w.show[wcWords] || w.show[wcChars] || w.show[wcWidest]
	if !complicated && !w.show[wcLines] {
		if st, err := p.StatFD(fd); err == nil && st.Kind == tree.Regular && st.Node != nil && st.Node.Target == "" {
			p.Taint(st.Label())
			here, _ := p.Seek(fd, 0, 1)
			c[wcBytes] = uint64(max(st.Size-here, 0))
			_, _ = p.Seek(fd, max(st.Size, here), 0)
			return nil
		}
	}
	buf := make([]byte, readSize(p, fd, 16<<10))
	m := wcScan{c: c}
	keep := 0
	for {
		n, err := p.Read(fd, buf[keep:])
		p.Tick(n >> 6)
		c[wcBytes] += uint64(n)
		b := buf[:keep+n]
		switch {
		case complicated:
			keep = copy(buf, m.scan(b))
		default:
			c[wcLines] += uint64(bytes.Count(b, []byte{'\n'}))
		}
		if err != nil {
			m.endLine()
			c[wcWords] += m.word
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}

// wcScan is the state of counting between two buffers.
type wcScan struct {
	c    *wcCounts
	word uint64 // 1 inside a word
	col  uint64
}

func (m *wcScan) endLine() {
	m.c[wcWidest] = max(m.c[wcWidest], m.col)
	m.col = 0
}

// scan counts b and returns the bytes at its end that are the beginning of a character.
func (m *wcScan) scan(b []byte) []byte {
	c := m.c
	i := 0
	for i < len(b) {
		ch := b[i]
		switch {
		case ch > ' ' && ch < 0x7f:
			m.word = 1
			m.col++
		case ch >= utf8.RuneSelf:
			n, ok := m.wide(b[i:])
			if !ok {
				return b[i:]
			}
			i += n
			continue
		case ch == '\n':
			c[wcLines]++
			m.endLine()
			m.space()
		case ch == '\r' || ch == '\f':
			m.endLine()
			m.space()
		case ch == '\t':
			m.col += 8 - m.col%8
			m.space()
		case ch == ' ':
			m.col++
			m.space()
		case ch == '\v':
			m.space()
		}
		c[wcChars]++
		i++
	}
	return nil
}

func (m *wcScan) space() {
	m.c[wcWords] += m.word
	m.word = 0
}

// wide counts one character that is not ASCII; ok is false when b ends inside it.
func (m *wcScan) wide(b []byte) (n int, ok bool) {
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError && n <= 1 {
		if len(b) < 4 && !utf8.FullRune(b) {
			return 0, false
		}
		return 1, true
	}
	m.c[wcChars]++
	if w := wide.Width(r); w >= 0 {
		m.col += uint64(w)
		if ctype.Is(r, ctype.Space) || r == 0xa0 || r == 0x2007 || r == 0x202f || r == 0x2060 {
			m.space()
		} else {
			m.word = 1
		}
	}
	return n, true
}
