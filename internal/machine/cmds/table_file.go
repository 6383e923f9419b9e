package cmds

import "github.com/orrery-world/orrery/internal/machine/kern"

// FilePrograms returns the programs that work on files, on the process itself and on its surroundings, by name.
func FilePrograms() map[string]kern.Program {
	return map[string]kern.Program{
		"cat":      cat,
		"chmod":    chmod,
		"ln":       ln,
		"mkdir":    mkdir,
		"pwd":      pwd,
		"readlink": readlink,
		"rm":       rm,
		"rmdir":    rmdir,
		"touch":    touch,
	}
}
