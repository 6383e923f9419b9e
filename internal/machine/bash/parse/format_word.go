package parse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// piece is a stretch of a word that prints otherwise than it was written.
type piece struct {
	start, end int
	text       string
}

// word returns a word as bash prints it: commands in substitutions in their
// layout, $'...' and $"..." as plain quotes.
func (p *printer) word(w *syntax.Word) string {
	switch len(w.Parts) {
	case 0:
		return ""
	case 1:
		if l, ok := w.Parts[0].(*syntax.Lit); ok {
			return l.Value
		}
	}
	return p.span(int(w.Pos().Offset()), int(w.End().Offset()), w)
}

// span returns buf[start:end] with the pieces of the node replaced.
func (p *printer) span(start, end int, n syntax.Node) string {
	var pieces []piece
	p.pieces(&pieces, n)
	if len(pieces) == 0 {
		return p.u.between(start, end)
	}
	slices.SortFunc(pieces, func(a, b piece) int { return a.start - b.start })
	var b strings.Builder
	at := start
	for _, c := range pieces {
		if c.start < at || c.start >= end {
			continue
		}
		b.WriteString(p.u.between(at, c.start))
		b.WriteString(c.text)
		at = c.end
	}
	b.WriteString(p.u.between(at, end))
	return b.String()
}

// pieces collects what is to be replaced in a node.
func (p *printer) pieces(out *[]piece, n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			if _, late := p.u.Backquoted(n); !late {
				*out = append(*out, piece{int(n.Left.Offset()), int(n.End().Offset()), "$(" + p.subst(n.Stmts) + ")"})
			}
			return false
		case *syntax.ProcSubst:
			*out = append(*out, piece{int(n.OpPos.Offset()), int(n.End().Offset()), n.Op.String() + p.subst(n.Stmts) + ")"})
			return false
		case *syntax.SglQuoted:
			if n.Dollar {
				*out = append(*out, piece{int(n.Left.Offset()), int(n.End().Offset()), singleQuote(DecodeAnsi(n.Value))})
			}
		case *syntax.DblQuoted:
			if n.Dollar {
				*out = append(*out, piece{int(n.Left.Offset()), int(n.Left.Offset()) + 1, ""})
			}
		}
		return true
	})
}

// subst writes the commands of a substitution with a layout of their own.
func (p *printer) subst(stmts []*syntax.Stmt) string {
	q := printer{u: p.u, inSubst: true}
	q.list(stmts)
	q.flush()
	if len(q.b) > 0 && q.b[0] == '(' {
		return " " + string(q.b)
	}
	return string(q.b)
}

// assign returns an assignment; the elements of an array are set one blank apart.
func (p *printer) assign(a *syntax.Assign) string {
	if a.Name == nil {
		return p.word(a.Value)
	}
	start, end := p.u.assignSpan(a)
	if a.Array == nil {
		return p.span(start, end, a)
	}
	open := int(a.Array.Lparen.Offset())
	return p.span(start, open, a) + "(" + p.elements(a.Array) + ")"
}

func (p *printer) elements(arr *syntax.ArrayExpr) string {
	parts := make([]string, len(arr.Elems))
	for i, e := range arr.Elems {
		if e.Index == nil {
			parts[i] = p.word(e.Value)
			continue
		}
		start := int(e.Index.Pos().Offset())
		op := "]="
		if u, ok := e.Index.(*syntax.UnaryArithm); ok {
			start, op = int(u.X.Pos().Offset()), "]+="
			parts[i] = "[" + p.span(start, int(u.X.End().Offset()), u.X) + op
		} else {
			parts[i] = "[" + p.span(start, int(e.Index.End().Offset()), e.Index) + op
		}
		if e.Value != nil {
			parts[i] += p.word(e.Value)
		}
	}
	return strings.Join(parts, " ")
}

// assignSpan returns where an assignment begins and ends, the operator included.
func (u *Unit) assignSpan(a *syntax.Assign) (start, end int) {
	start, end = int(a.Pos().Offset()), int(a.End().Offset())
	if a.Value == nil && a.Array == nil && !a.Naked {
		for end = start; end < len(u.buf) && u.buf[end] != '='; end++ {
			if u.buf[end] == '[' && a.Index != nil {
				end = int(a.Index.End().Offset())
			}
		}
		end++
	}
	return start, end
}

// singleQuote quotes a text with single quotes as bash does.
func singleQuote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
