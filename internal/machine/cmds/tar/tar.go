// Package tar holds GNU tar 1.34: archives in the GNU, ustar, pax and v7 formats, byte for byte.
package tar

import (
	"context"
	"fmt"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// tarball is one run of tar.
type tarball struct {
	p   *kern.Proc
	ctx context.Context
	o   options
	pos positional

	archive  string // the name of the archive, "-" for a standard stream
	fd       int
	piped    bool // the archive comes or goes through a pipe
	child    *kern.Proc
	home     tree.Ino // the directory that tar was started in
	out      *kern.Out
	status   int
	failed   bool // an error was printed that decides the exit status
	excludes []*pattern
	ignores  []*pattern
	sparse   bool
	lists    map[string]string // files of -T that were read, and who asked for them

	prefixes  map[string]bool // of names that have been announced as removed
	width     int             // of owner and size in a listing
	dateWidth int
	links     map[linkKey]*linked
	self      tree.Ino // the archive, when it is a file
	r         *reader
	w         *writer
	nrecords  int
	names     []*wanted
	now       int64
	zone      gnu.Zone
	x         extraction
	global    []paxRecord
	avoided   map[string]bool
	asker     asker
	dates     []dateNote
}

// Program is tar.
func Program(ctx context.Context, p *kern.Proc) int {
	t := &tarball{p: p, ctx: ctx, home: p.Cwd, out: p.Stdout, width: 19, dateWidth: 16, now: p.K.Now()}
	t.o.blocking, t.o.style, t.o.uid, t.o.gid = 20, gnu.StyleEscape, -1, -1
	t.pos = positional{include: matching{anchored: true}, exclude: matching{wildcards: true}, recurse: true, unquote: true}
	t.zone = gnu.LocalZone(p)
	if status, ok := t.parse(); !ok {
		return status
	}
	if t.o.defaults {
		p.Stdout.WriteString("--format=gnu -f- -b20 --quoting-style=escape --rmt-command=/usr/sbin/rmt --rsh-command=/usr/bin/rsh\n")
		return 0
	}
	t.decide()
	t.run()
	t.lateOptions()
	return t.finish()
}

func (t *tarball) run() {
	switch t.o.op {
	case 'c':
		t.create()
	case 'x':
		t.extract()
	case 't':
		t.list()
	case 'd':
		t.compare()
	case 'r', 'u':
		t.update()
	case 'A':
		t.catenate()
	case 'D':
		t.deleteMembers()
	case 'L':
		t.testLabel()
	}
}

// finish returns the exit status, after the line that says that there was an error.
func (t *tarball) finish() int {
	if t.failed {
		t.errorf("Exiting with failure status due to previous errors")
		return 2
	}
	return t.status
}

// errorf prints a message as glibc's error does, with the name that tar was called by.
func (t *tarball) errorf(format string, args ...any) {
	_ = t.p.Stdout.Flush()
	if t.out != t.p.Stdout {
		_ = t.out.Flush()
	}
	msg := format
	if len(args) > 0 {
		msg = fmt.Sprintf(format, args...)
	}
	t.p.Stderr.WriteString(t.p.Args[0] + ": " + msg + "\n")
}

// fail prints an error that makes the exit status 2 in the end.
func (t *tarball) fail(format string, args ...any) {
	t.errorf(format, args...)
	t.failed = true
}

// warnf prints a warning unless its class is turned off.
func (t *tarball) warnf(class, format string, args ...any) {
	if on, set := t.o.warn[class]; set && !on {
		return
	}
	t.errorf(format, args...)
}

// fatal prints an error and ends the program.
func (t *tarball) fatal(format string, args ...any) {
	t.errorf(format, args...)
	t.giveUp()
}

// giveUp ends the program after an error that nothing can be done about.
func (t *tarball) giveUp() {
	t.errorf("Error is not recoverable: exiting now")
	t.exit(2)
}

func (t *tarball) exit(code int) { t.p.Exit(code) }

// decide checks the options against one another and fills in what they leave open.
func (t *tarball) decide() {
	o := &t.o
	reading := strings.IndexByte("xtdL", o.op) >= 0 && o.op != 0
	if o.defaults {
		return
	}
	t.checkConflicts(reading)
	if len(o.archives) == 0 {
		o.archives = []string{"-"}
		if v, ok := t.p.Getenv("TAPE"); ok && v != "" {
			o.archives[0] = v
		}
	}
	if len(o.archives) > 1 {
		t.usageError("Multiple archive files require '-M' option")
	}
	t.archive = o.archives[0]
	if o.op == 0 {
		t.usageError("You must specify one of the '-Acdtrux', '--delete' or '--test-label' options")
	}
	if o.op == 'c' && !t.hasNames() {
		t.usageError("Cowardly refusing to create an empty archive")
	}
	if strings.IndexByte("Aru", o.op) >= 0 && t.archive == "-" {
		t.usageError("Options '-Aru' are incompatible with '-f -'")
	}
	if o.topLevel && o.topName == "" {
		o.topName = t.topName()
	}
	if o.op == 'c' && t.archive == "-" || o.stdout && o.op == 'x' || o.op == 'D' && t.archive == "-" {
		t.out = t.p.Stderr
	}
	if o.indexFile != "" {
		t.openIndex()
	}
	t.dateNotes()
	t.terminal(reading)
}

// hasNames says whether there is something to archive: -T and -C count as such.
func (t *tarball) hasNames() bool { return len(t.o.names) > 0 }

// terminal refuses archives on a terminal.
func (t *tarball) terminal(reading bool) {
	if t.archive != "-" {
		return
	}
	if reading && t.p.IsTerminal(0) {
		t.fatal("Refusing to read archive contents from terminal (missing -f option?)")
	}
	if !reading && t.p.IsTerminal(1) {
		t.fatal("Refusing to write archive contents to terminal (missing -f option?)")
	}
}

func (t *tarball) checkConflicts(reading bool) {
	o := &t.o
	if o.oldO && o.op != 'x' {
		o.format = formatV7
	}
	if o.oldO && o.op == 'x' {
		o.noOwner = true
	}
	if o.occurrence > 0 {
		if !t.hasNames() && strings.IndexByte("Ddxt", o.op) >= 0 {
			t.usageError("--occurrence is meaningless without a file list")
		}
		if strings.IndexByte("Ddxt", o.op) < 0 && o.op != 0 {
			t.usageError("'--occurrence' cannot be used with '-" + string(rune(o.op)) + "'")
		}
	}
	if o.verify && o.op != 'c' && o.op != 0 && (reading || o.op == 'D') {
		t.usageError("'--verify' cannot be used with '" + opName(o.op) + "'")
	}
	if o.clamp && o.mtime == nil {
		t.usageError("--clamp-mtime needs a date specified using --mtime")
	}
	if o.compress != "" && (strings.IndexByte("Aru", o.op) >= 0 || o.op == 'D') && o.op != 0 {
		t.usageError("Cannot update compressed archives")
	}
	if o.auto && o.op == 'c' && len(o.archives) > 0 && o.compress == "" {
		o.compress = suffixProgram(o.archives[0])
	}
	if o.hasLabel && o.format == formatV7 && o.op == 'c' {
		t.usageError("GNU features wanted on incompatible archive format")
	}
}

func opName(op byte) string {
	switch op {
	case 'D':
		return "--delete"
	case 'L':
		return "--test-label"
	}
	return "-" + string(rune(op))
}

// lateOptions complains about options behind the last operand, where they mean nothing.
func (t *tarball) lateOptions() {
	if len(t.o.afterOperands) == 0 || strings.IndexByte("cru", t.o.op) < 0 || !t.anyOperand() {
		return
	}
	t.errorf("The following options were used after any non-optional arguments in archive create or update mode.  These options are positional and affect only arguments that follow them.  Please, rearrange them properly.")
	for _, s := range t.o.afterOperands {
		t.fail("%s has no effect", s)
	}
}

func (t *tarball) anyOperand() bool {
	for _, a := range t.o.names {
		if !a.isDir {
			return true
		}
	}
	return false
}

// topName is the directory that --one-top-level makes of the archive's name.
func (t *tarball) topName() string {
	base := gnu.Base(t.archive)
	for _, s := range suffixes {
		if b, ok := strings.CutSuffix(base, "."+s.suffix); ok {
			base = b
			break
		}
	}
	base = strings.TrimSuffix(base, ".tar")
	if base == "" || t.archive == "-" {
		t.usageError("Cannot deduce top-level directory name; please set it explicitly with --one-top-level=DIR")
	}
	return base
}

func (t *tarball) openIndex() {
	fd, err := t.p.Open(t.o.indexFile, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
	if err != nil {
		t.fatal("%s: Cannot open: %s", t.colon(t.o.indexFile), kern.ErrText(err))
	}
	t.p.Stdout.SetFD(fd)
	t.out = t.p.Stdout
}
