package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var realpathSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'e', Long: "canonicalize-existing"}, {Short: 'm', Long: "canonicalize-missing"}, {Long: "relative-to", Arg: gnu.Required},
		{Long: "relative-base", Arg: gnu.Required}, {Short: 'q', Long: "quiet"}, {Short: 's', Long: "strip"},
		{Short: 's', Long: "no-symlinks"}, {Short: 'z', Long: "zero"}, {Short: 'L', Long: "logical"}, {Short: 'P', Long: "physical"},
	},
	Version: gnu.CoreutilsVersion("realpath", "Padraig Brady"),
}

type realpather struct {
	p                  *kern.Proc
	mode               gnu.CanonMode
	keepLinks, logical bool
	quiet              bool
	to, base           string
	hasTo, hasBase     bool
	end                string
}

func realpath(_ context.Context, p *kern.Proc) int {
	r := realpather{p: p, end: "\n"}
	files, status, ok := realpathSpec.Parse(p, func(key, val string) int {
		switch key {
		case "e":
			r.mode = gnu.CanonExisting
		case "m":
			r.mode = gnu.CanonMissing
		case "L":
			r.keepLinks, r.logical = true, true
		case "s":
			r.keepLinks, r.logical = true, false
		case "P":
			r.keepLinks, r.logical = false, false
		case "q":
			r.quiet = true
		case "z":
			r.end = "\x00"
		case "relative-to":
			r.to, r.hasTo = val, true
		case "relative-base":
			r.base, r.hasBase = val, true
		}
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(files) == 0 {
		return gnu.Usage(p, 1, "missing operand")
	}
	if !r.directories() {
		return 1
	}
	for _, f := range files {
		full, err := r.canon(f)
		if err != nil {
			if !r.quiet {
				p.Errorf("%s: %s", gnu.QuoteF(f), kern.ErrText(err))
			}
			status = 1
			continue
		}
		p.Stdout.WriteString(r.relative(full) + r.end)
	}
	return status
}

func (r *realpather) canon(path string) (string, error) {
	full, err := gnu.Canonicalize(r.p, path, r.mode, r.keepLinks)
	if err == nil && r.logical {
		full, err = gnu.Canonicalize(r.p, full, r.mode, false)
	}
	return full, err
}

// directories resolves the arguments of --relative-to and --relative-base.
func (r *realpather) directories() bool {
	if r.hasBase && !r.hasTo {
		r.to = r.base
	}
	if !r.hasBase && !r.hasTo {
		return true
	}
	resolve := func(path string) (string, bool) {
		full, err := r.canon(path)
		if err == nil && r.mode == gnu.CanonExisting {
			if st, e := r.p.Stat(full); e == nil && !st.IsDir() {
				err = tree.ENOTDIR
			}
		}
		if err != nil {
			r.p.Errorf("%s: %s", gnu.QuoteF(path), kern.ErrText(err))
		}
		return full, err == nil
	}
	to, ok := resolve(r.to)
	if !ok {
		return false
	}
	r.to, r.hasTo = to, true
	if !r.hasBase {
		return true
	}
	base, ok := resolve(r.base)
	if !ok {
		return false
	}
	if r.base = base; !within(base, to) {
		r.base, r.hasTo = to, false
	}
	return true
}

// within says whether path is dir or below it.
func within(dir, path string) bool {
	return dir == "/" || path == dir || strings.HasPrefix(path, dir+"/")
}

func (r *realpather) relative(full string) string {
	if !r.hasTo || r.hasBase && !within(r.base, full) {
		return full
	}
	return relativePath(full, r.to)
}
