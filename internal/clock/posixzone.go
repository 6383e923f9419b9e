package clock

// posixRule is a rule like EST5EDT,M3.2.0,M11.1.0 or one without daylight saving time.
type posixRule struct {
	std, dst   Period
	start, end yearly // when daylight saving time begins and ends
}

// yearly is a moment of each year, in local time.
type yearly struct {
	kind             byte // 'M', 'J' or 'D' for a zero-based day
	month, week, day int
	sec              int64 // after midnight, may be negative or beyond a day
}

// second returns the moment of a year in seconds since 1970, as if local time were UTC.
func (y *yearly) second(year int64) int64 {
	var days int64
	switch y.kind {
	case 'J':
		days = Days(year, 1, y.day)
		if Leap(year) && y.day >= 60 {
			days++
		}
	case 'D':
		days = Days(year, 1, 1) + int64(y.day)
	default:
		first := Days(year, y.month, 1)
		days = first + int64((y.day-Weekday(first)+daysPerWeek)%daysPerWeek) + int64(y.week-1)*daysPerWeek
		if y.week == 5 && days >= first+int64(DaysIn(year, y.month)) {
			days -= daysPerWeek
		}
	}
	return days*SecondsPerDay + y.sec
}

func (r *posixRule) at(sec int64) Period {
	if r.dst.Abbr == "" {
		return r.std
	}
	year := max(CivilOfSeconds(sec+r.std.Offset).Year, 1970) // glibc knows no change before
	start, end := r.start.second(year)-r.std.Offset, r.end.second(year)-r.dst.Offset
	isDST := sec >= start && sec < end
	if start > end {
		isDST = sec >= start || sec < end
	}
	if isDST {
		return r.dst
	}
	return r.std
}

// posixZone reads a POSIX rule. What cannot be read is left at its default, as glibc does.
func posixZone(s string) *Zone {
	p := ruleParser{s}
	r := &posixRule{}
	r.dst.DST = true
	z := &Zone{rule: r}
	name, ok := p.name()
	if !ok {
		return z
	}
	r.std.Abbr = name
	off, ok := p.offset()
	if !ok {
		return z
	}
	r.std.Offset = -off
	if p.s == "" {
		return z
	}
	if r.dst.Abbr, ok = p.name(); !ok {
		r.dst.Abbr = ""
		return z
	}
	r.dst.Offset = r.std.Offset + 3600
	if p.s != "" && p.s[0] != ',' {
		if off, ok = p.offset(); ok {
			r.dst.Offset = -off
		}
	}
	r.start = yearly{kind: 'M', month: 3, week: 2, sec: 7200}
	r.end = yearly{kind: 'M', month: 11, week: 1, sec: 7200}
	if start, ok := p.yearly(); ok {
		r.start = start
		if end, ok := p.yearly(); ok {
			r.end = end
		}
	}
	return z
}

type ruleParser struct{ s string }

// name reads an abbreviation: at least three letters, or anything between < and >.
func (p *ruleParser) name() (string, bool) {
	i := 0
	for i < len(p.s) && (p.s[i]|0x20 >= 'a' && p.s[i]|0x20 <= 'z') {
		i++
	}
	if i >= 3 {
		n := p.s[:i]
		p.s = p.s[i:]
		return n, true
	}
	if p.s == "" || p.s[0] != '<' {
		return "", false
	}
	for i = 1; i < len(p.s) && (p.s[i]|0x20 >= 'a' && p.s[i]|0x20 <= 'z' || isDigit(p.s[i]) || p.s[i] == '+' || p.s[i] == '-'); i++ {
	}
	if i < 4 || i == len(p.s) || p.s[i] != '>' {
		return "", false
	}
	n := p.s[1:i]
	p.s = p.s[i+1:]
	return n, true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// sign reads an optional sign.
func (p *ruleParser) sign() int64 {
	if p.s != "" && (p.s[0] == '+' || p.s[0] == '-') {
		neg := p.s[0] == '-'
		p.s = p.s[1:]
		if neg {
			return -1
		}
	}
	return 1
}

// number reads digits.
func (p *ruleParser) number() (n int, ok bool) {
	i := 0
	for ; i < len(p.s) && isDigit(p.s[i]); i++ {
		if n < 1<<16 {
			n = n*10 + int(p.s[i]-'0')
		}
	}
	p.s = p.s[i:]
	return n, i > 0
}

// clock reads hh[:mm[:ss]] as seconds.
func (p *ruleParser) clock(maxHour int) (int64, bool) {
	h, ok := p.number()
	if !ok {
		return 0, false
	}
	sec := int64(min(h, maxHour)) * 3600
	for unit := int64(60); unit > 0 && len(p.s) > 1 && p.s[0] == ':' && isDigit(p.s[1]); unit /= 60 {
		p.s = p.s[1:]
		n, _ := p.number()
		sec += int64(min(n, 59)) * unit
	}
	return sec, true
}

// offset reads an offset, seconds west of UTC.
func (p *ruleParser) offset() (int64, bool) {
	if p.s == "" || p.s[0] != '+' && p.s[0] != '-' && !isDigit(p.s[0]) {
		return 0, false
	}
	sign := p.sign()
	sec, ok := p.clock(24)
	return sign * sec, ok
}

// yearly reads ",Mm.w.d/time", ",Jn/time" or ",n/time".
func (p *ruleParser) yearly() (y yearly, ok bool) {
	if p.s == "" || p.s[0] != ',' {
		return y, false
	}
	p.s = p.s[1:]
	y.sec = 7200
	switch {
	case p.s != "" && p.s[0] == 'M':
		p.s = p.s[1:]
		y.kind = 'M'
		for i, f := range [3]*int{&y.month, &y.week, &y.day} {
			if i > 0 {
				if p.s == "" || p.s[0] != '.' {
					return y, false
				}
				p.s = p.s[1:]
			}
			if *f, ok = p.number(); !ok {
				return y, false
			}
		}
		if y.month < 1 || y.month > 12 || y.week < 1 || y.week > 5 || y.day > 6 {
			return y, false
		}
	default:
		y.kind = 'D'
		if p.s != "" && p.s[0] == 'J' {
			p.s = p.s[1:]
			y.kind = 'J'
		}
		if y.day, ok = p.number(); !ok || y.day > 365 || y.kind == 'J' && y.day == 0 {
			return y, false
		}
	}
	if p.s != "" && p.s[0] == '/' {
		p.s = p.s[1:]
		sign := p.sign()
		if y.sec, ok = p.clock(167); !ok {
			y.sec = 7200
		} else {
			y.sec *= sign
		}
	}
	return y, true
}
