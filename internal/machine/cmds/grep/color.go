package grep

import "strings"

// colors are the SGR sequences of --color, without their brackets; "" is none.
type colors struct {
	selected, context   string // matches in selected lines and in context lines
	file, line, byte    string
	separator           string
	selLine, ctxLine    string // whole lines
	reverse, noErase    bool
	startTail, endQuote string
}

const defaultMatch = "01;31"

// setColors reads GREP_COLOR and GREP_COLORS.
func (g *grep) setColors() {
	c := &g.col
	*c = colors{selected: defaultMatch, context: defaultMatch, file: "35", line: "32", byte: "32", separator: "36"}
	if old, ok := g.p.Getenv("GREP_COLOR"); ok && old != "" {
		g.p.Errorf("warning: GREP_COLOR='%s' is deprecated; use GREP_COLORS='mt=%s'", old, old)
		c.selected, c.context = old, old
	}
	if s, ok := g.p.Getenv("GREP_COLORS"); ok && s != "" {
		c.parse(s)
	}
	if g.cfg.invert && c.reverse {
		c.selLine, c.ctxLine = c.ctxLine, c.selLine
	}
	c.startTail, c.endQuote = "m\x1b[K", "\x1b[m\x1b[K"
	if c.noErase {
		c.startTail, c.endQuote = "m", "\x1b[m"
	}
}

// parse reads name=value pairs up to the first that is not well formed.
func (c *colors) parse(s string) {
	for s != "" {
		part, rest, more := strings.Cut(s, ":")
		name, val, hasVal := strings.Cut(part, "=")
		if name == "" || hasVal && strings.Trim(val, "0123456789;") != "" {
			return
		}
		c.set(name, val, hasVal)
		if !more {
			return
		}
		s = rest
	}
}

func (c *colors) set(name, val string, hasVal bool) {
	if !hasVal {
		switch name {
		case "rv":
			c.reverse = true
		case "ne":
			c.noErase = true
		}
		return
	}
	switch name {
	case "mt":
		c.selected, c.context = val, val
	case "ms":
		c.selected = val
	case "mc":
		c.context = val
	case "fn":
		c.file = val
	case "ln":
		c.line = val
	case "bn":
		c.byte = val
	case "se":
		c.separator = val
	case "sl":
		c.selLine = val
	case "cx":
		c.ctxLine = val
	}
}

// start begins a colour; "" is no colour.
func (g *grep) start(sgr string) {
	if sgr != "" {
		g.p.Stdout.WriteString("\x1b[")
		g.p.Stdout.WriteString(sgr)
		g.p.Stdout.WriteString(g.col.startTail)
	}
}

func (g *grep) end(sgr string) {
	if sgr != "" {
		g.p.Stdout.WriteString(g.col.endQuote)
	}
}

// colored prints s in a colour.
func (g *grep) colored(sgr, s string) {
	g.start(sgr)
	g.p.Stdout.WriteString(s)
	g.end(sgr)
}
