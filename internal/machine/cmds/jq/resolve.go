package jq

// bindingKind tells what a name can stand for.
type bindingKind uint8

const (
	bindFunc bindingKind = iota
	bindNative
	bindParam
	bindVar
	bindConst
)

// binding is the meaning of a name: a function, a parameter, a variable.
type binding struct {
	kind   bindingKind
	refs   int
	def    *node     // of a function
	scope  *scope    // in which def stands, without itself
	top    bool      // a function at the outermost level, compiled only when something calls it
	done   bool      // def has been resolved
	fn     *function // of a function: its code
	owner  *function // of parameters and variables: the function whose frame has them
	idx    int       // and the place there
	native *native
	val    value // of a constant
}

// scope is a chain of names, innermost first.
type scope struct {
	name  string
	arity int // -1 for a variable
	b     *binding
	up    *scope
}

func (s *scope) with(name string, arity int, b *binding) *scope {
	return &scope{name, arity, b, s}
}

func (s *scope) find(name string, arity int) *binding {
	for ; s != nil; s = s.up {
		if s.arity == arity && s.name == name {
			return s.b
		}
	}
	return nil
}

const variableArity = -1

// compiler turns a program into code.
type compiler struct {
	h       *host
	main    *function
	globals *obj // named arguments
	env     func() value
	natives map[string]*binding // built-in functions met so far, by NAME/ARITY
	queue   []*binding          // functions whose bodies are to be resolved
	tops    []*binding          // outermost functions that are called
	errors  []string
	depth   int
}

// builtinSource names the text of the functions that are written in jq.
const builtinSource = "<builtin>"

// builtin returns the built-in function of a name.
func (c *compiler) builtin(name string, arity int) *binding {
	key := builtinKey(name, arity)
	if b, ok := c.natives[key]; ok {
		return b
	}
	b := c.makeBuiltin(key, name)
	c.natives[key] = b
	return b
}

func (c *compiler) makeBuiltin(key, name string) *binding {
	if n := findNative(key); n != nil {
		return &binding{kind: bindNative, native: n}
	}
	text := builtinText(key)
	if text == "" {
		return nil
	}
	prog, errs := parse(newSource(builtinSource, text), c.h.tick)
	if len(errs) > 0 || len(prog.defs) != 1 {
		return nil
	}
	return &binding{kind: bindFunc, def: prog.defs[0], top: true}
}

// refer notes that b is used.
func (c *compiler) refer(b *binding) {
	b.refs++
	if b.top && !b.done {
		b.done = true
		c.queue = append(c.queue, b)
	}
}

// resolveAll resolves n and then every outermost function that it needs.
func (c *compiler) resolveAll(n *node, s *scope) {
	c.resolve(n, s)
	for len(c.queue) > 0 {
		b := c.queue[0]
		c.queue = c.queue[1:]
		c.tops = append(c.tops, b)
		c.resolveDef(b)
	}
}

// resolveDef resolves the body of a function. Parameters hide the function itself, later ones earlier ones.
func (c *compiler) resolveDef(b *binding) {
	def := b.def
	s := b.scope.with(def.name, len(def.list), b)
	for _, p := range def.list {
		p.bind = &binding{kind: bindParam}
		s = s.with(p.name, 0, p.bind)
		if p.opt {
			p.x = &node{kind: nPatternVar, name: p.name, bind: &binding{kind: bindVar}}
			s = s.with(p.name, variableArity, p.x.bind)
		}
	}
	c.resolve(def.l, s)
}

// maxNest bounds the nesting of expressions.
const maxNest = 100000

// resolve finds out what the names in n mean and spells out the calls that operators stand for: those too go to what is
// defined under their names.
func (c *compiler) resolve(n *node, s *scope) {
	if n == nil {
		return
	}
	c.h.tick(1)
	if c.depth++; c.depth > maxNest {
		c.h.p.Exhaust("depth")
	}
	defer func() { c.depth-- }()
	switch n.kind {
	case nCall:
		c.resolveCall(n, s)
		return
	case nVar:
		c.resolveVar(n, s)
		return
	case nBind:
		c.resolveBind(n, s)
		return
	case nAs, nReduce, nForeach:
		c.resolveLoop(n, s)
		return
	case nLabel:
		n.bind = &binding{kind: bindVar}
		s = s.with(n.name, variableArity, n.bind)
		n.x = call("_equal", &identityNode, &node{kind: nVar, name: n.name, bind: n.bind})
		n.y = call("error")
	case nBreak:
		n.l = &node{kind: nVar, name: n.name, pos: n.pos, src: n.src}
		n.r = call("error")
		n.r.pos, n.r.src = n.pos, n.src
	case nTry:
		if n.r != nil {
			n.x = call("_equal", stringNode("object"), &identityNode)
			n.y = call("error")
		}
	case nUpdate, nAlternativeAssign:
		c.resolveUpdate(n, s)
		return
	case nFormat:
		n.x = call("format", n.r)
		n.r = nil
	}
	for _, m := range [...]*node{n.l, n.r, n.x, n.y} {
		c.resolve(m, s)
	}
	for _, m := range n.list {
		c.resolve(m, s)
	}
}

func (c *compiler) resolveCall(n *node, s *scope) {
	b := s.find(n.name, len(n.list))
	if b == nil {
		b = c.builtin(n.name, len(n.list))
	}
	if b != nil {
		n.bind = b
		c.refer(b)
	}
	for _, a := range n.list {
		c.resolve(a, s)
	}
}

func (c *compiler) resolveVar(n *node, s *scope) {
	if n.bind != nil {
		return
	}
	if n.bind = s.find(n.name, variableArity); n.bind != nil {
		return
	}
	if n.name == "ENV" {
		n.bind = &binding{kind: bindConst, val: c.env()}
	} else if v, ok := c.globals.get(n.name); ok {
		n.bind = &binding{kind: bindConst, val: v}
	}
}

// resolveBind leaves out a function that nothing calls, errors in it and all.
func (c *compiler) resolveBind(n *node, s *scope) {
	b := &binding{kind: bindFunc, def: n.l, scope: s}
	n.bind = b
	c.resolve(n.r, s.with(n.l.name, len(n.l.list), b))
	if b.refs > 0 {
		c.resolveDef(b)
	}
}

func (c *compiler) resolveUpdate(n *node, s *scope) {
	n.bind = &binding{kind: bindVar}
	old := &node{kind: nVar, name: "tmp", bind: n.bind}
	change := call(n.name, &identityNode, old)
	if n.kind == nAlternativeAssign {
		change = &node{kind: nAlternative, l: &identityNode, r: old}
	}
	n.x = call("_modify", n.l, change)
	n.l = nil
	c.resolve(n.r, s)
	c.resolve(n.x, s)
}

// resolveLoop resolves the forms that bind variables by patterns.
func (c *compiler) resolveLoop(n *node, s *scope) {
	c.resolve(n.l, s)
	inner := s
	if len(n.list) > 1 {
		inner = c.alternatives(n, s)
	} else {
		var vars []*scope
		c.pattern(n.list[0], s, func(name string) *binding {
			b := &binding{kind: bindVar}
			vars = append(vars, &scope{name: name, b: b})
			return b
		})
		for i := len(vars) - 1; i >= 0; i-- { // the first one set is the one seen
			inner = inner.with(vars[i].name, variableArity, vars[i].b)
		}
	}
	if n.kind == nAs {
		c.resolve(n.r, inner)
		return
	}
	c.resolve(n.r, s)
	c.resolve(n.x, inner)
	c.resolve(n.y, inner)
}

// alternatives binds every variable of patterns joined by ?// once, for all of them; x of the node's patterns' list lists
// them.
func (c *compiler) alternatives(n *node, s *scope) *scope {
	inner := s
	vars := &node{kind: nList}
	declare := func(name string) *binding {
		if b := inner.find(name, variableArity); b != nil && inner != s {
			for _, v := range vars.list {
				if v.bind == b {
					return b
				}
			}
		}
		b := &binding{kind: bindVar}
		inner = inner.with(name, variableArity, b)
		vars.list = append(vars.list, &node{kind: nPatternVar, name: name, bind: b})
		return b
	}
	for _, p := range n.list {
		patternNames(p, func(name string) { declare(name) })
	}
	for _, p := range n.list {
		c.pattern(p, inner, declare)
	}
	n.list[0].y = vars
	return inner
}

// patternNames calls f for every variable of a pattern.
func patternNames(p *node, f func(name string)) {
	if p.name != "" {
		f(p.name)
	}
	for _, m := range p.list {
		patternNames(m, f)
	}
	if p.kind == nPatternPair && p.r != nil {
		patternNames(p.r, f)
	}
}

// pattern gives the variables of a pattern their bindings, in the order in which they are set, and resolves its keys.
func (c *compiler) pattern(p *node, s *scope, declare func(name string) *binding) {
	switch p.kind {
	case nPatternVar:
		p.bind = declare(p.name)
	case nPatternArray:
		for i := len(p.list) - 1; i >= 0; i-- {
			c.pattern(p.list[i], s, declare)
		}
	case nPatternObject:
		for _, m := range p.list {
			c.pattern(m, s, declare)
		}
	case nPatternPair:
		c.resolve(p.l, s)
		if p.name != "" {
			p.bind = declare(p.name)
		}
		if p.r != nil {
			c.pattern(p.r, s, declare)
		}
	}
}
