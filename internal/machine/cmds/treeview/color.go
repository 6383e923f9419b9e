package treeview

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// palette is the colours by LS_COLORS, or tree's own.
type palette struct {
	by  map[string]string
	ext [][2]string
}

const defaultColors = "no=00:fi=00:di=01;34:ln=01;36:pi=40;33:so=01;35:bd=40;33;01:cd=40;33;01:or=40;31;01:ex=01;32:" +
	"*.cmd=01;32:*.exe=01;32:*.com=01;32:*.btm=01;32:*.bat=01;32:*.tar=01;31:*.tbz2=01;31:*.tgz=01;31:*.arj=01;31:*.taz=01;31:" +
	"*.lzh=01;31:*.zip=01;31:*.z=01;31:*.Z=01;31:*.gz=01;31:*.bz2=01;31:*.rpm=01;31:*.zoo=01;31:*.deb=01;31:*.jpg=01;35:*.JPG=01;35:" +
	"*.gif=01;35:*.bmp=01;35:*.ogg=01;35:*.mp3=01;35:*.wav=01;35:*.xbm=01;35:*.xpm=01;35:*.tif=01;35:*.mov=01;35:*.mpg=01;35:" +
	"*.avi=01;35:*.mpeg=01;35"

// setColors decides whether there are colours and which.
func (v *viewer) setColors() {
	own, set := v.p.Getenv("TREE_COLORS")
	if !set || own == "" {
		own, set = v.p.Getenv("LS_COLORS")
	}
	set = set && own != ""
	if _, term := v.p.Getenv("TERM"); !term {
		return
	}
	if v.colorOff || !v.colorOn && !(set && v.p.IsTerminal(1)) {
		return
	}
	if !set {
		own = defaultColors
	}
	v.colors = &palette{by: map[string]string{}}
	for _, part := range strings.Split(own, ":") {
		key, val, ok := strings.Cut(part, "=")
		if !ok {
			continue
		}
		if suffix, ok := strings.CutPrefix(key, "*"); ok {
			v.colors.ext = append(v.colors.ext, [2]string{suffix, val})
		} else {
			v.colors.by[key] = val
		}
	}
}

// paint prints a name, or the target of its link, with its colour.
func (v *viewer) paint(n *node, target bool, shown string) {
	code := ""
	if v.colors != nil {
		code = v.colors.of(n, target)
	}
	if code == "" {
		v.put(shown)
		return
	}
	v.put("\x1b[" + code + "m" + shown + "\x1b[0m")
}

func (c *palette) of(n *node, target bool) string {
	st, name := &n.st, n.name
	if target {
		name = n.link
		if n.orphan {
			if x, ok := c.by["mi"]; ok {
				return x
			}
			return c.by["fi"]
		}
		st = &n.to
	}
	if st.Kind == tree.Symlink {
		if n.orphan && c.by["or"] != "" {
			return c.by["or"]
		}
		if c.by["ln"] == "target" {
			return c.kind(&n.to, n.link)
		}
	}
	return c.kind(st, name)
}

func (c *palette) kind(st *kern.Stat, name string) string {
	switch st.Kind {
	case tree.Dir:
		sticky, others := st.Perm&0o1000 != 0, st.Perm&0o002 != 0
		switch {
		case sticky && others && c.by["tw"] != "":
			return c.by["tw"]
		case others && !sticky && c.by["ow"] != "":
			return c.by["ow"]
		case sticky && !others && c.by["st"] != "":
			return c.by["st"]
		}
		return c.by["di"]
	case tree.Symlink:
		return c.by["ln"]
	case tree.Fifo:
		return c.by["pi"]
	case tree.Socket:
		return c.by["so"]
	case tree.CharDev:
		return c.by["cd"]
	case tree.BlockDev:
		return c.by["bd"]
	}
	switch {
	case st.Perm&0o4000 != 0 && c.by["su"] != "":
		return c.by["su"]
	case st.Perm&0o2000 != 0 && c.by["sg"] != "":
		return c.by["sg"]
	case st.Perm&0o111 != 0 && c.by["ex"] != "":
		return c.by["ex"]
	}
	for _, e := range c.ext {
		if strings.HasSuffix(name, e[0]) {
			return e[1]
		}
	}
	return c.by["fi"]
}
