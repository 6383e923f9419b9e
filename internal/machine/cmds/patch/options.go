// Package patch simulates GNU patch 2.7.6: it applies unified, context and normal diffs and ed scripts to files, with offsets
// and fuzz, keeps rejects and backups, and says what it does in patch's words.
package patch

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var spec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'b', Long: "backup"}, {Short: 'B', Long: "prefix", Arg: gnu.Required}, {Short: 'c', Long: "context"},
		{Short: 'd', Long: "directory", Arg: gnu.Required}, {Short: 'D', Long: "ifdef", Arg: gnu.Required, Unsupported: true}, {Short: 'e', Long: "ed"},
		{Short: 'E', Long: "remove-empty-files"}, {Short: 'f', Long: "force"}, {Short: 'F', Long: "fuzz", Arg: gnu.Required},
		{Short: 'g', Long: "get", Arg: gnu.Required}, {Long: "help"}, {Short: 'i', Long: "input", Arg: gnu.Required}, {Short: 'l', Long: "ignore-whitespace"},
		{Short: 'n', Long: "normal"}, {Short: 'N', Long: "forward"}, {Short: 'o', Long: "output", Arg: gnu.Required},
		{Short: 'p', Long: "strip", Arg: gnu.Required}, {Short: 'r', Long: "reject-file", Arg: gnu.Required}, {Short: 'R', Long: "reverse"},
		{Short: 's', Long: "quiet"}, {Short: 's', Long: "silent"}, {Short: 't', Long: "batch"}, {Short: 'T', Long: "set-time"}, {Short: 'u', Long: "unified"},
		{Short: 'v', Long: "version"}, {Short: 'V', Long: "version-control", Arg: gnu.Required}, {Short: 'x', Long: "debug", Arg: gnu.Required, Unsupported: true},
		{Short: 'Y', Long: "basename-prefix", Arg: gnu.Required}, {Short: 'z', Long: "suffix", Arg: gnu.Required}, {Short: 'Z', Long: "set-utc"},
		{Long: "dry-run"}, {Long: "verbose"}, {Long: "binary"}, {Long: "merge", Arg: gnu.Optional, Unsupported: true},
		{Long: "backup-if-mismatch"}, {Long: "no-backup-if-mismatch"}, {Long: "posix"}, {Long: "quoting-style", Arg: gnu.Required},
		{Long: "reject-format", Arg: gnu.Required}, {Long: "read-only", Arg: gnu.Required}, {Long: "follow-symlinks"},
	},
	Status: 2, TryPrefix: true, Version: version,
}

const version = `GNU patch 2.7.6
Copyright (C) 2003, 2009-2012 Free Software Foundation, Inc.
Copyright (C) 1988 Larry Wall

License GPLv3+: GNU GPL version 3 or later <http://gnu.org/licenses/gpl.html>.
This is free software: you are free to change and redistribute it.
There is NO WARRANTY, to the extent permitted by law.

Written by Larry Wall and Paul Eggert`

// kind is a format of patches.
type kind uint8

const (
	kindNone kind = iota
	kindContext
	kindNormal
	kindEd
	kindNewContext
	kindUnified
	kindBinary // git's
)

// talk is how much patch says.
type talk uint8

const (
	talkNormal talk = iota
	talkSilent
	talkVerbose
)

// readOnly is what to do about input that may not be written.
type readOnly uint8

const (
	readOnlyWarn readOnly = iota
	readOnlyIgnore
	readOnlyFail
)

// patcher is one run of patch.
type patcher struct {
	p   *kern.Proc
	ctx context.Context

	forced                        kind // -c -e -n -u
	strip                         int  // -1: base names
	fuzz                          int
	loose                         bool // -l
	forward, reverse, reverseFlag bool
	force, batch                  bool
	input, output, rejects        string // "": not given
	removeEmpty                   bool
	setTime, setUTC               bool
	style                         gnu.Style
	backup                        bool
	backupMismatch                *bool
	control                       gnu.Backup
	controlGiven                  bool
	prefix, basePrefix, suffix    string
	talk                          talk
	dryRun, binary                bool
	posix, posixEnv               bool
	rejectFormat                  kind
	readOnly                      readOnly
	follow                        bool
	toStderr                      bool // what is said goes there: standard output has the patched file
	dir                           string

	lines  [][]byte // of the patch
	base   int      // where the last patch ended
	at     int      // where reading goes on
	target string   // the file named on the command line

	inName     string // "" when not known
	inExists   bool
	inStat     kern.Stat
	head       header
	skipRest   bool
	applied    bool // "Apply anyway" was answered with yes
	someFailed bool
	outFile    []byte   // what goes to -o
	pending    []change // of git's patches: carried out together
	deletes    []string // files to remove at the end
	saved      map[string]bool
	rejected   map[string]bool
	created    map[string]bool
}

// Program is patch. Its exit status is 0 when all hunks applied, 1 when some did not, 2 for trouble.
func Program(ctx context.Context, p *kern.Proc) int {
	pt := &patcher{p: p, ctx: ctx, strip: -1, fuzz: 2, style: gnu.StyleShell, saved: map[string]bool{}, rejected: map[string]bool{}, created: map[string]bool{}}
	if v, ok := p.Getenv("POSIXLY_CORRECT"); ok || v != "" {
		pt.posix, pt.posixEnv = true, true
	}
	if v, ok := p.Getenv("QUOTING_STYLE"); ok {
		if s, ok := quotingStyle(v); ok {
			pt.style = s
		}
	}
	operands, status, ok := spec.Parse(p, pt.option)
	if !ok {
		return status
	}
	if len(operands) > 2 {
		p.Errorf("%s: extra operand", pt.quote(operands[2]))
		p.Errorf("Try '%s --help' for more information.", p.Name())
		return 2
	}
	return pt.run(operands)
}

// option takes one option.
func (pt *patcher) option(key, val string) int {
	switch key {
	case "c":
		pt.forced = kindContext
	case "e":
		pt.forced = kindEd
	case "n":
		pt.forced = kindNormal
	case "u":
		pt.forced = kindUnified
	case "p":
		return pt.number(&pt.strip, val, "strip count")
	case "F":
		return pt.number(&pt.fuzz, val, "fuzz factor")
	case "g":
		var ignored int
		return pt.number(&ignored, strings.TrimPrefix(val, "-"), "get option value")
	case "V":
		return pt.versionControl(val)
	case "quoting-style":
		s, ok := quotingStyle(val)
		if !ok {
			pt.p.Errorf("invalid argument '%s' for 'quoting style'", val)
			return pt.usage()
		}
		pt.style = s
	case "reject-format":
		switch {
		case val == "context":
			pt.rejectFormat = kindNewContext
		case val == "unified":
			pt.rejectFormat = kindUnified
		default:
			return pt.usage()
		}
	case "read-only":
		for i, w := range []string{"warn", "ignore", "fail"} {
			if w == val {
				pt.readOnly = readOnly(i)
				return gnu.Go
			}
		}
		return pt.usage()
	case "v":
		pt.p.Stdout.WriteString(version + "\n")
		return 0
	default:
		if !pt.nameOption(key, val) {
			pt.flag(key)
		}
	}
	return gnu.Go
}

func (pt *patcher) usage() int {
	pt.p.Errorf("Try '%s --help' for more information.", pt.p.Name())
	return 2
}

// nameOption takes options whose argument is a name.
func (pt *patcher) nameOption(key, val string) bool {
	switch key {
	case "B":
		pt.setControl(gnu.BackupSimple)
		pt.prefix = val
	case "Y":
		pt.setControl(gnu.BackupSimple)
		pt.basePrefix = val
	case "z":
		pt.setControl(gnu.BackupSimple)
		pt.suffix = val
	case "d":
		pt.dir = val
	case "i":
		pt.input = val
	case "o":
		pt.output = val
	case "r":
		pt.rejects = val
	default:
		return false
	}
	return true
}

// flag takes options without an argument.
func (pt *patcher) flag(key string) {
	yes, no := true, false
	switch key {
	case "b":
		pt.backup = true
	case "E":
		pt.removeEmpty = true
	case "f":
		pt.force = true
	case "l":
		pt.loose = true
	case "N":
		pt.forward = true
	case "R":
		pt.reverse, pt.reverseFlag = true, true
	case "s":
		pt.talk = talkSilent
	case "verbose":
		pt.talk = talkVerbose
	case "t":
		pt.batch = true
	case "T":
		pt.setTime = true
	case "Z":
		pt.setUTC = true
	case "dry-run":
		pt.dryRun = true
	case "posix":
		pt.posix = true
	case "binary":
		pt.binary = true
	case "follow-symlinks":
		pt.follow = true
	case "backup-if-mismatch":
		pt.backupMismatch = &yes
	case "no-backup-if-mismatch":
		pt.backupMismatch = &no
	}
}

// number reads the number of an option.
func (pt *patcher) number(to *int, val, what string) int {
	n, err := strconv.ParseUint(val, 10, 31)
	if err != nil {
		return pt.fatal("%s %s is not a number", what, val)
	}
	*to = int(n)
	return gnu.Go
}

var controlWords = []string{"none", "off", "simple", "never", "existing", "nil", "numbered", "t"}

func quotingStyle(s string) (gnu.Style, bool) {
	switch s {
	case "literal":
		return gnu.StyleLiteral, true
	case "shell":
		return gnu.StyleShell, true
	case "shell-always":
		return gnu.StyleShellAlways, true
	case "c":
		return gnu.StyleC, true
	case "escape":
		return gnu.StyleEscape, true
	}
	return 0, false
}

func (pt *patcher) versionControl(val string) int {
	for i, w := range controlWords {
		if w == val {
			pt.setControl(gnu.Backup(i / 2))
			return gnu.Go
		}
	}
	return pt.badControl("--version-control or -V option", val)
}

func (pt *patcher) setControl(b gnu.Backup) {
	if b == gnu.BackupNone {
		b = gnu.BackupExisting
	}
	pt.control, pt.controlGiven = b, true
}

// badControl complains about the way to make backups.
func (pt *patcher) badControl(option, val string) int {
	var b strings.Builder
	b.WriteString("invalid argument '" + val + "' for '" + option + "'\nValid arguments are:")
	for i := 0; i < len(controlWords); i += 2 {
		b.WriteString("\n  - '" + controlWords[i] + "', '" + controlWords[i+1] + "'")
	}
	pt.p.Errorf("%s", b.String())
	return 2
}

func (pt *patcher) quote(s string) string { return gnu.QuoteAs(s, pt.style, "") }

// fatal prints a message as patch does before it gives up.
func (pt *patcher) fatal(format string, args ...any) int {
	pt.p.Errorf("**** "+format, args...)
	return 2
}

// say prints what patch does.
func (pt *patcher) say(parts ...string) {
	out := pt.p.Stdout
	if pt.toStderr {
		out = pt.p.Stderr
	}
	for _, s := range parts {
		out.WriteString(s)
	}
}
