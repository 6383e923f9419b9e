package zip

import (
	"fmt"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// finish writes the directory and puts the archive in its place.
func (z *zipper) finish(list []*entry) {
	comment := ""
	if z.old != nil {
		comment = z.old.comment
	}
	if z.verbose && z.total > 0 {
		z.say("total bytes=%d, compressed=%d -> %d%% savings\n", z.total, z.packed, percent(z.total, z.packed))
	}
	if z.askComment {
		comment = z.readComment()
	}
	at := int64(len(z.out))
	latest := int64(0)
	for _, e := range list {
		z.p.Tick(1)
		z.emit(e.centralHeader())
		latest = max(latest, e.unixTime(z.zone))
	}
	z.emit(endRecord(len(list), int64(len(z.out))-at, at, comment, z.wide))
	if z.skipped > 0 {
		z.msg.WriteString("\nzip warning: Not all files were readable\n")
		fmt.Fprintf(z.msg, "  files/entries read:  %d (%s bytes)  skipped:  %d (%s bytes)\n", z.read, size(z.total), z.skipped, size(z.lost))
	}
	if len(list) == 0 && z.output != "-" && !z.quiet {
		z.warn("zip file empty")
	}
	z.store()
	if z.latest && latest > 0 && z.output != "-" {
		_ = z.p.Utimes(z.output, latest*1e9, latest*1e9, true, true)
	}
	if z.test && z.output != "-" {
		z.say("test of %s OK\n", z.output)
	}
	if z.move && z.status == 0 {
		z.remove()
	}
}

// size writes a number of bytes as zip does in its summary.
func size(n int64) string {
	f := float64(n)
	for i, unit := range [...]string{"", "K", "M", "G"} {
		if f < 1024 || i == 3 {
			switch {
			case unit == "":
				return fmt.Sprint(n)
			case f < 9.995:
				return fmt.Sprintf("%.1f%s", f, unit)
			default:
				return fmt.Sprintf("%.0f%s", f, unit)
			}
		}
		f /= 1024
	}
	return ""
}

// store writes the archive.
func (z *zipper) store() {
	if z.output == "-" {
		_, _ = z.p.Write(1, z.out)
		return
	}
	perm := uint16(0o666)
	st, err := z.p.Stat(z.output)
	if err == nil && st.Kind == tree.Regular {
		perm = st.Perm
	}
	fd, err := z.p.Open(z.output, kern.WriteOnly|kern.Creat|kern.Trunc, perm)
	if err != nil {
		z.noOutput(err)
	}
	if _, err := z.p.Write(fd, z.out); err != nil {
		z.perror(err)
		z.fail(14, "Output file write failure", "write error on zip file")
	}
	_ = z.p.Close(fd)
}

func dirOf(path string) string {
	if d := gnu.Dir(path); d != "" {
		return d
	}
	return "."
}

// readComment asks for the archive's comment.
func (z *zipper) readComment() string {
	z.msg.WriteString("enter new zip file comment (end with .):\n")
	_ = z.msg.Flush()
	l := gnu.NewLines(z.p, 0, '\n')
	var out []string
	for {
		line, _, err := l.Next()
		if err != nil || string(line) == "." {
			break
		}
		out = append(out, string(line))
	}
	return strings.Join(out, "\r\n")
}

// remove deletes what was moved into the archive.
func (z *zipper) remove() {
	for i := len(z.found) - 1; i >= 0; i-- {
		s := z.found[i]
		if s.stdin {
			continue
		}
		if s.st.IsDir() {
			_ = z.p.Rmdir(strings.TrimRight(s.path, "/"))
			continue
		}
		_ = z.p.Unlink(s.path)
	}
}

// deleteEntries takes entries out of the archive.
func (z *zipper) deleteEntries() {
	if z.old == nil {
		z.nothing()
	}
	gone := map[*entry]bool{}
	for _, name := range z.names {
		p := z.pattern(name)
		hit := false
		for _, e := range z.old.entries {
			if e.name == name || p.Match(e.name) {
				hit = true
				if z.dated(e) {
					gone[e] = true
				}
			}
		}
		if !hit {
			z.warn("name not matched: " + name)
		}
	}
	if len(gone) == 0 {
		z.nothing()
	}
	var kept []*entry
	for _, e := range z.old.entries {
		if gone[e] {
			z.say("deleting: %s\n", e.name)
			continue
		}
		z.keepRaw(e)
		kept = append(kept, e)
	}
	z.finish(kept)
}

func (z *zipper) dated(e *entry) bool {
	ns := e.unixTime(z.zone) * 1e9
	return (z.since == nil || ns >= *z.since) && (z.before == nil || ns < *z.before)
}
