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
	return map[string]kern.Program{
		"cat":      cat,
		"chmod":    chmod,
		"cp":       cpmv.Cp,
		"dir":      ls.Dir,
		"ls":       ls.Ls,
		"vdir":     ls.Vdir,
		"[":        bracket,
		"test":     testProgram,
		"true":     trueProgram,
		"false":    falseProgram,
		"env":      env,
		"printenv": printenv,
		"which":    which,
		"id":       id,
		"whoami":   whoami,
		"groups":   groups,
		"logname":  logname,
		"users":    users,
		"uname":    uname,
		"arch":     arch,
		"nproc":    nproc,
		"tty":      tty,
		"sleep":    sleep,
		"timeout":  timeout,
		"nohup":    nohup,
		"nice":     nice,
		"realpath": realpath,
		"basename": basename,
		"dirname":  dirname,
		"chown":    chown,
		"chgrp":    chgrp,
		"mktemp":   mktemp,
		"link":     link,
		"unlink":   unlink,
		"sync":     syncProgram,
		"truncate": truncate,
		"pathchk":  pathchk,
		"install":  cpmv.Install,
		"du":       du.Program,
		"dd":       dd.Program,
		"tree":     treeview.Program,
		"file":     filetype.Program,
		"df":       df,
		"kill":     kill,
		"free":     free,
		"uptime":   uptime,
		"hostname": hostname,
		"stty":     stty,
		"ps":       ps,
		"shred":    notSimulated,
		"who":      who,
		"ln":       ln,
		"mkfifo":   mkfifo,
		"mknod":    mknod,
		"stat":     stat,
		"mkdir":    mkdir,
		"mv":       cpmv.Mv,
		"pwd":      pwd,
		"readlink": readlink,
		"rm":       rm,
		"rmdir":    rmdir,
		"touch":    touch,
	}
}
