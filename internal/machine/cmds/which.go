package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// which is Debian's: a shell script whose only option is -a.
func which(_ context.Context, p *kern.Proc) int {
	args, all := p.Args[min(1, len(p.Args)):], false
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		a := args[0]
		args = args[1:]
		if a == "--" {
			break
		}
		for i := 1; i < len(a); i++ {
			if a[i] != 'a' {
				p.Stderr.WriteString("Illegal option -" + a[i:i+1] + "\n")
				p.Stdout.WriteString("Usage: /usr/bin/which [-a] args\n")
				return 2
			}
			all = true
		}
	}
	if len(args) == 0 {
		return 1
	}
	status := 0
	path, _ := p.Getenv("PATH")
	for _, name := range args {
		if !whichOne(p, name, path, all) {
			status = 1
		}
	}
	return status
}

func whichOne(p *kern.Proc, name, path string, all bool) bool {
	runs := func(file string) bool {
		st, err := p.Stat(file)
		return err == nil && st.Kind == tree.Regular && p.Access(file, 1) == nil
	}
	if strings.IndexByte(name, '/') >= 0 {
		if runs(name) {
			p.Stdout.WriteString(name + "\n")
			return true
		}
		return false
	}
	found := false
	for _, dir := range splitPath(path) {
		p.Tick(1)
		if dir == "" {
			dir = "."
		}
		if file := dir + "/" + name; runs(file) {
			p.Stdout.WriteString(file + "\n")
			if found = true; !all {
				break
			}
		}
	}
	return found
}

// splitPath returns the elements of PATH; an empty PATH has none.
func splitPath(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, ":")
}
