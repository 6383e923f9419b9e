package regex

import "sync"

// Cache keeps compiled patterns for callers that meet the same ones again and
// again, such as =~ in a loop. The zero value is ready; it is safe for
// concurrent use.
type Cache struct {
	mu  sync.Mutex
	res map[cacheKey]*Regexp
}

type cacheKey struct {
	pattern string
	opt     Options
}

// maxCached bounds a Cache. A full one is emptied: patterns that are made up
// as a script goes do not come back anyway.
const maxCached = 128

// maxCachedSize bounds the size of the patterns that a Cache keeps, so that it
// never holds much memory.
const maxCachedSize = 1000

// Compile is the function Compile with the cache before it. Errors are not
// kept.
func (c *Cache) Compile(pattern string, opt Options) (*Regexp, error) {
	k := cacheKey{pattern, opt}
	c.mu.Lock()
	re := c.res[k]
	c.mu.Unlock()
	if re != nil {
		return re, nil
	}
	re, err := Compile(pattern, opt)
	if err != nil || re.size > maxCachedSize {
		return re, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.res == nil || len(c.res) >= maxCached {
		c.res = make(map[cacheKey]*Regexp)
	}
	c.res[k] = re
	return re, nil
}
