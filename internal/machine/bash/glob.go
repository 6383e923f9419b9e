package bash

import (
	"sort"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// maxGlobDepth bounds how deep ** goes.
const maxGlobDepth = 256

// pathnames replaces the fields that are patterns by the names of the files that match them.
func (b *build) pathnames() {
	sh := b.sh
	if sh.option(optNoglob) {
		return
	}
	keep := sh.p.Label()
	defer func() { sh.p.SetLabel(keep) }()
	out := make([]Field, 0, len(b.out))
	at := 0
	for _, g := range b.globs {
		out = append(out, b.out[at:g.at]...)
		at = g.at + 1
		field := b.out[g.at]
		list, isPattern := sh.glob(g.pattern, field.L)
		switch {
		case len(list) > 0:
			for _, f := range list {
				b.held += int64(len(f.S)) + 40
				sh.p.Hold(int64(len(f.S)) + 40)
			}
			out = append(out, list...)
		case !isPattern:
			out = append(out, field)
		case sh.shopt(shoptFailglob):
			sh.errf("no match: %s", field.S)
			sh.discard(1)
		case sh.shopt(shoptNullglob):
		default:
			out = append(out, field)
		}
	}
	b.out = append(out, b.out[at:]...)
}

// glob returns the paths that match pattern, in order. l is the label of the pattern. The second result says whether the
// pattern has anything in it that makes it one.
func (sh *Shell) glob(pattern string, l tree.Label) ([]Field, bool) {
	g := globber{sh: sh, fold: sh.shopt(shoptNocaseglob), dots: sh.shopt(shoptDotglob), star2: sh.shopt(shoptGlobstar),
		ext: sh.shopt(shoptExtglob)}
	if !g.isPattern(pattern) {
		return nil, false
	}
	ignore, ignoring := "", false
	if v, ok := sh.lookup("GLOBIGNORE"); ok {
		s, _ := v.Scalar()
		ignore, ignoring = s.S, s.S != ""
		g.dots = g.dots || ignoring
	}
	sh.p.Tick(1 + len(pattern)/8)
	g.walk("", l, splitSegments(pattern))
	sort.SliceStable(g.out, func(i, k int) bool { return g.out[i].S < g.out[k].S })
	if g.doubled {
		g.unique()
	}
	if ignoring {
		g.drop(ignore)
	}
	return g.out, true
}

// globber collects the matches of one pattern.
type globber struct {
	sh      *Shell
	fold    bool
	dots    bool
	star2   bool
	ext     bool
	doubled bool // ** may have found a path twice
	out     []Field
	depth   int
}

// isPattern says whether s has an element that is not a plain character.
func (g *globber) isPattern(s string) bool {
	open := false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '*', '?':
			return true
		case '[':
			open = true
		case ']':
			if open {
				return true
			}
		case '+', '@', '!':
			if g.ext && i+1 < len(s) && s[i+1] == '(' {
				return true
			}
		}
	}
	return false
}

// splitSegments cuts a pattern at its slashes; each segment but the last keeps those behind it.
func splitSegments(s string) []string {
	var out []string
	for s != "" {
		i := strings.IndexByte(s, '/')
		if i < 0 {
			return append(out, s)
		}
		for i < len(s) && s[i] == '/' {
			i++
		}
		out = append(out, s[:i])
		s = s[i:]
	}
	return out
}

// unescape removes the backslashes that quote in a pattern.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		sb.WriteByte(s[i])
	}
	return sb.String()
}

// walk matches the segments against what is in directory dir.
func (g *globber) walk(dir string, l tree.Label, segs []string) {
	sh := g.sh
	for len(segs) > 0 && !g.isPattern(segs[0]) {
		dir += unescape(segs[0])
		segs = segs[1:]
	}
	if len(segs) == 0 {
		if _, err := sh.p.Lstat(dir); err == nil {
			g.add(dir, l)
		}
		return
	}
	seg := strings.TrimRight(segs[0], "/")
	slashes := segs[0][len(seg):]
	if seg == "**" && g.star2 {
		g.doubled = true
		g.deep(dir, l, slashes, segs[1:])
		return
	}
	list, err := sh.p.ReadDirQuiet(dirName(dir))
	if err != nil {
		return
	}
	m := sh.compile(seg, g.fold)
	defer m.release()
	hidden := g.dots || strings.HasPrefix(seg, ".") || strings.HasPrefix(seg, `\.`)
	for _, e := range list {
		if e.Name[0] == '.' && !hidden || !m.match(e.Name) {
			continue
		}
		g.found(dir+e.Name, slashes, l|e.Label, segs[1:])
	}
	if hidden && !sh.shopt(shoptGlobskipdots) {
		for _, name := range []string{".", ".."} {
			if m.match(name) {
				g.found(dir+name, slashes, l, segs[1:])
			}
		}
	}
}

// found goes on with a path that has matched so far.
func (g *globber) found(path, slashes string, l tree.Label, rest []string) {
	if slashes == "" {
		g.add(path, l)
		return
	}
	st, err := g.sh.p.Stat(path)
	if err != nil || !st.IsDir() {
		return
	}
	g.walk(path+slashes, l, rest)
}

// deep matches ** : dir itself and every directory below it; as the last segment also the files in them.
func (g *globber) deep(dir string, l tree.Label, slashes string, rest []string) {
	if len(rest) > 0 {
		g.walk(dir, l, rest)
	} else if dir != "" {
		g.add(dir, l)
	}
	if g.depth++; g.depth > maxGlobDepth {
		g.depth--
		return
	}
	list, err := g.sh.p.ReadDirQuiet(dirName(dir))
	if err != nil {
		list = nil
	}
	for _, e := range list {
		if e.Name[0] == '.' && !g.dots {
			continue
		}
		path := dir + e.Name
		st, err := g.sh.p.Lstat(path)
		if err != nil {
			continue
		}
		switch {
		case st.IsDir():
			g.deepDir(path, l|e.Label, slashes, rest)
		case len(rest) == 0 && slashes == "":
			g.add(path, l|e.Label)
		}
	}
	g.depth--
}

func (g *globber) deepDir(path string, l tree.Label, slashes string, rest []string) {
	if len(rest) == 0 && slashes == "" {
		g.add(path, l)
		g.below(path+"/", l)
		return
	}
	g.deep(path+slashes, l, slashes, rest)
}

// below adds everything under dir.
func (g *globber) below(dir string, l tree.Label) {
	if g.depth++; g.depth <= maxGlobDepth {
		list, err := g.sh.p.ReadDirQuiet(dir)
		if err != nil {
			list = nil
		}
		for _, e := range list {
			if e.Name[0] == '.' && !g.dots {
				continue
			}
			path := dir + e.Name
			g.add(path, l|e.Label)
			if st, err := g.sh.p.Lstat(path); err == nil && st.IsDir() {
				g.below(path+"/", l|e.Label)
			}
		}
	}
	g.depth--
}

func (g *globber) add(path string, l tree.Label) {
	g.sh.p.Tick(1)
	g.out = append(g.out, Field{S: path, L: l})
}

// unique drops doubles from the sorted matches.
func (g *globber) unique() {
	out := g.out[:0]
	for i, f := range g.out {
		if i == 0 || f.S != g.out[i-1].S {
			out = append(out, f)
		}
	}
	g.out = out
}

// drop removes the matches of the patterns in GLOBIGNORE, and the directories "." and "..".
func (g *globber) drop(ignore string) {
	var pats []ignorePattern
	for _, p := range splitIgnore(ignore) {
		pats = append(pats, g.ignorePattern(p))
	}
	out := g.out[:0]
	for _, f := range g.out {
		base := f.S[strings.LastIndexByte(f.S, '/')+1:]
		if base == "." || base == ".." {
			continue
		}
		ignored := false
		for k := range pats {
			ignored = ignored || pats[k].match(f.S)
		}
		if !ignored {
			out = append(out, f)
		}
	}
	g.out = out
}

// ignorePattern is one pattern of GLOBIGNORE, cut at its slashes. A star does not match a slash, unless it is the last
// character.
type ignorePattern struct {
	segs []*matcher
	open bool // the pattern ends with a star
}

func (g *globber) ignorePattern(s string) ignorePattern {
	p := ignorePattern{open: strings.HasSuffix(s, "*") && !strings.HasSuffix(s, `\*`)}
	for seg := range strings.SplitSeq(s, "/") {
		p.segs = append(p.segs, g.sh.compile(seg, g.fold))
	}
	return p
}

func (p *ignorePattern) match(path string) bool {
	names := strings.Split(path, "/")
	if len(names) < len(p.segs) || len(names) > len(p.segs) && !p.open {
		return false
	}
	for i, m := range p.segs {
		ok := m.match(names[i])
		m.release()
		if !ok {
			return false
		}
	}
	return true
}

// splitIgnore cuts GLOBIGNORE at its colons, other than those in brackets.
func splitIgnore(s string) []string {
	var out []string
	from, open := 0, false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			open = true
		case ']':
			open = false
		case ':':
			if !open {
				out = append(out, s[from:i])
				from = i + 1
			}
		}
	}
	return append(out, s[min(from, len(s)):])
}

// dirName is the directory to read for the text before a segment.
func dirName(dir string) string {
	if dir == "" {
		return "."
	}
	return dir
}
