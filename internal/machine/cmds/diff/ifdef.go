package diff

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
)

// The groups and lines that have formats.
const (
	unchanged = iota
	oldLines
	newLines
	changedLines
)

// ifdef is -D NAME: formats that make C preprocessor conditionals.
func (d *differ) ifdef(name string) int {
	if st := d.setStyle(styleIfdef); st != gnu.Go {
		return st
	}
	for i, f := range [4]string{
		"%=",
		"#ifndef @\n%<#endif /* ! @ */\n",
		"#ifdef @\n%>#endif /* @ */\n",
		"#ifndef @\n%<#else /* @ */\n%>#endif /* @ */\n",
	} {
		if st := d.formatText(&d.groupFormat[i], strings.ReplaceAll(f, "@", name), "-D"); st != gnu.Go {
			return st
		}
	}
	return gnu.Go
}

// defaultFormats fills in the formats that no option gave.
func (d *differ) defaultFormats() {
	line := "%l\n"
	for i := range d.lineFormat {
		if d.lineFormat[i] == nil {
			d.lineFormat[i] = &line
		}
	}
	for i, f := range [3]string{"%=", "%<", "%>"} {
		if d.groupFormat[i] == nil {
			d.groupFormat[i] = &f
		}
	}
	if d.groupFormat[changedLines] == nil {
		both := *d.groupFormat[oldLines] + *d.groupFormat[newLines]
		d.groupFormat[changedLines] = &both
	}
}

// group is a run of lines in both texts: from one line up to another.
type group struct {
	w      *writer
	from   [2]int
	to     [2]int
	nested int
}

// merged prints both texts by the group formats.
func (w *writer) merged() {
	at := [2]int{}
	put := func(kind int, to [2]int) {
		g := group{w: w, from: at, to: to}
		g.format(*w.d.groupFormat[kind], "", true)
		at = to
	}
	for i := range w.changes {
		c := &w.changes[i]
		if c.ignore {
			continue
		}
		if at[0] < c.A || at[1] < c.B {
			put(unchanged, [2]int{c.A, c.B})
		}
		kind := changedLines
		switch {
		case c.NumB == 0:
			kind = oldLines
		case c.NumA == 0:
			kind = newLines
		}
		put(kind, [2]int{c.A + c.NumA, c.B + c.NumB})
	}
	if at[0] < w.a.lines || at[1] < w.b.lines {
		put(unchanged, [2]int{w.a.lines, w.b.lines})
	}
}

// maxNested bounds conditions within conditions.
const maxNested = 200

// format prints a group by f up to one of the bytes of stop and returns what is left of f from there on. It prints nothing when
// show is false.
func (g *group) format(f, stop string, show bool) (rest string) {
	w := g.w
	for f != "" && strings.IndexByte(stop, f[0]) < 0 {
		w.d.p.Tick(1)
		if f[0] != '%' || len(f) == 1 {
			g.put(f[0], show)
			f = f[1:]
			continue
		}
		after := f[2:]
		switch f[1] {
		case '%':
			g.put('%', show)
		case '(':
			var ok bool
			if after, ok = g.condition(after, show); !ok {
				g.put('%', show)
				after = f[1:]
			}
		case '<':
			g.lines(0, oldLines, show)
		case '=':
			g.lines(0, unchanged, show)
		case '>':
			g.lines(1, newLines, show)
		default:
			after = g.conversion(f[1:], show)
		}
		f = after
	}
	return f
}

func (g *group) put(c byte, show bool) {
	if show {
		g.w.d.out = append(g.w.d.out, c)
		g.w.d.spill()
	}
}

// conversion is %c'C' or a number of lines; f stands behind the %.
func (g *group) conversion(f string, show bool) (rest string) {
	if c, rest, ok := charLiteral(f); ok {
		g.put(c, show)
		return rest
	}
	s, letter, rest, ok := printfSpec(f)
	if ok {
		if v, ok := g.value(letter); ok {
			if show {
				g.w.str(s.format(v))
				g.w.d.spill()
			}
			return rest
		}
	}
	g.put('%', show)
	return f
}

// condition is A=B?T:E) behind "%(".
func (g *group) condition(f string, show bool) (rest string, ok bool) {
	if g.nested >= maxNested {
		return f, false
	}
	var v [2]int
	for i, after := range [2]byte{'=', '?'} {
		n := 0
		for n < len(f) && f[n] >= '0' && f[n] <= '9' {
			n++
		}
		if n > 0 {
			v[i], _ = strconv.Atoi(f[:n])
		} else if f != "" {
			if v[i], ok = g.value(f[0]); !ok {
				return f, false
			}
			n = 1
		}
		if f = f[n:]; f == "" || f[0] != after {
			return f, false
		}
		f = f[1:]
	}
	g.nested++
	equal := v[0] == v[1]
	f = g.format(f, ":)", show && equal)
	if f != "" && f[0] == ':' {
		f = g.format(f[1:], ")", show && !equal)
	}
	g.nested--
	return strings.TrimPrefix(f, ")"), true
}

// value is what a letter of a group format stands for: lower case is the old text's.
func (g *group) value(letter byte) (int, bool) {
	i := 0
	if letter >= 'A' && letter <= 'Z' {
		i, letter = 1, letter|0x20
	} else if letter < 'a' {
		return 0, false
	}
	switch letter {
	case 'e':
		return g.from[i], true
	case 'f':
		return g.from[i] + 1, true
	case 'l':
		return g.to[i], true
	case 'm':
		return g.to[i] + 1, true
	case 'n':
		return g.to[i] - g.from[i], true
	}
	return 0, false
}

// lines prints the lines of one text by a line format.
func (g *group) lines(side, kind int, show bool) {
	if !show {
		return
	}
	t := g.w.a
	if side == 1 {
		t = g.w.b
	}
	f := *g.w.d.lineFormat[kind]
	for i := g.from[side]; i < g.to[side]; i++ {
		g.w.lineFormat(f, t.line(i), i+1)
		g.w.d.spill()
	}
}

// lineFormat prints a line by a format.
func (w *writer) lineFormat(f string, line []byte, n int) {
	for f != "" {
		w.d.p.Tick(1)
		if f[0] != '%' || len(f) == 1 {
			w.d.out = append(w.d.out, f[0])
			f = f[1:]
			continue
		}
		switch f[1] {
		case '%':
			w.str("%")
			f = f[2:]
			continue
		case 'l':
			w.body("", bytes.TrimSuffix(line, newline))
			f = f[2:]
			continue
		case 'L':
			w.plain(line)
			f = f[2:]
			continue
		}
		if c, rest, ok := charLiteral(f[1:]); ok {
			w.d.out = append(w.d.out, c)
			f = rest
			continue
		}
		if s, letter, rest, ok := printfSpec(f[1:]); ok && letter == 'n' {
			w.str(s.format(n))
			w.d.spill()
			f = rest
			continue
		}
		w.str("%")
		f = f[1:]
	}
}

// charLiteral reads c'C' or c'\OOO'.
func charLiteral(f string) (c byte, rest string, ok bool) {
	if len(f) < 4 || f[0] != 'c' || f[1] != '\'' {
		return 0, f, false
	}
	c, i := f[2], 3
	if c == '\\' {
		v := 0
		for i < len(f) && i < 6 && f[i] >= '0' && f[i] <= '7' {
			v = v*8 + int(f[i]-'0')
			i++
		}
		if i > 3 {
			c = byte(v)
		} else {
			return 0, f, false
		}
	} else if c == '\'' {
		return 0, f, false
	}
	if i >= len(f) || f[i] != '\'' {
		return 0, f, false
	}
	return c, f[i+1:], true
}

// numberSpec is a printf conversion of a number.
type numberSpec struct {
	left        bool
	width, prec int // prec -1: none
	verb        byte
}

// printfSpec reads [-][WIDTH][.[PREC]]{doxX}LETTER.
func printfSpec(f string) (s numberSpec, letter byte, rest string, ok bool) {
	s.prec = -1
	digits := func() (n int) {
		for f != "" && f[0] >= '0' && f[0] <= '9' {
			n = min(n*10+int(f[0]-'0'), 1<<16)
			f = f[1:]
		}
		return n
	}
	for f != "" && (f[0] == '-' || f[0] == '\'' || f[0] == '0') {
		s.left = s.left || f[0] == '-'
		if f[0] == '0' {
			break
		}
		f = f[1:]
	}
	zero := f != "" && f[0] == '0'
	s.width = digits()
	if f != "" && f[0] == '.' {
		f = f[1:]
		s.prec = digits()
	} else if zero && !s.left {
		s.prec = s.width
	}
	if len(f) < 2 || strings.IndexByte("doxX", f[0]) < 0 {
		return s, 0, f, false
	}
	s.verb = f[0]
	return s, f[1], f[2:], true
}

func (s numberSpec) format(v int) string {
	base := 10
	switch s.verb {
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	}
	x := strconv.FormatInt(int64(v), base)
	if s.verb == 'X' {
		x = strings.ToUpper(x)
	}
	if v == 0 && s.prec == 0 {
		x = ""
	}
	x = strings.Repeat("0", max(s.prec-len(x), 0)) + x
	pad := strings.Repeat(" ", max(s.width-len(x), 0))
	if s.left {
		return x + pad
	}
	return pad + x
}
