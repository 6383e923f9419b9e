package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

const killUsage = `
Usage:
 kill [options] <pid> [...]

Options:
 <pid> [...]            send signal to every <pid> listed
 -<signal>, -s, --signal <signal>
                        specify the <signal> to be sent
 -q, --queue <value>    integer value to be sent with the signal
 -l, --list=[<signal>]  list all signal names, or convert one to a name
 -L, --table            list all signal names in a nice table

 -h, --help     display this help and exit
 -V, --version  output version information and exit

For more details see kill(1).
`

// kill is procps's program; the shell has a kill of its own.
func kill(_ context.Context, p *kern.Proc) int {
	args := p.Args[1:]
	sig := kern.SIGTERM
	if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		a := args[0]
		switch a {
		case "-l", "--list":
			return killList(p, args[1:])
		case "-L", "--table":
			killTable(p)
			return 0
		case "-h", "--help":
			p.Stdout.WriteString(killUsage)
			return 0
		case "-V", "--version":
			p.Stdout.WriteString("kill from procps-ng 4.0.2\n")
			return 0
		}
		name := a[1:]
		switch {
		case strings.HasPrefix(a, "--list="):
			return killList(p, []string{a[7:]})
		case (a == "-s" || a == "--signal") && len(args) > 1:
			name, args = args[1], args[1:]
		case strings.HasPrefix(a, "--signal="):
			name = a[9:]
		case a == "--":
			name = "TERM"
		}
		s, ok := signalOperand(name)
		if !ok {
			if strings.HasPrefix(a, "-s") || strings.HasPrefix(a, "--signal") {
				return killBad(p, args[1:])
			}
			p.Errorf("invalid argument %s", name[:1])
			p.Stderr.WriteString(killUsage)
			return 1
		}
		sig, args = s, args[1:]
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		p.Stderr.WriteString(killUsage)
		return 1
	}
	return killAll(p, args, sig)
}

// killBad is what a name that is no signal leads to.
func killBad(p *kern.Proc, pids []string) int {
	for _, a := range pids {
		p.Errorf("(%s): Invalid argument", a)
	}
	return 1
}

func killAll(p *kern.Proc, pids []string, sig kern.Signal) int {
	status := 0
	for _, a := range pids {
		pid, err := strconv.Atoi(a)
		if err != nil {
			p.Errorf("failed to parse argument: '%s'", a)
			status = 1
			continue
		}
		if pid == 1 && p.Cred.UID == 0 && sig == 0 {
			continue
		}
		if err := p.Kill(pid, sig); err != nil {
			p.Errorf("(%d): %s", pid, kern.ErrText(err))
			status = 1
		}
	}
	return status
}

// killName is a signal's name as procps writes it.
func killName(s kern.Signal) string {
	if s == 29 {
		return "POLL"
	}
	return s.Name()
}

func killList(p *kern.Proc, args []string) int {
	if len(args) == 0 {
		line := ""
		for s := kern.Signal(1); s <= 31; s++ {
			name := killName(s)
			if line != "" && len(line)+1+len(name) > 79 {
				p.Stdout.WriteString(line + "\n")
				line = ""
			}
			if line != "" {
				line += " "
			}
			line += name
		}
		p.Stdout.WriteString(line + "\n")
		return 0
	}
	a := args[0]
	s, ok := signalOperand(a)
	switch {
	case !ok || s == 0 || s > 31:
		p.Errorf("unknown signal name %s", a)
	case a[0] >= '0' && a[0] <= '9':
		p.Stdout.WriteString(killName(s) + "\n")
	default:
		p.Stdout.WriteString(strconv.Itoa(int(s)) + "\n")
	}
	return 0
}

func killTable(p *kern.Proc) {
	for s := kern.Signal(1); s <= 31; s++ {
		n := strconv.Itoa(int(s))
		if len(n) < 2 {
			n = " " + n
		}
		cell := n + " " + killName(s)
		if s%7 == 0 {
			p.Stdout.WriteString(cell + "\n")
			continue
		}
		p.Stdout.WriteString(cell + strings.Repeat(" ", 11-len(cell)))
	}
	p.Stdout.WriteString("\n")
}
