package cmds

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// psField is one column.
type psField struct {
	names string // separated by blanks
	head  string
	width int
	right bool
	value func(r *psRun, q *process) string
}

func itoaValue(f func(q *process) int) func(*psRun, *process) string {
	return func(_ *psRun, q *process) string { return strconv.Itoa(f(q)) }
}

func constValue(s string) func(*psRun, *process) string {
	return func(*psRun, *process) string { return s }
}

// memory makes up a plausible size of a process in KB from its name; it is the same for every process of a program.
func memory(q *process, base, spread int) int {
	h := 0
	for i := range len(q.comm) {
		h = (h*31 + int(q.comm[i])) % 9973
	}
	return base + h*spread/9973/4*4
}

func (q *process) line() string { return strings.Join(q.args, " ") }

func userValue(r *psRun, q *process) string {
	name := r.p.K.UserName(q.uid)
	if r.numeric {
		name = strconv.Itoa(int(q.uid))
	}
	if len(name) > 8 {
		return name[:7] + "+"
	}
	return name
}

func startValue(r *psRun, q *process) string {
	f := "%H:%M"
	if r.p.K.Now()-q.start > 86400*kern.Second {
		f = "%b%d"
	}
	return gnu.Strftime(f, q.start, gnu.LocalZone(r.p))
}

func elapsed(r *psRun, q *process) string {
	s := (r.p.K.Now() - q.start) / kern.Second
	out := twoDigitText(s/60%60) + ":" + twoDigitText(s%60)
	if s >= 3600 {
		out = twoDigitText(s/3600%24) + ":" + out
	}
	if s >= 86400 {
		out = strconv.FormatInt(s/86400, 10) + "-" + out
	}
	return out
}

var psFields = []psField{
	{"pid", "PID", 5, true, itoaValue(func(q *process) int { return q.pid })},
	{"ppid", "PPID", 5, true, itoaValue(func(q *process) int { return q.ppid })},
	{"pgid pgrp", "PGID", 5, true, itoaValue(func(q *process) int { return q.pgid })},
	{"sid sess session", "SID", 5, true, itoaValue(func(q *process) int { return q.pgid })},
	{"user euser uname", "USER", 8, false, userValue},
	{"ruser", "RUSER", 8, false, userValue},
	{"group egroup", "GROUP", 8, false, func(r *psRun, q *process) string {
		if u := r.p.K.UserByID(q.uid); u != nil {
			return r.p.K.GroupName(u.GID)
		}
		return strconv.Itoa(int(q.uid))
	}},
	{"uid euid", "UID", 5, true, itoaValue(func(q *process) int { return int(q.uid) })},
	{"ruid", "RUID", 5, true, itoaValue(func(q *process) int { return int(q.ruid) })},
	{"comm ucmd ucomm", "COMMAND", 15, false, func(_ *psRun, q *process) string { return q.comm[:min(len(q.comm), 15)] }},
	{"args command", "COMMAND", 27, false, func(_ *psRun, q *process) string { return q.line() }},
	{"cmd", "CMD", 27, false, func(_ *psRun, q *process) string { return q.line() }},
	{"tty tt tname", "TTY", 8, false, func(_ *psRun, q *process) string { return q.tty }},
	{"time cputime", "TIME", 8, true, constValue("00:00:00")},
	{"bsdtime", "TIME", 6, true, constValue("0:00")},
	{"etime", "ELAPSED", 11, true, elapsed},
	{"etimes", "ELAPSED", 7, true, func(r *psRun, q *process) string {
		return strconv.FormatInt((r.p.K.Now()-q.start)/kern.Second, 10)
	}},
	{"stat", "STAT", 4, false, func(_ *psRun, q *process) string { return q.stat }},
	{"s state", "S", 1, false, func(_ *psRun, q *process) string { return q.stat[:1] }},
	{"pcpu %cpu", "%CPU", 4, true, constValue("0.0")},
	{"pmem %mem", "%MEM", 4, true, constValue("0.0")},
	{"c cp", "C", 2, true, constValue("0")},
	{"vsz vsize", "VSZ", 6, true, func(_ *psRun, q *process) string { return strconv.Itoa(memory(q, 2400, 6000)) }},
	{"rss rssize rsz", "RSS", 5, true, func(_ *psRun, q *process) string { return strconv.Itoa(memory(q, 900, 3000)) }},
	{"ni nice", "NI", 3, true, itoaValue(func(q *process) int { return q.nice })},
	{"pri", "PRI", 3, true, itoaValue(func(q *process) int { return 19 - q.nice })},
	{"nlwp thcount", "NLWP", 4, true, constValue("1")},
	{"start start_time", "START", 5, true, startValue},
	{"stime", "STIME", 5, true, startValue},
	{"lstart", "STARTED", 24, true, func(r *psRun, q *process) string {
		return gnu.Strftime("%a %b %e %H:%M:%S %Y", q.start, gnu.LocalZone(r.p))
	}},
}

func fieldByName(name string) *psField {
	for i := range psFields {
		for _, n := range strings.Fields(psFields[i].names) {
			if n == name {
				return &psFields[i]
			}
		}
	}
	return nil
}

// format reads the argument of -o: names, each with an optional heading behind "=".
func (r *psRun) format(spec string) int {
	for spec != "" {
		word, rest, _ := strings.Cut(spec, ",")
		if i := strings.IndexByte(word, ' '); i >= 0 && strings.IndexByte(word, '=') < 0 {
			word, rest = spec[:i], spec[i+1:]
		}
		spec = rest
		if word == "" {
			continue
		}
		name, head, has := strings.Cut(word, "=")
		f := fieldByName(name)
		if f == nil {
			r.p.Stderr.WriteString("error: unknown user-defined format specifier \"" + name + "\"\n")
			r.p.Stderr.WriteString(psUsage)
			return 1
		}
		g := *f
		if has {
			if g.head = head; head != "" {
				g.width = max(len(head), min(g.width, 5))
			}
		}
		r.fields = append(r.fields, g)
	}
	return gnu.Go
}

// defaultFields chooses the columns when -o did not.
func (r *psRun) defaultFields() {
	names := "pid tty time comm"
	switch {
	case r.userList:
		names = "user pid %cpu %mem vsz rss tty stat start bsdtime command"
	case r.full:
		names = "user pid ppid c stime tty time cmd"
	case r.bsd:
		names = "pid tty stat bsdtime command"
	}
	for _, n := range strings.Fields(names) {
		f := *fieldByName(n)
		switch {
		case n == "comm":
			f.head = "CMD"
		case n == "user" && r.full && !r.userList:
			f.head = "UID"
		case n == "pid" && r.full, n == "ppid" && r.full:
			f.width = 5
		case n == "start" && r.userList:
			f.right = false
		}
		r.fields = append(r.fields, f)
	}
}

func (r *psRun) print(list []process) {
	heads := false
	for _, f := range r.fields {
		heads = heads || f.head != ""
	}
	if heads && !r.noHead {
		r.row(func(f *psField) string { return f.head })
	}
	for i := range list {
		r.p.Tick(1)
		r.row(func(f *psField) string { return f.value(r, &list[i]) })
	}
}

// row prints one line; the last column is not padded.
func (r *psRun) row(cell func(*psField) string) {
	var b strings.Builder
	for i := range r.fields {
		f := &r.fields[i]
		s := cell(f)
		gap := ""
		if n := f.width - len(s); n > 0 {
			gap = strings.Repeat(" ", n)
		}
		switch {
		case f.right:
			b.WriteString(gap + s)
		case i == len(r.fields)-1:
			b.WriteString(s)
		default:
			b.WriteString(s + gap)
		}
		if i < len(r.fields)-1 {
			b.WriteByte(' ')
		}
	}
	r.p.Stdout.WriteString(b.String() + "\n")
}
