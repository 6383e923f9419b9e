package grep

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

type tri uint8

const (
	auto tri = iota
	always
	never
)

type dirMode uint8

const (
	readDirs dirMode = iota
	recurse
	skipDirs
)

// config is what the options say.
type config struct {
	syntax      byte // G E F P, 0: not given
	patterns    []string
	havePattern bool
	fold        bool
	word, line  bool
	null        bool // records end in NUL
	max         int64
	byteOffset  bool
	lineNumber  bool
	buffered    bool
	filename    tri
	label       string
	only, quiet bool
	list        byte // l, L or 0
	count       bool
	invert      bool
	tab         bool
	nullName    bool
	// before, after and around are -1 when not given.
	before, after, around int64
	separator             string
	noSeparator           bool
	text, withoutMatch    bool
	noMessages            bool
	dirs                  dirMode
	deref                 bool
	devices               byte // 0: those on the command line; r, s
	files, directories    filter
	color                 bool
}

var spec = gnu.Spec{
	Status: usageStatus,
	NoTry:  true,
	Digits: true,
	Version: "grep (GNU grep) 3.8\nCopyright (C) 2022 Free Software Foundation, Inc.\n" +
		"License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.\n" +
		"This is free software: you are free to change and redistribute it.\nThere is NO WARRANTY, to the extent permitted by law.\n\n" +
		"Written by Mike Haertel and others; see\n<https://git.sv.gnu.org/cgit/grep.git/tree/AUTHORS>.",
	Options: []gnu.Option{
		{Short: 'G', Long: "basic-regexp"}, {Short: 'E', Long: "extended-regexp"},
		{Short: 'F', Long: "fixed-regexp"}, {Short: 'F', Long: "fixed-strings"}, {Short: 'P', Long: "perl-regexp"},
		{Short: 'A', Long: "after-context", Arg: gnu.Required}, {Short: 'B', Long: "before-context", Arg: gnu.Required},
		{Long: "binary-files", Arg: gnu.Required}, {Short: 'b', Long: "byte-offset"},
		{Short: 'C', Long: "context", Arg: gnu.Required}, {Short: colorKey, Long: "color", Arg: gnu.Optional}, {Short: colorKey, Long: "colour", Arg: gnu.Optional},
		{Short: 'c', Long: "count"}, {Short: 'D', Long: "devices", Arg: gnu.Required}, {Short: 'd', Long: "directories", Arg: gnu.Required},
		{Long: "exclude", Arg: gnu.Required}, {Long: "exclude-from", Arg: gnu.Required}, {Long: "exclude-dir", Arg: gnu.Required},
		{Short: 'f', Long: "file", Arg: gnu.Required}, {Short: 'l', Long: "files-with-matches"}, {Short: 'L', Long: "files-without-match"},
		{Long: "group-separator", Arg: gnu.Required}, {Long: "include", Arg: gnu.Required},
		{Short: 'i', Long: "ignore-case"}, {Long: "no-ignore-case"}, {Short: 'T', Long: "initial-tab"}, {Long: "label", Arg: gnu.Required},
		{Long: "line-buffered"}, {Short: 'n', Long: "line-number"}, {Short: 'x', Long: "line-regexp"},
		{Short: 'm', Long: "max-count", Arg: gnu.Required}, {Short: 'h', Long: "no-filename"}, {Long: "no-group-separator"},
		{Short: 's', Long: "no-messages"}, {Short: 'Z', Long: "null"}, {Short: 'z', Long: "null-data"}, {Short: 'o', Long: "only-matching"},
		{Short: 'q', Long: "quiet"}, {Short: 'r', Long: "recursive"}, {Short: 'R', Long: "dereference-recursive"},
		{Short: 'e', Long: "regexp", Arg: gnu.Required}, {Short: 'v', Long: "invert-match"}, {Short: 'q', Long: "silent"},
		{Short: 'a', Long: "text"}, {Short: 'U', Long: "binary"}, {Short: 'u', Long: "unix-byte-offsets"}, {Short: 'V', Long: "version"},
		{Short: 'H', Long: "with-filename"}, {Short: 'w', Long: "word-regexp"},
		{Short: 'I'}, {Short: 'X', Arg: gnu.Required}, {Short: 'y'},
	},
}

// colorKey is the key that --color and --colour share, so that what is short for both is not ambiguous; no such short option
// exists.
const colorKey = 1

// usageStatus marks a usage error between the option parser and run; the program exits with trouble.
const usageStatus = 1000

func (g *grep) options() (files []string, status int, ok bool) {
	files, status, ok = spec.Parse(g.p, g.option)
	if !ok {
		if status == usageStatus {
			return nil, g.usage(), false
		}
		return nil, status, false
	}
	if !g.cfg.havePattern {
		if len(files) == 0 {
			return nil, g.usage(), false
		}
		g.addPatterns(files[0])
		files = files[1:]
	}
	return files, 0, true
}

func (g *grep) usage() int {
	_ = g.p.Stdout.Flush()
	g.p.Stderr.WriteString("Usage: grep [OPTION]... PATTERNS [FILE]...\n")
	gnu.Try(g.p)
	return trouble
}

func (g *grep) addPatterns(s string) {
	g.cfg.havePattern = true
	g.cfg.patterns = append(g.cfg.patterns, strings.Split(s, "\n")...)
}

func (g *grep) die(text string) int {
	g.p.Errorf("%s", text)
	return trouble
}

// option takes one option; it returns gnu.Go or the exit status.
func (g *grep) option(key, val string) int {
	c := &g.cfg
	switch key {
	case "#":
		return g.number(&c.around, val)
	case "A":
		return g.number(&c.after, val)
	case "B":
		return g.number(&c.before, val)
	case "C":
		return g.number(&c.around, val)
	case "m":
		n, ok := integer(val)
		if !ok {
			return g.die("invalid max count")
		}
		c.max = max(n, -1)
	case "G", "E", "F", "P":
		return g.syntax(key[0])
	case "X":
		return g.matcher(val)
	case "e":
		g.addPatterns(val)
	case "f":
		return g.patternFile(val)
	case "d", "D", "binary-files", string(rune(colorKey)):
		return g.choice(key, val)
	case "exclude", "include", "exclude-from", "exclude-dir":
		return g.filter(key, val)
	case "u":
		g.p.Errorf("warning: --unix-byte-offsets (-u) is obsolete")
	case "V":
		g.p.Stdout.WriteString(spec.Version + "\n")
		return 0
	default:
		g.flag(key, val)
	}
	return gnu.Go
}

// flag takes the options that only set one thing.
func (g *grep) flag(key, val string) {
	c := &g.cfg
	switch key {
	case "b":
		c.byteOffset = true
	case "c":
		c.count = true
	case "group-separator":
		c.separator, c.noSeparator = val, false
	case "no-group-separator":
		c.noSeparator = true
	case "i", "y":
		c.fold = true
	case "no-ignore-case":
		c.fold = false
	case "T":
		c.tab = true
	case "label":
		c.label = val
	case "line-buffered":
		c.buffered = true
	case "n":
		c.lineNumber = true
	case "x":
		c.line = true
	case "w":
		c.word = true
	case "h":
		c.filename = never
	case "H":
		c.filename = always
	case "s":
		c.noMessages = true
	case "Z":
		c.nullName = true
	case "z":
		c.null = true
	case "o":
		c.only = true
	case "q":
		c.quiet = true
	case "l", "L":
		c.list = key[0]
	case "r":
		c.dirs, c.deref = recurse, false
	case "R":
		c.dirs, c.deref = recurse, true
	case "v":
		c.invert = true
	case "a":
		c.text, c.withoutMatch = true, false
	case "I":
		c.text, c.withoutMatch = false, true
	}
}

func (g *grep) number(to *int64, val string) int {
	n, ok := integer(val)
	if !ok || n < 0 {
		return g.die(val + ": invalid context length argument")
	}
	*to = n
	return gnu.Go
}

// integer reads a decimal number as strtoimax does; what is too large becomes the largest.
func integer(s string) (int64, bool) {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	neg := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg = s[0] == '-'
		s = s[1:]
	}
	if s == "" {
		return 0, false
	}
	n := int64(0)
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		if n > (1<<62)/10 {
			n = 1 << 62
			continue
		}
		n = n*10 + int64(s[i]-'0')
	}
	if neg {
		n = -n
	}
	return n, true
}

func (g *grep) syntax(m byte) int {
	if g.cfg.syntax != 0 && g.cfg.syntax != m {
		return g.die("conflicting matchers specified")
	}
	g.cfg.syntax = m
	return gnu.Go
}

// matcher takes the undocumented -X.
func (g *grep) matcher(name string) int {
	switch name {
	case "grep", "egrep", "fgrep", "perl":
		return g.syntax(map[byte]byte{'g': 'G', 'e': 'E', 'f': 'F', 'p': 'P'}[name[0]])
	case "awk", "gawk", "posixawk":
		return gnu.UnsupportedOption(g.p, "-X "+name)
	}
	return g.die("invalid matcher " + name)
}

func (g *grep) patternFile(name string) int {
	var b []byte
	var err error
	if name == "-" {
		b, err = g.p.ReadAll(0)
	} else {
		b, err = g.p.ReadFile(name)
	}
	if err != nil {
		return g.die(name + ": " + kern.ErrText(err))
	}
	g.cfg.havePattern = true
	if len(b) == 0 {
		return gnu.Go
	}
	g.addPatterns(strings.TrimSuffix(string(b), "\n"))
	return gnu.Go
}

// choice takes the options whose argument is a word.
func (g *grep) choice(key, val string) int {
	c := &g.cfg
	switch key {
	case "binary-files":
		switch val {
		case "binary":
			c.text, c.withoutMatch = false, false
		case "text":
			c.text, c.withoutMatch = true, false
		case "without-match":
			c.text, c.withoutMatch = false, true
		default:
			return g.die("unknown binary-files type")
		}
	case "D":
		if val != "read" && val != "skip" {
			return g.die("unknown devices method")
		}
		c.devices = val[0]
	case "d":
		return g.directories(val)
	default:
		switch val {
		case "always", "yes", "force":
			c.color = true
		case "never", "no", "none":
			c.color = false
		case "", "auto", "tty", "if-tty":
			term, _ := g.p.Getenv("TERM")
			c.color = g.p.IsTerminal(1) && term != "" && term != "dumb"
		default:
			gnu.OwnText(g.p)
			g.p.Stdout.WriteString("Usage: grep [OPTION]... PATTERNS [FILE]...\n")
			return 0
		}
	}
	return gnu.Go
}

func (g *grep) directories(val string) int {
	found := ""
	for _, w := range []string{"read", "recurse", "skip"} {
		if w == val {
			found = w
			break
		}
		if val != "" && strings.HasPrefix(w, val) {
			if found != "" {
				found = "?"
				continue
			}
			found = w
		}
	}
	switch found {
	case "read":
		g.cfg.dirs = readDirs
	case "recurse":
		g.cfg.dirs = recurse
	case "skip":
		g.cfg.dirs = skipDirs
	default:
		what := "invalid"
		if found == "?" || val == "" {
			what = "ambiguous"
		}
		g.p.Errorf("%s argument %s for %s", what, gnu.Quote(val), gnu.Quote("--directories"))
		g.p.Stderr.WriteString("Valid arguments are:\n  - ‘read’\n  - ‘recurse’\n  - ‘skip’\n")
		g.usage()
		return 1
	}
	return gnu.Go
}
