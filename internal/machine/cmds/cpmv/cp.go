package cpmv

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var cpSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'b'}, {Short: 'd'}, {Short: 'H'}, {Short: 'p'}, {Short: 'R'}, {Short: 'Z', Unsupported: true},
		{Short: 'a', Long: "archive"}, {Long: "attributes-only"}, {Long: "backup", Arg: gnu.Optional}, {Long: "copy-contents"},
		{Short: 'L', Long: "dereference"}, {Short: 'f', Long: "force"}, {Short: 'i', Long: "interactive"}, {Short: 'l', Long: "link"},
		{Short: 'n', Long: "no-clobber"}, {Short: 'P', Long: "no-dereference"}, {Long: "no-preserve", Arg: gnu.Required},
		{Short: 'T', Long: "no-target-directory"}, {Short: 'x', Long: "one-file-system"}, {Long: "parents"}, {Long: "path"},
		{Long: "preserve", Arg: gnu.Optional}, {Short: 'r', Long: "recursive"}, {Long: "remove-destination"},
		{Long: "sparse", Arg: gnu.Required}, {Long: "reflink", Arg: gnu.Optional}, {Long: "strip-trailing-slashes"},
		{Short: 'S', Long: "suffix", Arg: gnu.Required}, {Short: 's', Long: "symbolic-link"},
		{Short: 't', Long: "target-directory", Arg: gnu.Required}, {Short: 'u', Long: "update"}, {Short: 'v', Long: "verbose"},
		{Long: "context", Arg: gnu.Optional, Unsupported: true},
	},
	Version: gnu.CoreutilsVersion("cp", "Torbjorn Granlund, David MacKenzie, and Jim Meyering"),
}

// options is what is only needed while the command line is read.
type options struct {
	c          *copier
	makeBackup bool
	control    string
}

// Cp is the program cp.
func Cp(_ context.Context, p *kern.Proc) int {
	var c copier
	c.init(p)
	o := options{c: &c}
	files, status, ok := cpSpec.Parse(p, o.cp)
	if !ok {
		return status
	}
	if c.hardLink && c.symLink {
		return gnu.Usage(p, 1, "cannot make both hard and symbolic links")
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
	if c.follow == followUndecided {
		c.follow = followAlways
		if c.recursive && !c.hardLink {
			c.follow = followNever
		}
	}
	return c.paths(files)
}

// finish decides about backups; false when it has complained.
func (o *options) finish() bool {
	if !o.makeBackup {
		return true
	}
	b, ok := gnu.ParseBackup(o.c.p, o.control)
	o.c.backup, o.c.suffix = b, gnu.BackupSuffix(o.c.p, o.c.suffix)
	return ok
}

// shared handles the options that cp and mv have in common; done is false for others.
func (o *options) shared(key, val string) (status int, done bool) {
	c := o.c
	switch key {
	case "b":
		o.makeBackup = true
	case "backup":
		o.makeBackup = true
		if val != "" {
			o.control = val
		}
	case "n":
		c.overwrite = answerNo
	case "i":
		c.overwrite = answerAsk
	case "strip-trailing-slashes":
		c.stripSlashes = true
	case "S":
		o.makeBackup, c.suffix = true, val
	case "t":
		if c.hasTarget {
			c.p.Errorf("multiple target directories specified")
			return 1, true
		}
		c.target, c.hasTarget = val, true
	case "T":
		c.noTarget = true
	case "u":
		c.update = true
	case "v":
		c.verbose = true
	default:
		return gnu.Go, false
	}
	return gnu.Go, true
}

func (o *options) cp(key, val string) int {
	if st, done := o.shared(key, val); done {
		return st
	}
	c := o.c
	switch key {
	case "a":
		c.follow, c.keepLinks, c.keepMode, c.keepOwner, c.keepTimes, c.recursive = followNever, true, true, true, true, true
	case "attributes-only":
		c.attributesOnly = true
	case "copy-contents":
		c.copyContents = true
	case "d":
		c.keepLinks, c.follow = true, followNever
	case "f":
		c.force = true
	case "H":
		c.follow = followNamed
	case "l":
		c.hardLink = true
	case "L":
		c.follow = followAlways
	case "P":
		c.follow = followNever
	case "p":
		c.keepMode, c.keepOwner, c.keepTimes = true, true, true
	case "preserve", "no-preserve":
		return o.preserve(key, val)
	case "parents", "path":
		c.parents = true
	case "r", "R":
		c.recursive = true
	case "reflink", "sparse":
		return o.how(key, val)
	case "remove-destination":
		c.unlinkFirst = true
	case "s":
		c.symLink = true
	case "x":
		c.oneFileSystem = true
	}
	return gnu.Go
}

var (
	whenWords    = []string{"never", "auto", "always"}
	whenValues   = []int{0, 1, 2}
	attrWords    = []string{"mode", "timestamps", "ownership", "links", "context", "xattr", "all"}
	attrValues   = []int{0, 1, 2, 3, 4, 5, 6}
	reflinkWords = []string{"auto", "always", "never"}
)

// how checks the arguments of --sparse and --reflink. Holes are kept by the machine's files themselves.
func (o *options) how(key, val string) int {
	words := whenWords
	if key == "reflink" {
		if words = reflinkWords; val == "" {
			val = "always"
		}
	}
	v, ok := gnu.ArgMatch(o.c.p, "--"+key, val, words, whenValues)
	if !ok {
		return 1
	}
	if key == "reflink" && v == 1 {
		return gnu.UnsupportedOption(o.c.p, "--reflink=always")
	}
	return gnu.Go
}

func (o *options) preserve(key, val string) int {
	c := o.c
	on := key == "preserve"
	if val == "" && on && !strings.HasPrefix(val, ",") {
		c.keepMode, c.keepOwner, c.keepTimes = true, true, true
		return gnu.Go
	}
	for _, w := range strings.Split(val, ",") {
		v, ok := gnu.ArgMatch(c.p, "--"+key, w, attrWords, attrValues)
		if !ok {
			return 1
		}
		switch v {
		case 0:
			c.keepMode, c.noKeepMode = on, !on
		case 1:
			c.keepTimes = on
		case 2:
			c.keepOwner = on
		case 3:
			c.keepLinks = on
		case 6:
			c.keepMode, c.noKeepMode, c.keepTimes, c.keepOwner, c.keepLinks = on, !on, on, on, on
		}
	}
	return gnu.Go
}
