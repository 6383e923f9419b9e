package cmds

import (
	"io"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// coreutilsTail is what follows the first line of --version in Debian 12's coreutils.
const coreutilsTail = " (GNU coreutils) 9.1\n" +
	"Copyright (C) 2022 Free Software Foundation, Inc.\n" +
	"License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.\n" +
	"This is free software: you are free to change and redistribute it.\n" +
	"There is NO WARRANTY, to the extent permitted by law.\n\nWritten by "

// word is one of the words that an option takes. Words that mean the same follow one another.
type word struct {
	name string
	val  int
}

// matchWord finds val, or an abbreviation of it, among words. When it is not there, it prints what GNU's argmatch does and
// ok is false; the caller returns status 1.
func matchWord(p *kern.Proc, option, val string, words []word) (int, bool) {
	names, values := make([]string, len(words)), make([]int, len(words))
	for i, w := range words {
		names[i], values[i] = w.name, w.val
	}
	return gnu.ArgMatch(p, option, val, names, values)
}

// matchExactWord is matchWord without abbreviations.
func matchExactWord(p *kern.Proc, option, val string, words []word) (int, bool) {
	text := "Valid arguments are:"
	for _, w := range words {
		if w.name == val {
			return w.val, true
		}
		text += "\n  - " + gnu.Quote(w.name)
	}
	p.Errorf("invalid argument %s for %s\n%s", gnu.Quote(val), gnu.Quote(option), text)
	gnu.Try(p)
	return 0, false
}

// numberError prints GNU's message for a number that could not be read: "WHAT: ‘S’" and why, if the number is too large.
func numberError(p *kern.Proc, what, s string, st xnum.Status) {
	msg := what + ": " + gnu.Quote(s)
	if st&(xnum.Invalid|xnum.BadSuffix) == 0 {
		msg += ": " + tree.EOVERFLOW.Error()
	}
	p.Errorf("%s", msg)
}

// readSize returns a good size for a buffer to read fd with: what is left of a small file, at most most.
func readSize(p *kern.Proc, fd, most int) int {
	if n, more := p.Buffered(fd); n > 0 {
		if !more {
			return min(n+1, most)
		}
		return min(max(4*n, 1024), most)
	}
	st, err := p.StatFD(fd)
	if err != nil || st.Kind != tree.Regular || st.Size >= int64(most) {
		return most
	}
	return max(int(st.Size)+1, 64)
}

// mover writes bytes to standard output with their own labels. It keeps them in the process's buffered stream as long as
// they are exact and goes past it otherwise.
type mover struct{ p *kern.Proc }

func (m mover) write(b []byte, runs []tree.Run) error {
	p := m.p
	if len(runs) == 0 && p.Label() == tree.Exact {
		p.Stdout.Write(b)
		return p.Stdout.Err()
	}
	if err := p.Stdout.Flush(); err != nil {
		return err
	}
	_, err := p.WriteRuns(1, b, runs)
	return err
}

// copyRest moves everything that is left in fd to m.
func (m mover) copyRest(fd int, buf []byte) (readErr, writeErr error) {
	for {
		n, runs, err := m.p.ReadRuns(fd, buf)
		if n > 0 {
			if werr := m.write(buf[:n], runs); werr != nil {
				return nil, werr
			}
		}
		if err == io.EOF {
			return nil, nil
		}
		if err != nil {
			return err, nil
		}
	}
}

// inputName names an input in messages: the operand "-" is standard input.
func inputName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// seekBack gives back n bytes that were read too much, where the input can be sought.
func seekBack(p *kern.Proc, fd int, n int64) {
	if n > 0 {
		_, _ = p.Seek(fd, -n, 1)
	}
}
