package zip

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
)

type argKind uint8

const (
	plain argKind = iota
	required
	listed
	negatable
)

// option is one of zip's, which may have two letters.
type option struct {
	short, long string
	kind        argKind
	text        string // what the value is, for the message that it is missing
	unsupported bool
}

var options = [...]option{
	{short: "0", long: "store"}, {short: "1", long: "compress-1"}, {short: "2", long: "compress-2"}, {short: "3", long: "compress-3"},
	{short: "4", long: "compress-4"}, {short: "5", long: "compress-5"}, {short: "6", long: "compress-6"},
	{short: "7", long: "compress-7"}, {short: "8", long: "compress-8"}, {short: "9", long: "compress-9"},
	{short: "A", long: "adjust-sfx"}, {short: "b", long: "temp-path", kind: required, text: "dir to use for temp archive"},
	{short: "c", long: "entry-comments", unsupported: true}, {short: "d", long: "delete"},
	{short: "db", long: "display-bytes", kind: negatable, unsupported: true},
	{short: "dc", long: "display-counts", kind: negatable, unsupported: true}, {short: "dd", long: "display-dots", kind: negatable},
	{short: "dg", long: "display-globaldots", kind: negatable, unsupported: true},
	{short: "ds", long: "dot-size", kind: required, text: "set progress dot size - default 10M bytes"},
	{short: "du", long: "display-usize", kind: negatable, unsupported: true}, {short: "dv", long: "display-volume", kind: negatable, unsupported: true},
	{short: "D", long: "no-dir-entries"}, {short: "DF", long: "difference-archive", unsupported: true},
	{short: "e", long: "encrypt"}, {short: "F", long: "fix", unsupported: true}, {short: "FF", long: "fixfix", unsupported: true},
	{short: "FI", long: "fifo", kind: negatable, unsupported: true}, {short: "FS", long: "filesync"}, {short: "f", long: "freshen"},
	{short: "fd", long: "force-descriptors", unsupported: true}, {short: "fz", long: "force-zip64", kind: negatable}, {short: "g", long: "grow"},
	{short: "h", long: "help"}, {short: "H"}, {short: "?"}, {short: "h2", long: "more-help"},
	{short: "i", long: "include", kind: listed, text: "include only files matching patterns"}, {short: "j", long: "junk-paths"},
	{short: "J", long: "junk-sfx", unsupported: true}, {short: "k", long: "DOS-names", unsupported: true}, {short: "l", long: "to-crlf"},
	{short: "ll", long: "from-crlf"}, {short: "lf", long: "logfile-path", kind: required, text: "log to log file at path (default overwrite)", unsupported: true},
	{short: "la", long: "log-append", kind: negatable}, {short: "li", long: "log-info", kind: negatable}, {short: "L", long: "license"},
	{short: "m", long: "move"}, {short: "mm"}, {short: "MM", long: "must-match"},
	{short: "n", long: "suffixes", kind: required, text: "suffixes to not compress: .gz:.zip"}, {short: "nw", long: "no-wild"},
	{short: "o", long: "latest-time"}, {short: "O", long: "output-file", kind: required, text: "set out zipfile different than in zipfile"},
	{short: "p", long: "paths"}, {short: "P", long: "password", kind: required, text: "encrypt entries, option value is password", unsupported: true},
	{short: "q", long: "quiet"}, {short: "r", long: "recurse-paths"}, {short: "R", long: "recurse-patterns"}, {short: "RE", long: "regex"},
	{short: "s", long: "split-size", kind: required, text: "do splits, set split size (-s=0 no splits)", unsupported: true},
	{short: "sp", long: "split-pause", unsupported: true}, {short: "sv", long: "split-verbose", unsupported: true},
	{short: "sb", long: "split-bell", unsupported: true}, {short: "sc", long: "show-command", unsupported: true},
	{short: "sd", long: "show-debug", unsupported: true}, {short: "sf", long: "show-files", kind: negatable},
	{short: "so", long: "show-options", unsupported: true}, {short: "su", long: "show-unicode", kind: negatable, unsupported: true},
	{short: "sU", long: "show-just-unicode", kind: negatable, unsupported: true},
	{short: "t", long: "from-date", kind: required, text: "exclude before date"},
	{short: "tt", long: "before-date", kind: required, text: "include before date"}, {short: "T", long: "test"},
	{short: "TT", long: "unzip-command", kind: required, text: "unzip command to use, name is added to end", unsupported: true},
	{short: "u", long: "update"}, {short: "U", long: "copy-entries", unsupported: true},
	{short: "UN", long: "unicode", kind: required, text: "UN=quit, warn, ignore, no, escape", unsupported: true}, {short: "v", long: "verbose"},
	{long: "version"}, {short: "ws", long: "wild-stop-dirs"},
	{short: "x", long: "exclude", kind: listed, text: "exclude files matching patterns"}, {short: "X", long: "strip-extra", kind: negatable},
	{short: "y", long: "symlinks"}, {short: "z", long: "archive-comment"},
	{short: "Z", long: "compression-method", kind: required, text: "compression method"}, {short: "@", long: "names-stdin"},
}

// shortOption finds the option with the longest name that s begins with.
func shortOption(s string) *option {
	var best *option
	for i := range options {
		if o := &options[i]; o.short != "" && strings.HasPrefix(s, o.short) && (best == nil || len(o.short) > len(best.short)) {
			best = o
		}
	}
	return best
}

// parse reads the command line: options and operands in any order.
func (z *zipper) parse(args []string) {
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		switch {
		case a == "--":
			for _, s := range args {
				z.operand(s)
			}
			return
		case strings.HasPrefix(a, "--"):
			args = z.longOption(a[2:], args)
		case len(a) > 1 && a[0] == '-':
			args = z.shortOptions(a[1:], args)
		case a == "@" && false:
		default:
			z.operand(a)
		}
	}
}

func (z *zipper) operand(s string) {
	if z.archive == "" && !z.haveArchive {
		z.archive, z.haveArchive = s, true
		return
	}
	z.names = append(z.names, s)
}

func (z *zipper) longOption(s string, args []string) []string {
	name, val, hasVal := strings.Cut(s, "=")
	var found []*option
	for i := range options {
		if o := &options[i]; o.long == name {
			found = []*option{o}
			break
		} else if o.long != "" && strings.HasPrefix(o.long, name) {
			found = append(found, o)
		}
	}
	if len(found) == 0 {
		z.badArgs("long option '" + name + "' not supported")
	}
	if len(found) > 1 {
		z.badArgs("long option '" + name + "' ambiguous")
	}
	o := found[0]
	if o.kind == required && !hasVal {
		if len(args) == 0 {
			z.badArgs("option '" + o.long + "' (" + o.text + ") requires a value")
		}
		val, args = args[0], args[1:]
	}
	if o.kind == listed {
		if hasVal {
			args = append([]string{val}, args...)
		}
		return z.list(o, args, "option '"+o.long+"'")
	}
	z.apply(o, val, strings.HasSuffix(name, "-"))
	return args
}

func (z *zipper) shortOptions(s string, args []string) []string {
	for s != "" {
		o := shortOption(s)
		if o == nil {
			z.badArgs("short option '" + s[:1] + "' not supported")
		}
		s = s[len(o.short):]
		off := false
		if o.kind == negatable && strings.HasPrefix(s, "-") {
			off, s = true, s[1:]
		}
		if o.kind == required {
			val := strings.TrimPrefix(s, "=")
			if val == "" {
				if len(args) == 0 {
					z.badArgs("option '" + o.short + "' (" + o.text + ") requires a value")
				}
				val, args = args[0], args[1:]
			}
			z.apply(o, val, false)
			return args
		}
		if o.kind == listed {
			if s != "" {
				args = append([]string{strings.TrimPrefix(s, "=")}, args...)
			}
			return z.list(o, args, "option '"+o.short+"'")
		}
		z.apply(o, "", off)
	}
	return args
}

// list takes patterns up to the next option or "@".
func (z *zipper) list(o *option, args []string, what string) []string {
	if len(args) == 0 {
		z.badArgs(what + " (" + o.text + ") requires a value")
	}
	for len(args) > 0 {
		a := args[0]
		if a == "@" {
			args = args[1:]
			break
		}
		if len(a) > 1 && a[0] == '-' {
			break
		}
		args = args[1:]
		if name, ok := strings.CutPrefix(a, "@"); ok {
			b, err := z.p.ReadFile(name)
			if err != nil {
				z.fail(18, "File not found or no read permission", name)
			}
			for _, l := range strings.Fields(string(b)) {
				z.addPattern(o, l)
			}
			continue
		}
		z.addPattern(o, a)
	}
	return args
}

func (z *zipper) addPattern(o *option, s string) {
	if o.short == "x" {
		z.excludes = append(z.excludes, z.pattern(s))
		return
	}
	z.includes = append(z.includes, z.pattern(s))
}

// apply takes one option. It is long because it is one table.
func (z *zipper) apply(o *option, val string, off bool) {
	if o.unsupported {
		z.p.Exit(gnu.UnsupportedOption(z.p, "-"+o.short))
	}
	on := map[string]*bool{"D": &z.noDirs, "g": &z.grow, "j": &z.junk, "m": &z.move, "o": &z.latest, "q": &z.quiet, "r": &z.recurse,
		"T": &z.test, "y": &z.links, "z": &z.askComment, "@": &z.fromStdin, "nw": &z.noWild, "MM": &z.mustMatch, "v": &z.verbose}
	if b := on[o.short]; b != nil && o.short != "" {
		*b = true
		return
	}
	switch o.short {
	case "d", "f", "u", "FS":
		if z.action != "" && z.action != o.short {
			z.badArgs("specify just one action")
		}
		z.action = o.short
	case "R":
		z.patterns = true
	case "l":
		z.eol = 'l'
	case "ll":
		z.eol = 'L'
	case "n":
		z.suffixes = strings.FieldsFunc(val, func(r rune) bool { return r == ':' || r == ';' })
	case "O":
		z.output = val
	case "t", "tt":
		z.date(o.short, val)
	case "X":
		z.noExtra = !off
	case "Z":
		z.setMethod(val)
	case "sf":
		z.showFiles = !off
	case "e":
		if !z.p.IsTerminal(2) {
			z.badArgs("stderr is not a tty")
		}
		z.p.Exit(gnu.UnsupportedOption(z.p, "-e"))
	case "h", "H", "?", "h2", "L":
		z.help()
	case "A":
		z.adjust = true
	case "b", "dd", "ds", "fz", "p", "RE", "ws", "la", "li", "mm":
	case "":
		z.versionText()
	default:
		z.level, _ = strconv.Atoi(o.short)
	}
}

func (z *zipper) setMethod(val string) {
	switch {
	case strings.HasPrefix("store", val):
		z.level = 0
	case strings.HasPrefix("deflate", val):
	case strings.HasPrefix("bzip2", val):
		z.p.Exit(gnu.UnsupportedOption(z.p, "-Z bzip2"))
	default:
		z.badArgs("unknown compression method found:  " + val)
	}
}

func (z *zipper) date(name, val string) {
	var y, m, d string
	switch {
	case len(val) == 8 && strings.Trim(val, "0123456789") == "":
		m, d, y = val[:2], val[2:4], val[4:]
	case len(val) == 10 && val[4] == '-' && val[7] == '-':
		y, m, d = val[:4], val[5:7], val[8:]
	}
	ns, ok := gnu.ParseDate(y+"-"+m+"-"+d, z.now, z.zone)
	if y == "" || !ok {
		z.badArgs("invalid date entered for -" + name + " option - use mmddyyyy or yyyy-mm-dd")
	}
	if name == "t" {
		z.since = &ns
	} else {
		z.before = &ns
	}
}
