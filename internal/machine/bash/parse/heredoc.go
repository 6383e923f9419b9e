package parse

import (
	"bytes"
	"fmt"

	"mvdan.cc/sh/v3/syntax"
)

// pendingDoc is a here-document whose body starts at the next line.
type pendingDoc struct {
	redir  *syntax.Redirect
	delim  string
	quoted bool
	strip  bool
}

// queueDoc notes a here-document whose delimiter is the word t.
func (p *Parser) queueDoc(r *syntax.Redirect, t *token) {
	raw := string(p.buf[t.start:t.end])
	d := &pendingDoc{redir: r, delim: raw, strip: r.Op == syntax.DashHdoc}
	if !t.plain {
		d.delim = unquote(raw)
		d.quoted = hasQuote(raw)
	}
	p.pending = append(p.pending, d)
}

// hasQuote reports whether any part of a word is quoted.
func hasQuote(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '\'' || s[i] == '"' || s[i] == '\\' {
			return true
		}
	}
	return false
}

// unquote removes the quotes of a here-document delimiter.
func unquote(s string) string {
	out := make([]byte, 0, len(s))
	var q byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case q == 0 && c == '$' && i+1 < len(s) && (s[i+1] == '\'' || s[i+1] == '"'):
		case q == 0 && (c == '\'' || c == '"'):
			q = c
		case q != 0 && c == q:
			q = 0
		case c == '\\' && q != '\'' && i+1 < len(s) && (q == 0 || s[i+1] == '"' || s[i+1] == '\\' || s[i+1] == '$' || s[i+1] == '`'):
			i++
			out = append(out, s[i])
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

// readDocs reads the bodies of the pending here-documents; the position is
// behind the newline that ends their command line.
func (p *Parser) readDocs() {
	if len(p.pending) == 0 {
		return
	}
	docs, old := p.pending, p.inDoc
	p.pending, p.inDoc = nil, true
	for _, d := range docs {
		p.readDoc(d)
	}
	p.inDoc = old
}

// readDocsAhead reads bodies while the line before them is not used up.
func (p *Parser) readDocsAhead() {
	pos := p.pos
	p.pos = len(p.buf)
	if p.skipTo != p.pos || p.skipFrom < 0 {
		p.skipFrom = p.pos
	}
	p.readDocs()
	p.skipTo, p.pos = p.pos, pos
}

// readDoc reads one body. In the buffer it is replaced by its processed text,
// so that the parts of its word have their places there.
func (p *Parser) readDoc(d *pendingDoc) {
	start, line := p.pos, p.lineNo
	warn := fmt.Sprintf("warning: here-document at line %d delimited by end-of-file (wanted `%s')", line, d.delim)
	body := []byte{}
	for {
		if p.pos >= len(p.buf) && !p.fetch() {
			p.warn(warn)
			break
		}
		text := p.docLine(d)
		if string(bytes.TrimSuffix(text, []byte("\n"))) == d.delim {
			break
		}
		if p.inSubst > 0 && !p.opt.Dash && bytes.HasPrefix(text, []byte(d.delim)) && bytes.IndexByte(text[len(d.delim):], ')') >= 0 {
			p.pos -= len(text) - len(d.delim)
			p.echo = string(text[len(d.delim):])
			p.warn(warn)
			break
		}
		body = append(body, text...)
	}
	end := p.pos
	if !bytes.Equal(p.buf[start:end], body) {
		// Marks inside the body keep their offsets: lengths differ by tabs,
		// joined lines and the delimiter only.
		kept := append([]mark(nil), p.marks...)
		p.splice(start, end, body)
		for i, m := range kept {
			if m.off > start && m.off < end {
				p.marks[i].off = min(m.off, start+len(body))
			}
		}
	}
	p.pos = start + len(body)
	p.storeDoc(d, start, p.pos)
}

// warn notes a warning; dash has none.
func (p *Parser) warn(text string) {
	if !p.opt.Dash {
		p.warnings = append(p.warnings, Message{p.lineNo, text})
	}
}

// docLine takes one line of a body, with its newline.
func (p *Parser) docLine(d *pendingDoc) []byte {
	if d.strip {
		for p.ch() == '\t' {
			p.pos++
		}
	}
	from := p.pos
	for p.pos < len(p.buf) && p.buf[p.pos] != '\n' {
		if p.buf[p.pos] == '\\' && !d.quoted {
			if p.atJoin() {
				p.join()
				continue
			}
			p.pos++
			if p.pos >= len(p.buf) {
				break
			}
		}
		p.pos++
	}
	if p.pos < len(p.buf) {
		p.pos++
	}
	return p.buf[from:p.pos]
}

// storeDoc makes the word of a body that stands at buf[start:end].
func (p *Parser) storeDoc(d *pendingDoc, start, end int) {
	if p.docs == nil {
		p.docs = map[*syntax.Redirect]string{}
	}
	p.docs[d.redir] = string(p.buf[start:end])
	if start == end {
		return
	}
	if d.quoted {
		d.redir.Hdoc = &syntax.Word{Parts: []syntax.WordPart{p.lit(start, end)}}
		return
	}
	d.redir.Hdoc, p.pos = p.docWord(start, end)
}

// endDocs reads the here-documents of a substitution that ends on their line:
// bash takes the lines that follow, and says so.
func (p *Parser) endDocs() {
	n := len(p.pending)
	if n == 0 {
		return
	}
	s := ""
	if n > 1 {
		s = "s"
	}
	p.warn(fmt.Sprintf("warning: command substitution: %d unterminated here-document%s", n, s))
	p.readDocsAhead()
}
