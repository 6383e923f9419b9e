package cmds

import (
	"bytes"
	"context"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/regex"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var tacSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'b', Long: "before"},
		{Short: 'r', Long: "regex"},
		{Short: 's', Long: "separator", Arg: gnu.Required},
	},
	Version: "tac" + coreutilsTail + "Jay Lepreau and David MacKenzie.",
}

type tacState struct {
	p      *kern.Proc
	out    mover
	sep    string
	before bool
	re     *regex.Regexp
}

func runTac(_ context.Context, p *kern.Proc) int {
	t := tacState{p: p, out: mover{p}, sep: "\n"}
	useRegex := false
	files, st, ok := tacSpec.Parse(p, func(key, val string) int {
		switch key {
		case "b":
			t.before = true
		case "r":
			useRegex = true
		case "s":
			t.sep = val
		}
		return gnu.Go
	})
	if !ok {
		return st
	}
	if useRegex {
		if t.sep == "" {
			p.Errorf("separator cannot be empty")
			return 1
		}
		re, err := regex.Compile(t.sep, regex.Options{Syntax: regex.Emacs, Newline: true})
		if err != nil {
			p.Errorf("%s", err.Error())
			return 1
		}
		t.re = re
	} else if t.sep == "" {
		t.sep = "\x00"
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, f := range files {
		st = max(st, t.file(f))
	}
	return st
}

func (t *tacState) file(name string) int {
	p := t.p
	fd, done, err := gnu.OpenInput(p, name)
	if err != nil {
		p.Errorf("failed to open %s for reading: %s", gnu.QuoteAF(name), kern.ErrText(err))
		return 1
	}
	defer done()
	b, err := readTail(p, fd, func(*tailBuffer) {})
	if err != nil {
		text := kern.ErrText(err)
		if err == error(tree.EISDIR) {
			// Seeking to the end of a directory is what fails.
			text = tree.EINVAL.Error()
		}
		p.Errorf("%s: read error: %s", gnu.QuoteF(inputName(name)), text)
		return 1
	}
	end := len(b.buf)
	first := true
	for at := end; at > 0; {
		p.Tick(1)
		s, e := t.lastMatch(b.buf[:at])
		if s < 0 {
			break
		}
		cut := e
		if t.before {
			cut = s
		}
		if !(first && cut == end && !t.before) {
			t.put(b, cut, end)
			end = cut
		}
		first = false
		at = s
	}
	t.put(b, 0, end)
	return 0
}

func (t *tacState) put(b *tailBuffer, from, to int) {
	_ = t.out.write(b.buf[from:to], tree.SliceRuns(b.runs, int64(from), int64(to-from)))
}

// lastMatch returns the bounds of the last separator in b, -1 when there is none. A separator that is a regular expression
// is looked for from the end backwards, so that a match begins as late as it can.
func (t *tacState) lastMatch(b []byte) (start, end int) {
	if t.re == nil {
		i := bytes.LastIndex(b, []byte(t.sep))
		return i, i + len(t.sep)
	}
	tick := func(n int) error { t.p.Tick(n >> 4); return nil }
	for i := len(b) - 1; i >= 0; i-- {
		t.p.Tick(1)
		s, e, err := t.re.Find(b, i, regex.MatchOptions{Tick: tick})
		if err == nil && s == i && e > s {
			return s, e
		}
	}
	return -1, -1
}
