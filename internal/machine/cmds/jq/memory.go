package jq

// memory estimates what a program keeps: when enough has been allocated since the last look, everything that can still be
// reached is counted and held against the machine's memory.
type memory struct {
	fresh int64 // allocated since the last look
	held  int64
}

// lookEvery is how much may be allocated between two looks, in bytes.
const lookEvery = 8 << 20

func (a *memory) add(n int) { a.fresh += int64(n) }

// due says that it is time to look, which must wait until nothing is in between two places.
func (a *memory) due() bool { return a.fresh >= lookEvery }

// look counts what is alive.
func (a *memory) look(m *vm) {
	w := &walker{h: m.h, seen: map[any]struct{}{}}
	for _, s := range m.stack[:m.limit] {
		w.value(s.v)
	}
	w.frame(m.frame)
	for i := range m.choices {
		w.frame(m.choices[i].frame)
	}
	for _, v := range m.path.path {
		w.value(v)
	}
	w.drain()
	size := w.size + int64(len(m.choices))*88 + int64(len(m.stack))*24
	m.h.p.Hold(size - a.held)
	a.held, a.fresh = size, 0
}

// release lets go of what was held.
func (a *memory) release(m *vm) {
	m.h.p.Hold(-a.held)
	a.held, a.fresh = 0, 0
}

// walker visits every value once.
type walker struct {
	h    *host
	seen map[any]struct{}
	todo []value
	size int64
}

func (w *walker) new(v any) bool {
	if _, ok := w.seen[v]; ok {
		return false
	}
	w.h.tick(1)
	w.seen[v] = struct{}{}
	return true
}

func (w *walker) frame(f *frame) {
	for ; f != nil && w.new(f); f = f.caller {
		w.size += int64(96 + 24*len(f.args) + 16*len(f.locals))
		for _, v := range f.locals {
			w.value(v)
		}
		w.frames(f)
	}
}

// frames visits the frames that closures keep.
func (w *walker) frames(f *frame) {
	for e := f.env; e != nil && w.new(e); e = e.env {
		w.size += int64(96 + 24*len(e.args) + 16*len(e.locals))
		for _, v := range e.locals {
			w.value(v)
		}
	}
}

func (w *walker) value(v value) {
	switch v.(type) {
	case *str, *arr, *obj, *pathState:
		w.todo = append(w.todo, v)
	case float64:
		w.size += 8
	}
}

func (w *walker) drain() {
	for len(w.todo) > 0 {
		v := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if !w.new(v) {
			continue
		}
		switch v := v.(type) {
		case *str:
			w.size += 32 + int64(len(v.s))
		case *arr:
			w.size += 40 + 16*int64(cap(v.v))
			for _, e := range v.v {
				w.value(e)
			}
		case *obj:
			w.size += 40 + 24*int64(cap(v.e))
			for i := range v.e {
				w.value(v.e[i].k)
				w.value(v.e[i].v)
			}
		case *pathState:
			for _, e := range v.path {
				w.value(e)
			}
		}
	}
}
