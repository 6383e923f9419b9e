package cmds

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// value writes one conversion of a file's status; false for one that stat does not know.
func (s *stater) value(name string, st *kern.Stat, c, mod byte, f *statField) bool {
	switch c {
	case 'n':
		f.str(name)
	case 'N':
		x := gnu.QuoteAs(name, s.quoting(), "")
		if st.Kind == tree.Symlink {
			target, err := s.p.Readlink(name)
			if err != nil {
				s.p.Errorf("cannot read symbolic link %s: %s", gnu.QuoteAF(name), kern.ErrText(err))
				return true
			}
			f.str(x)
			f.out.WriteString(" -> ")
			x = gnu.QuoteAs(target, s.quoting(), "")
		}
		f.str(x)
	case 'd', 'D', 'r', 'R', 't', 'T':
		s.device(st, c, mod, f)
	case 'i':
		f.num(uint64(st.Ino), 10)
	case 'a':
		f.num(uint64(st.Perm), 8)
	case 'A':
		f.str(tree.ModeString(st.Kind, st.Perm))
	case 'f':
		f.num(uint64(gnu.ModeBits(st)), 16)
	case 'F':
		f.str(gnu.FileType(st))
	case 'h':
		f.num(uint64(st.Nlink), 10)
	case 'u', 'g', 'U', 'G':
		s.owner(st, c, f)
	case 'm':
		f.str(s.mountPoint(st))
	case 's':
		f.signed(st.Size)
	case 'B':
		f.num(512, 10)
	case 'b':
		f.num(uint64(st.Blocks), 10)
	case 'o':
		f.num(gnu.BlockSize, 10)
	case 'C':
		s.p.Errorf("failed to get security context of %s: No data available", gnu.QuoteAF(name))
		f.str("?")
	default:
		return s.time(st, c, f)
	}
	return true
}

// owner writes the user (u, U) or the group of a file, as a number or by name.
func (s *stater) owner(st *kern.Stat, c byte, f *statField) {
	switch c {
	case 'u':
		f.num(uint64(st.UID), 10)
	case 'g':
		f.num(uint64(st.GID), 10)
	case 'U':
		f.str(nameOr(s.p.K.UserByID(st.UID)))
	case 'G':
		g := s.p.K.GroupByID(st.GID)
		if g == nil {
			f.str("UNKNOWN")
		} else {
			f.str(g.Name)
		}
	}
}

func nameOr(u *kern.User) string {
	if u == nil {
		return "UNKNOWN"
	}
	return u.Name
}

func (s *stater) time(st *kern.Stat, c byte, f *statField) bool {
	ns := [...]int64{st.Btime, st.Atime, st.Mtime, st.Ctime}
	switch {
	case c >= 'w' && c <= 'z':
		f.str(gnu.Strftime("%Y-%m-%d %H:%M:%S.%N %z", ns[c-'w'], s.zone))
	case c >= 'W' && c <= 'Z':
		f.seconds(ns[c-'W'])
	default:
		return false
	}
	return true
}

// device writes numbers of devices: the one that a file is on (d, D) or the one that it is (r, R, t, T).
func (s *stater) device(st *kern.Stat, c, mod byte, f *statField) {
	dev, major, minor := gnu.DevOf(st), uint64(0), uint64(0)
	if c != 'd' && c != 'D' {
		dev = uint64(st.Rdev.Major)<<8 | uint64(st.Rdev.Minor)
		major, minor = uint64(st.Rdev.Major), uint64(st.Rdev.Minor)
	} else {
		major, minor = dev>>8, dev&0xff
	}
	switch {
	case mod == 'H':
		f.num(major, 10)
	case mod == 'L':
		f.num(minor, 10)
	case c == 't':
		f.num(major, 16)
	case c == 'T':
		f.num(minor, 16)
	case c == 'D' || c == 'R':
		f.num(dev, 16)
	default:
		f.num(dev, 10)
	}
}

// quoting returns the style of %N, which $QUOTING_STYLE can change. Like the real program it quotes only when the format has
// "%N" as it stands, not when all of them have flags or a width.
func (s *stater) quoting() gnu.Style {
	if !s.custom || !strings.Contains(s.format, "%N") {
		return gnu.StyleLiteral
	}
	v, ok := s.p.Getenv("QUOTING_STYLE")
	if ok {
		for i, w := range gnu.QuoteStyles {
			if w == v {
				return gnu.Style(i)
			}
		}
		s.p.Errorf("ignoring invalid value of environment variable QUOTING_STYLE: %s", gnu.Quote(v))
	}
	return gnu.StyleShellEscapeAlways
}

// mountPoint returns where the file system of a file is mounted.
func (s *stater) mountPoint(st *kern.Stat) string {
	if st.Ino >= tree.SynthBase {
		return "/proc"
	}
	return "/"
}

// fs prints the state of the file system that name is on.
func (s *stater) fs(name string) bool {
	p := s.p
	if name == "-" {
		p.Errorf("using %s to denote standard input does not work in file system mode", gnu.QuoteAF(name))
		return false
	}
	if _, err := p.Stat(name); err != nil {
		p.Errorf("cannot read file system information for %s: %s", gnu.QuoteAF(name), kern.ErrText(err))
		return false
	}
	info := gnu.StatFS(p)
	format := statFSLong
	switch {
	case s.custom:
		format = s.format
	case s.terse:
		format = statFSTerse
	}
	s.put(format, func(c, _ byte, f *statField) bool {
		switch c {
		case 'n':
			f.str(name)
		case 'i':
			f.num(0x2b5c9d7014e3a86f, 16)
		case 'l':
			f.num(tree.NameMax, 10)
		case 't':
			f.num(0xef53, 16)
		case 'T':
			f.str("ext2/ext3")
		case 'b':
			f.num(uint64(info.Blocks), 10)
		case 'f':
			f.num(uint64(info.Free), 10)
		case 'a':
			f.num(uint64(info.Available), 10)
		case 's', 'S':
			f.num(gnu.BlockSize, 10)
		case 'c':
			f.num(uint64(info.Inodes), 10)
		case 'd':
			f.num(uint64(info.FreeInodes), 10)
		default:
			return false
		}
		return true
	})
	return true
}
