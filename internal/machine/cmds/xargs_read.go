package cmds

// next returns the next item; ended says that a line ended with it.
func (x *xargsRun) next() (item string, ended, ok bool) {
	if x.delim >= 0 {
		return x.delimited()
	}
	var r xargsItem
	for {
		c := x.in.next()
		if c == -1 {
			if r.quote != 0 {
				x.unmatched(r.quote)
			}
			if !r.begun {
				return "", false, false
			}
			return x.word(&r, true)
		}
		if r.step(c, x.replacing) {
			return x.word(&r, c == '\n')
		}
		if r.broken {
			x.unmatched(r.quote)
		}
		if c == 0 && !r.escaped {
			x.warnNul()
		}
		if len(r.text) > x.longest() {
			x.fatal("argument line too long", true)
		}
	}
}

// word ends an item: it is cut at a NUL, and the end-of-file string ends the input.
func (x *xargsRun) word(r *xargsItem, ended bool) (string, bool, bool) {
	text := string(r.text)
	for i := 0; i < len(text); i++ {
		if text[i] == 0 {
			text = text[:i]
			break
		}
	}
	if x.eof != "" && text == x.eof {
		x.in.done, x.in.buf, x.in.off = true, nil, 0
		return "", false, false
	}
	return text, ended, true
}

func (x *xargsRun) unmatched(quote byte) {
	name := "double"
	if quote == '\'' {
		name = "single"
	}
	x.fatal("unmatched "+name+" quote; by default quotes are special to xargs unless you use the -0 option", true)
}

func (x *xargsRun) warnNul() {
	if !x.nulSeen {
		x.nulSeen = true
		x.p.Errorf("WARNING: a NUL character occurred in the input.  It cannot be passed through in the argument list.  " +
			"Did you mean to use the --null option?")
	}
}

// xargsItem is the state of reading one item with quotes and backslashes.
type xargsItem struct {
	text    []byte
	quote   byte // the quote that is open
	begun   bool
	escaped bool // after a backslash
	broken  bool // a line ended inside of quotes
}

// step takes one character and says whether the item is complete.
func (r *xargsItem) step(c int, wholeLines bool) bool {
	switch {
	case r.escaped:
		r.escaped = false
		r.text = append(r.text, byte(c))
	case r.quote != 0:
		switch c {
		case '\n':
			r.broken = true
		case int(r.quote):
			r.quote = 0
		default:
			r.text = append(r.text, byte(c))
		}
	case c == '\n':
		return r.begun
	case (c == ' ' || c == '\t') && (!r.begun || !wholeLines):
		return r.begun
	default:
		r.begun = true
		switch c {
		case '\\':
			r.escaped = true
		case '\'', '"':
			r.quote = byte(c)
		default:
			r.text = append(r.text, byte(c))
		}
	}
	return false
}

// delimited reads an item of -0 or -d.
func (x *xargsRun) delimited() (item string, ended, ok bool) {
	var text []byte
	for {
		c := x.in.next()
		if c == -1 {
			return string(text), true, len(text) > 0
		}
		if c == x.delim {
			return string(text), true, true
		}
		text = append(text, byte(c))
		if len(text) > x.longest() {
			x.fatal("argument line too long", true)
		}
	}
}
