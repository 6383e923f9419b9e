package bc

import (
	"strconv"
	"strings"
)

// instr is one instruction of bc's machine. Adr is the place of the byte after it in the program of the real bc: it shows in
// messages. Jumps name a label until link has replaced it by an index.
type instr struct {
	op   byte
	sub  byte
	arg  int
	text string
	adr  int
}

// function is a user's function, or the main program, which is number 0.
type function struct {
	name    string
	defined bool
	void    bool
	native  int // one of the mathematical functions, or 0
	params  []parameter
	autos   []parameter
	code    []instr
}

// parameter is a parameter or an auto variable.
type parameter struct {
	array, byRef bool
	index        int
	name         string
}

// generator collects instructions.
type generator struct {
	code    []instr
	adr     int
	labels  map[int]int // label to index
	listing strings.Builder
	list    bool
}

func varSize(n int) int {
	if n > 127 {
		return 2
	}
	return 1
}

// emit adds an instruction of the given size; shown is how bc -c prints it.
func (g *generator) emit(in instr, size int, shown string) {
	g.adr += size
	in.adr = g.adr
	g.code = append(g.code, in)
	g.show(shown)
}

func (g *generator) show(s string) {
	if g.list {
		g.listing.WriteString(s)
	}
}

func (g *generator) op(op byte) { g.emit(instr{op: op}, 1, string(rune(op))) }

// variable emits an instruction about a variable.
func (g *generator) variable(op byte, index int) {
	g.emit(instr{op: op, arg: index}, 1+varSize(index), string(rune(op))+strconv.Itoa(index)+":")
}

func (g *generator) jump(op byte, label int) {
	g.emit(instr{op: op, arg: label}, 3, string(rune(op))+strconv.Itoa(label)+":")
}

func (g *generator) label(n int) {
	g.labels[n] = len(g.code)
	g.show("N" + strconv.Itoa(n) + ":")
}

// constant emits a number in the digits of the program.
func (g *generator) constant(digits string) {
	if digits == "0" || digits == "1" {
		g.op(digits[0])
		return
	}
	g.emit(instr{op: 'K', text: digits}, len(digits)+2, "K"+digits+":")
}

func (g *generator) builtin(c byte) { g.emit(instr{op: 'c', sub: c}, 2, "c"+string(rune(c))) }

func (g *generator) str(op byte, s string) {
	g.emit(instr{op: op, text: s}, len(s)+2, string(rune(op))+`"`+s+`"`)
}

func (g *generator) call(f int, args string) {
	g.emit(instr{op: 'C', arg: f, text: args}, 2+varSize(f)+len(args), "C"+strconv.Itoa(f)+","+args+":")
}

// link replaces labels by places.
func link(code []instr, labels map[int]int) {
	for i := range code {
		switch code[i].op {
		case 'J', 'B', 'Z':
			if at, ok := labels[code[i].arg]; ok {
				code[i].arg = at
			}
		}
	}
}
