package bash

import (
	"context"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// readOptions are the options of read.
type readOptions struct {
	raw     bool
	array   string
	delim   byte
	count   int // -n or -N; -1: none
	exact   bool
	prompt  string
	fd      int
	timeout int64 // nanoseconds; -1: none
}

// biRead is read.
func biRead(ctx context.Context, sh *Shell, args []Field) int {
	valid := "ersa:d:i:n:N:p:t:u:"
	if sh.dash {
		valid = "rp:"
	}
	f, st := sh.options(args, valid)
	if st != 0 {
		return st
	}
	o, ok := sh.readFlags(&f)
	if !ok {
		return 1
	}
	for _, n := range f.rest {
		if name, _, indexed, ok := splitRef(n.S); !ok || indexed && !validName(name) {
			if sh.dash {
				sh.errf("read: %s: bad variable name", n.S)
				return 2
			}
			sh.errf("read: `%s': not a valid identifier", n.S)
			return 1
		}
	}
	if sh.dash && len(f.rest) == 0 {
		sh.errf("read: arg count")
		return 2
	}
	if sh.p.FD(o.fd) == nil {
		if f.has('u') {
			sh.errf("read: %d: invalid file descriptor: Bad file descriptor", o.fd)
		} else {
			sh.errf("read: read error: %d: Bad file descriptor", o.fd)
		}
		return 1
	}
	if o.prompt != "" && (sh.p.IsTerminal(o.fd) || sh.dash) {
		_, _ = sh.p.Stderr.WriteString(o.prompt)
	}
	if o.timeout == 0 {
		return b2i(!sh.p.Readable(o.fd))
	}
	line, escaped, status := sh.readInput(&o)
	return sh.readAssign(ctx, &o, f.rest, line, escaped, status)
}

func (sh *Shell) readFlags(f *flagSet) (o readOptions, ok bool) {
	o = readOptions{delim: '\n', count: -1, timeout: -1}
	for _, x := range f.flags {
		switch x.c {
		case 'r':
			o.raw = true
		case 'a':
			o.array = x.val.S
		case 'd':
			o.delim = 0
			if x.val.S != "" {
				o.delim = x.val.S[0]
			}
		case 'n', 'N':
			n, err := strconv.Atoi(x.val.S)
			if err != nil || n < 0 {
				sh.errf("read: %s: invalid number", x.val.S)
				return o, false
			}
			o.count, o.exact = n, x.c == 'N'
		case 'p':
			o.prompt = x.val.S
		case 't':
			s, err := strconv.ParseFloat(x.val.S, 64)
			if err != nil || s < 0 {
				sh.errf("read: %s: invalid timeout specification", x.val.S)
				return o, false
			}
			o.timeout = int64(s * 1e9)
		case 'u':
			n, err := strconv.Atoi(x.val.S)
			if err != nil {
				sh.errf("read: %s: invalid file descriptor specification", x.val.S)
				return o, false
			}
			o.fd = n
		}
	}
	return o, true
}

// readInput reads bytes up to the delimiter, one at a time so that nothing beyond it is taken. escaped marks the bytes that
// a backslash protects from splitting.
func (sh *Shell) readInput(o *readOptions) (line Str, escaped []bool, status int) {
	var buf []byte
	var b [1]byte
	chars := 0
	backslash := false
	deadline := int64(-1)
	if o.timeout >= 0 {
		deadline = sh.p.K.Now() + o.timeout
	}
	for o.count < 0 || chars < o.count {
		if deadline >= 0 && !sh.p.WaitReadable(o.fd, deadline) {
			status = 142
			break
		}
		n, runs, err := sh.p.ReadRuns(o.fd, b[:])
		if n == 0 || err != nil {
			if err != nil && err != io.EOF && len(buf) == 0 {
				sh.errf("read: read error: %d: %s", o.fd, kern.ErrText(err))
			}
			status = 1
			break
		}
		if len(runs) > 0 {
			line.L |= runs[0].L
		}
		c := b[0]
		if backslash {
			backslash = false
			if c == '\n' {
				continue
			}
			buf, escaped = append(buf, c), append(escaped, true)
			chars++
			continue
		}
		if c == '\\' && !o.raw {
			backslash = true
			continue
		}
		if c == o.delim && !o.exact {
			break
		}
		if c == 0 {
			continue
		}
		buf, escaped = append(buf, c), append(escaped, false)
		sh.p.Hold(1)
		if c < 0x80 || utf8.FullRune(buf[lastStart(buf):]) {
			chars++
		}
	}
	line.S = string(buf)
	return line, escaped, status
}

// lastStart returns where the last character of b begins.
func lastStart(b []byte) int {
	i := len(b) - 1
	for i > 0 && !utf8.RuneStart(b[i]) {
		i--
	}
	return max(i, 0)
}

// readAssign splits the line and assigns its parts.
func (sh *Shell) readAssign(ctx context.Context, o *readOptions, names []Field, line Str, escaped []bool, status int) int {
	assign := func(name string, s Str) bool {
		if base, index, indexed, ok := splitRef(name); ok && indexed {
			return sh.setElem(base, sh.expandIndex(ctx, base, index), s) == nil
		}
		return sh.setVar(name, s) == nil
	}
	ifs := " \t\n"
	if v, ok := sh.lookup("IFS"); ok && v.Set {
		ifs = v.Str.S
	}
	switch {
	case o.array != "":
		var elems []newElem
		rest, esc := line, escaped
		for {
			var w Str
			var more bool
			w, rest, esc, more = nextWord(rest, esc, ifs)
			if !more {
				break
			}
			elems = append(elems, newElem{val: w})
		}
		if err := sh.storeArray(sh.scope(o.array), o.array, elems, false); err != nil {
			return 1
		}
		return status
	case len(names) == 0:
		if !assign("REPLY", line) {
			return 1
		}
		return status
	case o.exact:
		for i, n := range names {
			v := Str{}
			if i == 0 {
				v = line
			}
			if !assign(n.S, v) {
				return 1
			}
		}
		return status
	}
	rest, esc := line, escaped
	for i, n := range names {
		var w Str
		if i < len(names)-1 {
			w, rest, esc, _ = nextWord(rest, esc, ifs)
		} else {
			w = lastWord(rest, esc, ifs)
		}
		w.L = line.L
		if !assign(n.S, w) {
			return 1
		}
	}
	return status
}

func isIFSSpace(c byte, ifs string) bool {
	return (c == ' ' || c == '\t' || c == '\n') && strings.IndexByte(ifs, c) >= 0
}

// nextWord takes one word from s as read splits; more is false when nothing is left.
func nextWord(s Str, esc []bool, ifs string) (w, rest Str, restEsc []bool, more bool) {
	i := 0
	for i < len(s.S) && !esc[i] && isIFSSpace(s.S[i], ifs) {
		i++
	}
	if i == len(s.S) {
		return Str{L: s.L}, Str{L: s.L}, nil, false
	}
	j := i
	for j < len(s.S) && (esc[j] || separator(s.S[j:], ifs) == 0) {
		j++
	}
	w = Str{S: s.S[i:j], L: s.L}
	skip := func() {
		for j < len(s.S) && !esc[j] && isIFSSpace(s.S[j], ifs) {
			j++
		}
	}
	skip()
	if j < len(s.S) && !esc[j] && !isIFSSpace(s.S[j], ifs) {
		if n := separator(s.S[j:], ifs); n > 0 {
			j += n
			skip()
		}
	}
	return w, Str{S: s.S[j:], L: s.L}, esc[j:], true
}

// separator returns the size of the character of ifs that s begins with, or 0.
func separator(s, ifs string) int {
	if s[0] < utf8.RuneSelf {
		return b2i(strings.IndexByte(ifs, s[0]) >= 0)
	}
	r, n := utf8.DecodeRuneInString(s)
	if n > 1 && strings.ContainsRune(ifs, r) {
		return n
	}
	return 0
}

// lastWord is what the last variable of read gets: all that is left without the separators around it.
func lastWord(s Str, esc []bool, ifs string) Str {
	i, j := 0, len(s.S)
	for i < j && !esc[i] && isIFSSpace(s.S[i], ifs) {
		i++
	}
	for j > i && !esc[j-1] && isIFSSpace(s.S[j-1], ifs) {
		j--
	}
	// A single word followed by one separator loses it.
	if w, rest, _, more := nextWord(Str{S: s.S[i:j]}, esc[i:j], ifs); more && rest.S == "" {
		return Str{S: w.S, L: s.L}
	}
	return Str{S: s.S[i:j], L: s.L}
}

// biMapfile is mapfile.
func biMapfile(ctx context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "d:n:O:s:tu:C:c:")
	if st != 0 {
		return st
	}
	delim, trim, fd := byte('\n'), f.has('t'), 0
	num := map[byte]int{'n': 0, 'O': -1, 's': 0, 'c': 5000}
	callback := ""
	for _, x := range f.flags {
		switch x.c {
		case 'd':
			delim = 0
			if x.val.S != "" {
				delim = x.val.S[0]
			}
		case 'u':
			n, err := strconv.Atoi(x.val.S)
			if err != nil {
				sh.errf("mapfile: %s: invalid file descriptor specification", x.val.S)
				return 1
			}
			fd = n
		case 'C':
			callback = x.val.S
		case 'n', 'O', 's', 'c':
			n, err := strconv.Atoi(x.val.S)
			if err != nil || n < 0 {
				what := map[byte]string{'n': "invalid line count", 'O': "invalid array origin", 's': "invalid line count", 'c': "invalid callback quantum"}
				sh.errf("%s: %s: %s", args[0].S, x.val.S, what[x.c])
				return 1
			}
			num[x.c] = n
		}
	}
	name := "MAPFILE"
	if len(f.rest) > 0 {
		name = f.rest[0].S
	}
	if !validName(name) {
		sh.errf("%s: `%s': not a valid identifier", args[0].S, name)
		return 1
	}
	if sh.p.FD(fd) == nil {
		sh.errf("%s: %d: invalid file descriptor: Bad file descriptor", args[0].S, fd)
		return 1
	}
	return sh.mapLines(ctx, name, fd, delim, trim, num, callback)
}

func (sh *Shell) mapLines(ctx context.Context, name string, fd int, delim byte, trim bool, num map[byte]int, callback string) int {
	t := sh.scope(name)
	if v, _ := t.get(name); v.Attr&AttrReadonly != 0 {
		sh.readonlyError(name)
		return 1
	}
	if v, _ := t.get(name); v.Attr&AttrAssoc != 0 {
		sh.errf("mapfile: %s: not an indexed array", name)
		return 1
	}
	at := num['O']
	if at < 0 {
		at = 0
		if err := sh.storeArray(t, name, nil, false); err != nil {
			return 1
		}
	}
	var elems []newElem
	for read := 0; num['n'] == 0 || read < num['n']+num['s']; read++ {
		line, ended, ok := sh.readRecord(fd, delim)
		if !ok {
			break
		}
		if read < num['s'] {
			continue
		}
		if ended && !trim {
			line.S += string(rune(delim))
		}
		k := read - num['s']
		if callback != "" && num['c'] > 0 && (k+1)%num['c'] == 0 {
			sh.evalString(ctx, Str{S: callback + " " + strconv.Itoa(at+k) + " " + quoteSingle(line.S), L: line.L}, "mapfile")
		}
		elems = append(elems, newElem{index: strconv.Itoa(at + k), at: true, val: line})
	}
	if err := sh.storeArray(t, name, elems, true); err != nil {
		return 1
	}
	return 0
}

// readRecord reads up to a delimiter; ended says that it was there.
func (sh *Shell) readRecord(fd int, delim byte) (line Str, ended, ok bool) {
	var buf []byte
	var b [1]byte
	for {
		n, runs, err := sh.p.ReadRuns(fd, b[:])
		if n == 0 || err != nil {
			line.S = string(buf)
			return line, false, len(buf) > 0
		}
		if len(runs) > 0 {
			line.L |= runs[0].L
		}
		if b[0] == delim {
			line.S = string(buf)
			return line, true, true
		}
		sh.p.Hold(1)
		buf = append(buf, b[0])
	}
}
