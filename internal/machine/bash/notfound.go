package bash

import (
	"context"

	"mvdan.cc/sh/v3/syntax"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// handlerName is the function that bash calls for a command that it cannot find.
const handlerName = "command_not_found_handle"

// notFoundHandler returns the function to call when there is no program of that name; nil when there is one, or no function.
func (sh *Shell) notFoundHandler(name string) *function {
	fn := sh.funcs.get(handlerName)
	if fn == nil || sh.dash || hasSlash(name) {
		return nil
	}
	v, _ := sh.lookup("PATH")
	if _, err := sh.p.LookPath(name, v.Str.S); err == nil {
		return nil
	}
	return fn
}

// handleNotFound calls the function for unknown commands in a subshell, with the command as its arguments.
func (sh *Shell) handleNotFound(ctx context.Context, fn *function, assigns []*syntax.Assign, args []Field, redirs []*syntax.Redirect) {
	_ = sh.p.Stdout.Flush()
	child := sh.p.Fork()
	st := child.Run(ctx, func(ctx context.Context, p *kern.Proc) int {
		return sh.sub(p).runSub(ctx, func(ctx context.Context, sub *Shell) {
			sub.withRedirects(ctx, redirs, func() {
				sub.callFunc(ctx, fn, handlerName, append([]Field{{S: handlerName}}, args...), assigns)
			})
		})
	})
	sh.status = sh.waited(st, child)
	sh.setPipes(sh.status)
	sh.lastArg = args[len(args)-1]
}
