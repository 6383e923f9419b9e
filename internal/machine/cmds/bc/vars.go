package bc

import (
	"github.com/orrery-world/orrery/internal/machine/gnu/bcnum"
)

const (
	maxBase  = 1<<31 - 1
	maxScale = 1<<31 - 1
	maxIndex = 1<<24 - 1
	maxIBase = 36
)

// firstVariable is the number of the first variable of the program; below it are the special ones.
const firstVariable = 5

func (b *interp) variableIndex(name string) int {
	i, ok := b.varNames[name]
	if !ok {
		i = len(b.varNames) + firstVariable
		b.varNames[name] = i
	}
	return i
}

func (b *interp) arrayIndex(name string) int {
	i, ok := b.arrayNames[name]
	if !ok {
		i = len(b.arrayNames) + 1
		b.arrayNames[name] = i
		b.arrayList = append(b.arrayList, name)
	}
	return i
}

func (b *interp) functionIndex(name string) int {
	i, ok := b.funcNames[name]
	if !ok {
		i = len(b.functions)
		b.funcNames[name] = i
		b.functions = append(b.functions, &function{name: name})
	}
	return i
}

func (b *interp) array(i int) *array {
	a := b.arrays[i]
	if a == nil {
		a = &array{elems: map[int64]bcnum.Num{}}
		b.arrays[i] = a
	}
	return a
}

// variableValue returns the value of a variable.
func (b *interp) variableValue(i int) bcnum.Num {
	switch i {
	case 0:
		return bcnum.FromInt(int64(b.ibase))
	case 1:
		return bcnum.FromInt(b.obase)
	case 2:
		return bcnum.FromInt(int64(b.scale))
	case 3:
		return b.history
	case 4:
		return b.last
	}
	return b.vars[i]
}

// setVariable stores into a variable; the special ones only take what they can hold.
func (b *interp) setVariable(i int, n bcnum.Num) {
	v, fits := b.u.Int64(n)
	switch i {
	case 0:
		b.ibase = int(b.bounded("ibase", n, v, fits, 2, maxIBase))
	case 1:
		b.obase = b.bounded("obase", n, v, fits, 2, maxBase)
	case 2:
		if n.Sign() < 0 {
			b.warning("negative scale, set to 0")
			v = 0
		} else if !fits || v > maxScale {
			b.warning("scale too large, set to " + itoa(maxScale))
			v = maxScale
		}
		b.scale = int(v)
	case 3:
		b.history = bcnum.FromInt(v)
	case 4:
		b.last = n
	default:
		b.vars[i] = n
	}
}

// bounded brings a base into its bounds, with a warning.
func (b *interp) bounded(name string, n bcnum.Num, v int64, fits bool, least, most int64) int64 {
	switch {
	case n.Sign() < 0:
		b.warning("negative " + name + ", set to " + itoa(int(least)))
		return least
	case fits && v < least:
		b.warning(name + " too small, set to " + itoa(int(least)))
		return least
	case !fits || v > most:
		b.warning(name + " too large, set to " + itoa(int(most)))
		return most
	}
	return v
}

// variable executes the instructions about variables and array elements.
func (b *interp) variable(in *instr) {
	one := bcnum.FromInt(1)
	switch in.op {
	case 'l':
		b.push(b.variableValue(in.arg))
	case 's':
		n := b.pop()
		b.setVariable(in.arg, n)
		b.push(n)
	case 'i', 'd':
		b.incrementVariable(in)
	case 'L':
		if i, ok := b.elementIndex(in.arg); ok {
			b.push(b.array(in.arg).elems[i])
		}
	case 'S':
		n := b.pop()
		if i, ok := b.elementIndex(in.arg); ok {
			b.setElement(in.arg, i, n)
			b.push(n)
		}
	case 'A', 'M':
		i, ok := b.elementIndex(in.arg)
		if !ok {
			return
		}
		if in.op == 'M' {
			one = one.Neg()
		}
		b.setElement(in.arg, i, b.u.Add(b.array(in.arg).elems[i], one))
	}
}

func (b *interp) setElement(array int, i int64, n bcnum.Num) {
	elems := b.array(array).elems
	if _, ok := elems[i]; !ok {
		b.p.Hold(64)
	}
	elems[i] = n
}

// incrementVariable adds or takes away 1; the special variables complain at their bounds.
func (b *interp) incrementVariable(in *instr) {
	step := int64(1)
	if in.op == 'd' {
		step = -1
	}
	v, _ := b.u.Int64(b.variableValue(in.arg))
	msg := ""
	switch {
	case in.arg == 0 && step > 0 && v >= 16:
		msg = "ibase too big in ++"
	case in.arg == 0 && step < 0 && v <= 2:
		msg = "ibase too small in --"
	case in.arg == 1 && step > 0 && v >= maxBase:
		msg = "obase too big in ++"
	case in.arg == 1 && step < 0 && v <= 2:
		msg = "obase too small in --"
	case in.arg == 2 && step > 0 && v >= maxScale:
		msg = "Scale too big in ++"
	case in.arg == 2 && step < 0 && v <= 0:
		msg = "scale can not be negative in -- "
	}
	if msg != "" {
		b.warning(msg)
		return
	}
	b.setVariable(in.arg, b.u.Add(b.variableValue(in.arg), bcnum.FromInt(step)))
}

// elementIndex takes the index of an element off the stack.
func (b *interp) elementIndex(array int) (int64, bool) {
	n := b.pop()
	i, ok := b.u.Int64(n)
	if !ok || i < 0 || i > maxIndex {
		b.fail("Array " + b.arrayList[array-1] + " subscript out of bounds.")
		return 0, false
	}
	return i, true
}
