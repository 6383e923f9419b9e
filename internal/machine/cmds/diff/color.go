package diff

import (
	"strings"
)

// The things that have a colour.
const (
	colorReset byte = iota + 1
	colorHeader
	colorLine
	colorAdd
	colorDelete
)

// palette holds the colours: the text of --palette and the sequences that came of it.
type palette struct {
	text string
	seq  [6]string
}

var (
	paletteNames    = [6]string{"", "rs", "hd", "ln", "ad", "de"}
	paletteDefaults = [6]string{"", "0", "1", "36", "32", "31"}
)

// set reads the palette; ok is false when it is malformed.
func (p *palette) set() bool {
	p.seq = paletteDefaults
	ok := true
	for _, item := range strings.Split(p.text, ":") {
		if item == "" {
			continue
		}
		name, val, found := strings.Cut(item, "=")
		known := false
		for i, n := range paletteNames {
			if n == name && n != "" {
				p.seq[i], known = val, true
			}
		}
		if !found || !known && len(name) != 2 || strings.Trim(val, "0123456789;") != "" {
			ok = false
			break
		}
	}
	for i, s := range p.seq {
		p.seq[i] = "\x1b[" + s + "m"
	}
	return ok
}

// color begins a colour; 0 is none.
func (w *writer) color(c byte) {
	if c != 0 && w.d.color {
		w.str(w.d.palette.seq[c])
	}
}
