package cmds

import (
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var tailSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'c', Long: "bytes", Arg: gnu.Required},
		{Short: 'f'},
		{Long: "follow", Arg: gnu.Optional},
		{Short: 'F'},
		{Short: 'n', Long: "lines", Arg: gnu.Required},
		{Long: "max-unchanged-stats", Arg: gnu.Required},
		{Long: "pid", Arg: gnu.Required},
		{Short: 'q', Long: "quiet"},
		{Short: 'q', Long: "silent"},
		{Long: "retry"},
		{Short: 's', Long: "sleep-interval", Arg: gnu.Required},
		{Short: 'v', Long: "verbose"},
		{Short: 'z', Long: "zero-terminated"},
		{Long: "-presume-input-pipe"},
		{Long: "-disable-inotify"},
	},
	Digits:  true,
	Version: "tail" + coreutilsTail + "Paul Rubin, David MacKenzie, Ian Lance Taylor,\nand Jim Meyering.",
}

// tailState is one run of tail.
type tailState struct {
	p         *kern.Proc
	out       mover
	count     uint64
	bytes     bool // count bytes, not lines
	fromStart bool // +NUM: begin with that line or byte
	header    byte // 'q', 'v' or 0: only when there are several files
	delim     byte
	follow    byte // 0, 'd' for descriptors, 'n' for names
	retry     bool
	pid       int
	interval  int64
	printed   bool
	status    int
	files     []*tailed
	last      *tailed // whose bytes were printed last
}

func runTail(ctx context.Context, p *kern.Proc) int {
	t := tailState{p: p, out: mover{p}, count: 10, delim: '\n', interval: kern.Second}
	operands, st, ok := t.parse()
	if !ok {
		return st
	}
	if st := t.check(operands); st != gnu.Go {
		return st
	}
	if t.count == 0 && !t.fromStart && t.follow == 0 {
		return 0
	}
	if t.fromStart && t.count > 0 {
		t.count--
	}
	if t.header == 0 && len(operands) > 1 {
		t.header = 'v'
	}
	for _, f := range operands {
		if !t.file(f) {
			return t.status
		}
	}
	if t.follow != 0 {
		t.followAll()
	}
	for _, f := range t.files {
		f.close()
	}
	return t.status
}

func (t *tailState) parse() ([]string, int, bool) {
	p := t.p
	if f, ok := t.obsolete(); ok {
		return f, 0, true
	}
	operands, st, ok := tailSpec.Parse(p, t.option)
	if ok && len(operands) == 0 {
		operands = []string{"-"}
	}
	return operands, st, ok
}

// check refuses or warns of options that do not go together.
func (t *tailState) check(operands []string) int {
	p := t.p
	if t.retry {
		if t.follow == 0 {
			p.Errorf("warning: --retry ignored; --retry is useful only when following")
		} else if t.follow == 'd' {
			p.Errorf("warning: --retry only effective for the initial open")
		}
	}
	if t.pid != 0 && t.follow == 0 {
		p.Errorf("warning: PID ignored; --pid=PID is useful only when following")
	}
	if t.follow == 'n' {
		for _, f := range operands {
			if f == "-" {
				p.Errorf("cannot follow %s by name", gnu.QuoteAF("-"))
				return 1
			}
		}
	}
	return gnu.Go
}

// obsolete takes the forms tail -NUM[bcl][f] [FILE] and tail +NUM[bcl][f] [FILE], which may stand only alone.
func (t *tailState) obsolete() ([]string, bool) {
	a := t.p.Args
	if len(a) < 2 || len(a[1]) == 0 || a[1][0] != '-' && a[1][0] != '+' {
		return nil, false
	}
	if !(len(a) == 2 || len(a) == 3 && !(len(a[2]) > 1 && a[2][0] == '-') || len(a) <= 4 && a[2] == "--") {
		return nil, false
	}
	s := a[1][1:]
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	num := s[:i]
	if a[1][0] == '-' && num == "" {
		// "-c", "-f" and "-" alone are options of today.
		return nil, false
	}
	isBytes, mult := false, uint64(1)
	switch {
	case strings.HasPrefix(s[i:], "b"):
		isBytes, mult = true, 512
		i++
	case strings.HasPrefix(s[i:], "c"):
		isBytes = true
		i++
	case strings.HasPrefix(s[i:], "l"):
		i++
	}
	follow := strings.HasPrefix(s[i:], "f")
	if follow {
		i++
	}
	if i < len(s) {
		return nil, false
	}
	count := uint64(10)
	if num != "" {
		v, st := xnum.Parse(num, "")
		if st != xnum.OK {
			return nil, false
		}
		count = v
	}
	t.count, t.bytes, t.fromStart = count*mult, isBytes, a[1][0] == '+'
	if follow {
		t.follow = 'd'
	}
	files := a[2:]
	if len(files) > 0 && files[0] == "--" {
		files = files[1:]
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	return files, true
}

var followWords = []word{{"descriptor", 'd'}, {"name", 'n'}}

func (t *tailState) option(key, val string) int {
	switch key {
	case "c", "n":
		return t.number(key == "c", val)
	case "#":
		t.p.Errorf("option used in invalid context -- %s", val[:1])
		return 1
	case "f":
		t.follow = 'd'
	case "F":
		t.follow, t.retry = 'n', true
	case "follow":
		t.follow = 'd'
		if val != "" {
			v, ok := matchWord(t.p, "--follow", val, followWords)
			if !ok {
				return 1
			}
			t.follow = byte(v)
		}
	case "retry":
		t.retry = true
	case "q", "v":
		t.header = key[0]
	case "z":
		t.delim = 0
	default:
		return t.followOption(key, val)
	}
	return gnu.Go
}

func (t *tailState) number(isBytes bool, val string) int {
	t.bytes, t.fromStart = isBytes, strings.HasPrefix(val, "+")
	s := val
	if strings.HasPrefix(s, "-") {
		s = s[1:]
	}
	v, st := xnum.Parse(s, countSuffixes)
	if st != xnum.OK {
		what := "invalid number of lines"
		if isBytes {
			what = "invalid number of bytes"
		}
		numberError(t.p, what, s, st)
		return 1
	}
	t.count = v
	return gnu.Go
}

// tailBuffer collects an input with its labels.
type tailBuffer struct {
	p    *kern.Proc
	buf  []byte
	runs []tree.Run
}

// drop forgets the first n bytes.
func (t *tailBuffer) drop(n int) {
	if n <= 0 {
		return
	}
	if t.runs != nil {
		t.runs = tree.SliceRuns(t.runs, int64(n), int64(len(t.buf)-n))
	}
	t.buf = t.buf[:copy(t.buf, t.buf[n:])]
}

// readTail reads fd to its end. After each doubling of the buffer trim may drop what will not be needed.
func readTail(p *kern.Proc, fd int, trim func(*tailBuffer)) (*tailBuffer, error) {
	t := &tailBuffer{p: p, buf: make([]byte, 0, readSize(p, fd, 8192))}
	for {
		if len(t.buf) == cap(t.buf) {
			if trim(t); len(t.buf) > cap(t.buf)/2 {
				p.Hold(int64(cap(t.buf)))
				t.buf = append(make([]byte, 0, 2*cap(t.buf)), t.buf...)
			}
		}
		n, runs, err := p.ReadRuns(fd, t.buf[len(t.buf):cap(t.buf)])
		have := int64(len(t.buf))
		if len(runs) == 0 {
			t.runs = tree.AppendRun(t.runs, have, int64(n), tree.Exact)
		}
		for _, r := range runs {
			t.runs = tree.AppendRun(t.runs, have, r.N, r.L)
			have += r.N
		}
		t.buf = t.buf[:len(t.buf)+n]
		p.Tick(n >> 6)
		if err == io.EOF {
			return t, nil
		}
		if err != nil {
			return t, err
		}
	}
}

// print prints the wanted end of fd and leaves the position at its end.
func (t *tailState) print(fd int) (readErr, writeErr error) {
	if t.fromStart {
		return t.skip(fd)
	}
	if t.bytes {
		return t.lastBytes(fd)
	}
	if t.count == 0 {
		if st, err := t.p.StatFD(fd); err == nil && st.Kind == tree.Regular {
			_, err := t.p.Seek(fd, 0, 2)
			return err, nil
		}
	}
	b, err := readTail(t.p, fd, func(b *tailBuffer) { b.drop(lastLines(b.buf, t.count+1, t.delim)) })
	if err != nil {
		return err, nil
	}
	at := int64(lastLines(b.buf, t.count, t.delim))
	return nil, t.out.write(b.buf[at:], tree.SliceRuns(b.runs, at, int64(len(b.buf))-at))
}

func (t *tailState) lastBytes(fd int) (readErr, writeErr error) {
	p := t.p
	if st, err := p.StatFD(fd); err == nil && st.Kind == tree.Regular && t.count < 1<<62 {
		here, err := p.Seek(fd, 0, 1)
		if err == nil && st.Size-here > int64(t.count) {
			_, _ = p.Seek(fd, st.Size-int64(t.count), 0)
		}
		return t.out.copyRest(fd, make([]byte, readSize(p, fd, 8192)))
	}
	n := int(min(t.count, 1<<40))
	b, err := readTail(p, fd, func(b *tailBuffer) { b.drop(len(b.buf) - n) })
	if err != nil {
		return err, nil
	}
	b.drop(len(b.buf) - n)
	return nil, t.out.write(b.buf, b.runs)
}

// skip passes over the first count lines or bytes and prints the rest.
func (t *tailState) skip(fd int) (readErr, writeErr error) {
	p := t.p
	buf := make([]byte, readSize(p, fd, 8192))
	for left := t.count; left > 0; {
		n, runs, err := p.ReadRuns(fd, buf)
		if err == io.EOF {
			return nil, nil
		}
		if err != nil {
			return err, nil
		}
		at := 0
		if t.bytes {
			at = int(min(left, uint64(n)))
			left -= uint64(at)
		}
		for !t.bytes && left > 0 && at < n {
			p.Tick(1)
			i := bytes.IndexByte(buf[at:n], t.delim)
			if i < 0 {
				at = n
				break
			}
			at += i + 1
			left--
		}
		if at < n {
			if err := t.out.write(buf[at:n], tree.SliceRuns(runs, int64(at), int64(n-at))); err != nil {
				return nil, err
			}
		}
	}
	return t.out.copyRest(fd, buf)
}
