package sed

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/regex"
)

type addrKind uint8

const (
	lineAddr addrKind = iota
	stepAddr          // first~step
	lastAddr
	regexAddr
	plusAddr  // +n, as second address
	multiAddr // ~n, as second address
)

type addr struct {
	kind addrKind
	n, m int
	re   *regex.Regexp // nil: the last one used
}

type rangeState uint8

const (
	inactive rangeState = iota
	active
	closed
)

// command is one command of the script.
type command struct {
	name   byte
	not    bool
	a1, a2 *addr
	state  rangeState
	until  int // last line of an active range with a numeric end

	text   []byte // of a i c, or a file name
	label  string
	target int // of jumps; for { the index after its }
	number int // of q Q l L; -1: none
	sub    *substitution
	table  *[256]byte    // of y
	wide   map[rune]rune // of y, when it has other characters
	out    *output       // of w W
	in     *reader       // of R
}

// parse reads all chunks.
func (s *script) parse() {
	s.labels = map[string]int{}
	for s.at, s.pos = 0, 0; s.at < len(s.chunks); s.at, s.pos = s.at+1, 0 {
		if s.at == 0 && strings.HasPrefix(s.chunks[0].text, "#n") {
			s.cfg.quiet = true
		}
		for s.command() {
		}
	}
	s.at = len(s.chunks) - 1
	if len(s.open) > 0 {
		s.failAt(s.open[0].where, "unmatched `{'")
	}
	for i := range s.cmds {
		c := &s.cmds[i]
		if c.name != 'b' && c.name != 't' && c.name != 'T' {
			continue
		}
		if c.target = len(s.cmds); c.label != "" {
			to, ok := s.labels[c.label]
			if !ok {
				s.p.Errorf("can't find label for jump to `%s'", c.label)
				s.p.Exit(panicked)
			}
			c.target = to
		}
	}
}

// command reads one command; false says that the chunk is at its end.
func (s *script) command() bool {
	s.p.Tick(1)
	ch := s.next()
	for ch == ';' || isSpace(ch) {
		ch = s.next()
	}
	if ch == eof {
		return false
	}
	if len(s.cmds) >= maxCommands {
		s.p.Exhaust("memory")
	}
	c := command{number: -1}
	s.addresses(&c, &ch)
	if ch == eof {
		s.fail("missing command")
	}
	c.name = byte(ch)
	s.p.Hold(128)
	if s.body(&c) {
		s.cmds = append(s.cmds, c)
	}
	return true
}

// addresses reads up to two addresses and !.
func (s *script) addresses(c *command, ch *int) {
	if c.a1 = s.address(*ch); c.a1 != nil {
		if c.a1.kind == plusAddr || c.a1.kind == multiAddr {
			s.fail("invalid usage of +N or ~N as first address")
		}
		*ch = s.nonblank()
		if *ch == ',' {
			if c.a2 = s.address(s.nonblank()); c.a2 == nil {
				s.fail("unexpected `,'")
			}
			*ch = s.nonblank()
		}
		if c.a1.kind == lineAddr && c.a1.n == 0 && (c.a2 == nil || c.a2.kind != regexAddr || s.cfg.posix) &&
			!(*ch == 'r' && c.a2 == nil && !s.cfg.posix) {
			s.fail("invalid usage of line address 0")
		}
	}
	if *ch == '!' {
		c.not = true
		if *ch = s.nonblank(); *ch == '!' {
			s.fail("multiple `!'s")
		}
	}
	c.reset()
}

// reset puts the range of a command into its first state.
func (c *command) reset() {
	c.state = inactive
	if c.a1 != nil && c.a1.kind == lineAddr && c.a1.n == 0 {
		c.state = active
	}
}

// address reads an address that begins with ch; nil when there is none.
func (s *script) address(ch int) *addr {
	switch {
	case ch == '/' || ch == '\\':
		if ch == '\\' {
			ch = s.next()
		}
		if ch == eof {
			s.fail("unterminated address regex")
		}
		text, ok := s.delimited(ch, true)
		if !ok {
			s.fail("unterminated address regex")
		}
		return &addr{kind: regexAddr, re: s.addressRegex(text)}
	case isDigit(ch):
		a := &addr{kind: lineAddr, n: s.number(ch)}
		keep := s.pos
		if s.nonblank() != '~' {
			s.pos = keep
			return a
		}
		step := s.nonblank()
		if !isDigit(step) {
			s.back(step)
			return a
		}
		if a.m = s.number(step); a.m > 0 {
			a.kind = stepAddr
		}
		return a
	case (ch == '+' || ch == '~') && !s.cfg.posix:
		a := &addr{kind: plusAddr}
		if ch == '~' {
			a.kind = multiAddr
		}
		if ch = s.nonblank(); isDigit(ch) {
			a.n = s.number(ch)
		} else {
			s.back(ch)
			a.kind, a.n = plusAddr, 0
		}
		return a
	case ch == '$':
		return &addr{kind: lastAddr}
	}
	return nil
}

// addressRegex reads the flags after an address and compiles it.
func (s *script) addressRegex(text string) *regex.Regexp {
	icase, multi := false, false
	for {
		keep := s.pos
		switch ch := s.nonblank(); ch {
		case 'I':
			icase = true
		case 'M':
			multi = true
		default:
			s.pos = keep
			return s.compile(text, icase, multi)
		}
	}
}

// body reads what follows the name of a command; false says that nothing is to be kept.
func (s *script) body(c *command) bool {
	switch c.name {
	case '#':
		if c.a1 != nil {
			s.fail("comments don't accept any addresses")
		}
		for ch := s.next(); ch != eof && ch != '\n'; ch = s.next() {
		}
		return false
	case 'v':
		s.version()
		return false
	case '{':
		s.open = append(s.open, brace{len(s.cmds), s.where(0)})
		if s.chunks[s.at].file != "" {
			s.open[len(s.open)-1].where = s.where(s.pos)
		}
	case '}':
		s.closing(c)
		return false
	case ':':
		if c.a1 != nil {
			s.fail(": doesn't want any addresses")
		}
		label := s.word()
		if label == "" {
			s.fail("\":\" lacks a label")
		}
		if _, dup := s.labels[label]; !dup {
			s.labels[label] = len(s.cmds)
		}
		return false
	case 'b', 't', 'T':
		c.label = s.word()
	case 'a', 'i', 'c':
		c.text = s.text()
	case 'e':
		s.forbid()
		c.text = []byte(s.rest())
	case 'q', 'Q', 'l', 'L':
		s.numbered(c)
	case '=', 'd', 'D', 'F', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'z', 'x':
		s.endOfCommand()
	case 'r', 'R', 'w', 'W':
		s.fileCommand(c)
	case 's':
		s.substitute(c)
	case 'y':
		s.transliterate(c)
	default:
		s.fail("unknown command: `" + string(rune(c.name)) + "'")
	}
	return true
}

func (s *script) closing(c *command) {
	if len(s.open) == 0 {
		s.fail("unexpected `}'")
	}
	if c.a1 != nil {
		s.fail("`}' doesn't want any addresses")
	}
	s.cmds[s.open[len(s.open)-1].index].target = len(s.cmds)
	s.open = s.open[:len(s.open)-1]
	s.endOfCommand()
}

func (s *script) numbered(c *command) {
	if (c.name == 'q' || c.name == 'Q') && c.a2 != nil {
		s.fail("command only uses one address")
	}
	if c.name == 'L' {
		s.p.Errorf("INTERNAL ERROR: Bad cmd L")
		s.p.Exit(panicked)
	}
	ch := s.nonblank()
	if isDigit(ch) {
		c.number = s.number(ch)
	} else {
		s.back(ch)
	}
	s.endOfCommand()
}

func (s *script) forbid() {
	if s.cfg.sandbox {
		s.fail("e/r/w commands disabled in sandbox mode")
	}
}

func (s *script) fileName() string {
	name := s.rest()
	if name == "" {
		s.fail("missing filename in r/R/w/W commands")
	}
	return name
}

func (s *script) fileCommand(c *command) {
	s.forbid()
	name := s.fileName()
	c.text = []byte(name)
	switch c.name {
	case 'w', 'W':
		c.out = s.output(name)
	case 'R':
		c.in = s.input(name)
	}
}

// version takes the v command: it fails when a newer sed is asked for.
func (s *script) version() {
	want := s.word()
	if want == "" {
		return
	}
	parts := strings.Split(want, ".")
	have := [3]int{4, 9, 0}
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || i >= len(have) || n > have[i] {
			s.fail("expected newer version of sed")
		}
		if n < have[i] {
			break
		}
	}
	s.cfg.posix = false
}

// transliterate reads y/abc/xyz/.
func (s *script) transliterate(c *command) {
	delim := s.next()
	if delim == eof || delim == '\n' || delim == '\\' {
		s.back(delim)
		s.fail("unterminated `y' command")
	}
	var list [2][]rune
	for i := range list {
		text, ok := s.delimited(delim, false)
		if !ok {
			s.fail("unterminated `y' command")
		}
		list[i] = characters(text)
	}
	if len(list[0]) != len(list[1]) {
		s.fail("strings for `y' command are different lengths")
	}
	c.table = new([256]byte)
	for i := range c.table {
		c.table[i] = byte(i)
	}
	seen := map[rune]bool{}
	for i, r := range list[0] {
		to := list[1][i]
		if seen[r] {
			continue
		}
		seen[r] = true
		if r < utf8.RuneSelf && to < utf8.RuneSelf {
			c.table[r] = byte(to)
			continue
		}
		if c.wide == nil {
			c.wide = map[rune]rune{}
		}
		c.wide[r] = to
	}
	s.endOfCommand()
}

// characters resolves the backslashes in a string of y.
func characters(text string) []rune {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			if c, n := escape(text[i+1:], true); n > 0 {
				b.WriteByte(c)
				i += n
				continue
			}
			i++
		}
		b.WriteByte(text[i])
	}
	return []rune(b.String())
}
