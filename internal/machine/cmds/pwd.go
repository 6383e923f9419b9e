package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var pwdSpec = gnu.Spec{
	Options: []gnu.Option{{Short: 'L', Long: "logical"}, {Short: 'P', Long: "physical"}},
	Version: gnu.CoreutilsVersion("pwd", "Jim Meyering"),
}

func pwd(_ context.Context, p *kern.Proc) int {
	_, logical := p.Getenv("POSIXLY_CORRECT")
	rest, status, ok := pwdSpec.Parse(p, func(key, _ string) int {
		logical = key == "L"
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(rest) > 0 {
		p.Errorf("ignoring non-option arguments")
	}
	if logical {
		if wd, ok := p.Getenv("PWD"); ok && strings.HasPrefix(wd, "/") && !dotted(wd) {
			if st, err := p.Stat(wd); err == nil && st.Ino == p.Cwd {
				p.Stdout.WriteString(wd + "\n")
				return 0
			}
		}
	}
	wd, err := p.Getwd()
	if err != nil {
		p.Errorf("couldn't find directory entry in %s with matching i-node", gnu.Quote(".."))
		return 1
	}
	p.Stdout.WriteString(wd + "\n")
	return 0
}

// dotted says whether "." or ".." is a component of path.
func dotted(path string) bool {
	return strings.Contains(path+"/", "/./") || strings.Contains(path+"/", "/../")
}
