package zip

import (
	"fmt"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// infoStyle is how zipinfo lists.
type infoStyle struct {
	form                            byte // '1', '2', 's', 'm', 'l'
	head, totals, comments, decimal bool
}

func (s infoStyle) names() bool { return s.form == '1' || s.form == '2' }

// header says whether the line with the archive's name is printed.
func (s infoStyle) header(u *unzipper) bool {
	if s.head {
		return true
	}
	return !s.names() && len(u.patterns) == 0 && len(u.excludes) == 0 && !(s.totals && s.form == 0)
}

func (u *unzipper) infoOption(c byte) int {
	switch c {
	case '1', '2', 's', 'm', 'l':
		u.style.form = c
	case 'h':
		u.style.head = true
	case 't':
		u.style.totals = true
	case 'z':
		u.style.comments = true
	case 'T':
		u.style.decimal = true
	case 'C':
		u.ignoreCase = true
	case 'M', 'x', 'q':
	case 'v':
		return gnu.UnsupportedOption(u.p, "-v")
	default:
		return u.usageText(unzipUsage)
	}
	return -1
}

// zipinfo lists the archive in zipinfo's way.
func (u *unzipper) zipinfo() {
	out := u.p.Stdout
	only := (u.style.totals || u.style.head) && u.style.form == 0
	head := u.style.header(u)
	if u.style.comments {
		u.showComment()
	}
	if head && !u.style.names() || u.style.head {
		fmt.Fprintf(out, "Zip file size: %d bytes, number of entries: %d\n", len(u.a.b), len(u.a.entries))
	}
	var n, size, packed int64
	for _, e := range u.a.entries {
		if !u.wanted(e) {
			continue
		}
		n++
		size += e.size
		p := e.packed
		if e.flags&flagEncrypted != 0 {
			p = max(0, p-12)
		}
		packed += p
		switch {
		case only:
		case u.style.names():
			out.WriteString(u.shown(e.name) + "\n")
		default:
			out.WriteString(u.infoLine(e, p) + "\n")
		}
	}
	if n == 0 && len(u.patterns) > 0 {
		u.raise(unzipNoMatch)
	}
	if !head && !u.style.totals || u.style.names() && !u.style.totals || only && !u.style.totals {
		return
	}
	fmt.Fprintf(out, "%d file%s, %d byte%s uncompressed, %d byte%s compressed:  %s\n", n, plural(n), size, plural(size), packed, plural(packed),
		tenths(perMille(size, packed)))
}

func tenths(r int64) string {
	sign := ""
	if r < 0 {
		sign, r = "-", -r
	}
	return fmt.Sprintf("%s%d.%d%%", sign, r/10, r%10)
}

// infoLine is the line for an entry.
func (u *unzipper) infoLine(e *entry, packed int64) string {
	var b strings.Builder
	host := map[uint16]string{0: "fat", 3: "unx", 7: "mac", 11: "ntf", 10: "ntf", 14: "vft"}[e.madeBy>>8]
	if host == "" {
		host = "???"
	}
	fmt.Fprintf(&b, "%s %2d.%d %s %8d ", u.modeText(e), e.madeBy&0xff/10, e.madeBy&0xff%10, host, e.size)
	kind := byte('b')
	if e.internal&1 != 0 {
		kind = 't'
	}
	if e.flags&flagEncrypted != 0 {
		kind -= 32
	}
	more := byte('-')
	extra := len(e.extra) > 0
	switch {
	case extra && e.flags&flagDescriptor != 0:
		more = 'X'
	case extra:
		more = 'x'
	case e.flags&flagDescriptor != 0:
		more = 'l'
	}
	b.WriteByte(kind)
	b.WriteByte(more)
	switch u.style.form {
	case 'm':
		fmt.Fprintf(&b, "%3d%%", ratio(e.size, packed))
	case 'l':
		fmt.Fprintf(&b, " %8d", e.packed)
	}
	method := map[uint16]string{stored: "stor", 1: "shrk", 6: "impl", bzipped: "bzp2", 14: "lzma"}[e.method]
	switch {
	case e.method == deflated:
		method = "def" + string("NXFS"[e.flags>>1&3])
	case method == "":
		method = fmt.Sprintf("u%03d", e.method)
	}
	when := gnu.Strftime("%y-%b-%d %H:%M", e.unixTime(u.zone)*1e9, u.zone)
	if u.style.decimal {
		when = gnu.Strftime("%Y%m%d.%H%M%S", e.unixTime(u.zone)*1e9, u.zone)
	}
	b.WriteString(" " + method + " " + when + " " + u.shown(e.name))
	return b.String()
}

// modeText is the first column: permissions as ls has them, or DOS's attributes.
func (u *unzipper) modeText(e *entry) string {
	if e.madeBy>>8 == 3 {
		m := e.external >> 16
		kind := map[uint32]tree.Kind{0o40000: tree.Dir, 0o120000: tree.Symlink, 0o10000: tree.Fifo, 0o20000: tree.CharDev,
			0o60000: tree.BlockDev, 0o140000: tree.Socket}[m&0o170000]
		s := "?" + tree.ModeString(tree.Regular, uint16(m&0o7777))[1:]
		if m&0o170000 == 0o100000 {
			kind = tree.Regular
		}
		if kind != 0 {
			s = tree.ModeString(kind, uint16(m&0o7777))
		}
		return s
	}
	a := e.external
	b := []byte("-rw----    ")[:7]
	if a&0x10 != 0 {
		b[0] = 'd'
		b[3] = 'x'
	}
	if a&1 != 0 {
		b[2] = '-'
	}
	if a&0x20 != 0 {
		b[4] = 'a'
	}
	if a&2 != 0 {
		b[5] = 'h'
	}
	if a&4 != 0 {
		b[6] = 's'
	}
	return string(b) + "   "
}
