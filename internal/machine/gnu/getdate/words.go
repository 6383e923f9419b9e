package getdate

import (
	"strings"

	"github.com/orrery-world/orrery/internal/clock"
)

// kind is what a token is.
type kind uint8

const (
	end kind = iota
	char
	unsigned // digits
	signed   // digits behind a sign
	unsignedFraction
	signedFraction
	ago
	dstWord
	unitYear
	unitMonth
	unitDay // value: days
	unitHour
	unitMinute
	unitSecond
	dayShift // value: days
	weekdayName
	monthName
	meridianWord
	ordinal
	zoneName       // value: minutes east
	summerZoneName // likewise, an hour further east
	localZone      // value: 1 for daylight saving time, 0 for not, -1 unknown
)

type word struct {
	name  string
	kind  kind
	value int64
}

var calendarWords = [...]word{
	{"JANUARY", monthName, 1}, {"FEBRUARY", monthName, 2}, {"MARCH", monthName, 3}, {"APRIL", monthName, 4}, {"MAY", monthName, 5},
	{"JUNE", monthName, 6}, {"JULY", monthName, 7}, {"AUGUST", monthName, 8}, {"SEPTEMBER", monthName, 9}, {"SEPT", monthName, 9},
	{"OCTOBER", monthName, 10}, {"NOVEMBER", monthName, 11}, {"DECEMBER", monthName, 12},
	{"SUNDAY", weekdayName, 0}, {"MONDAY", weekdayName, 1}, {"TUESDAY", weekdayName, 2}, {"TUES", weekdayName, 2},
	{"WEDNESDAY", weekdayName, 3}, {"WEDNES", weekdayName, 3}, {"THURSDAY", weekdayName, 4}, {"THUR", weekdayName, 4},
	{"THURS", weekdayName, 4}, {"FRIDAY", weekdayName, 5}, {"SATURDAY", weekdayName, 6},
}

var meridianWords = [...]word{
	{"AM", meridianWord, beforeNoon}, {"A.M.", meridianWord, beforeNoon}, {"PM", meridianWord, afterNoon}, {"P.M.", meridianWord, afterNoon},
}

var universalZones = [...]word{{"GMT", zoneName, 0}, {"UT", zoneName, 0}, {"UTC", zoneName, 0}}

const hour = 60 // minutes

var zoneWords = [...]word{
	{"WET", zoneName, 0}, {"WEST", summerZoneName, 0}, {"BST", summerZoneName, 0}, {"ART", zoneName, -3 * hour}, {"BRT", zoneName, -3 * hour},
	{"BRST", summerZoneName, -3 * hour}, {"NST", zoneName, -(3*hour + 30)}, {"NDT", summerZoneName, -(3*hour + 30)},
	{"AST", zoneName, -4 * hour}, {"ADT", summerZoneName, -4 * hour}, {"CLT", zoneName, -4 * hour}, {"CLST", summerZoneName, -4 * hour},
	{"EST", zoneName, -5 * hour}, {"EDT", summerZoneName, -5 * hour}, {"CST", zoneName, -6 * hour}, {"CDT", summerZoneName, -6 * hour},
	{"MST", zoneName, -7 * hour}, {"MDT", summerZoneName, -7 * hour}, {"PST", zoneName, -8 * hour}, {"PDT", summerZoneName, -8 * hour},
	{"AKST", zoneName, -9 * hour}, {"AKDT", summerZoneName, -9 * hour}, {"HST", zoneName, -10 * hour}, {"HAST", zoneName, -10 * hour},
	{"HADT", summerZoneName, -10 * hour}, {"SST", zoneName, -12 * hour}, {"WAT", zoneName, 1 * hour}, {"CET", zoneName, 1 * hour},
	{"CEST", summerZoneName, 1 * hour}, {"MET", zoneName, 1 * hour}, {"MEZ", zoneName, 1 * hour}, {"MEST", summerZoneName, 1 * hour},
	{"MESZ", summerZoneName, 1 * hour}, {"EET", zoneName, 2 * hour}, {"EEST", summerZoneName, 2 * hour}, {"CAT", zoneName, 2 * hour},
	{"SAST", zoneName, 2 * hour}, {"EAT", zoneName, 3 * hour}, {"MSK", zoneName, 3 * hour}, {"MSD", summerZoneName, 3 * hour},
	{"IST", zoneName, 5*hour + 30}, {"SGT", zoneName, 8 * hour}, {"KST", zoneName, 9 * hour}, {"JST", zoneName, 9 * hour},
	{"GST", zoneName, 10 * hour}, {"NZST", zoneName, 12 * hour}, {"NZDT", summerZoneName, 12 * hour},
}

var unitWords = [...]word{
	{"YEAR", unitYear, 1}, {"MONTH", unitMonth, 1}, {"FORTNIGHT", unitDay, 14}, {"WEEK", unitDay, 7}, {"DAY", unitDay, 1},
	{"HOUR", unitHour, 1}, {"MINUTE", unitMinute, 1}, {"MIN", unitMinute, 1}, {"SECOND", unitSecond, 1}, {"SEC", unitSecond, 1},
}

var relativeWords = [...]word{
	{"TOMORROW", dayShift, 1}, {"YESTERDAY", dayShift, -1}, {"TODAY", dayShift, 0}, {"NOW", dayShift, 0}, {"LAST", ordinal, -1},
	{"THIS", ordinal, 0}, {"NEXT", ordinal, 1}, {"FIRST", ordinal, 1}, {"THIRD", ordinal, 3}, {"FOURTH", ordinal, 4}, {"FIFTH", ordinal, 5},
	{"SIXTH", ordinal, 6}, {"SEVENTH", ordinal, 7}, {"EIGHTH", ordinal, 8}, {"NINTH", ordinal, 9}, {"TENTH", ordinal, 10},
	{"ELEVENTH", ordinal, 11}, {"TWELFTH", ordinal, 12}, {"AGO", ago, -1}, {"HENCE", ago, 1},
}

func find(table []word, name string) (word, bool) {
	for _, w := range table {
		if w.name == name {
			return w, true
		}
	}
	return word{}, false
}

// lookup finds what a word means, upper or lower case alike.
func (p *parser) lookup(s string) (word, bool) {
	s = strings.ToUpper(s)
	if w, ok := find(meridianWords[:], s); ok {
		return w, true
	}
	abbreviated := len(s) == 3 || len(s) == 4 && s[3] == '.'
	for _, w := range calendarWords {
		if w.name == s || abbreviated && w.name[:3] == s[:3] {
			return w, true
		}
	}
	if w, ok := p.lookupZone(s); ok {
		return w, true
	}
	if s == "DST" {
		return word{kind: dstWord}, true
	}
	if w, ok := find(unitWords[:], s); ok {
		return w, true
	}
	if w, ok := find(unitWords[:], strings.TrimSuffix(s, "S")); ok {
		return w, true
	}
	if w, ok := find(relativeWords[:], s); ok {
		return w, true
	}
	if len(s) == 1 {
		return military(s[0])
	}
	if short := strings.ReplaceAll(s, ".", ""); short != s {
		return p.lookupZone(short)
	}
	return word{}, false
}

func (p *parser) lookupZone(s string) (word, bool) {
	if w, ok := find(universalZones[:], s); ok {
		return w, true
	}
	if !p.haveNames {
		p.haveNames = true
		p.std, p.summer = p.localNames()
	}
	switch {
	case s == p.std && s == p.summer:
		return word{kind: localZone, value: -1}, true
	case s == p.std && s != "":
		return word{kind: localZone, value: 0}, true
	case s == p.summer && s != "":
		return word{kind: localZone, value: 1}, true
	}
	return find(zoneWords[:], s)
}

func (p *parser) localNames() (std, summer string) {
	if p.zone == nil {
		return "UTC", ""
	}
	return p.zone.Names(p.now.Sec)
}

// military is a zone of one letter; T stands for itself too, between date and time.
func military(c byte) (word, bool) {
	switch {
	case c == 'T':
		return word{kind: char, value: 'T'}, true
	case c == 'Z':
		return word{kind: zoneName}, true
	case c >= 'A' && c <= 'I':
		return word{kind: zoneName, value: int64(c-'A'+1) * hour}, true
	case c >= 'K' && c <= 'M':
		return word{kind: zoneName, value: int64(c-'K'+10) * hour}, true
	case c >= 'N' && c <= 'Y':
		return word{kind: zoneName, value: -int64(c-'N'+1) * hour}, true
	}
	return word{}, false
}

// number is what digits say.
type number struct {
	value  int64
	digits int
	minus  bool
	nsec   int // behind a decimal point
}

// full returns a year with its century.
func (n number) full() (int64, bool) {
	y := n.value
	switch {
	case y < 0:
		y = -y
	case n.digits == 2 && y < 69:
		y += 2000
	case n.digits == 2:
		y += 1900
	}
	return y, y >= minYear && y <= maxYear
}

type token struct {
	kind  kind
	value int64
	num   number
}

type lexer struct {
	s string
	i int
}

func isSpace(c byte) bool  { return c == ' ' || c >= '\t' && c <= '\r' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func (l *lexer) peek(n int) byte {
	if l.i+n < len(l.s) {
		return l.s[l.i+n]
	}
	return 0
}

// next reads a token; ok is false for what can be none.
func (p *parser) next() (token, bool) {
	l := &p.lex
	for l.i < len(l.s) {
		c := l.s[l.i]
		switch {
		case isSpace(c):
			l.i++
		case isDigit(c):
			return l.number(0)
		case c == '-' || c == '+':
			for l.i++; isSpace(l.peek(0)); {
				l.i++
			}
			if isDigit(l.peek(0)) {
				return l.number(c)
			}
		case isLetter(c):
			from := l.i
			for isLetter(l.peek(0)) || l.peek(0) == '.' {
				l.i++
			}
			w, ok := p.lookup(l.s[from:l.i])
			return token{kind: w.kind, value: w.value}, ok
		case c == '(':
			if !l.comment() {
				return token{}, true
			}
		default:
			l.i++
			return token{kind: char, value: int64(c)}, c != 0
		}
	}
	return token{}, true
}

// comment passes over text in parentheses, which may be nested; closed is false when it goes on to the end.
func (l *lexer) comment() (closed bool) {
	depth := 0
	for ; l.i < len(l.s); l.i++ {
		switch l.s[l.i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				l.i++
				return true
			}
		}
	}
	return false
}

// number reads digits; sign is '+', '-' or 0.
func (l *lexer) number(sign byte) (token, bool) {
	n := number{minus: sign == '-'}
	bad := false
	for ; isDigit(l.peek(0)); l.i++ {
		var o bool
		n.value, o = mulOverflow(n.value, 10)
		d := int64(l.peek(0) - '0')
		if sign == '-' {
			d = -d
		}
		n.value, bad = addOverflow(n.value, d, bad || o)
		n.digits++
	}
	if bad {
		return token{}, false
	}
	t := token{kind: unsigned, num: n}
	if sign != 0 {
		t.kind = signed
	}
	if c := l.peek(0); (c == '.' || c == ',') && isDigit(l.peek(1)) {
		return l.fraction(t)
	}
	return t, true
}

// fraction reads the digits behind the decimal point; a negative number with a fraction is rounded down.
func (l *lexer) fraction(t token) (token, bool) {
	ns, scale, rest := 0, int(clock.NanosPerSecond), false
	for l.i++; isDigit(l.peek(0)); l.i++ {
		d := int(l.peek(0) - '0')
		if scale /= 10; scale > 0 {
			ns += d * scale
		} else if d != 0 {
			rest = true
		}
	}
	if t.num.minus {
		if rest {
			ns++
		}
		if ns > 0 {
			var o bool
			if t.num.value, o = addOverflow(t.num.value, -1, false); o {
				return token{}, false
			}
			ns = clock.NanosPerSecond - ns
		}
	}
	t.num.nsec = ns
	t.kind += unsignedFraction - unsigned
	return t, true
}
