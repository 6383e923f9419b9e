package regex

// nodeOp is the kind of a syntax tree node.
type nodeOp uint8

const (
	opEmpty   nodeOp = iota
	opRune           // one symbol: r
	opSet            // one symbol of set
	opCat            // sub in sequence
	opAlt            // one of sub, the first preferred
	opRepeat         // sub[0] from min to max times, max < 0 is no limit
	opGroup          // sub[0] captured as group n
	opBackref        // the text of group n again
	opAssert         // a position: assert
)

// node is one node of the syntax tree.
type node struct {
	op       nodeOp
	assert   assertion
	r        rune
	n        int
	min, max int
	depth    int
	set      *charSet
	sub      []*node
}

// assertion is a condition on the position between two symbols.
type assertion uint8

const (
	lineBegin assertion = iota
	lineEnd
	bufBegin
	bufEnd
	wordEdge
	notWordEdge
	wordBegin
	wordEnd
	noWordBefore // for Options.Word
	noWordAfter
)

// context describes one side of a position.
type context uint8

const (
	ctxBuffer  context = 1 << iota // the text ends here
	ctxNewline                     // ^ or $ matches here
	ctxWord                        // the neighbour is a word character

	contexts = 8
)

// holds reports whether an assertion is true between two contexts.
func (a assertion) holds(left, right context) bool {
	switch a {
	case lineBegin:
		return left&ctxNewline != 0
	case lineEnd:
		return right&ctxNewline != 0
	case bufBegin:
		return left&ctxBuffer != 0
	case bufEnd:
		return right&ctxBuffer != 0
	case wordEdge:
		return (left^right)&ctxWord != 0
	case notWordEdge:
		return (left^right)&ctxWord == 0
	case wordBegin:
		return left&ctxWord == 0 && right&ctxWord != 0
	case wordEnd:
		return left&ctxWord != 0 && right&ctxWord == 0
	case noWordBefore:
		return left&ctxWord == 0
	case noWordAfter:
		return right&ctxWord == 0
	}
	return false
}

// joined returns a node over sub, one level deeper than its deepest member.
func joined(op nodeOp, sub ...*node) *node {
	n := &node{op: op, sub: sub}
	for _, s := range sub {
		n.depth = max(n.depth, s.depth+1)
	}
	return n
}
