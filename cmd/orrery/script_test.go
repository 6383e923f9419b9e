package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/orrery-world/orrery/internal/sandbox"
)

var update = flag.Bool("update", false, "write expected outputs and generated documents anew")

// TestMain makes the program a command of the scripts: each call is a process of its own.
func TestMain(m *testing.M) {
	if status, ours := sandbox.Child(os.Args); ours {
		os.Exit(status)
	}
	testscript.Main(m, map[string]func(){"orrery": func() {
		os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ()))
	}})
}

// TestScripts plays the scripts of testdata/script; -update writes their expected outputs anew.
func TestScripts(t *testing.T) {
	testscript.Run(t, params("testdata/script"))
}

// status is `status N COMMAND...`: the command must end with exit status N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// condition knows [sandbox]: real programs can be run here.
func condition(name string) (bool, error) {
	if name != "sandbox" {
		return false, fmt.Errorf("there is no condition %q", name)
	}
	cmd := exec.Command("/proc/self/exe", "run", "--allow-exec", "python3", "-c", "python3 -c 'print(1)'")
	cmd.Args[0] = "orrery"
	out, err := cmd.CombinedOutput()
	return err == nil && string(out) == "1\n", nil
}

func params(dir string) testscript.Params {
	return testscript.Params{
		Dir:                 dir,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status},
		Condition:           condition,
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_STATE_HOME", filepath.Join(e.WorkDir, "state"))
			e.Setenv("HOME", e.WorkDir)
			return nil
		},
	}
}
