package cmds

import (
	"github.com/orrery-world/orrery/internal/machine/cmds/cpmv"
	"github.com/orrery-world/orrery/internal/machine/cmds/dd"
	"github.com/orrery-world/orrery/internal/machine/cmds/du"
	"github.com/orrery-world/orrery/internal/machine/cmds/filetype"
	"github.com/orrery-world/orrery/internal/machine/cmds/ls"
	"github.com/orrery-world/orrery/internal/machine/cmds/treeview"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// FilePrograms returns the programs that work on files, on the process itself and on its surroundings, by name.
func FilePrograms() map[string]kern.Program {
	m := processPrograms()
	for name, p := range map[string]kern.Program{
		"basename": basename,
		"cat":      cat,
		"chgrp":    chgrp,
		"chmod":    chmod,
		"chown":    chown,
		"cp":       cpmv.Cp,
		"dd":       dd.Program,
		"df":       df,
		"dir":      ls.Dir,
		"dirname":  dirname,
		"du":       du.Program,
		"file":     filetype.Program,
		"install":  cpmv.Install,
		"link":     link,
		"ln":       ln,
		"ls":       ls.Ls,
		"mkdir":    mkdir,
		"mkfifo":   mkfifo,
		"mknod":    mknod,
		"mktemp":   mktemp,
		"mv":       cpmv.Mv,
		"pathchk":  pathchk,
		"pwd":      pwd,
		"readlink": readlink,
		"realpath": realpath,
		"rm":       rm,
		"rmdir":    rmdir,
		"shred":    notSimulated,
		"stat":     stat,
		"touch":    touch,
		"tree":     treeview.Program,
		"truncate": truncate,
		"unlink":   unlink,
		"vdir":     ls.Vdir,
	} {
		m[name] = p
	}
	return m
}

// processPrograms are those that work on the process itself and on its surroundings.
func processPrograms() map[string]kern.Program {
	return map[string]kern.Program{
		"[":                 bracket,
		"arch":              arch,
		"env":               env,
		"false":             falseProgram,
		"free":              free,
		"groups":            groups,
		"hostname":          hostname,
		"id":                id,
		"kill":              kill,
		"logname":           logname,
		"nice":              nice,
		"nohup":             nohup,
		"nproc":             nproc,
		"printenv":          printenv,
		"ps":                ps,
		"sleep":             sleep,
		"stty":              stty,
		"sync":              syncProgram,
		"test":              testProgram,
		"timeout":           timeout,
		"true":              trueProgram,
		"tty":               tty,
		"uname":             uname,
		"uptime":            uptime,
		"users":             users,
		"which":             which,
		"which.debianutils": which,
		"who":               who,
		"whoami":            whoami,
	}
}
