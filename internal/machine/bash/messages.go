package bash

import (
	"fmt"
	"strconv"
)

// errf prints a message on standard error with the prefix of the shell's voice.
func (sh *Shell) errf(format string, args ...any) {
	_ = sh.p.Stdout.Flush()
	sh.p.Stderr.WriteLabel([]byte(sh.prefix()+fmt.Sprintf(format, args...)+"\n"), (sh.label | sh.msgL).Derive())
}

// prefix is what messages begin with: the name of shell or script and, unless interactive, the line.
func (sh *Shell) prefix() string {
	name := sh.name
	for i := len(sh.frames) - 1; i >= 0; i-- {
		if f := sh.frames[i]; f.source != "" {
			name = f.source
			break
		}
	}
	switch {
	case sh.dash:
		return name + ": " + strconv.Itoa(sh.line) + ": "
	case sh.voice == VoiceInteractive:
		if name == sh.name {
			return name + ": "
		}
	}
	return name + ": line " + strconv.Itoa(sh.line) + ": "
}

// shown is a name as messages show it: quoted for a shell when it holds bytes that cannot be seen.
func shown(name string) string {
	for i := 0; i < len(name); i++ {
		if name[i] < 0x20 || name[i] == 0x7f {
			return quoteAnsi(name)
		}
	}
	return name
}

// fatal gives up and ends a shell that is not interactive.
func (sh *Shell) fatal(status int) { panic(jump{jumpFatal, status}) }

// discard gives up the present command line.
func (sh *Shell) discard(status int) { panic(jump{jumpDiscard, status}) }

// exit ends the shell.
func (sh *Shell) exit(status int) { panic(jump{jumpExit, status}) }

// say writes s to standard output with its label.
func (sh *Shell) say(s Str) {
	l := s.L.Join(sh.label)
	if l == 0 {
		_, _ = sh.p.Stdout.WriteString(s.S)
		return
	}
	sh.p.Stdout.WriteLabel([]byte(s.S), l.Derive())
}
