package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

func chownOptions(from bool) []gnu.Option {
	list := []gnu.Option{
		{Short: 'R', Long: "recursive"}, {Short: 'c', Long: "changes"}, {Long: "dereference"}, {Short: 'h', Long: "no-dereference"},
		{Long: "no-preserve-root"}, {Long: "preserve-root"}, {Short: 'f', Long: "quiet"}, {Short: 'f', Long: "silent"},
		{Long: "reference", Arg: gnu.Required}, {Short: 'v', Long: "verbose"}, {Short: 'H'}, {Short: 'L'}, {Short: 'P'},
	}
	if from {
		list = append(list, gnu.Option{Long: "from", Arg: gnu.Required})
	}
	return list
}

var (
	chownSpec = gnu.Spec{Options: chownOptions(true), Version: gnu.CoreutilsVersion("chown", "David MacKenzie and Jim Meyering")}
	chgrpSpec = gnu.Spec{Options: chownOptions(false), Version: gnu.CoreutilsVersion("chgrp", "David MacKenzie and Jim Meyering")}
)

type owner struct {
	p                                  *kern.Proc
	group                              bool // chgrp
	recursive, changes, verbose, quiet bool
	guardRoot                          bool
	deref                              int  // -1: undecided
	travel                             byte // H, L or P: which links are walked through
	uid, gid, fromUID, fromGID         int64
	user, grp                          string // names for messages
	hasUser, hasGrp                    bool
	reference                          string
	hasRef                             bool
}

func chown(_ context.Context, p *kern.Proc) int { return (&owner{p: p}).run(&chownSpec) }
func chgrp(_ context.Context, p *kern.Proc) int { return (&owner{p: p, group: true}).run(&chgrpSpec) }

func (o *owner) run(spec *gnu.Spec) int {
	p := o.p
	o.deref, o.travel = -1, 'P'
	o.uid, o.gid, o.fromUID, o.fromGID = -1, -1, -1, -1
	args, status, ok := spec.Parse(p, o.set)
	if !ok {
		return status
	}
	need := 2
	if o.hasRef {
		need = 1
	}
	if len(args) < need {
		if len(args) == 0 {
			return gnu.Usage(p, 1, "missing operand")
		}
		return gnu.Usage(p, 1, "missing operand after "+gnu.Quote(args[len(args)-1]))
	}
	if o.recursive && o.travel == 'P' && o.deref == 1 {
		p.Errorf("-R --dereference requires either -H or -L")
		return 1
	}
	if o.hasRef {
		st, err := p.Stat(o.reference)
		if err != nil {
			p.Errorf("failed to get attributes of %s: %s", gnu.QuoteAF(o.reference), kern.ErrText(err))
			return 1
		}
		o.gid, o.grp, o.hasGrp = int64(st.GID), p.K.GroupName(st.GID), true
		if !o.group {
			o.uid, o.user, o.hasUser = int64(st.UID), p.K.UserName(st.UID), true
		}
	} else {
		if !o.spec(args[0]) {
			return 1
		}
		args = args[1:]
	}
	for _, f := range args {
		if o.recursive && o.guardRoot && guardsRoot(p, f) {
			status = 1
			continue
		}
		if !o.file(f, true, 0) {
			status = 1
		}
	}
	return status
}

func (o *owner) set(key, val string) int {
	switch key {
	case "R":
		o.recursive = true
	case "c":
		o.changes = true
	case "dereference":
		o.deref = 1
	case "h":
		o.deref = 0
	case "no-preserve-root":
		o.guardRoot = false
	case "preserve-root":
		o.guardRoot = true
	case "f":
		o.quiet = true
	case "reference":
		o.reference, o.hasRef = val, true
	case "v":
		o.verbose = true
	case "H", "L", "P":
		o.travel = key[0]
	case "from":
		uid, gid, _, _, msg := ownerSpec(o.p, val)
		if msg != "" && !strings.HasPrefix(msg, "warning") {
			o.p.Errorf("%s: %s", msg, gnu.Quote(val))
			return 1
		}
		o.fromUID, o.fromGID = uid, gid
	}
	return gnu.Go
}

// spec reads the operand that says who the new owner is.
func (o *owner) spec(s string) bool {
	p := o.p
	if o.group {
		if s == "" {
			return true
		}
		gid, ok := groupID(p, s)
		if !ok {
			p.Errorf("invalid group: %s", gnu.Quote(s))
			return false
		}
		o.gid, o.grp, o.hasGrp = gid, s, true
		return true
	}
	uid, gid, user, grp, msg := ownerSpec(p, s)
	if msg != "" {
		p.Errorf("%s: %s", msg, gnu.Quote(s))
		if !strings.HasPrefix(msg, "warning") {
			return false
		}
	}
	o.uid, o.gid = uid, gid
	if user != nil {
		o.user, o.hasUser = *user, true
	}
	if grp != nil {
		o.grp, o.hasGrp = *grp, true
	}
	if !o.hasUser && o.hasGrp {
		o.user, o.hasUser = "", true
	}
	return true
}

// ownerSpec reads USER[:GROUP]; -1 stands for what is not given. Msg says what is wrong, or is a warning.
func ownerSpec(p *kern.Proc, s string) (uid, gid int64, user, grp *string, msg string) {
	uid, gid, user, grp, msg = ownerParts(p, s, ':')
	if msg == "" || strings.IndexByte(s, ':') >= 0 || strings.IndexByte(s, '.') < 0 {
		return uid, gid, user, grp, msg
	}
	u, g, un, gn, m := ownerParts(p, s, '.')
	if m == "" {
		return u, g, un, gn, "warning: '.' should be ':'"
	}
	return uid, gid, user, grp, msg
}

func ownerParts(p *kern.Proc, s string, sep byte) (uid, gid int64, user, grp *string, msg string) {
	uid, gid = -1, -1
	u, g, hasSep := s, "", false
	if i := strings.IndexByte(s, sep); i >= 0 {
		u, g, hasSep = s[:i], s[i+1:], true
	}
	if u != "" {
		var ok bool
		var login *kern.User
		if uid, login, ok = userID(p, u); !ok {
			return -1, -1, nil, nil, "invalid user"
		}
		name := strings.TrimPrefix(u, "+")
		user = &name
		if hasSep && g == "" {
			if login == nil {
				return -1, -1, nil, nil, "invalid spec"
			}
			gid = int64(login.GID)
			gname := p.K.GroupName(login.GID)
			grp = &gname
		}
	}
	if g != "" {
		var ok bool
		if gid, ok = groupID(p, g); !ok {
			return -1, -1, nil, nil, "invalid group"
		}
		name := strings.TrimPrefix(g, "+")
		grp = &name
	}
	return uid, gid, user, grp, ""
}

func userID(p *kern.Proc, s string) (int64, *kern.User, bool) {
	if s[0] != '+' {
		if u := p.K.UserByName(s); u != nil {
			return int64(u.UID), u, true
		}
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "+"), 10, 32)
	return int64(n), nil, err == nil && n != 1<<32-1
}

func groupID(p *kern.Proc, s string) (int64, bool) {
	if s[0] != '+' {
		if g := p.K.GroupByName(s); g != nil {
			return int64(g.GID), true
		}
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "+"), 10, 32)
	return int64(n), err == nil && n != 1<<32-1
}

// file changes one file and what is below it; contents come before their directory.
func (o *owner) file(name string, top bool, depth int) bool {
	p := o.p
	p.Tick(1)
	st, err := p.Lstat(name)
	if err != nil {
		if !o.quiet {
			p.Errorf("cannot access %s: %s", gnu.QuoteAF(name), kern.ErrText(err))
		}
		return o.fail(name, nil)
	}
	walk := st
	if st.Kind == tree.Symlink && (o.travel == 'L' || o.travel == 'H' && top) {
		if to, err := p.Stat(name); err == nil {
			walk = to
		}
	}
	ok := true
	if o.recursive && walk.IsDir() && depth < tree.PathMax/2 {
		list, err := p.ReadDir(name)
		if err != nil {
			if !o.quiet {
				p.Errorf("cannot read directory %s: %s", gnu.QuoteAF(name), kern.ErrText(err))
			}
			ok = false
		}
		for _, e := range list {
			ok = o.file(gnu.Join(name, e.Name), false, depth+1) && ok
		}
	}
	return o.change(name, &st) && ok
}

func (o *owner) change(name string, st *kern.Stat) bool {
	p := o.p
	follow := o.deref != 0 && !(o.recursive && o.travel == 'P')
	if st.Kind == tree.Symlink && follow {
		to, err := p.Stat(name)
		if err != nil {
			if !o.quiet {
				p.Errorf("cannot dereference %s: %s", gnu.QuoteAF(name), kern.ErrText(err))
			}
			return o.fail(name, st)
		}
		*st = to
	}
	if o.fromUID >= 0 && int64(st.UID) != o.fromUID || o.fromGID >= 0 && int64(st.GID) != o.fromGID {
		o.report(name, st, false)
		return true
	}
	if err := p.Chown(name, o.uid, o.gid, follow); err != nil {
		if !o.quiet {
			what := "changing ownership of"
			if o.uid < 0 {
				what = "changing group of"
			}
			p.Errorf("%s %s: %s", what, gnu.QuoteAF(name), kern.ErrText(err))
		}
		return o.fail(name, st)
	}
	o.report(name, st, o.uid >= 0 && int64(st.UID) != o.uid || o.gid >= 0 && int64(st.GID) != o.gid)
	return true
}

// pair writes user and group for a message.
func pair(user, grp string, hasUser, hasGrp bool) string {
	switch {
	case hasUser && hasGrp:
		return user + ":" + grp
	case hasGrp:
		return grp
	}
	return user
}

func (o *owner) pairs(st *kern.Stat) (before, after string) {
	k := o.p.K
	return pair(k.UserName(st.UID), k.GroupName(st.GID), o.hasUser, o.hasGrp), pair(o.user, o.grp, o.hasUser, o.hasGrp)
}

func (o *owner) report(name string, st *kern.Stat, changed bool) {
	if !(o.verbose || o.changes && changed) {
		return
	}
	q := gnu.QuoteAF(name)
	before, after := o.pairs(st)
	var s string
	switch {
	case changed && o.hasUser:
		s = "changed ownership of " + q + " from " + before + " to " + after
	case changed && o.hasGrp:
		s = "changed group of " + q + " from " + before + " to " + after
	case changed:
		s = "no change to ownership of " + q
	case o.hasUser:
		s = "ownership of " + q + " retained as " + before
	case o.hasGrp:
		s = "group of " + q + " retained as " + before
	default:
		s = "ownership of " + q + " retained"
	}
	o.p.Stdout.WriteString(s + "\n")
}

// fail reports with -v that a file could not be changed.
func (o *owner) fail(name string, st *kern.Stat) bool {
	if !o.verbose {
		return false
	}
	s := "failed to change "
	if o.hasUser || !o.hasGrp {
		s += "ownership of " + gnu.QuoteAF(name)
	} else {
		s += "group of " + gnu.QuoteAF(name)
	}
	after := pair(o.user, o.grp, o.hasUser, o.hasGrp)
	if st != nil && after != "" {
		before, _ := o.pairs(st)
		s += " from " + before
	}
	if after != "" {
		s += " to " + after
	}
	o.p.Stdout.WriteString(s + "\n")
	return false
}
