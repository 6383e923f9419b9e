package find

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// piece is a part of a -printf format: text, or one directive after it.
type piece struct {
	text  string
	conv  byte // 0: text only
	sub   byte // of %A %C %T
	left  bool
	zero  bool // the flag # of %m
	width int
	prec  int // -1: none
	stop  bool
}

// format compiles -printf.
func (ps *parser) format(o *output, s string) node {
	pieces := ps.pieces(s)
	return func(f *finder, e *entry) bool {
		b := f.buf[:0]
		for i := range pieces {
			pc := &pieces[i]
			b = append(b, pc.text...)
			if pc.stop {
				break
			}
			if pc.conv != 0 {
				b = f.directive(b, pc, e)
			}
		}
		f.buf = b
		o.write(f, b)
		return true
	}
}

func (ps *parser) pieces(s string) []piece {
	var out []piece
	var text strings.Builder
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			n, stop := ps.escape(&text, s[i:])
			if i += n - 1; stop {
				return append(out, piece{text: text.String(), stop: true})
			}
		case '%':
			pc, n := ps.directive(s[i:])
			if pc.conv == 0 {
				text.WriteString(pc.text)
			} else {
				pc.text = text.String()
				text.Reset()
				out = append(out, pc)
			}
			i += n - 1
		default:
			text.WriteByte(s[i])
		}
	}
	return append(out, piece{text: text.String()})
}

// escape reads an escape and returns its length; stop is for \c.
func (ps *parser) escape(to *strings.Builder, s string) (n int, stop bool) {
	if len(s) == 1 {
		ps.f.p.Errorf("warning: escape `\\' followed by nothing at all")
		to.WriteByte('\\')
		return 1, false
	}
	c := s[1]
	switch {
	case c >= '0' && c <= '7':
		v := 0
		for n = 1; n < 4 && n < len(s) && s[n] >= '0' && s[n] <= '7'; n++ {
			v = v*8 + int(s[n]-'0')
		}
		to.WriteByte(byte(v))
		return n, false
	case c == 'c':
		return 2, true
	case c == '\\':
		to.WriteByte('\\')
	default:
		if k := strings.IndexByte("abfnrtv", c); k >= 0 {
			to.WriteByte("\a\b\f\n\r\t\v"[k])
			break
		}
		ps.f.p.Errorf("warning: unrecognized escape `\\%c'", c)
		to.WriteString(s[:2])
	}
	return 2, false
}

const directives = "abcdDfFgGhHiklmMnpPsStuUyYZ%ACTB"

// directive reads a % directive and returns its length. One that is not known stays text.
func (ps *parser) directive(s string) (pc piece, n int) {
	f := ps.f
	pc.prec = -1
	i := 1
	for i < len(s) && strings.IndexByte("-+ 0#", s[i]) >= 0 {
		pc.left = pc.left || s[i] == '-'
		pc.zero = pc.zero || s[i] == '#'
		i++
	}
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		pc.width = min(pc.width*10+int(s[i]-'0'), 1<<20)
		i++
	}
	if i < len(s) && s[i] == '.' {
		pc.prec = 0
		for i++; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
			pc.prec = min(pc.prec*10+int(s[i]-'0'), 1<<20)
		}
	}
	if i == len(s) {
		f.die("error: %% at end of format string")
	}
	c := s[i]
	switch {
	case c == '%':
		return piece{text: "%"}, i + 1
	case c == '{' || c == '[' || c == '(':
		f.die("error: the format directive `%%%c' is reserved for future use", c)
	case c == 'A' || c == 'C' || c == 'T' || c == 'B':
		if i+1 == len(s) {
			f.p.Errorf("warning: format directive `%%%c' should be followed by another character", c)
			return piece{text: s[:i+1]}, i + 1
		}
		pc.conv, pc.sub = c, s[i+1]
		return pc, i + 2
	case strings.IndexByte(directives, c) < 0:
		f.p.Errorf("warning: unrecognized format directive `%s%c'", "%", c)
		return piece{text: s[:i+1]}, i + 1
	}
	pc.conv = c
	return pc, i + 1
}

// directive appends what one directive says of an entry.
func (f *finder) directive(b []byte, pc *piece, e *entry) []byte {
	var s string
	switch pc.conv {
	case 'p':
		s = e.path
	case 'f':
		s = shownBase(e)
	case 'h':
		s = shownDir(e.path)
	case 'H':
		s = e.root
	case 'P':
		if e.depth > 0 {
			s = strings.TrimPrefix(strings.TrimPrefix(e.path, e.root), "/")
		}
	case 'd':
		s = strconv.Itoa(e.depth)
	case 'y':
		s = typeLetters[e.kind()&7 : e.kind()&7+1]
	default:
		st := e.stat()
		if st == nil {
			return b
		}
		s = f.statDirective(pc, e, st)
	}
	if pc.conv == 'M' {
		return append(b, s...)
	}
	numeric := strings.IndexByte("sbknGUdimS", pc.conv) >= 0
	if pc.prec >= 0 && pc.prec < len(s) && !numeric {
		s = s[:pc.prec]
	}
	width := pc.width
	if pc.left {
		width = -width
	}
	return pad(b, s, width)
}

// statDirective is for the directives that need more than the name.
func (f *finder) statDirective(pc *piece, e *entry, st *kern.Stat) string {
	switch pc.conv {
	case 's', 'b', 'k', 'S':
		f.p.Taint(st.Label())
		return sizeDirective(pc.conv, st)
	case 'm':
		s := strconv.FormatUint(uint64(st.Perm), 8)
		if pc.zero {
			s = "0" + s
		}
		return s
	case 'M':
		return tree.ModeString(st.Kind, st.Perm)
	case 'n':
		return decimal(uint64(st.Nlink))
	case 'u':
		return f.p.K.UserName(st.UID)
	case 'g':
		return f.p.K.GroupName(st.GID)
	case 'U':
		return decimal(uint64(st.UID))
	case 'G':
		return decimal(uint64(st.GID))
	case 'i':
		return decimal(uint64(st.Ino))
	case 'D':
		return decimal(gnu.DevOf(st))
	case 'F':
		return fsName(st)
	case 'l':
		if st.Kind != tree.Symlink {
			return ""
		}
		to, _ := f.p.Readlink(e.path)
		return to
	case 'Y':
		return f.targetType(e, st)
	case 'Z':
		f.status = 1
		f.p.Errorf("getfilecon failed: %s: No data available", gnu.Quote(e.path))
		return ""
	case 'a':
		return f.timeText('c', st.Atime, true)
	case 'c':
		return f.timeText('c', st.Ctime, true)
	case 't':
		return f.timeText('c', st.Mtime, true)
	}
	return f.timeText(pc.sub, timeOf(st, pc.conv), false)
}

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }

func sizeDirective(conv byte, st *kern.Stat) string {
	switch conv {
	case 's':
		return strconv.FormatInt(st.Size, 10)
	case 'b':
		return strconv.FormatInt(st.Blocks, 10)
	case 'k':
		return strconv.FormatInt((st.Blocks+1)/2, 10)
	}
	if st.Size == 0 {
		if st.Blocks == 0 {
			return "1"
		}
		return "inf"
	}
	return strconv.FormatFloat(512*float64(st.Blocks)/float64(st.Size), 'g', 6, 64)
}

// targetType is %Y: the type of what a link points to.
func (f *finder) targetType(e *entry, st *kern.Stat) string {
	if st.Kind == tree.Symlink {
		to, err := f.p.Stat(e.path)
		switch {
		case err == error(tree.ENOENT) || err == error(tree.ENOTDIR):
			return "N"
		case err == error(tree.ELOOP):
			return "L"
		case err != nil:
			return "?"
		}
		st = &to
	}
	return typeLetters[st.Kind&7 : st.Kind&7+1]
}

// timeText writes a time as %Ak and its kin do. Plain is for %a %c %t, which show the fraction inside of ctime's form.
func (f *finder) timeText(k byte, ns int64, plain bool) string {
	frac := strconv.FormatInt((ns%second+second)%second+second, 10)[1:] + "0"
	switch k {
	case '@':
		sec := (ns - (ns%second+second)%second) / second
		return strconv.FormatInt(sec, 10) + "." + frac
	case '+':
		return gnu.Strftime("%Y-%m-%d+%H:%M:%S.", ns, f.zone) + frac
	case 'S':
		return gnu.Strftime("%S.", ns, f.zone) + frac
	case 'T', 'X':
		return gnu.Strftime("%H:%M:%S.", ns, f.zone) + frac
	case 'c':
		if plain {
			return gnu.Strftime("%a %b %e %H:%M:%S.", ns, f.zone) + frac + gnu.Strftime(" %Y", ns, f.zone)
		}
	}
	if strings.IndexByte("aAbBcdDFgGhHIjklmMnprRstTuUVwWxyYZ", k) < 0 {
		return "%" + string(rune(k))
	}
	return gnu.Strftime("%"+string(rune(k)), ns, f.zone)
}

// shownBase is %f: a starting point keeps the slashes after its name.
func shownBase(e *entry) string {
	if e.depth > 0 {
		return e.base
	}
	t := strings.TrimRight(e.path, "/")
	if t == "" {
		return "/"
	}
	return e.path[strings.LastIndexByte(t, '/')+1:]
}

// shownDir is %h.
func shownDir(path string) string {
	if strings.IndexByte(path, '/') < 0 {
		return "."
	}
	t := strings.TrimRight(path, "/")
	if t == "" {
		return path[:len(path)-1]
	}
	i := strings.LastIndexByte(t, '/')
	if i < 0 {
		return t
	}
	return t[:i]
}
