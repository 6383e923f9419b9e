package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var rmdirSpec = gnu.Spec{
	Options: []gnu.Option{
		{Long: "ignore-fail-on-non-empty"}, {Short: 'p', Long: "path"}, {Short: 'p', Long: "parents"}, {Short: 'v', Long: "verbose"},
	},
	Version: gnu.CoreutilsVersion("rmdir", "David MacKenzie"),
}

type dirRemover struct {
	p                        *kern.Proc
	parents, verbose, ignore bool
}

func rmdir(_ context.Context, p *kern.Proc) int {
	r := dirRemover{p: p}
	dirs, status, ok := rmdirSpec.Parse(p, func(key, _ string) int {
		switch key {
		case "p":
			r.parents = true
		case "v":
			r.verbose = true
		default:
			r.ignore = true
		}
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(dirs) == 0 {
		return gnu.Usage(p, 1, "missing operand")
	}
	for _, d := range dirs {
		if !r.remove(d) {
			status = 1
		}
	}
	return status
}

func (r *dirRemover) remove(dir string) bool {
	p := r.p
	r.report(dir)
	if err := p.Rmdir(dir); err != nil {
		if r.ignored(dir, err) {
			return true
		}
		if t := strings.TrimRight(dir, "/"); err == error(tree.ENOTDIR) && t != dir {
			if st, e := p.Lstat(t); e == nil && st.Kind == tree.Symlink {
				p.Errorf("failed to remove %s: Symbolic link not followed", gnu.QuoteAF(dir))
				return false
			}
		}
		p.Errorf("failed to remove %s: %s", gnu.QuoteAF(dir), kern.ErrText(err))
		return false
	}
	if !r.parents {
		return true
	}
	for {
		dir = strings.TrimRight(dir, "/")
		i := strings.LastIndexByte(dir, '/')
		if i < 0 {
			return true
		}
		if dir = strings.TrimRight(dir[:i], "/"); dir == "" {
			dir = "/"
		}
		r.report(dir)
		if err := p.Rmdir(dir); err != nil {
			if r.ignored(dir, err) {
				return true
			}
			p.Errorf("failed to remove directory %s: %s", gnu.QuoteAF(dir), kern.ErrText(err))
			return false
		}
		if dir == "/" {
			return true
		}
	}
}

func (r *dirRemover) report(dir string) {
	if r.verbose {
		r.p.Stdout.WriteString(r.p.Invoked() + ": removing directory, " + gnu.QuoteAF(dir) + "\n")
	}
}

// ignored says whether a failure is only that the directory is not empty, and the user does not mind.
func (r *dirRemover) ignored(dir string, err error) bool {
	if !r.ignore {
		return false
	}
	switch err {
	case error(tree.ENOTEMPTY), error(tree.EEXIST):
		return true
	case error(tree.EACCES), error(tree.EPERM), error(tree.EROFS), error(tree.EBUSY):
		list, e := r.p.ReadDir(dir)
		return e == nil && len(list) > 0
	}
	return false
}
