package cpmv

import (
	"context"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var mvSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'b'}, {Long: "backup", Arg: gnu.Optional}, {Short: 'Z', Long: "context", Unsupported: true}, {Short: 'f', Long: "force"},
		{Short: 'i', Long: "interactive"}, {Short: 'n', Long: "no-clobber"}, {Short: 'T', Long: "no-target-directory"},
		{Long: "strip-trailing-slashes"}, {Short: 'S', Long: "suffix", Arg: gnu.Required},
		{Short: 't', Long: "target-directory", Arg: gnu.Required}, {Short: 'u', Long: "update"}, {Short: 'v', Long: "verbose"},
	},
	Version: gnu.CoreutilsVersion("mv", "Mike Parker, David MacKenzie, and Jim Meyering"),
}

// Mv is the program mv.
func Mv(_ context.Context, p *kern.Proc) int {
	c := copier{move: true, recursive: true, follow: followNever}
	c.init(p)
	o := options{c: &c}
	files, status, ok := mvSpec.Parse(p, func(key, val string) int {
		if key == "f" {
			c.overwrite = answerYes
			return gnu.Go
		}
		st, _ := o.shared(key, val)
		return st
	})
	if !ok {
		return status
	}
	if c.overwrite == answerNo {
		c.update = false
	}
	if o.makeBackup && c.overwrite == answerNo {
		return gnu.Usage(p, 1, "options --backup and --no-clobber are mutually exclusive")
	}
	if !o.finish() {
		return 1
	}
	return c.paths(files)
}
