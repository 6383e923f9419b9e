package awk

import (
	"math"
	"strings"
)

// builtin calls a function that awk has.
func (x *machine) builtin(n *node) value {
	switch builtinID(n.idx) {
	case bLengthArray:
		return num(float64(x.arrayOf(n.sym).size))
	case bLength:
		if len(n.list) == 0 {
			return num(float64(len(x.record())))
		}
	case bSplit:
		return x.splitFunc(n)
	case bMatch:
		return x.matchFunc(n)
	case bSub, bGsub:
		return x.substitute(n)
	case bSprintf:
		args := x.args(n.list)
		f := x.toStr(&args[0])
		return str(string(x.format(nil, f, args[1:], nil)))
	}
	var few [3]value
	args := few[:0]
	for _, a := range n.list {
		args = append(args, x.eval(a))
		x.depth++
	}
	x.depth -= len(n.list)
	if x.exiting {
		return value{}
	}
	return x.plain(builtinID(n.idx), args)
}

func (x *machine) args(list []*node) []value {
	out := make([]value, len(list))
	for i, n := range list {
		out[i] = x.eval(n)
		x.depth++
	}
	x.depth -= len(list)
	return out
}

// plain calls the functions that get values and give one.
func (x *machine) plain(id builtinID, args []value) value {
	switch id {
	case bLength:
		return num(float64(len(x.toStr(&args[0]))))
	case bIndex:
		s, t := x.toStr(&args[0]), x.toStr(&args[1])
		x.p.Tick(1 + len(s)/256)
		return num(float64(strings.Index(s, t) + 1))
	case bSubstr:
		return x.substr(args)
	case bToupper:
		return str(mapBytes(x.toStr(&args[0]), 'a', 'z'))
	case bTolower:
		return str(mapBytes(x.toStr(&args[0]), 'A', 'Z'))
	case bRand:
		return num(x.rand())
	case bSrand:
		if len(args) == 0 {
			return x.srand(nil)
		}
		return x.srand(&args[0])
	case bClose:
		return num(float64(x.close(x.toStr(&args[0]))))
	case bSystem:
		return x.system(x.toStr(&args[0]))
	case bFflush:
		return x.fflush(args)
	}
	return x.mathFunc(id, args)
}

func (x *machine) mathFunc(id builtinID, args []value) value {
	a := args[0].toNum()
	r := 0.0
	switch id {
	case bSin:
		r = math.Sin(a)
	case bCos:
		r = math.Cos(a)
	case bAtan2:
		b := args[1].toNum()
		return num(settleNaN(math.Atan2(a, b), a, b))
	case bExp:
		r = math.Exp(a)
	case bLog:
		r = math.Log(a)
	case bSqrt:
		r = math.Sqrt(a)
	case bInt:
		r = math.Trunc(a)
	}
	return num(settleNaN(r, a, a))
}

// mapBytes changes the case of the ASCII letters from lo to hi.
func mapBytes(s string, lo, hi byte) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= lo && s[i] <= hi {
			b := []byte(s)
			for ; i < len(b); i++ {
				if b[i] >= lo && b[i] <= hi {
					b[i] ^= 0x20
				}
			}
			return string(b)
		}
	}
	return s
}

// substr cuts as mawk 1.3.4 of Debian does: a start before the text makes the piece longer, not shorter.
func (x *machine) substr(args []value) value {
	s := x.toStr(&args[0])
	begin := toInt(args[1].toNum())
	length := int32(min(len(s), maxInt))
	if len(args) == 3 {
		length = toInt(args[2].toNum())
	}
	if begin < 1 {
		length -= begin
		begin = 1
	}
	if length <= 0 || int(begin) > len(s) {
		return str("")
	}
	return str(s[begin-1 : min(len(s), int(begin)-1+int(length))])
}

func (x *machine) fflush(args []value) value {
	if len(args) == 0 {
		x.flush(x.stdout())
		return num(0)
	}
	name := x.toStr(&args[0])
	status := -1.0
	for _, o := range x.out {
		if o.name == name {
			x.flush(o)
			status = 0
		}
	}
	return num(status)
}

// system runs a command and returns its exit status.
func (x *machine) system(command string) value {
	x.flushAll()
	st, err := x.p.Exec(x.ctx, "/bin/sh", []string{"sh", "-c", command})
	switch {
	case err != nil:
		return num(127)
	case st.Signal != 0:
		return num(float64(256 + int(st.Signal)))
	}
	return num(float64(st.Code))
}

func (x *machine) splitFunc(n *node) value {
	v := x.eval(n.a)
	s := x.toStr(&v)
	sp := x.fs
	switch {
	case n.b == nil:
	case n.b.op == nRegex:
		sp = splitter{kind: byRegex, re: n.b.re}
		if n.b.text == " " {
			sp = splitter{kind: byChar, ch: ' '}
		}
	default:
		by := x.eval(n.b)
		sp = x.splitterFor(x.toStr(&by))
	}
	if x.exiting {
		return value{}
	}
	list := x.pieces(nil, s, &sp)
	a := x.arrayOf(n.sym)
	x.p.Hold(int64(len(list)*40 - a.size*elemSize))
	a.setSplit(list)
	return num(float64(len(list)))
}

func (x *machine) matchFunc(n *node) value {
	v := x.eval(n.a)
	s := x.toStr(&v)
	re := x.regexOf(n.b)
	x.scratch = append(x.scratch[:0], s...)
	start, end := x.locate(re, x.scratch, 0)
	length := float64(end - start)
	if start < 0 {
		length = -1
	}
	x.globals[vRSTART], x.globals[vRLENGTH] = num(float64(start+1)), num(length)
	return num(float64(start + 1))
}

// substitute does sub and gsub.
func (x *machine) substitute(n *node) value {
	re := x.regexOf(n.a)
	x.depth++
	with := x.eval(n.b)
	x.depth--
	repl := x.toStr(&with)
	old := x.eval(n.c)
	in := []byte(x.toStr(&old))
	if x.exiting {
		return value{}
	}
	var out []byte
	count, done, lastEnd := 0, 0, -1
	for at := 0; at <= len(in); {
		x.p.Tick(1)
		s, e := x.locate(re, in, at)
		if s < 0 {
			break
		}
		if s == e && s == lastEnd {
			if at = s + 1; at > len(in) {
				break
			}
			lastEnd = -1
			continue
		}
		count++
		out = append(out, in[done:s]...)
		out = appendReplacement(out, repl, in[s:e])
		x.bound(len(out))
		done, lastEnd = e, e
		if builtinID(n.idx) == bSub {
			break
		}
		if at = e; s == e {
			at++
			lastEnd = -1
		}
	}
	if count > 0 {
		out = append(out, in[done:]...)
		x.assign(n.c, str(string(out)))
	}
	return num(float64(count))
}

// appendReplacement writes the replacement text: & is the match, \& an ampersand.
func appendReplacement(out []byte, repl string, match []byte) []byte {
	for i := 0; i < len(repl); i++ {
		switch {
		case repl[i] == '\\' && i+1 < len(repl) && repl[i+1] == '&':
			out = append(out, '&')
			i++
		case repl[i] == '\\' && i+1 < len(repl) && repl[i+1] == '\\':
			out = append(out, '\\')
			i++
		case repl[i] == '&':
			out = append(out, match...)
		default:
			out = append(out, repl[i])
		}
	}
	return out
}
