package parse

import (
	"io"
	"sync"
)

// maxCachedText is the size in bytes from which on a text is not kept.
const maxCachedText = 1 << 16

// Cache keeps the units of texts that are run again and again: the argument of
// an eval in a loop, backquotes, a trap, a prompt command. It may be used by
// several machines at once, since units are never changed. The zero value keeps 256 texts.
type Cache struct {
	Max int // how many texts to keep; 0 means 256

	mu    sync.Mutex
	texts map[cacheKey]*program
	order []cacheKey // oldest first
}

// cacheKey is what the units of a text depend on, apart from extglob.
type cacheKey struct {
	src, name       string
	mode            Mode
	dash            bool
	first, maxDepth int
}

// program is a text that was read to its end.
type program struct {
	src   string
	steps []step
}

// step is one result of Next and the state it was read in.
type step struct {
	unit    *Unit
	err     error
	extGlob bool
	offset  int // in the text, before it was read
	line    int // LineNo before it was read
	after   int // LineNo behind it
}

// Parser returns a parser over src, like New, that repeats what the same text gave
// before. Texts with aliases in force are always read anew.
func (c *Cache) Parser(src string, opt Options) *Parser {
	p := New(src, opt)
	if opt.Alias != nil || len(src) > maxCachedText {
		return p
	}
	key := cacheKey{src, p.opt.Name, p.opt.Mode, p.opt.Dash, p.opt.FirstLine, p.opt.MaxDepth}
	c.mu.Lock()
	defer c.mu.Unlock()
	if prog, ok := c.texts[key]; ok {
		p.cached = prog
		return p
	}
	p.record = &recorder{cache: c, key: key, prog: &program{src: src}}
	return p
}

// keep stores a program and drops the oldest when there are too many.
func (c *Cache) keep(key cacheKey, prog *program) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.texts == nil {
		c.texts = map[cacheKey]*program{}
	}
	if _, ok := c.texts[key]; ok {
		return
	}
	limit := c.Max
	if limit <= 0 {
		limit = 256
	}
	for len(c.order) >= limit {
		delete(c.texts, c.order[0])
		c.order = c.order[1:]
	}
	c.texts[key] = prog
	c.order = append(c.order, key)
}

// recorder notes the results of a parser until its text ends.
type recorder struct {
	cache *Cache
	key   cacheKey
	prog  *program
}

// note adds a result; the end of the text completes the program.
func (r *recorder) note(p *Parser, before step, u *Unit, err error) {
	if err == io.EOF {
		r.cache.keep(r.key, r.prog)
		p.record = nil
		return
	}
	before.unit, before.err, before.after = u, err, p.lineNo
	r.prog.steps = append(r.prog.steps, before)
}

// state is the step that begins here.
func (p *Parser) state() step {
	return step{extGlob: p.opt.ExtGlob, offset: len(p.record.prog.src) - len(p.text), line: p.lineNo}
}

// repeat returns the next result from the cache. When the options have changed
// since, it makes p a parser of the rest of the text and reports false.
func (p *Parser) repeat() (*Unit, error, bool) {
	if p.step >= len(p.cached.steps) {
		p.cached, p.done = nil, true
		return nil, io.EOF, true
	}
	s := p.cached.steps[p.step]
	if s.extGlob != p.opt.ExtGlob || p.opt.Alias != nil {
		p.text, p.lineNo, p.cached = p.cached.src[s.offset:], s.line, nil
		return nil, nil, false
	}
	p.step++
	p.lineNo = s.after
	return s.unit, s.err, true
}
