// Package ls holds ls, dir and vdir.
package ls

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/fnmatch"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// layout is the form of the listing.
type layout uint8

const (
	long layout = iota + 1
	commas
	across
	columns
	single
)

// order is what entries are sorted by.
type order uint8

const (
	byName order = iota + 1
	byExtension
	byWidth
	bySize
	byVersion
	byTime
	unsorted
)

// indicator says which marks stand behind names.
type indicator uint8

const (
	noIndicator indicator = iota
	slashIndicator
	typeIndicator
	classifyIndicator
)

// deref says which symbolic links are followed.
type deref uint8

const (
	derefUndecided deref = iota
	derefNever
	derefDirs  // those on the command line that lead to directories
	derefNamed // those on the command line
	derefAlways
)

// which of the times is shown and sorted by.
type timeKind uint8

const (
	mtime timeKind = iota
	ctime
	atime
	btime
)

func options() []gnu.Option {
	return []gnu.Option{
		{Short: '1'}, {Short: 'C'}, {Short: 'c'}, {Short: 'f'}, {Short: 'g'}, {Short: 'l'}, {Short: 'm'}, {Short: 'o'}, {Short: 'S'},
		{Short: 't'}, {Short: 'U'}, {Short: 'u'}, {Short: 'v'}, {Short: 'X'}, {Short: 'x'},
		{Short: 'a', Long: "all"}, {Short: 'b', Long: "escape"}, {Short: 'd', Long: "directory"},
		{Short: 'D', Long: "dired", Unsupported: true}, {Long: "full-time"}, {Long: "group-directories-first"},
		{Short: 'h', Long: "human-readable"}, {Short: 'i', Long: "inode"}, {Short: 'k', Long: "kibibytes"},
		{Short: 'n', Long: "numeric-uid-gid"}, {Short: 'G', Long: "no-group"}, {Short: 'q', Long: "hide-control-chars"},
		{Short: 'r', Long: "reverse"}, {Short: 's', Long: "size"}, {Short: 'w', Long: "width", Arg: gnu.Required},
		{Short: 'A', Long: "almost-all"}, {Short: 'B', Long: "ignore-backups"}, {Long: "classify", Arg: gnu.Optional}, {Short: 'F'},
		{Long: "file-type"}, {Long: "si"}, {Short: 'H', Long: "dereference-command-line"},
		{Long: "dereference-command-line-symlink-to-dir"}, {Long: "hide", Arg: gnu.Required},
		{Short: 'I', Long: "ignore", Arg: gnu.Required}, {Long: "indicator-style", Arg: gnu.Required}, {Short: 'p'},
		{Short: 'L', Long: "dereference"}, {Short: 'N', Long: "literal"}, {Short: 'Q', Long: "quote-name"},
		{Long: "quoting-style", Arg: gnu.Required}, {Short: 'R', Long: "recursive"}, {Long: "format", Arg: gnu.Required},
		{Long: "show-control-chars"}, {Long: "sort", Arg: gnu.Required}, {Short: 'T', Long: "tabsize", Arg: gnu.Required},
		{Long: "time", Arg: gnu.Required}, {Long: "time-style", Arg: gnu.Required}, {Long: "zero"}, {Long: "color", Arg: gnu.Optional},
		{Long: "hyperlink", Arg: gnu.Optional, Unsupported: true}, {Long: "block-size", Arg: gnu.Required},
		{Short: 'Z', Long: "context"}, {Long: "author"},
	}
}

func spec(name string) gnu.Spec {
	return gnu.Spec{Options: options(), Status: 2,
		Version: gnu.CoreutilsVersion(name, "Richard M. Stallman and David MacKenzie")}
}

var (
	lsSpec   = spec("ls")
	dirSpec  = spec("dir")
	vdirSpec = spec("vdir")
)

// Ls is the program ls.
func Ls(_ context.Context, p *kern.Proc) int { return run(p, &lsSpec, 0, true) }

// Dir is the program dir: ls -C -b.
func Dir(_ context.Context, p *kern.Proc) int { return run(p, &dirSpec, columns, false) }

// Vdir is the program vdir: ls -l -b.
func Vdir(_ context.Context, p *kern.Proc) int { return run(p, &vdirSpec, long, false) }

// lister is a running ls.
type lister struct {
	p  *kern.Proc
	tt bool // standard output is a terminal

	layout                          layout
	order                           order
	marks                           indicator
	deref                           deref
	when                            timeKind
	style                           gnu.Style
	extra                           string // characters that are quoted besides
	quest                           bool   // show ? for what cannot be shown
	all, almostAll, noBackups       bool
	directory, recursive, reverse   bool
	inode, size, numeric, dirsFirst bool
	owner, group, author, context   bool
	color                           bool
	eol                             byte
	width, tab                      int
	blocks, sizes                   gnu.SizeFormat
	hide, ignore                    []*fnmatch.Pattern
	oldTime, newTime                string
	zone                            gnu.Zone
	colors                          *palette

	user, groupName idText // as printed last
	status          int
	first           bool // nothing printed yet
	headers         bool
	w               widths // of the present group, directories that are listed later included
	usedColor       bool
	anyQuoted       bool // a name of the present group is quoted
	files           []*entry
	pending         []request
}

// given is what the options said, where the last one or a combination decides.
type given struct {
	layout            layout
	order             order
	style             int
	timeSet, colorSet bool
	timeStyle         string
	hasTimeStyle      bool
	quest             int
	width, tab        int
	kib               bool
}

func run(p *kern.Proc, spec *gnu.Spec, def layout, isLs bool) int {
	l := &lister{p: p, tt: p.IsTerminal(1), owner: true, group: true, eol: '\n', first: true, headers: true}
	g := given{style: -1, quest: -1, width: -1, tab: -1}
	l.blocks = gnu.DefaultBlockSize(p, "LS_BLOCK_SIZE")
	l.sizes = gnu.SizeFormat{Block: 1}
	if v, ok := p.Getenv("LS_BLOCK_SIZE"); ok {
		if f, bad := gnu.ParseBlockSize(v); bad == "" {
			l.sizes = f
		}
	} else if v, ok := p.Getenv("BLOCK_SIZE"); ok {
		if f, bad := gnu.ParseBlockSize(v); bad == "" {
			l.sizes = f
		}
	}
	files, status, ok := spec.Parse(p, func(key, val string) int { return l.set(&g, key, val) })
	if !ok {
		return status
	}
	if !l.decide(&g, def, isLs) {
		return 2
	}
	l.list(files)
	return l.status
}

// set takes one option.
func (l *lister) set(g *given, key, val string) int {
	switch key {
	case "a":
		l.all = true
	case "A":
		l.almostAll, l.all = true, false
	case "b":
		g.style = int(gnu.StyleEscape)
	case "N":
		g.style = int(gnu.StyleLiteral)
	case "Q":
		g.style = int(gnu.StyleC)
	case "B":
		l.noBackups = true
	case "c":
		l.when, g.timeSet = ctime, true
	case "u":
		l.when, g.timeSet = atime, true
	case "d":
		l.directory = true
	case "f":
		l.all, g.order = true, unsorted
		if g.layout == long {
			g.layout = 0
		}
		l.size, l.color, g.colorSet = false, false, true
	case "h", "si":
		f := gnu.SizeFormat{Block: 1, Auto: true, SI: key == "si"}
		l.blocks, l.sizes = f, f
	case "k":
		g.kib = true
	case "i":
		l.inode = true
	case "s":
		l.size = true
	case "r":
		l.reverse = true
	case "R":
		l.recursive = true
	case "author":
		l.author = true
	case "Z":
		l.context = true
	case "group-directories-first":
		l.dirsFirst = true
	case "q":
		g.quest = 1
	case "show-control-chars":
		g.quest = 0
	case "zero":
		l.zero(g)
	default:
		return l.setMore(g, key, val)
	}
	return gnu.Go
}

// zero is --zero: NUL for newline, and what goes with it.
func (l *lister) zero(g *given) {
	l.eol = 0
	g.quest, g.style = 0, int(gnu.StyleLiteral)
	if g.layout != long {
		g.layout = single
	}
	l.color, g.colorSet = false, true
}

func (l *lister) setMore(g *given, key, val string) int {
	switch key {
	case "1":
		if g.layout != long {
			g.layout = single
		}
	case "C":
		g.layout = columns
	case "x":
		g.layout = across
	case "m":
		g.layout = commas
	case "l":
		g.layout = long
	case "g":
		g.layout, l.owner = long, false
	case "o":
		g.layout, l.group = long, false
	case "G":
		l.group = false
	case "n":
		g.layout, l.numeric = long, true
	case "full-time":
		g.layout, g.timeStyle, g.hasTimeStyle = long, "full-iso", true
	case "S":
		g.order = bySize
	case "t":
		g.order = byTime
	case "U":
		g.order = unsorted
	case "v":
		g.order = byVersion
	case "X":
		g.order = byExtension
	case "F":
		l.marks = classifyIndicator
	case "p":
		l.marks = slashIndicator
	case "file-type":
		l.marks = typeIndicator
	case "H":
		l.deref = derefNamed
	case "dereference-command-line-symlink-to-dir":
		l.deref = derefDirs
	case "L":
		l.deref = derefAlways
	case "hide":
		l.hide = append(l.hide, fnmatch.Compile(val, fnmatch.Options{Period: true, Tick: l.p.Tick}))
	case "I":
		l.ignore = append(l.ignore, fnmatch.Compile(val, fnmatch.Options{Period: true, Tick: l.p.Tick}))
	default:
		return l.setWords(g, key, val)
	}
	return gnu.Go
}

var (
	formatWords      = []string{"verbose", "long", "commas", "horizontal", "across", "vertical", "single-column"}
	formatValues     = []int{int(long), int(long), int(commas), int(across), int(across), int(columns), int(single)}
	sortWords        = []string{"none", "time", "size", "extension", "version", "width"}
	sortValues       = []int{int(unsorted), int(byTime), int(bySize), int(byExtension), int(byVersion), int(byWidth)}
	timeWords        = []string{"atime", "access", "use", "ctime", "status", "birth", "creation"}
	timeValues       = []int{int(atime), int(atime), int(atime), int(ctime), int(ctime), int(btime), int(btime)}
	whenWords        = []string{"always", "yes", "force", "never", "no", "none", "auto", "tty", "if-tty"}
	whenValues       = []int{1, 1, 1, 0, 0, 0, 2, 2, 2}
	indicatorWords   = []string{"none", "slash", "file-type", "classify"}
	indicatorValues  = []int{0, 1, 2, 3}
	quoteStyleValues = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
)

// setWords takes the options whose argument is one of some words or a number.
func (l *lister) setWords(g *given, key, val string) int {
	p := l.p
	match := func(words []string, values []int) (int, bool) { return gnu.ArgMatch(p, "--"+key, val, words, values) }
	ok, v := true, 0
	switch key {
	case "format":
		v, ok = match(formatWords, formatValues)
		g.layout = layout(v)
	case "sort":
		v, ok = match(sortWords, sortValues)
		g.order = order(v)
	case "time":
		v, ok = match(timeWords, timeValues)
		l.when, g.timeSet = timeKind(v), true
	case "indicator-style":
		v, ok = match(indicatorWords, indicatorValues)
		l.marks = indicator(v)
	case "quoting-style":
		v, ok = match(gnu.QuoteStyles, quoteStyleValues)
		g.style = v
	case "classify", "color":
		v = 1
		if val != "" {
			v, ok = match(whenWords, whenValues)
		}
		on := v == 1 || v == 2 && l.tt
		if key == "color" {
			l.color, g.colorSet = on, true
		} else if on {
			l.marks = classifyIndicator
		}
	case "time-style":
		g.timeStyle, g.hasTimeStyle = val, true
	case "w":
		n, bad := lineWidth(val)
		if bad {
			p.Errorf("invalid line width: %s", gnu.Quote(val))
			return 2
		}
		g.width = n
	case "T":
		n, st := xnum.Parse(val, "")
		if st != xnum.OK {
			p.Errorf("invalid tab size: %s", gnu.Quote(val))
			return 2
		}
		g.tab = int(min(n, 1<<20))
	case "block-size":
		f, bad := gnu.ParseBlockSize(val)
		if bad != "" {
			return l.badBlockSize(val, bad)
		}
		l.blocks, l.sizes = f, f
	}
	if !ok {
		return 1
	}
	return gnu.Go
}

func (l *lister) badBlockSize(val, bad string) int {
	text := map[string]string{"invalid": "invalid --block-size argument ", "suffix": "invalid suffix in --block-size argument ",
		"large": "--block-size argument "}[bad] + gnu.QuoteAF(val)
	if bad == "large" {
		text += " too large"
	}
	l.p.Errorf("%s", text)
	return 2
}

// lineWidth reads a number of columns: decimal, octal or hexadecimal; 0 is no limit.
func lineWidth(s string) (n int, bad bool) {
	v, err := strconv.ParseUint(s, 10, 64)
	if strings.HasPrefix(s, "0") && len(s) > 1 {
		v, err = strconv.ParseUint(s, 0, 64)
	}
	if err != nil && !strings.Contains(err.Error(), "range") {
		return 0, true
	}
	if v > 1<<31 {
		return 0, false
	}
	return int(v), false
}
