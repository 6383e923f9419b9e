package tar

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// describe returns the member that a file becomes.
func (t *tarball) describe(name string, st *kern.Stat, typ byte) *member {
	o := &t.o
	m := &member{typ: typ, mode: st.Perm, uid: int64(st.UID), gid: int64(st.GID), size: st.Size, real: st.Size, mtime: st.Mtime, atime: st.Atime,
		ctime: st.Ctime, major: int64(st.Rdev.Major), minor: int64(st.Rdev.Minor), format: o.format}
	if o.mode != nil {
		m.mode, _ = o.mode.Adjust(m.mode, st.IsDir(), t.p.Umask)
	}
	if o.mtime != nil && (!o.clamp || m.mtime > *o.mtime) {
		m.mtime = *o.mtime
	}
	t.owners(m, st)
	m.name = t.storedName(name)
	if st.IsDir() && !strings.HasSuffix(m.name, "/") {
		m.name += "/"
	}
	m.label = t.p.Label().Join(st.Label()).Derive()
	return m
}

// owners fills in user and group, by name too where the format has room for names.
func (t *tarball) owners(m *member, st *kern.Stat) {
	o := &t.o
	if u := t.p.K.UserByID(st.UID); u != nil {
		m.uname = u.Name
	}
	if g := t.p.K.GroupByID(st.GID); g != nil {
		m.gname = g.Name
	}
	if o.uid >= 0 {
		m.uid = o.uid
	}
	if o.gid >= 0 {
		m.gid = o.gid
	}
	if o.uname != nil {
		m.uname = *o.uname
	} else if o.uid >= 0 {
		m.uname = ""
	}
	if o.gname != nil {
		m.gname = *o.gname
	} else if o.gid >= 0 {
		m.gname = ""
	}
	for _, k := range o.ownerMap {
		if k.from == int64(st.UID) {
			m.uid, m.uname = k.id, k.name
		}
	}
	for _, k := range o.groupMap {
		if k.from == int64(st.GID) {
			m.gid, m.gname = k.id, k.name
		}
	}
	if o.numeric || o.format == formatV7 {
		m.uname, m.gname = "", ""
	}
}

// putMember writes a member's headers and shows its name; it reports whether the member could be put.
func (t *tarball) putMember(name string, m *member, st *kern.Stat) bool {
	at := t.w.pos()
	var ok bool
	if t.o.format == formatPax {
		ok = t.putPax(m)
	} else {
		ok = t.putHeader(m)
	}
	if !ok {
		t.failed = true
		return false
	}
	if t.o.verbose > 0 {
		m.block = at
		t.printCreated(name, m, st)
	}
	return true
}

// putHeader writes the header of a format other than pax, and the headers before it that hold long names.
func (t *tarball) putHeader(m *member) bool {
	gnu := t.o.format == formatGNU || t.o.format == formatOldGNU
	h := make([]byte, blockSize)
	if len(m.link) > fieldLink[1] || t.o.format == formatOldGNU && len(m.link) == fieldLink[1] {
		if gnu {
			t.putLong('K', m.link, m.label)
		} else { // it is dumped all the same, cut off
			t.fail("%s: link name is too long; not dumped", t.colon(m.link))
		}
	}
	putText(h, fieldLink, m.link)
	if !t.putName(h, m, gnu) {
		return false
	}
	if !t.putNumbers(h, m, gnu) {
		return false
	}
	t.putMagic(h, m)
	seal(h)
	t.w.labelled(h, m.label)
	return true
}

// putName writes the name, in two parts where ustar allows it.
func (t *tarball) putName(h []byte, m *member, gnu bool) bool {
	n := len(m.name)
	switch {
	case n <= fieldName[1] && (t.o.format != formatOldGNU || n < fieldName[1]):
		putText(h, fieldName, m.name)
		return true
	case gnu:
		t.putLong('L', m.name, m.label)
		putText(h, fieldName, t.cut(m.name))
		return true
	case t.o.format == formatV7:
		t.errorf("%s: file name is too long (max %d); not dumped", t.colon(m.name), fieldName[1]-1)
		return false
	}
	if n > fieldPrefix[1]+fieldName[1]+1 {
		t.errorf("%s: file name is too long (max %d); not dumped", t.colon(m.name), fieldPrefix[1]+fieldName[1]+1)
		return false
	}
	i := splitName(m.name)
	if i < 0 {
		t.errorf("%s: file name is too long (cannot be split); not dumped", t.colon(m.name))
		return false
	}
	putText(h, fieldPrefix, m.name[:i])
	putText(h, fieldName, m.name[i+1:])
	return true
}

// cut returns what the header itself holds of a long name: the oldest format of GNU keeps a final NUL.
func (t *tarball) cut(s string) string {
	if t.o.format == formatOldGNU && len(s) >= fieldName[1] {
		return s[:fieldName[1]-1]
	}
	return s
}

// splitName returns the index of the slash at which ustar cuts a long name, or -1.
func splitName(s string) int {
	n := len(s)
	limit := n
	if n > fieldPrefix[1]+1 {
		limit = fieldPrefix[1] + 1
	} else if s[n-1] == '/' {
		limit = n - 1
	}
	for i := limit - 1; i > 0; i-- {
		if s[i] == '/' {
			if n-i-1 <= fieldName[1] && n-i-1 > 0 {
				return i
			}
			return -1
		}
	}
	return -1
}

// putLong writes a header of GNU's that holds a long name or link.
func (t *tarball) putLong(typ byte, s string, l tree.Label) {
	h := make([]byte, blockSize)
	putText(h, fieldName, "././@LongLink")
	putNumber(h, fieldMode, 0o644)
	putNumber(h, fieldUID, 0)
	putNumber(h, fieldGID, 0)
	putNumber(h, fieldSize, int64(len(s)+1))
	putNumber(h, fieldMtime, 0)
	h[typeOffset] = typ
	copy(h[magicOffset:], "ustar  \x00")
	if u := t.p.K.UserByID(0); u != nil {
		putText(h, fieldUname, u.Name)
	}
	if g := t.p.K.GroupByID(0); g != nil {
		putText(h, fieldGname, g.Name)
	}
	seal(h)
	t.w.labelled(h, l)
	t.w.labelled(append([]byte(s), 0), l)
	t.w.pad(int64(len(s) + 1))
}

// putNumbers writes the numeric fields; what octal digits cannot hold goes to the base 256 in GNU's format only.
func (t *tarball) putNumbers(h []byte, m *member, gnu bool) bool {
	put := func(f [2]int, v int64, typ string) bool {
		if putNumber(h, f, v) {
			return true
		}
		if gnu {
			putWide(h, f, v)
			return true
		}
		most := int64(1)<<(3*(f[1]-1)) - 1
		t.errorf("value %d out of %s range 0..%d", v, typ, most)
		return false
	}
	putNumber(h, fieldMode, int64(m.mode))
	ok := put(fieldUID, m.uid, "uid_t") && put(fieldGID, m.gid, "gid_t") && put(fieldSize, m.size, "off_t") &&
		put(fieldMtime, floorSeconds(m.mtime), "time_t")
	if !ok {
		return false
	}
	if m.typ == '3' || m.typ == '4' {
		putNumber(h, fieldDevMajor, m.major)
		putNumber(h, fieldDevMinor, m.minor)
	} else if !gnu {
		putNumber(h, fieldDevMajor, 0)
		putNumber(h, fieldDevMinor, 0)
	}
	return true
}

func floorSeconds(ns int64) int64 {
	s := ns / 1e9
	if ns%1e9 < 0 {
		s--
	}
	return s
}

// putMagic writes what tells the format, and the names of the owners.
func (t *tarball) putMagic(h []byte, m *member) {
	typ := m.typ
	switch t.o.format {
	case formatV7:
		if typ == '0' {
			typ = 0
		}
	case formatGNU, formatOldGNU:
		copy(h[magicOffset:], "ustar  \x00")
	default:
		copy(h[magicOffset:], "ustar\x0000")
	}
	h[typeOffset] = typ
	if t.o.format != formatV7 {
		putText(h, fieldUname, m.uname)
		putText(h, fieldGname, m.gname)
	}
}

// writeLabel writes the volume's name.
func (t *tarball) writeLabel() {
	if !t.o.hasLabel {
		return
	}
	if t.o.format == formatPax {
		t.o.paxGlobal = append(t.o.paxGlobal, [2]string{"GNU.volume.label", t.o.label})
		return
	}
	h := make([]byte, blockSize)
	putText(h, fieldName, t.o.label)
	putNumber(h, fieldMode, 0)
	putNumber(h, fieldUID, 0)
	putNumber(h, fieldGID, 0)
	putNumber(h, fieldSize, 0)
	putNumber(h, fieldMtime, floorSeconds(t.now))
	h[typeOffset] = 'V'
	copy(h[magicOffset:], "ustar  \x00")
	seal(h)
	t.w.labelled(h, t.p.Label().Derive())
	if t.o.verbose > 0 {
		t.out.WriteString(t.shown(t.o.label) + "\n")
	}
}

// putPax writes a pax header where the ustar header that follows cannot say everything.
func (t *tarball) putPax(m *member) bool {
	t.putGlobal()
	var recs []paxRecord
	add := func(key, val string) { recs = append(recs, paxRecord{key, val}) }
	if len(m.link) > fieldLink[1] {
		add("linkpath", m.link)
	}
	if needsPax(m.name) || len(m.name) > fieldName[1] {
		add("path", m.name)
	}
	h := make([]byte, blockSize)
	t.paxNumbers(h, m, add)
	if m.mtime%1e9 != 0 || m.mtime < 0 {
		add("mtime", paxTime(m.mtime))
	}
	add("atime", paxTime(m.atime))
	add("ctime", paxTime(m.ctime))
	t.paxNames(m, add)
	t.putRecords('x', t.paxHeaderName(m), m, recs)
	putText(h, fieldName, m.name)
	putText(h, fieldLink, m.link)
	t.putMagic(h, m)
	seal(h)
	t.w.labelled(h, m.label)
	return true
}

// needsPax says whether a name has bytes beyond ASCII.
func needsPax(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return true
		}
	}
	return false
}

func (t *tarball) paxNumbers(h []byte, m *member, add func(key, val string)) {
	putNumber(h, fieldMode, int64(m.mode))
	for _, x := range [...]struct {
		field [2]int
		v     int64
		key   string
	}{{fieldUID, m.uid, "uid"}, {fieldGID, m.gid, "gid"}, {fieldSize, m.size, "size"}, {fieldMtime, floorSeconds(m.mtime), ""}} {
		if !putNumber(h, x.field, x.v) {
			putNumber(h, x.field, 0)
			if x.key != "" {
				add(x.key, strconv.FormatInt(x.v, 10))
			}
		}
	}
	if m.typ == '3' || m.typ == '4' {
		putNumber(h, fieldDevMajor, m.major)
		putNumber(h, fieldDevMinor, m.minor)
		return
	}
	putNumber(h, fieldDevMajor, 0)
	putNumber(h, fieldDevMinor, 0)
}

func (t *tarball) paxNames(m *member, add func(key, val string)) {
	if len(m.uname) > fieldUname[1] || needsPax(m.uname) {
		add("uname", m.uname)
	}
	if len(m.gname) > fieldGname[1] || needsPax(m.gname) {
		add("gname", m.gname)
	}
}

type paxRecord struct{ key, val string }

// paxTime writes a time as pax does: seconds with a fraction as long as it needs to be.
func paxTime(ns int64) string {
	s := floorSeconds(ns)
	frac := ns - s*1e9
	if frac == 0 {
		return strconv.FormatInt(s, 10)
	}
	sign := ""
	if s < 0 {
		sign, s, frac = "-", -s-1, 1e9-frac
	}
	return strings.TrimRight(fmt.Sprintf("%s%d.%09d", sign, s, frac), "0")
}

// putRecords writes a pax header of type typ ('x' for the next member, 'g' for all).
func (t *tarball) putRecords(typ byte, name string, m *member, recs []paxRecord) {
	var b []byte
	for _, r := range t.paxOverride(typ, recs) {
		b = append(b, paxLine(r)...)
	}
	if len(b) == 0 {
		return
	}
	h := make([]byte, blockSize)
	putText(h, fieldName, name[:min(len(name), fieldName[1])])
	putNumber(h, fieldMode, 0o644)
	putNumber(h, fieldUID, 0)
	putNumber(h, fieldGID, 0)
	putNumber(h, fieldSize, int64(len(b)))
	putNumber(h, fieldMtime, 0)
	if sec := floorSeconds(m.mtime); !putNumber(h, fieldMtime, sec) {
		putNumber(h, fieldMtime, 0)
	}
	h[typeOffset] = typ
	copy(h[magicOffset:], "ustar\x0000")
	seal(h)
	t.w.labelled(h, m.label)
	t.w.labelled(b, m.label)
	t.w.pad(int64(len(b)))
}

// paxLine writes a record, whose length counts its own digits.
func paxLine(r paxRecord) string {
	body := " " + r.key + "=" + r.val + "\n"
	n := len(body) + 1
	for len(strconv.Itoa(n))+len(body) != n {
		n = len(strconv.Itoa(n)) + len(body)
	}
	return strconv.Itoa(n) + body
}

// paxHeaderName is the name that the header of a member gets.
func (t *tarball) paxHeaderName(m *member) string {
	name := strings.TrimRight(m.name, "/")
	dir, base := ".", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		dir, base = name[:i], name[i+1:]
	}
	form := t.o.paxName
	if form == "" {
		return dir + "/PaxHeaders/" + base
	}
	return strings.NewReplacer("%d", dir, "%f", base, "%p", strconv.Itoa(t.p.PID), "%%", "%").Replace(form)
}

// putGlobal writes the global header once.
func (t *tarball) putGlobal() {
	if len(t.o.paxGlobal) == 0 {
		return
	}
	var recs []paxRecord
	for _, g := range t.o.paxGlobal {
		recs = append(recs, paxRecord{g[0], g[1]})
	}
	t.o.paxGlobal = nil
	t.putRecords('g', "/tmp/GlobalHead."+strconv.Itoa(t.p.PID)+".1", &member{mtime: t.now, label: t.p.Label().Derive()}, recs)
}

// paxOverride applies --pax-option to the records of a header.
func (t *tarball) paxOverride(typ byte, recs []paxRecord) []paxRecord {
	if typ == 'g' {
		return recs
	}
	var out []paxRecord
next:
	for _, r := range recs {
		for _, d := range t.o.paxDelete {
			if (&pattern{text: d, glob: nil}).text == r.key || t.newPattern(d, matching{wildcards: true, anchored: true}).matches(r.key, false) {
				continue next
			}
		}
		for _, s := range t.o.paxSet {
			if s[0] == r.key {
				continue next
			}
		}
		out = append(out, r)
	}
	for _, s := range t.o.paxSet {
		out = append(out, paxRecord{s[0], s[1]})
	}
	return out
}
