package zip

import (
	"context"
	"fmt"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/deflate"
	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/fnmatch"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// zipper is one run of zip.
type zipper struct {
	p    *kern.Proc
	ctx  context.Context
	now  int64
	zone gnu.Zone
	msg  *kern.Out // where messages go: standard output unless that is the archive

	archive, output    string
	haveArchive        bool
	names              []string
	includes, excludes []*fnmatch.Pattern
	action             string // "", "d", "f", "u" or "FS"
	level              int
	suffixes           []string
	since, before      *int64
	eol                byte // 'l' to CR LF, 'L' from CR LF

	noDirs, grow, junk, move, latest, quiet, recurse, patterns, test, links, askComment, fromStdin, noWild, mustMatch bool
	verbose, noExtra, showFiles, adjust                                                                               bool

	old     *archive
	found   []*source
	byName  map[string]*source
	matched map[string]bool
	deflate *deflate.Writer
	out     []byte
	stream  bool // the archive is a pipe: sizes follow the contents
	wide    bool
	skipped int
	lost    int64
	read    int
	total   int64
	packed  int64
	status  int

	matchedAny bool // some operand is a file
}

// source is a file to be put into the archive.
type source struct {
	path, name string
	st         kern.Stat
	stdin      bool
	old        *entry
}

// Zip is zip.
func Zip(ctx context.Context, p *kern.Proc) int {
	z := &zipper{p: p, ctx: ctx, now: p.K.Now(), zone: gnu.LocalZone(p), msg: p.Stdout, level: 6,
		suffixes: []string{".Z", ".zip", ".zoo", ".arc", ".lzh", ".arj"}, byName: map[string]*source{}, matched: map[string]bool{}}
	if len(p.Args) == 1 {
		if p.IsTerminal(1) || p.IsTerminal(0) {
			z.help()
		}
		p.Args = append(p.Args, "-", "-")
	}
	if len(p.Args) == 2 && (p.Args[1] == "-v" || p.Args[1] == "--version") {
		z.versionText()
	}
	z.parse(p.Args[1:])
	z.run()
	return z.status
}

func (z *zipper) run() {
	z.prepare()
	z.load()
	if z.action == "d" {
		z.deleteEntries()
		return
	}
	z.scan()
	if z.showFiles {
		z.show()
		return
	}
	z.update()
}

// prepare checks the command line.
func (z *zipper) prepare() {
	if !z.haveArchive {
		z.badArgs("nothing to select from")
	}
	if z.archive == "-" {
		z.stream = true
		z.msg = z.p.Stderr
		if st, err := z.p.StatFD(1); err == nil && st.Kind == tree.Regular {
			z.stream = false
		}
	} else if base := gnu.Base(z.archive); !strings.Contains(base, ".") && z.archive != "/dev/null" {
		z.archive += ".zip"
	}
	if z.output == "" {
		z.output = z.archive
	} else if !strings.Contains(gnu.Base(z.output), ".") {
		z.output += ".zip"
	}
	if z.fromStdin {
		l := gnu.NewLines(z.p, 0, '\n')
		for {
			line, _, err := l.Next()
			if err != nil {
				break
			}
			if s := strings.TrimRight(string(line), "\r"); s != "" {
				z.names = append(z.names, s)
			}
		}
	}
	if len(z.names) == 0 && !z.fromStdin && z.action == "" && !z.askComment && !z.test && !z.latest && !z.adjust {
		if (z.recurse || z.patterns || len(z.includes) > 0 || len(z.excludes) > 0) && z.output == z.archive {
			z.badArgs("nothing to select from")
		}
	}
}

func (z *zipper) pattern(s string) *fnmatch.Pattern {
	return fnmatch.Compile(s, fnmatch.Options{Tick: z.p.Tick})
}

// load reads the archive if there is one.
func (z *zipper) load() {
	if z.archive == "-" {
		return
	}
	b, err := z.p.ReadFile(z.archive)
	if err == nil && z.archive == "/dev/null" {
		return
	}
	if err == error(tree.ENOENT) || err == nil && len(b) == 0 {
		if z.action == "f" || z.action == "u" || z.action == "d" {
			z.warn(z.archive + " not found or empty")
		}
		return
	}
	if err != nil {
		z.perror(err)
		z.fail(18, "File not found or no read permission", z.archive)
	}
	a, err := parse(b, z.p.Tick)
	if err != nil {
		z.warn("missing end signature--probably not a zip file (did you")
		z.warn("remember to use binary mode when you transferred it?)")
		z.warn("(if you are trying to read a damaged archive try -F)")
		z.fail(3, "Zip file structure invalid", z.archive)
	}
	for _, e := range a.entries {
		if e.dataAt < 0 || e.dataAt+e.packed > int64(len(b)) {
			z.fail(3, "Zip file structure invalid", z.archive)
		}
	}
	z.old = a
}

// say prints a line of progress.
func (z *zipper) say(format string, args ...any) {
	if !z.quiet {
		fmt.Fprintf(z.msg, format, args...)
	}
}

// warn prints a warning.
func (z *zipper) warn(msg string) { z.msg.WriteString("\tzip warning: " + msg + "\n") }

// perror says why the system refused.
func (z *zipper) perror(err error) {
	_ = z.p.Stdout.Flush()
	z.p.Stderr.WriteString("zip I/O error: " + kern.ErrText(err) + "\n")
}

// fail ends the program with one of zip's errors.
func (z *zipper) fail(code int, what, detail string) {
	z.msg.WriteString("\nzip error: " + what + " (" + detail + ")\n")
	z.p.Exit(code)
}

func (z *zipper) badArgs(detail string) { z.fail(16, "Invalid command arguments", detail) }

func (z *zipper) nothing() { z.fail(12, "Nothing to do!", z.archive) }

func (z *zipper) help() {
	z.p.K.Warn("help text of zip is Orrery's own")
	z.p.Stdout.WriteString("Copyright (c) 1990-2008 Info-ZIP - Type 'zip \"-L\"' for software license.\nZip 3.0 (July 5th 2008). Usage:\nzip [-options] [-b path] [-t mmddyyyy] [-n suffixes] [zipfile list] [-xi list]\n")
	z.p.Exit(0)
}

func (z *zipper) versionText() {
	z.p.K.Warn("version text of zip is shortened")
	z.p.Stdout.WriteString("Copyright (c) 1990-2008 Info-ZIP - Type 'zip \"-L\"' for software license.\nThis is Zip 3.0 (July 5th 2008), by Info-ZIP.\n")
	z.p.Exit(0)
}

// show lists the files that would be put into the archive, for -sf.
func (z *zipper) show() {
	if len(z.names) == 0 && z.old != nil {
		z.msg.WriteString("Archive contains:\n")
		n := int64(0)
		for _, e := range z.old.entries {
			z.msg.WriteString("  " + e.name + "\n")
			n += e.size
		}
		fmt.Fprintf(z.msg, "Total %d entries (%d bytes)\n", len(z.old.entries), n)
		return
	}
	if len(z.found) == 0 {
		z.nothing()
	}
	z.msg.WriteString("Would Add/Update:\n")
	n := int64(0)
	for _, s := range z.found {
		z.msg.WriteString("  " + s.name + "\n")
		if s.st.Kind == tree.Regular {
			n += s.st.Size
		}
	}
	fmt.Fprintf(z.msg, "Total %d entries (%d bytes)\n", len(z.found), n)
}
