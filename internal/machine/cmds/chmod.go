package cmds

import (
	"context"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var chmodSpec = gnu.Spec{
	Options: chmodOptions(),
	Version: gnu.CoreutilsVersion("chmod", "David MacKenzie and Jim Meyering"),
}

// chmodOptions lists the options and, as options too, the letters that a mode such as -x or -w can begin with.
func chmodOptions() []gnu.Option {
	list := []gnu.Option{
		{Short: 'c', Long: "changes"}, {Short: 'R', Long: "recursive"}, {Long: "no-preserve-root"}, {Long: "preserve-root"},
		{Short: 'f', Long: "quiet"}, {Long: "reference", Arg: gnu.Required}, {Short: 'f', Long: "silent"}, {Short: 'v', Long: "verbose"},
	}
	const modeLetters = "rwxXstugoa,+=01234567"
	for i := range len(modeLetters) {
		list = append(list, gnu.Option{Short: modeLetters[i], Arg: gnu.Optional})
	}
	return list
}

type modeChanger struct {
	p                               *kern.Proc
	changes, verbose, quiet         bool
	recursive, guardRoot, surprises bool
	mode                            gnu.Mode
	umask                           uint16
}

func chmod(_ context.Context, p *kern.Proc) int {
	c := modeChanger{p: p, umask: p.Umask}
	var modeText, reference string
	var hasMode, hasRef bool
	args, status, ok := chmodSpec.Parse(p, func(key, val string) int {
		switch key {
		case "c":
			c.changes = true
		case "R":
			c.recursive = true
		case "no-preserve-root":
			c.guardRoot = false
		case "preserve-root":
			c.guardRoot = true
		case "f":
			c.quiet = true
		case "reference":
			reference, hasRef = val, true
		case "v":
			c.verbose = true
		default:
			if hasMode {
				modeText += ","
			}
			modeText += "-" + key + val
			hasMode, c.surprises = true, true
		}
		return gnu.Go
	})
	if !ok {
		return status
	}
	if hasRef {
		if hasMode {
			return gnu.Usage(p, 1, "cannot combine mode and --reference options")
		}
	} else if !hasMode {
		if len(args) > 0 {
			modeText, args = args[0], args[1:]
			hasMode = true
		}
	}
	if len(args) == 0 {
		if !hasMode || c.surprises {
			return gnu.Usage(p, 1, "missing operand")
		}
		return gnu.Usage(p, 1, "missing operand after "+gnu.Quote(p.Args[len(p.Args)-1]))
	}
	if !c.readMode(modeText, reference, hasRef) {
		return 1
	}
	for _, f := range args {
		if !c.operand(f) {
			status = 1
		}
	}
	return status
}

func (c *modeChanger) readMode(text, reference string, hasRef bool) bool {
	if hasRef {
		st, err := c.p.Stat(reference)
		if err != nil {
			c.p.Errorf("failed to get attributes of %s: %s", gnu.QuoteAF(reference), kern.ErrText(err))
			return false
		}
		c.mode, _ = gnu.ParseMode("0000" + strconv.FormatUint(uint64(st.Perm), 8))
		return true
	}
	var ok bool
	if c.mode, ok = gnu.ParseMode(text); !ok {
		c.p.Errorf("invalid mode: %s", gnu.Quote(text))
		gnu.Try(c.p)
	}
	return ok
}

func (c *modeChanger) operand(name string) bool {
	if c.recursive && c.guardRoot && guardsRoot(c.p, name) {
		return false
	}
	return c.change(name, true)
}

// guardsRoot complains when name is the root directory and reports whether it did.
func guardsRoot(p *kern.Proc, name string) bool {
	st, err := p.Lstat(name)
	if err != nil || st.Ino != tree.Root {
		return false
	}
	if name == "/" {
		p.Errorf("it is dangerous to operate recursively on %s", gnu.QuoteAF(name))
	} else {
		p.Errorf("it is dangerous to operate recursively on %s (same as %s)", gnu.QuoteAF(name), gnu.QuoteAF("/"))
	}
	p.Errorf("use --no-preserve-root to override this failsafe")
	return true
}

// change sets the mode of one file and, when asked to, of everything below it. Links are followed on the command line only.
func (c *modeChanger) change(name string, top bool) bool {
	p := c.p
	p.Tick(1)
	st, err := p.Lstat(name)
	link := err == nil && st.Kind == tree.Symlink
	if link {
		if !top {
			if c.verbose {
				p.Stdout.WriteString("neither symbolic link " + gnu.QuoteAF(name) + " nor referent has been changed\n")
			}
			return true
		}
		if st, err = p.Stat(name); err == error(tree.ENOENT) {
			if !c.quiet {
				p.Errorf("cannot operate on dangling symlink %s", gnu.QuoteAF(name))
			}
			return c.failed(name, 0, 0, true)
		}
	}
	if err != nil {
		if !c.quiet {
			p.Errorf("cannot access %s: %s", gnu.QuoteAF(name), kern.ErrText(err))
		}
		return c.failed(name, 0, 0, true)
	}
	ok := c.apply(name, &st)
	if c.recursive && st.IsDir() && !link {
		list, err := p.ReadDir(name)
		if err != nil {
			if !c.quiet {
				p.Errorf("cannot read directory %s: %s", gnu.QuoteAF(name), kern.ErrText(err))
			}
			return false
		}
		for _, e := range list {
			ok = c.change(gnu.Join(name, e.Name), false) && ok
		}
	}
	return ok
}

func (c *modeChanger) apply(name string, st *kern.Stat) bool {
	p := c.p
	want, _ := c.mode.Adjust(st.Perm, st.IsDir(), c.umask)
	if err := p.Chmod(name, want); err != nil {
		if !c.quiet {
			p.Errorf("changing permissions of %s: %s", gnu.QuoteAF(name), kern.ErrText(err))
		}
		return c.failed(name, st.Perm, want, false)
	}
	now := want
	if want&0o7000 != 0 {
		if after, err := p.Stat(name); err == nil {
			now = after.Perm
		}
	}
	c.report(name, st.Perm, now)
	if !c.surprises {
		return true
	}
	naive, _ := c.mode.Adjust(st.Perm, st.IsDir(), 0)
	if now&^naive == 0 {
		return true
	}
	p.Errorf("%s: new permissions are %s, not %s", gnu.QuoteF(name), permText(now), permText(naive))
	return false
}

func permText(perm uint16) string { return tree.ModeString(tree.Regular, perm)[1:] }

func modeText(perm uint16) string {
	s := strconv.FormatUint(uint64(perm), 8)
	return "0000"[min(4, len(s)):] + s + " (" + permText(perm) + ")"
}

func (c *modeChanger) report(name string, old, now uint16) {
	switch {
	case old != now && (c.verbose || c.changes):
		c.p.Stdout.WriteString("mode of " + gnu.QuoteAF(name) + " changed from " + modeText(old) + " to " + modeText(now) + "\n")
	case old == now && c.verbose:
		c.p.Stdout.WriteString("mode of " + gnu.QuoteAF(name) + " retained as " + modeText(old) + "\n")
	}
}

func (c *modeChanger) failed(name string, old, want uint16, absent bool) bool {
	if !c.verbose {
		return false
	}
	if absent {
		c.p.Stdout.WriteString(gnu.QuoteAF(name) + " could not be accessed\n")
		return false
	}
	c.p.Stdout.WriteString("failed to change mode of " + gnu.QuoteAF(name) + " from " + modeText(old) + " to " + modeText(want) + "\n")
	return false
}
