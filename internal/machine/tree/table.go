package tree

// The inode table is a radix tree of fixed depth with copy on write, so that a fork is one pointer and a change after it
// copies one path.
const (
	tableBits  = 5
	tableWidth = 1 << tableBits
	tableMask  = tableWidth - 1
	// MaxInode is the largest inode number that the table can hold.
	MaxInode = 1<<(4*tableBits) - 1
)

type leaf struct {
	owner *owner
	nodes [tableWidth]*Node
}

type inner struct {
	owner *owner
	kids  [tableWidth]*inner
	leafs *[tableWidth]*leaf // in the lowest inner level only
}

type table struct{ root *inner }

func (t *table) get(i Ino) *Node {
	n := t.root
	if n == nil || i > MaxInode {
		return nil
	}
	if n = n.kids[i>>(3*tableBits)&tableMask]; n == nil {
		return nil
	}
	if n = n.kids[i>>(2*tableBits)&tableMask]; n == nil || n.leafs == nil {
		return nil
	}
	l := n.leafs[i>>tableBits&tableMask]
	if l == nil {
		return nil
	}
	return l.nodes[i&tableMask]
}

func (n *inner) own(o *owner) *inner {
	if n == nil {
		return &inner{owner: o}
	}
	if n.owner == o {
		return n
	}
	c := *n
	c.owner = o
	if c.leafs != nil {
		leafs := *c.leafs
		c.leafs = &leafs
	}
	return &c
}

func (t *table) set(o *owner, i Ino, v *Node) {
	t.root = t.root.own(o)
	n := t.root
	for _, shift := range [2]uint{3 * tableBits, 2 * tableBits} {
		k := &n.kids[i>>shift&tableMask]
		*k = (*k).own(o)
		n = *k
	}
	if n.leafs == nil {
		n.leafs = new([tableWidth]*leaf)
	}
	l := &n.leafs[i>>tableBits&tableMask]
	switch {
	case *l == nil:
		*l = &leaf{owner: o}
	case (*l).owner != o:
		c := **l
		c.owner = o
		*l = &c
	}
	(*l).nodes[i&tableMask] = v
}

// diff calls f for every inode whose node is not the same in both tables.
func (t *table) diff(u *table, f func(i Ino, a, b *Node)) {
	diffInner(t.root, u.root, 0, 3*tableBits, f)
}

func diffInner(a, b *inner, base Ino, shift uint, f func(Ino, *Node, *Node)) {
	if a == b {
		return
	}
	for k := range Ino(tableWidth) {
		at := base | k<<shift
		if shift > tableBits {
			diffInner(a.kid(k), b.kid(k), at, shift-tableBits, f)
			continue
		}
		if la, lb := a.leaf(k), b.leaf(k); la != lb {
			for j := range Ino(tableWidth) {
				if x, y := la.node(j), lb.node(j); x != y {
					f(at|j, x, y)
				}
			}
		}
	}
}

func (n *inner) kid(k Ino) *inner {
	if n == nil {
		return nil
	}
	return n.kids[k]
}

func (n *inner) leaf(k Ino) *leaf {
	if n == nil || n.leafs == nil {
		return nil
	}
	return n.leafs[k]
}

func (l *leaf) node(k Ino) *Node {
	if l == nil {
		return nil
	}
	return l.nodes[k]
}
