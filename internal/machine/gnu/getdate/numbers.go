package getdate

// number reads what begins with an unsigned number.
func (p *parser) number(n number) bool {
	switch {
	case p.tok.kind == meridianWord:
		p.setTime(n.value, 0, 0, 0, int(p.tok.value))
		p.advance()
		return true
	case p.isChar(':'):
		return p.clockTime(n)
	case p.isChar('/'):
		return p.slashDate(n)
	case p.tok.kind == monthName:
		return p.dayMonth(n)
	case p.tok.kind == signed:
		return p.numberSigned(n)
	case p.tok.kind == weekdayName:
		p.setDay(n.value, p.tok.value)
		p.advance()
		return true
	case isUnit(p.tok.kind):
		return p.unit(n.value, 0) && p.ago(true)
	}
	return p.pure(n)
}

// clockTime reads hh:mm[:ss[.frac]] with am, pm or an offset.
func (p *parser) clockTime(h number) bool {
	p.advance()
	if p.tok.kind != unsigned {
		return false
	}
	m := p.tok.num.value
	p.advance()
	var s number
	if p.isChar(':') {
		p.advance()
		if p.tok.kind != unsigned && p.tok.kind != unsignedFraction {
			return false
		}
		s = p.tok.num
		p.advance()
	}
	return p.timeEnd(h.value, m, s)
}

// timeEnd reads what may follow a time of day.
func (p *parser) timeEnd(h, m int64, s number) bool {
	switch p.tok.kind {
	case meridianWord:
		p.setTime(h, m, s.value, s.nsec, int(p.tok.value))
		p.advance()
		return true
	case signed:
		n := p.tok.num
		p.advance()
		p.setTime(h, m, s.value, s.nsec, hours24)
		return p.setOffset(n)
	}
	p.setTime(h, m, s.value, s.nsec, hours24)
	return true
}

func (p *parser) setOffset(n number) bool {
	var ok bool
	p.zones++
	p.offset, ok = p.offsetRest(n)
	return ok
}

// slashDate reads mm/dd, mm/dd/yy or yyyy/mm/dd.
func (p *parser) slashDate(a number) bool {
	p.advance()
	if p.tok.kind != unsigned {
		return false
	}
	b := p.tok.num
	p.advance()
	if !p.isChar('/') {
		return p.setDate(nil, a.value, b.value)
	}
	p.advance()
	if p.tok.kind != unsigned {
		return false
	}
	c := p.tok.num
	p.advance()
	if a.digits >= 4 {
		return p.setDate(&a, b.value, c.value)
	}
	return p.setDate(&c, a.value, b.value)
}

// dayMonth reads "17 jun", "17 jun 1992" or "17-jun-1992".
func (p *parser) dayMonth(day number) bool {
	month := p.tok.value
	p.advance()
	switch p.tok.kind {
	case unsigned:
		y := p.tok.num
		p.advance()
		return p.setDate(&y, month, day.value)
	case signed:
		y, ok := negate(p.tok.num)
		p.advance()
		return ok && p.setDate(&y, month, day.value)
	}
	return p.setDate(nil, month, day.value)
}

// monthFirst reads "jun 17", "jun 17, 1992" or "jun-17-1992".
func (p *parser) monthFirst(month int64) bool {
	switch p.tok.kind {
	case signed:
		d, ok1 := negate(p.tok.num)
		p.advance()
		if p.tok.kind != signed {
			return false
		}
		y, ok2 := negate(p.tok.num)
		p.advance()
		return ok1 && ok2 && p.setDate(&y, month, d.value)
	case unsigned:
		d := p.tok.num
		p.advance()
		if !p.isChar(',') {
			return p.setDate(nil, month, d.value)
		}
		p.advance()
		if p.tok.kind != unsigned {
			return false
		}
		y := p.tok.num
		p.advance()
		return p.setDate(&y, month, d.value)
	}
	return false
}

func negate(n number) (number, bool) {
	v, o := addOverflow(0, -n.value, n.value == -1<<63)
	n.value, n.minus = v, false
	return n, !o
}

// numberSigned reads what begins with a number and another with a sign: an ISO date, a time with an offset, or a number with
// a relative item.
func (p *parser) numberSigned(n number) bool {
	s := p.tok.num
	p.advance()
	switch {
	case p.tok.kind == signed:
		m, ok1 := negate(s)
		d, ok2 := negate(p.tok.num)
		p.advance()
		p.setDate(&n, m.value, d.value)
		if !ok1 || !ok2 {
			return false
		}
		if p.isChar('T') {
			p.advance()
			return p.isoTime()
		}
		return true
	case isUnit(p.tok.kind):
		return p.pure(n) && p.unit(s.value, 0) && p.ago(false)
	}
	p.setTime(n.value, 0, 0, 0, hours24)
	return p.setOffset(s)
}

// isoTime reads the time behind a date and T.
func (p *parser) isoTime() bool {
	if p.tok.kind != unsigned {
		return false
	}
	h := p.tok.num
	p.advance()
	switch {
	case p.isChar(':'):
		p.advance()
		if p.tok.kind != unsigned {
			return false
		}
		m := p.tok.num.value
		p.advance()
		var s number
		if p.isChar(':') {
			p.advance()
			if p.tok.kind != unsigned && p.tok.kind != unsignedFraction {
				return false
			}
			s = p.tok.num
			p.advance()
		}
		p.setTime(h.value, m, s.value, s.nsec, hours24)
		if p.tok.kind != signed {
			return true
		}
	case p.tok.kind == signed:
		p.setTime(h.value, 0, 0, 0, hours24)
	default:
		return false
	}
	n := p.tok.num
	p.advance()
	return p.setOffset(n)
}

// pure reads a number that stands alone: a year, a date or a time of day, by how long it is.
func (p *parser) pure(n number) bool {
	if p.dates > 0 && p.year.digits == 0 && p.rels == 0 && (p.times > 0 || n.digits > 2) {
		p.year = n
		return true
	}
	if n.digits > 4 {
		p.dates++
		p.day, p.month = n.value%100, n.value/100%100
		p.year = number{value: n.value / 10000, digits: n.digits - 4}
		return true
	}
	p.times++
	p.hour, p.minute = n.value, 0
	if n.digits > 2 {
		p.hour, p.minute = n.value/100, n.value%100
	}
	p.second, p.nsec, p.meridian = 0, 0, hours24
	return true
}
