package jq

import "math"

// nodeKind tells the kinds of expression apart.
type nodeKind uint8

const (
	nIdentity nodeKind = iota
	nConst             // val
	nPipe              // l | r
	nComma             // l , r
	nCall              // name(list)
	nVar               // $name
	nBind              // l is an nDef; r the expression that may call it
	nDef               // def name(list): l;
	nParam             // a parameter called name; val is true for a $parameter
	nAs                // l as list | r
	nReduce            // reduce l as list (r; x)
	nForeach           // foreach l as list (r; x; y); y may be missing
	nIf                // if l then r else x
	nTry               // try l catch r; without r, errors end it silently
	nLabel             // label $name | l
	nBreak             // break $name
	nOr
	nAnd
	nAlternative       // l // r
	nAlternativeAssign // l //= r
	nUpdate            // l op= r, where name is the function that op calls
	nIndex             // l[r]; opt says that errors are dropped
	nSlice             // l[r:x]
	nEach              // l[]
	nCollect           // [l]
	nObject            // {list}
	nPair              // l: r in an object; without r the value is that of the input under the same key
	nList              // list, not an expression
	nPatternVar        // $name
	nPatternArray      // [list]
	nPatternObject     // {list} of nPatternPair
	nPatternPair       // l: r; name is a variable that also gets the value; r may be missing then
	nImport            // val is what is known of it
	nFormat            // l, formatted as r says
)

// node is an expression or another part of a program.
type node struct {
	kind       nodeKind
	opt        bool
	name       string
	val        value
	l, r, x, y *node
	list       []*node
	pos        int // where a name is, for the message that it is not defined; -1: nowhere
	src        *source
	bind       *binding // what a name means
}

var identityNode = node{kind: nIdentity}

func constNode(v value) *node { return &node{kind: nConst, val: v, pos: -1} }

func stringNode(s string) *node { return constNode(newStr(s)) }

// call returns a call without a place in the text.
func call(name string, args ...*node) *node {
	return &node{kind: nCall, name: name, list: args, pos: -1}
}

// text returns the string that a token node stands for.
func (n *node) text() string {
	if s, ok := n.val.(*str); ok {
		return s.s
	}
	return ""
}

// fold computes an operator on constants; nil says that it cannot.
func fold(name string, a, b *node) *node {
	if a.kind != nConst || b.kind != nConst {
		return nil
	}
	if name == "_plus" {
		if a.val == nil {
			return b
		}
		if b.val == nil {
			return a
		}
		x, ok1 := a.val.(*str)
		y, ok2 := b.val.(*str)
		if ok1 && ok2 {
			return stringNode(x.s + y.s)
		}
	}
	x, ok1 := a.val.(float64)
	y, ok2 := b.val.(float64)
	if !ok1 || !ok2 {
		return nil
	}
	var v value
	switch name {
	case "_plus":
		v = x + y
	case "_minus":
		v = x - y
	case "_multiply":
		v = x * y
	case "_divide":
		v = x / y
	case "_equal":
		v = x == y
	case "_notequal":
		v = x != y
	case "_less":
		v = x < y
	case "_greater":
		v = x > y
	case "_lesseq":
		v = x <= y
	case "_greatereq":
		v = x >= y
	default:
		return nil
	}
	return constNode(v)
}

// infinite says that a node is a constant that overflowed.
func infinite(n *node) bool {
	f, ok := n.val.(float64)
	return n.kind == nConst && ok && math.IsInf(f, 0)
}

// constArray returns the array that a list of constants separated by commas makes, or nil. As in jq, a list in parentheses
// other than at the front does not count.
func constArray(n *node) *node {
	count := 1
	for m := n; m.kind == nComma; m = m.l {
		if m.r.kind != nConst {
			return nil
		}
		count++
		if m.l.kind != nComma && m.l.kind != nConst {
			return nil
		}
	}
	if n.kind != nComma && n.kind != nConst {
		return nil
	}
	items := make([]value, count)
	for i := count - 1; i >= 0; i-- {
		if n.kind == nConst {
			items[i] = n.val
			break
		}
		items[i] = n.r.val
		n = n.l
	}
	return constNode(newArr(items))
}

// constObject returns the object that constant pairs make, or nil.
func constObject(pairs []*node) *node {
	o := newObj(len(pairs))
	for _, p := range pairs {
		if p.r == nil || p.l.kind != nConst || p.r.kind != nConst {
			return nil
		}
		k, ok := p.l.val.(*str)
		if !ok {
			return nil
		}
		o.put(k, p.r.val)
	}
	return constNode(o)
}
