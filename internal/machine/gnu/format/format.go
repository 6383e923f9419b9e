// Package format prints and reads numbers as glibc's printf, strtod and
// strtoimax families do, for bash, awk, seq, printf, stat, date and numfmt.
//
// Debian's bash, printf, seq and numfmt compute with the 80-bit long double
// of x86; Float is that type. Awk uses double. The decimal point is "." and
// the grouping flag ' changes nothing, as in the C.UTF-8 locale.
package format

import "strconv"

// Spec is one conversion specification without its length modifier. The zero
// value with a Verb is the plain conversion.
type Spec struct {
	Minus bool // "-": pad on the right
	Plus  bool // "+": always print a sign
	Space bool // " ": print a space where a plus would stand
	Alt   bool // "#": alternative form
	Zero  bool // "0": pad with zeros
	Group bool // "'": group digits, which this locale does not do
	// Width is the least number of bytes printed.
	Width int
	// Prec is the precision, valid when HasPrec is set.
	Prec    int
	HasPrec bool
	// Verb is the conversion character, such as 'd' or 'g'.
	Verb byte
}

// Directive is a conversion specification as it stands in a format.
type Directive struct {
	Spec
	// WidthArg and PrecArg say that "*" takes the value from an argument.
	WidthArg, PrecArg bool
	// Length holds the length modifiers, such as "ll".
	Length string
	// Size is the number of bytes of the whole directive with its "%". The
	// Verb is 0 when the format ends before one.
	Size int
}

// maxField bounds the numbers that Scan reads for width and precision. It is
// INT_MAX; larger numbers stay at one more, so that callers can tell.
const maxField = 1<<31 - 1

// Scan reads the directive at the start of s, which begins with "%". It does
// not judge whether the combination makes sense: programs differ in that.
func Scan(s string) Directive {
	d := Directive{}
	i := 1
flags:
	for ; i < len(s); i++ {
		switch s[i] {
		case '-':
			d.Minus = true
		case '+':
			d.Plus = true
		case ' ':
			d.Space = true
		case '#':
			d.Alt = true
		case '0':
			d.Zero = true
		case '\'':
			d.Group = true
		default:
			break flags
		}
	}
	if i < len(s) && s[i] == '*' {
		d.WidthArg = true
		i++
	} else {
		d.Width, i = scanField(s, i)
	}
	if i < len(s) && s[i] == '.' {
		d.HasPrec = true
		i++
		if i < len(s) && s[i] == '*' {
			d.PrecArg = true
			i++
		} else {
			d.Prec, i = scanField(s, i)
		}
	}
	start := i
	for i < len(s) && isLength(s[i]) {
		i++
	}
	d.Length = s[start:i]
	if i < len(s) {
		d.Verb = s[i]
		i++
	}
	d.Size = i
	return d
}

func isLength(c byte) bool {
	switch c {
	case 'h', 'l', 'j', 'z', 't', 'L', 'q':
		return true
	}
	return false
}

// scanField reads digits at s[i:] and returns the number and the offset
// after them.
func scanField(s string, i int) (n, end int) {
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		n = min(n*10+int(s[i]-'0'), maxField+1)
	}
	return n, i
}

// SetWidth applies a width argument: a negative one means Minus too.
func (s *Spec) SetWidth(w int) {
	if w < 0 {
		s.Minus = true
		w = -w
	}
	s.Width = w
}

// SetPrec applies a precision argument: a negative one means none.
func (s *Spec) SetPrec(p int) {
	s.Prec, s.HasPrec = max(p, 0), p >= 0
}

// Bound returns a number of bytes that printing any number with s does not
// exceed: callers with a budget check it first, since width and precision come
// from users.
func (s Spec) Bound() int {
	const longest = 5000 // the digits of the largest long double
	return max(s.Width, longest+s.Prec)
}

// AppendInt appends v as d and i do. Other verbs print it like AppendUint.
func (s Spec) AppendInt(dst []byte, v int64) []byte {
	if s.Verb != 'd' && s.Verb != 'i' {
		return s.AppendUint(dst, uint64(v))
	}
	u := uint64(v)
	if v < 0 {
		u = -u
	}
	var buf [24]byte
	return s.appendDigits(dst, s.sign(v < 0), strconv.AppendUint(buf[:0], u, 10))
}

// AppendUint appends v as u, o, x and X do.
func (s Spec) AppendUint(dst []byte, v uint64) []byte {
	var buf [24]byte
	switch s.Verb {
	case 'o':
		digits := strconv.AppendUint(buf[1:1], v, 8)
		if s.Alt && v != 0 && s.Prec <= len(digits) {
			buf[0] = '0'
			digits = buf[:len(digits)+1]
		} else if s.Alt && v == 0 && s.HasPrec && s.Prec == 0 {
			s.Prec = 1
		}
		return s.appendDigits(dst, "", digits)
	case 'x':
		prefix := ""
		if s.Alt && v != 0 {
			prefix = "0x"
		}
		return s.appendDigits(dst, prefix, strconv.AppendUint(buf[:0], v, 16))
	case 'X':
		prefix := ""
		if s.Alt && v != 0 {
			prefix = "0X"
		}
		return s.appendDigits(dst, prefix, upper(strconv.AppendUint(buf[:0], v, 16)))
	}
	return s.appendDigits(dst, "", strconv.AppendUint(buf[:0], v, 10))
}

// sign is what stands before a signed number.
func (s Spec) sign(neg bool) string {
	switch {
	case neg:
		return "-"
	case s.Plus:
		return "+"
	case s.Space:
		return " "
	}
	return ""
}

// appendDigits appends an integer: the precision is the least number of
// digits, and turns off the padding with zeros.
func (s Spec) appendDigits(dst []byte, prefix string, digits []byte) []byte {
	zeros := 0
	if s.HasPrec {
		s.Zero = false
		zeros = s.Prec - len(digits)
		if s.Prec == 0 && len(digits) == 1 && digits[0] == '0' {
			digits = nil
		}
	}
	return s.pad(dst, prefix, max(zeros, 0), digits)
}

// pad appends prefix, zeros and body within the width.
func (s Spec) pad(dst []byte, prefix string, zeros int, body []byte) []byte {
	fill := s.Width - len(prefix) - zeros - len(body)
	switch {
	case s.Minus:
	case s.Zero:
		zeros += max(fill, 0)
		fill = 0
	default:
		dst = repeat(dst, ' ', fill)
		fill = 0
	}
	dst = append(dst, prefix...)
	dst = repeat(dst, '0', zeros)
	dst = append(dst, body...)
	return repeat(dst, ' ', fill)
}

// repeat appends n times c; a negative n counts as 0.
func repeat(dst []byte, c byte, n int) []byte {
	for ; n > 0; n-- {
		dst = append(dst, c)
	}
	return dst
}

// AppendString appends v as s does: width and precision count bytes.
func (s Spec) AppendString(dst []byte, v string) []byte {
	if s.HasPrec && s.Prec < len(v) {
		v = v[:s.Prec]
	}
	if !s.Minus {
		dst = repeat(dst, ' ', s.Width-len(v))
	}
	dst = append(dst, v...)
	if s.Minus {
		dst = repeat(dst, ' ', s.Width-len(v))
	}
	return dst
}

// AppendChar appends the byte c as c does.
func (s Spec) AppendChar(dst []byte, c byte) []byte {
	s.HasPrec = false
	return s.AppendString(dst, string([]byte{c}))
}

// upper changes ASCII letters in place.
func upper(b []byte) []byte {
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return b
}
