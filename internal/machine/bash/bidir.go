package bash

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// biCd is cd.
func biCd(ctx context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "LPe")
	if st != 0 {
		return st
	}
	physical := sh.opts.has(optPhysical)
	for _, x := range f.flags {
		switch x.c {
		case 'P':
			physical = true
		case 'L':
			physical = false
		}
	}
	if len(f.rest) > 1 && !sh.dash {
		sh.errf("cd: too many arguments")
		return 1
	}
	target, show, ok := sh.cdTarget(f.rest)
	if !ok {
		return 1 + b2i(sh.dash)
	}
	if len(f.rest) > 0 && !strings.HasPrefix(target.S, "/") && !dotted(target.S) {
		if st, ok := sh.cdPath(target, physical); ok {
			return st
		}
	}
	if err := sh.chdir(target, physical); err != nil {
		if sh.dash {
			sh.errf("cd: can't cd to %s", target.S)
			return 2
		}
		sh.errf("cd: %s: %s", shown(target.S), kern.ErrText(err))
		return 1
	}
	if show {
		sh.say(Str{S: target.S + "\n", L: target.L})
	}
	return 0
}

func dotted(s string) bool {
	return s == "." || s == ".." || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../")
}

// cdTarget says where cd goes: HOME, OLDPWD or its operand; show is for cd -.
func (sh *Shell) cdTarget(rest []Field) (t Str, show, ok bool) {
	name := ""
	switch {
	case len(rest) == 0:
		name = "HOME"
	case rest[0].S == "-":
		name = "OLDPWD"
	default:
		return rest[0], false, true
	}
	v, _ := sh.lookup(name)
	if !v.Set {
		if sh.dash && name == "HOME" {
			return Str{S: ""}, false, true
		}
		sh.errf("cd: %s not set", name)
		return t, false, false
	}
	return v.Str, name == "OLDPWD", true
}

// cdPath tries the directories of CDPATH.
func (sh *Shell) cdPath(target Str, physical bool) (status int, done bool) {
	v, ok := sh.lookup("CDPATH")
	if !ok || v.Str.S == "" {
		return 0, false
	}
	for _, dir := range strings.Split(v.Str.S, ":") {
		full := target
		if dir != "" {
			full.S = strings.TrimSuffix(dir, "/") + "/" + target.S
		}
		if sh.chdir(full, physical) == nil {
			if dir != "" && dir != "." {
				sh.say(Str{S: sh.pwd.S + "\n", L: sh.pwd.L})
			}
			return 0, true
		}
	}
	return 0, false
}

// chdir changes the directory, logically or physically, and sets PWD and OLDPWD.
func (sh *Shell) chdir(target Str, physical bool) error {
	if target.S == "" {
		target.S = "."
	}
	logical := target.S
	if !strings.HasPrefix(logical, "/") {
		logical = strings.TrimSuffix(sh.pwd.S, "/") + "/" + logical
	}
	sh.p.Tick(len(logical) / 16)
	path := canonical(logical)
	err := error(nil)
	if st, e := sh.p.Stat(logical); e != nil || !st.IsDir() {
		physical = true
		if _, e := sh.physical(); e == nil || !strings.HasPrefix(target.S, "..") {
			path = target.S // from a directory that has been removed, only its name leads upwards
		}
	} else if physical {
		path = target.S
	}
	if err = sh.p.Chdir(path); err != nil {
		return err
	}
	if physical {
		wd, e := sh.physical()
		if e == nil {
			path = wd.S
			target.L |= wd.L
		} else if !sh.dash {
			path = logical
			sh.plain("cd: error retrieving current directory: getcwd: cannot access parent directories: " + kern.ErrText(e))
		}
	}
	old := sh.pwd
	sh.pwd = Str{S: path, L: target.L | old.L}
	_ = sh.setExported("OLDPWD", old)
	_ = sh.setExported("PWD", sh.pwd)
	return nil
}

// setExported assigns a variable that the shell keeps itself; it stays exported if it was.
func (sh *Shell) setExported(name string, s Str) error {
	t := sh.scope(name)
	v, _ := t.get(name)
	v.Str, v.Set = s, true
	t.set(name, v)
	sh.env = nil
	return nil
}

// canonical removes "." and ".." from an absolute path by its text, as bash's logical cd does.
func canonical(path string) string {
	if strings.HasPrefix(path, "/") && !strings.Contains(path, "/.") && !strings.Contains(path, "//") &&
		(path == "/" || !strings.HasSuffix(path, "/")) {
		return path
	}
	var parts []string
	for _, p := range strings.Split(path, "/") {
		switch p {
		case "", ".":
		case "..":
			if len(parts) > 0 {
				parts = parts[:len(parts)-1]
			}
		default:
			parts = append(parts, p)
		}
	}
	root := "/"
	if strings.HasPrefix(path, "//") && !strings.HasPrefix(path, "///") {
		root = "//" // POSIX lets two slashes mean something; bash keeps them
	}
	return root + strings.Join(parts, "/")
}

// biPwd is pwd.
func biPwd(_ context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "LP")
	if st != 0 {
		return st
	}
	physical := sh.opts.has(optPhysical)
	for _, x := range f.flags {
		physical = x.c == 'P'
	}
	if !physical {
		sh.say(Str{S: sh.pwd.S + "\n", L: sh.pwd.L})
		return 0
	}
	wd, err := sh.physical()
	if err != nil {
		sh.errf("pwd: error retrieving current directory: getcwd: cannot access parent directories: %s", kern.ErrText(err))
		return 1
	}
	sh.say(Str{S: wd.S + "\n", L: wd.L})
	return 0
}

// dirStack returns the directory stack, the present directory first.
func (sh *Shell) dirStack() []Str { return append([]Str{sh.pwd}, sh.dirs...) }

// stackIndex reads +N or -N; ok is false when s is neither.
func stackIndex(s string, n int) (i int, ok bool) {
	if len(s) < 2 || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	i, err := strconv.Atoi(s[1:])
	if err != nil || i < 0 {
		return 0, false
	}
	if s[0] == '-' {
		i = n - 1 - i
	}
	return i, true
}

// biDirs is dirs.
func biDirs(_ context.Context, sh *Shell, args []Field) int {
	var long, lines, numbered bool
	stack := sh.dirStack()
	for _, a := range args[1:] {
		i, ok := stackIndex(a.S, len(stack))
		switch {
		case ok && (i < 0 || i >= len(stack)) && len(stack) == 1:
			sh.errf("dirs: directory stack empty")
			return 1
		case ok && (i < 0 || i >= len(stack)):
			sh.errf("dirs: %s: directory stack index out of range", strings.TrimLeft(a.S, "+"))
			return 1
		case ok:
			sh.say(Str{S: sh.tilded(stack[i]).S + "\n", L: stack[i].L})
			return 0
		case a.S == "-c":
			sh.dirs = nil
			return 0
		case strings.HasPrefix(a.S, "-") && len(a.S) > 1:
			for _, c := range a.S[1:] {
				switch c {
				case 'l':
					long = true
				case 'p':
					lines = true
				case 'v':
					lines, numbered = true, true
				default:
					sh.errf("dirs: %s: invalid number", a.S)
					return sh.usage("dirs")
				}
			}
		default:
			sh.errf("dirs: %s: invalid option", a.S)
			return sh.usage("dirs")
		}
	}
	sh.printDirs(stack, long, lines, numbered)
	return 0
}

func (sh *Shell) printDirs(stack []Str, long, lines, numbered bool) {
	for i, d := range stack {
		if !long {
			d = sh.tilded(d)
		}
		switch {
		case numbered:
			d.S = pad(i, 2) + "  " + d.S + "\n"
		case lines:
			d.S += "\n"
		case i < len(stack)-1:
			d.S += " "
		default:
			d.S += "\n"
		}
		sh.say(d)
	}
}

func pad(n, width int) string {
	s := strconv.Itoa(n)
	for len(s) < width {
		s = " " + s
	}
	return s
}

// biPushd is pushd.
func biPushd(_ context.Context, sh *Shell, args []Field) int {
	noCd, rest := false, args[1:]
	for len(rest) > 0 && (rest[0].S == "-n" || rest[0].S == "--") {
		noCd = noCd || rest[0].S == "-n"
		rest = rest[1:]
	}
	stack := sh.dirStack()
	if len(rest) == 0 {
		if len(stack) < 2 {
			sh.errf("pushd: no other directory")
			return 1
		}
		stack[0], stack[1] = stack[1], stack[0]
		return sh.useStack(stack, noCd, "pushd")
	}
	if i, ok := stackIndex(rest[0].S, len(stack)); ok {
		if len(stack) == 1 {
			sh.errf("pushd: directory stack empty")
			return 1
		}
		if i < 0 || i >= len(stack) {
			sh.errf("pushd: %s: directory stack index out of range", strings.TrimLeft(rest[0].S, "+"))
			return 1
		}
		return sh.useStack(append(append([]Str{}, stack[i:]...), stack[:i]...), noCd, "pushd")
	}
	if strings.HasPrefix(rest[0].S, "-") && rest[0].S != "-" {
		sh.errf("pushd: %s: invalid number", rest[0].S)
		return sh.usage("pushd")
	}
	if len(rest) > 1 {
		sh.errf("pushd: too many arguments")
		return 1
	}
	if noCd {
		sh.dirs = append([]Str{rest[0]}, sh.dirs...)
	} else {
		old := sh.pwd
		if err := sh.chdir(rest[0], sh.opts.has(optPhysical)); err != nil {
			sh.errf("pushd: %s: %s", rest[0].S, kern.ErrText(err))
			return 1
		}
		sh.dirs = append([]Str{old}, sh.dirs...)
	}
	sh.printDirs(sh.dirStack(), false, false, false)
	return 0
}

// useStack makes stack the directory stack and goes to its top.
func (sh *Shell) useStack(stack []Str, noCd bool, cmd string) int {
	if !noCd {
		if err := sh.chdir(stack[0], sh.opts.has(optPhysical)); err != nil {
			sh.errf("%s: %s: %s", cmd, stack[0].S, kern.ErrText(err))
			return 1
		}
	}
	sh.dirs = append([]Str{}, stack[1:]...)
	sh.printDirs(sh.dirStack(), false, false, false)
	return 0
}

// biPopd is popd.
func biPopd(_ context.Context, sh *Shell, args []Field) int {
	noCd, rest := false, args[1:]
	for len(rest) > 0 && (rest[0].S == "-n" || rest[0].S == "--") {
		noCd = noCd || rest[0].S == "-n"
		rest = rest[1:]
	}
	stack := sh.dirStack()
	at := 0
	if len(rest) > 0 {
		i, ok := stackIndex(rest[0].S, len(stack))
		if !ok {
			if strings.HasPrefix(rest[0].S, "-") {
				sh.errf("popd: %s: invalid number", rest[0].S)
			} else {
				sh.errf("popd: %s: invalid argument", rest[0].S)
			}
			return sh.usage("popd")
		}
		at = i
		if len(stack) > 1 && (i < 0 || i >= len(stack)) {
			sh.errf("popd: %s: directory stack index out of range", strings.TrimLeft(rest[0].S, "+"))
			return 1
		}
	}
	if len(stack) < 2 {
		sh.errf("popd: directory stack empty")
		return 1
	}
	left := append(append([]Str{}, stack[:at]...), stack[at+1:]...)
	return sh.useStack(left, noCd || at != 0, "popd")
}

// biUmask is umask.
func biUmask(_ context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "Sp")
	if st != 0 {
		return st
	}
	m := sh.p.Umask
	if len(f.rest) == 0 {
		text := "0" + octal3(m)
		if f.has('S') {
			text = symbolicMask(m)
		}
		if f.has('p') {
			text = "umask " + strings.Repeat("-S ", b2i(f.has('S'))) + text
		}
		sh.say(Str{S: text + "\n"})
		return 0
	}
	s := f.rest[0].S
	if s != "" && s[0] >= '0' && s[0] <= '9' {
		n, err := strconv.ParseUint(s, 8, 16)
		if err != nil || n > 0o777 {
			if sh.dash {
				sh.errf("umask: Illegal number: %s", s)
				return 2
			}
			sh.errf("umask: %s: octal number out of range", s)
			return 1
		}
		sh.p.Umask = uint16(n)
		return 0
	}
	allowed, bad, what := symbolicMode(s, ^m&0o777)
	if what != "" {
		if sh.dash {
			sh.errf("umask: Illegal mode: %s", s)
			return 2
		}
		sh.errf("umask: `%c': invalid symbolic mode %s", bad, what)
		return 1
	}
	sh.p.Umask = ^allowed & 0o777
	if f.has('S') {
		sh.say(Str{S: symbolicMask(sh.p.Umask) + "\n"})
	}
	return 0
}

func octal3(m uint16) string {
	s := strconv.FormatUint(uint64(m), 8)
	return strings.Repeat("0", max(0, 3-len(s))) + s
}

func symbolicMask(m uint16) string {
	out := ""
	for i, who := range [3]string{"u", "g", "o"} {
		bits := ^m >> (6 - 3*i) & 7
		if i > 0 {
			out += ","
		}
		out += who + "="
		for j, c := range "rwx" {
			if bits&(4>>j) != 0 {
				out += string(c)
			}
		}
	}
	return out
}

// symbolicMode applies clauses such as u=rwx,g-w to bits; bad is the byte that cannot be read, what it should have been.
func symbolicMode(s string, bits uint16) (result uint16, bad byte, what string) {
	for _, clause := range strings.Split(s, ",") {
		who := uint16(0)
		i := 0
		for ; i < len(clause); i++ {
			k := strings.IndexByte("ugoa", clause[i])
			if k < 0 {
				break
			}
			who |= [4]uint16{0o700, 0o070, 0o007, 0o777}[k]
		}
		if who == 0 {
			who = 0o777
		}
		if i >= len(clause) {
			return 0, 0, "operator"
		}
		op := clause[i]
		if op != '+' && op != '-' && op != '=' {
			return 0, op, "operator"
		}
		set := uint16(0)
		for _, c := range []byte(clause[i+1:]) {
			k := strings.IndexByte("rwx", c)
			if k < 0 {
				return 0, c, "character"
			}
			set |= [3]uint16{0o444, 0o222, 0o111}[k]
		}
		switch op {
		case '+':
			bits |= set & who
		case '-':
			bits &^= set & who
		case '=':
			bits = bits&^who | set&who
		}
	}
	return bits, 0, ""
}
