package parse

import "mvdan.cc/sh/v3/syntax"

// redirOps maps redirection tokens to operators.
var redirOps = [...]syntax.RedirOperator{
	tLess: syntax.RdrIn, tGreat: syntax.RdrOut, tDLess: syntax.Hdoc, tDLessDash: syntax.DashHdoc,
	tTLess: syntax.WordHdoc, tDGreat: syntax.AppOut, tLessAmp: syntax.DplIn, tGreatAmp: syntax.DplOut,
	tLessGreat: syntax.RdrInOut, tClobber: syntax.RdrClob, tAmpGreat: syntax.RdrAll, tAmpDGreat: syntax.AppAll,
}

// isRedirect reports whether a token begins a redirection.
func isRedirect(k kind) bool {
	return k == tNumber || k == tVarFd || int(k) < len(redirOps) && redirOps[k] != 0
}

// redirect reads one redirection; what follows it is read in the given mode.
func (p *Parser) redirect(s *syntax.Stmt, m mode) {
	r := &syntax.Redirect{}
	t := p.take(m)
	if t.kind == tNumber || t.kind == tVarFd {
		r.N = p.lit(t.start, t.end)
		t = p.take(mArg)
	}
	r.Op, r.OpPos = redirOps[t.kind], p.at(t.start)
	if t.kind == tLessAmp || t.kind == tGreatAmp {
		p.skipBlank()
		if p.ch() == '-' && !p.opt.Dash {
			r.Word = &syntax.Word{Parts: []syntax.WordPart{p.lit(p.pos, p.pos+1)}}
			p.pos++
			s.Redirs = append(s.Redirs, r)
			return
		}
	}
	w := p.peek(mArg)
	if w.kind == tNumber && (r.Op == syntax.DplIn || r.Op == syntax.DplOut) {
		w.kind = tWord // 2>&1>x: here the digits are the word
	}
	if w.kind != tWord {
		p.unexpected(w)
	}
	word := *w
	if r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc {
		p.queueDoc(r, &word)
	}
	r.Word = p.word(&word)
	p.drop()
	s.Redirs = append(s.Redirs, r)
}
