package ls

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu/fnmatch"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// palette is the colours by LS_COLORS or the program's own.
type palette struct {
	left, right, end, rst       string
	norm, file                  string
	dir, link, fifo, sock       string
	blk, chr, missing, orphan   string
	exec, setuid, setgid        string
	sticky, writable, stickyWrt string
	hardlink, door, capability  string
	asTarget                    bool // links look like what they lead to
	ext                         [][2]string
}

func (l *lister) setColors() {
	defer func() {
		if l.color {
			l.tab = 0 // tabs and colours do not go together on all terminals
		}
	}()
	l.colors = &palette{left: "\x1b[", right: "m", rst: "0", dir: "01;34", link: "01;36", fifo: "33", sock: "01;35", blk: "01;33",
		chr: "01;33", exec: "01;32", door: "01;35", setuid: "37;41", setgid: "30;43", sticky: "37;44", writable: "34;42",
		stickyWrt: "30;42", capability: "30;41"}
	v, ok := l.p.Getenv("LS_COLORS")
	if !ok || v == "" {
		// Without LS_COLORS the terminal must be one that is known to have colours.
		ct, _ := l.p.Getenv("COLORTERM")
		term, _ := l.p.Getenv("TERM")
		l.color = ct != "" || knownTerm(term)
		return
	}
	if !l.colors.parse(v) {
		l.p.Errorf("unparsable value for LS_COLORS environment variable")
		l.color = false
	}
}

var termPatterns = []string{"Eterm", "ansi", "*color*", "con[0-9]*x[0-9]*", "cons25", "console", "cygwin", "*direct*", "dtterm", "gnome",
	"hurd", "jfbterm", "konsole", "kterm", "linux", "linux-c", "mlterm", "putty", "rxvt*", "screen*", "st", "terminator", "tmux*",
	"vt100", "xterm*"}

func knownTerm(term string) bool {
	for _, p := range termPatterns {
		if fnmatch.Match(p, term, fnmatch.Options{}) {
			return true
		}
	}
	return false
}

// field maps the two letters of LS_COLORS to their colours.
func (c *palette) field(key string) *string {
	switch key {
	case "lc":
		return &c.left
	case "rc":
		return &c.right
	case "ec":
		return &c.end
	case "rs":
		return &c.rst
	case "no":
		return &c.norm
	case "fi":
		return &c.file
	case "di":
		return &c.dir
	case "ln":
		return &c.link
	case "pi":
		return &c.fifo
	case "so":
		return &c.sock
	case "bd":
		return &c.blk
	case "cd":
		return &c.chr
	case "mi":
		return &c.missing
	case "or":
		return &c.orphan
	case "ex":
		return &c.exec
	case "do":
		return &c.door
	case "su":
		return &c.setuid
	case "sg":
		return &c.setgid
	case "st":
		return &c.sticky
	case "ow":
		return &c.writable
	case "tw":
		return &c.stickyWrt
	case "ca":
		return &c.capability
	case "mh":
		return &c.hardlink
	case "cl":
		return new(string)
	}
	return nil
}

func (c *palette) parse(v string) bool {
	for _, part := range strings.Split(v, ":") {
		if part == "" {
			continue
		}
		key, val, ok := strings.Cut(part, "=")
		if !ok {
			return false
		}
		val = strings.NewReplacer(`\e`, "\x1b", `\E`, "\x1b", `\033`, "\x1b", "^[", "\x1b").Replace(val)
		if suffix, ok := strings.CutPrefix(key, "*"); ok {
			c.ext = append(c.ext, [2]string{suffix, val})
			continue
		}
		f := c.field(key)
		if f == nil {
			return false
		}
		*f = val
	}
	if c.link == "target" {
		c.asTarget, c.link = true, ""
	}
	return true
}

// on says whether a colour is one.
func on(code string) bool { return code != "" && code != "0" && code != "00" }

// links says whether it matters for the colours where links lead.
func (c *palette) links() bool { return on(c.orphan) || on(c.exec) && c.asTarget || on(c.missing) }

// modes says whether permissions show in the colours.
func (c *palette) modes() bool { return on(c.exec) || on(c.setuid) || on(c.setgid) }

func (c *palette) reset() string {
	if c.end != "" {
		return c.end
	}
	return c.left + c.rst + c.right
}

// of returns the colour of an entry, or of what its link leads to.
func (c *palette) of(f *entry, target bool) string {
	name, kind, perm, nlink, known, ok := f.name, f.kind, f.st.Perm, f.st.Nlink, f.hasSt, f.linkOK
	if target {
		name, kind, perm, nlink = f.link, f.to.Kind, f.to.Perm, f.to.Nlink
		if !f.linkOK {
			if on(c.missing) {
				return c.missing
			}
			return ""
		}
	} else if c.asTarget && f.linkOK {
		kind, perm, nlink = f.to.Kind, f.to.Perm, f.to.Nlink
	}
	code := ""
	switch kind {
	case tree.Regular:
		if code = c.regular(perm, nlink, known); code == "" {
			if e := c.byExt(name); e != "" {
				return e
			}
			return c.file
		}
	case tree.Dir:
		code = c.directory(perm, known)
	case tree.Symlink:
		code = c.link
		if !ok && (c.asTarget || on(c.orphan)) {
			code = c.orphan
		}
	case tree.Fifo:
		code = c.fifo
	case tree.Socket:
		code = c.sock
	case tree.BlockDev:
		code = c.blk
	case tree.CharDev:
		code = c.chr
	default:
		code = c.orphan
	}
	return code
}

func (c *palette) regular(perm uint16, nlink uint32, known bool) string {
	switch {
	case !known:
	case perm&0o4000 != 0 && on(c.setuid):
		return c.setuid
	case perm&0o2000 != 0 && on(c.setgid):
		return c.setgid
	case perm&0o111 != 0 && on(c.exec):
		return c.exec
	case nlink > 1 && on(c.hardlink):
		return c.hardlink
	}
	return ""
}

func (c *palette) directory(perm uint16, known bool) string {
	switch {
	case !known:
	case perm&0o1002 == 0o1002 && on(c.stickyWrt):
		return c.stickyWrt
	case perm&0o002 != 0 && on(c.writable):
		return c.writable
	case perm&0o1000 != 0 && on(c.sticky):
		return c.sticky
	}
	return c.dir
}

func (c *palette) byExt(name string) string {
	for i := len(c.ext) - 1; i >= 0; i-- {
		if e := c.ext[i]; len(name) >= len(e[0]) && strings.EqualFold(name[len(name)-len(e[0]):], e[0]) {
			return e[1]
		}
	}
	return ""
}
