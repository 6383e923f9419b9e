package cpmv

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var installSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'b'}, {Short: 'c'}, {Short: 'D'}, {Short: 'Z', Unsupported: true}, {Long: "backup", Arg: gnu.Optional},
		{Short: 'C', Long: "compare"}, {Long: "context", Arg: gnu.Optional, Unsupported: true}, {Short: 'd', Long: "directory"},
		{Short: 'g', Long: "group", Arg: gnu.Required}, {Short: 'm', Long: "mode", Arg: gnu.Required},
		{Short: 'T', Long: "no-target-directory"}, {Short: 'o', Long: "owner", Arg: gnu.Required},
		{Short: 'p', Long: "preserve-timestamps"}, {Long: "preserve-context", Unsupported: true},
		{Short: 's', Long: "strip", Unsupported: true}, {Long: "strip-program", Arg: gnu.Required},
		{Short: 'S', Long: "suffix", Arg: gnu.Required}, {Short: 't', Long: "target-directory", Arg: gnu.Required},
		{Short: 'v', Long: "verbose"},
	},
	Version: gnu.CoreutilsVersion("install", "David MacKenzie"),
}

// installer is a copier with install's own switches.
type installer struct {
	copier
	dirs, leading, compare bool
	modeText, user, group  string
	hasMode                bool
	uid, gid               int64
	dirMode, fileMode      uint16
}

// Install is the program install.
func Install(_ context.Context, p *kern.Proc) int {
	i := installer{copier: copier{install: true, unlinkFirst: true, follow: followAlways, setMode: true, mode: 0o600}, fileMode: 0o755, uid: -1, gid: -1,
		dirMode: 0o755}
	i.init(p)
	o := options{c: &i.copier}
	files, status, ok := installSpec.Parse(p, func(key, val string) int {
		if st, done := o.shared(key, val); done && key != "n" && key != "i" && key != "u" {
			return st
		}
		i.set(key, val)
		return gnu.Go
	})
	if !ok {
		return status
	}
	if !i.check(&o) {
		return 1
	}
	if i.dirs {
		if len(files) == 0 {
			return gnu.Usage(p, 1, "missing file operand")
		}
		for _, d := range files {
			if !i.makeDir(d, i.dirMode, true) {
				status = 1
			}
		}
		return status
	}
	return i.files(files)
}

func (i *installer) set(key, val string) {
	switch key {
	case "C":
		i.compare = true
	case "D":
		i.leading = true
	case "d":
		i.dirs = true
	case "g":
		i.group = val
	case "m":
		i.modeText, i.hasMode = val, true
	case "o":
		i.user = val
	case "p":
		i.keepTimes = true
	}
}

// check settles mode, owner and backups; false when it has complained.
func (i *installer) check(o *options) bool {
	p := i.p
	if i.dirs && i.hasTarget {
		return i.fail("target directory not allowed when installing a directory")
	}
	if !o.finish() {
		return false
	}
	if i.noTarget && i.hasTarget {
		return i.fail("cannot combine --target-directory (-t) and --no-target-directory (-T)")
	}
	if i.hasMode {
		m, ok := gnu.ParseMode(i.modeText)
		if !ok {
			return i.fail("invalid mode %s", gnu.Quote(i.modeText))
		}
		i.fileMode, _ = m.Adjust(0, false, 0)
		i.dirMode, _ = m.Adjust(0, true, 0)
	}
	if i.user != "" {
		if u := p.K.UserByName(i.user); u != nil {
			i.uid = int64(u.UID)
		} else if n, err := strconv.ParseUint(i.user, 10, 32); err == nil {
			i.uid = int64(n)
		} else {
			return i.fail("invalid user %s", gnu.Quote(i.user))
		}
	}
	if i.group != "" {
		if g := p.K.GroupByName(i.group); g != nil {
			i.gid = int64(g.GID)
		} else if n, err := strconv.ParseUint(i.group, 10, 32); err == nil {
			i.gid = int64(n)
		} else {
			return i.fail("invalid group %s", gnu.Quote(i.group))
		}
	}
	return true
}

// makeDir makes a directory with everything above it.
func (i *installer) makeDir(dir string, mode uint16, last bool) bool {
	p := i.p
	for k := 1; k <= len(dir); k++ {
		if k < len(dir) && dir[k] != '/' || dir[k-1] == '/' {
			continue
		}
		part, end := dir[:k], strings.Trim(dir[k:], "/") == ""
		err := p.Mkdir(part, 0o777)
		if err == nil && i.verbose {
			i.put(p.Invoked() + ": creating directory " + gnu.QuoteAF(part) + "\n")
		}
		made := err == nil
		if err == error(tree.EEXIST) || err == error(tree.EACCES) {
			if st, e := p.Stat(part); e == nil && st.IsDir() {
				err = nil
			} else if e == nil && !end {
				err = tree.ENOTDIR
			} else if e != nil && !end {
				err = e
			}
		}
		if err == nil {
			switch {
			case end && last:
				err = i.finishDir(dir, mode)
			case made:
				err = p.Chmod(part, 0o755)
			}
			if err != nil {
				return i.fail("cannot change permissions of %s: %s", gnu.QuoteAF(dir), kern.ErrText(err))
			}
			continue
		}
		quote := gnu.QuoteAF
		if last {
			quote = gnu.Quote
		}
		return i.fail("cannot create directory %s: %s", quote(part), kern.ErrText(err))
	}
	return true
}

func (i *installer) finishDir(dir string, mode uint16) error {
	if i.uid >= 0 || i.gid >= 0 {
		if err := i.p.Chown(dir, i.uid, i.gid, true); err != nil {
			return err
		}
	}
	return i.p.Chmod(dir, mode)
}

// files installs files.
func (i *installer) files(files []string) int {
	p := i.p
	if len(files) > 0 && i.hasTarget {
		if i.leading && !i.makeDir(i.target, 0o755, false) {
			return 1
		}
		if st, err := p.Stat(i.target); err != nil {
			p.Errorf("failed to access %s: %s", gnu.QuoteAF(i.target), kern.ErrText(err))
			return 1
		} else if !st.IsDir() {
			p.Errorf("failed to access %s: %s", gnu.QuoteAF(i.target), kern.ErrText(tree.ENOTDIR))
			return 1
		}
	}
	if i.leading && !i.hasTarget && len(files) == 2 {
		if dir := gnu.Dir(files[1]); dir != "." && dir != "/" && !i.makeDir(dir, 0o755, false) {
			return 1
		}
	}
	i.done = i.after
	if i.compare {
		i.skip = i.unchanged
	}
	return i.paths(files)
}

// unchanged says whether dst is already what would be installed.
func (i *installer) unchanged(j *job) bool {
	p := i.p
	st, err := p.Lstat(j.dst)
	if err != nil || st.Kind != tree.Regular || j.st.Kind != tree.Regular || st.Size != j.st.Size || st.Perm != i.fileMode || i.fileMode&0o7000 != 0 {
		return false
	}
	uid, gid := int64(p.Cred.UID), int64(p.Cred.GID)
	if i.uid >= 0 {
		uid = i.uid
	}
	if i.gid >= 0 {
		gid = i.gid
	}
	if int64(st.UID) != uid || int64(st.GID) != gid {
		return false
	}
	a, b := p.K.FS.Load(j.st.Ino), p.K.FS.Load(st.Ino)
	p.Tick(1 + int(st.Size>>6))
	return bytes.Equal(a.Bytes(), b.Bytes())
}

// after gives an installed file its owner.
func (i *installer) after(dst string) bool {
	if i.uid >= 0 || i.gid >= 0 {
		if err := i.p.Chown(dst, i.uid, i.gid, false); err != nil {
			return i.fail("cannot change ownership of %s: %s", gnu.QuoteAF(dst), kern.ErrText(err))
		}
	}
	if err := i.p.Chmod(dst, i.fileMode); err != nil {
		return i.fail("cannot change permissions of %s: %s", gnu.QuoteAF(dst), kern.ErrText(err))
	}
	return true
}
