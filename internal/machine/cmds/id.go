package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var (
	idSpec = gnu.Spec{
		Options: []gnu.Option{
			{Short: 'a'}, {Short: 'Z', Long: "context"}, {Short: 'g', Long: "group"}, {Short: 'G', Long: "groups"},
			{Short: 'n', Long: "name"}, {Short: 'r', Long: "real"}, {Short: 'u', Long: "user"}, {Short: 'z', Long: "zero"},
		},
		Version: gnu.CoreutilsVersion("id", "Arnold Robbins and David MacKenzie"),
	}
	whoamiSpec  = gnu.Spec{Version: gnu.CoreutilsVersion("whoami", "Richard Mlynarik")}
	groupsSpec  = gnu.Spec{Version: gnu.CoreutilsVersion("groups", "David MacKenzie and James Youngman")}
	lognameSpec = gnu.Spec{Version: gnu.CoreutilsVersion("logname", "FIXME: unknown")}
	usersSpec   = gnu.Spec{Version: gnu.CoreutilsVersion("users", "Joseph Arceneaux and David MacKenzie")}
)

// person is whom id speaks of.
type person struct {
	uid, euid, gid uint32
	groups         []uint32 // gid first
}

// self is the process's own user.
func self(p *kern.Proc) person {
	s := person{uid: p.RUID, euid: p.Cred.UID, gid: p.Cred.GID, groups: []uint32{p.Cred.GID}}
	for _, g := range p.Cred.Groups {
		s.groups = addGroup(s.groups, g)
	}
	return s
}

func addGroup(list []uint32, g uint32) []uint32 {
	for _, x := range list {
		if x == g {
			return list
		}
	}
	return append(list, g)
}

// lookUser finds a user by name, or by number as "+N" or "N".
func lookUser(p *kern.Proc, name string) (person, bool) {
	u := p.K.UserByName(name)
	if u == nil {
		if n, err := strconv.ParseUint(strings.TrimPrefix(name, "+"), 10, 32); err == nil {
			u = p.K.UserByID(uint32(n))
		}
	}
	if u == nil {
		return person{}, false
	}
	s := person{uid: u.UID, euid: u.UID, gid: u.GID, groups: []uint32{u.GID}}
	for _, g := range p.K.Groups() {
		for _, m := range g.Members {
			if m == u.Name {
				s.groups = addGroup(s.groups, g.GID)
			}
		}
	}
	return s, true
}

type idRun struct {
	p                         *kern.Proc
	user, group, groups       bool
	name, real, zero, context bool
}

func id(_ context.Context, p *kern.Proc) int {
	r := idRun{p: p}
	names, status, ok := idSpec.Parse(p, func(key, _ string) int {
		switch key {
		case "Z":
			r.context = true
			p.Errorf("--context (-Z) works only on an SELinux-enabled kernel")
			return 1
		case "g":
			r.group = true
		case "G":
			r.groups = true
		case "n":
			r.name = true
		case "r":
			r.real = true
		case "u":
			r.user = true
		case "z":
			r.zero = true
		}
		return gnu.Go
	})
	if !ok {
		return status
	}
	if msg := r.conflict(); msg != "" {
		p.Errorf("%s", msg)
		return 1
	}
	if len(names) == 0 {
		r.print(self(p))
		r.end(false)
		return 0
	}
	for _, n := range names {
		who, ok := lookUser(p, n)
		if !ok {
			p.Errorf("%s: no such user", gnu.Quote(n))
			status = 1
			continue
		}
		r.print(who)
		r.end(len(names) > 1)
	}
	return status
}

// conflict says what is wrong with the combination of options.
func (r *idRun) conflict() string {
	n := 0
	for _, on := range []bool{r.user, r.group, r.groups} {
		if on {
			n++
		}
	}
	switch {
	case n > 1:
		return `cannot print "only" of more than one choice`
	case n == 0 && (r.real || r.name):
		return "cannot print only names or real IDs in default format"
	case n == 0 && r.zero:
		return "option --zero not permitted in default format"
	}
	return ""
}

func (r *idRun) end(many bool) {
	if !r.zero {
		r.p.Stdout.WriteString("\n")
		return
	}
	r.p.Stdout.WriteString("\x00")
	if many && r.groups {
		r.p.Stdout.WriteString("\x00")
	}
}

func (r *idRun) userText(uid uint32) string {
	if r.name {
		return r.p.K.UserName(uid)
	}
	return strconv.FormatUint(uint64(uid), 10)
}

func (r *idRun) groupText(gid uint32) string {
	if r.name {
		return r.p.K.GroupName(gid)
	}
	return strconv.FormatUint(uint64(gid), 10)
}

func (r *idRun) print(w person) {
	out := r.p.Stdout
	switch {
	case r.user && r.real:
		out.WriteString(r.userText(w.uid))
	case r.user:
		out.WriteString(r.userText(w.euid))
	case r.group:
		out.WriteString(r.groupText(w.gid))
	case r.groups:
		sep := " "
		if r.zero {
			sep = "\x00"
		}
		for i, g := range w.groups {
			if i > 0 {
				out.WriteString(sep)
			}
			out.WriteString(r.groupText(g))
		}
	default:
		r.full(w)
	}
}

func (r *idRun) full(w person) {
	k, out := r.p.K, r.p.Stdout
	user := func(uid uint32) string {
		s := strconv.FormatUint(uint64(uid), 10)
		if u := k.UserByID(uid); u != nil {
			s += "(" + u.Name + ")"
		}
		return s
	}
	group := func(gid uint32) string {
		s := strconv.FormatUint(uint64(gid), 10)
		if g := k.GroupByID(gid); g != nil {
			s += "(" + g.Name + ")"
		}
		return s
	}
	out.WriteString("uid=" + user(w.uid) + " gid=" + group(w.gid))
	if w.euid != w.uid {
		out.WriteString(" euid=" + user(w.euid))
	}
	out.WriteString(" groups=")
	for i, g := range w.groups {
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString(group(g))
	}
}

func whoami(_ context.Context, p *kern.Proc) int {
	args, status, ok := whoamiSpec.Parse(p, nil)
	if !ok {
		return status
	}
	if status, bad := noOperands(p, args, 1); bad {
		return status
	}
	u := p.K.UserByID(p.Cred.UID)
	if u == nil {
		p.Errorf("cannot find name for user ID %d", p.Cred.UID)
		return 1
	}
	p.Stdout.WriteString(u.Name + "\n")
	return 0
}

func groups(_ context.Context, p *kern.Proc) int {
	names, status, ok := groupsSpec.Parse(p, nil)
	if !ok {
		return status
	}
	line := func(w person) {
		for i, g := range w.groups {
			if i > 0 {
				p.Stdout.WriteString(" ")
			}
			if p.K.GroupByID(g) == nil {
				p.Errorf("cannot find name for group ID %d", g)
				status = 1
			}
			p.Stdout.WriteString(p.K.GroupName(g))
		}
		p.Stdout.WriteString("\n")
	}
	if len(names) == 0 {
		line(self(p))
	}
	for _, n := range names {
		w, ok := lookUser(p, n)
		if !ok || p.K.UserByName(n) == nil {
			p.Errorf("%s: no such user", gnu.Quote(n))
			status = 1
			continue
		}
		p.Stdout.WriteString(n + " : ")
		line(w)
	}
	return status
}

func logname(_ context.Context, p *kern.Proc) int {
	args, status, ok := lognameSpec.Parse(p, nil)
	if !ok {
		return status
	}
	if status, bad := noOperands(p, args, 1); bad {
		return status
	}
	p.Errorf("no login name")
	return 1
}

// users finds nobody: no log of sessions is kept.
func users(_ context.Context, p *kern.Proc) int {
	args, status, ok := usersSpec.Parse(p, nil)
	if !ok {
		return status
	}
	if len(args) > 1 {
		return gnu.Usage(p, 1, "extra operand "+gnu.Quote(args[1]))
	}
	return 0
}

var whoSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'a', Long: "all", Unsupported: true}, {Short: 'b', Long: "boot", Unsupported: true}, {Short: 'q', Long: "count"},
		{Short: 'd', Long: "dead"}, {Short: 'H', Long: "heading"}, {Long: "ips"}, {Short: 'l', Long: "login", Unsupported: true},
		{Long: "lookup"}, {Short: 'm'}, {Short: 'T', Long: "message"}, {Short: 'T', Long: "mesg"}, {Short: 'p', Long: "process"},
		{Short: 'r', Long: "runlevel", Unsupported: true}, {Short: 's', Long: "short"}, {Short: 't', Long: "time", Unsupported: true},
		{Short: 'u', Long: "users"}, {Short: 'w'}, {Short: 'T', Long: "writable"},
	},
	Version: gnu.CoreutilsVersion("who", "Joseph Arceneaux, David MacKenzie, and Michael Stone"),
}

// who finds nobody: no log of sessions is kept.
func who(_ context.Context, p *kern.Proc) int {
	count, heading := false, false
	args, status, ok := whoSpec.Parse(p, func(key, _ string) int {
		count, heading = count || key == "q", heading || key == "H"
		return gnu.Go
	})
	if !ok {
		return status
	}
	switch {
	case len(args) > 2:
		return gnu.Usage(p, 1, "extra operand "+gnu.Quote(args[2]))
	case count:
		p.Stdout.WriteString("\n# users=0\n")
	case heading:
		p.Stdout.WriteString("NAME     LINE         TIME             COMMENT\n")
	}
	return 0
}
