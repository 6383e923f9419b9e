package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var envsubstSpec = gnu.Spec{
	Options: []gnu.Option{{Short: 'h', Long: "help"}, {Short: 'v', Long: "variables"}, {Short: 'V', Long: "version"}},
}

const envsubstVersion = `envsubst (GNU gettext-runtime) 0.21
Copyright (C) 2003-2020 Free Software Foundation, Inc.
License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>
This is free software: you are free to change and redistribute it.
There is NO WARRANTY, to the extent permitted by law.
Written by Bruno Haible.
`

func runEnvsubst(_ context.Context, p *kern.Proc) int {
	list := false
	args, status, ok := envsubstSpec.Parse(p, func(key, _ string) int {
		switch key {
		case "v":
			list = true
			return gnu.Go
		case "h":
			envsubstSpec.OwnHelp(p, p.Stdout)
		default:
			_, _ = p.Stdout.WriteString(envsubstVersion)
		}
		return 0
	})
	switch {
	case !ok:
		return status
	case len(args) > 1:
		p.Errorf("too many arguments")
		return 1
	case list && len(args) == 0:
		p.Errorf("missing arguments")
		return 1
	case list:
		variables(p, args[0], func(_, name string) {
			if name != "" {
				_, _ = p.Stdout.WriteString(name + "\n")
			}
		})
		return 0
	}
	var only map[string]bool
	if len(args) == 1 {
		only = map[string]bool{}
		variables(p, args[0], func(_, name string) { only[name] = true })
	}
	in, err := p.ReadAll(0)
	if err != nil {
		p.Errorf("error while reading %q: %s", "standard input", kern.ErrText(err))
		return 1
	}
	variables(p, string(in), func(text, name string) {
		if name != "" && (only == nil || only[name]) {
			text, _ = p.Getenv(name)
		}
		_, _ = p.Stdout.WriteString(text)
	})
	return 0
}

// variables cuts s into plain text (name is then "") and references $NAME and ${NAME}.
func variables(p *kern.Proc, s string, f func(text, name string)) {
	for s != "" {
		p.Tick(1)
		n := strings.IndexByte(s, '$')
		if n < 0 {
			n = len(s)
		}
		if n > 0 {
			f(s[:n], "")
			s = s[n:]
			continue
		}
		open := 1
		if strings.HasPrefix(s, "${") {
			open = 2
		}
		end := open
		for end < len(s) && isNameByte(s[end], end > open) {
			end++
		}
		name := s[open:end]
		if open == 2 {
			if name != "" && end < len(s) && s[end] == '}' {
				end++
			} else {
				name = ""
			}
		}
		f(s[:end], name)
		s = s[end:]
	}
}

func isNameByte(c byte, digits bool) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || digits && c >= '0' && c <= '9'
}
