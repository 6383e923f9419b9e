package bc

import "errors"

// errSyntax ends what is being parsed; recovery goes on with the next statement or line.
var errSyntax = errors.New("syntax error")

// errQuit ends bc.
var errQuit = errors.New("quit")

// maxNesting bounds how deep a program may nest.
const maxNesting = 1000

// compiler turns the program into instructions, one line or function at a time.
type compiler struct {
	b         *interp
	lex       *lexer
	tok       token
	have      bool
	hush      int // tokens to go before another syntax error is told
	failed    bool
	gen       *generator
	nextLabel int
	brk, cont int
	fn        *function // the function being defined, or nil
	depth     int
}

// peek returns the next token without taking it.
func (c *compiler) peek() token {
	if !c.have {
		c.tok, c.have = c.lex.next(), true
	}
	return c.tok
}

// take takes the next token.
func (c *compiler) take() token {
	t := c.peek()
	c.have = false
	if c.hush > 0 {
		c.hush--
	}
	return t
}

// accept takes the next token if it is s.
func (c *compiler) accept(s string) bool {
	if c.peek().is(s) {
		c.take()
		return true
	}
	return false
}

func (c *compiler) expect(s string) error {
	if c.accept(s) {
		return nil
	}
	return c.syntax()
}

// complain prints a message about the program; what is being compiled will not run.
func (c *compiler) complain(msg string) {
	c.b.complain(c.lex, msg)
	c.failed = true
}

// syntax tells of the next token that it cannot be there.
func (c *compiler) syntax() error {
	if c.hush == 0 {
		c.peek()
		c.complain("syntax error")
	} else {
		c.failed = true
	}
	c.hush = 3
	return errSyntax
}

func (c *compiler) newLabel() int { c.nextLabel++; return c.nextLabel }

// startsStatement says whether a statement can begin with t.
func startsStatement(t token) bool {
	switch t.kind {
	case tokNumber, tokName, tokString, tokNot, tokIncr:
		return true
	case tokChar:
		return t.text == "-" || t.text == "(" || t.text == "{"
	case tokWord:
		return t.text != "auto" && t.text != "define" && t.text != "else" && t.text != "void"
	}
	return false
}

// startsExpression says whether an expression can begin with t.
func startsExpression(t token) bool {
	switch t.kind {
	case tokNumber, tokName, tokNot, tokIncr:
		return true
	case tokChar:
		return t.text == "-" || t.text == "("
	case tokWord:
		switch t.text {
		case "length", "sqrt", "read", "random":
			return true
		}
		return special(t.text) >= 0
	}
	return false
}

// begin starts afresh with the main program.
func (c *compiler) begin() {
	c.gen = &generator{labels: map[int]int{}, list: c.b.compileOnly}
	c.nextLabel, c.brk, c.cont, c.fn, c.failed = 0, 0, 0, nil, false
	c.b.startListing()
}

// run compiles and runs everything.
func (c *compiler) run() error {
	c.begin()
	for {
		if c.peek().kind == tokEOF {
			return nil
		}
		if err := c.item(); err != nil {
			return err
		}
	}
}

// item is one line of input, or a function.
func (c *compiler) item() error {
	if c.peek().is("define") {
		err := c.define()
		if err == errSyntax {
			return c.recover(true)
		}
		if err == nil {
			return c.execute()
		}
		return err
	}
	return c.line(false)
}

// line is statements with semicolons between them and the end of the line. Started says that one has been read.
func (c *compiler) line(started bool) error {
	first := !started
	for {
		t := c.peek()
		switch {
		case t.kind == tokEOL:
			c.take()
			return c.execute()
		case t.is(";") && !first:
			c.take()
			if t = c.peek(); t.kind == tokEOL || t.is(";") {
				continue
			}
		case !first:
			if done, err := c.lineError(true); done || err != nil {
				return err
			}
			continue
		case t.is(";"):
			// An empty statement before the first semicolon.
			first = false
			continue
		}
		atStart := first
		first = false
		if err := c.statement(); err != nil {
			if err != errSyntax {
				return err
			}
			if done, err := c.lineRecover(atStart); done || err != nil {
				return err
			}
		}
	}
}

// lineError tells of a token that cannot follow a statement and recovers.
func (c *compiler) lineError(atStart bool) (done bool, err error) {
	_ = c.syntax()
	return c.lineRecover(atStart)
}

// lineRecover passes over tokens after an error in a line. At the start of the line its end makes all good again (done); in
// any case a statement may follow.
func (c *compiler) lineRecover(atStart bool) (done bool, err error) {
	for {
		t := c.peek()
		switch {
		case t.kind == tokEOF:
			return true, errEOF
		case t.is("quit"):
			return true, errQuit
		case atStart && t.kind == tokEOL:
			c.take()
			c.hush = 0
			c.begin()
			return true, nil
		case startsStatement(t):
			if err := c.statement(); err != errSyntax {
				return false, err
			}
		default:
			c.have = false
		}
	}
}

// recover goes on after an error that left no line or list open.
func (c *compiler) recover(atStart bool) error {
	done, err := c.lineRecover(atStart)
	if done || err != nil {
		return err
	}
	return c.line(true)
}

// execute runs what has been compiled, unless something was wrong with it.
func (c *compiler) execute() error {
	failed := c.failed
	g := c.gen
	var err error
	if !failed {
		g.show("@r")
		if c.b.compileOnly {
			c.b.printListing(g.listing.String())
		} else {
			link(g.code, g.labels)
			err = c.b.execute(g.code)
		}
	} else if c.b.compileOnly {
		c.b.printListing(g.listing.String())
	}
	c.begin()
	return err
}

// list is the statements between braces.
func (c *compiler) list() error {
	for {
		t := c.peek()
		switch {
		case t.is("}"):
			return nil
		case t.kind == tokEOL:
			c.take()
			continue
		}
		if err := c.listStatement(); err != nil {
			return err
		}
		for {
			t = c.peek()
			if t.is(";") {
				c.take()
				if t = c.peek(); t.is("}") || t.kind == tokEOL || t.is(";") {
					continue
				}
				if err := c.listStatement(); err != nil {
					return err
				}
				continue
			}
			if t.is("}") || t.kind == tokEOL {
				break
			}
			if err := c.listRecover(c.syntax()); err != nil {
				return err
			}
		}
	}
}

func (c *compiler) listStatement() error { return c.listRecover(c.statement()) }

// listRecover passes over tokens up to the next statement after a syntax error inside braces.
func (c *compiler) listRecover(err error) error {
	for err == errSyntax {
		for t := c.peek(); !startsStatement(t); t = c.peek() {
			if t.kind == tokEOF {
				return errEOF
			}
			c.have = false
		}
		err = c.statement()
	}
	return err
}

// errEOF is the end of the input where something had to follow.
var errEOF = errors.New("end of input")
