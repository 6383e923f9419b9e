package awk

import (
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu/format"
)

// sprintf formats as the function sprintf does and appends the result to b.
func (x *machine) sprintf(b []byte, f string, args []value, name string) []byte {
	return x.format(b, f, args, nil)
}

// format formats args by f. What was made before an error is written to o when that is a stream.
func (x *machine) format(b []byte, f string, args []value, o *ostream) []byte {
	name := "sprintf"
	if o != nil {
		name = "printf"
	}
	stop := func(text string) {
		if o != nil {
			x.write(o, b)
		}
		x.fail(text + name + "(\"" + f + "\")")
	}
	count := 0
	next := func() *value {
		if len(args) == 0 {
			stop("not enough arguments passed to ")
		}
		v := &args[0]
		args = args[1:]
		return v
	}
	for i := 0; i < len(f); {
		if f[i] != '%' {
			j := i
			for j < len(f) && f[j] != '%' {
				j++
			}
			b = append(b, f[i:j]...)
			i = j
			continue
		}
		count++
		if i+1 < len(f) && f[i+1] == '%' {
			b = append(b, '%')
			i += 2
			continue
		}
		d := format.Scan(f[i:])
		i += d.Size
		if d.WidthArg {
			v := next()
			d.SetWidth(int(toInt(v.toNum())))
		}
		if d.PrecArg {
			v := next()
			d.SetPrec(int(toInt(v.toNum())))
		}
		v := next()
		x.bound(max(0, d.Width) + max(0, d.Prec) + len(v.s))
		var ok bool
		if b, ok = x.convert(b, &d, v); !ok {
			stop("improper conversion(number " + strconv.Itoa(count) + ") in ")
		}
		if o == nil && len(b) > x.sprintfLimit {
			x.limit("sprintf buffer size="+strconv.Itoa(x.sprintfLimit), true)
		}
	}
	x.p.Tick(1 + len(b)/256)
	return b
}

// convert appends one value; ok is false for a conversion that mawk does not know.
func (x *machine) convert(b []byte, d *format.Directive, v *value) (out []byte, ok bool) {
	plain := d.Length == ""
	switch d.Verb {
	case 'd', 'i':
		n := int64(toInt(v.toNum()))
		switch d.Length {
		case "h":
			n = int64(int16(n))
		case "", "l":
		default:
			return b, false
		}
		d.Verb = 'd'
		return d.AppendInt(b, n), true
	case 'o', 'x', 'X', 'u':
		n := uint64(toUint(v.toNum()))
		switch d.Length {
		case "h":
			n = uint64(uint16(n))
		case "", "l":
		default:
			return b, false
		}
		return d.AppendUint(b, n), true
	case 'e', 'E', 'f', 'g', 'G':
		if !plain {
			return b, false
		}
		return d.AppendFloat64(b, v.toNum()), true
	case 's':
		if !plain {
			return b, false
		}
		return d.AppendString(b, x.toStr(v)), true
	case 'c':
		if !plain {
			return b, false
		}
		v.settle()
		switch {
		case v.k == number || v.k == inputNum:
			return d.AppendChar(b, byte(toInt(v.n))), true
		case v.s == "":
			return d.AppendChar(b, 0), true
		}
		return d.AppendChar(b, v.s[0]), true
	}
	return b, false
}
