package bash

import (
	"strconv"
	"strings"
)

// tildes expands the tildes at the beginning of literal text, and in an assignment those after colons and after the first
// equals sign. first says that the text begins the word, last that it ends it.
func (b *build) tildes(s string, first, last bool) string {
	var done bool
	if first && s[0] == '~' {
		s, done = b.tilde(s, last)
		if done && !b.assign {
			return s
		}
	}
	if !b.assign && (!b.split || b.operand) {
		return s
	}
	if !b.assign {
		// An argument that looks like an assignment is treated as one.
		i := strings.IndexByte(s, '=')
		if !first || b.sh.dash || i < 1 || !validName(s[:i]) && !validName(strings.TrimSuffix(s[:i], "+")) {
			return s
		}
		b.unquoted(s[:i+1])
		s = s[i+1:]
		if strings.HasPrefix(s, "~") {
			s, _ = b.tilde(s, last)
		}
	}
	for {
		i := strings.Index(s, ":~")
		if i < 0 {
			return s
		}
		if i > 0 && s[i-1] == '\\' {
			b.unquoted(s[:i+2])
			s = s[i+2:]
			continue
		}
		b.unquoted(s[:i+1])
		s, _ = b.tilde(s[i+1:], last)
	}
}

// tilde expands the tilde prefix that s begins with and returns what is left of s; done says that there was one.
func (b *build) tilde(s string, last bool) (string, bool) {
	n := strings.IndexByte(s, '/')
	if b.assign || b.split {
		if i := strings.IndexByte(s, ':'); i >= 0 && (n < 0 || i < n) {
			n = i
		}
	}
	if n < 0 {
		if !last {
			return s, false
		}
		n = len(s)
	}
	prefix := s[1:n]
	if strings.IndexByte(prefix, '\\') >= 0 {
		return s, false
	}
	dir, ok := b.sh.home(prefix)
	if !ok {
		return s, false
	}
	rest := s[n:]
	b.text(dir.S, dir.L)
	return rest, true
}

// home returns the directory that ~prefix stands for.
func (sh *Shell) home(prefix string) (Str, bool) {
	switch prefix {
	case "":
		if v, ok := sh.scalar("HOME"); ok {
			return v, true
		}
		if u := sh.p.K.UserByID(sh.p.Cred.UID); u != nil {
			return Str{S: u.Home}, true
		}
		return Str{}, false
	case "+", "-":
		if sh.dash {
			return Str{}, false
		}
		if prefix == "-" {
			return sh.scalar("OLDPWD")
		}
		return sh.scalar("PWD")
	}
	if c := prefix[0]; sh.dash {
		// Only names follow.
	} else if c == '+' || c == '-' || c >= '0' && c <= '9' {
		return sh.stacked(prefix)
	}
	if u := sh.p.K.UserByName(prefix); u != nil {
		return Str{S: u.Home}, true
	}
	return Str{}, false
}

// stacked returns entry ~N, ~+N or ~-N of the directory stack.
func (sh *Shell) stacked(prefix string) (Str, bool) {
	digits := strings.TrimLeft(prefix, "+-")
	if len(prefix)-len(digits) > 1 {
		return Str{}, false
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n > len(sh.dirs) {
		return Str{}, false
	}
	if prefix[0] == '-' {
		n = len(sh.dirs) - n
	}
	if n == 0 {
		return sh.pwd, true
	}
	return sh.dirs[n-1], true
}
