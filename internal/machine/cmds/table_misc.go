package cmds

import "github.com/orrery-world/orrery/internal/machine/kern"

// MiscPrograms returns small programs of several packages: option parsing for scripts, the user database, conversion of
// encodings, locks, and programs that start others.
func MiscPrograms() map[string]kern.Program {
	return map[string]kern.Program{
		"envsubst":  runEnvsubst,
		"fallocate": runFallocate,
		"flock":     runFlock,
		"getent":    runGetent,
		"getopt":    runGetopt,
		"iconv":     runIconv,
		"look":      runLook,
		"setsid":    runSetsid,
		"stdbuf":    runStdbuf,
	}
}
