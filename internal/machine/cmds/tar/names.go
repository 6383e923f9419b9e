package tar

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// wanted is an operand of a command that reads an archive.
type wanted struct {
	pat     *pattern
	recurse bool
	found   int
	dir     tree.Ino // where to extract to; 0: as it is
}

// want turns the operands into what is looked for. Directories are entered as they are named.
func (t *tarball) want() {
	dir := tree.Ino(0)
	for i := 0; i < len(t.o.names); i++ {
		a := t.o.names[i]
		if a.list != "" {
			t.expandList(i)
			i--
			continue
		}
		if a.isDir {
			t.enter(a.dir)
			dir = t.p.Cwd
			continue
		}
		name := strings.TrimRight(a.name, "/")
		if name == "" && a.name != "" {
			name = "/"
		}
		t.names = append(t.names, &wanted{pat: t.newPattern(name, a.match), recurse: a.recurse, dir: dir})
	}
	t.patternHint()
}

// enter changes to a directory that -C names.
func (t *tarball) enter(dir string) {
	if err := t.p.Chdir(dir); err != nil {
		t.errorf("%s: Cannot open: %s", t.colon(dir), kern.ErrText(err))
		t.giveUp()
	}
}

// patternHint tells users of patterns that these are not patterns.
func (t *tarball) patternHint() {
	if t.pos.include.set {
		return
	}
	for _, n := range t.names {
		if strings.ContainsAny(n.pat.text, "*?[") {
			t.errorf("Pattern matching characters used in file names")
			t.errorf("Use --wildcards to enable pattern matching, or --no-wildcards to suppress this warning")
			return
		}
	}
}

// wantedBy returns the operand that asks for a member; ok is false when there are operands and none does.
func (t *tarball) wantedBy(name string) (w *wanted, ok bool) {
	if len(t.names) == 0 {
		return nil, true
	}
	name = strings.TrimRight(name, "/")
	for _, w := range t.names {
		t.p.Tick(1)
		if t.o.occurrence > 0 && w.found >= t.o.occurrence && w.pat.text != name {
			continue
		}
		if w.pat.matches(name, w.recurse) {
			w.found++
			if t.o.occurrence > 0 && w.found != t.o.occurrence {
				return nil, false
			}
			return w, true
		}
	}
	return nil, false
}

// notFound complains about operands that matched nothing.
func (t *tarball) notFound() {
	for _, w := range t.names {
		switch {
		case w.found == 0:
			t.fail("%s: Not found in archive", t.colon(w.pat.text))
		case t.o.occurrence > 0 && w.found < t.o.occurrence:
			t.fail("%s: Required occurrence not found in archive", t.colon(w.pat.text))
		}
	}
}

// isDotDot says whether a component of a name is "..".
func dotDot(name string) bool {
	for _, c := range strings.Split(name, "/") {
		if c == ".." {
			return true
		}
	}
	return false
}

// safeName takes from a name what would lead out of the working directory, and says so once for each such beginning.
func (t *tarball) safeName(name string, link bool) string {
	if t.o.absolute {
		return name
	}
	cut := 0
	for i := 0; i < len(name); {
		j := strings.IndexByte(name[i:], '/')
		if j < 0 {
			j = len(name) - i
		}
		if name[i:i+j] == ".." {
			cut = i + j
		}
		i += j
		for i < len(name) && name[i] == '/' {
			i++
		}
	}
	for cut < len(name) && name[cut] == '/' {
		cut++
	}
	if cut > 0 {
		t.announce(name[:cut], link)
	}
	rest := name[cut:]
	if rest == "" {
		if name == "" {
			if link {
				t.errorf("Substituting `.' for empty hard link target")
			} else {
				t.errorf("Substituting `.' for empty member name")
			}
		}
		return "."
	}
	return rest
}

func (t *tarball) announce(prefix string, link bool) {
	key := prefix
	if link {
		key = "\x00" + prefix
	}
	if t.prefixes[key] {
		return
	}
	if t.prefixes == nil {
		t.prefixes = map[string]bool{}
	}
	t.prefixes[key] = true
	if link {
		t.errorf("Removing leading `%s' from hard link targets", prefix)
		return
	}
	t.errorf("Removing leading `%s' from member names", prefix)
}

// stripComponents takes n leading components from a name; ok is false when there is nothing left.
func stripComponents(name string, n int) (string, bool) {
	for ; n > 0; n-- {
		name = strings.TrimLeft(name, "/")
		i := strings.IndexByte(name, '/')
		if i < 0 {
			return "", false
		}
		name = strings.TrimLeft(name[i:], "/")
	}
	return name, name != ""
}
