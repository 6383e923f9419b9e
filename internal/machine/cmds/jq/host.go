package jq

import "github.com/orrery-world/orrery/internal/machine/kern"

// host is what the interpreter may ask of the process that it runs in. A nil host counts nothing.
type host struct {
	p       *kern.Proc
	pending int // ticks not yet reported
}

// tick counts n steps of work.
func (h *host) tick(n int) {
	if h == nil {
		return
	}
	if h.pending += n; h.pending >= 64 {
		h.p.Tick(h.pending)
		h.pending = 0
	}
}

// big is the size from which memory is asked for before it is taken.
const big = 1 << 16

// room makes sure that n more bytes may be had, before they are.
func (h *host) room(n int) {
	if h != nil && n >= big {
		h.tick(n / 64)
		h.p.Hold(int64(n))
		h.p.Hold(-int64(n))
	}
}

// grow is called as a text is written that is n bytes long so far.
func (h *host) grow(n int) {
	if h == nil {
		return
	}
	h.tick(1)
	if n >= big && n&0xFF < 16 {
		h.room(2 * n)
	}
}

// hold counts n bytes of input kept for as long as the program runs.
func (h *host) hold(n int) { h.p.Hold(int64(n)) }
