package cmds

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var pathchkSpec = gnu.Spec{
	Options: []gnu.Option{{Short: 'p'}, {Short: 'P'}, {Long: "portability"}},
	Order:   true,
	Version: gnu.CoreutilsVersion("pathchk", "Paul Eggert, David MacKenzie, and Jim Meyering"),
}

func pathchk(_ context.Context, p *kern.Proc) int {
	basic, extra := false, false
	names, status, ok := pathchkSpec.Parse(p, func(key, _ string) int {
		basic = basic || key != "P"
		extra = extra || key != "p"
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(names) == 0 {
		return gnu.Usage(p, 1, "missing operand")
	}
	for _, n := range names {
		p.Tick(1)
		if msg := checkPath(p, n, basic, extra); msg != "" {
			p.Errorf("%s", msg)
			status = 1
		}
	}
	return status
}

const portableChars = "/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"

// checkPath returns what is wrong with a name, or "".
func checkPath(p *kern.Proc, name string, basic, extra bool) string {
	if extra {
		for _, c := range strings.Split(name, "/") {
			if strings.HasPrefix(c, "-") {
				return "leading '-' in a component of file name " + gnu.QuoteAF(name)
			}
		}
	}
	if (basic || extra) && name == "" {
		return "empty file name"
	}
	if basic {
		for i := range len(name) {
			if strings.IndexByte(portableChars, name[i]) < 0 {
				_, n := utf8.DecodeRuneInString(name[i:])
				return "nonportable character " + gnu.Quote(name[i:i+n]) + " in file name " + gnu.QuoteAF(name)
			}
		}
	} else if _, err := p.Lstat(name); err == nil {
		return ""
	} else if err != error(tree.ENOENT) || name == "" {
		return gnu.QuoteF(name) + ": " + kern.ErrText(err)
	}
	nameMax, pathMax := tree.NameMax, tree.PathMax
	if basic {
		nameMax, pathMax = 14, 256
	}
	if len(name) >= pathMax {
		return "limit " + strconv.Itoa(pathMax-1) + " exceeded by length " + strconv.Itoa(len(name)) + " of file name " + gnu.QuoteAF(name)
	}
	for _, c := range strings.Split(name, "/") {
		if len(c) > nameMax {
			return "limit " + strconv.Itoa(nameMax) + " exceeded by length " + strconv.Itoa(len(c)) + " of file name component " + gnu.Quote(c)
		}
	}
	return ""
}
