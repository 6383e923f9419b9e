package grep

import (
	"strconv"
	"unicode/utf8"
)

// separators of the fields in front of a line.
const (
	selectedMark = ':'
	contextMark  = '-'
)

func markText(mark byte) string {
	if mark == selectedMark {
		return ":"
	}
	return "-"
}

// head prints what stands in front of a line, or of a match; ok is false when text is not UTF-8 and the file therefore is
// binary.
func (g *grep) head(text []byte, line, offset int64, mark byte) bool {
	if !g.cfg.text && !utf8.Valid(text) {
		g.scan.badText = true
		return false
	}
	out := g.p.Stdout
	if g.names {
		g.colored(g.col.file, g.scan.name)
		if g.cfg.nullName {
			out.WriteByte(0)
		} else {
			g.colored(g.col.separator, markText(mark))
		}
	}
	if g.cfg.lineNumber {
		g.offset(g.col.line, line, mark)
	}
	if g.cfg.byteOffset {
		g.offset(g.col.byte, offset, mark)
	}
	if g.cfg.tab && (g.names || g.cfg.lineNumber || g.cfg.byteOffset) {
		out.WriteByte('\t')
	}
	return true
}

func (g *grep) offset(sgr string, n int64, mark byte) {
	g.start(sgr)
	b := strconv.AppendInt(g.num[:0], n, 10)
	for i := len(b); i < g.scan.width; i++ {
		g.p.Stdout.WriteByte(' ')
	}
	g.p.Stdout.Write(b)
	g.end(sgr)
	g.colored(g.col.separator, markText(mark))
}

// line prints one line of buf[b:e] that ends in eol.
func (g *grep) line(b, e int, number int64, mark byte) {
	s := &g.scan
	text := s.buf[b:e]
	c := &g.cfg
	if !c.only && !g.head(text, number, s.base+int64(b), mark) {
		return
	}
	done := 0
	if c.only || c.color {
		done = g.pieces(text, b, number, mark)
	}
	if !c.only {
		g.p.Stdout.Write(text[done:])
		g.p.Stdout.WriteByte(s.eol)
	}
	if c.buffered {
		_ = g.p.Stdout.Flush()
	}
}

// pieces prints the matches of a line, with what is between them unless -o, and returns how much of text has been printed.
func (g *grep) pieces(text []byte, b int, number int64, mark byte) int {
	c, out := &g.cfg, g.p.Stdout
	lineColor, matchColor := g.col.ctxLine, g.col.context
	if mark == selectedMark {
		lineColor, matchColor = g.col.selLine, g.col.selected
	}
	done := 0
	matching := (mark == selectedMark) != c.invert
	if matching && (c.only || matchColor != "") {
		for from := 0; from < len(text); {
			s, e, ok := g.next(text, from)
			if !ok || s == len(text) {
				break
			}
			if s == e {
				from = s + runeLen(text[s:])
				continue
			}
			if c.only {
				if !g.head(text[s:e], number, g.scan.base+int64(b+s), mark) {
					from = e
					continue
				}
			} else {
				g.start(lineColor)
				out.Write(text[done:s])
			}
			g.start(matchColor)
			out.Write(text[s:e])
			g.end(matchColor)
			if c.only {
				out.WriteByte(g.scan.eol)
			}
			done, from = e, e
		}
	}
	if !c.only && lineColor != "" && done < len(text) {
		g.start(lineColor)
		out.Write(text[done:])
		g.end(lineColor)
		done = len(text)
	}
	return done
}

func runeLen(b []byte) int {
	_, n := utf8.DecodeRune(b)
	return max(n, 1)
}

// separator prints the line between groups.
func (g *grep) separator() {
	if !g.cfg.noSeparator {
		g.colored(g.col.separator, g.cfg.separator)
		g.p.Stdout.WriteByte('\n')
	}
}

// summary prints what -c, -l and -L print after a file.
func (g *grep) summary(count int64) {
	c, out := &g.cfg, g.p.Stdout
	if c.count && c.list == 0 {
		if g.names {
			g.colored(g.col.file, g.scan.name)
			if c.nullName {
				out.WriteByte(0)
			} else {
				g.colored(g.col.separator, ":")
			}
		}
		out.Write(append(strconv.AppendInt(g.num[:0], count, 10), '\n'))
	}
	if c.list == 'l' && count > 0 || c.list == 'L' && count == 0 {
		g.colored(g.col.file, g.scan.name)
		if c.nullName {
			out.WriteByte(0)
		} else {
			out.WriteByte('\n')
		}
	}
	if c.buffered {
		_ = out.Flush()
	}
}
