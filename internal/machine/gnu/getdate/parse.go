package getdate

import (
	"github.com/orrery-world/orrery/internal/clock"
)

// parser reads items from left to right with one token ahead. Counts say how many items of each kind there were.
type parser struct {
	lex   lexer
	tok   token // the next one
	bad   bool  // it is none
	zone  *clock.Zone
	guess *int64 // see Reader
	now   Time

	haveNames   bool
	std, summer string // abbreviations of the local zone

	year              number
	month, day        int64
	hour, minute      int64
	second            int64
	nsec              int
	meridian          int
	offset            int64 // seconds east, when zones > 0
	localDST          int
	dayOrdinal        int64
	dayNumber         int64
	rel, lastRel      relative
	stamp             bool // "@SECONDS"
	at                Time
	times, dates      int
	days, dsts        int
	zones, localZones int
	rels              int
}

type relative struct {
	year, month, day, hour, minute, second, nsec int64
}

// start sets everything to now.
func (p *parser) start() {
	c := p.zone.Civil(p.now.Sec)
	p.year, p.month, p.day = number{value: c.Year, digits: 0}, int64(c.Month), int64(c.Day)
	p.hour, p.minute, p.second, p.nsec = int64(c.Hour), int64(c.Minute), int64(c.Second), p.now.Nsec
}

func (p *parser) advance() {
	var ok bool
	if p.tok, ok = p.next(); !ok {
		p.bad = true
		p.tok = token{kind: char}
	}
}

func (p *parser) isChar(c byte) bool { return p.tok.kind == char && p.tok.value == int64(c) }

func (p *parser) parse() bool {
	p.advance()
	if p.isChar('@') {
		p.advance()
		t := p.tok
		if t.kind < unsigned || t.kind > signedFraction {
			return false
		}
		p.stamp, p.at = true, Time{t.num.value, t.num.nsec}
		p.advance()
		return p.tok.kind == end
	}
	for p.tok.kind != end {
		if p.bad || !p.item() {
			return false
		}
	}
	return !p.bad
}

// item reads one item.
func (p *parser) item() bool {
	t := p.tok
	p.advance()
	switch t.kind {
	case unsigned:
		return p.number(t.num)
	case signed:
		return p.unit(t.num.value, 0) && p.ago(true)
	case unsignedFraction, signedFraction:
		if p.tok.kind != unitSecond {
			return false
		}
		return p.unit(t.num.value, t.num.nsec) && p.ago(true)
	case ordinal:
		if p.tok.kind == weekdayName {
			p.setDay(t.value, p.tok.value)
			p.advance()
			return true
		}
		return p.unit(t.value, 0) && p.ago(true)
	case unitYear, unitMonth, unitDay, unitHour, unitMinute, unitSecond:
		p.pending(t, 1, 0)
		return p.ago(true)
	case dayShift:
		p.rels++
		return p.addRel(relative{day: t.value}, 1)
	case weekdayName:
		if p.isChar(',') {
			p.advance()
		}
		p.setDay(0, t.value)
		return true
	case monthName:
		return p.monthFirst(t.value)
	}
	return p.zoneItem(t)
}

// zoneItem reads a time zone.
func (p *parser) zoneItem(t token) bool {
	switch {
	case t.kind == zoneName:
		return p.zoneWord(t.value*60, true)
	case t.kind == char && t.value == 'T':
		return p.zoneWord(-7*3600, false)
	case t.kind == summerZoneName:
		p.zones++
		p.offset = t.value*60 + 3600
		return true
	case t.kind == localZone:
		p.localZones++
		p.localDST = int(t.value)
		if p.tok.kind == dstWord {
			p.localDST = 1
			p.dsts++
			p.advance()
		}
		return true
	}
	return false
}

// zoneWord reads what may follow a zone: DST, an offset, or a relative item with a sign.
func (p *parser) zoneWord(offset int64, named bool) bool {
	p.zones++
	p.offset = offset
	switch {
	case p.tok.kind == dstWord && named:
		p.offset += 3600
		p.advance()
	case p.tok.kind == signed:
		n := p.tok.num
		p.advance()
		if isUnit(p.tok.kind) {
			return p.unit(n.value, 0) && p.ago(false)
		}
		if !named {
			return false
		}
		off, ok := p.offsetRest(n)
		p.offset += off
		return ok
	}
	return true
}

func isUnit(k kind) bool { return k >= unitYear && k <= unitSecond }

// unit reads the unit of a relative item.
func (p *parser) unit(n int64, nsec int) bool {
	if !isUnit(p.tok.kind) {
		return false
	}
	t := p.tok
	p.advance()
	return p.pending(t, n, nsec)
}

// pending keeps a relative item until it is known whether "ago" follows.
func (p *parser) pending(t token, n int64, nsec int) bool {
	p.lastRel = relative{}
	r := &p.lastRel
	switch t.kind {
	case unitYear:
		r.year = n
	case unitMonth:
		r.month = n
	case unitDay:
		var o bool
		if r.day, o = mulOverflow(n, t.value); o {
			return false
		}
	case unitHour:
		r.hour = n
	case unitMinute:
		r.minute = n
	case unitSecond:
		r.second, r.nsec = n, int64(nsec)
	}
	return true
}

// ago adds the pending item, backwards when "ago" follows and is allowed.
func (p *parser) ago(allowed bool) bool {
	factor := int64(1)
	if allowed && p.tok.kind == ago {
		factor = p.tok.value
		p.advance()
	}
	p.rels++
	return p.addRel(p.lastRel, factor)
}

func (p *parser) addRel(r relative, factor int64) bool {
	bad := false
	add := func(to *int64, n int64) {
		n, o := mulOverflow(n, factor)
		*to, bad = addOverflow(*to, n, bad || o)
	}
	add(&p.rel.year, r.year)
	add(&p.rel.month, r.month)
	add(&p.rel.day, r.day)
	add(&p.rel.hour, r.hour)
	add(&p.rel.minute, r.minute)
	add(&p.rel.second, r.second)
	add(&p.rel.nsec, r.nsec)
	return !bad
}

func (p *parser) setDay(n, day int64) {
	p.days++
	p.dayOrdinal, p.dayNumber = n, day
}

func (p *parser) setDate(y *number, m, d int64) bool {
	p.dates++
	if y != nil {
		p.year = *y
	}
	p.month, p.day = m, d
	return true
}

func (p *parser) setTime(h, m, s int64, nsec, meridian int) {
	p.times++
	p.hour, p.minute, p.second, p.nsec, p.meridian = h, m, s, nsec, meridian
}

// offsetRest turns a signed number, with minutes behind a colon, into an offset in seconds.
func (p *parser) offsetRest(n number) (int64, bool) {
	var min int64
	if p.isChar(':') {
		p.advance()
		if p.tok.kind != unsigned {
			return 0, false
		}
		m := p.tok.num.value
		p.advance()
		if n.minus {
			m = -m
		}
		h, o := mulOverflow(n.value, 60)
		if min, o = addOverflow(h, m, o); o {
			return 0, false
		}
	} else {
		v := n.value
		if n.digits <= 2 {
			v *= 100
		}
		min = v/100*60 + v%100
	}
	return min * 60, min >= -24*60 && min <= 24*60
}
