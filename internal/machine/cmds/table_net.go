package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/cmds/web"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// NetPrograms returns the programs that talk to the network: those of the web answer for the given sites, the others only
// note whom they were to reach.
func NetPrograms(sites web.Sites) map[string]kern.Program {
	return map[string]kern.Program{
		"curl":        web.Curl(sites),
		"wget":        web.Wget(sites),
		"ssh":         remote("22", "BbcDEeFIiJLlmOopQRSWw"),
		"ssh-keyscan": remote("22", "fpTt"),
		"scp":         remoteFiles,
		"sftp":        remote("22", "BbcDFiJloPRSsX"),
	}
}

// remote returns a program whose first operand names a host, [USER@]HOST; withArg are its letters that take an argument.
func remote(port, withArg string) kern.Program {
	return func(_ context.Context, p *kern.Proc) int {
		port := port
		args := p.Args[min(1, len(p.Args)):]
		for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
			a := args[0]
			args = args[1:]
			if len(a) == 2 && strings.IndexByte(withArg, a[1]) >= 0 && len(args) > 0 {
				if a == "-p" || a == "-P" {
					port = args[0]
				}
				args = args[1:]
			}
		}
		where := "the network"
		if len(args) > 0 {
			where = hostPort(args[0], port)
			p.K.NoteNetwork(where)
		}
		web.Unknown(p, where)
		return web.UnknownStatus
	}
}

// remoteFiles is scp: operands HOST:FILE name hosts.
func remoteFiles(_ context.Context, p *kern.Proc) int {
	where := "the network"
	for _, a := range p.Args[min(1, len(p.Args)):] {
		p.Tick(1)
		if h, _, ok := strings.Cut(a, ":"); ok && a[0] != '-' && !strings.Contains(h, "/") {
			where = hostPort(h, "22")
			p.K.NoteNetwork(where)
		}
	}
	web.Unknown(p, where)
	return web.UnknownStatus
}

// hostPort returns host and port of [USER@]HOST[:PATH].
func hostPort(operand, port string) string {
	h := operand[strings.LastIndexByte(operand, '@')+1:]
	h, _, _ = strings.Cut(h, ":")
	return h + ":" + port
}
