package gzip

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// ratio is the part of num in den, in percent.
func ratio(num, den int64) string {
	if den == 0 {
		return "  0.0%"
	}
	return fmt.Sprintf("%5.1f%%", 100*float64(num)/float64(den))
}

// listOne prints the line of -l for a file.
func (z *zipper) listOne(s *source, h *header, path string, st *kern.Stat) {
	test := z.test
	z.test = true
	ok := z.unzip(s, h, -1)
	z.test = test
	if !ok {
		return
	}
	for s.off = len(s.buf); s.fill() == nil; {
		s.n += int64(len(s.buf))
	}
	size := s.n
	if st.Kind == tree.Regular {
		size = st.Size
	}
	z.listHead()
	z.listed++
	z.totalIn += size
	z.totalOut += z.out
	name := "stdout"
	if path != "stdin" {
		base, suffix := z.splitSuffix(path)
		if suffix != "" {
			name = base
		} else {
			name = path
		}
		if l := strings.ToLower(suffix); l == ".tgz" || l == ".taz" {
			name += ".tar"
		}
		if z.noName == 0 && h.name != "" {
			name = strings.TrimSuffix(path, gnu.Base(path)) + gnu.Base(h.name)
		}
	}
	if z.verbose > 0 {
		when := st.Mtime
		if h.mtime != 0 && z.noTime == 0 {
			when = h.mtime * 1e9
		}
		if st.Kind != tree.Regular && h.mtime == 0 {
			when = 0
		}
		fmt.Fprintf(z.p.Stdout, "defla %08x %s ", z.sum, gnu.Strftime("%b %e %H:%M", when, gnu.LocalZone(z.p)))
	}
	fmt.Fprintf(z.p.Stdout, "%*d %*d %s %s\n", 19, size, 19, z.out, ratio(z.out-(size-z.headerBytes), z.out), name)
}

func (z *zipper) listHead() {
	if z.listed > 0 || z.quiet {
		return
	}
	if z.verbose > 0 {
		z.p.Stdout.WriteString("method  crc     date  time  ")
	}
	z.p.Stdout.WriteString("         compressed        uncompressed  ratio uncompressed_name\n")
}

func (z *zipper) listTotal() {
	if z.verbose > 0 {
		z.p.Stdout.WriteString("                            ")
	}
	fmt.Fprintf(z.p.Stdout, "%*d %*d %s (totals)\n", 19, z.totalIn, 19, z.totalOut, ratio(z.totalOut-(z.totalIn-z.headerBytes), z.totalOut))
}
