package tar

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// longest bounds names and pax headers that are held in memory.
const longest = 1 << 20

// readMember reads the next header with those before it that belong to it.
func (t *tarball) readMember() (*member, headerState) {
	var longName, longLink string
	var recs []paxRecord
	at := int64(-1)
	for {
		b, runs, ok := t.r.next()
		if !ok {
			return nil, headerEOF
		}
		state := check(b)
		if state != headerGood {
			return nil, state
		}
		t.p.Taint(tree.JoinRuns(runs))
		if at < 0 {
			at = t.r.pos() - blockSize
		}
		m := decode(b)
		switch m.typ {
		case 'L', 'K', 'x', 'X', 'g':
			data, ok := t.readExtra(m.size)
			if !ok {
				t.fail("Unexpected EOF in archive")
				return nil, headerEOF
			}
			switch m.typ {
			case 'L':
				longName = cString(data)
			case 'K':
				longLink = cString(data)
			case 'g':
				t.global = append(t.global, t.paxRecords(data)...)
			default:
				recs = t.paxRecords(data)
			}
			continue
		}
		if longName != "" {
			m.name = longName
		}
		if longLink != "" {
			m.link = longLink
		}
		if m.format == formatGNU && m.typ == 'S' {
			t.readOldSparse(&m, b)
		}
		t.applyPax(&m, t.global)
		t.applyPax(&m, recs)
		m.block = at
		m.stored = m.name
		m.trailing = strings.HasSuffix(m.name, "/")
		if m.isDir() && !m.trailing {
			m.stored += "/"
		}
		return &m, headerGood
	}
}

func cString(b []byte) string {
	s, _, _ := strings.Cut(string(b), "\x00")
	return s
}

// readExtra reads the content of a header that belongs to another.
func (t *tarball) readExtra(size int64) ([]byte, bool) {
	var out []byte
	if size <= longest {
		out = make([]byte, 0, size)
	}
	for left := size; left > 0; left -= blockSize {
		t.p.Tick(1)
		b, runs, ok := t.r.next()
		if !ok {
			return nil, false
		}
		t.p.Taint(tree.JoinRuns(runs))
		if size <= longest {
			out = append(out, b[:min(left, blockSize)]...)
		}
	}
	return out, true
}

// paxRecords cuts a pax header into its records.
func (t *tarball) paxRecords(b []byte) []paxRecord {
	var out []paxRecord
	for len(b) > 0 {
		t.p.Tick(1)
		s := string(b)
		digits, _, ok := strings.Cut(s, " ")
		n, err := strconv.ParseUint(digits, 10, 31)
		if !ok || err != nil {
			t.fail("Malformed extended header: missing length")
			return out
		}
		if int(n) <= len(digits)+1 || int(n) > len(b) {
			t.fail("Extended header length %d is out of range", n)
			return out
		}
		body := s[len(digits)+1 : n]
		key, val, ok := strings.Cut(body, "=")
		if !ok {
			t.fail("Malformed extended header: missing equal sign")
			return out
		}
		if !strings.HasSuffix(val, "\n") {
			t.fail("Malformed extended header: missing newline")
			return out
		}
		out = append(out, paxRecord{key, strings.TrimSuffix(val, "\n")})
		b = b[n:]
	}
	return out
}

// applyPax changes a member as its pax records say.
func (t *tarball) applyPax(m *member, recs []paxRecord) {
	for _, r := range recs {
		m.pax = true
		switch r.key {
		case "path":
			m.name = strings.TrimRight(r.val, "/")
			if m.name == "" || strings.HasSuffix(r.val, "/") {
				m.name += "/"
			}
		case "linkpath":
			m.link = r.val
		case "uname":
			m.uname = r.val
		case "gname":
			m.gname = r.val
		case "size":
			if v, ok := paxNumber(r.val); ok {
				m.size, m.real = v, v
			}
		case "uid":
			m.uid, _ = paxNumber(r.val)
		case "gid":
			m.gid, _ = paxNumber(r.val)
		case "mtime":
			m.mtime = paxNanos(r.val, m.mtime)
		case "atime":
			m.atime = paxNanos(r.val, 0)
		case "ctime":
			m.ctime = paxNanos(r.val, 0)
		default:
			t.paxOther(m, r)
		}
	}
}

func paxNumber(s string) (int64, bool) {
	v, err := strconv.ParseUint(s, 10, 62)
	return int64(v), err == nil
}

// paxNanos reads a time with a fraction; what cannot be read leaves the time as it was.
func paxNanos(s string, old int64) int64 {
	whole, frac, _ := strings.Cut(s, ".")
	sec, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return old
	}
	frac = (frac + "000000000")[:9]
	ns, err := strconv.ParseUint(frac, 10, 32)
	if err != nil {
		return old
	}
	if strings.HasPrefix(whole, "-") {
		return nanos(sec) - int64(ns)
	}
	return nanos(sec) + int64(ns)
}

// paxOther takes the keywords that are GNU's own, and names those that nobody knows.
func (t *tarball) paxOther(m *member, r paxRecord) {
	switch {
	case r.key == "GNU.sparse.realsize" || r.key == "GNU.sparse.size":
		m.real, _ = paxNumber(r.val)
		m.isSparse = true
	case r.key == "GNU.sparse.name":
		m.name = r.val
	case r.key == "GNU.sparse.map":
		f := strings.Split(r.val, ",")
		for i := 0; i+1 < len(f); i += 2 {
			off, _ := paxNumber(f[i])
			n, _ := paxNumber(f[i+1])
			m.sparse = append(m.sparse, extent{off, n})
		}
	case strings.HasPrefix(r.key, "GNU.sparse.") || strings.HasPrefix(r.key, "SCHILY.") || strings.HasPrefix(r.key, "RHT.") ||
		r.key == "comment" || r.key == "charset" || r.key == "GNU.volume.label" || r.key == "hdrcharset":
	default:
		t.warnf("unknown-keyword", "Ignoring unknown extended header keyword '%s'", t.shown(r.key))
	}
}

// readOldSparse reads the map of a sparse file from a header of GNU's and the blocks that continue it.
func (t *tarball) readOldSparse(m *member, h []byte) {
	m.isSparse = true
	m.real, _ = number(h, [2]int{483, 12})
	more := h[482] != 0
	t.sparseMap(m, h[386:386+4*24], 4)
	for more {
		t.p.Tick(1)
		b, runs, ok := t.r.next()
		if !ok {
			t.fatal("Unexpected EOF in archive")
		}
		t.p.Taint(tree.JoinRuns(runs))
		more = b[504] != 0
		t.sparseMap(m, b[:21*24], 21)
	}
}

func (t *tarball) sparseMap(m *member, b []byte, n int) {
	for i := range n {
		e := b[24*i : 24*i+24]
		if e[0] == 0 {
			return
		}
		off, _ := number(e, [2]int{0, 12})
		size, _ := number(e, [2]int{12, 12})
		if size > 0 {
			m.sparse = append(m.sparse, extent{off, size})
		}
	}
}
