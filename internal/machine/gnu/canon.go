package gnu

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// CanonMode says which components of a path Canonicalize wants to exist.
type CanonMode uint8

// The modes.
const (
	CanonAllButLast CanonMode = iota
	CanonExisting
	CanonMissing
)

// Canonicalize returns the absolute path without ".", ".." and, unless keepLinks, symbolic links.
func Canonicalize(p *kern.Proc, path string, mode CanonMode, keepLinks bool) (string, error) {
	if path == "" {
		return "", tree.ENOENT
	}
	c := canon{p: p, mode: mode, keep: keepLinks, out: "/"}
	if path[0] != '/' {
		wd, err := p.Getwd()
		if err != nil {
			return "", err
		}
		c.out = wd
	}
	return c.run(path)
}

type canon struct {
	p     *kern.Proc
	mode  CanonMode
	keep  bool
	out   string
	links int
}

func (c *canon) run(rest string) (string, error) {
	for {
		rest = strings.TrimLeft(rest, "/")
		if rest == "" {
			return c.out, nil
		}
		c.p.Tick(1)
		name, after := rest, ""
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			name, after = rest[:i], rest[i:]
		}
		rest = after
		switch name {
		case ".":
			continue
		case "..":
			c.out = Dir(c.out)
			continue
		}
		full := Join(c.out, name)
		target, err := c.look(full, after)
		if err != nil {
			return "", err
		}
		if target == "" {
			c.out = full
			continue
		}
		if c.links++; c.links > 40 {
			if c.mode == CanonMissing {
				c.out = full
				continue
			}
			return "", tree.ELOOP
		}
		if target[0] == '/' {
			c.out = "/"
		}
		if rest = target + after; len(rest) > tree.PathMax*2 {
			return "", tree.ENAMETOOLONG
		}
	}
}

// look returns where full points if it is a link to follow; after is what follows it in the path.
func (c *canon) look(full, after string) (target string, err error) {
	if c.keep && c.mode == CanonMissing {
		return "", nil
	}
	st, err := c.p.Lstat(full)
	last := strings.Trim(after, "/") == ""
	switch {
	case err != nil && c.mode == CanonMissing:
		return "", nil
	case err == error(tree.ENOENT) && c.mode == CanonAllButLast && last:
		return "", nil
	case err != nil:
		return "", err
	case st.Kind == tree.Symlink && !c.keep:
		return c.p.Readlink(full)
	}
	if st.Kind == tree.Symlink {
		if st, err = c.p.Stat(full); err != nil && (c.mode == CanonExisting || !last || err != error(tree.ENOENT)) {
			return "", err
		}
	}
	if after != "" && st.Kind != tree.Dir && c.mode != CanonMissing && err == nil {
		return "", tree.ENOTDIR
	}
	return "", nil
}
