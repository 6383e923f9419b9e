package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var mktempSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'd', Long: "directory"}, {Short: 'q', Long: "quiet"}, {Short: 'u', Long: "dry-run"}, {Long: "suffix", Arg: gnu.Required},
		{Short: 'p', Arg: gnu.Required}, {Long: "tmpdir", Arg: gnu.Optional}, {Short: 't'}, {Short: 'V'},
	},
	Version: gnu.CoreutilsVersion("mktemp", "Jim Meyering and Eric Blake"),
}

type tempMaker struct {
	p                       *kern.Proc
	dir, quiet, dry, useTmp bool
	old, hasSuffix, hasTmp  bool
	suffix, tmp             string
}

func mktemp(_ context.Context, p *kern.Proc) int {
	m := tempMaker{p: p}
	args, status, ok := mktempSpec.Parse(p, func(key, val string) int {
		switch key {
		case "d":
			m.dir = true
		case "q":
			m.quiet = true
		case "u":
			m.dry = true
		case "suffix":
			m.suffix, m.hasSuffix = val, true
		case "p", "tmpdir":
			m.useTmp, m.tmp, m.hasTmp = true, val, val != ""
		case "t":
			m.useTmp, m.old = true, true
		case "V":
			p.Stdout.WriteString(mktempSpec.Version + "\n")
			return 0
		}
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(args) > 1 {
		return gnu.Usage(p, 1, "too many templates")
	}
	template := "tmp.XXXXXXXXXX"
	if len(args) == 1 {
		template = args[0]
	} else {
		m.useTmp = true
	}
	return m.make(template)
}

func (m *tempMaker) fail(format string, args ...any) int {
	m.p.Errorf(format, args...)
	return 1
}

// make checks the template and makes the file.
func (m *tempMaker) make(template string) int {
	whole := template
	if m.hasSuffix {
		if !strings.HasSuffix(template, "X") {
			return m.fail("with --suffix, template %s must end in X", gnu.Quote(template))
		}
	} else if i := strings.LastIndexByte(template, 'X'); i >= 0 {
		m.suffix, template = template[i+1:], template[:i+1]
	}
	if strings.IndexByte(m.suffix, '/') >= 0 {
		return m.fail("invalid suffix %s, contains directory separator", gnu.Quote(m.suffix))
	}
	xs := len(template) - len(strings.TrimRight(template, "X"))
	if xs < 3 {
		return m.fail("too few X's in template %s", gnu.Quote(whole))
	}
	if m.useTmp {
		dir, code := m.directory(template + m.suffix)
		if code != 0 {
			return code
		}
		template = gnu.Join(dir, template)
	}
	return m.create(template, xs)
}

// directory returns where the file goes with -p and -t.
func (m *tempMaker) directory(template string) (string, int) {
	env, set := m.p.Getenv("TMPDIR")
	set = set && env != ""
	if m.old {
		if strings.IndexByte(template, '/') >= 0 {
			return "", m.fail("invalid template, %s, contains directory separator", gnu.Quote(template))
		}
		switch {
		case set:
			return env, 0
		case m.hasTmp:
			return m.tmp, 0
		}
		return "/tmp", 0
	}
	if strings.HasPrefix(template, "/") {
		return "", m.fail("invalid template, %s; with --tmpdir, it may not be absolute", gnu.Quote(template))
	}
	switch {
	case m.hasTmp:
		return m.tmp, 0
	case set:
		return env, 0
	}
	return "/tmp", 0
}

// create tries names until one is free.
func (m *tempMaker) create(template string, xs int) int {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	p := m.p
	stem := template[:len(template)-xs]
	var err error
	for try := range uint64(1000) {
		p.Tick(1)
		seed := uint64(p.K.Now())*0x9e3779b97f4a7c15 + uint64(p.PID)<<20 + try
		b := make([]byte, xs)
		for i := range b {
			seed += 0x9e3779b97f4a7c15
			z := (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
			z = (z ^ z>>27) * 0x94d049bb133111eb
			b[i] = letters[(z^z>>31)%uint64(len(letters))]
		}
		name := stem + string(b) + m.suffix
		if err = m.try(name); err == nil {
			p.Stdout.WriteString(name + "\n")
			return 0
		}
		if err != error(tree.EEXIST) {
			break
		}
	}
	if !m.quiet {
		what := "file"
		if m.dir {
			what = "directory"
		}
		p.Errorf("failed to create %s via template %s: %s", what, gnu.Quote(template+m.suffix), kern.ErrText(err))
	}
	return 1
}

func (m *tempMaker) try(name string) error {
	p := m.p
	switch {
	case m.dry:
		_, err := p.Lstat(name)
		if err == nil {
			return tree.EEXIST
		}
		if err == error(tree.ENOENT) {
			return nil
		}
		return err
	case m.dir:
		return p.Mkdir(name, 0o700)
	}
	fd, err := p.Open(name, kern.ReadWrite|kern.Creat|kern.Excl, 0o600)
	if err == nil {
		_ = p.Close(fd)
	}
	return err
}
