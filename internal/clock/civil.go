package clock

// Calendar arithmetic on the proleptic Gregorian calendar, UTC. It is pure and exact for years
// -999999999 to 999999999, the widest that a day number here is asked for.

const (
	// NanosPerSecond is the number of nanoseconds in a second.
	NanosPerSecond = 1_000_000_000
	// SecondsPerDay is the number of seconds in a day.
	SecondsPerDay = 86_400

	daysPerEra   = 146_097 // 400 years
	daysToEpoch  = 719_468 // from 0000-03-01 to 1970-01-01
	yearsPerEra  = 400
	daysPerWeek  = 7
	epochWeekday = 4 // 1970-01-01 was a Thursday
)

// Date is a day of the calendar.
type Date struct {
	Year  int64
	Month int // 1 to 12
	Day   int // 1 to 31
}

// Civil is a date and a time of day.
type Civil struct {
	Date
	Hour, Minute, Second int // 0 to 23, 0 to 59, 0 to 59
	Nanosecond           int // 0 to 999,999,999
}

// Days returns the number of days from 1970-01-01 to the date, negative before it. Month and day
// beyond their ranges carry over, as in "February 31" for March 3.
func Days(year int64, month, day int) int64 {
	m := int64(month) - 1
	year += floorDiv(m, 12)
	m = floorMod(m, 12) + 1
	if m <= 2 {
		year--
	}
	era := floorDiv(year, yearsPerEra)
	yearOfEra := year - era*yearsPerEra
	shifted := (m + 9) % 12 // March is 0, so that the leap day is the last of the year
	dayOfYear := (153*shifted+2)/5 + int64(day) - 1
	dayOfEra := yearOfEra*365 + yearOfEra/4 - yearOfEra/100 + dayOfYear
	return era*daysPerEra + dayOfEra - daysToEpoch
}

// DateOf returns the date that is the given number of days after 1970-01-01.
func DateOf(days int64) Date {
	days += daysToEpoch
	era := floorDiv(days, daysPerEra)
	doe := days - era*daysPerEra
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	shifted := (5*doy + 2) / 153
	d := Date{Year: yoe + era*yearsPerEra, Month: int(shifted) + 3, Day: int(doy-(153*shifted+2)/5) + 1}
	if d.Month > 12 {
		d.Month -= 12
		d.Year++
	}
	return d
}

// Days returns the number of days from 1970-01-01 to the date.
func (d Date) Days() int64 { return Days(d.Year, d.Month, d.Day) }

// Leap reports whether a year has 366 days.
func Leap(year int64) bool {
	return year%4 == 0 && (year%100 != 0 || year%400 == 0)
}

// DaysIn returns the number of days in a month of a year; month is 1 to 12.
func DaysIn(year int64, month int) int {
	switch month {
	case 2:
		if Leap(year) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	default:
		return 31
	}
}

// Weekday returns the day of the week of a day number: 0 for Sunday to 6 for Saturday.
func Weekday(days int64) int { return int(floorMod(days+epochWeekday, daysPerWeek)) }

// YearDay returns the day of the year of a date, 1 to 366.
func (d Date) YearDay() int { return int(d.Days()-Days(d.Year, 1, 1)) + 1 }

// ISOWeek returns the ISO 8601 year and week (1 to 53) of a day number. Weeks start on Monday, and
// a week belongs to the year of its Thursday.
func ISOWeek(days int64) (year int64, week int) {
	thursday := days - floorMod(days+epochWeekday-1, daysPerWeek) + 3
	year = DateOf(thursday).Year
	return year, int((thursday-Days(year, 1, 1))/daysPerWeek) + 1
}

// SundayWeek returns the week of the year counted from the first Sunday, 0 to 53, as %U of date does.
func (d Date) SundayWeek() int { return (d.YearDay() + 6 - Weekday(d.Days())) / daysPerWeek }

// MondayWeek returns the week of the year counted from the first Monday, 0 to 53, as %W of date does.
func (d Date) MondayWeek() int {
	return (d.YearDay() + 6 - (Weekday(d.Days())+6)%daysPerWeek) / daysPerWeek
}

// CivilOf returns date and time of day, UTC, of a time in nanoseconds since the epoch.
func CivilOf(ns int64) Civil {
	sec := floorDiv(ns, NanosPerSecond)
	c := CivilOfSeconds(sec)
	c.Nanosecond = int(ns - sec*NanosPerSecond)
	return c
}

// CivilOfSeconds returns date and time of day, UTC, of a time in seconds since the epoch. It
// reaches further than CivilOf, whose nanoseconds end in the year 2262.
func CivilOfSeconds(sec int64) Civil {
	days := floorDiv(sec, SecondsPerDay)
	rest := int(sec - days*SecondsPerDay)
	return Civil{Date: DateOf(days), Hour: rest / 3600, Minute: rest / 60 % 60, Second: rest % 60}
}

// Seconds returns the seconds since the epoch of a date and time, UTC. Fields beyond their ranges
// carry over.
func (c Civil) Seconds() int64 {
	return c.Days()*SecondsPerDay + int64(c.Hour)*3600 + int64(c.Minute)*60 + int64(c.Second)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - floorDiv(a, b)*b }
