package tar

import (
	"strings"
)

// visit reads the archive and calls f for each member that the operands want and no pattern excludes. f must consume the
// member's content; t.skip does.
func (t *tarball) visit(f func(m *member, w *wanted)) {
	prev := byte('u') // unread, good, zero, bad
	for {
		t.p.Tick(1)
		at := t.r.pos()
		m, state := t.readMember()
		switch state {
		case headerGood:
			prev = 'g'
			w, ok := t.wantedBy(m.name)
			if t.o.starting != "" && strings.TrimRight(m.name, "/") != strings.TrimRight(t.o.starting, "/") {
				ok = false
			}
			if !ok || t.excluded(strings.TrimRight(m.name, "/")) || t.tooOld(m) {
				t.skip(m)
				continue
			}
			t.settle(m)
			f(m, w)
		case headerZero:
			prev = 'z'
			if t.blockNote(at, "Block of NULs") && t.endOfArchive(at) {
				return
			}
		case headerEOF:
			if prev == 'u' {
				t.reap()
				t.fail("This does not look like a tar archive")
			}
			t.blockNote(at, "End of File")
			return
		case headerBad:
			t.badHeader(prev)
			prev = 'b'
		}
	}
}

// tooOld says whether -N leaves a member out of what is read.
func (t *tarball) tooOld(m *member) bool {
	return t.o.newer != nil && m.mtime < *t.o.newer || t.o.newerMtime != nil && m.mtime < *t.o.newerMtime
}

func (t *tarball) badHeader(prev byte) {
	switch prev {
	case 'u':
		t.fail("This does not look like a tar archive")
		t.fail("Skipping to next header")
	case 'g', 'z':
		t.fail("Skipping to next header")
	}
}

// blockNote prints what a block is, with -R; it always returns true.
func (t *tarball) blockNote(at int64, what string) bool {
	if t.o.blockNumbers {
		t.blockPrefix(at)
		t.out.WriteString("** " + what + " **\n")
	}
	return true
}

// endOfArchive looks at the block behind one of zeros: a second one is the end, and so is a lone one.
func (t *tarball) endOfArchive(at int64) bool {
	if t.o.ignoreZeros {
		return false
	}
	b, _, ok := t.r.next()
	if ok && check(b) == headerZero {
		return true
	}
	if ok {
		t.r.back()
	}
	t.warnf("alone-zero-block", "A lone zero block at %d", at/blockSize+1)
	return true
}

// list prints the names of the members.
func (t *tarball) list() {
	t.want()
	t.openRead()
	t.checkLabel()
	t.visit(func(m *member, _ *wanted) {
		t.printListed(m)
		t.skip(m)
	})
	t.close()
	t.notFound()
	t.printTotals()
}

// printListed shows a member of an archive that is read.
func (t *tarball) printListed(m *member) {
	name := m.stored
	if t.o.showStored {
		name = m.target
	}
	long := t.o.verbose > 1 || t.o.op == 't' && t.o.verbose > 0
	t.printMember(name, m, long)
}

// skip passes over a member's content.
func (t *tarball) skip(m *member) {
	left := (m.size + blockSize - 1) / blockSize * blockSize
	if !hasContent(m) {
		return
	}
	t.checkSeek(left)
	for left > 0 {
		t.p.Tick(1)
		b, _, ok := t.r.span(left)
		if !ok {
			t.fatal("Unexpected EOF in archive")
		}
		left -= int64(len(b))
	}
}

// checkSeek complains as tar does when a file ends within a record and whole records are to be passed over.
func (t *tarball) checkSeek(size int64) {
	r := t.r
	if !r.seek || !r.ended {
		return
	}
	record := int64(r.size)
	ahead := record - int64(r.off)
	if size <= ahead || (size-ahead)/record == 0 {
		return
	}
	if r.raw%record != 0 {
		t.fatal("rmtlseek not stopped at a record boundary")
	}
}

// hasContent says whether blocks of data follow a member's header.
func hasContent(m *member) bool {
	switch m.typ {
	case '1':
		return m.pax && m.size > 0
	case '2', '3', '4', '5', '6', 'V':
		return false
	}
	return m.size > 0
}

// checkLabel compares the volume's name with the pattern of -V.
func (t *tarball) checkLabel() {
	if !t.o.hasLabel {
		return
	}
	b, _, ok := t.r.next()
	if !ok {
		t.fatal("Archive not labeled to match %s", t.quote(t.o.label))
	}
	t.r.back()
	m := decode(b)
	if check(b) != headerGood || m.typ != 'V' {
		t.fatal("Archive not labeled to match %s", t.quote(t.o.label))
	}
	p := t.newPattern(t.o.label, matching{wildcards: true, anchored: true})
	if !p.matches(m.name, false) {
		t.fatal("Volume %s does not match %s", t.quote(m.name), t.quote(t.o.label))
	}
}

// testLabel prints the volume's name, or compares it with operands.
func (t *tarball) testLabel() {
	t.openRead()
	b, _, ok := t.r.next()
	label := ""
	if ok && check(b) == headerGood {
		if m := decode(b); m.typ == 'V' {
			label = m.name
		}
	}
	if len(t.o.names) == 0 {
		if label != "" {
			t.out.WriteString(label + "\n")
		}
		return
	}
	for _, a := range t.o.names {
		if a.name == label && label != "" {
			return
		}
	}
	t.status = 1
}
