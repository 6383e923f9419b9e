package bash

import (
	"sort"
	"strconv"
)

// hashTable remembers where programs were found. It is never changed: with and without return a new one.
type hashTable struct{ list []hashed }

type hashed struct {
	name, file string
	hits       int
}

func (t *hashTable) entries() []hashed {
	if t == nil {
		return nil
	}
	return t.list
}

// get returns the file remembered for a name, or "".
func (t *hashTable) get(name string) string {
	for _, h := range t.entries() {
		if h.name == name {
			return h.file
		}
	}
	return ""
}

// with returns a table in which name leads to file.
func (t *hashTable) with(name, file string, hits int) *hashTable {
	if t.get(name) != "" {
		t = t.without(name)
	}
	old := t.entries()
	if len(old) == 0 {
		one := &struct { // one allocation
			table hashTable
			list  [1]hashed
		}{list: [1]hashed{{name, file, hits}}}
		one.table.list = one.list[:]
		return &one.table
	}
	return &hashTable{list: append(append(make([]hashed, 0, len(old)+1), old...), hashed{name, file, hits})}
}

// without returns a table that does not know name; nil when it knows nothing then.
func (t *hashTable) without(name string) *hashTable {
	var c *hashTable
	for _, h := range t.entries() {
		if h.name != name {
			if c == nil {
				c = &hashTable{list: make([]hashed, 0, len(t.list)+1)}
			}
			c.list = append(c.list, h)
		}
	}
	return c
}

// remember notes where a command was found, as bash does before it starts one. A name that was found before is not looked up
// again, even if its file has gone.
func (sh *Shell) remember(name string) {
	if hasSlash(name) || sh.dash || !sh.opts.has(optHashall) {
		return
	}
	for i, h := range sh.hashed.entries() {
		if h.name == name {
			c := &hashTable{list: append([]hashed(nil), sh.hashed.list...)}
			c.list[i].hits++
			sh.hashed = c
			return
		}
	}
	v, ok := sh.lookup("PATH")
	if !ok {
		return
	}
	if file, err := sh.p.LookPath(name, v.Str.S); err == nil && file[0] == '/' {
		sh.hashed = sh.hashed.with(name, file, 1)
	}
}

// listHashed prints the table as hash does: by the bucket of the name in bash's table, the newest first within one.
func (sh *Shell) listHashed() {
	list := append([]hashed(nil), sh.hashed.entries()...)
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	sort.SliceStable(list, func(i, j int) bool { return hashString(list[i].name)&255 < hashString(list[j].name)&255 })
	sh.say(Str{S: "hits\tcommand\n"})
	for _, h := range list {
		n := strconv.Itoa(h.hits)
		for len(n) < 4 {
			n = " " + n
		}
		sh.say(Str{S: n + "\t" + h.file + "\n"})
	}
}
