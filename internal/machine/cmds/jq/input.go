package jq

import (
	"bytes"
	"io"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// lineSize is the size of the buffer into which jq reads lines; longer ones come in pieces.
const lineSize = 4095

// input reads values from the files named on the command line, piece by piece, since the line that errors name is the last
// one read.
type input struct {
	h        *host
	parser   *jsonParser // nil for raw input
	slurp    bool
	slurped  bool // the slurped value has been handed out
	values   []value
	text     []byte
	files    []string
	next     int
	fd       int
	open     bool
	eof, bad bool // of the open file
	name     string
	line     int
	failures int
	buf      []byte // read ahead
	piece    []byte
}

// filename returns the name of the open file, or null.
func (in *input) filename() value {
	if !in.open && in.name == "" {
		return nil
	}
	return newStr(in.name)
}

// position names the place for an error message.
func (in *input) position() string {
	if in.name == "" {
		return "<unknown>"
	}
	return in.name + ":" + itoa(in.line)
}

// advance closes a finished file and opens the next one.
func (in *input) advance() {
	p := in.h.p
	if in.open {
		if in.bad {
			_, _ = p.Stderr.WriteString("Input error: " + kern.ErrText(tree.EISDIR) + "\n")
		}
		if in.fd != 0 {
			_ = p.Close(in.fd)
		}
		in.open, in.name, in.line = false, "", 0
	}
	if in.next >= len(in.files) {
		return
	}
	f := in.files[in.next]
	in.next++
	in.name, in.line, in.buf, in.eof, in.bad = validText(f), 0, nil, false, false
	if f == "-" {
		in.fd, in.open, in.name = 0, true, "<stdin>"
		return
	}
	fd, err := p.Open(f, kern.ReadOnly, 0)
	if err != nil {
		_, _ = p.Stderr.WriteString("jq: error: Could not open file " + f + ": " + kern.ErrText(err) + "\n")
		in.failures++
		return
	}
	in.fd, in.open = fd, true
}

// readMore reads the next piece; last says that nothing follows it.
func (in *input) readMore() (last bool) {
	if !in.open || in.eof || in.bad {
		in.advance()
	}
	in.piece = nil
	if in.open {
		in.readPiece()
	}
	return in.next == len(in.files) && (!in.open || in.eof || in.bad)
}

// readPiece takes a line, or as much of it as fits.
func (in *input) readPiece() {
	in.h.tick(1)
	for {
		n := len(in.buf)
		if i := bytes.IndexByte(in.buf, '\n'); i >= 0 && i < lineSize {
			n = i + 1
			in.line++
		} else if n < lineSize && !in.eof && !in.bad {
			in.fill()
			continue
		}
		n = min(n, lineSize)
		in.piece, in.buf = in.buf[:n], in.buf[n:]
		break
	}
	if n := len(in.piece); n == 0 || in.piece[n-1] != '\n' {
		in.cutNULs()
	}
}

// cutNULs drops what jq does not see of a piece without a newline.
func (in *input) cutNULs() {
	if in.parser != nil {
		if i := bytes.IndexByte(in.piece, 0); i >= 0 {
			in.piece = in.piece[:i]
		}
		return
	}
	if in.eof && len(in.piece) > 0 {
		in.piece = in.piece[:max(len(bytes.TrimRight(in.piece, "\x00")), 1)]
	}
}

func (in *input) fill() {
	if len(in.buf) == cap(in.buf) {
		in.buf = append(make([]byte, 0, max(1024, 2*len(in.buf))), in.buf...)
	}
	n, err := in.h.p.Read(in.fd, in.buf[len(in.buf):cap(in.buf)])
	in.buf = in.buf[:len(in.buf)+n]
	if err == io.EOF {
		in.eof = true
	} else if err != nil {
		in.bad = true
		in.failures++
	}
}

// read returns the next input; ok is false when there is none.
func (in *input) read() (v value, ok bool, err *jsonError) {
	if in.parser == nil {
		return in.readRaw()
	}
	last := false
	for {
		if !in.parser.remaining() {
			last = in.readMore()
			in.parser.feed(in.piece, !last)
		}
		v, ok, err = in.parser.parseNext()
		switch {
		case err != nil:
			return nil, false, err
		case ok && in.slurping():
			in.values = append(in.values, v)
			in.h.hold(64)
		case ok:
			return v, true, nil
		}
		if last && !(in.slurping() && in.parser.remaining()) {
			break
		}
	}
	if in.slurping() {
		in.slurped = true
		return newArr(in.values), true, nil
	}
	return nil, false, nil
}

func (in *input) slurping() bool { return in.slurp && !in.slurped }

func (in *input) readRaw() (value, bool, *jsonError) {
	var text []byte
	got := false
	for last := false; !last; {
		last = in.readMore()
		n := len(in.piece)
		if n == 0 {
			continue
		}
		in.h.tick(n / 64)
		switch {
		case in.slurping():
			in.h.hold(n)
			in.text = append(in.text, validText(string(in.piece))...)
		case in.piece[n-1] == '\n':
			return newStr(string(text) + validText(string(in.piece[:n-1]))), true, nil
		default:
			got = true
			text = append(text, validText(string(in.piece))...)
		}
	}
	if in.slurping() {
		in.slurped = true
		return newStr(string(in.text)), true, nil
	}
	return newStr(string(text)), got, nil
}
