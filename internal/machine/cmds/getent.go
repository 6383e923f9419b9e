package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var getentSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 's', Long: "service", Arg: gnu.Required}, {Short: 'i', Long: "no-idn"}, {Short: '?', Long: "help"}, {Long: "usage"},
		{Short: 'V', Long: "version"},
	},
	Status: 64,
	NoTry:  true,
}

const (
	getentTry     = "Try `getent --help' or `getent --usage' for more information.\n"
	getentVersion = `getent (Debian GLIBC 2.36-9+deb12u14) 2.36
Copyright (C) 2022 Free Software Foundation, Inc.
This is free software; see the source for copying conditions.  There is NO
warranty; not even for MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.
Written by Thorsten Kukuk.
`
	getentMissing = 2
)

// getentFiles are the databases that are files of lines with colons, with the field of the number.
var getentFiles = map[string]string{"passwd": "/etc/passwd", "group": "/etc/group", "shadow": "/etc/shadow", "gshadow": "/etc/gshadow"}

// getentOthers are the databases that the machine does not simulate.
const getentOthers = " ahosts ahostsv4 ahostsv6 aliases ethers initgroups netgroup networks protocols rpc services "

func runGetent(_ context.Context, p *kern.Proc) int {
	done := false
	args, status, ok := getentSpec.Parse(p, func(key, _ string) int {
		switch key {
		case "?", "usage":
			getentSpec.OwnHelp(p, p.Stdout)
		case "V":
			_, _ = p.Stdout.WriteString(getentVersion)
		default:
			return gnu.Go
		}
		done = true
		return 0
	})
	if !ok {
		if !done {
			_, _ = p.Stderr.WriteString(getentTry)
		}
		return status
	}
	if len(args) == 0 {
		p.Errorf("wrong number of arguments")
		_, _ = p.Stdout.WriteString(getentTry)
		return 1
	}
	db, keys := args[0], args[1:]
	switch file := getentFiles[db]; {
	case file != "":
		return getentLines(p, db, file, keys)
	case db == "hosts":
		return getentHosts(p, keys)
	case strings.Contains(getentOthers, " "+db+" "):
		p.K.NoteUnknown("getent " + db)
		return getentMissing
	}
	_ = p.Stdout.Flush()
	_, _ = p.Stderr.WriteString("Unknown database: " + db + "\n")
	_, _ = p.Stdout.WriteString(getentTry)
	return 1
}

// getentLines prints all lines of a file, or those of the keys. A key of digits is a user's or group's number.
func getentLines(p *kern.Proc, db, file string, keys []string) int {
	b, err := p.ReadFile(file)
	if err != nil {
		return min(getentMissing, len(keys)*getentMissing)
	}
	var lines []string
	for line := range strings.Lines(string(b)) {
		p.Tick(1)
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' && strings.Contains(line, ":") {
			lines = append(lines, line)
		}
	}
	if len(keys) == 0 {
		_, _ = p.Stdout.WriteString(strings.Join(lines, "\n") + strings.Repeat("\n", min(1, len(lines))))
		return 0
	}
	status := 0
	for _, key := range keys {
		number := (db == "passwd" || db == "group") && key != "" && strings.Trim(key, "0123456789") == ""
		found := false
		for _, line := range lines {
			p.Tick(1)
			f := strings.SplitN(line, ":", 4)
			if !number && f[0] == key && key != "" || number && len(f) > 2 && f[2] == key {
				_, _ = p.Stdout.WriteString(line + "\n")
				found = true
				break
			}
		}
		if !found {
			status = getentMissing
		}
	}
	return status
}

// getentHosts answers out of /etc/hosts; a name that is not there would be asked of the network, so its result is unknown.
func getentHosts(p *kern.Proc, keys []string) int {
	b, _ := p.ReadFile("/etc/hosts")
	var hosts [][]string
	for line := range strings.Lines(string(b)) {
		p.Tick(1)
		line, _, _ = strings.Cut(line, "#")
		if f := strings.Fields(line); len(f) > 1 {
			hosts = append(hosts, f)
		}
	}
	if len(keys) == 0 {
		for _, six := range []bool{false, true} {
			for _, h := range hosts {
				if strings.Contains(h[0], ":") == six {
					putHost(p, h)
				}
			}
		}
		return 0
	}
	status := 0
	for _, key := range keys {
		h := findHost(hosts, key)
		if h == nil {
			p.K.NoteNetwork(key)
			p.K.NoteUnknown("getent hosts " + key)
			status = getentMissing
			continue
		}
		putHost(p, h)
	}
	return status
}

// findHost finds an address, or the line of a name, an IPv6 address before others.
func findHost(hosts [][]string, key string) []string {
	var found []string
	for _, h := range hosts {
		if h[0] == key {
			return h
		}
		for _, name := range h[1:] {
			if strings.EqualFold(name, key) && (found == nil || strings.Contains(h[0], ":") && !strings.Contains(found[0], ":")) {
				found = h
			}
		}
	}
	return found
}

func putHost(p *kern.Proc, h []string) {
	_, _ = p.Stdout.WriteString(h[0] + strings.Repeat(" ", max(0, 15-len(h[0]))) + " " + strings.Join(h[1:], " ") + "\n")
}
