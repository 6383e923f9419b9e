package cmds

import (
	"context"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// become finds the program called name and turns p into it, as execvp does: the same process with new arguments. It returns
// only when that fails, with ok false.
func become(ctx context.Context, p *kern.Proc, args []string, env []kern.EnvVar) (status int, err error) {
	_ = p.Stdout.Flush()
	if args[0] == "" {
		return 0, tree.ENOENT
	}
	path := "/bin:/usr/bin"
	for _, e := range env {
		if e.Name == "PATH" {
			path = e.Value
			p.Taint(e.Label)
		}
	}
	file, err := p.LookPath(args[0], path)
	if err == error(tree.EISDIR) {
		err = tree.EACCES
	}
	if err != nil {
		return 0, err
	}
	prog, err := p.Load(file, args, env)
	if err == error(tree.ENOEXEC) {
		prog, err = p.Load("/bin/sh", append([]string{"sh", file}, args[1:]...), env)
	}
	if err != nil {
		return 0, err
	}
	return prog(ctx, p), nil
}

// execStatus is the exit status of a program that could not start another.
func execStatus(err error) int {
	if err == error(tree.ENOENT) {
		return 127
	}
	return 126
}

// cannotRun reports that args[0] cannot be run, with what stands before its quoted name, and returns the exit status.
func cannotRun(p *kern.Proc, before, name string, err error) int {
	p.Errorf("%s%s: %s", before, name, kern.ErrText(err))
	return execStatus(err)
}

// noOperands complains about operands that a program does not take; it reports whether there were any.
func noOperands(p *kern.Proc, args []string, status int) (int, bool) {
	if len(args) == 0 {
		return 0, false
	}
	return gnu.Usage(p, status, "extra operand "+gnu.Quote(args[0])), true
}
