package cmds

import (
	"context"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var readlinkSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'f', Long: "canonicalize"}, {Short: 'e', Long: "canonicalize-existing"}, {Short: 'm', Long: "canonicalize-missing"},
		{Short: 'n', Long: "no-newline"}, {Short: 'q', Long: "quiet"}, {Short: 's', Long: "silent"}, {Short: 'v', Long: "verbose"},
		{Short: 'z', Long: "zero"},
	},
	Version: gnu.CoreutilsVersion("readlink", "Dmitry V. Levin"),
}

func readlink(_ context.Context, p *kern.Proc) int {
	var canon, verbose, bare bool
	mode, end := gnu.CanonAllButLast, "\n"
	files, status, ok := readlinkSpec.Parse(p, func(key, _ string) int {
		switch key {
		case "f":
			canon, mode = true, gnu.CanonAllButLast
		case "e":
			canon, mode = true, gnu.CanonExisting
		case "m":
			canon, mode = true, gnu.CanonMissing
		case "n":
			bare = true
		case "q", "s":
			verbose = false
		case "v":
			verbose = true
		case "z":
			end = "\x00"
		}
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(files) == 0 {
		return gnu.Usage(p, 1, "missing operand")
	}
	if bare && len(files) > 1 {
		p.Errorf("ignoring --no-newline with multiple arguments")
		bare = false
	}
	if bare {
		end = ""
	}
	for _, f := range files {
		var s string
		var err error
		if canon {
			s, err = gnu.Canonicalize(p, f, mode, false)
		} else {
			s, err = p.Readlink(f)
		}
		if err == nil {
			p.Stdout.WriteString(s + end)
			continue
		}
		status = 1
		if verbose {
			p.Errorf("%s: %s", gnu.QuoteF(f), kern.ErrText(err))
		}
	}
	return status
}
