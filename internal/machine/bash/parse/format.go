package parse

import (
	"bytes"

	"mvdan.cc/sh/v3/syntax"
)

// indentStep is how far bash indents the body of a compound command.
const indentStep = 4

// Format returns a statement as bash prints it where it shows a command: in
// jobs, in a substitution inside a function. Lists stay on one line.
func (u *Unit) Format(s *syntax.Stmt) string {
	p := printer{u: u}
	p.stmt(s)
	p.flush()
	return string(p.b)
}

// FormatFunction returns a function as declare -f and type print it.
func (u *Unit) FormatFunction(fd *syntax.FuncDecl) string {
	p := printer{u: u}
	p.function(fd, false)
	return string(p.b)
}

// SubstLine returns how many lines below the line of the command that holds
// them bash counts a statement among the commands of a substitution: it numbers
// the lines of its own layout of them.
func (u *Unit) SubstLine(stmts []*syntax.Stmt, s *syntax.Stmt) int {
	p := printer{u: u, inSubst: true, target: s}
	p.list(stmts)
	return p.line
}

// printer writes commands in bash's layout.
type printer struct {
	u       *Unit
	b       []byte
	indent  int
	inFunc  bool // lists go on lines of their own
	inSubst bool // newlines between commands are kept
	docs    []*syntax.Redirect
	wasDoc  bool // a here-document was written since the last separator

	target *syntax.Stmt // the statement whose line is asked for
	line   int          // newlines before it
}

func (p *printer) write(s string) { p.b = append(p.b, s...) }

func (p *printer) newline() {
	p.write("\n")
	p.pad()
}

func (p *printer) pad() {
	for range p.indent {
		p.b = append(p.b, ' ')
	}
}

// semicolon ends a list unless it ends already.
func (p *printer) semicolon() {
	if n := len(p.b); n > 0 && (p.b[n-1] == '&' || p.b[n-1] == '\n') {
		return
	}
	p.write(";")
}

// flush writes the bodies of the here-documents whose commands are written.
func (p *printer) flush() {
	if len(p.docs) == 0 {
		return
	}
	docs := p.docs
	p.docs, p.wasDoc = nil, true
	for _, r := range docs {
		p.write("\n")
		p.write(p.u.HereDoc(r))
		delim, _ := p.delimiter(r)
		p.write(delim)
	}
	p.write("\n")
}

// delimiter returns the word that ends a here-document and whether it was quoted.
func (p *printer) delimiter(r *syntax.Redirect) (string, bool) {
	raw := p.u.Text(r.Word)
	return unquote(raw), hasQuote(raw)
}

// list writes statements with what separates them.
func (p *printer) list(stmts []*syntax.Stmt) {
	for i, s := range stmts {
		if i > 0 {
			p.separate(stmts[i-1], s)
		}
		p.stmt(s)
		if s.Background {
			p.write(" &")
		}
		if i > 0 || len(stmts) == 1 || s.Background {
			p.flush()
		}
	}
}

// separate writes what stands between two statements.
func (p *printer) separate(a, b *syntax.Stmt) {
	if a.Background {
		p.write(" ")
		if p.wasDoc && bytes.HasSuffix(p.b, []byte("\n ")) {
			p.write(" ")
		}
		return
	}
	newline := p.inSubst && !a.Semicolon.IsValid()
	if len(p.docs) > 0 {
		p.flush()
	} else if p.wasDoc {
		p.wasDoc = false
	} else if newline {
		p.write("\n")
	} else {
		p.write(";")
	}
	if p.inFunc {
		p.newline()
	} else if !newline {
		p.write(" ")
	}
}

// stmt writes a statement without the operator behind it.
func (p *printer) stmt(s *syntax.Stmt) {
	if s == p.target {
		p.line = bytes.Count(p.b, []byte("\n"))
	}
	negated, timed, s := p.prefix(s)
	p.write(timed)
	if negated {
		p.write("! ")
	}
	if s == nil {
		return
	}
	if s == p.target {
		p.line = bytes.Count(p.b, []byte("\n"))
	}
	if s.Cmd != nil {
		p.command(s.Cmd)
	}
	if fd, ok := s.Cmd.(*syntax.FuncDecl); ok && fd != nil {
		return
	}
	p.redirects(s.Redirs, s.Cmd != nil)
}

// prefix takes ! and time from the front of a statement: bash keeps them as
// properties of the pipeline and prints time first.
func (p *printer) prefix(s *syntax.Stmt) (negated bool, timed string, rest *syntax.Stmt) {
	for {
		negated = negated != s.Negated
		tc, ok := s.Cmd.(*syntax.TimeClause)
		if !ok {
			if s.Cmd == nil && len(s.Redirs) == 0 {
				return negated, timed, nil
			}
			return negated, timed, s
		}
		if timed == "" {
			timed = "time "
		}
		if tc.PosixFormat {
			timed = "time -p "
		}
		if tc.Stmt == nil {
			return negated, timed, nil
		}
		s = tc.Stmt
	}
}

func (p *printer) command(c syntax.Command) {
	switch c := c.(type) {
	case *syntax.CallExpr:
		p.call(c)
	case *syntax.DeclClause:
		p.write(c.Variant.Value)
		for _, a := range c.Args {
			p.write(" " + p.assign(a))
		}
	case *syntax.BinaryCmd:
		p.binary(c)
	case *syntax.Block:
		p.group(c)
	case *syntax.Subshell:
		p.write("( ")
		p.list(c.Stmts)
		p.flush()
		p.write(" )")
	case *syntax.IfClause:
		p.ifClause(c)
	case *syntax.WhileClause:
		p.while(c)
	case *syntax.ForClause:
		p.loop(c)
	case *syntax.CaseClause:
		p.caseClause(c)
	case *syntax.ArithmCmd:
		p.write("((" + p.span(int(c.Left.Offset())+2, int(c.Right.Offset()), c.X) + "))")
	case *syntax.TestClause:
		p.write("[[ ")
		p.test(c.X)
		p.write(" ]]")
	case *syntax.FuncDecl:
		p.function(c, true)
	case *syntax.CoprocClause:
		p.write("coproc ")
		if c.Name != nil {
			p.write(p.word(c.Name) + " ")
		} else {
			p.write("COPROC ")
		}
		p.stmt(c.Stmt)
	}
}

func (p *printer) call(c *syntax.CallExpr) {
	sep := ""
	for _, a := range c.Assigns {
		p.write(sep + p.assign(a))
		sep = " "
	}
	for _, w := range c.Args {
		p.write(sep + p.word(w))
		sep = " "
	}
}

// binary writes && || | and |&.
func (p *printer) binary(c *syntax.BinaryCmd) {
	p.stmt(c.X)
	switch c.Op {
	case syntax.PipeAll:
		p.write(" 2>&1 |")
	default:
		p.write(" " + c.Op.String())
	}
	if c.Op == syntax.AndStmt || c.Op == syntax.OrStmt {
		p.write(" ")
		if len(p.docs) > 0 {
			p.flush()
			p.write(" ")
		}
	} else {
		if len(p.docs) > 0 {
			p.flush()
			p.write(" ")
		}
		p.write(" ")
	}
	p.stmt(c.Y)
	p.flush()
}

func (p *printer) group(c *syntax.Block) {
	p.write("{ ")
	if !p.inFunc {
		p.list(c.Stmts)
		p.flush()
		p.semicolon()
		p.write(" }")
		return
	}
	p.indent += indentStep
	p.newline()
	p.list(c.Stmts)
	p.flush()
	p.indent -= indentStep
	p.newline()
	p.write("}")
}

// body writes the commands of a compound command, indented, and ends their last line.
func (p *printer) body(stmts []*syntax.Stmt) {
	p.indent += indentStep
	p.newline()
	p.list(stmts)
	p.flush()
	p.semicolon()
	p.indent -= indentStep
	p.newline()
}

func (p *printer) ifClause(c *syntax.IfClause) {
	p.write("if ")
	p.cond(c.Cond)
	p.semicolon()
	p.write(" then")
	p.body(c.Then)
	if e := c.Else; e != nil {
		p.write("else")
		if len(e.Cond) == 0 {
			p.body(e.Then)
		} else {
			p.body([]*syntax.Stmt{{Cmd: e}})
		}
	}
	p.write("fi")
}

// cond writes a condition; a here-document of its last command waits.
func (p *printer) cond(stmts []*syntax.Stmt) {
	if len(stmts) == 1 && !stmts[0].Background {
		p.stmt(stmts[0])
		return
	}
	p.list(stmts)
}

func (p *printer) while(c *syntax.WhileClause) {
	if c.Until {
		p.write("until ")
	} else {
		p.write("while ")
	}
	p.list(c.Cond)
	p.flush()
	p.semicolon()
	p.write(" do")
	p.body(c.Do)
	p.write("done")
}

func (p *printer) loop(c *syntax.ForClause) {
	switch l := c.Loop.(type) {
	case *syntax.CStyleLoop:
		p.write("for ((" + p.forPart(l, 0) + "; " + p.forPart(l, 1) + "; " + p.forPart(l, 2) + "))")
	case *syntax.WordIter:
		if c.Select {
			p.write("select ")
		} else {
			p.write("for ")
		}
		p.write(p.u.Text(l.Name) + " in ")
		if !l.InPos.IsValid() {
			p.write(`"$@"`)
		}
		for i, w := range l.Items {
			if i > 0 {
				p.write(" ")
			}
			p.write(p.word(w))
		}
		p.write(";")
	}
	p.newline()
	p.write("do")
	p.body(c.Do)
	p.write("done")
}

// forPart returns one expression of an arithmetic for; a missing one shows as 1.
func (p *printer) forPart(l *syntax.CStyleLoop, i int) string {
	e := [...]syntax.ArithmExpr{l.Init, l.Cond, l.Post}[i]
	if e == nil {
		return "1"
	}
	return p.span(int(e.Pos().Offset()), int(e.End().Offset()), e)
}

func (p *printer) caseClause(c *syntax.CaseClause) {
	p.write("case " + p.word(c.Word) + " in ")
	p.indent += indentStep
	for _, item := range c.Items {
		p.newline()
		for i, w := range item.Patterns {
			if i > 0 {
				p.write(" | ")
			}
			p.write(p.word(w))
		}
		p.write(")\n")
		p.indent += indentStep
		if len(item.Stmts) > 0 {
			p.pad()
			p.list(item.Stmts)
			p.flush()
		}
		p.indent -= indentStep
		p.newline()
		p.write(item.Op.String())
	}
	p.indent -= indentStep
	p.newline()
	p.write("esac")
}

// function writes a definition; nested ones begin with the word function.
func (p *printer) function(fd *syntax.FuncDecl, nested bool) {
	old := p.inFunc
	p.inFunc = true
	if nested {
		p.write("function ")
	}
	p.write(fd.Name.Value + " () ")
	p.newline()
	p.write("{ ")
	p.indent += indentStep
	p.newline()
	redirs := []*syntax.Redirect(nil)
	if b, ok := fd.Body.Cmd.(*syntax.Block); ok {
		p.list(b.Stmts)
		redirs = fd.Body.Redirs
	} else {
		p.stmt(fd.Body)
	}
	p.flush()
	p.indent -= indentStep
	p.newline()
	p.write("}")
	p.redirects(redirs, true)
	p.flush()
	p.inFunc, p.wasDoc = old, false
}
