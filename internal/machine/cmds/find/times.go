package find

import (
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

const (
	second = int64(1e9)
	minute = 60 * second
	day    = 24 * 60 * minute
)

// startOfDay makes -mtime and its kin count from the end of today.
func (f *finder) startOfDay() {
	if f.daystart {
		return
	}
	f.daystart = true
	local := f.start + f.zone.At(f.start/second).Offset*second
	f.start += day - (local%day+day)%day
}

// age compiles -mtime, -mmin and the like.
func (ps *parser) age(name string) node {
	s := ps.arg(name)
	num, sign := s, byte(0)
	if s != "" && (s[0] == '+' || s[0] == '-') {
		sign, num = s[0], s[1:]
	}
	n, err := strconv.ParseFloat(num, 64)
	if err != nil || num[0] == '-' || num[0] == '+' || n != n || n > 1e9 {
		if name == "-used" {
			ps.f.die("Invalid argument %s to -used", s)
		}
		ps.f.die("invalid argument `%s' to `%s'", s, name)
	}
	origin := ps.f.start
	letter := name[1]
	if name == "-used" {
		return func(_ *finder, e *entry) bool {
			st := e.stat()
			return st != nil && inWindow(sign, st.Atime-st.Ctime, int64(n*float64(day)), day, 0)
		}
	}
	unit, ahead, fudge := day, int64(0), second
	if name[2:] == "min" {
		// Minutes count the one that has begun, days only whole ones.
		unit, ahead, fudge = minute, minute, 0
	}
	limit := int64(n*float64(unit)) - ahead
	return func(_ *finder, e *entry) bool {
		st := e.stat()
		if st == nil {
			return false
		}
		age := origin - timeOf(st, letter)
		if ahead > 0 && sign == '+' {
			return age > limit+ahead
		}
		if ahead > 0 && sign == '-' {
			return age < limit+ahead
		}
		return inWindow(sign, age, limit, unit, fudge)
	}
}

// inWindow compares an age with the window of one unit that begins at limit. Less gets a second more, as in GNU find.
func inWindow(sign byte, age, limit, unit, fudge int64) bool {
	switch sign {
	case '+':
		return age >= limit+unit
	case '-':
		return age < limit+fudge
	}
	return age >= limit && age < limit+unit
}

// timeOf returns one of a file's times by its letter.
func timeOf(st *kern.Stat, letter byte) int64 {
	switch letter {
	case 'a', 'A':
		return st.Atime
	case 'c', 'C':
		return st.Ctime
	case 'B':
		return st.Btime
	}
	return st.Mtime
}

// newer compiles -newer, -anewer and -cnewer.
func (ps *parser) newer(name string) node {
	letter := byte('m')
	if name != "-newer" {
		letter = name[1]
	}
	return ps.since(letter, ps.reference(ps.arg(name), 'm'))
}

func (ps *parser) since(letter byte, ref int64) node {
	return func(_ *finder, e *entry) bool {
		st := e.stat()
		return st != nil && timeOf(st, letter) > ref
	}
}

// reference returns a time of the file called name.
func (ps *parser) reference(name string, letter byte) int64 {
	st, err := ps.f.look(name, 0)
	if err != nil {
		ps.f.die("%s: %s", gnu.Quote(name), kern.ErrText(err))
	}
	return timeOf(&st, letter)
}

// newerXY compiles -newermt and the like.
func (ps *parser) newerXY(name string) node {
	f := ps.f
	valid := func(c byte, more string) bool {
		for i := 0; i < len(more); i++ {
			if more[i] == c {
				return true
			}
		}
		return false
	}
	if len(name) != len("-newerXY") || !valid(name[6], "aBcm") || !valid(name[7], "aBcmt") {
		f.die("invalid predicate `%s'", name)
	}
	arg := ps.arg(name)
	if name[6] == 'B' || name[7] == 'B' {
		f.p.Errorf("This system does not provide a way to find the birth time of a file.")
		f.die("invalid predicate `%s'", name)
	}
	if name[7] != 't' {
		return ps.since(name[6], ps.reference(arg, name[7]))
	}
	ns, ok := gnu.ParseDate(arg, f.p.K.Now(), f.zone)
	if !ok {
		f.die("I cannot figure out how to interpret %s as a date or time", gnu.Quote(arg))
	}
	return ps.since(name[6], ns)
}
