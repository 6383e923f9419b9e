package find

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/fnmatch"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/regex"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// testOrAction compiles a test or an action; nil when there is none of that name.
func (ps *parser) testOrAction(name string) node {
	switch name {
	case "-true":
		return always
	case "-false":
		return never
	case "-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename", "-lname", "-ilname":
		return ps.pattern(name)
	case "-regex", "-iregex":
		return ps.regex(name)
	case "-type", "-xtype":
		return ps.types(name)
	case "-size":
		return ps.size()
	case "-empty":
		return isEmpty
	case "-perm":
		return ps.perm()
	case "-links", "-inum", "-uid", "-gid":
		return ps.numeric(name)
	case "-user", "-group", "-nouser", "-nogroup":
		return ps.owner(name)
	case "-readable", "-writable", "-executable":
		want := map[byte]uint16{'r': 4, 'w': 2, 'e': 1}[name[1]]
		return func(f *finder, e *entry) bool { return f.p.Access(e.path, want) == nil }
	case "-samefile":
		return ps.sameFile()
	case "-fstype":
		return ps.fsType()
	case "-context":
		ps.arg(name)
		ps.f.die("invalid predicate -context: SELinux is not enabled.")
	case "-mtime", "-atime", "-ctime", "-mmin", "-amin", "-cmin", "-used":
		return ps.age(name)
	case "-newer", "-anewer", "-cnewer":
		return ps.newer(name)
	}
	if strings.HasPrefix(name, "-newer") {
		return ps.newerXY(name)
	}
	return ps.action(name)
}

func (ps *parser) pattern(name string) node {
	s := ps.arg(name)
	opt := fnmatch.Options{Tick: ps.f.p.Tick, CaseFold: name[1] == 'i'}
	plain := strings.TrimPrefix(name[1:], "i")
	pat := fnmatch.Compile(s, opt)
	switch plain {
	case "name":
		if ps.f.warn && strings.Contains(s, "/") && s != "/" {
			ps.f.p.Errorf("warning: %s matches against basenames only, but the given pattern contains a directory separator (%s), "+
				"thus the expression will evaluate to false all the time.  Did you mean %s?", gnu.Quote(name), gnu.Quote("/"),
				gnu.Quote(strings.Replace(name, "name", "wholename", 1)))
		}
		return func(_ *finder, e *entry) bool { return pat.Match(e.base) }
	case "lname":
		return func(f *finder, e *entry) bool {
			if e.kind() != tree.Symlink {
				return false
			}
			to, err := f.p.Readlink(e.path)
			return err == nil && pat.Match(to)
		}
	}
	if strings.HasSuffix(s, "/") && s != "/" {
		ps.f.p.Errorf("warning: %s %s will not match anything because it ends with /.", name, s)
	}
	return func(_ *finder, e *entry) bool { return pat.Match(e.path) }
}

// dialect is a language of regular expressions.
type dialect struct{ syntax regex.Syntax }

var defaultDialect = dialect{regex.Emacs}

func (ps *parser) regexType(name string) dialect {
	switch name {
	case "findutils-default", "emacs":
		return dialect{regex.Emacs}
	case "ed", "grep", "posix-basic", "posix-minimal-basic", "sed":
		return dialect{regex.BRE}
	case "gnu-awk", "posix-awk", "awk", "posix-egrep", "egrep", "posix-extended":
		return dialect{regex.ERE}
	}
	ps.f.die("Unknown regular expression type %s; valid types are ‘findutils-default’, ‘ed’, ‘emacs’, ‘gnu-awk’, ‘grep’, "+
		"‘posix-awk’, ‘awk’, ‘posix-basic’, ‘posix-egrep’, ‘egrep’, ‘posix-extended’, ‘posix-minimal-basic’, ‘sed’.", gnu.Quote(name))
	return dialect{}
}

func (ps *parser) regex(name string) node {
	s := ps.arg(name)
	re, err := regex.Compile(s, regex.Options{Syntax: ps.dialect.syntax, ICase: name == "-iregex", Line: true})
	if err != nil {
		ps.f.die("failed to compile regular expression '%s': %s", s, err.Error())
	}
	opt := regex.MatchOptions{Tick: func(n int) error { ps.f.p.Tick(n); return nil }}
	return func(_ *finder, e *entry) bool {
		ok, err := re.Test([]byte(e.path), 0, opt)
		return ok && err == nil
	}
}

// typeLetters are the letters of -type in the order of tree.Kind.
const typeLetters = "?fdlcbps"

func (ps *parser) types(name string) node {
	s := ps.arg(name)
	f := ps.f
	if s == "" {
		f.die("Arguments to %s should contain at least one letter", name)
	}
	var set [8]bool
	for i := 0; i < len(s); i += 2 {
		k := strings.IndexByte(typeLetters, s[i])
		switch {
		case s[i] == 'D':
			f.die("-type D is not supported because Solaris doors are not supported on the platform find was compiled on.")
		case k <= 0:
			f.die("Unknown argument to %s: %c", name, s[i])
		case set[k]:
			f.die("Duplicate file type '%c' in the argument list to %s.", s[i], name)
		}
		set[k] = true
		if i+1 < len(s) {
			if s[i+1] != ',' {
				f.die("Must separate multiple arguments to %s using: ','", name)
			}
			if i+2 == len(s) {
				f.die("Last file type in list argument to %s is missing, i.e., list is ending on: ','", name)
			}
		}
	}
	if name == "-type" {
		return func(_ *finder, e *entry) bool { return set[e.kind()&7] }
	}
	return func(f *finder, e *entry) bool {
		st, err := f.otherWay(e)
		return err == nil && set[st.Kind&7]
	}
}

// otherWay is stat with the rule for links turned round, for -xtype.
func (f *finder) otherWay(e *entry) (kern.Stat, error) {
	if f.follow == followAlways || f.follow == followOperand && e.depth == 0 {
		return f.p.Lstat(e.path)
	}
	st, err := f.p.Stat(e.path)
	if err == error(tree.ENOENT) {
		return f.p.Lstat(e.path)
	}
	return st, err
}

// comparison is a number with + (more), - (less) or nothing (equal) in front.
type comparison struct {
	sign byte
	n    uint64
}

func (c comparison) holds(v uint64) bool {
	switch c.sign {
	case '+':
		return v > c.n
	case '-':
		return v < c.n
	}
	return v == c.n
}

func compare(s string) (c comparison, ok bool) {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		c.sign = s[0]
		s = s[1:]
	}
	n, err := strconv.ParseUint(s, 10, 64)
	c.n = n
	return c, err == nil
}

func (ps *parser) numeric(name string) node {
	s := ps.arg(name)
	c, ok := compare(s)
	if !ok {
		ps.f.die("invalid argument `%s' to `%s'", s, name)
	}
	return func(_ *finder, e *entry) bool {
		st := e.stat()
		if st == nil {
			return false
		}
		switch name {
		case "-links":
			return c.holds(uint64(st.Nlink))
		case "-inum":
			return c.holds(uint64(st.Ino))
		case "-uid":
			return c.holds(uint64(st.UID))
		}
		return c.holds(uint64(st.GID))
	}
}

func (ps *parser) owner(name string) node {
	k := ps.f.p.K
	switch name {
	case "-nouser":
		return func(_ *finder, e *entry) bool { st := e.stat(); return st != nil && k.UserByID(st.UID) == nil }
	case "-nogroup":
		return func(_ *finder, e *entry) bool { st := e.stat(); return st != nil && k.GroupByID(st.GID) == nil }
	}
	s := ps.arg(name)
	id := ps.ownerID(name, s)
	return func(_ *finder, e *entry) bool {
		st := e.stat()
		return st != nil && (name == "-user" && st.UID == id || name == "-group" && st.GID == id)
	}
}

func (ps *parser) ownerID(name, s string) uint32 {
	k, f := ps.f.p.K, ps.f
	if name == "-user" {
		if u := k.UserByName(s); u != nil {
			return u.UID
		}
		if s == "" {
			f.die("The argument to -user should not be empty")
		}
	} else {
		if g := k.GroupByName(s); g != nil {
			return g.GID
		}
		if s == "" {
			f.die("argument to -group is empty, but should be a group name")
		}
	}
	if n, err := strconv.ParseUint(s, 10, 32); err == nil {
		return uint32(n)
	}
	if name == "-user" {
		f.die("%s is not the name of a known user", gnu.Quote(s))
	}
	f.die("%s is not the name of an existing group", gnu.Quote(s))
	return 0
}

func (ps *parser) size() node {
	s := ps.arg("-size")
	f := ps.f
	if s == "" {
		f.die("invalid null argument to -size")
	}
	unit := uint64(512)
	num := s
	switch last := s[len(s)-1]; {
	case last >= '0' && last <= '9':
	default:
		k := strings.IndexByte("cwbkMG", last)
		if k < 0 {
			f.die("invalid -size type `%c'", last)
		}
		unit = [...]uint64{1, 2, 512, 1 << 10, 1 << 20, 1 << 30}[k]
		num = s[:len(s)-1]
	}
	c, ok := compare(num)
	if !ok {
		f.die("Invalid argument `%s' to -size", s)
	}
	return func(f *finder, e *entry) bool {
		st := e.stat()
		if st == nil {
			return false
		}
		f.p.Taint(st.Label())
		return c.holds((uint64(st.Size) + unit - 1) / unit)
	}
}

func isEmpty(f *finder, e *entry) bool {
	st := e.stat()
	if st == nil {
		return false
	}
	switch st.Kind {
	case tree.Regular:
		f.p.Taint(st.Label())
		return st.Size == 0
	case tree.Dir:
		list, err := f.p.ReadDir(e.path)
		if err != nil {
			f.fail(e.path, err)
			return false
		}
		return len(list) == 0
	}
	return false
}

func (ps *parser) perm() node {
	s := ps.arg("-perm")
	how, mode := byte('='), s
	if s != "" && (s[0] == '-' || s[0] == '/') {
		how, mode = s[0], s[1:]
	}
	m, ok := gnu.ParseMode(mode)
	if !ok || len(mode) > 1 && mode[0] == '+' && mode[1] >= '0' && mode[1] <= '9' {
		ps.f.die("invalid mode %s", gnu.Quote(s))
	}
	file, _ := m.Adjust(0, false, 0)
	dir, _ := m.Adjust(0, true, 0)
	if how == '/' && file == 0 && dir == 0 {
		ps.f.p.Errorf("warning: you have specified a mode pattern %s (which is equivalent to /000). The meaning of -perm /000 has "+
			"now been changed to be consistent with -perm -000; that is, while it used to match no files, it now matches all files.", s)
		how = '-'
	}
	return func(_ *finder, e *entry) bool {
		st := e.stat()
		if st == nil {
			return false
		}
		want := file
		if st.IsDir() {
			want = dir
		}
		switch how {
		case '-':
			return st.Perm&want == want
		case '/':
			return st.Perm&want != 0
		}
		return st.Perm == want
	}
}

func (ps *parser) sameFile() node {
	s := ps.arg("-samefile")
	st, err := ps.f.look(s, 0)
	if err != nil {
		ps.f.die("%s: %s", gnu.Quote(s), kern.ErrText(err))
	}
	return func(_ *finder, e *entry) bool {
		have := e.stat()
		return have != nil && have.Ino == st.Ino
	}
}

// fsName names the file system that a file is on.
func fsName(st *kern.Stat) string {
	if gnu.DevOf(st) == gnu.RootDev {
		return "ext4"
	}
	return "proc"
}

func (ps *parser) fsType() node {
	s := ps.arg("-fstype")
	return func(_ *finder, e *entry) bool { st := e.stat(); return st != nil && fsName(st) == s }
}
