package jq

// This file holds what the productions of the grammar make.

func nothing(*parser, []part) *node { return nil }

func identity(*parser, []part) *node { return &identityNode }

func second(_ *parser, v []part) *node { return v[1].n }
func third(_ *parser, v []part) *node  { return v[2].n }
func fourth(_ *parser, v []part) *node { return v[3].n }

// prepend and prepend2 put their first part before a list that is their last, in reverse so that adding is cheap.
func prepend(_ *parser, v []part) *node  { return prependTo(v[1].n, v[0].n) }
func prepend2(_ *parser, v []part) *node { return prependTo(v[2].n, v[0].n) }

func prependTo(list, n *node) *node {
	if list == nil {
		list = &node{kind: nList}
	}
	list.list = append(list.list, n)
	list.opt = true // reversed
	return list
}

// items returns the elements of a list in order.
func items(n *node) []*node {
	if n == nil {
		return nil
	}
	if n.opt {
		for i, j := 0, len(n.list)-1; i < j; i, j = i+1, j-1 {
			n.list[i], n.list[j] = n.list[j], n.list[i]
		}
		n.opt = false
	}
	return n.list
}

func listOf(_ *parser, v []part) *node { return &node{kind: nList, list: []*node{v[0].n}} }

func listMore(_ *parser, v []part) *node {
	v[0].n.list = append(v[0].n.list, v[2].n)
	return v[0].n
}

func topMain(p *parser, v []part) *node {
	p.answer = &program{module: v[0].n, imports: items(v[1].n), main: v[2].n}
	return nil
}

func topLibrary(p *parser, v []part) *node {
	p.answer = &program{module: v[0].n, imports: items(v[1].n), defs: items(v[2].n)}
	return nil
}

func moduleHead(p *parser, v []part) *node {
	if v[1].n.kind != nConst {
		p.fail("Module metadata must be constant")
		return nil
	}
	return v[1].n
}

func importMeta(p *parser, v []part) *node {
	n := v[1].n
	if n.kind != nConst {
		p.fail("Module metadata must be constant")
		return v[0].n
	}
	meta, ok := n.val.(*obj)
	if !ok {
		p.fail("Module metadata must be an object")
		return v[0].n
	}
	v[0].n.val = meta.merged(v[0].n.val.(*obj))
	return v[0].n
}

func importNode(path, as *node, data bool) *node {
	o := newObj(3)
	if as != nil {
		o.put(newStr("as"), as.val)
	}
	o.put(newStr("is_data"), data)
	o.put(newStr("relpath"), path.val)
	return &node{kind: nImport, val: o}
}

func importData(_ *parser, v []part) *node { return importNode(v[1].n, v[4].n, true) }
func importCode(_ *parser, v []part) *node { return importNode(v[1].n, v[3].n, false) }
func include(_ *parser, v []part) *node    { return importNode(v[1].n, nil, false) }

func importFrom(p *parser, v []part) *node {
	if v[0].n.kind != nConst {
		p.fail("Import path must be constant")
		return stringNode("")
	}
	return v[0].n
}

func bindDef(_ *parser, v []part) *node { return &node{kind: nBind, l: v[0].n, r: v[1].n} }

func destructure(_ *parser, v []part) *node {
	return &node{kind: nAs, l: v[0].n, list: v[2].n.list, r: v[4].n}
}

func reduceExp(_ *parser, v []part) *node {
	return &node{kind: nReduce, l: v[1].n, list: v[3].n.list, r: v[5].n, x: v[7].n}
}

func foreachExp(_ *parser, v []part) *node {
	n := &node{kind: nForeach, l: v[1].n, list: v[3].n.list, r: v[5].n, x: v[7].n}
	if len(v) > 9 {
		n.y = v[9].n
	}
	return n
}

func cond(_ *parser, v []part) *node {
	return &node{kind: nIf, l: v[1].n, r: v[3].n, x: v[4].n}
}

func openIf(p *parser, v []part) *node {
	p.fail("Possibly unterminated 'if' statement")
	return v[1].n
}

func tryCatch(_ *parser, v []part) *node { return &node{kind: nTry, l: v[1].n, r: v[3].n} }
func tryOnly(_ *parser, v []part) *node  { return &node{kind: nTry, l: v[1].n} }
func optional(_ *parser, v []part) *node { return &node{kind: nTry, l: v[0].n} }

func openTry(p *parser, v []part) *node {
	p.fail("Possibly unterminated 'try' statement")
	return v[1].n
}

func labelExp(_ *parser, v []part) *node {
	return &node{kind: nLabel, name: "*label-" + v[2].n.text(), l: v[4].n}
}

func breakTo(p *parser, v []part) *node {
	return &node{kind: nBreak, name: "*label-" + v[2].n.text(), pos: p.at, src: p.src}
}

func breakNowhere(p *parser, _ []part) *node {
	p.fail("break requires a label to break to")
	return &identityNode
}

// pair, binary and update make the operators.
func pair(kind nodeKind) func(*parser, []part) *node {
	return func(_ *parser, v []part) *node { return &node{kind: kind, l: v[0].n, r: v[2].n} }
}

func binary(name string) func(*parser, []part) *node {
	return func(_ *parser, v []part) *node { return operator(name, v[0].n, v[2].n) }
}

func operator(name string, a, b *node) *node {
	if n := fold(name, a, b); n != nil {
		return n
	}
	return call(name, a, b)
}

func update(name string) func(*parser, []part) *node {
	return func(_ *parser, v []part) *node { return &node{kind: nUpdate, name: name, l: v[0].n, r: v[2].n} }
}

func negate(_ *parser, v []part) *node { return &node{kind: nPipe, l: v[1].n, r: call("_negate")} }

func divide(p *parser, v []part) *node {
	n := operator("_divide", v[0].n, v[2].n)
	if infinite(n) {
		p.fail("Division by zero?")
	}
	return n
}

func remainder(_ *parser, v []part) *node { return operator("_mod", v[0].n, v[2].n) }

func funcDef(_ *parser, v []part) *node {
	return &node{kind: nDef, name: v[1].n.text(), l: v[3].n}
}

func funcDefParams(_ *parser, v []part) *node {
	return &node{kind: nDef, name: v[1].n.text(), list: v[3].n.list, l: v[6].n}
}

func paramValue(_ *parser, v []part) *node {
	return &node{kind: nParam, name: v[1].n.text(), opt: true}
}

func paramClosure(_ *parser, v []part) *node { return &node{kind: nParam, name: v[0].n.text()} }

// textFormat and namedFormat stand before the pieces of a string and say how its expressions are formatted.
func textFormat(*parser, []part) *node { return stringNode("text") }

func namedFormat(p *parser, _ []part) *node { return p.stack[len(p.stack)-2].n }

func emptyString(*parser, []part) *node { return stringNode("") }

func stringText(_ *parser, v []part) *node { return operator("_plus", v[0].n, v[1].n) }

func stringInterp(p *parser, v []part) *node {
	format := p.stack[len(p.stack)-len(v)-1].n
	return operator("_plus", v[0].n, &node{kind: nFormat, l: v[2].n, r: format})
}

func formatAlone(_ *parser, v []part) *node {
	return &node{kind: nFormat, l: &identityNode, r: v[0].n}
}

func recurseAll(*parser, []part) *node { return call("recurse") }

func collect(_ *parser, v []part) *node {
	if n := constArray(v[1].n); n != nil {
		return n
	}
	return &node{kind: nCollect, l: v[1].n}
}

func emptyArray(*parser, []part) *node { return constNode(newArr(nil)) }

func object(_ *parser, v []part) *node {
	pairs := items(v[1].n)
	if n := constObject(pairs); n != nil {
		return n
	}
	return &node{kind: nObject, list: pairs}
}

func hereLoc(p *parser, _ []part) *node {
	o := newObj(2)
	o.put(newStr("file"), newStr(p.src.name))
	o.put(newStr("line"), float64(p.src.line(p.at)+1))
	return constNode(o)
}

func variable(p *parser, v []part) *node {
	return &node{kind: nVar, name: v[1].n.text(), pos: p.at, src: p.src}
}

func nameOrConst(p *parser, v []part) *node {
	switch name := v[0].n.text(); name {
	case "false":
		return constNode(false)
	case "true":
		return constNode(true)
	case "null":
		return constNode(nil)
	default:
		return &node{kind: nCall, name: name, pos: p.at, src: p.src}
	}
}

func callArgs(p *parser, v []part) *node {
	return &node{kind: nCall, name: v[0].n.text(), list: v[2].n.list, pos: p.at, src: p.src}
}
