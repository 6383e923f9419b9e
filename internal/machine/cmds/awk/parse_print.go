package awk

// printStmt reads print and printf with their redirection.
func (ps *parser) printStmt() *stmt {
	s := &stmt{kind: sPrint}
	line := ps.lex.tokLine
	if ps.tok() == tPrintf {
		s.kind = sPrintf
	}
	ps.next()
	switch ps.tok() {
	case tNL, tSemi, tFakeSemi, tIOOut:
	case tLParen:
		s.list = ps.printGroup()
	default:
		s.list = ps.exprList()
	}
	if ps.tok() == tIOOut {
		s.how = '>'
		if t := ps.lex.text; t == ">>" {
			s.how = 'a'
		} else if t == "|" {
			s.how = '|'
		}
		ps.next()
		s.dest = ps.expr()
	}
	if s.kind == sPrintf && len(s.list) == 0 && !ps.failed {
		ps.errorAt(line, "no arguments in call to printf")
	}
	ps.separator()
	return s
}

// printGroup reads the arguments of print when they begin with a parenthesis, which may close all of them or only a part.
func (ps *parser) printGroup() []*node {
	ps.next()
	if ps.accept(tRParen) {
		return nil
	}
	list := ps.exprList()
	ps.expect(tRParen)
	if ps.failed {
		return nil
	}
	switch {
	case len(list) == 1:
		ps.pending = &node{op: nGroup, a: list[0]}
	case ps.tok() == tIn:
		ps.pending = ps.inArray(list)
	default:
		return list
	}
	return ps.exprList()
}
