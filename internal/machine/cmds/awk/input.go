package awk

import (
	"bytes"
	"io"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/regex"
)

// recordSep is what RS means.
type recordSep struct {
	paragraph bool
	ch        byte
	re        *regex.Regexp // nil: ch, or paragraphs
}

func (x *machine) recordSepFor(s string) recordSep {
	switch len(s) {
	case 0:
		return recordSep{paragraph: true}
	case 1:
		return recordSep{ch: s[0]}
	}
	return recordSep{re: x.dynamic(s)}
}

// istream is an open input: a file or the output of a command.
type istream struct {
	name    string
	command bool
	fd      int
	child   *kern.Proc
	buf     []byte
	off     int
	eof     bool
}

// fill reads more; false says that there is no more.
func (x *machine) fill(in *istream) bool {
	if in.eof {
		return false
	}
	if in.off > 0 {
		n := copy(in.buf, in.buf[in.off:])
		in.buf, in.off = in.buf[:n], 0
	}
	if len(in.buf) == cap(in.buf) {
		grow := max(1024, 2*cap(in.buf))
		x.p.Hold(int64(grow - cap(in.buf)))
		in.buf = append(make([]byte, 0, grow), in.buf...)
	}
	n, err := x.p.Read(in.fd, in.buf[len(in.buf):cap(in.buf)])
	in.buf = in.buf[:len(in.buf)+n]
	if err != nil {
		in.eof = true
		if err != io.EOF {
			x.die("read error (" + kern.ErrText(err) + ")")
		}
	}
	return n > 0
}

// read returns the next record of a stream; ok is false at its end.
func (x *machine) read(in *istream) (rec string, ok bool) {
	switch {
	case x.rs.paragraph:
		return x.readParagraph(in)
	case x.rs.re != nil:
		return x.readRegex(in)
	}
	for seen := 0; ; {
		if i := bytes.IndexByte(in.buf[in.off+seen:], x.rs.ch); i >= 0 {
			rec = string(in.buf[in.off : in.off+seen+i])
			in.off += seen + i + 1
			x.p.Tick(1 + len(rec)/256)
			return rec, true
		}
		seen = len(in.buf) - in.off
		if !x.fill(in) && in.eof {
			return in.rest()
		}
	}
}

// rest returns what is left at the end of a stream.
func (in *istream) rest() (string, bool) {
	s := string(in.buf[in.off:])
	in.off = len(in.buf)
	return s, s != ""
}

func (x *machine) readParagraph(in *istream) (string, bool) {
	for {
		for in.off < len(in.buf) && in.buf[in.off] == '\n' {
			in.off++
		}
		if in.off < len(in.buf) {
			break
		}
		if !x.fill(in) && in.eof {
			return "", false
		}
	}
	for seen := 0; ; {
		if i := bytes.Index(in.buf[in.off+seen:], []byte("\n\n")); i >= 0 {
			rec := string(in.buf[in.off : in.off+seen+i])
			in.off += seen + i + 2
			x.p.Tick(1 + len(rec)/256)
			return rec, true
		}
		seen = max(0, len(in.buf)-in.off-1)
		if !x.fill(in) && in.eof {
			s, ok := in.rest()
			return strings.TrimRight(s, "\n"), ok
		}
	}
}

func (x *machine) readRegex(in *istream) (string, bool) {
	for {
		if len(in.buf) > in.off {
			data := in.buf[in.off:]
			b, e := x.locate(x.rs.re, data, 0)
			for b >= 0 && b == e {
				// An empty match separates nothing.
				if b >= len(data) {
					b = -1
					break
				}
				b, e = x.locate(x.rs.re, data, b+1)
			}
			if b >= 0 && (e < len(data) || in.eof) {
				rec := string(data[:b])
				in.off += e
				return rec, true
			}
		}
		if !x.fill(in) && in.eof {
			if data := in.buf[in.off:]; len(data) > 0 {
				if b, e := x.locate(x.rs.re, data, 0); b >= 0 && e > b {
					continue
				}
			}
			return in.rest()
		}
	}
}

// nextMain reads the next record of the main input and counts it.
func (x *machine) nextMain() (string, bool) {
	for {
		if x.input == nil && !x.openMain() {
			return "", false
		}
		if rec, ok := x.read(x.input); ok {
			x.nr++
			x.fnr++
			return rec, true
		}
		x.closeMain()
	}
}

func (x *machine) closeMain() {
	if x.input.fd > 2 {
		_ = x.p.Close(x.input.fd)
	}
	x.input = nil
}

// skipFile does nextfile.
func (x *machine) skipFile() {
	if x.input != nil {
		x.closeMain()
	}
}

// openMain opens the next operand: assignments take effect, empty ones are passed over, and without any file standard input
// is read.
func (x *machine) openMain() bool {
	if x.inputDone {
		return false
	}
	argc := x.globals[vARGC]
	n := int(toInt(argc.toNum()))
	argv := x.arrays[vARGV]
	for ; x.argIndex < n; x.argIndex++ {
		x.p.Tick(1)
		at := x.lookup(argv, key{isNum: true, n: int32(x.argIndex)}, false)
		if at == nil {
			continue
		}
		arg := x.toStr(at)
		if arg == "" || x.assignOperand(arg) {
			continue
		}
		x.argIndex++
		x.usedInput = true
		x.openFile(arg)
		return true
	}
	x.inputDone = true
	if x.usedInput {
		return false
	}
	x.usedInput = true
	x.openFile("-")
	return true
}

func (x *machine) openFile(name string) {
	in := &istream{name: name, fd: 0}
	if name != "-" && name != "/dev/stdin" {
		fd, err := x.p.Open(name, kern.ReadOnly, 0)
		if err != nil {
			x.die("cannot open " + name + " (" + kern.ErrText(err) + ")")
		}
		in.fd = fd
	}
	x.input = in
	x.fnr = 0
	x.globals[vFILENAME] = from(name)
}

// assignOperand does an operand of the form NAME=VALUE.
func (x *machine) assignOperand(arg string) bool {
	name, val, ok := strings.Cut(arg, "=")
	if !ok || !isName(name) {
		return false
	}
	s := x.names[name]
	if s == nil {
		return true
	}
	if s.kind == symArray {
		x.die("cannot command line assign to " + name + "\n\ttype clash or keyword")
	}
	x.setVar(s, from(unescape(val)))
	return true
}

func isName(s string) bool {
	if s == "" || isDigit(s[0]) {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !isNameByte(s[i]) {
			return false
		}
	}
	return keywords[s] == tEOF
}

// getline does the forms of getline and returns 1, 0 or -1.
func (x *machine) getline(n *node) float64 {
	if x.exiting {
		return 0
	}
	if n.op == nGetline {
		rec, ok := x.nextMain()
		if !ok {
			return 0
		}
		x.deliver(n.a, rec)
		return 1
	}
	v := x.eval(n.b)
	name := x.toStr(&v)
	in := x.stream(name, n.op == nGetlineCmd)
	if in == nil {
		return -1
	}
	rec, ok := x.read(in)
	if !ok {
		return 0
	}
	x.deliver(n.a, rec)
	return 1
}

// deliver puts what getline has read into its variable, or into the record.
func (x *machine) deliver(to *node, rec string) {
	if to == nil {
		x.setRecord(rec)
		return
	}
	x.assign(to, from(rec))
}

// stream returns an open input, which is opened when it is not.
func (x *machine) stream(name string, command bool) *istream {
	for i, in := range x.in {
		if in.name == name && in.command == command {
			copy(x.in[1:i+1], x.in[:i])
			x.in[0] = in
			return in
		}
	}
	in := &istream{name: name, command: command}
	switch {
	case command:
		x.flushAll()
		r, w := x.p.Pipe()
		child, err := x.p.Spawn(x.ctx, "/bin/sh", []string{"/bin/sh", "-c", name}, func(c *kern.Proc) { _ = c.SetFD(1, w) })
		if err != nil {
			return nil
		}
		fd, err := x.p.AddFD(r, 3)
		if err != nil {
			return nil
		}
		in.fd, in.child = fd, child
	case name == "-" || name == "/dev/stdin":
	default:
		fd, err := x.p.Open(name, kern.ReadOnly, 0)
		if err != nil {
			return nil
		}
		in.fd = fd
	}
	x.p.Hold(256)
	x.in = append(x.in, nil)
	copy(x.in[1:], x.in)
	x.in[0] = in
	return in
}
