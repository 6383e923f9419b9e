// Package treeview holds tree 2.1.0.
package treeview

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

const version = "tree v2.1.0 © 1996 - 2022 by Steve Baker, Thomas Moore, Francesc Rocher, Florian Sesser, Kyosuke Tokoro"

const usage = `usage: tree [-acdfghilnpqrstuvxACDFJQNSUX] [-L level [-R]] [-H  baseHREF]
	[-T title] [-o filename] [-P pattern] [-I pattern] [--gitignore]
	[--gitfile[=]file] [--matchdirs] [--metafirst] [--ignore-case]
	[--nolinks] [--hintro[=]file] [--houtro[=]file] [--inodes] [--device]
	[--sort[=]<name>] [--dirsfirst] [--filesfirst] [--filelimit #] [--si]
	[--du] [--prune] [--charset[=]X] [--timefmt[=]format] [--fromfile]
	[--fflinks] [--info] [--infofile[=]file] [--noreport] [--version]
	[--help] [--] [directory ...]
`

// viewer is a running tree.
type viewer struct {
	p *kern.Proc

	all, dirs, follow, full, flat                 bool
	marks, prot, owner, group, size, human        bool
	si, date, inodes, device                      bool
	quote, raw, quest                             bool
	noReport, prune, matchDirs, foldCase          bool
	reverse, dirsFirst, filesFirst, du            bool
	ansi, metaFirst, json, xml, colorOn, colorOff bool
	sort                                          byte // n name, v version, s size, t mtime, c ctime, U none
	level, limit                                  int
	include, exclude                              []string
	timeFormat, output                            string
	lines                                         [4]string
	zone                                          gnu.Zone
	colors                                        *palette

	dirCount, fileCount int
	bytes               int64
	failed              bool
	above               map[tree.Ino]bool
}

// Program is tree.
func Program(_ context.Context, p *kern.Proc) int {
	v := &viewer{p: p, sort: 'n', level: -1, zone: gnu.LocalZone(p), above: map[tree.Ino]bool{}}
	v.lines = charsets["UTF-8"]
	roots, status, ok := v.parse()
	if !ok {
		return status
	}
	if v.output != "" {
		f, err := p.OpenFile(v.output, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
		if err == nil {
			err = p.SetFD(1, f)
		}
		if err != nil {
			p.Errorf("invalid filename '%s'", v.output)
			return 1
		}
	}
	if v.timeFormat != "" {
		v.date = true
	}
	v.setColors()
	if len(roots) == 0 {
		roots = []string{"."}
	}
	v.run(roots)
	if v.failed {
		return 2
	}
	return 0
}

// charsets are the pieces that lines are drawn with: going on, a branch, the last branch, and blank.
var charsets = map[string][4]string{
	"UTF-8": {"│\u00a0\u00a0 ", "├── ", "└── ", "    "},
	"ascii": {"|   ", "|-- ", "`-- ", "    "},
	"cp437": {"\xb3   ", "\xc3\xc4\xc4 ", "\xc0\xc4\xc4 ", "    "},
	"latin": {"|   ", "|-- ", "&middot;-- ", "    "},
	"ansi":  {"x   ", "tqq ", "mqq ", "    "},
}

// parse reads the arguments; options may stand anywhere before "--".
func (v *viewer) parse() (roots []string, status int, ok bool) {
	args := v.p.Args[min(1, len(v.p.Args)):]
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		switch {
		case a == "--":
			return append(roots, args...), 0, true
		case strings.HasPrefix(a, "--"):
			if args, status = v.long(a, args); status >= 0 {
				return nil, status, false
			}
		case len(a) > 1 && a[0] == '-':
			for i := 1; i < len(a); i++ {
				if args, status = v.short(a[i], args); status >= 0 {
					return nil, status, false
				}
			}
		default:
			roots = append(roots, a)
		}
	}
	return roots, 0, true
}

func (v *viewer) complain(msg string) int {
	_ = v.p.Stdout.Flush()
	v.p.Stderr.WriteString("tree: " + msg + "\n")
	return 1
}

// goOn is the status of an option that does not end the program.
const goOn = -1

func (v *viewer) short(c byte, args []string) ([]string, int) {
	flags := map[byte]*bool{'N': &v.raw, 'q': &v.quest, 'Q': &v.quote, 'd': &v.dirs, 'l': &v.follow, 's': &v.size, 'u': &v.owner,
		'g': &v.group, 'p': &v.prot, 'D': &v.date, 'F': &v.marks, 'a': &v.all, 'f': &v.full, 'i': &v.flat, 'r': &v.reverse, 'J': &v.json,
		'X': &v.xml, 'C': &v.colorOn, 'n': &v.colorOff}
	if f := flags[c]; f != nil {
		*f = true
		return args, goOn
	}
	switch c {
	case 'h':
		v.human, v.size = true, true
	case 't', 'c', 'v', 'U':
		v.sort = c
	case 'x':
	case 'A':
		v.lines, v.ansi = charsets["ansi"], true
	case 'S':
		v.lines = charsets["cp437"]
	case 'R', 'H', 'T':
		return args, gnu.UnsupportedOption(v.p, "-"+string(rune(c)))
	case 'L', 'P', 'I', 'o':
		if len(args) == 0 {
			return args, v.complain("Missing argument to -" + string(rune(c)) + " option.")
		}
		return args[1:], v.value(c, args[0])
	default:
		st := v.complain("Invalid argument -`" + string(rune(c)) + "'.")
		v.p.Stderr.WriteString(usage)
		return args, st
	}
	return args, goOn
}

func (v *viewer) value(c byte, val string) int {
	switch c {
	case 'L':
		n, err := strconv.Atoi(val)
		if err != nil || n < 1 {
			return v.complain("Invalid level, must be greater than 0.")
		}
		v.level = n - 1
	case 'P':
		v.include = append(v.include, val)
	case 'I':
		v.exclude = append(v.exclude, val)
	case 'o':
		v.output = val
	}
	return goOn
}

func (v *viewer) long(a string, args []string) ([]string, int) {
	flags := map[string]*bool{"--noreport": &v.noReport, "--dirsfirst": &v.dirsFirst, "--filesfirst": &v.filesFirst, "--inodes": &v.inodes,
		"--device": &v.device, "--prune": &v.prune, "--matchdirs": &v.matchDirs, "--ignore-case": &v.foldCase, "--metafirst": &v.metaFirst}
	if f := flags[a]; f != nil {
		*f = true
		return args, goOn
	}
	switch a {
	case "--help":
		gnu.OwnText(v.p)
		v.p.Stdout.WriteString(usage)
		return args, 0
	case "--version":
		v.p.Stdout.WriteString(version + "\n")
		return args, 0
	case "--du":
		v.du, v.size = true, true
		return args, goOn
	case "--si":
		v.human, v.si, v.size = true, true, true
		return args, goOn
	}
	for _, name := range []string{"--filelimit", "--charset", "--timefmt", "--sort"} {
		if a == name || strings.HasPrefix(a, name+"=") {
			return v.longValue(name, a, args)
		}
	}
	for _, name := range []string{"--gitignore", "--gitfile", "--nolinks", "--hintro", "--houtro", "--fromfile", "--fflinks", "--info", "--infofile"} {
		if a == name || strings.HasPrefix(a, name+"=") {
			return args, gnu.UnsupportedOption(v.p, name)
		}
	}
	st := v.complain("Invalid argument `" + a + "'.")
	v.p.Stderr.WriteString(usage)
	return args, st
}

func (v *viewer) longValue(name, a string, args []string) ([]string, int) {
	val, has := strings.CutPrefix(a, name+"=")
	switch {
	case has && val == "":
		return args, v.complain("Missing argument to " + name + "=")
	case !has && len(args) == 0:
		return args, v.complain("Missing argument to " + name)
	case !has:
		val, args = args[0], args[1:]
	}
	switch name {
	case "--filelimit":
		v.limit, _ = strconv.Atoi(val)
	case "--timefmt":
		v.timeFormat = val
	case "--charset":
		switch strings.ToLower(val) {
		case "utf-8", "utf8":
			v.lines = charsets["UTF-8"]
		case "latin1", "iso-8859-1":
			v.lines = charsets["latin"]
		case "ibm437", "ibm850", "cp437":
			v.lines = charsets["cp437"]
		default:
			v.lines = charsets["ascii"]
		}
	case "--sort":
		for _, s := range []struct {
			name string
			c    byte
		}{{"name", 'n'}, {"version", 'v'}, {"size", 's'}, {"mtime", 't'}, {"ctime", 'c'}} {
			if strings.EqualFold(s.name, val) {
				v.sort = s.c
				return args, goOn
			}
		}
		v.p.Stderr.WriteString("tree: Sort type '" + val + "' not valid, should be one of: ")
		v.put("name,version,size,mtime,ctime\n")
		return args, 1
	}
	return args, goOn
}
