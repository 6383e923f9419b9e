package cmds

import (
	"github.com/orrery-world/orrery/internal/machine/cmds/tar"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// ArchivePrograms returns the programs that pack, compress and unpack files.
func ArchivePrograms() map[string]kern.Program {
	return map[string]kern.Program{
		"tar": tar.Program,
	}
}
