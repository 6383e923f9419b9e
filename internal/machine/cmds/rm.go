package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var rmSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'f', Long: "force"}, {Short: 'i'}, {Short: 'I'}, {Long: "interactive", Arg: gnu.Optional}, {Long: "one-file-system"},
		{Long: "no-preserve-root"}, {Long: "preserve-root", Arg: gnu.Optional}, {Long: "-presume-input-tty"},
		{Short: 'r', Long: "recursive"}, {Short: 'R'}, {Short: 'd', Long: "dir"}, {Short: 'v', Long: "verbose"},
	},
	Version: gnu.CoreutilsVersion("rm", "Paul Rubin, David MacKenzie, Richard M. Stallman,\nand Jim Meyering"),
	NoTry:   true,
}

type remover struct {
	p                                 *kern.Proc
	force, ask, once, recursive, dirs bool
	verbose, guardRoot, tty           bool
	asker                             gnu.Asker
}

// outcome is how the removal of one file ended.
type outcome uint8

const (
	removed outcome = iota
	declined
	failed
)

func rm(_ context.Context, p *kern.Proc) int {
	r := remover{p: p, guardRoot: true, tty: p.IsTerminal(0)}
	own := false
	files, status, ok := rmSpec.Parse(p, func(key, val string) int {
		st := r.set(key, val)
		own = st != gnu.Go
		return st
	})
	if !ok {
		if status == 1 && !own {
			r.hint()
			gnu.Try(p)
		}
		return status
	}
	if len(files) == 0 {
		if r.force {
			return 0
		}
		return gnu.Usage(p, 1, "missing operand")
	}
	if r.once && (r.recursive || len(files) > 3) && !r.confirmAll(len(files)) {
		return 0
	}
	for _, f := range files {
		if r.operand(f) == failed {
			status = 1
		}
	}
	return status
}

var (
	rmWhen       = []string{"never", "no", "none", "once", "always", "yes"}
	rmWhenValues = []int{0, 0, 0, 1, 2, 2}
)

func (r *remover) set(key, val string) int {
	when := -1
	switch key {
	case "f":
		r.force, when = true, 0
	case "i":
		r.force, when = false, 2
	case "I":
		r.force, when = false, 1
	case "interactive":
		when = 2
		if val != "" {
			v, ok := gnu.ArgMatch(r.p, "--interactive", val, rmWhen, rmWhenValues)
			if !ok {
				return 1
			}
			when = v
		}
		r.force = r.force && when == 0
	case "no-preserve-root":
		r.guardRoot = false
	case "preserve-root":
		if val != "" && val != "all" {
			r.p.Errorf("unrecognized --preserve-root argument: %s", gnu.QuoteAF(val))
			return 1
		}
		r.guardRoot = true
	case "-presume-input-tty":
		r.tty = true
	case "r", "R":
		r.recursive = true
	case "d":
		r.dirs = true
	case "v":
		r.verbose = true
	}
	if when >= 0 {
		r.ask, r.once = when == 2, when == 1
	}
	return gnu.Go
}

// hint helps with files whose names begin with a dash.
func (r *remover) hint() {
	for _, a := range r.p.Args[1:] {
		if len(a) > 1 && a[0] == '-' {
			if _, err := r.p.Lstat(a); err == nil {
				r.p.Stderr.WriteString("Try '" + r.p.Args[0] + " ./" + strings.TrimPrefix(gnu.QuoteF(a), "./") + "' to remove the file " +
					gnu.QuoteAF(a) + ".\n")
				return
			}
		}
	}
}

func (r *remover) confirmAll(n int) bool {
	s := r.p.Invoked() + ": remove " + strconv.Itoa(n) + " argument"
	if n != 1 {
		s += "s"
	}
	if r.recursive {
		s += " recursively"
	}
	return r.asker.Yes(r.p, s+"? ")
}

// operand removes what the user named.
func (r *remover) operand(name string) outcome {
	p := r.p
	st, err := p.Lstat(name)
	if err != nil {
		if r.force && (err == error(tree.ENOENT) || err == error(tree.ENOTDIR)) {
			return removed
		}
		if e := p.Unlink(name); e != nil {
			err = e
		}
		return r.fail(name, err)
	}
	if st.IsDir() && r.recursive {
		if base := gnu.Base(name); base == "." || base == ".." {
			p.Errorf("refusing to remove '.' or '..' directory: skipping %s", gnu.QuoteAF(name))
			return failed
		}
		if st.Ino == tree.Root && r.guardRoot {
			if name == "/" {
				p.Errorf("it is dangerous to operate recursively on %s", gnu.QuoteAF(name))
			} else {
				p.Errorf("it is dangerous to operate recursively on %s (same as %s)", gnu.QuoteAF(name), gnu.QuoteAF("/"))
			}
			p.Errorf("use --no-preserve-root to override this failsafe")
			return failed
		}
	}
	return r.remove(name, &st)
}

func (r *remover) fail(name string, err error) outcome {
	r.p.Errorf("cannot remove %s: %s", gnu.QuoteAF(name), kern.ErrText(err))
	return failed
}

// remove removes a file, or a directory with everything in it.
func (r *remover) remove(name string, st *kern.Stat) outcome {
	r.p.Tick(1)
	if !st.IsDir() {
		if !r.confirm(name, st, "remove ", gnu.FileType(st)) {
			return declined
		}
		if err := r.p.Unlink(name); err != nil {
			return r.fail(name, err)
		}
		r.report("removed ", name)
		return removed
	}
	if !r.recursive && !r.dirs {
		return r.fail(name, tree.EISDIR)
	}
	list, err := r.p.ReadDir(name)
	worst := removed
	if r.recursive && err != nil {
		if !r.confirm(name, st, "descend into ", "directory") || !r.confirm(name, st, "remove ", "directory") {
			return declined
		}
		if r.p.Rmdir(name) != nil {
			return r.fail(name, err)
		}
		r.report("removed directory ", name)
		return removed
	}
	if r.recursive && len(list) > 0 {
		if !r.confirm(name, st, "descend into ", "directory") {
			return declined
		}
		for _, e := range list {
			child := gnu.Join(name, e.Name)
			cst, err := r.p.Lstat(child)
			if err != nil {
				worst = max(worst, r.fail(child, err))
				continue
			}
			worst = max(worst, r.remove(child, &cst))
		}
	}
	if worst != removed {
		return worst
	}
	return r.removeDir(name, st)
}

func (r *remover) removeDir(name string, st *kern.Stat) outcome {
	if !r.confirm(name, st, "remove ", "directory") {
		return declined
	}
	if err := r.p.Rmdir(name); err != nil {
		return r.fail(name, err)
	}
	r.report("removed directory ", name)
	return removed
}

func (r *remover) report(what, name string) {
	if r.verbose {
		r.p.Stdout.WriteString(what + gnu.QuoteAF(name) + "\n")
	}
}

// confirm asks when the user wants to be asked, or when the file is write-protected and a person sits at the terminal.
func (r *remover) confirm(name string, st *kern.Stat, verb, kind string) bool {
	protected := false
	if !r.force && (r.tty || r.ask) && st.Kind != tree.Symlink {
		protected = r.p.Access(name, 2) == error(tree.EACCES)
	}
	if !r.ask && !(protected && r.tty && !r.force) {
		return true
	}
	s := r.p.Invoked() + ": " + verb
	if protected {
		s += "write-protected "
	}
	return r.asker.Yes(r.p, s+kind+" "+gnu.QuoteAF(name)+"? ")
}
