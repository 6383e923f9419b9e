// Package diff simulates GNU diff 3.8: it compares files and directories and prints what differs in every format that diff has
// but the paginated one.
package diff

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/fnmatch"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/regex"
)

var spec = gnu.Spec{
	Options: []gnu.Option{
		{Long: "binary"}, {Short: 'q', Long: "brief"}, {Long: "changed-group-format", Arg: gnu.Required},
		{Long: "color", Arg: gnu.Optional}, {Long: "context", Arg: gnu.Optional}, {Short: 'e', Long: "ed"},
		{Short: 'x', Long: "exclude", Arg: gnu.Required}, {Short: 'X', Long: "exclude-from", Arg: gnu.Required},
		{Short: 't', Long: "expand-tabs"}, {Short: 'f', Long: "forward-ed"}, {Long: "from-file", Arg: gnu.Required},
		{Long: "horizon-lines", Arg: gnu.Required}, {Short: 'D', Long: "ifdef", Arg: gnu.Required},
		{Short: 'w', Long: "ignore-all-space"}, {Short: 'B', Long: "ignore-blank-lines"}, {Short: 'i', Long: "ignore-case"},
		{Long: "ignore-file-name-case"}, {Short: 'I', Long: "ignore-matching-lines", Arg: gnu.Required},
		{Short: 'b', Long: "ignore-space-change"}, {Short: 'E', Long: "ignore-tab-expansion"},
		{Short: 'Z', Long: "ignore-trailing-space"}, {Long: "inhibit-hunk-merge"}, {Short: 'T', Long: "initial-tab"},
		{Short: 'L', Long: "label", Arg: gnu.Required}, {Long: "left-column"}, {Long: "line-format", Arg: gnu.Required},
		{Short: 'd', Long: "minimal"}, {Short: 'N', Long: "new-file"}, {Long: "new-group-format", Arg: gnu.Required},
		{Long: "new-line-format", Arg: gnu.Required}, {Long: "no-dereference"}, {Long: "no-ignore-file-name-case"},
		{Long: "normal"}, {Long: "old-group-format", Arg: gnu.Required}, {Long: "old-line-format", Arg: gnu.Required},
		{Short: 'l', Long: "paginate", Unsupported: true}, {Long: "palette", Arg: gnu.Required}, {Short: 'n', Long: "rcs"},
		{Short: 'r', Long: "recursive"}, {Short: 's', Long: "report-identical-files"},
		{Long: "sdiff-merge-assist", Unsupported: true}, {Short: 'p', Long: "show-c-function"},
		{Short: 'F', Long: "show-function-line", Arg: gnu.Required}, {Short: 'y', Long: "side-by-side"},
		{Short: 'H', Long: "speed-large-files"}, {Short: 'S', Long: "starting-file", Arg: gnu.Required},
		{Long: "strip-trailing-cr"}, {Long: "suppress-blank-empty"}, {Long: "suppress-common-lines"},
		{Long: "tabsize", Arg: gnu.Required}, {Short: 'a', Long: "text"}, {Long: "to-file", Arg: gnu.Required},
		{Long: "unchanged-group-format", Arg: gnu.Required}, {Long: "unchanged-line-format", Arg: gnu.Required},
		{Short: 'P', Long: "unidirectional-new-file"}, {Long: "unified", Arg: gnu.Optional}, {Short: 'v', Long: "version"},
		{Short: 'W', Long: "width", Arg: gnu.Required}, {Short: 'C', Arg: gnu.Required}, {Short: 'U', Arg: gnu.Required},
		{Short: 'c'}, {Short: 'h'}, {Short: 'u'},
	},
	Status: 2, Digits: true, TryPrefix: true, Version: Version("diff", authors),
}

const authors = "Paul Eggert, Mike Haertel, David Hayes,\nRichard Stallman, and Len Tower"

// Version is what a program of diffutils prints for --version, without the final newline.
func Version(name, authors string) string {
	return name + ` (GNU diffutils) 3.8
Copyright (C) 2021 Free Software Foundation, Inc.
License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.
This is free software: you are free to change and redistribute it.
There is NO WARRANTY, to the extent permitted by law.

Written by ` + authors + "."
}

// style is an output format.
type style uint8

const (
	styleNone style = iota
	styleNormal
	styleContext
	styleUnified
	styleEd
	styleForwardEd
	styleRCS
	styleSide
	styleIfdef
)

// white says which white space is ignored; the order counts.
type white uint8

const (
	whiteNone     white = 0
	whiteTabs     white = 1 // tabs stand for spaces
	whiteTrailing white = 2
	whiteBoth     white = whiteTabs | whiteTrailing
	whiteChange   white = 4
	whiteAll      white = 5
)

// differ is one run of diff: its options and where it stands.
type differ struct {
	p *kern.Proc

	style                        style
	context                      int
	explicitContext              bool
	obsolete                     int // -NUM, -1 without
	brief, reportSame, recursive bool
	newFile, newFirst            bool
	noDeref, foldNames           bool
	text, stripCR                bool
	expandTabs, initialTab       bool
	tabSize, width               int
	blankEmpty                   bool // --suppress-blank-empty
	leftColumn, suppressCommon   bool
	minimal, speed               bool
	horizon                      int
	ignoreCase, ignoreBlank      bool
	white                        white
	ignore, function             []string
	ignoreRE, functionRE         *regex.Regexp
	labels                       []string
	exclude                      []*fnmatch.Pattern
	start                        string
	fromFile, toFile             *string
	groupFormat                  [4]*string // unchanged, old, new, changed
	lineFormat                   [3]*string // unchanged, old, new
	color                        bool
	palette                      palette
	zone                         gnu.Zone
	zoneKnown                    bool
	switches                     string // the options, for "diff OPTIONS A B"
	half, column2                int    // of side by side
	out                          []byte // what waits to be printed
	dirs                         []dirID
}

// fail prints a message and the line that points to --help.
func (d *differ) fail(format string, args ...any) int {
	d.p.Errorf(format, args...)
	d.p.Errorf("Try '%s --help' for more information.", d.p.Name())
	return 2
}

// option takes one option.
func (d *differ) option(key, val string) int {
	switch key {
	case "#":
		for i := range len(val) {
			d.obsolete = min(max(d.obsolete, 0)*10+int(val[i]-'0'), maxLines)
		}
	case "c", "context":
		return d.contextOption(styleContext, key, val)
	case "C":
		return d.contextLength(styleContext, val)
	case "u", "unified":
		return d.contextOption(styleUnified, key, val)
	case "U":
		return d.contextLength(styleUnified, val)
	case "normal":
		return d.setStyle(styleNormal)
	case "e":
		return d.setStyle(styleEd)
	case "f":
		return d.setStyle(styleForwardEd)
	case "n":
		return d.setStyle(styleRCS)
	case "y":
		return d.setStyle(styleSide)
	case "E", "Z", "b", "w":
		d.ignoreWhite(key[0])
	case "W":
		return d.size(&d.width, val, "width")
	case "tabsize":
		return d.size(&d.tabSize, val, "tabsize")
	case "horizon-lines":
		return d.horizonLines(val)
	case "D":
		return d.ifdef(val)
	case "v":
		d.p.Stdout.WriteString(spec.Version + "\n")
		return 0
	case "color":
		return d.setColor(val)
	case "palette":
		d.palette.text = val
	case "X":
		return d.excludeFrom(val)
	default:
		if strings.HasSuffix(key, "-format") {
			return d.formatOption(key, val)
		}
		if !d.listOption(key, val) {
			d.flag(key)
		}
	}
	return gnu.Go
}

// listOption takes options that add to a list or name a file.
func (d *differ) listOption(key, val string) bool {
	switch key {
	case "F":
		d.function = append(d.function, val)
	case "I":
		d.ignore = append(d.ignore, val)
	case "p":
		d.function = append(d.function, "^[[:alpha:]$_]")
	case "L":
		d.labels = append(d.labels, val)
	case "x":
		d.addExclude(val)
	case "S":
		d.start = val
	case "from-file":
		d.fromFile = &val
	case "to-file":
		d.toFile = &val
	default:
		return false
	}
	return true
}

// formatOption is --GTYPE-group-format, --LTYPE-line-format or --line-format.
func (d *differ) formatOption(key, val string) int {
	if st := d.setStyle(styleIfdef); st != gnu.Go {
		return st
	}
	name, isGroup := strings.CutSuffix(key, "-group-format")
	for i, n := range groupNames {
		switch {
		case isGroup && n == name:
			return d.formatText(&d.groupFormat[i], val, "--"+key)
		case i < len(d.lineFormat) && (key == "line-format" || key == n+"-line-format"):
			if st := d.formatText(&d.lineFormat[i], val, "--"+key); st != gnu.Go {
				return st
			}
		}
	}
	return gnu.Go
}

// formatText sets a format, which must not have been set to another one.
func (d *differ) formatText(to **string, val, option string) int {
	if *to != nil && **to != val {
		return d.fail("conflicting %s option value '%s'", option, val)
	}
	*to = &val
	return gnu.Go
}

var groupNames = [...]string{"unchanged", "old", "new", "changed"}

// flag takes options without an argument.
func (d *differ) flag(key string) {
	switch key {
	case "q":
		d.brief = true
	case "s":
		d.reportSame = true
	case "left-column":
		d.leftColumn = true
	case "suppress-common-lines":
		d.suppressCommon = true
	case "t":
		d.expandTabs = true
	case "T":
		d.initialTab = true
	case "suppress-blank-empty":
		d.blankEmpty = true
	case "r":
		d.recursive = true
	case "no-dereference":
		d.noDeref = true
	case "N":
		d.newFile = true
	case "P":
		d.newFirst = true
	case "ignore-file-name-case":
		d.foldNames = true
	case "no-ignore-file-name-case":
		d.foldNames = false
	case "i":
		d.ignoreCase = true
	case "B":
		d.ignoreBlank = true
	case "a":
		d.text = true
	case "strip-trailing-cr":
		d.stripCR = true
	case "d":
		d.minimal = true
	case "H":
		d.speed = true
	}
}

// maxLines bounds numbers of lines that options give.
const maxLines = 1 << 30

func (d *differ) setStyle(s style) int {
	if d.style != styleNone && d.style != s {
		return d.fail("conflicting output style options")
	}
	d.style = s
	return gnu.Go
}

// contextOption is -c and -u, after which -NUM counts, and the long forms, whose number may be left out.
func (d *differ) contextOption(s style, key, val string) int {
	if val != "" {
		return d.contextLength(s, val)
	}
	if len(key) > 1 {
		return d.contextLength(s, "3")
	}
	return d.setStyle(s)
}

func (d *differ) contextLength(s style, val string) int {
	n, ok := number(val)
	if !ok {
		return d.fail("invalid context length '%s'", val)
	}
	d.context, d.explicitContext = max(d.context, n), true
	return d.setStyle(s)
}

// number reads a number of lines; what is too large counts as the most.
func number(s string) (n int, ok bool) {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	s = strings.TrimPrefix(s, "+")
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = min(n*10+int(s[i]-'0'), maxLines)
	}
	return n, s != ""
}

// size takes a width, which must not be 0; one given twice must be the same.
func (d *differ) size(to *int, val, what string) int {
	n, ok := number(val)
	if !ok || n == 0 || n == maxLines {
		return d.fail("invalid %s '%s'", what, val)
	}
	if *to != 0 && *to != n {
		d.p.Errorf("conflicting %s options", what)
		return 2
	}
	*to = n
	return gnu.Go
}

func (d *differ) horizonLines(val string) int {
	n, ok := number(val)
	if !ok {
		return d.fail("invalid horizon length '%s'", val)
	}
	d.horizon = max(d.horizon, n)
	return gnu.Go
}

func (d *differ) ignoreWhite(c byte) {
	switch {
	case c == 'w':
		d.white = whiteAll
	case d.white >= whiteChange:
	case c == 'b':
		d.white = whiteChange
	case c == 'E':
		d.white |= whiteTabs
	case c == 'Z':
		d.white |= whiteTrailing
	}
}

func (d *differ) setColor(val string) int {
	switch val {
	case "", "auto":
		d.color = d.p.IsTerminal(1)
		if term, ok := d.p.Getenv("TERM"); !ok || term == "" || term == "dumb" {
			d.color = false
		}
	case "always":
		d.color = true
	case "never":
		d.color = false
	default:
		return d.fail("invalid color '%s'", val)
	}
	return gnu.Go
}

func (d *differ) addExclude(pat string) {
	d.exclude = append(d.exclude, fnmatch.Compile(pat, fnmatch.Options{CaseFold: d.foldNames, Tick: d.p.Tick}))
}

func (d *differ) excludeFrom(name string) int {
	fd, done, err := gnu.OpenInput(d.p, name)
	var b []byte
	if err == nil {
		b, err = d.p.ReadAll(fd)
		done()
	}
	if err != nil {
		d.p.Errorf("%s: %s", name, kern.ErrText(err))
		return 2
	}
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(strings.TrimSuffix(line, "\n"), " \t\n\v\f\r")
		if line != "" {
			d.p.Tick(1)
			d.addExclude(line)
		}
	}
	return gnu.Go
}
