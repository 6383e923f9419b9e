package bash

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
	"mvdan.cc/sh/v3/syntax"
)

// firstSavedFD is where descriptors that the shell opens for itself start, as in bash.
const firstSavedFD = 10

// undoList remembers descriptors to put back.
type undoList struct{ saved []savedFD }

type savedFD struct {
	fd int
	f  *kern.File // nil: it was closed
}

func (sh *Shell) saveFD(u *undoList, fd int) {
	for _, s := range u.saved {
		if s.fd == fd {
			return
		}
	}
	f := sh.p.FD(fd)
	if f != nil {
		f.Hold()
	}
	u.saved = append(u.saved, savedFD{fd, f})
}

// undo puts descriptors back.
func (sh *Shell) undo(u *undoList) {
	if u == nil {
		return
	}
	_ = sh.p.Stdout.Flush()
	sh.p.Stdout.ClearErr()
	for i := len(u.saved) - 1; i >= 0; i-- {
		s := u.saved[i]
		_ = sh.p.SetFD(s.fd, s.f)
		if s.f != nil {
			sh.p.Release(s.f)
		}
	}
	u.saved = nil
}

// keep forgets what undo would put back: exec makes redirections permanent.
func (sh *Shell) keep(u *undoList) {
	if u == nil {
		return
	}
	for _, s := range u.saved {
		if s.f != nil {
			sh.p.Release(s.f)
		}
	}
	u.saved = nil
}

// redirect performs redirections in order on the shell's own process. It returns what undo needs (nil when there is nothing
// to do); ok is false when one failed, which has been reported.
func (sh *Shell) redirect(ctx context.Context, redirs []*syntax.Redirect) (u *undoList, ok bool) {
	if len(redirs) == 0 {
		return nil, true
	}
	_ = sh.p.Stdout.Flush()
	u = &undoList{}
	for _, r := range redirs {
		switch {
		case !sh.lineOfRedir:
		case sh.redirLine > 0:
			sh.line = sh.redirLine
		default:
			sh.setLine(r.Pos())
		}
		if !sh.redirectOne(ctx, u, r) {
			return u, false
		}
	}
	return u, true
}

// redirectCompound is redirect for a compound command.
func (sh *Shell) redirectCompound(ctx context.Context, c syntax.Command, redirs []*syntax.Redirect) (u *undoList, ok bool) {
	if len(redirs) == 0 {
		return nil, true
	}
	line := sh.redirLine
	switch c := c.(type) {
	case *syntax.ArithmCmd, *syntax.TestClause:
		sh.nameLine(c.Pos())
	case *syntax.ForClause:
		if _, ok := c.Loop.(*syntax.CStyleLoop); ok {
			sh.nameLine(c.Pos())
		}
	}
	sh.lineOfRedir = true
	u, ok = sh.redirect(ctx, redirs)
	sh.lineOfRedir, sh.redirLine = false, line
	return u, ok
}

// nameLine makes the line of pos the one that failing redirections inside of the present command are told with; it returns
// the one before.
func (sh *Shell) nameLine(pos syntax.Pos) (old int) {
	old = sh.redirLine
	if old > 0 && pos.IsValid() {
		sh.redirLine = int(pos.Line())
	}
	return old
}

// redirectOne performs one redirection.
func (sh *Shell) redirectOne(ctx context.Context, u *undoList, r *syntax.Redirect) bool {
	fd := 1
	switch r.Op {
	case syntax.RdrIn, syntax.RdrInOut, syntax.DplIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		fd = 0
	}
	name := ""
	if r.N != nil {
		if v := r.N.Value; strings.HasPrefix(v, "{") {
			name = strings.Trim(v, "{}")
		} else if n, err := strconv.Atoi(v); err == nil {
			fd = n
		}
	}
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		b, runs := sh.hereText(ctx, r)
		return sh.install(ctx, u, fd, name, kern.NewBytes(b, runs))
	case syntax.DplIn, syntax.DplOut:
		return sh.duplicate(ctx, u, r, fd, name)
	}
	target, ok := sh.redirectTarget(ctx, r.Word)
	if !ok {
		return false
	}
	sh.msgL |= target.L
	f, ok := sh.openTarget(target, r.Op)
	if !ok {
		return false
	}
	if !sh.install(ctx, u, fd, name, f) {
		return false
	}
	if r.Op == syntax.RdrAll || r.Op == syntax.AppAll {
		sh.saveFD(u, 2)
		return sh.p.SetFD(2, f) == nil
	}
	return true
}

// install makes f descriptor fd, or a new one whose number goes into the variable called name.
func (sh *Shell) install(ctx context.Context, u *undoList, fd int, name string, f *kern.File) bool {
	if name != "" {
		n, err := sh.p.AddFD(f, firstSavedFD)
		if err != nil {
			sh.errf("%s: %s", name, kern.ErrText(err))
			return false
		}
		return sh.assignRef(ctx, name, number(int64(n))) == nil
	}
	sh.saveFD(u, fd)
	if err := sh.p.SetFD(fd, f); err != nil {
		sh.errf("%d: %s", fd, kern.ErrText(err))
		return false
	}
	return true
}

// hereText is the input of a here-document or here-string.
func (sh *Shell) hereText(ctx context.Context, r *syntax.Redirect) ([]byte, []tree.Run) {
	if r.Op != syntax.WordHdoc {
		if quotedWord(r.Word) {
			b := []byte(sh.unit.HereDoc(r))
			return b, tree.AppendRun(nil, 0, int64(len(b)), sh.label)
		}
		return sh.document(ctx, r.Hdoc)
	}
	s := sh.hereString(ctx, r.Word)
	b := append([]byte(s.S), '\n')
	return b, tree.AppendRun(nil, 0, int64(len(b)), s.L)
}

// openTarget opens the file of a redirection.
func (sh *Shell) openTarget(target Str, op syntax.RedirOperator) (*kern.File, bool) {
	flags := kern.ReadOnly
	switch op {
	case syntax.RdrOut, syntax.RdrAll:
		flags = kern.WriteOnly | kern.Creat | kern.Trunc
	case syntax.RdrClob:
		flags = kern.WriteOnly | kern.Creat | kern.Trunc
	case syntax.AppOut, syntax.AppAll:
		flags = kern.WriteOnly | kern.Creat | kern.Append
	case syntax.RdrInOut:
		flags = kern.ReadWrite | kern.Creat
	}
	if strings.HasPrefix(target.S, "/dev/tcp/") || strings.HasPrefix(target.S, "/dev/udp/") {
		return nil, sh.network(target.S)
	}
	if (op == syntax.RdrOut || op == syntax.RdrAll) && sh.opts.has(optNoclobber) {
		if st, err := sh.p.Stat(target.S); err == nil && st.Kind == tree.Regular {
			if sh.dash {
				sh.errf("cannot create %s: File exists", target.S)
				return nil, false
			}
			sh.errf("%s: cannot overwrite existing file", shown(target.S))
			return nil, false
		}
	}
	saved := sh.p.Label()
	sh.p.Taint(target.L)
	f, err := sh.p.OpenFile(target.S, flags, 0o666)
	sh.p.SetLabel(saved)
	if err != nil {
		if sh.dash {
			sh.dashOpenError(target.S, flags, err)
		} else {
			sh.errf("%s: %s", shown(target.S), kern.ErrText(err))
		}
		return nil, false
	}
	return f, true
}

// dashOpenError says in dash's words why a file could not be opened.
func (sh *Shell) dashOpenError(name string, flags int, err error) {
	verb, text := "open", kern.ErrText(err)
	if flags&kern.Creat != 0 {
		verb = "create"
		if err == error(tree.ENOENT) {
			text = "Directory nonexistent"
		}
	} else if err == error(tree.ENOENT) {
		text = "No such file"
	}
	sh.errf("cannot %s %s: %s", verb, name, text)
}

// network refuses bash's /dev/tcp and /dev/udp: a machine has no network, and the attempt is noted.
func (sh *Shell) network(path string) bool {
	sh.p.K.NoteNetwork(strings.TrimPrefix(path, "/dev/"))
	parts := strings.Split(path, "/")
	host := ""
	if len(parts) > 3 {
		host = parts[3]
	}
	sh.errf("%s: Name or service not known", host)
	sh.errf("%s: Invalid argument", path)
	return false
}

// duplicate performs n>&m, n<&m and their closing and moving forms.
func (sh *Shell) duplicate(ctx context.Context, u *undoList, r *syntax.Redirect, fd int, name string) bool {
	target, ok := sh.redirectTarget(ctx, r.Word)
	if !ok {
		return false
	}
	if target.S == "-" {
		if name != "" {
			v, _ := sh.lookup(name)
			if base, index, indexed, ok := splitRef(name); ok && indexed {
				v, _ = sh.lookupElem(base, sh.expandIndex(ctx, base, index))
			}
			n, err := strconv.Atoi(v.Str.S)
			if err != nil {
				sh.errf("%s: Bad file descriptor", v.Str.S)
				return false
			}
			_ = sh.p.Close(n)
			return true
		}
		sh.saveFD(u, fd)
		_ = sh.p.SetFD(fd, nil)
		return true
	}
	digits, move := strings.CutSuffix(target.S, "-")
	from, err := strconv.Atoi(digits)
	if err != nil || from < 0 || digits[0] == '+' {
		return sh.duplicateWord(ctx, u, r, fd, target)
	}
	f := sh.p.FD(from)
	if f == nil {
		sh.errf("%s: %s", sh.unit.Text(r.Word), tree.EBADF)
		return false
	}
	if !sh.install(ctx, u, fd, name, f) {
		return false
	}
	if move && from != fd {
		sh.saveFD(u, from)
		_ = sh.p.SetFD(from, nil)
	}
	return true
}

// duplicateWord is >&word, which sends both streams to a file unless a descriptor was given.
func (sh *Shell) duplicateWord(ctx context.Context, u *undoList, r *syntax.Redirect, fd int, target Str) bool {
	if r.Op != syntax.DplOut || r.N != nil && r.N.Value != "1" || sh.dash {
		if sh.dash {
			sh.errf("Bad fd number")
		} else {
			sh.errf("%s: ambiguous redirect", sh.unit.Text(r.Word))
		}
		return false
	}
	f, ok := sh.openTarget(target, syntax.RdrAll)
	if !ok || !sh.install(ctx, u, fd, "", f) {
		return false
	}
	sh.saveFD(u, 2)
	return sh.p.SetFD(2, f) == nil
}
