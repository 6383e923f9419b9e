package tar

import (
	"io"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// openUpdate opens an archive that is going to be changed, and makes it when there is none and that is right.
func (t *tarball) openUpdate(make bool) {
	flags := kern.ReadWrite
	if make {
		flags |= kern.Creat
	}
	fd, err := t.p.Open(t.archive, flags, 0o666)
	if err != nil {
		t.errorf("%s: Cannot open: %s", t.colon(t.archive), kern.ErrText(err))
		t.giveUp()
	}
	t.fd = fd
	t.noteSelf()
	t.r = t.newReader()
	t.detect()
}

// toEnd reads to the end of the archive and prepares to write there. note sees each member.
func (t *tarball) toEnd(note func(m *member)) {
	end := int64(0)
	for {
		t.p.Tick(1)
		m, state := t.readMember()
		if state == headerBad {
			t.badHeader('u')
			t.exit(t.finish())
		}
		if state != headerGood {
			break
		}
		if note != nil {
			note(m)
		}
		t.skip(m)
		end = t.r.pos()
	}
	t.appendAt(end)
}

// appendAt prepares to write from an offset of the archive, in the records that it has.
func (t *tarball) appendAt(end int64) {
	size := int64(t.o.blocking * blockSize)
	start := end / size * size
	t.w = &writer{t: t, fd: t.fd, size: int(size), base: start, buf: make([]byte, 0, size)}
	_, _ = t.p.Seek(t.fd, start, 0)
	b, runs := t.readRange(start, end)
	if len(b) > 0 {
		t.w.write(b, runs)
	}
	_, _ = t.p.Seek(t.fd, start, 0)
}

// readRange reads a stretch of the archive with its labels.
func (t *tarball) readRange(from, to int64) ([]byte, []tree.Run) {
	_, _ = t.p.Seek(t.fd, from, 0)
	t.p.Hold(to - from)
	b := make([]byte, to-from)
	var runs []tree.Run
	n := 0
	for n < len(b) {
		k, rs, err := t.p.ReadRuns(t.fd, b[n:])
		if rs == nil {
			rs = []tree.Run{{N: int64(k)}}
		}
		at := int64(n)
		for _, r := range rs {
			runs = tree.AppendRun(runs, at, r.N, r.L)
			at += r.N
		}
		n += k
		if err != nil || k == 0 {
			break
		}
	}
	return b[:n], runs
}

// update appends files to an archive: all of them, or with -u those that are newer than what it holds.
func (t *tarball) update() {
	t.openUpdate(true)
	t.avoided = map[string]bool{}
	note := func(m *member) {
		st, err := t.p.Stat(m.name)
		if err == nil && (st.IsDir() || floorSeconds(st.Mtime) <= floorSeconds(m.mtime)) {
			t.avoided[strings.TrimRight(m.name, "/")] = true
		}
	}
	if t.o.op != 'u' {
		note = nil
	}
	t.toEnd(note)
	t.dumpOperands()
	t.w.finish()
	t.close()
	t.reportLinks()
	t.printTotals()
	t.removeLater()
}

// catenate appends whole archives.
func (t *tarball) catenate() {
	t.openUpdate(true)
	t.toEnd(nil)
	for _, a := range t.o.names {
		if a.isDir {
			t.enter(a.dir)
			continue
		}
		fd, err := t.p.Open(a.name, kern.ReadOnly, 0)
		if err != nil {
			t.fail("%s: Cannot open: %s", t.colon(a.name), kern.ErrText(err))
			continue
		}
		n := int64(0)
		buf := make([]byte, t.o.blocking*blockSize)
		for {
			k, runs, err := t.p.ReadRuns(fd, buf)
			if k > 0 {
				t.w.write(buf[:k], runs)
				n += int64(k)
			}
			if err == io.EOF || err != nil {
				break
			}
		}
		t.w.pad(n)
		_ = t.p.Close(fd)
	}
	t.w.finish()
	t.close()
}

// deleteMembers takes members out of an archive.
func (t *tarball) deleteMembers() {
	stream := t.archive == "-"
	if stream {
		b, err := t.p.ReadAll(0)
		if err != nil {
			t.readError(err, true)
		}
		t.fd, _ = t.p.AddFD(kern.NewBytes(b, []tree.Run{{N: int64(len(b)), L: t.p.Label()}}), 3)
		t.r = t.newReader()
	} else {
		t.openUpdate(false)
	}
	t.want()
	var keep []extent
	any := false
	prev := byte('u')
	for {
		t.p.Tick(1)
		at := t.r.pos()
		m, state := t.readMember()
		if state == headerBad {
			t.badHeader(prev)
			prev = 'b'
			continue
		}
		if state != headerGood {
			if state == headerEOF && prev == 'u' {
				t.fail("This does not look like a tar archive")
			}
			break
		}
		prev = 'g'
		_, gone := t.wantedBy(m.name)
		gone = gone && len(t.names) > 0
		t.skip(m)
		if gone {
			any = true
			continue
		}
		keep = append(keep, extent{at, t.r.pos() - at})
	}
	if any || stream {
		t.rewrite(keep, stream)
	}
	t.close()
	t.notFound()
}

// rewrite writes the archive anew with the stretches that are kept.
func (t *tarball) rewrite(keep []extent, stream bool) {
	var data []byte
	var runs []tree.Run
	for _, e := range keep {
		b, rs := t.readRange(e.off, e.off+e.n)
		at := int64(len(data))
		for _, r := range rs {
			runs = tree.AppendRun(runs, at, r.N, r.L)
			at += r.N
		}
		data = append(data, b...)
	}
	out := t.fd
	if stream {
		out = 1
	} else {
		_, _ = t.p.Seek(t.fd, 0, 0)
	}
	t.w = &writer{t: t, fd: out, size: t.o.blocking * blockSize}
	t.w.write(data, runs)
	t.w.finish()
	if !stream {
		_ = t.p.TruncateFD(t.fd, t.w.base)
	}
}
