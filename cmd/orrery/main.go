// Command orrery is a deterministic runtime for the environments that AI agents act in. `orrery --help`
// lists what it does.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/orrery-world/orrery/internal/sandbox"
)

func main() {
	if status, ours := sandbox.Child(os.Args); ours {
		os.Exit(status)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second interrupt ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ()))
}
