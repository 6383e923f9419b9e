package gzip

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// script is one of the shell scripts around gzip, with the name that its messages begin with.
type script struct {
	p    *kern.Proc
	ctx  context.Context
	name string
	kept []int // descriptors of what was unpacked
}

func (s *script) say(msg string) {
	_ = s.p.Stdout.Flush()
	s.p.Stderr.WriteString("/usr/bin/" + s.name + ": " + msg + "\n")
}

// unpacked is what gzip makes of a file, or of standard input for "-".
func (s *script) unpacked(file, options string) (*kern.File, int) {
	_ = s.p.Stdout.Flush()
	var sink kern.Sink
	c := s.p.Fork()
	_ = c.SetFD(1, s.p.NewCapture(&sink))
	c.Args = []string{"gzip", options, "--", file}
	st := c.Run(s.ctx, Gzip)
	return kern.NewBytes(sink.Bytes, sink.Runs), st.Exit()
}

// unpackedFile is unpacked in a file without a name, which is told apart from others by its inode.
func (s *script) unpackedFile(file string) (*kern.File, int) {
	in, st := s.unpacked(file, "-cd")
	name := "/tmp/zdiff." + strconv.Itoa(s.p.PID)
	out, err := s.p.OpenFile(name, kern.ReadWrite|kern.Creat|kern.Excl, 0o600)
	if err != nil {
		return in, st
	}
	from, err1 := s.p.AddFD(in, 10)
	to, err2 := s.p.AddFD(out, 10)
	if err1 == nil && err2 == nil {
		_, _ = gnu.CopyAll(s.p, from, to)
		_, _ = s.p.Seek(to, 0, 0)
	}
	_ = s.p.Close(from)
	_ = s.p.Unlink(name)
	s.kept = append(s.kept, to)
	return out, st
}

// exec runs a program with descriptors of its own.
func (s *script) exec(args []string, fds map[int]*kern.File) int {
	_ = s.p.Stdout.Flush()
	path, _ := s.p.Getenv("PATH")
	file, err := s.p.LookPath(args[0], path)
	if err != nil {
		s.say(args[0] + ": not found")
		return 127
	}
	c := s.p.Fork()
	for _, fd := range [...]int{0, 5} {
		if f := fds[fd]; f != nil {
			_ = c.SetFD(fd, f)
		}
	}
	prog, err := c.Load(file, args, s.p.Env)
	if err != nil {
		c.Abandon()
		return 126
	}
	status := c.Run(s.ctx, prog).Exit()
	for _, fd := range s.kept {
		_ = s.p.Close(fd)
	}
	s.kept = nil
	return status
}

// Zgrep is zgrep; called as zegrep or zfgrep it is that.
func Zgrep(ctx context.Context, p *kern.Proc) int {
	s := &script{p: p, ctx: ctx, name: "zgrep"}
	g := grepArgs{s: s, args: []string{"grep"}}
	switch p.Name() {
	case "zegrep":
		g.args = append(g.args, "-E")
	case "zfgrep":
		g.args = append(g.args, "-F")
	}
	files, status := g.parse(p.Args[1:])
	if status >= 0 {
		return status
	}
	return g.run(files)
}

type grepArgs struct {
	s            *script
	args         []string
	pattern      bool
	named, plain bool // -H, -h
	silent       bool // -q, -l or -L: no name is wanted before lines
}

// parse takes the options for grep from the arguments; status is -1 when there is something to do.
func (g *grepArgs) parse(args []string) (files []string, status int) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			files = append(files, args[i+1:]...)
			i = len(args)
		case a == "--help":
			g.s.p.K.Warn("help text of zgrep is Orrery's own")
			g.s.p.Stdout.WriteString("Usage: /usr/bin/zgrep [OPTION]... [-e] PATTERN [FILE]...\n")
			return nil, 0
		case a == "--version":
			g.s.p.Stdout.WriteString("zgrep (gzip) 1.12\n")
			return nil, 0
		case strings.HasPrefix(a, "--"):
			if st := g.long(a); st >= 0 {
				return nil, st
			}
		case len(a) > 1 && a[0] == '-':
			skip, st := g.short(a, args[i+1:])
			if st >= 0 {
				return nil, st
			}
			i += skip
		default:
			files = append(files, a)
		}
	}
	if !g.pattern {
		if len(files) == 0 {
			g.s.say("188: 1: missing pattern; try `/usr/bin/zgrep --help' for help")
			return nil, 2
		}
		g.args = append(g.args, "-e", files[0])
		files = files[1:]
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	return files, -1
}

func (g *grepArgs) long(a string) int {
	name, _, _ := strings.Cut(a, "=")
	switch name {
	case "--recursive", "--dereference-recursive", "--directories", "--exclude", "--exclude-from", "--exclude-dir", "--include",
		"--null", "--null-data":
		g.s.say(a + ": option not supported")
		return 2
	case "--regexp", "--file":
		g.pattern = true
	case "--with-filename":
		g.named = true
		return -1
	case "--no-filename":
		g.plain = true
		return -1
	case "--quiet", "--silent", "--files-with-matches", "--files-without-match":
		g.silent = true
	}
	g.args = append(g.args, a)
	return -1
}

// short takes a word of option letters and returns how many of the words behind it are used up.
func (g *grepArgs) short(a string, rest []string) (skip, status int) {
	for i := 1; i < len(a); i++ {
		c := a[i]
		switch {
		case strings.IndexByte("rRzZd", c) >= 0:
			g.s.say("-" + string(rune(c)) + ": option not supported")
			return 0, 2
		case strings.IndexByte("ABCDefm", c) >= 0:
			val := a[i+1:]
			if val == "" {
				if len(rest) == 0 {
					g.s.say("75: 1: -" + string(rune(c)) + " option requires an argument")
					return 0, 2
				}
				val, skip = rest[0], 1
			}
			g.pattern = g.pattern || c == 'e' || c == 'f'
			g.args = append(g.args, "-"+string(rune(c)), val)
			return skip, -1
		case c == 'H':
			g.named = true
		case c == 'h':
			g.plain = true
		default:
			if strings.IndexByte("qlL", c) >= 0 {
				g.silent = true
			}
			g.args = append(g.args, "-"+string(rune(c)))
		}
	}
	return 0, -1
}

// run greps each file; the status is 0 when any has a match, more than 1 when something failed.
func (g *grepArgs) run(files []string) int {
	result := 1
	for _, f := range files {
		in, st := g.s.unpacked(f, "-cdfq")
		if st != 0 && st != 2 {
			result = 2
			continue
		}
		args := append([]string{}, g.args...)
		if f != "-" {
			args = append(args, "--label="+f)
		}
		switch {
		case g.plain:
			args = append(args, "-h")
		case g.named || len(files) > 1 && !g.silent:
			args = append(args, "-H")
		}
		args = append(args, "--", "-")
		r := g.s.exec(args, map[int]*kern.File{0: in})
		if r == 0 && result == 1 || r > 1 && result < r {
			result = r
		}
	}
	return result
}

// Zdiff is zdiff; called as zcmp it compares bytes.
func Zdiff(ctx context.Context, p *kern.Proc) int {
	s := &script{p: p, ctx: ctx, name: "zdiff"}
	args := []string{"diff"}
	if p.Name() == "zcmp" {
		args[0] = "cmp"
	}
	var files []string
	for i := 1; i < len(p.Args); i++ {
		a := p.Args[i]
		switch {
		case a == "--":
			files = append(files, p.Args[i+1:]...)
			i = len(p.Args)
		case a == "--help" || a == "--version":
			p.K.Warn("help text of zdiff is Orrery's own")
			p.Stdout.WriteString("Usage: /usr/bin/zdiff [OPTION]... FILE1 [FILE2]\n")
			return 0
		case len(a) > 1 && a[0] == '-':
			args = append(args, a)
			if (a == "-C" || a == "-U" || a == "-W" || a == "-I" || a == "-F" || a == "-L") && i+1 < len(p.Args) {
				i++
				args = append(args, p.Args[i])
			}
		default:
			files = append(files, a)
		}
	}
	switch len(files) {
	case 0:
		s.say("missing operand")
		return 2
	case 1:
		return s.diffOne(args, files[0])
	case 2:
		return s.diffTwo(args, files[0], files[1])
	}
	s.say("extra operand '" + files[2] + "'")
	return 2
}

// packed says whether a name is that of a compressed file.
func packed(name string) bool {
	for _, s := range [...]string{".gz", "-gz", ".z", "-z", "_z", ".Z", ".tgz", ".taz"} {
		if strings.HasSuffix(name, s) {
			return true
		}
	}
	return false
}

func (s *script) diffOne(args []string, file string) int {
	z := zipper{suffix: ".gz"}
	base, suffix := z.splitSuffix(file)
	if suffix == "" {
		s.say(file + ": unknown compressed file extension")
		return 2
	}
	if strings.HasSuffix(suffix, "tgz") || strings.HasSuffix(suffix, "taz") {
		base += ".tar"
	}
	return s.diffTwo(args, file, base)
}

func (s *script) diffTwo(args []string, a, b string) int {
	for i, f := range [...]string{a, b} {
		if _, err := s.p.Stat(f); err == error(tree.ENOENT) && f != "-" {
			s.say([2]string{"92", "96"}[i] + ": cannot open " + f + ": No such file")
			return 2
		}
	}
	fds := map[int]*kern.File{}
	switch {
	case packed(a) && packed(b):
		var st int
		if fds[5], st = s.unpackedFile(a); st == 1 {
			return 2
		}
		if fds[0], st = s.unpackedFile(b); st == 1 {
			return 2
		}
		args = append(args, "--", "/dev/fd/5", "-")
	case packed(a):
		fds[0], _ = s.unpackedFile(a)
		args = append(args, "--", "-", b)
	case packed(b):
		fds[0], _ = s.unpackedFile(b)
		args = append(args, "--", a, "-")
	default:
		args = append(args, "--", a, b)
	}
	return s.exec(args, fds)
}

// Zless is zless and zmore where their output is no terminal: the unpacked text.
func Zless(ctx context.Context, p *kern.Proc) int {
	s := &script{p: p, ctx: ctx, name: p.Name()}
	var files []string
	for _, a := range p.Args[1:] {
		if len(a) < 2 || a[0] != '-' {
			files = append(files, a)
		}
	}
	if p.IsTerminal(1) {
		return gnu.UnsupportedOption(p, "on a terminal")
	}
	many := len(files) > 1 && p.Name() == "zmore"
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, f := range files {
		if many {
			p.Stdout.WriteString("::::::::::::::\n" + f + "\n::::::::::::::\n")
			_ = p.Stdout.Flush()
		}
		in, st := s.unpacked(f, "-cdfq")
		if st == 1 {
			p.Stdout.WriteString(f + ": No such file or directory\n")
			continue
		}
		fd, err := p.AddFD(in, 3)
		if err != nil {
			return 1
		}
		_, _ = gnu.CopyAll(p, fd, 1)
		_ = p.Close(fd)
	}
	return 0
}
