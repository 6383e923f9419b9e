package find

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// batchLimit is how many bytes of arguments one command of {} + may get.
const batchLimit = 128 << 10

// command is -exec and its kin.
type command struct {
	words    []string
	batch    bool // {} +
	inDir    bool
	ask      bool
	pending  []string
	size     int
	dir      tree.Ino // of what is pending, with inDir
	fixedLen int
}

// exec compiles -exec, -execdir, -ok and -okdir.
func (ps *parser) exec(name string) node {
	f := ps.f
	c := &command{inDir: strings.HasSuffix(name, "dir"), ask: strings.HasPrefix(name, "-ok")}
	end := ps.i
	for ; end < len(ps.args); end++ {
		if ps.args[end] == ";" {
			break
		}
		if ps.args[end] == "+" && !c.ask && end > ps.i && strings.Contains(ps.args[end-1], "{}") {
			c.batch = true
			break
		}
	}
	switch {
	case end == len(ps.args):
		f.die("missing argument to `%s'", name)
	case end == ps.i:
		f.die("invalid argument `%s' to `%s'", ps.args[end], name)
	}
	c.words = ps.args[ps.i:end]
	ps.i = end + 1
	if c.inDir {
		ps.checkPath(name)
	}
	if !c.batch {
		return c.each
	}
	ps.checkBatch(name, c.words)
	c.words = c.words[:len(c.words)-1]
	for _, w := range c.words {
		c.fixedLen += len(w) + 1
	}
	f.batches = append(f.batches, c)
	return c.add
}

func (ps *parser) checkBatch(name string, words []string) {
	n := 0
	for _, w := range words {
		if strings.Contains(w, "{}") {
			n++
			if w != "{}" {
				ps.f.die("In %s the %s must appear by itself, but you specified %s", gnu.Quote(name+" ... {} +"), gnu.Quote("{}"), gnu.Quote(w))
			}
		}
	}
	if n > 1 {
		ps.f.die("Only one instance of {} is supported with %s ... +", name)
	}
}

// checkPath refuses to run commands in other directories when PATH names directories by relative names.
func (ps *parser) checkPath(name string) {
	path, _ := ps.f.p.Getenv("PATH")
	for _, d := range strings.Split(path, ":") {
		switch {
		case d == "" || d == ".":
			ps.f.die("The current directory is included in the PATH environment variable, which is insecure in combination with the "+
				"%s action of find.  Please remove the current directory from your $PATH (that is, remove %s, doubled colons, or "+
				"leading or trailing colons)", name, gnu.Quote("."))
		case d[0] != '/':
			ps.f.die("The relative path %s is included in the PATH environment variable, which is insecure in combination with the "+
				"%s action of find.  Please remove that entry from $PATH", gnu.Quote(d), name)
		}
	}
}

// target is how the command sees the file.
func (c *command) target(e *entry) string {
	if !c.inDir {
		return e.path
	}
	if e.base == "/" {
		return "/"
	}
	return "./" + e.base
}

// each runs the command for one file.
func (c *command) each(f *finder, e *entry) bool {
	args := make([]string, len(c.words))
	name := c.target(e)
	for i, w := range c.words {
		args[i] = strings.ReplaceAll(w, "{}", name)
	}
	if c.ask {
		_ = f.p.Stdout.Flush()
		if !f.asker.Yes(f.p, "< "+args[0]+" ... "+e.path+" > ? ") {
			return false
		}
	}
	return c.run(f, args, e.dir) == 0
}

// add collects a file for a command of {} +.
func (c *command) add(f *finder, e *entry) bool {
	name := c.target(e)
	if len(c.pending) > 0 && (c.fixedLen+c.size+len(name)+1 > batchLimit || c.inDir && c.dir != e.dir) {
		c.flush(f)
	}
	f.p.Hold(int64(len(name) + 16))
	c.pending = append(c.pending, name)
	c.size += len(name) + 1
	c.dir = e.dir
	return true
}

// flush runs what has been collected.
func (c *command) flush(f *finder) {
	if len(c.pending) == 0 {
		return
	}
	args := append(append(make([]string, 0, len(c.words)+len(c.pending)), c.words...), c.pending...)
	f.p.Hold(-int64(c.size + 16*len(c.pending)))
	c.pending, c.size = c.pending[:0], 0
	if c.run(f, args, c.dir) != 0 {
		f.status = 1
	}
}

// run runs a command and returns its exit status.
func (c *command) run(f *finder, args []string, dir tree.Ino) int {
	_ = f.p.Stdout.Flush()
	for _, o := range f.outputs {
		o.flush(f)
	}
	if !c.inDir && !c.ask {
		st, err := f.p.Exec(f.ctx, args[0], args)
		// Starting a program takes long: whoever reads the output runs meanwhile.
		f.p.Yield()
		return c.ended(f, args[0], st, err)
	}
	child, err := f.p.Spawn(f.ctx, args[0], args, func(p *kern.Proc) {
		if c.inDir {
			p.Cwd = dir
		}
		if c.ask {
			_ = p.SetFD(0, kern.NewNull())
		}
	})
	if err != nil {
		return c.ended(f, args[0], kern.Status{}, err)
	}
	st, _ := f.p.Wait(child)
	return c.ended(f, args[0], st, nil)
}

func (c *command) ended(f *finder, name string, st kern.Status, err error) int {
	if err != nil {
		f.p.Errorf("%s: %s", gnu.Quote(name), kern.ErrText(err))
		return 127
	}
	if st.Signal != 0 {
		f.p.Errorf("%s terminated by signal %d", gnu.Quote(name), st.Signal)
		return 1
	}
	return st.Code
}
