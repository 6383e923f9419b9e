package zip

import (
	"bytes"
	"hash/crc32"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/deflate"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// update makes the new archive: what stays of the old one, what is renewed, and what is new.
func (z *zipper) update() {
	var kept []*entry
	changed := z.match()
	added := len(z.byName) + btoi(len(z.found) > len(z.byName))
	if !changed && added == 0 && !z.onlyTouch() {
		z.idle()
	}
	z.checkOutput()
	if z.old != nil {
		for _, e := range z.old.entries {
			if n := z.renewed(e); n != nil {
				kept = append(kept, n)
			}
		}
	}
	for _, s := range z.found {
		if s.old != nil {
			continue
		}
		if e := z.pack(s, "  adding: "); e != nil {
			kept = append(kept, e)
		}
	}
	z.finish(kept)
}

// idle ends a run that has nothing to do, unless it makes an empty archive.
func (z *zipper) idle() {
	switch {
	case z.recurse && z.old == nil && z.action == "" && z.matchedAny && len(z.includes) > 0:
		return
	case z.action != "" && (z.old != nil || z.action == "f"):
		z.p.Exit(12)
	case z.recurse && len(z.includes) == 0 && len(z.names) > 0:
		opts := "-r"
		for _, a := range z.p.Args[1:] {
			if len(a) > 1 && a[0] == '-' && strings.Contains(a, "r") {
				opts = a
				break
			}
		}
		z.fail(12, "Nothing to do!", "try: zip "+opts+" "+z.archive+" . -i "+strings.Join(z.names, " "))
	}
	z.nothing()
}

// checkOutput makes sure that the archive can be written, before anything is compressed.
func (z *zipper) checkOutput() {
	if z.output == "-" || z.output == "/dev/null" {
		return
	}
	st, err := z.p.Stat(dirOf(z.output))
	if err == nil && !st.IsDir() {
		err = tree.ENOTDIR
	}
	if err == nil {
		err = z.p.Access(dirOf(z.output), 3)
	}
	if err != nil {
		z.noOutput(err)
	}
}

func (z *zipper) noOutput(err error) {
	z.msg.WriteString("zip I/O error: " + kern.ErrText(err) + "\nzip error: Could not create output file (" + z.output + ")\n")
	z.p.Exit(15)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// onlyTouch says that there is something to do without any file.
func (z *zipper) onlyTouch() bool {
	return z.old != nil && len(z.names) == 0 && (z.askComment || z.test || z.latest || z.adjust || z.output != z.archive)
}

// match pairs what was found with the entries of the archive and drops what is not to be renewed. It reports whether an
// existing entry changes.
func (z *zipper) match() bool {
	changed := false
	if z.old == nil {
		if z.action == "f" {
			z.found, z.byName = nil, nil
		}
		return false
	}
	have := map[string]*entry{}
	for _, e := range z.old.entries {
		have[e.name] = e
	}
	var left []*source
	for _, s := range z.found {
		e := have[s.name]
		drop := false
		switch {
		case e == nil:
			drop = z.action == "f"
		case z.action == "u" || z.action == "f":
			drop = !z.newer(s, e)
		case z.action == "FS":
			drop = !z.differs(s, e)
			z.matched[s.name] = true
		}
		if drop {
			delete(z.byName, s.name)
			continue
		}
		s.old = e
		left = append(left, s)
	}
	z.found = left
	if z.action == "FS" {
		for _, e := range z.old.entries {
			changed = changed || z.byName[e.name] == nil && !z.matched[e.name]
		}
	}
	return changed
}

func (z *zipper) newer(s *source, e *entry) bool { return s.st.Mtime/1e9 > e.unixTime(z.zone) }

func (z *zipper) differs(s *source, e *entry) bool {
	return s.st.Mtime/1e9 != e.unixTime(z.zone) || !s.st.IsDir() && s.st.Size != e.size
}

// renewed returns an old entry, the new one in its place, or nil when it goes.
func (z *zipper) renewed(e *entry) *entry {
	z.p.Tick(1)
	if s := z.byName[e.name]; s != nil && s.old == e {
		what := "updating: "
		if z.action == "f" {
			what = "freshening: "
		}
		if n := z.pack(s, what); n != nil {
			return n
		}
		z.keepRaw(e)
		return e
	}
	if z.action == "FS" && !z.matched[e.name] {
		z.say("deleting: %s\n", e.name)
		return nil
	}
	z.keepRaw(e)
	return e
}

// keepRaw copies an entry of the old archive as it is.
func (z *zipper) keepRaw(e *entry) {
	b := z.old.b
	end := e.dataEnd
	if e.flags&flagDescriptor != 0 && end+16 <= int64(len(b)) && string(b[end:end+4]) == sigDesc {
		end += 16
	}
	at := int64(len(z.out))
	z.emit(b[e.offset:end])
	e.offset = at
	z.p.Tick(1 + int(end-e.offset)>>6)
}

func (z *zipper) emit(b []byte) {
	z.p.Hold(int64(len(b)))
	z.out = append(z.out, b...)
}

// content reads what a source holds.
func (z *zipper) content(s *source) ([]byte, error) {
	switch {
	case s.stdin:
		return z.p.ReadAll(0)
	case s.st.IsDir():
		return nil, nil
	case s.st.Kind == tree.Symlink:
		t, err := z.p.Readlink(s.path)
		return []byte(t), err
	}
	return z.p.ReadFile(s.path)
}

// pack compresses a source into the archive; nil when it cannot be read.
func (z *zipper) pack(s *source, what string) *entry {
	z.say("%s%s", what, s.name)
	data, err := z.content(s)
	if err != nil {
		z.unreadable(s, err)
		return nil
	}
	if z.eol != 0 {
		data = z.lineEnds(data)
	}
	z.read++
	e := z.describe(s, data)
	body := z.squeeze(e, s, data)
	e.crc, e.size, e.packed = crc32.ChecksumIEEE(data), int64(len(data)), int64(len(body))
	e.offset = int64(len(z.out))
	z.place(e, s, body)
	z.total += e.size
	z.packed += e.packed
	if z.verbose {
		z.say("\t(in=%d) (out=%d)", e.size, e.packed)
	}
	if e.method == stored {
		z.say(" (stored 0%%)\n")
	} else {
		z.say(" (deflated %d%%)\n", percent(e.size, e.packed))
	}
	return e
}

func (z *zipper) unreadable(s *source, err error) {
	z.say("\n")
	_ = z.p.Stdout.Flush()
	z.p.Stderr.WriteString("zip warning: " + kern.ErrText(err) + "\n")
	z.warn("could not open for reading: " + s.path)
	z.skipped++
	z.lost += s.st.Size
	if z.status == 0 {
		z.status = 18
	}
}

// describe fills in what is known of a source before it is compressed.
func (z *zipper) describe(s *source, data []byte) *entry {
	e := &entry{name: s.name, madeBy: 0x31e, needed: 10, zip64: s.stdin}
	sec := s.st.Mtime / 1e9
	if s.stdin {
		sec = z.p.K.Now() / 1e9
	}
	e.time, e.date = dosTime(sec, z.zone)
	mode := map[tree.Kind]uint32{tree.Regular: 0o100000, tree.Dir: 0o40000, tree.Symlink: 0o120000, tree.Fifo: 0o10000,
		tree.CharDev: 0o20000}[s.st.Kind] | uint32(s.st.Perm)
	e.external = mode << 16
	if s.st.IsDir() {
		e.external |= 0x10
	} else if s.st.Kind != tree.Symlink && z.level > 0 && isText(data) {
		e.internal = 1
	}
	if !z.noExtra && !s.stdin {
		x := append(put16(put16(nil, fieldTime), 5), 3)
		x = put32(x, uint32(sec))
		e.extra = append(x, z.ownerField(s)...)
	}
	return e
}

func (z *zipper) ownerField(s *source) []byte {
	x := append(put16(put16(nil, 0x7875), 11), 1, 4)
	x = append(put32(x, s.st.UID), 4)
	return put32(x, s.st.GID)
}

// localExtra is the extra field of the local header, which knows the time of the last access too.
func (z *zipper) localExtra(e *entry, s *source) []byte {
	if e.zip64 {
		x := put16(put16(nil, 1), 16)
		if z.stream {
			return put64(put64(x, 0), 0)
		}
		return put64(put64(x, uint64(e.size)), uint64(e.packed))
	}
	if e.extra == nil {
		return nil
	}
	x := append(put16(put16(nil, fieldTime), 9), 3)
	x = put32(put32(x, uint32(s.st.Mtime/1e9)), uint32(s.st.Atime/1e9))
	return append(x, z.ownerField(s)...)
}

// isText says whether data looks like text, as zip judges: no control characters that text never has, and at least one that it
// always has.
func isText(data []byte) bool {
	if len(data) > 1<<16 {
		data = data[:1<<16]
	}
	some := false
	for _, c := range data {
		switch {
		case c <= 6 || c >= 14 && c <= 25 || c >= 28 && c <= 31:
			return false
		case c >= 32 || c == 9 || c == 10 || c == 13:
			some = true
		}
	}
	return some
}

// squeeze returns the packed content and sets method, flags and version.
func (z *zipper) squeeze(e *entry, s *source, data []byte) []byte {
	z.p.Tick(1 + len(data)>>6)
	level := z.level
	for _, suf := range z.suffixes {
		if level > 0 && len(suf) > 0 && strings.HasSuffix(strings.ToLower(s.name), strings.ToLower(suf)) {
			level = 0
		}
	}
	if s.stdin {
		e.needed = 45
	}
	if level == 0 || len(data) == 0 && !s.stdin && !z.stream || s.st.IsDir() || s.st.Kind == tree.Symlink {
		if z.stream && !s.st.IsDir() {
			e.flags |= flagDescriptor
		}
		return data
	}
	if z.deflate == nil {
		z.deflate = &deflate.Writer{Tick: z.p.Tick, Zip: true}
		z.p.Hold(256 << 10)
	}
	var b bytes.Buffer
	_, _, _ = z.deflate.Compress(&b, bytes.NewReader(data), level)
	z.p.Hold(int64(b.Len()))
	switch {
	case level <= 2:
		e.flags |= 4
	case level >= 8:
		e.flags |= 2
	}
	if !z.stream && b.Len() >= len(data) && !s.stdin {
		return data
	}
	e.method = deflated
	e.needed = max(e.needed, 20)
	if z.stream {
		e.flags |= flagDescriptor
	}
	return b.Bytes()
}

// place writes an entry to the archive.
func (z *zipper) place(e *entry, s *source, body []byte) {
	crc, packed, size := e.crc, e.packed, e.size
	if e.flags&flagDescriptor != 0 {
		crc = 0
		if e.method != stored {
			packed = 0
		}
	}
	if e.zip64 {
		packed, size = 0xffffffff, 0xffffffff
		z.wide = z.wide || !z.stream
	}
	z.emit(e.localHeader(z.localExtra(e, s), crc, packed, size))
	z.emit(body)
	if e.flags&flagDescriptor == 0 {
		return
	}
	d := put32([]byte(sigDesc), e.crc)
	if e.zip64 {
		d = put64(put64(d, uint64(e.packed)), uint64(e.size))
	} else {
		d = put32(put32(d, uint32(e.packed)), uint32(e.size))
	}
	z.emit(d)
}

// lineEnds turns line ends for -l and -ll, in text only.
func (z *zipper) lineEnds(data []byte) []byte {
	if !isText(data) {
		return data
	}
	if z.eol == 'L' {
		return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	}
	return bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
}
