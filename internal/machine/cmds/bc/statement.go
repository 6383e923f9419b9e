package bc

import "strconv"

// The properties of an expression: whether its value is printed when it is a statement, whether it is a comparison that stands
// alone, and whether it is the call of a void function.
const (
	printed = 1 << iota
	comparison
	isVoid
)

// statement compiles one statement.
func (c *compiler) statement() error {
	if c.depth++; c.depth > maxNesting {
		return c.syntax()
	}
	defer func() { c.depth-- }()
	t := c.peek()
	switch {
	case t.kind == tokString:
		c.take()
		c.gen.str('w', t.text)
		return nil
	case t.is("{"):
		c.take()
		if err := c.list(); err != nil {
			return err
		}
		return c.expect("}")
	case t.kind == tokWord:
		switch t.text {
		case "break", "continue", "quit", "halt", "warranty", "limits":
			c.take()
			return c.simple(t.text)
		case "return":
			c.take()
			return c.returned()
		case "for":
			c.take()
			return c.forLoop()
		case "if":
			c.take()
			return c.ifElse()
		case "while":
			c.take()
			return c.whileLoop()
		case "print":
			c.take()
			return c.print()
		}
	}
	kind, err := c.expression(0)
	if err != nil {
		return err
	}
	c.peek()
	if kind&printed != 0 {
		c.gen.op('W')
	} else {
		c.gen.op('p')
	}
	return nil
}

func (c *compiler) simple(word string) error {
	switch word {
	case "break":
		if c.brk == 0 {
			c.complain("Break outside a for/while")
		} else {
			c.gen.jump('J', c.brk)
		}
	case "continue":
		if c.cont == 0 {
			c.complain("Continue outside a for")
		} else {
			c.gen.jump('J', c.cont)
		}
	case "quit":
		return errQuit
	case "halt":
		c.gen.op('h')
	case "limits":
		c.b.show(limitsText)
	case "warranty":
		c.b.show("\n" + versionText + warrantyText)
	}
	return nil
}

const limitsText = `BC_BASE_MAX     = 2147483647
BC_DIM_MAX      = 16777215
BC_SCALE_MAX    = 2147483647
BC_STRING_MAX   = 2147483647
MAX Exponent    = 9223372036854775807
Number of vars  = 32767
`

func (c *compiler) returned() error {
	if !startsExpression(c.peek()) {
		c.gen.op('0')
	} else {
		kind, err := c.expression(0)
		if err != nil {
			return err
		}
		c.peek()
		if kind&isVoid != 0 {
			c.complain("return requires non-void expression")
		}
		if c.fn != nil && c.fn.void {
			c.complain("Return expression in a void function.")
		}
	}
	if c.fn == nil {
		c.complain("Return outside of a function.")
	}
	c.gen.op('R')
	return nil
}

// newline passes over one line end.
func (c *compiler) newline() {
	if c.peek().kind == tokEOL {
		c.take()
	}
}

// part compiles one of the three expressions of a for statement; given is false when it is not there.
func (c *compiler) part(end, complaint string) (given bool, err error) {
	if c.peek().is(end) {
		return false, nil
	}
	kind, err := c.expression(0)
	if err == nil && kind&isVoid != 0 {
		c.peek()
		c.complain(complaint)
	}
	return true, err
}

func (c *compiler) forLoop() error {
	g := c.gen
	oldBrk, oldCont := c.brk, c.cont
	if err := c.expect("("); err != nil {
		return err
	}
	c.brk = c.newLabel()
	defer func() { c.brk, c.cont = oldBrk, oldCont }()
	given, err := c.part(";", "first expression is void")
	if err != nil {
		return err
	}
	if err := c.expect(";"); err != nil {
		return err
	}
	if given {
		g.op('p')
	}
	test := c.newLabel()
	g.label(test)
	if given, err = c.part(";", "second expression is void"); err != nil {
		return err
	}
	if err := c.expect(";"); err != nil {
		return err
	}
	if !given {
		g.op('1')
	}
	body := c.newLabel()
	g.jump('B', body)
	g.jump('J', c.brk)
	c.cont = c.newLabel()
	g.label(c.cont)
	if given, err = c.part(")", "third expression is void"); err != nil {
		return err
	}
	if err := c.expect(")"); err != nil {
		return err
	}
	if given {
		g.op('p')
	}
	g.jump('J', test)
	g.label(body)
	c.newline()
	if err := c.statement(); err != nil {
		return err
	}
	g.jump('J', c.cont)
	g.label(c.brk)
	return nil
}

// condition compiles "( expression )".
func (c *compiler) condition() error {
	if err := c.expect("("); err != nil {
		return err
	}
	kind, err := c.expression(0)
	if err != nil {
		return err
	}
	if err := c.expect(")"); err != nil {
		return err
	}
	if kind&isVoid != 0 {
		c.complain("void expression")
	}
	return nil
}

func (c *compiler) ifElse() error {
	g := c.gen
	if err := c.condition(); err != nil {
		return err
	}
	otherwise := c.newLabel()
	g.jump('Z', otherwise)
	c.newline()
	if err := c.statement(); err != nil {
		return err
	}
	if c.accept("else") {
		end := c.newLabel()
		g.jump('J', end)
		g.label(otherwise)
		otherwise = end
		c.newline()
		if err := c.statement(); err != nil {
			return err
		}
	}
	g.label(otherwise)
	return nil
}

func (c *compiler) whileLoop() error {
	g := c.gen
	oldBrk, oldCont := c.brk, c.cont
	defer func() { c.brk, c.cont = oldBrk, oldCont }()
	c.cont = c.newLabel()
	g.label(c.cont)
	if err := c.expect("("); err != nil {
		return err
	}
	kind, err := c.expression(0)
	if err != nil {
		return err
	}
	if kind&isVoid != 0 {
		c.peek()
		c.complain("void expression")
	}
	c.brk = c.newLabel()
	g.jump('Z', c.brk)
	if err := c.expect(")"); err != nil {
		return err
	}
	c.newline()
	if err := c.statement(); err != nil {
		return err
	}
	g.jump('J', c.cont)
	g.label(c.brk)
	return nil
}

func (c *compiler) print() error {
	for {
		if t := c.peek(); t.kind == tokString {
			c.take()
			c.gen.str('O', t.text)
		} else {
			kind, err := c.expression(0)
			if err != nil {
				return err
			}
			c.peek()
			if kind&isVoid != 0 {
				c.complain("void expression in print")
			}
			c.gen.op('P')
		}
		if !c.accept(",") {
			return nil
		}
	}
}

// define compiles a function.
func (c *compiler) define() error {
	c.take()
	void := c.accept("void")
	name := c.peek()
	if name.kind != tokName {
		return c.syntax()
	}
	c.take()
	if err := c.expect("("); err != nil {
		return err
	}
	params, err := c.parameters(")")
	if err != nil {
		return err
	}
	if err := c.expect(")"); err != nil {
		return err
	}
	c.newline()
	if err := c.expect("{"); err != nil {
		return err
	}
	for c.peek().kind == tokEOL {
		c.take()
	}
	var autos []parameter
	if c.accept("auto") {
		if autos, err = c.parameters(""); err != nil {
			return err
		}
		if c.peek().kind != tokEOL && !c.peek().is(";") {
			return c.syntax()
		}
		c.take()
	}
	c.duplicates(params, autos)
	return c.body(name.text, void, params, autos)
}

// duplicates complains of names that come twice.
func (c *compiler) duplicates(params, autos []parameter) {
	same := func(list []parameter) bool {
		for i, a := range list {
			for _, b := range list[:i] {
				if a.array == b.array && a.index == b.index {
					return true
				}
			}
		}
		return false
	}
	if same(params) {
		c.complain("duplicate parameter names")
	}
	if same(autos) {
		c.complain("duplicate auto variable names")
	}
	for _, a := range autos {
		for _, b := range params {
			if a.array == b.array && a.index == b.index {
				c.complain("variable in both parameter and auto lists")
			}
		}
	}
}

func listed(list []parameter) string {
	s := ""
	for i, p := range list {
		if i > 0 {
			s += ","
		}
		switch {
		case p.byRef:
			s += "*-" + strconv.Itoa(p.index)
		case p.array:
			s += "-" + strconv.Itoa(p.index)
		default:
			s += strconv.Itoa(p.index)
		}
	}
	return s
}

// body compiles what stands between the braces of a function and defines it.
func (c *compiler) body(name string, void bool, params, autos []parameter) error {
	index := c.b.functionIndex(name)
	f := &function{name: name, defined: true, void: void, params: params, autos: autos}
	// Void is known as soon as the head is, for calls of itself.
	c.b.functions[index].void = void
	main := c.gen
	main.show("F" + strconv.Itoa(index) + "," + listed(params) + "." + listed(autos) + "[")
	c.gen = &generator{labels: map[int]int{}, list: main.list}
	c.fn = f
	err := c.list()
	if err == nil {
		err = c.expect("}")
	}
	g := c.gen
	if err == nil {
		g.op('0')
		g.op('R')
		link(g.code, g.labels)
		f.code = g.code
		if !c.failed {
			c.b.functions[index] = f
		}
	}
	main.show(g.listing.String() + "]")
	c.gen, c.fn = main, nil
	return err
}

// parameters reads a list of names, up to the token end.
func (c *compiler) parameters(end string) (list []parameter, err error) {
	if end != "" && c.peek().is(end) || end == "" && (c.peek().kind == tokEOL || c.peek().is(";")) {
		return nil, nil
	}
	for {
		var p parameter
		p.byRef = c.accept("*") || c.accept("&")
		t := c.peek()
		if t.kind != tokName {
			return nil, c.syntax()
		}
		c.take()
		p.name = t.text
		if c.accept("[") {
			if err := c.expect("]"); err != nil {
				return nil, err
			}
			p.array = true
		} else if p.byRef {
			return nil, c.syntax()
		}
		if p.array {
			p.index = c.b.arrayIndex(t.text)
		} else {
			p.index = c.b.variableIndex(t.text)
		}
		list = append(list, p)
		if !c.accept(",") {
			return list, nil
		}
	}
}
