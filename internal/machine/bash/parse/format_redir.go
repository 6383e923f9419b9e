package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// test writes the expression of [[ ]].
func (p *printer) test(x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		p.write("-n " + p.word(x))
	case *syntax.ParenTest:
		p.write("( ")
		p.test(x.X)
		p.write(" )")
	case *syntax.UnaryTest:
		p.unaryTest(x)
	case *syntax.BinaryTest:
		if x.Op == syntax.AndTest || x.Op == syntax.OrTest {
			p.test(x.X)
			p.write(" " + x.Op.String() + " ")
			p.test(x.Y)
			return
		}
		p.write(p.operand(x.X) + " " + x.Op.String() + " " + p.operand(x.Y))
	}
}

func (p *printer) unaryTest(x *syntax.UnaryTest) {
	if x.Op != syntax.TsNot {
		op := int(x.OpPos.Offset())
		p.write(p.u.between(op, op+2) + " " + p.operand(x.X))
		return
	}
	not := true
	y := x.X
	for {
		u, ok := y.(*syntax.UnaryTest)
		if !ok || u.Op != syntax.TsNot {
			break
		}
		not, y = !not, u.X
	}
	if not {
		p.write("! ")
	}
	p.test(y)
}

func (p *printer) operand(x syntax.TestExpr) string {
	if w, ok := x.(*syntax.Word); ok {
		return p.word(w)
	}
	return ""
}

// redirects writes redirections; space says that something stands before them.
func (p *printer) redirects(rs []*syntax.Redirect, space bool) {
	for _, r := range rs {
		if r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc {
			p.docs = nil // bash forgets bodies that still wait here
			break
		}
	}
	for _, r := range rs {
		if space {
			p.write(" ")
		}
		space = true
		p.redirect(r)
	}
}

func (p *printer) redirect(r *syntax.Redirect) {
	fd := ""
	if r.N != nil {
		fd = r.N.Value
	}
	op := r.Op.String()
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		delim, quoted := p.delimiter(r)
		if quoted {
			delim = singleQuote(delim)
		}
		p.write(fd + op + delim)
		p.docs = append(p.docs, r)
		return
	case syntax.DplIn, syntax.DplOut:
		p.duplicate(fd, op, p.word(r.Word))
		return
	case syntax.RdrInOut:
		if fd == "" {
			fd = "0"
		}
	case syntax.RdrIn:
		if fd == "0" {
			fd = ""
		}
	case syntax.RdrOut, syntax.AppOut, syntax.RdrClob:
		if fd == "1" {
			fd = ""
		}
	}
	p.write(fd + op + " " + p.word(r.Word))
}

// duplicate writes >& and <&; a plain number or - always shows the descriptor.
func (p *printer) duplicate(fd, op, word string) {
	usual := "1"
	if op == "<&" {
		usual = "0"
	}
	plain := allDigits([]byte(strings.TrimSuffix(word, "-")))
	if word == "-" {
		op = ">&"
	}
	switch {
	case (plain || word == "-") && fd == "":
		fd = usual
	case !plain && word != "-" && fd == usual:
		fd = ""
	}
	p.write(fd + op + word)
}
