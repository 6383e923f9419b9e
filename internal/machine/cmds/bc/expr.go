package bc

// The precedence of the operators.
const (
	precOr = iota + 1
	precAnd
	precNot
	precRel
	precAssign
	precAdd
	precMul
	precPow
)

// relOps are the instructions of the comparisons.
var relOps = map[string]byte{"==": '=', "<": '<', "<=": '{', ">": '>', ">=": '}', "!=": '#'}

// binaryOp returns the precedence of t as a binary operator, 0 when it is none.
func binaryOp(t token) int {
	switch t.kind {
	case tokOr:
		return precOr
	case tokAnd:
		return precAnd
	case tokRel:
		return precRel
	case tokChar:
		switch t.text {
		case "+", "-":
			return precAdd
		case "*", "/", "%":
			return precMul
		case "^":
			return precPow
		}
	}
	return 0
}

// expression compiles an expression whose operators have at least the precedence least.
func (c *compiler) expression(least int) (kind int, err error) {
	if c.depth++; c.depth > maxNesting {
		return 0, c.syntax()
	}
	defer func() { c.depth-- }()
	if kind, err = c.operand(); err != nil {
		return 0, err
	}
	return c.binary(kind, least)
}

// binary goes on with the operators after an operand.
func (c *compiler) binary(left, least int) (kind int, err error) {
	for {
		t := c.peek()
		prec := binaryOp(t)
		if prec == 0 || prec < least {
			return left, nil
		}
		c.take()
		if left, err = c.apply(t, prec, left); err != nil {
			return 0, err
		}
	}
}

// apply compiles the right side of an operator and the operator.
func (c *compiler) apply(t token, prec, left int) (int, error) {
	g := c.gen
	var done, other int
	switch prec {
	case precAnd:
		done = c.newLabel()
		g.op('D')
		g.jump('Z', done)
		g.op('p')
	case precOr:
		done = c.newLabel()
		g.jump('B', done)
	}
	from := prec + 1
	if prec == precPow {
		from = prec
	}
	right, err := c.expression(from)
	if err != nil {
		return 0, err
	}
	c.peek()
	if (left|right)&isVoid != 0 {
		what := "with " + t.text
		if prec == precRel {
			what = "with comparison"
		}
		c.complain("void expression " + what)
	}
	switch prec {
	case precAnd:
		g.op('D')
		g.jump('Z', done)
		g.op('p')
		g.op('1')
		g.label(done)
	case precOr:
		g.jump('B', done)
		g.op('0')
		other = c.newLabel()
		g.jump('J', other)
		g.label(done)
		g.op('1')
		g.label(other)
	case precRel:
		g.op(relOps[t.text])
		return printed | comparison, nil
	default:
		g.op(t.text[0])
	}
	return (left | right) & printed, nil
}

// operand compiles what stands between binary operators.
func (c *compiler) operand() (kind int, err error) {
	t := c.peek()
	g := c.gen
	switch {
	case t.kind == tokNumber:
		c.take()
		g.constant(t.text)
		return printed, nil
	case t.is("("):
		c.take()
		if kind, err = c.expression(0); err != nil {
			return 0, err
		}
		if err := c.expect(")"); err != nil {
			return 0, err
		}
		if kind&isVoid != 0 {
			c.complain("void expression in parenthesis")
		}
		return printed, nil
	case t.is("-"):
		c.take()
		if c.depth++; c.depth > maxNesting {
			return 0, c.syntax()
		}
		kind, err = c.operand()
		c.depth--
		if err != nil {
			return 0, err
		}
		if kind&isVoid != 0 {
			c.complain("void expression with unary -")
		}
		g.op('n')
		return kind, nil
	case t.kind == tokNot:
		c.take()
		if kind, err = c.expression(precRel); err != nil {
			return 0, err
		}
		if kind&isVoid != 0 {
			c.complain("void expression with !")
		}
		g.op('!')
		return kind, nil
	case t.kind == tokIncr:
		c.take()
		return c.increment(t.text)
	case t.kind == tokName:
		c.take()
		return c.name(t.text)
	case t.kind == tokWord:
		return c.word(t.text)
	}
	return 0, c.syntax()
}

// ref is something that can be assigned to. The index of an array element has been compiled already.
type ref struct {
	array bool
	index int
}

// reference compiles the name of something that can be assigned to.
func (c *compiler) reference(name string) (ref, error) {
	if !c.accept("[") {
		return ref{index: c.b.variableIndex(name)}, nil
	}
	return c.subscript(name)
}

// subscript compiles an index after its bracket.
func (c *compiler) subscript(name string) (ref, error) {
	kind, err := c.expression(0)
	if err != nil {
		return ref{}, err
	}
	if err := c.expect("]"); err != nil {
		return ref{}, err
	}
	if kind&isVoid != 0 {
		c.complain("void expression as subscript")
	}
	return ref{true, c.b.arrayIndex(name)}, nil
}

// special returns the number of a special variable, -1 for other words.
func special(word string) int {
	switch word {
	case "ibase":
		return 0
	case "obase":
		return 1
	case "scale":
		return 2
	case "history":
		return 3
	case "last":
		return 4
	}
	return -1
}

func (c *compiler) increment(op string) (int, error) {
	t := c.peek()
	var r ref
	var err error
	switch {
	case t.kind == tokName:
		c.take()
		r, err = c.reference(t.text)
	case t.kind == tokWord && special(t.text) >= 0:
		c.take()
		r.index = special(t.text)
	default:
		err = c.syntax()
	}
	if err != nil {
		return 0, err
	}
	g := c.gen
	if r.array {
		g.op('D')
		g.variable("AM"[btoi(op == "--")], r.index)
		g.variable('L', r.index)
	} else {
		g.variable("id"[btoi(op == "--")], r.index)
		g.variable('l', r.index)
	}
	return printed, nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// name compiles a variable, an element or a call.
func (c *compiler) name(s string) (int, error) {
	if c.accept("(") {
		return c.call(s)
	}
	r, err := c.reference(s)
	if err != nil {
		return 0, err
	}
	return c.use(r)
}

// use compiles what is done with something that can be assigned to: assignment, increment or loading.
func (c *compiler) use(r ref) (int, error) {
	g := c.gen
	load, store, inc := byte('l'), byte('s'), "id"
	if r.array {
		load, store, inc = 'L', 'S', "AM"
	}
	switch t := c.peek(); t.kind {
	case tokAssign:
		c.take()
		if t.text != "=" {
			if r.array {
				g.op('D')
			}
			g.variable(load, r.index)
		}
		kind, err := c.expression(precAssign)
		if err != nil {
			return 0, err
		}
		if kind&isVoid != 0 {
			c.complain("Assignment of a void expression")
		}
		if t.text != "=" {
			g.op(t.text[0])
		}
		g.variable(store, r.index)
		return 0, nil
	case tokIncr:
		c.take()
		if r.array {
			g.op('D')
			g.variable(load, r.index)
			g.op('x')
		} else {
			g.variable(load, r.index)
		}
		g.variable(inc[btoi(t.text == "--")], r.index)
		return printed, nil
	}
	g.variable(load, r.index)
	return printed, nil
}

// call compiles the arguments of a call and the call.
func (c *compiler) call(name string) (int, error) {
	args := ""
	for !c.peek().is(")") {
		array, err := c.argument()
		if err != nil {
			return 0, err
		}
		if array {
			args += "1"
		} else {
			args += "0"
		}
		if !c.accept(",") {
			break
		}
		if c.peek().is(")") {
			return 0, c.syntax()
		}
	}
	if err := c.expect(")"); err != nil {
		return 0, err
	}
	f := c.b.functionIndex(name)
	c.gen.call(f, args)
	if c.b.functions[f].void {
		return isVoid, nil
	}
	return printed, nil
}

// argument compiles one argument; array says that it is a whole array.
func (c *compiler) argument() (array bool, err error) {
	t := c.peek()
	kind := 0
	if t.kind == tokName {
		c.take()
		switch {
		case c.accept("["):
			if c.accept("]") {
				index := itoa(c.b.arrayIndex(t.text))
				c.gen.emit(instr{op: 'K', text: index}, len(index)+2, "K"+index+":")
				return true, nil
			}
			var r ref
			if r, err = c.subscript(t.text); err == nil {
				kind, err = c.use(r)
			}
		default:
			kind, err = c.name(t.text)
		}
		if err == nil {
			kind, err = c.binary(kind, 0)
		}
	} else {
		kind, err = c.expression(0)
	}
	if err == nil && kind&isVoid != 0 {
		c.complain("void argument")
	}
	return false, err
}

// word compiles an operand that begins with a word of the language.
func (c *compiler) word(s string) (int, error) {
	builtin := byte(0)
	switch s {
	case "length":
		builtin = 'L'
	case "sqrt":
		builtin = 'R'
	case "read":
		builtin = 'I'
	case "random":
		builtin = 'X'
	case "scale":
	default:
		if special(s) < 0 {
			return 0, c.syntax()
		}
		c.take()
		return c.use(ref{index: special(s)})
	}
	c.take()
	if builtin == 0 {
		if !c.peek().is("(") {
			return c.use(ref{index: special(s)})
		}
		builtin = 'S'
	}
	if err := c.expect("("); err != nil {
		return 0, err
	}
	if builtin != 'I' && builtin != 'X' {
		kind, err := c.expression(0)
		if err != nil {
			return 0, err
		}
		if kind&isVoid != 0 {
			c.complain("void expression in " + s + "()")
		}
	}
	if err := c.expect(")"); err != nil {
		return 0, err
	}
	c.gen.builtin(builtin)
	return printed, nil
}
