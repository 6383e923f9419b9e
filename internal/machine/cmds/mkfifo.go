package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var (
	nodeOptions = []gnu.Option{{Short: 'Z', Unsupported: true}, {Long: "context", Arg: gnu.Optional, Unsupported: true},
		{Short: 'm', Long: "mode", Arg: gnu.Required}}
	mkfifoSpec = gnu.Spec{Options: nodeOptions, Version: gnu.CoreutilsVersion("mkfifo", "David MacKenzie")}
	mknodSpec  = gnu.Spec{Options: nodeOptions, Version: gnu.CoreutilsVersion("mknod", "David MacKenzie")}
)

// nodePerm reads the argument of -m; false when it has complained.
func nodePerm(p *kern.Proc, mode string, given bool) (perm uint16, ok bool) {
	if !given {
		return 0o666 &^ p.Umask, true
	}
	m, ok := gnu.ParseMode(mode)
	if !ok {
		p.Errorf("invalid mode")
		return 0, false
	}
	perm, _ = m.Adjust(0o666, false, p.Umask)
	if perm&^0o777 != 0 {
		p.Errorf("mode must specify only file permission bits")
		return 0, false
	}
	return perm, true
}

// makeNode makes a pipe or a device called name.
func makeNode(p *kern.Proc, name string, a tree.Attr) error {
	l, err := p.Walk(name, false)
	if err != nil {
		return err
	}
	if a.Kind != tree.Fifo && p.Cred.UID != 0 {
		return tree.EPERM
	}
	a.UID, a.GID, a.Label = p.Cred.UID, p.Cred.GID, p.Label()
	_, err = p.K.FS.Create(l, a, &p.Cred)
	return err
}

func mkfifo(_ context.Context, p *kern.Proc) int {
	mode, given := "", false
	files, status, ok := mkfifoSpec.Parse(p, func(_, val string) int {
		mode, given = val, true
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(files) == 0 {
		return gnu.Usage(p, 1, "missing operand")
	}
	perm, ok := nodePerm(p, mode, given)
	if !ok {
		return 1
	}
	for _, f := range files {
		p.Tick(1)
		if err := makeNode(p, f, tree.Attr{Kind: tree.Fifo, Perm: perm}); err != nil {
			p.Errorf("cannot create fifo %s: %s", gnu.QuoteAF(f), kern.ErrText(err))
			status = 1
		}
	}
	return status
}

func mknod(_ context.Context, p *kern.Proc) int {
	mode, given := "", false
	args, status, ok := mknodSpec.Parse(p, func(_, val string) int {
		mode, given = val, true
		return gnu.Go
	})
	if !ok {
		return status
	}
	perm, ok := nodePerm(p, mode, given)
	if !ok {
		return 1
	}
	want := 4
	if len(args) > 1 && args[1] != "" && args[1][0] == 'p' {
		want = 2
	}
	switch {
	case len(args) < want:
		msg := "missing operand"
		if len(args) > 0 {
			msg += " after " + gnu.Quote(args[len(args)-1])
		}
		p.Errorf("%s", msg)
		if len(args) == 2 {
			p.Stderr.WriteString("Special files require major and minor device numbers.\n")
		}
		gnu.Try(p)
		return 1
	case len(args) > want:
		p.Errorf("extra operand %s", gnu.Quote(args[want]))
		if want == 2 && len(args) == 4 {
			p.Stderr.WriteString("Fifos do not have major and minor device numbers.\n")
		}
		gnu.Try(p)
		return 1
	}
	return deviceNode(p, args, perm)
}

func deviceNode(p *kern.Proc, args []string, perm uint16) int {
	kind := tree.Kind(0)
	if args[1] != "" {
		switch args[1][0] {
		case 'b':
			kind = tree.BlockDev
		case 'c', 'u':
			kind = tree.CharDev
		case 'p':
			kind = tree.Fifo
		}
	}
	if kind == 0 {
		return gnu.Usage(p, 1, "invalid device type "+gnu.Quote(args[1]))
	}
	a := tree.Attr{Kind: kind, Perm: perm}
	if kind != tree.Fifo {
		for i, what := range []string{"major", "minor"} {
			n, err := strconv.ParseUint(strings.TrimSpace(args[2+i]), 0, 16)
			if err != nil {
				p.Errorf("invalid %s device number %s", what, gnu.Quote(args[2+i]))
				return 1
			}
			if i == 0 {
				a.Rdev.Major = uint16(n)
			} else {
				a.Rdev.Minor = uint16(n)
			}
		}
	}
	if err := makeNode(p, args[0], a); err != nil {
		p.Errorf("%s: %s", gnu.QuoteF(args[0]), kern.ErrText(err))
		return 1
	}
	return 0
}
