package diff

import (
	"sort"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// dirID are the two directories of a comparison that is going on.
type dirID [2]tree.Ino

// directories compares two directories; one may be absent.
func (d *differ) directories(c *pair) int {
	id := dirID{c.f[0].st.Ino, c.f[1].st.Ino}
	for i := range c.f {
		for _, up := range d.dirs {
			if id[i] != 0 && up[i] == id[i] {
				d.flush()
				d.p.Errorf("%s: recursive directory loop", c.f[i].name)
				return 2
			}
		}
	}
	if len(d.dirs) >= maxDepth {
		d.flush()
		d.p.Errorf("%s: File name too long", c.f[0].name)
		return 2
	}
	var names [2][]string
	for i := range c.f {
		var err error
		if names[i], err = d.entries(&c.f[i], c.parent == nil); err != nil {
			d.flush()
			d.p.Errorf("%s: %s", c.f[i].name, kern.ErrText(err))
			return 2
		}
	}
	d.dirs = append(d.dirs, id)
	status := d.merge(c, names[0], names[1])
	d.dirs = d.dirs[:len(d.dirs)-1]
	return status
}

// entries returns the sorted names in a directory that take part.
func (d *differ) entries(f *file, top bool) ([]string, error) {
	if f.absent {
		return nil, nil
	}
	list, err := d.p.ReadDir(f.name)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(list))
	for _, e := range list {
		if d.excluded(e.Name) || top && d.start != "" && d.compareNames(e.Name, d.start) < 0 {
			continue
		}
		names = append(names, e.Name)
	}
	sort.Slice(names, func(i, j int) bool {
		if n := d.compareNames(names[i], names[j]); n != 0 {
			return n < 0
		}
		return names[i] < names[j]
	})
	return names, nil
}

func (d *differ) excluded(name string) bool {
	for _, pat := range d.exclude {
		if pat.Match(name) {
			return true
		}
	}
	return false
}

func (d *differ) compareNames(a, b string) int {
	if d.foldNames {
		return strings.Compare(fold(a), fold(b))
	}
	return strings.Compare(a, b)
}

func fold(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// merge compares the entries of two directories in order.
func (d *differ) merge(c *pair, a, b []string) int {
	status := 0
	for len(a) > 0 || len(b) > 0 {
		d.p.Tick(1)
		order := -1
		switch {
		case len(a) == 0:
			order = 1
		case len(b) > 0:
			order = d.compareNames(a[0], b[0])
		}
		if order == 0 && d.foldNames && a[0] != b[0] {
			pairUp(a, b, d.compareNames)
		}
		var n0, n1 *string
		if order <= 0 {
			n0, a = &a[0], a[1:]
		}
		if order >= 0 {
			n1, b = &b[0], b[1:]
		}
		status = max(status, d.files(c, n0, n1))
	}
	return status
}

// pairUp looks among names that are alike but for case for two that are the same and moves them to the front.
func pairUp(a, b []string, compare func(a, b string) int) {
	for i := 0; i < len(a) && compare(a[i], a[0]) == 0; i++ {
		for j := 0; j < len(b) && compare(b[j], a[0]) == 0; j++ {
			if a[i] == b[j] {
				x := a[i]
				copy(a[1:i+1], a[:i])
				a[0] = x
				copy(b[1:j+1], b[:j])
				b[0] = x
				return
			}
		}
	}
}

// escape writes a name as headers show it: in quotes, with C's escapes, when it has blanks or other odd bytes.
func escape(name string) string {
	quote := false
	for i := range len(name) {
		if c := name[i]; c <= ' ' || c >= 0x7f && c != 0x7f || c == '"' || c == '\\' {
			quote = true
		}
	}
	if !quote {
		return name
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(name) {
		c := name[i]
		switch k := strings.IndexByte("\a\b\t\n\v\f\r\"\\", c); {
		case k >= 0:
			b.WriteByte('\\')
			b.WriteByte(`abtnvfr"\`[k])
		case c < ' ' || c > 0x7f:
			b.Write([]byte{'\\', '0' + c>>6, '0' + c>>3&7, '0' + c&7})
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// stamp writes a time as headers show it.
func (d *differ) stamp(f *file) []byte {
	if !d.zoneKnown {
		d.zone, d.zoneKnown = gnu.LocalZone(d.p), true
	}
	return []byte(gnu.Strftime("%Y-%m-%d %H:%M:%S.%N %z", f.st.Mtime, d.zone))
}
