package web

import (
	"strconv"
	"strings"
)

// fileName returns the name under which wget saves an address.
func (w *wget) fileName(t *target) string {
	name := t.path[strings.LastIndexByte(t.path, '/')+1:]
	if name == "" {
		name = w.page
	}
	if t.query != "" {
		name += "?" + strings.ReplaceAll(t.query, "/", "%2F")
	}
	return w.inPrefix(name)
}

func (w *wget) inPrefix(name string) string {
	if w.prefix == "" || w.prefix == "." {
		return name
	}
	return strings.TrimSuffix(w.prefix, "/") + "/" + name
}

// free returns name, or name with the lowest number behind it that no file has.
func (w *wget) free(name string) string {
	free := name
	for i := 1; ; i++ {
		if _, err := w.p.Lstat(free); err != nil {
			return free
		}
		w.p.Tick(1)
		free = name + "." + itoa(i)
	}
}

// progress logs a transfer as rows of dots, one for a kilobyte, fifty in a row. How much of it is done is told when the length
// was known before.
func (w *wget) progress(n, ns int64, known bool) {
	const dot, cluster, row = 1 << 10, 10, 50
	var b strings.Builder
	for at := int64(0); ; at += row * dot {
		w.p.Tick(1)
		b.WriteString("\n" + pad(strconv.FormatInt(at/dot, 10), 6) + "K")
		dots := min((n-at)/dot, row)
		for i := range int64(row) {
			if i%cluster == 0 {
				b.WriteByte(' ')
			}
			if i < dots {
				b.WriteByte('.')
			} else {
				b.WriteByte(' ')
			}
		}
		if known && n > 0 {
			b.WriteString(pad(strconv.FormatInt(min(at+row*dot, n)*100/n, 10), 3) + "%")
		}
		b.WriteString(shortSpeed(n, ns))
		if at+row*dot >= n {
			seconds := float64(max(ns, 1e6)) / 1e9
			if n == 0 {
				seconds = 0
			}
			b.WriteString("=" + decimal(seconds) + "s")
			break
		}
		if known {
			b.WriteString(" 0s")
		}
	}
	w.say(b.String() + "\n\n")
}

// scaled divides a speed into the largest unit that fits and returns it with three digits, and the unit's number.
func scaled(n, ns int64) (string, int) {
	r, unit := rate(n, ns), 0
	for r >= 1024 && unit < 3 {
		r /= 1024
		unit++
	}
	digits := 2
	switch {
	case r >= 99.95:
		digits = 0
	case r >= 9.995:
		digits = 1
	}
	return strconv.FormatFloat(r, 'f', digits, 64), unit
}

func shortSpeed(n, ns int64) string {
	s, unit := scaled(n, ns)
	return " " + pad(s, 4) + []string{" ", "K", "M", "G"}[unit]
}

func speed(n, ns int64) string {
	s, unit := scaled(n, ns)
	return s + " " + []string{"B/s", "KB/s", "MB/s", "GB/s"}[unit]
}

// decimal writes seconds with as many digits as say something.
func decimal(x float64) string {
	digits := 0
	for limit := 9.5; digits < 3 && x < limit; limit /= 10 {
		digits++
	}
	s := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// human writes a number of bytes with a unit.
func human(n int64) string {
	const units = "KMGT"
	if n < 1024 {
		return strconv.FormatInt(n, 10)
	}
	r, i := float64(n)/1024, 0
	for r >= 1024 && i < len(units)-1 {
		r /= 1024
		i++
	}
	if r < 9.95 {
		return strconv.FormatFloat(r, 'f', 1, 64) + units[i:i+1]
	}
	return strconv.FormatFloat(r, 'f', 0, 64) + units[i:i+1]
}

func parseSize(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0
	}
	return n
}
