package grep

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/fnmatch"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// filter is the list of --include and --exclude patterns, or of --exclude-dir patterns.
type filter struct {
	rules []rule
}

type rule struct {
	include bool
	pattern *fnmatch.Pattern
}

func (f *filter) add(pattern string, include bool) {
	f.rules = append(f.rules, rule{include, fnmatch.Compile(pattern, fnmatch.Options{})})
}

// excluded says whether name is left out: the last rule that matches decides; without one, everything is in unless the first
// rule is an include. On the command line a rule matches any trailing part of the name that follows a slash.
func (f *filter) excluded(name string, commandLine bool) bool {
	if len(f.rules) == 0 {
		return false
	}
	for i := len(f.rules) - 1; i >= 0; i-- {
		if f.rules[i].matches(name, commandLine) {
			return !f.rules[i].include
		}
	}
	return f.rules[0].include
}

func (r *rule) matches(name string, commandLine bool) bool {
	if r.pattern.Match(name) {
		return true
	}
	for i := 0; commandLine && i+1 < len(name); i++ {
		if name[i] == '/' && name[i+1] != '/' && r.pattern.Match(name[i+1:]) {
			return true
		}
	}
	return false
}

// filter takes --include, --exclude, --exclude-from and --exclude-dir.
func (g *grep) filter(key, val string) int {
	c := &g.cfg
	switch key {
	case "include", "exclude":
		c.files.add(val, key == "include")
	case "exclude-dir":
		for len(val) > 1 && val[len(val)-1] == '/' {
			val = val[:len(val)-1]
		}
		c.directories.add(val, false)
	default:
		var b []byte
		var err error
		if val == "-" {
			b, err = g.p.ReadAll(0)
		} else {
			b, err = g.p.ReadFile(val)
		}
		if err != nil {
			return g.die(val + ": " + kern.ErrText(err))
		}
		for _, line := range strings.Split(string(b), "\n") {
			if line = strings.TrimRight(line, " \t"); line != "" {
				c.files.add(line, false)
			}
		}
	}
	return gnu.Go
}

// named searches an operand without recursion.
func (g *grep) named(name string) {
	st, err := g.p.Stat(name)
	if err == nil {
		f := &g.cfg.files
		if st.IsDir() {
			f = &g.cfg.directories
		}
		if f.excluded(name, true) {
			return
		}
		if st.IsDir() && g.cfg.dirs == skipDirs || isDevice(&st) && g.cfg.devices == 's' {
			return
		}
	}
	g.file(name)
}

func isDevice(st *kern.Stat) bool {
	switch st.Kind {
	case tree.CharDev, tree.BlockDev, tree.Fifo, tree.Socket:
		return true
	}
	return false
}

func (g *grep) file(name string) {
	fd, err := g.p.Open(name, kern.ReadOnly, 0)
	if err != nil {
		g.fail(name, err)
		return
	}
	g.search(fd, name, false)
	_ = g.p.Close(fd)
}

// walk searches an operand and everything below it. Top says that no operand was given, so that names have no "./".
func (g *grep) walk(name string, top bool) {
	st, err := g.p.Stat(name)
	if err != nil {
		g.fail(name, err)
		return
	}
	if !st.IsDir() {
		g.named(name)
		return
	}
	if !top && g.cfg.directories.excluded(name, true) {
		return
	}
	prefix := name
	switch {
	case top:
		prefix = ""
	case !strings.HasSuffix(name, "/"):
		prefix += "/"
	}
	g.dir(name, prefix, []tree.Ino{st.Ino})
}

// dir searches a directory; above lists the directories that lead to it.
func (g *grep) dir(name, prefix string, above []tree.Ino) {
	list, err := g.p.ReadDirQuiet(name)
	if err != nil {
		g.fail(name, err)
		return
	}
	label := g.p.Label()
	for _, e := range list {
		if g.cfg.quiet && g.matched {
			return
		}
		g.p.Tick(1)
		g.p.Taint(e.Label)
		g.entry(e.Name, prefix+e.Name, above)
	}
	g.p.Taint(label)
}

func (g *grep) entry(base, path string, above []tree.Ino) {
	st, err := g.p.Lstat(path)
	if err == nil && st.Kind == tree.Symlink {
		if !g.cfg.deref {
			return
		}
		st, err = g.p.Stat(path)
	}
	switch {
	case err != nil:
		if !g.cfg.files.excluded(base, false) {
			g.fail(path, err)
		}
	case st.IsDir():
		if g.cfg.directories.excluded(base, false) {
			return
		}
		for _, i := range above {
			if i == st.Ino {
				if !g.cfg.noMessages {
					g.p.Errorf("%s: warning: recursive directory loop", path)
				}
				return
			}
		}
		g.dir(path, path+"/", append(above[:len(above):len(above)], st.Ino))
	case isDevice(&st) && g.cfg.devices != 'r':
	case g.cfg.files.excluded(base, false):
	default:
		g.file(path)
	}
}
