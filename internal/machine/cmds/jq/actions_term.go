package jq

// This file holds the productions of paths, patterns and object constructions.

func indexNode(obj, key *node, opt bool) *node {
	return &node{kind: nIndex, l: obj, r: key, opt: opt}
}

func fieldOf(opt bool) func(*parser, []part) *node {
	return func(_ *parser, v []part) *node { return indexNode(v[0].n, v[1].n, opt) }
}

func field(opt bool) func(*parser, []part) *node {
	return func(_ *parser, v []part) *node { return indexNode(&identityNode, v[0].n, opt) }
}

func stringOf(opt bool) func(*parser, []part) *node {
	return func(_ *parser, v []part) *node { return indexNode(v[0].n, v[2].n, opt) }
}

func stringField(opt bool) func(*parser, []part) *node {
	return func(_ *parser, v []part) *node { return indexNode(&identityNode, v[1].n, opt) }
}

func indexExp(opt bool) func(*parser, []part) *node {
	return func(_ *parser, v []part) *node { return indexNode(v[0].n, v[2].n, opt) }
}

func each(opt bool) func(*parser, []part) *node {
	return func(_ *parser, v []part) *node { return &node{kind: nEach, l: v[0].n, opt: opt} }
}

// sliceExp makes a slice whose bounds are the parts numbered; part 0 is a bound left out.
func sliceExp(from, to int, opt bool) func(*parser, []part) *node {
	return func(_ *parser, v []part) *node {
		n := &node{kind: nSlice, l: v[0].n, r: constNode(nil), x: constNode(nil), opt: opt}
		if from > 0 {
			n.r = v[from].n
		}
		if to > 0 {
			n.x = v[to].n
		}
		return n
	}
}

func oddField(p *parser, _ []part) *node {
	p.fail(`try .["field"] instead of .field for unusually named fields`)
	return &identityNode
}

func patternVar(_ *parser, v []part) *node {
	return &node{kind: nPatternVar, name: v[1].n.text()}
}

func patternArray(_ *parser, v []part) *node {
	return &node{kind: nPatternArray, list: v[1].n.list}
}

func patternObject(_ *parser, v []part) *node {
	return &node{kind: nPatternObject, list: v[1].n.list}
}

func objPatVar(_ *parser, v []part) *node {
	return &node{kind: nPatternPair, l: v[1].n, name: v[1].n.text()}
}

func objPatVarPattern(_ *parser, v []part) *node {
	return &node{kind: nPatternPair, l: v[1].n, name: v[1].n.text(), r: v[3].n}
}

func objPatKey(_ *parser, v []part) *node {
	return &node{kind: nPatternPair, l: v[0].n, r: v[2].n}
}

func objPatExp(p *parser, v []part) *node {
	p.checkKey(v[1].n)
	return &node{kind: nPatternPair, l: v[1].n, r: v[4].n}
}

func badKey(p *parser, v []part) *node {
	p.fail("May need parentheses around object key expression")
	return v[2].n
}

// checkKey complains of a constant that cannot be a key.
func (p *parser) checkKey(k *node) {
	if _, isStr := k.val.(*str); k.kind == nConst && !isStr {
		p.fail("Cannot use " + kindName(k.val) + " (" + truncated(k.val, 15) + ") as object key")
	}
}

func dictPair(_ *parser, v []part) *node { return &node{kind: nPair, l: v[0].n, r: v[2].n} }

func dictString(_ *parser, v []part) *node { return &node{kind: nPair, l: v[0].n} }

func dictVar(p *parser, v []part) *node {
	return &node{kind: nPair, l: v[1].n, r: variable(p, v)}
}

func dictName(_ *parser, v []part) *node {
	return &node{kind: nPair, l: v[0].n, r: indexNode(&identityNode, v[0].n, false)}
}

func dictExp(p *parser, v []part) *node {
	p.checkKey(v[1].n)
	return &node{kind: nPair, l: v[1].n, r: v[4].n}
}
