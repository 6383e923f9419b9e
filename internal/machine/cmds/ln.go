package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var lnSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'b'}, {Long: "backup", Arg: gnu.Optional}, {Short: 'd', Long: "directory"}, {Short: 'F'}, {Short: 'n', Long: "no-dereference"},
		{Short: 'T', Long: "no-target-directory"}, {Short: 'f', Long: "force"}, {Short: 'i', Long: "interactive"},
		{Short: 'S', Long: "suffix", Arg: gnu.Required}, {Short: 't', Long: "target-directory", Arg: gnu.Required},
		{Short: 'L', Long: "logical"}, {Short: 'P', Long: "physical"}, {Short: 'r', Long: "relative"}, {Short: 's', Long: "symbolic"},
		{Short: 'v', Long: "verbose"},
	},
	Version: gnu.CoreutilsVersion("ln", "Mike Parker and David MacKenzie"),
}

type linker struct {
	p                                                  *kern.Proc
	symbolic, relative, logical, force, ask, noDeref   bool
	noTarget, verbose, makeBackup, hardDirs, hasTarget bool
	backupType, suffix, target                         string
	backup                                             gnu.Backup
	asker                                              gnu.Asker
	made                                               map[string]bool // names that this run has made
}

func ln(_ context.Context, p *kern.Proc) int {
	l := linker{p: p}
	files, status, ok := lnSpec.Parse(p, l.set)
	if !ok {
		return status
	}
	if len(files) == 0 {
		return gnu.Usage(p, 1, "missing file operand")
	}
	if l.makeBackup {
		if l.backup, ok = gnu.ParseBackup(p, l.backupType); !ok {
			return 1
		}
		l.suffix = gnu.BackupSuffix(p, l.suffix)
	}
	if l.relative && !l.symbolic {
		p.Errorf("cannot do --relative without --symbolic")
		return 1
	}
	return l.operands(files)
}

func (l *linker) set(key, val string) int {
	switch key {
	case "b":
		l.makeBackup = true
	case "backup":
		l.makeBackup = true
		if val != "" {
			l.backupType = val
		}
	case "d", "F":
		l.hardDirs = true
	case "n":
		l.noDeref = true
	case "T":
		l.noTarget = true
	case "f":
		l.force, l.ask = true, false
	case "i":
		l.force, l.ask = false, true
	case "S":
		l.suffix, l.makeBackup = val, true
	case "t":
		if l.hasTarget {
			l.p.Errorf("multiple target directories specified")
			return 1
		}
		if st, err := l.p.Stat(val); err != nil {
			l.p.Errorf("failed to access %s: %s", gnu.QuoteAF(val), kern.ErrText(err))
			return 1
		} else if !st.IsDir() {
			l.p.Errorf("target %s is not a directory", gnu.QuoteAF(val))
			return 1
		}
		l.target, l.hasTarget = val, true
	case "L":
		l.logical = true
	case "P":
		l.logical = false
	case "r":
		l.relative = true
	case "s":
		l.symbolic = true
	case "v":
		l.verbose = true
	}
	return gnu.Go
}

// operands decides which of ln's forms the command line has.
func (l *linker) operands(files []string) int {
	p := l.p
	if l.noTarget {
		if l.hasTarget {
			p.Errorf("cannot combine --target-directory and --no-target-directory")
			return 1
		}
		switch {
		case len(files) < 2:
			return gnu.Usage(p, 1, "missing destination file operand after "+gnu.QuoteAF(files[0]))
		case len(files) > 2:
			return gnu.Usage(p, 1, "extra operand "+gnu.QuoteAF(files[2]))
		}
		return l.one(files[0], files[1])
	}
	if !l.hasTarget {
		if len(files) < 2 {
			l.target = "."
		} else {
			last := files[len(files)-1]
			dir, err := l.directory(last)
			switch {
			case dir:
				l.target, files = last, files[:len(files)-1]
			case len(files) > 2:
				p.Errorf("target %s: %s", gnu.QuoteAF(last), kern.ErrText(err))
				return 1
			default:
				return l.one(files[0], last)
			}
		}
	}
	if len(files) > 1 && l.force && !l.symbolic && l.backup != gnu.BackupNumbered {
		l.made = map[string]bool{}
	}
	status := 0
	for _, f := range files {
		name := gnu.Join(l.target, gnu.Base(f))
		if gnu.Base(f) == "" {
			name = gnu.Join(l.target, f)
		}
		status |= l.one(f, name)
	}
	return status
}

// directory says whether name is a directory to link into.
func (l *linker) directory(name string) (bool, error) {
	if l.noDeref {
		if st, err := l.p.Lstat(name); err == nil && st.Kind == tree.Symlink {
			return false, tree.ENOTDIR
		}
	}
	st, err := l.p.Stat(name)
	if err != nil {
		return false, err
	}
	if !st.IsDir() {
		return false, tree.ENOTDIR
	}
	return true, nil
}

// one makes the link name to source.
func (l *linker) one(source, name string) int {
	p := l.p
	var src kern.Stat
	if !l.symbolic {
		var err error
		if l.logical {
			src, err = p.Stat(source)
		} else {
			src, err = p.Lstat(source)
		}
		if err != nil {
			p.Errorf("failed to access %s: %s", gnu.QuoteAF(source), kern.ErrText(err))
			return 1
		}
		if src.IsDir() && !l.hardDirs {
			p.Errorf("%s: hard link not allowed for directory", gnu.QuoteF(source))
			return 1
		}
	}
	if l.relative {
		source = relativeTarget(p, source, name)
	}
	moved := ""
	if l.force || l.ask || l.backup != gnu.BackupNone {
		st, goOn, status := l.existing(source, name, &src)
		if !goOn {
			return status
		}
		if st != nil && l.backup != gnu.BackupNone {
			moved = gnu.BackupName(p, name, l.backup, l.suffix)
			if err := p.Rename(name, moved); err != nil {
				if err != error(tree.ENOENT) {
					p.Errorf("cannot backup %s: %s", gnu.QuoteAF(name), kern.ErrText(err))
					return 1
				}
				moved = ""
			}
		}
	}
	return l.link(source, name, moved)
}

// existing looks at what has the new link's name. GoOn is false when nothing more is to be done.
func (l *linker) existing(source, name string, src *kern.Stat) (st *kern.Stat, goOn bool, status int) {
	p := l.p
	s, err := p.Lstat(name)
	if err != nil {
		if err != error(tree.ENOENT) {
			p.Errorf("failed to access %s: %s", gnu.QuoteAF(name), kern.ErrText(err))
			return nil, false, 1
		}
		return nil, true, 0
	}
	if s.IsDir() {
		p.Errorf("%s: cannot overwrite directory", gnu.QuoteF(name))
		return nil, false, 1
	}
	if l.made[name] {
		p.Errorf("will not overwrite just-created %s with %s", gnu.QuoteAF(name), gnu.QuoteAF(source))
		return nil, false, 1
	}
	if !l.symbolic || l.backup == gnu.BackupNone {
		if same, other := l.same(source, name, src, &s); same {
			if l.symbolic || other {
				p.Errorf("%s and %s are the same file", gnu.QuoteAF(source), gnu.QuoteAF(name))
				return nil, false, 1
			}
		}
	}
	if l.ask && !l.asker.Yes(p, p.Invoked()+": replace "+gnu.QuoteAF(name)+"? ") {
		return nil, false, 0
	}
	return &s, true, 0
}

// same says whether source and name are one file, and whether they are one directory entry too.
func (l *linker) same(source, name string, src, dst *kern.Stat) (same, entry bool) {
	s := *src
	if l.symbolic {
		var err error
		if s, err = l.p.Lstat(gnu.Join(gnu.Dir(name), source)); err != nil || source == "" || source[0] == '/' {
			if s, err = l.p.Lstat(source); err != nil {
				return false, false
			}
		}
		if s.Ino != dst.Ino {
			return false, false
		}
		return sameEntry(l.p, source, name), true
	}
	if s.Ino != dst.Ino {
		return false, false
	}
	return true, dst.Nlink == 1 || sameEntry(l.p, source, name)
}

// sameEntry says whether two paths are the same name in the same directory.
func sameEntry(p *kern.Proc, a, b string) bool {
	if gnu.Base(a) != gnu.Base(b) {
		return false
	}
	x, err1 := p.Stat(gnu.Dir(a))
	y, err2 := p.Stat(gnu.Dir(b))
	return err1 == nil && err2 == nil && x.Ino == y.Ino
}

// link makes the link; an old file in its way is replaced if the user wants that.
func (l *linker) link(source, name, moved string) int {
	p := l.p
	create := func() error {
		if l.symbolic {
			return p.Symlink(source, name)
		}
		return p.Link(source, name, l.logical)
	}
	err := create()
	if err == error(tree.EEXIST) && (l.force || l.ask || moved != "") {
		if err = p.Unlink(name); err == nil || err == error(tree.ENOENT) {
			err = create()
		}
	}
	if err == nil {
		if l.made != nil {
			l.made[name] = true
		}
		l.report(source, name, moved)
		return 0
	}
	what := "create hard link"
	if l.symbolic {
		what = "create symbolic link"
	}
	text := "failed to " + what + " " + gnu.QuoteAF(name)
	switch {
	case l.symbolic && (err == error(tree.ENAMETOOLONG) || source == ""):
		text += " -> " + gnu.QuoteAF(source)
	case !l.symbolic && !(err == error(tree.EEXIST) || err == error(tree.EDQUOT) || err == error(tree.ENOSPC) || err == error(tree.EROFS)):
		text += " => " + gnu.QuoteAF(source)
	}
	p.Errorf("%s: %s", text, kern.ErrText(err))
	if moved != "" {
		if e := p.Rename(moved, name); e != nil {
			p.Errorf("cannot un-backup %s: %s", gnu.QuoteAF(name), kern.ErrText(e))
		}
	}
	return 1
}

func (l *linker) report(source, name, moved string) {
	if !l.verbose {
		return
	}
	arrow := " => "
	if l.symbolic {
		arrow = " -> "
	}
	s := gnu.QuoteAF(name) + arrow + gnu.QuoteAF(source) + "\n"
	if moved != "" {
		s = gnu.QuoteAF(moved) + " ~ " + s
	}
	l.p.Stdout.WriteString(s)
}

// relativeTarget rewrites source so that a link called name can point to it from where it is.
func relativeTarget(p *kern.Proc, source, name string) string {
	dir, err := gnu.Canonicalize(p, gnu.Dir(name), gnu.CanonMissing, false)
	if err != nil {
		return source
	}
	to, err := gnu.Canonicalize(p, source, gnu.CanonMissing, false)
	if err != nil {
		return source
	}
	return relativePath(to, dir)
}

// relativePath returns the way from directory dir to path; both are canonical.
func relativePath(path, dir string) string {
	if path == dir {
		return "."
	}
	a, b := strings.Split(strings.Trim(path, "/"), "/"), strings.Split(strings.Trim(dir, "/"), "/")
	if path == "/" {
		a = nil
	}
	if dir == "/" {
		b = nil
	}
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	up := strings.TrimSuffix(strings.Repeat("../", len(b)-i), "/")
	down := strings.Join(a[i:], "/")
	if up != "" && down != "" {
		return up + "/" + down
	}
	return up + down
}
