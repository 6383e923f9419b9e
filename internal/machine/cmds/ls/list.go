package ls

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/wide"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// entry is one file of a listing.
type entry struct {
	name   string
	st     kern.Stat
	kind   tree.Kind // also known without st
	hasSt  bool
	link   string // where a symbolic link points
	isLink bool   // link is set
	linkOK bool   // what the link leads to is known
	to     kern.Stat
	shown  string // the name as printed
	cells  int    // its width
	quoted bool   // the name stands in quotes
}

// request is a directory to list later; an end marker has no name.
type request struct {
	name, real string
	named      bool // on the command line
	end        bool
	ino        tree.Ino
}

// list lists what the user named.
func (l *lister) list(files []string) {
	if len(files) == 0 {
		if l.directory {
			l.add(".", "", true)
		} else {
			l.pending = append(l.pending, request{name: ".", named: true})
		}
	}
	for _, f := range files {
		l.add(f, "", true)
	}
	if len(l.files) > 0 {
		l.sort()
		if !l.directory {
			l.extract("")
		}
	}
	if len(l.files) > 0 {
		l.print()
		if len(l.pending) > 0 {
			l.put("\n")
		}
	} else if len(files) <= 1 && len(l.pending) == 1 {
		l.headers = false
	}
	visiting := map[tree.Ino]bool{}
	for len(l.pending) > 0 {
		r := l.pending[len(l.pending)-1]
		l.pending = l.pending[:len(l.pending)-1]
		if r.end {
			delete(visiting, r.ino)
			continue
		}
		l.dir(r, visiting)
		l.headers = true
	}
}

// fail prints "what NAME: error" and sets the exit status.
func (l *lister) fail(named bool, what, name string, err error) {
	l.p.Errorf("%s %s: %s", what, gnu.QuoteAF(name), kern.ErrText(err))
	l.trouble(named)
}

func (l *lister) trouble(serious bool) {
	if serious {
		l.status = 2
	} else if l.status == 0 {
		l.status = 1
	}
}

// dir lists one directory.
func (l *lister) dir(r request, visiting map[tree.Ino]bool) {
	p := l.p
	list, err := p.ReadDir(r.name)
	if err != nil {
		l.fail(r.named, "cannot open directory", r.name, err)
		return
	}
	if l.recursive {
		if st, err := p.Stat(r.name); err == nil {
			if visiting[st.Ino] {
				p.Errorf("%s: not listing already-listed directory", gnu.QuoteF(r.name))
				l.trouble(true)
				return
			}
			visiting[st.Ino] = true
			l.pending = append(l.pending, request{end: true, ino: st.Ino})
		}
	}
	if l.recursive || l.headers {
		if !l.first {
			l.put("\n")
		}
		l.first = false
		name := r.name
		if r.real != "" {
			name = r.real
		}
		l.put(l.headerName(name) + ":\n")
	}
	l.files, l.anyQuoted, l.w = l.files[:0], false, widths{}
	if l.all && !l.hidden(".") {
		l.add(".", r.name, false)
	}
	if l.all && !l.hidden("..") {
		l.add("..", r.name, false)
	}
	for _, e := range list {
		if !l.hidden(e.Name) {
			l.addEntry(e, r.name)
		}
	}
	l.sort()
	if l.recursive {
		l.extract(r.name)
	}
	if l.layout == long || l.size {
		l.total()
	}
	if len(l.files) > 0 {
		l.print()
	}
}

// headerName quotes the name of a directory for the line above its listing.
func (l *lister) headerName(name string) string {
	shown, _ := l.quote(name, l.extra+":")
	return shown
}

// hidden says whether an entry of a directory is left out.
func (l *lister) hidden(name string) bool {
	if name[0] == '.' && !l.all && !(l.almostAll && name != "." && name != "..") {
		return true
	}
	if !l.all && !l.almostAll {
		for _, p := range l.hide {
			if p.Match(name) {
				return true
			}
		}
	}
	for _, p := range l.ignore {
		if p.Match(name) {
			return true
		}
	}
	return l.noBackups && strings.HasSuffix(name, "~")
}

// needsStat says whether the listing shows or sorts by what only stat tells.
func (l *lister) needsStat() bool {
	return l.order == byTime || l.order == bySize || l.layout == long || l.size
}

// addEntry adds an entry of a directory; its inode and its type are known without looking at the file itself.
func (l *lister) addEntry(e tree.Entry, dir string) {
	n := l.p.K.FS.Node(e.Ino)
	if n == nil {
		l.add(e.Name, dir, false)
		return
	}
	checkMode := n.Kind == tree.Regular && (l.marks == classifyIndicator || l.color && l.colors.modes())
	needsType := l.recursive || l.color || l.marks != noIndicator || l.dirsFirst
	if l.needsStat() || checkMode || n.Kind == tree.Symlink && needsType && (l.deref == derefAlways || l.traces()) ||
		n.Kind == tree.Dir && l.color && l.colors.modes() {
		l.add(e.Name, dir, false)
		return
	}
	l.p.Tick(1)
	f := &entry{name: e.Name, kind: n.Kind, st: kern.Stat{Ino: e.Ino}}
	l.measure(f)
	l.files = append(l.files, f)
}

// add adds a file with all that is to be known of it. Dir is "" for what the user named.
func (l *lister) add(name, dir string, named bool) {
	p := l.p
	p.Tick(1)
	full := name
	if dir != "" && dir != "." && name[0] != '/' {
		full = gnu.Join(dir, name)
	}
	f := &entry{name: name}
	st, err := l.stat(full, named)
	if err != nil {
		l.fail(named, "cannot access", full, err)
		if named {
			return
		}
		if loc, e := p.Walk(dir, true); e == nil {
			l.guess(f, loc.Ino)
		}
		l.measure(f)
		l.files = append(l.files, f)
		return
	}
	f.st, f.hasSt, f.kind = st, true, st.Kind
	if l.layout == long || l.size || l.order == bySize {
		p.Taint(st.Label())
	}
	if f.kind == tree.Symlink && (l.layout == long || l.traces()) {
		if target, err := p.Readlink(full); err != nil {
			l.fail(named, "cannot read symbolic link", full, err)
		} else {
			f.link, f.isLink = target, true
			l.target(f, full)
		}
	}
	l.measure(f)
	l.files = append(l.files, f)
}

// traces says whether it matters where links lead.
func (l *lister) traces() bool { return l.dirsFirst || l.color && l.colors.links() }

// target looks at what a link leads to, if that shows.
func (l *lister) target(f *entry, full string) {
	if l.marks < typeIndicator && !l.traces() {
		return
	}
	if st, err := l.p.Stat(full); err == nil {
		f.to, f.linkOK = st, true
	}
}

// guess finds the type of an entry that may not be looked at: the directory itself tells it.
func (l *lister) guess(f *entry, dir tree.Ino) {
	list, _ := l.p.K.FS.ReadDir(dir)
	for _, e := range list {
		if e.Name == f.name {
			f.st.Ino = e.Ino
			if n := l.p.K.FS.Node(e.Ino); n != nil {
				f.kind = n.Kind
			}
		}
	}
}

// stat looks at a file, following links as the options say.
func (l *lister) stat(full string, named bool) (kern.Stat, error) {
	switch l.deref {
	case derefAlways:
		return l.p.Stat(full)
	case derefNamed, derefDirs:
		if !named {
			break
		}
		st, err := l.p.Stat(full)
		if l.deref == derefNamed || err == nil && st.IsDir() {
			return st, err
		}
		if err != nil && err != error(tree.ENOENT) {
			return st, err
		}
	}
	return l.p.Lstat(full)
}

// measure writes the name as it will be shown and finds its width.
func (l *lister) measure(f *entry) {
	f.shown, f.cells = l.quote(f.name, l.extra)
	if l.aligned() && f.shown != f.name {
		f.quoted = true
		l.anyQuoted = true
	}
	l.widen(f)
}

// aligned says whether names that are not quoted get a blank before them when others are.
func (l *lister) aligned() bool {
	switch l.style {
	case gnu.StyleShell, gnu.StyleShellEscape, gnu.StyleCMaybe:
		return l.layout == long || (l.layout == columns || l.layout == across) && l.width > 0
	}
	return false
}

// quote writes a name in the style asked for.
func (l *lister) quote(name, extra string) (shown string, cells int) {
	shown = name
	if l.style != gnu.StyleLiteral {
		shown = gnu.QuoteAs(name, l.style, extra)
	}
	if l.quest && !plainASCII(shown) {
		shown = questions(shown)
	}
	if plainASCII(shown) {
		return shown, len(shown)
	}
	return shown, wide.String(shown)
}

func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// extract takes the directories out of the listing and puts them in the queue.
func (l *lister) extract(dir string) {
	keep := l.files[:0:0]
	var dirs []request
	for _, f := range l.files {
		if f.kind != tree.Dir || dir != "" && (f.name == "." || f.name == "..") {
			keep = append(keep, f)
			continue
		}
		name := f.name
		if dir != "" {
			if name[0] != '/' {
				name = gnu.Join(dir, name)
			}
			keep = append(keep, f)
		}
		dirs = append(dirs, request{name: name, named: dir == ""})
	}
	for i := len(dirs) - 1; i >= 0; i-- {
		l.pending = append(l.pending, dirs[i])
	}
	l.files = keep
}
