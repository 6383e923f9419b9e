package bash

import (
	"errors"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// testUnary evaluates a unary operator of test and [[ ]] on s.
func (sh *Shell) testUnary(op, s string) (bool, error) {
	switch op {
	case "-z":
		return s == "", nil
	case "-n":
		return s != "", nil
	case "-o":
		for i, n := range setNames {
			if n == s {
				return sh.opts.has(setOption(i)), nil
			}
		}
		return false, nil
	case "-R":
		v, ok := sh.scope(s).get(s)
		return ok && v.Attr&AttrNameref != 0 && v.Str.S != "", nil
	case "-t":
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil {
			return false, errors.New(s + ": integer expression expected")
		}
		return sh.p.IsTerminal(n), nil
	case "-h", "-L":
		st, err := sh.p.Lstat(s)
		return err == nil && st.Kind == tree.Symlink, nil
	}
	st, err := sh.statFor(s)
	if err != nil {
		return false, nil
	}
	return sh.testFile(op, s, &st), nil
}

// statFor stats a path as bash does: /dev/fd/N and the standard streams by their descriptors.
func (sh *Shell) statFor(s string) (kern.Stat, error) {
	if rest, ok := strings.CutPrefix(s, "/dev/fd/"); ok {
		if n, err := strconv.Atoi(rest); err == nil {
			return sh.p.StatFD(n)
		}
	}
	switch s {
	case "/dev/stdin":
		return sh.p.StatFD(0)
	case "/dev/stdout":
		return sh.p.StatFD(1)
	case "/dev/stderr":
		return sh.p.StatFD(2)
	}
	return sh.p.Stat(s)
}

func (sh *Shell) testFile(op, path string, st *kern.Stat) bool {
	switch op {
	case "-a", "-e":
		return true
	case "-f":
		return st.Kind == tree.Regular
	case "-d":
		return st.Kind == tree.Dir
	case "-b":
		return st.Kind == tree.BlockDev
	case "-c":
		return st.Kind == tree.CharDev
	case "-p":
		return st.Kind == tree.Fifo
	case "-S":
		return st.Kind == tree.Socket
	case "-s":
		return st.Size > 0
	case "-g":
		return st.Perm&0o2000 != 0
	case "-u":
		return st.Perm&0o4000 != 0
	case "-k":
		return st.Perm&0o1000 != 0
	case "-r":
		return sh.p.Access(path, 4) == nil
	case "-w":
		return sh.p.Access(path, 2) == nil
	case "-x":
		return sh.p.Access(path, 1) == nil
	case "-O":
		return st.UID == sh.p.Cred.UID
	case "-G":
		return st.GID == sh.p.Cred.GID
	case "-N":
		return st.Mtime > st.Atime
	}
	return false
}

// testFiles evaluates -nt, -ot and -ef.
func (sh *Shell) testFiles(op, a, b string) (bool, error) {
	s, errA := sh.statFor(a)
	t, errB := sh.statFor(b)
	switch op {
	case "-nt":
		return errA == nil && (errB != nil || s.Mtime > t.Mtime), nil
	case "-ot":
		return errB == nil && (errA != nil || s.Mtime < t.Mtime), nil
	case "-ef":
		return errA == nil && errB == nil && s.Ino == t.Ino && s.Ino != 0, nil
	}
	return false, errors.New(op + ": binary operator expected")
}

func parsePositional(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err == nil && n < 0 {
		err = strconv.ErrRange
	}
	return n, err
}

func hasSlash(s string) bool { return strings.IndexByte(s, '/') >= 0 }

// pathDirs splits a PATH; an empty part is the present directory.
func pathDirs(path string) []string {
	dirs := strings.Split(path, ":")
	for i, d := range dirs {
		if d == "" {
			dirs[i] = "."
		}
	}
	return dirs
}
