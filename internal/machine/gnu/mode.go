package gnu

import "strings"

// Permission bits by the letters of a symbolic mode.
const (
	modeAll   = 0o7777
	modeUser  = 0o4700
	modeGroup = 0o2070
	modeOther = 0o1007
	setIDs    = 0o6000
)

// Mode is a change of permission bits such as "u+x,go=r" or "755".
type Mode struct{ changes []modeChange }

type modeChange struct {
	op        byte // '=', '+' or '-'
	copy, ifX bool // value is what other classes have; x only where some x is, or for a directory
	affected  uint16
	value     uint16
	mentioned uint16
}

// ParseMode reads a numeric or symbolic mode as chmod does.
func ParseMode(s string) (m Mode, ok bool) {
	if s != "" && s[0] >= '0' && s[0] <= '7' {
		v, rest, ok := octal(s)
		if !ok || rest != "" {
			return m, false
		}
		mentioned := uint16(modeAll)
		if len(s) < 5 {
			mentioned = v&setIDs | 0o1777
		}
		m.changes = []modeChange{{op: '=', affected: modeAll, value: v, mentioned: mentioned}}
		return m, true
	}
	for {
		var affected uint16
	who:
		for ; s != ""; s = s[1:] {
			switch s[0] {
			case 'u':
				affected |= modeUser
			case 'g':
				affected |= modeGroup
			case 'o':
				affected |= modeOther
			case 'a':
				affected |= modeAll
			default:
				break who
			}
		}
		if s == "" || strings.IndexByte("=+-", s[0]) < 0 {
			return m, false
		}
		for s != "" && strings.IndexByte("=+-", s[0]) >= 0 {
			c := modeChange{op: s[0], affected: affected}
			if s, ok = c.parse(s[1:]); !ok {
				return m, false
			}
			m.changes = append(m.changes, c)
		}
		if s == "" {
			return m, true
		}
		if s[0] != ',' {
			return m, false
		}
		s = s[1:]
	}
}

// octal reads octal digits up to 7777.
func octal(s string) (v uint16, rest string, ok bool) {
	for s != "" && s[0] >= '0' && s[0] <= '7' {
		if v = v*8 + uint16(s[0]-'0'); v > modeAll {
			return 0, "", false
		}
		s = s[1:]
	}
	return v, s, true
}

// parse reads what follows the operator.
func (c *modeChange) parse(s string) (rest string, ok bool) {
	if s != "" && s[0] >= '0' && s[0] <= '7' {
		v, rest, ok := octal(s)
		if !ok || c.affected != 0 || rest != "" && rest[0] != ',' {
			return "", false
		}
		c.affected, c.mentioned, c.value = modeAll, modeAll, v
		return rest, true
	}
	if s != "" && strings.IndexByte("ugo", s[0]) >= 0 {
		c.copy = true
		c.value = map3(s[0])
		s = s[1:]
	} else {
		s = c.letters(s)
	}
	c.mentioned = c.value
	if c.affected != 0 {
		c.mentioned &= c.affected
	}
	return s, true
}

func map3(c byte) uint16 {
	switch c {
	case 'u':
		return 0o700
	case 'g':
		return 0o070
	}
	return 0o007
}

func (c *modeChange) letters(s string) string {
	for ; s != ""; s = s[1:] {
		switch s[0] {
		case 'r':
			c.value |= 0o444
		case 'w':
			c.value |= 0o222
		case 'x':
			c.value |= 0o111
		case 'X':
			c.ifX = true
		case 's':
			c.value |= setIDs
		case 't':
			c.value |= 0o1000
		default:
			return s
		}
	}
	return s
}

// Adjust returns old changed as m says, and the bits that m speaks of. Umask limits changes that name no user class.
func (m Mode) Adjust(old uint16, dir bool, umask uint16) (mode, bits uint16) {
	mode = old & modeAll
	for _, c := range m.changes {
		var omit uint16
		if dir {
			omit = setIDs &^ c.mentioned
		}
		value := c.value
		if c.copy {
			value &= mode
			for _, bit := range [3]uint16{0o444, 0o222, 0o111} {
				if value&bit != 0 {
					value |= bit
				}
			}
		}
		if c.ifX && (dir || mode&0o111 != 0) {
			value |= 0o111
		}
		if c.affected != 0 {
			value &= c.affected &^ omit
		} else {
			value &= ^umask &^ omit
		}
		switch c.op {
		case '=':
			keep := omit
			if c.affected != 0 {
				keep |= ^c.affected
			}
			bits |= modeAll &^ keep
			mode = mode&keep | value
		case '+':
			bits |= value
			mode |= value
		case '-':
			bits |= value
			mode &^= value
		}
	}
	return mode & modeAll, bits
}
