package terminal

import (
	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/machine"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// Executor makes programs that are run for real, outside of the machine.
type Executor interface {
	// Program returns the program that a word NAME or NAME=MODE stands for, and NAME. The error is invalid or unsupported.
	Program(word string) (name string, p kern.Program, err error)
}

// Check reports what of AllowExec cannot be had.
func (w *World) Check() error {
	_, err := w.programs(nil)
	return err
}

// missing returns the executables of programs that the base image does not have.
func missing(programs map[string]kern.Program) []machine.File {
	var out []machine.File
	for _, name := range sortedKeys(programs) {
		if machine.ImageName(name) == "" {
			out = append(out, machine.File{Path: "/usr/bin/" + name, Content: kern.Image(name), Perm: 0o755, Owner: "root"})
		}
	}
	return out
}

// programs returns the programs of AllowExec and of more, by the names that the machine's executables carry.
func (w *World) programs(more []string) (map[string]kern.Program, error) {
	words := append(append([]string(nil), w.opt.AllowExec...), more...)
	if len(words) == 0 {
		return nil, nil
	}
	if w.opt.Executor == nil {
		return nil, orrery.Unsupportedf("%s cannot be run for real in this world", words[0])
	}
	table := map[string]kern.Program{}
	for _, word := range words {
		name, p, err := w.opt.Executor.Program(word)
		if err != nil {
			return nil, err
		}
		table[name] = p
		if image := machine.ImageName(name); image != "" {
			table[image] = p
		}
	}
	return table, nil
}
