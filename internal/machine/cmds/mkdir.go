package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var mkdirSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'Z', Unsupported: true}, {Long: "context", Arg: gnu.Optional, Unsupported: true}, {Short: 'm', Long: "mode", Arg: gnu.Required},
		{Short: 'p', Long: "parents"}, {Short: 'v', Long: "verbose"},
	},
	Version: gnu.CoreutilsVersion("mkdir", "David MacKenzie"),
}

type dirMaker struct {
	p                *kern.Proc
	parents, verbose bool
	perm             uint16
	explicit         bool
}

func mkdir(_ context.Context, p *kern.Proc) int {
	m := dirMaker{p: p, perm: 0o777 &^ p.Umask}
	mode := ""
	dirs, status, ok := mkdirSpec.Parse(p, func(key, val string) int {
		switch key {
		case "m":
			mode, m.explicit = val, true
		case "p":
			m.parents = true
		case "v":
			m.verbose = true
		}
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(dirs) == 0 {
		return gnu.Usage(p, 1, "missing operand")
	}
	if m.explicit {
		change, ok := gnu.ParseMode(mode)
		if !ok {
			p.Errorf("invalid mode %s", gnu.Quote(mode))
			return 1
		}
		m.perm, _ = change.Adjust(0o777, true, p.Umask)
	}
	for _, d := range dirs {
		if !m.make(d) {
			status = 1
		}
	}
	return status
}

func (m *dirMaker) make(dir string) bool {
	if m.parents {
		for i := 0; i < len(dir); {
			for i < len(dir) && dir[i] == '/' {
				i++
			}
			end := strings.IndexByte(dir[i:], '/')
			if end < 0 || strings.Trim(dir[i+end:], "/") == "" {
				break
			}
			i += end
			if !m.parent(dir[:i]) {
				return false
			}
		}
	}
	err := m.p.Mkdir(dir, 0o777)
	if err == nil {
		m.report(dir)
		if m.explicit {
			err = m.p.Chmod(dir, m.perm|m.inherited(dir))
		}
		return err == nil
	}
	if m.parents {
		if st, e := m.p.Stat(dir); e == nil && st.IsDir() {
			return true
		}
	}
	m.p.Errorf("cannot create directory %s: %s", gnu.Quote(dir), kern.ErrText(err))
	return false
}

// inherited returns the set-group-ID bit that a new directory has from its parent.
func (m *dirMaker) inherited(dir string) uint16 {
	st, err := m.p.Lstat(dir)
	if err != nil {
		return 0
	}
	return st.Perm & 0o2000
}

// parent makes one of the directories above; its owner can always write to it.
func (m *dirMaker) parent(dir string) bool {
	st, err := m.p.Stat(dir)
	if err == nil {
		err = tree.ENOTDIR
		if st.IsDir() {
			if err = m.p.Access(dir, 1); err == nil {
				return true
			}
		}
	} else if err == error(tree.ENOENT) {
		old := m.p.Umask
		m.p.Umask &^= 0o300
		err = m.p.Mkdir(dir, 0o777)
		m.p.Umask = old
		if err == nil {
			m.report(dir)
			return true
		}
	}
	m.p.Errorf("cannot create directory %s: %s", gnu.Quote(dir), kern.ErrText(err))
	return false
}

func (m *dirMaker) report(dir string) {
	if m.verbose {
		m.p.Stdout.WriteString(m.p.Invoked() + ": created directory " + gnu.QuoteAF(dir) + "\n")
	}
}
