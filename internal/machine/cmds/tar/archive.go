package tar

import (
	"bytes"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// suffixes says which program makes files with a suffix, in the order in which tar looks.
var suffixes = [...]struct{ suffix, prog string }{
	{"gz", "gzip"}, {"tgz", "gzip"}, {"taz", "gzip"}, {"Z", "compress"}, {"taZ", "compress"}, {"bz2", "bzip2"}, {"tbz", "bzip2"},
	{"tbz2", "bzip2"}, {"tz2", "bzip2"}, {"lz", "lzip"}, {"lzma", "lzma"}, {"tlz", "lzma"}, {"lzo", "lzop"}, {"xz", "xz"},
	{"txz", "xz"}, {"zst", "zstd"}, {"tzst", "zstd"},
}

func suffixProgram(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i < 0 || strings.IndexByte(name[i:], '/') >= 0 {
		return ""
	}
	for _, s := range suffixes {
		if s.suffix == name[i+1:] {
			return s.prog
		}
	}
	return ""
}

// magics says how compressed files begin, and the option that reads them.
var magics = [...]struct{ magic, prog, option string }{
	{"\x1f\x9d", "compress", "-Z"}, {"\x1f\x8b", "gzip", "-z"}, {"BZh", "bzip2", "-j"}, {"LZIP", "lzip", "--lzip"},
	{"\xffLZMA", "lzma", "--lzma"}, {"]\x00\x00", "lzma", "--lzma"}, {"\x89LZO", "lzop", "--lzop"}, {"\xfd7zXZ", "xz", "-J"},
	{"\x28\xb5\x2f\xfd", "zstd", "--zstd"},
}

// openRead opens the archive for reading, through a program when it is compressed.
func (t *tarball) openRead() {
	if t.o.compress != "" {
		t.readThrough(t.o.compress)
		return
	}
	if t.archive == "-" {
		t.fd, t.piped = 0, true
		t.r = t.newReader()
		t.detectOnPipe()
		return
	}
	fd, err := t.p.Open(t.archive, kern.ReadOnly, 0)
	if err != nil {
		t.errorf("%s: Cannot open: %s", t.colon(t.archive), kern.ErrText(err))
		t.giveUp()
	}
	t.fd = fd
	st, err := t.p.StatFD(fd)
	t.piped = err == nil && st.Kind == tree.Fifo
	if err == nil && st.Kind == tree.Regular {
		t.self = st.Ino
	}
	t.r = t.newReader()
	if t.piped {
		t.detectOnPipe()
		return
	}
	t.detect()
	t.r.seek = t.o.compress == "" && err == nil && st.Kind == tree.Regular
}

func (t *tarball) newReader() *reader { return &reader{t: t, fd: t.fd, size: t.o.blocking * blockSize} }

// first reads the first record and returns what there is of it, however little.
func (t *tarball) first() []byte {
	r := t.r
	had := r.fill()
	r.off = 0
	if !had {
		r.have = 0
	}
	return r.buf
}

func magicOf(b []byte) (prog, option string) {
	for _, m := range magics {
		if bytes.HasPrefix(b, []byte(m.magic)) {
			return m.prog, m.option
		}
	}
	return "", ""
}

// detectOnPipe finds compressed data where it cannot be read again.
func (t *tarball) detectOnPipe() {
	b := t.first()
	if t.r.have > 0 && check(b) != headerBad {
		return
	}
	if _, option := magicOf(b); option != "" {
		t.fatal("Archive is compressed. Use %s option", option)
	}
}

// detect finds out whether the archive is compressed: by its content, or else by its name.
func (t *tarball) detect() {
	b := t.first()
	if t.r.have > 0 && check(b) != headerBad {
		return
	}
	prog, _ := magicOf(b)
	if prog == "" {
		if t.isEmpty(b) {
			return
		}
		if prog = suffixProgram(t.archive); prog == "" {
			return
		}
		t.fail("This does not look like a tar archive")
	}
	if strings.IndexByte("Aru", t.o.op) >= 0 || t.o.op == 'D' {
		t.fatal("Cannot update compressed archives")
	}
	_ = t.p.Close(t.fd)
	t.o.compress = prog
	t.readThrough(prog)
}

// isEmpty says whether the archive has no bytes at all.
func (t *tarball) isEmpty([]byte) bool {
	st, err := t.p.StatFD(t.fd)
	return err == nil && st.Size == 0
}

// command is the program with its own arguments.
func (t *tarball) command(prog string, decompress bool) []string {
	args := strings.Fields(prog)
	if decompress {
		args = append(args, "-d")
	}
	return args
}

// start runs a command with a pipe to or from it; file is its other end.
func (t *tarball) start(args []string, in, out *kern.File) {
	name := args[0]
	path, _ := t.p.Getenv("PATH")
	if _, err := t.p.LookPath(name, path); err != nil || strings.ContainsAny(strings.Join(args, " "), "|&;<>()$`\\\"'*?[#~=%") {
		name, args = "/bin/sh", []string{"/bin/sh", "-c", strings.Join(args, " ")}
	}
	c, err := t.p.Spawn(t.ctx, name, args, func(c *kern.Proc) {
		c.Cwd = t.home
		_ = c.SetFD(0, in)
		_ = c.SetFD(1, out)
	})
	if err != nil {
		t.p.Stderr.WriteString("/bin/sh: 1: " + args[0] + ": not found\n")
		t.errorf("Child returned status 127")
		t.giveUp()
	}
	t.child = c
}

// childCannotOpen is what is said when the program that should handle the archive cannot get at it.
func (t *tarball) childCannotOpen(err error) {
	_ = t.p.Stdout.Flush()
	me := t.p.Args[0] + " (child): "
	t.p.Stderr.WriteString(me + t.colon(t.archive) + ": Cannot open: " + kern.ErrText(err) + "\n")
	t.p.Stderr.WriteString(me + "Error is not recoverable: exiting now\n")
	t.errorf("Child returned status 2")
	t.giveUp()
}

// readThrough reads what a program makes of the archive.
func (t *tarball) readThrough(prog string) {
	in := t.p.FD(0)
	if t.archive != "-" {
		f, err := t.p.OpenFile(t.archive, kern.ReadOnly, 0)
		if err != nil {
			t.childCannotOpen(err)
		}
		in = f
	}
	r, w := t.p.Pipe()
	t.fd, _ = t.p.AddFD(r, 3)
	t.piped = true
	t.start(t.command(prog, true), in, w)
	t.r = t.newReader()
}

// openWrite makes the archive, through a program when it is to be compressed.
func (t *tarball) openWrite() {
	if t.o.compress != "" {
		t.writeThrough()
	} else if t.archive == "-" {
		t.fd = 1
		t.noteSelf()
	} else {
		t.openBackup()
		fd, err := t.p.Open(t.archive, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
		if err != nil {
			t.errorf("%s: Cannot open: %s", t.colon(t.archive), kern.ErrText(err))
			t.giveUp()
		}
		t.fd = fd
		t.noteSelf()
	}
	t.w = &writer{t: t, fd: t.fd, size: t.o.blocking * blockSize}
}

// noteSelf remembers the file that the archive is, so that it is not put into itself.
func (t *tarball) noteSelf() {
	if st, err := t.p.StatFD(t.fd); err == nil && st.Kind == tree.Regular {
		t.self = st.Ino
	}
}

func (t *tarball) writeThrough() {
	out := t.p.FD(1)
	if t.archive != "-" {
		f, err := t.p.OpenFile(t.archive, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
		if err != nil {
			t.childCannotOpen(err)
		}
		out = f
		if st, err := t.p.Stat(t.archive); err == nil && st.Kind == tree.Regular {
			t.self = st.Ino
		}
	}
	r, w := t.p.Pipe()
	t.start(t.command(t.o.compress, false), r, out)
	t.fd, _ = t.p.AddFD(w, 3)
	t.p.SetSignal(kern.SIGPIPE, kern.Ignore)
}

// close closes the archive and waits for the program behind it.
func (t *tarball) close() {
	if t.child != nil && t.r != nil {
		for t.r.fill() {
			t.p.Tick(1)
		}
	}
	if t.fd > 2 {
		_ = t.p.Close(t.fd)
	}
	t.reap()
}

// reap waits for the program and fails when it did.
func (t *tarball) reap() {
	if t.child == nil {
		return
	}
	c := t.child
	t.child = nil
	st, _ := t.p.Wait(c)
	switch {
	case st.Signal != 0:
		t.errorf("Child died with signal %d", st.Signal)
	case st.Code != 0:
		t.errorf("Child returned status %d", st.Code)
	default:
		return
	}
	t.giveUp()
}
