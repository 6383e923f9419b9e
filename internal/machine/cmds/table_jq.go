package cmds

import (
	"github.com/orrery-world/orrery/internal/machine/cmds/jq"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// JSONPrograms returns the programs that work on JSON.
func JSONPrograms() map[string]kern.Program {
	return map[string]kern.Program{"jq": jq.Program}
}
