package patch

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// stat looks at a file; a symbolic link counts as itself. Files that are to be removed are not there any more.
func (pt *patcher) stat(name string) (kern.Stat, error) {
	if pt.doomed(name) {
		return kern.Stat{}, tree.ENOENT
	}
	if _, err := pt.p.Lstat(name); err != nil {
		for i := range pt.pending {
			if c := &pt.pending[i]; c.name == name && !c.remove {
				return kern.Stat{Kind: tree.Regular, Perm: c.perm, Size: int64(len(c.content))}, nil
			}
		}
	}
	if pt.follow {
		return pt.p.Stat(name)
	}
	return pt.p.Lstat(name)
}

// candidate is a name that the header gives.
type candidate struct {
	name string
	st   kern.Stat
	err  error
}

// chooseFile finds the file that a patch is for among the names in its header.
func (pt *patcher) chooseFile() int {
	h := &pt.head
	if !pt.posix && (h.names[oldName] != nil || h.names[newName] != nil) {
		h.names[indexName] = nil
	}
	var list []candidate
	for _, n := range h.names {
		if n == nil {
			continue
		}
		c := candidate{name: *n}
		if c.st, c.err = pt.stat(*n); c.err == nil && !pt.valid(*n) {
			c.err = tree.ENOENT
		}
		list = append(list, c)
	}
	best := -1
	switch {
	case len(list) == 0:
	case pt.posix:
		for i := range list {
			if list[i].err == nil {
				best = i
				break
			}
		}
	default:
		best = bestName(list, func(i int) bool { return list[i].err == nil })
		if pt.checkAbsence(list, best) && best < 0 && !pt.skipRest {
			best = len(list) - 1
		}
		if best < 0 && h.absent[side(pt.reverse)] > 0 {
			best = pt.fewestDirs(list)
		}
	}
	if h.git && (h.renamed() || h.copied()) {
		if best = pt.renameSource(list, best); best < 0 || h.names[oldName] == nil || h.names[newName] == nil {
			what := "rename"
			if h.copied() {
				what = "copy"
			}
			pt.say("Cannot ", what, " file without two valid file names\n")
			pt.skipRest = true
			return gnu.Go
		}
	}
	if best >= 0 {
		pt.inName, pt.inExists, pt.inStat = list[best].name, list[best].err == nil, list[best].st
	}
	return gnu.Go
}

// side is 1 for the new file, 0 for the old one.
func side(isNew bool) int {
	if isNew {
		return 1
	}
	return 0
}

// renameSource is the file that is renamed or copied.
func (pt *patcher) renameSource(list []candidate, best int) int {
	n := pt.head.names[side(pt.reverse)]
	for i := range list {
		if n != nil && list[i].name == *n && list[i].err == nil {
			return i
		}
	}
	return best
}

// checkAbsence asks what to do when a patch makes a file that is there, or removes one that is not, and says whether it did.
func (pt *patcher) checkAbsence(list []candidate, best int) bool {
	h := &pt.head
	empty := best < 0 || list[best].st.Size == 0
	there := side(!empty)
	if there >= h.absent[side(pt.reverse != empty)] {
		return false
	}
	name := list[len(list)-1].name
	if best >= 0 && list[best].st.Size != 0 {
		name = list[best].name
	}
	verb, state := "create", "already exists"
	switch {
	case best < 0:
		verb, state = "delete", "does not exist"
	case empty:
		verb, state = "empty out", "is already empty"
	}
	reversed := ""
	if pt.reverse {
		reversed = ", when reversed,"
	}
	if pt.reversible("The next patch" + reversed + " would " + verb + " the file " + pt.quote(name) + ",\nwhich " + state + "!") {
		pt.reverse = !pt.reverse
	}
	return true
}

// bestName returns the candidate with the fewest directories, then the shortest base name, then the shortest name; -1 when none
// will do.
func bestName(list []candidate, ok func(i int) bool) int {
	best := -1
	var bestKey [3]int
	for i := range list {
		if !ok(i) {
			continue
		}
		n := list[i].name
		base := n[strings.LastIndexByte(n, '/')+1:]
		key := [3]int{strings.Count(n, "/"), len(base), len(n)}
		if best < 0 || less(key, bestKey) {
			best, bestKey = i, key
		}
	}
	return best
}

func less(a, b [3]int) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// fewestDirs returns the best of the candidates for which the fewest directories must be made.
func (pt *patcher) fewestDirs(list []candidate) int {
	missing := make([]int, len(list))
	least := -1
	for i := range list {
		parts := strings.Split(list[i].name, "/")
		for n := len(parts) - 1; n > 0; n-- {
			if _, err := pt.p.Stat(strings.Join(parts[:n], "/")); err == nil {
				break
			}
			missing[i]++
		}
		if pt.valid(list[i].name) && (least < 0 || missing[i] < least) {
			least = missing[i]
		}
	}
	return bestName(list, func(i int) bool { return missing[i] == least && pt.valid(list[i].name) })
}

// valid refuses names that lead out of the directory, and says so.
func (pt *patcher) valid(name string) bool {
	bad := strings.HasPrefix(name, "/")
	for part := range strings.SplitSeq(name, "/") {
		bad = bad || part == ".."
	}
	if bad {
		pt.say("Ignoring potentially dangerous file name ", pt.quote(name), "\n")
	}
	return !bad
}
