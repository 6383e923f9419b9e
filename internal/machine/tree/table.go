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
	kids  [tableWidth]*low
}

type top struct {
	owner *owner
	kids  [tableWidth]*inner
}

type low struct {
	owner *owner
	leafs [tableWidth]*leaf
}

type table struct{ root *top }

func (t *table) get(i Ino) *Node {
	if t.root == nil || i > MaxInode {
		return nil
	}
	n := t.root.kids[i>>(3*tableBits)&tableMask]
	if n == nil {
		return nil
	}
	m := n.kids[i>>(2*tableBits)&tableMask]
	if m == nil {
		return nil
	}
	l := m.leafs[i>>tableBits&tableMask]
	if l == nil {
		return nil
	}
	return l.nodes[i&tableMask]
}

// own returns n, or a copy of it, that o may change.
func (n *top) own(o *owner) *top {
	switch {
	case n == nil:
		return &top{owner: o}
	case n.owner == o:
		return n
	}
	return &top{o, n.kids}
}

func (n *inner) own(o *owner) *inner {
	switch {
	case n == nil:
		return &inner{owner: o}
	case n.owner == o:
		return n
	}
	return &inner{o, n.kids}
}

func (n *low) own(o *owner) *low {
	switch {
	case n == nil:
		return &low{owner: o}
	case n.owner == o:
		return n
	}
	return &low{o, n.leafs}
}

func (l *leaf) own(o *owner) *leaf {
	switch {
	case l == nil:
		return &leaf{owner: o}
	case l.owner == o:
		return l
	}
	return &leaf{o, l.nodes}
}

func (t *table) set(o *owner, i Ino, v *Node) {
	t.root = t.root.own(o)
	n := &t.root.kids[i>>(3*tableBits)&tableMask]
	*n = (*n).own(o)
	m := &(*n).kids[i>>(2*tableBits)&tableMask]
	*m = (*m).own(o)
	l := &(*m).leafs[i>>tableBits&tableMask]
	*l = (*l).own(o)
	(*l).nodes[i&tableMask] = v
}

// diff calls f for every inode whose node is not the same in both tables.
func (t *table) diff(u *table, f func(i Ino, a, b *Node)) {
	if t.root == u.root {
		return
	}
	for i := range Ino(tableWidth) {
		if x, y := t.root.kid(i), u.root.kid(i); x != y {
			diffInner(x, y, i<<(3*tableBits), f)
		}
	}
}

func diffInner(a, b *inner, base Ino, f func(Ino, *Node, *Node)) {
	for i := range Ino(tableWidth) {
		x, y := a.kid(i), b.kid(i)
		if x == y {
			continue
		}
		for k := range Ino(tableWidth) {
			at := base | i<<(2*tableBits) | k<<tableBits
			if lx, ly := x.leaf(k), y.leaf(k); lx != ly {
				for j := range Ino(tableWidth) {
					if n, m := lx.node(j), ly.node(j); n != m {
						f(at|j, n, m)
					}
				}
			}
		}
	}
}

func (n *top) kid(k Ino) *inner {
	if n == nil {
		return nil
	}
	return n.kids[k]
}

func (n *inner) kid(k Ino) *low {
	if n == nil {
		return nil
	}
	return n.kids[k]
}

func (n *low) leaf(k Ino) *leaf {
	if n == nil {
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
