package awk

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/regex"
)

// splitter is how FS, or the third argument of split, cuts a text.
type splitter struct {
	kind splitKind
	ch   byte
	re   *regex.Regexp
}

type splitKind uint8

const (
	bySpace splitKind = iota // runs of blanks and newlines
	byChar
	byEach // every byte
	byRegex
)

// splitterFor returns the splitter that a string stands for.
func (x *machine) splitterFor(s string) splitter {
	switch {
	case s == " ":
		return splitter{kind: bySpace}
	case s == "":
		return splitter{kind: byEach}
	case len(s) == 1:
		return splitter{kind: byChar, ch: s[0]}
	}
	return splitter{kind: byRegex, re: x.dynamic(s)}
}

// pieces cuts s and appends what it finds to out.
func (x *machine) pieces(out []value, s string, sp *splitter) []value {
	x.p.Tick(1 + len(s)/64)
	if s == "" {
		return out
	}
	switch sp.kind {
	case bySpace:
		return spacePieces(out, s)
	case byChar:
		for {
			i := strings.IndexByte(s, sp.ch)
			if i < 0 {
				return append(out, from(s))
			}
			out = append(out, from(s[:i]))
			s = s[i+1:]
		}
	case byEach:
		for i := range len(s) {
			out = append(out, from(s[i:i+1]))
		}
		return out
	}
	in := []byte(s)
	done, at := 0, 0
	for at < len(s) {
		b, e := x.locate(sp.re, in, at)
		if b < 0 {
			break
		}
		if e == b {
			at = b + 1
			continue
		}
		out = append(out, from(s[done:b]))
		done, at = e, e
		x.p.Tick(1)
	}
	return append(out, from(s[done:]))
}

func spacePieces(out []value, s string) []value {
	for i := 0; i < len(s); {
		for i < len(s) && isFieldSpace(s[i]) {
			i++
		}
		if i == len(s) {
			break
		}
		j := i
		for j < len(s) && !isFieldSpace(s[j]) {
			j++
		}
		out = append(out, from(s[i:j]))
		i = j
	}
	return out
}

func isFieldSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// record returns $0 as a string.
func (x *machine) record() string {
	if x.stale {
		x.rebuild()
	}
	return x.toStr(&x.rec)
}

// setRecord makes s the record.
func (x *machine) setRecord(s string) {
	x.rec = from(s)
	x.isSplit, x.stale = false, false
}

// split cuts the record into fields when that has not been done.
func (x *machine) split() {
	if x.isSplit {
		return
	}
	old := cap(x.fields)
	x.fields = x.pieces(x.fields[:0], x.toStr(&x.rec), &x.fs)
	x.nf, x.isSplit = len(x.fields), true
	if n := cap(x.fields) - old; n > 0 {
		x.p.Hold(int64(n) * 40)
	}
}

// rebuild joins the fields into the record.
func (x *machine) rebuild() {
	b := make([]byte, 0, 64)
	for i := range x.fields[:x.nf] {
		if i > 0 {
			b = append(b, x.ofs...)
		}
		f := &x.fields[i]
		b = append(b, x.toStr(f)...)
	}
	x.bound(len(b))
	x.rec = from(string(b))
	x.stale = false
}

// fieldIndex evaluates the number of a field.
func (x *machine) fieldIndex(n *node) int {
	if n.a.op == nNum {
		return int(toInt(n.a.num))
	}
	v := x.eval(n.a)
	i := int(toInt(v.toNum()))
	if i < 0 {
		x.fail("negative field index $" + x.numText(float64(i), "%.6g"))
	}
	return i
}

// getField returns field i; one that is not there is the empty string.
func (x *machine) getField(i int) value {
	if i == 0 {
		if x.stale {
			x.rebuild()
		}
		return x.rec
	}
	x.split()
	if i > x.nf {
		return str("")
	}
	return x.fields[i-1]
}

func (x *machine) setField(i int, v value) {
	if i == 0 {
		x.setRecord(x.toStr(&v))
		return
	}
	x.split()
	if i > x.nf {
		x.resize(i)
	}
	x.fields[i-1] = v
	x.stale = true
}

// resize sets the number of fields.
func (x *machine) resize(n int) {
	if n > cap(x.fields) {
		x.p.Hold(int64(n-cap(x.fields)) * 40)
	}
	x.p.Tick(1 + n/16)
	for len(x.fields) < n {
		x.fields = append(x.fields, str(""))
	}
	for i := x.nf; i < n; i++ {
		x.fields[i] = str("")
	}
	x.fields = x.fields[:n]
	x.nf = n
	x.stale = true
}

// setSpecial lets the assignment of a variable that mawk knows have its effect.
func (x *machine) setSpecial(which special, v value) {
	switch which {
	case vNF:
		x.split()
		n := int(toInt(v.toNum()))
		if n < 0 {
			x.fail("negative value assigned to NF")
		}
		x.resize(n)
	case vNR:
		x.nr = v.toNum()
	case vFNR:
		x.fnr = v.toNum()
	case vFS:
		// The present record is cut by the old separator.
		x.split()
		x.fs = x.splitterFor(x.toStr(&v))
	case vOFS:
		if x.stale {
			x.rebuild()
		}
		x.ofs = x.toStr(&v)
	case vORS:
		x.ors = x.toStr(&v)
	case vRS:
		x.rs = x.recordSepFor(x.toStr(&v))
	case vSUBSEP:
		x.subsep = x.toStr(&v)
	case vCONVFMT:
		x.convfmt = x.toStr(&v)
	case vOFMT:
		x.ofmt = x.toStr(&v)
	}
}
