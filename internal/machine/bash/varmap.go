package bash

// maxFew is how many variables are kept as a list.
const maxFew = 8

// varMap maps names to variables. A few are a list, which is smaller and quicker than a map.
type varMap struct {
	few  []namedVar
	many map[string]Var // instead of few
}

func (m *varMap) get(name string) (Var, bool) {
	if m.many != nil {
		v, ok := m.many[name]
		return v, ok
	}
	if i := m.place(name); i >= 0 {
		return m.few[i].v, true
	}
	return Var{}, false
}

func (m *varMap) has(name string) bool {
	if m.many != nil {
		_, ok := m.many[name]
		return ok
	}
	return m.place(name) >= 0
}

// place returns where name stands in the list, or -1.
func (m *varMap) place(name string) int {
	for i := range m.few {
		if m.few[i].name == name {
			return i
		}
	}
	return -1
}

func (m *varMap) set(name string, v Var) {
	if m.many != nil {
		m.many[name] = v
		return
	}
	if i := m.place(name); i >= 0 {
		m.few[i].v = v
		return
	}
	if len(m.few) < maxFew {
		if m.few == nil {
			m.few = make([]namedVar, 0, 2)
		}
		m.few = append(m.few, namedVar{name, v})
		return
	}
	m.many = make(map[string]Var, 2*maxFew)
	for _, x := range m.few {
		m.many[x.name] = x.v
	}
	m.many[name], m.few = v, nil
}

func (m *varMap) remove(name string) {
	delete(m.many, name)
	if i := m.place(name); i >= 0 {
		m.few = append(m.few[:i], m.few[i+1:]...)
	}
}

func (m *varMap) size() int { return len(m.few) + len(m.many) }

// each calls f for every variable, in no fixed order. It must not change them.
func (m *varMap) each(f func(name string, v *Var)) {
	for i := range m.few {
		f(m.few[i].name, &m.few[i].v)
	}
	for name, v := range m.many {
		f(name, &v)
	}
}

// clone returns a copy with room for one more.
func (m *varMap) clone() varMap {
	if m.many == nil {
		return varMap{few: append(make([]namedVar, 0, len(m.few)+1), m.few...)}
	}
	c := varMap{many: make(map[string]Var, len(m.many)+1)}
	for k, v := range m.many {
		c.many[k] = v
	}
	return c
}
