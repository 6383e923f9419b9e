package sed

import (
	"bytes"
	"context"
	"strconv"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/regex"
)

// machine runs a script.
type machine struct {
	ctx    context.Context
	p      *kern.Proc
	cfg    *config
	script *script
	cmds   []command
	in     input

	space, spare, hold []byte
	chomped            bool // the line in the pattern space had its end
	heldChomped        bool // the same for the hold space
	out                *output
	stdout             output
	edited             output
	appends            []appended
	lastRegex          *regex.Regexp
	loc                []int
	opt                regex.MatchOptions
	held               int
	replaced           bool // of t
	again              bool // D: start over without reading
	status             int
}

// appended is what a, r and R print at the end of the cycle.
type appended struct {
	text []byte
	file string
	line bool // of R
}

func newMachine(ctx context.Context, p *kern.Proc, s *script, files []string) *machine {
	if len(files) == 0 {
		files = []string{"-"}
	}
	x := &machine{ctx: ctx, p: p, cfg: s.cfg, script: s, cmds: s.cmds, chomped: true, heldChomped: true}
	x.in = input{x: x, files: files}
	x.stdout = output{p: p, std: p.Stdout}
	x.out = &x.stdout
	x.opt.Tick = func(n int) error { p.Tick(n); return nil }
	return x
}

func (x *machine) resetRanges() {
	for i := range x.cmds {
		x.cmds[i].reset()
	}
}

// redirect sends output to the file that is edited, or back to standard output.
func (x *machine) redirect(e *edit) {
	x.out = &x.stdout
	if e != nil {
		x.edited = output{p: x.p, edit: e}
		x.out = &x.edited
	}
}

// account counts the memory that the buffers take.
func (x *machine) account() {
	if n := cap(x.space) + cap(x.spare) + cap(x.hold); n > x.held {
		x.p.Hold(int64(n - x.held))
		x.held = n
	}
}

// action is how a cycle ends.
type action uint8

const (
	cycleEnd action = iota
	deleted         // end the cycle without printing
	quit
	quitSilent
)

func (x *machine) run() int {
	for x.again || x.in.read() {
		if x.again {
			x.again = false
		}
		act := x.cycle()
		if act != deleted && act != quitSilent && !x.cfg.quiet {
			x.printSpace(x.out)
		}
		if act == quit {
			x.out.complete(x.cfg.eol)
		}
		if act != quitSilent {
			x.flushAppends()
		}
		if act == quit || act == quitSilent {
			x.stop()
			return x.status
		}
		if !x.again {
			x.space = x.space[:0]
		}
	}
	return x.status
}

// prelude prints the files of 0r before the first line.
func (x *machine) prelude() {
	for i := range x.cmds {
		if c := &x.cmds[i]; c.name == 'r' && c.a1 != nil && c.a1.kind == lineAddr && c.a1.n == 0 {
			x.appends = append(x.appends, appended{file: string(c.text)})
			x.flushAppends()
		}
	}
}

// stop ends the input early.
func (x *machine) stop() {
	if x.in.cur != nil {
		x.in.finish()
	}
}

// printLine writes text as a line.
func (x *machine) printLine(o *output, text []byte, ended bool) {
	o.complete(x.cfg.eol)
	o.write(text)
	if ended {
		o.write([]byte{x.cfg.eol})
	} else {
		o.missing = true
	}
	if x.cfg.unbuffered {
		_ = x.p.Stdout.Flush()
	}
}

func (x *machine) printSpace(o *output) { x.printLine(o, x.space, x.chomped) }

// flushAppends prints what a, r and R have queued.
func (x *machine) flushAppends() {
	for i := range x.appends {
		a := &x.appends[i]
		o := x.out
		o.complete(x.cfg.eol)
		switch {
		case a.file == "/dev/stdin":
			if b, err := x.p.ReadAll(0); err == nil {
				o.write(b)
			}
		case a.file != "":
			if b, err := x.p.ReadFile(a.file); err == nil && len(b) > 0 {
				o.write(b)
			}
		case len(a.text) > 0 || a.line:
			o.write(a.text)
		}
	}
	x.appends = x.appends[:0]
}

func (x *machine) regex(re *regex.Regexp) *regex.Regexp {
	if re == nil {
		if re = x.lastRegex; re == nil {
			x.script.failAt(x.script.where(0), "no previous regular expression")
		}
	}
	x.lastRegex = re
	return re
}

func (x *machine) match(re *regex.Regexp, text []byte, from int) []int {
	loc, err := re.MatchAppend(x.loc[:0], text, from, x.opt)
	if err != nil {
		x.p.Errorf("%s", err.Error())
		x.p.Exit(panicked)
	}
	if loc != nil {
		x.loc = loc
	}
	return loc
}

// matchAddr says whether the current line is at a.
func (x *machine) matchAddr(a *addr) bool {
	switch a.kind {
	case lineAddr:
		return x.in.line == a.n
	case stepAddr:
		return x.in.line >= a.n && (x.in.line-a.n)%a.m == 0
	case lastAddr:
		return x.in.last()
	case regexAddr:
		ok, err := x.regex(a.re).Test(x.space, 0, x.opt)
		if err != nil {
			x.p.Errorf("%s", err.Error())
			x.p.Exit(panicked)
		}
		return ok
	}
	return false
}

// selected says whether a command applies to the current line.
func (x *machine) selected(c *command) bool {
	if c.a1 == nil {
		return true
	}
	if c.a2 == nil {
		return x.matchAddr(c.a1)
	}
	if c.state == active {
		return x.inRange(c)
	}
	line := x.in.line
	if c.a1.kind == lineAddr {
		if c.state == closed || line < c.a1.n {
			return false
		}
	} else if !x.matchAddr(c.a1) {
		return false
	}
	return x.startRange(c, line)
}

// startRange begins a range at the current line and says whether the line is in it.
func (x *machine) startRange(c *command, line int) bool {
	first := c.a1.kind != lineAddr || line == c.a1.n
	switch c.a2.kind {
	case lineAddr:
		c.until = c.a2.n
	case plusAddr:
		c.until = line + c.a2.n
		first = true
	case multiAddr:
		c.until = line
		if m := c.a2.n; m > 0 {
			c.until = line + m - line%m
		}
		first = true
	default:
		c.state = active
		return true
	}
	if line >= c.until {
		c.state = closed
		return first || line <= c.until
	}
	c.state = active
	return true
}

// inRange says whether the current line belongs to an active range.
func (x *machine) inRange(c *command) bool {
	line := x.in.line
	switch c.a2.kind {
	case lineAddr, plusAddr, multiAddr:
		if line >= c.until {
			c.state = closed
		}
		if line > c.until {
			// The end was passed unseen: the range is over, and this line may begin a new one.
			return c.a1.kind != lineAddr && x.matchAddr(c.a1) && x.startRange(c, line)
		}
		return true
	}
	if x.matchAddr(c.a2) {
		c.state = closed
	}
	return true
}

// cycle runs the script once.
func (x *machine) cycle() action {
	for pc := 0; pc < len(x.cmds); {
		x.p.Tick(1)
		c := &x.cmds[pc]
		pc++
		if x.selected(c) == c.not {
			if c.name == '{' {
				pc = c.target
			}
			continue
		}
		switch c.name {
		case '{':
		case 'b':
			pc = c.target
		case 't':
			if x.replaced {
				x.replaced = false
				pc = c.target
			}
		case 'T':
			if !x.replaced {
				pc = c.target
			}
			x.replaced = false
		case 'n', 'N', 'd', 'D', 'c', 'q', 'Q':
			if act, done := x.flow(c); done {
				return act
			}
		default:
			x.simple(c)
		}
	}
	return cycleEnd
}

// flow does the commands that may end the cycle.
func (x *machine) flow(c *command) (action, bool) {
	switch c.name {
	case 'n':
		if x.in.last() {
			return quitAtEnd(x.cfg.posix), true
		}
		if !x.cfg.quiet {
			x.printSpace(x.out)
		}
		x.nextLine(false)
	case 'N':
		if x.in.last() {
			return quitAtEnd(x.cfg.posix), true
		}
		x.nextLine(true)
	case 'D':
		if i := bytes.IndexByte(x.space, x.cfg.eol); i >= 0 {
			x.space = append(x.space[:0], x.space[i+1:]...)
			x.again = true
		}
		return deleted, true
	case 'c':
		if c.a2 == nil || c.not || c.state != active {
			x.out.complete(x.cfg.eol)
			x.out.write(c.text)
		}
		return deleted, true
	case 'q', 'Q':
		if x.status = 0; c.number > 0 {
			x.status = c.number
		}
		if c.name == 'Q' {
			return quitSilent, true
		}
		return quit, true
	case 'd':
		return deleted, true
	}
	return cycleEnd, false
}

// quitAtEnd is how n and N end when there is no next line: GNU prints the pattern space, POSIX does not.
func quitAtEnd(posix bool) action {
	if posix {
		return deleted
	}
	return cycleEnd
}

// nextLine reads a line into the pattern space, or after what is there.
func (x *machine) nextLine(join bool) {
	x.flushAppends()
	if join {
		x.space = append(x.space, x.cfg.eol)
	} else {
		x.space = x.space[:0]
	}
	x.in.read()
}

// simple does the commands that always go on to the next one.
func (x *machine) simple(c *command) {
	switch c.name {
	case 's':
		x.replace(c.sub)
	case 'p':
		x.printSpace(x.out)
	case 'P':
		x.firstLine(x.out)
	case 'a':
		x.appends = append(x.appends, appended{text: c.text})
	case 'i':
		x.out.complete(x.cfg.eol)
		x.out.write(c.text)
	case 'r':
		x.appends = append(x.appends, appended{file: string(c.text)})
	case 'R':
		if line, ended, ok := c.in.line(x.cfg.eol); ok {
			text := append([]byte(nil), line...)
			if ended {
				text = append(text, x.cfg.eol)
			}
			x.appends = append(x.appends, appended{text: text, line: true})
		}
	case 'w':
		x.printSpace(c.out)
	case 'W':
		x.firstLine(c.out)
	case '=':
		x.out.complete(x.cfg.eol)
		x.out.write(append(strconv.AppendInt(nil, int64(x.in.line), 10), x.cfg.eol))
	case 'F':
		x.out.complete(x.cfg.eol)
		x.out.write(append([]byte(x.in.cur.name), '\n'))
	case 'l':
		x.list(c)
	case 'y':
		x.transliterate(c)
	case 'e':
		x.execute(c)
	default:
		x.spaces(c.name)
	}
	x.p.Tick(len(x.appends) / 16)
}

// firstLine prints the pattern space up to the first line end.
func (x *machine) firstLine(o *output) {
	if i := bytes.IndexByte(x.space, x.cfg.eol); i >= 0 {
		x.printLine(o, x.space[:i], true)
		return
	}
	x.printSpace(o)
}

// spaces does the commands that move text between pattern and hold space.
func (x *machine) spaces(name byte) {
	switch name {
	case 'g':
		x.space = append(x.space[:0], x.hold...)
		x.chomped = x.heldChomped
	case 'G':
		x.space = append(append(x.space, x.cfg.eol), x.hold...)
		x.chomped = x.chomped || x.heldChomped
	case 'h':
		x.hold = append(x.hold[:0], x.space...)
		x.heldChomped = x.chomped
	case 'H':
		x.hold = append(append(x.hold, x.cfg.eol), x.space...)
		x.heldChomped = x.chomped || x.heldChomped
	case 'x':
		x.space, x.hold = x.hold, x.space
		x.chomped, x.heldChomped = x.heldChomped, x.chomped
	case 'z':
		x.space = x.space[:0]
	}
	x.p.Tick((len(x.space) + len(x.hold)) / 256)
	x.account()
}

func (x *machine) replace(sub *substitution) {
	if !x.substitute(sub) {
		return
	}
	x.replaced = true
	if sub.eval {
		x.space = bytes.TrimSuffix(x.shell(string(x.space)), []byte{x.cfg.eol})
	}
	if sub.print > 0 {
		x.printSpace(x.out)
	}
	if sub.out != nil {
		x.printSpace(sub.out)
	}
}

func (x *machine) transliterate(c *command) {
	x.p.Tick(len(x.space) / 64)
	if c.wide == nil {
		for i, b := range x.space {
			if b < utf8.RuneSelf {
				x.space[i] = c.table[b]
			}
		}
		return
	}
	out := x.spare[:0]
	for i := 0; i < len(x.space); {
		r, n := utf8.DecodeRune(x.space[i:])
		if to, ok := c.wide[r]; ok && !(r == utf8.RuneError && n == 1) {
			out = utf8.AppendRune(out, to)
		} else if n == 1 && r != utf8.RuneError {
			out = append(out, c.table[r])
		} else {
			out = append(out, x.space[i:i+n]...)
		}
		i += n
	}
	x.space, x.spare = out, x.space
	x.account()
}
