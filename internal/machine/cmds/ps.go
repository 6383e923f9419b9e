package cmds

import (
	"context"
	"sort"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

const psUsage = `
Usage:
 ps [options]

 Try 'ps --help <simple|list|output|threads|misc|all>'
  or 'ps --help <s|l|o|t|m|a>'
 for additional help text.

For more details see ps(1).
`

// process is one line of ps.
type process struct {
	pid, ppid, pgid, nice int
	uid, ruid             uint32
	args                  []string
	comm, stat, tty       string
	start                 int64
}

// lister of processes: what to select and what to show.
type psRun struct {
	p                            *kern.Proc
	every, noHead, anyTTY, own   bool
	bsd, full, userList, numeric bool
	pids, ppids                  map[int]bool
	commands, users              map[string]bool
	fields                       []psField
	sort                         []string
}

func ps(_ context.Context, p *kern.Proc) int {
	r := &psRun{p: p}
	if status := r.parse(p.Args[1:]); status != gnu.Go {
		return status
	}
	if r.fields == nil {
		r.defaultFields()
	}
	all := r.processes()
	var out []process
	for _, q := range all {
		if r.selected(&q) {
			out = append(out, q)
		}
	}
	r.order(out)
	r.print(out)
	if len(out) == 0 {
		return 1
	}
	return 0
}

func (r *psRun) bad(msg string) int {
	r.p.Stderr.WriteString("error: " + msg + "\n")
	r.p.Stderr.WriteString(psUsage)
	return 1
}

// parse reads the three styles of option that ps has.
func (r *psRun) parse(args []string) int {
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		var st int
		switch {
		case strings.HasPrefix(a, "--"):
			args, st = r.long(a[2:], args)
		case len(a) > 1 && a[0] == '-':
			args, st = r.unix(a[1:], args)
		case a != "" && a[0] >= '0' && a[0] <= '9':
			st = r.addPIDs(&r.pids, a)
		default:
			args, st = r.bsdFlags(a, args)
		}
		if st != gnu.Go {
			return st
		}
	}
	return gnu.Go
}

func (r *psRun) addPIDs(set *map[int]bool, list string) int {
	if *set == nil {
		*set = map[int]bool{}
	}
	for _, w := range strings.FieldsFunc(list, func(c rune) bool { return c == ',' || c == ' ' }) {
		n, err := strconv.Atoi(w)
		if err != nil || n < 1 {
			return r.bad("process ID list syntax error")
		}
		(*set)[n] = true
	}
	return gnu.Go
}

func addWords(set *map[string]bool, list string) {
	if *set == nil {
		*set = map[string]bool{}
	}
	for _, w := range strings.Split(list, ",") {
		(*set)[w] = true
	}
}

// value takes an option's argument, from the rest of the word or the next one.
func value(rest string, args []string) (string, []string, bool) {
	if rest != "" {
		return rest, args, true
	}
	if len(args) == 0 {
		return "", args, false
	}
	return args[0], args[1:], true
}

func (r *psRun) unix(s string, args []string) ([]string, int) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case 'e', 'A':
			r.every = true
		case 'a', 'd':
			r.anyTTY, r.own = true, false
			r.every = true
		case 'f', 'F':
			r.full = true
		case 'w', 'y', 'H':
		case 'x':
			return r.bsdFlags(s, args)
		case 'o', 'p', 'q', 'C', 'u', 'U':
			val, rest, ok := value(s[i+1:], args)
			if !ok {
				return args, r.bad(map[bool]string{true: "format specification must follow -o", false: "list of process IDs must follow -" + string(rune(c))}[c == 'o'])
			}
			return rest, r.unixValue(c, val)
		case 'V':
			r.p.Stdout.WriteString("ps from procps-ng 4.0.2\n")
			return args, 0
		default:
			return args, gnu.UnsupportedOption(r.p, "-"+string(rune(c)))
		}
	}
	return args, gnu.Go
}

func (r *psRun) unixValue(c byte, val string) int {
	switch c {
	case 'o':
		return r.format(val)
	case 'p', 'q':
		return r.addPIDs(&r.pids, val)
	case 'C':
		addWords(&r.commands, val)
	default:
		addWords(&r.users, val)
	}
	return gnu.Go
}

func (r *psRun) bsdFlags(s string, args []string) ([]string, int) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case 'a':
			r.anyTTY = true
		case 'x':
			r.own = true
		case 'u':
			r.userList, r.bsd = true, true
		case 'w', 'e', 'f':
		case 'n':
			r.numeric = true
		case 'h':
			r.noHead = true
		case 'o', 'O', 'p', 'U':
			val, rest, ok := value(s[i+1:], args)
			if !ok {
				return args, r.bad("format specification must follow o")
			}
			if c == 'p' {
				return rest, r.addPIDs(&r.pids, val)
			}
			if c == 'U' {
				addWords(&r.users, val)
				return rest, gnu.Go
			}
			return rest, r.format(val)
		default:
			return args, gnu.UnsupportedOption(r.p, s)
		}
		r.bsd = true
	}
	r.bsd = true
	if r.anyTTY && r.own {
		r.every = true
	}
	return args, gnu.Go
}

func (r *psRun) long(s string, args []string) ([]string, int) {
	name, val, has := strings.Cut(s, "=")
	take := func() bool {
		if has {
			return true
		}
		if len(args) == 0 {
			return false
		}
		val, args = args[0], args[1:]
		return true
	}
	switch name {
	case "no-headers", "no-heading", "no-headings", "noheader", "noheaders", "noheading", "noheadings":
		r.noHead = true
	case "headers", "cols", "columns", "width", "forest":
		if name == "forest" {
			return args, gnu.UnsupportedOption(r.p, "--forest")
		}
		if name != "headers" {
			take()
		}
	case "sort", "format", "pid", "ppid", "user", "User":
		if !take() {
			return args, r.bad("long option --" + name + " needs an argument")
		}
		switch name {
		case "sort":
			r.sort = strings.Split(val, ",")
		case "format":
			return args, r.format(val)
		case "pid":
			return args, r.addPIDs(&r.pids, val)
		case "ppid":
			return args, r.addPIDs(&r.ppids, val)
		default:
			addWords(&r.users, val)
		}
	case "version":
		r.p.Stdout.WriteString("ps from procps-ng 4.0.2\n")
		return args, 0
	case "help":
		return args, gnu.UnsupportedOption(r.p, "--help")
	default:
		return args, r.bad("unknown gnu long option")
	}
	return args, gnu.Go
}

// processes lists what runs, with the init process that every machine has.
func (r *psRun) processes() []process {
	k := r.p.K
	out := []process{{pid: 1, args: []string{"/sbin/init"}, comm: "systemd", stat: "Ss", tty: "?", start: bootTime(k.Now())}}
	for _, q := range k.Procs() {
		if q.PID == 1 {
			out = out[:0]
		}
		tty := "?"
		if q.IsTerminal(0) || q.IsTerminal(2) {
			tty = "pts/0"
		}
		stat := "S"
		if q == r.p {
			stat = "R"
		}
		if q.Nice > 0 {
			stat += "N"
		}
		if tty != "?" {
			stat += "+"
		}
		out = append(out, process{pid: q.PID, ppid: q.PPID, pgid: q.PGID, nice: q.Nice, uid: q.Cred.UID, ruid: q.RUID, args: q.Args,
			comm: q.Name(), stat: stat, tty: tty, start: k.Now()})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].pid < out[j].pid })
	return out
}

func (r *psRun) selected(q *process) bool {
	if r.pids != nil || r.ppids != nil || r.commands != nil || r.users != nil {
		name := r.p.K.UserName(q.uid)
		return r.pids[q.pid] || r.ppids[q.ppid] || r.commands[q.comm] || r.users[name] || r.users[strconv.Itoa(int(q.uid))] || r.every
	}
	me := r.p
	tty := "?"
	if me.IsTerminal(0) || me.IsTerminal(2) {
		tty = "pts/0"
	}
	switch {
	case r.every:
		return true
	case r.bsd && r.own:
		return q.uid == me.Cred.UID
	case r.bsd && r.anyTTY:
		return q.tty != "?"
	}
	return q.uid == me.Cred.UID && q.tty == tty
}

func (r *psRun) order(list []process) {
	if len(r.sort) == 0 {
		return
	}
	sort.SliceStable(list, func(i, j int) bool {
		for _, key := range r.sort {
			down := strings.HasPrefix(key, "-")
			f := fieldByName(strings.TrimLeft(key, "+-"))
			if f == nil {
				continue
			}
			a, b := f.value(r, &list[i]), f.value(r, &list[j])
			if a == b {
				continue
			}
			less := a < b
			if f.right {
				less = len(a) < len(b) || len(a) == len(b) && a < b
			}
			return less != down
		}
		return false
	})
}
