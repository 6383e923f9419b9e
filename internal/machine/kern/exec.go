package kern

import (
	"bytes"
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// imageMagic begins the content of an executable whose program is built in; the program's name follows, up to a NUL. The
// first four bytes are those of an ELF file, so that file(1) and head -c 4 see what they expect.
const imageMagic = "\x7fELF\x02\x01\x01\x00orrery\x00"

// Image returns the content of an executable file that runs the program called name.
func Image(name string) []byte { return []byte(imageMagic + name + "\x00") }

// ImageName returns the name of the program that an executable's content stands for; "" when it is not an image.
func ImageName(content []byte) string {
	rest, ok := bytes.CutPrefix(content, []byte(imageMagic))
	if !ok {
		return ""
	}
	name, _, _ := bytes.Cut(rest, []byte{0})
	return string(name)
}

// LookPath returns the file that running name would run, searching path (the value of PATH) when name has no slash. The
// error is ENOENT when there is none, EACCES when there is only one that may not be run.
func (p *Proc) LookPath(name, path string) (string, error) {
	if strings.IndexByte(name, '/') >= 0 {
		return name, p.executable(name)
	}
	err := error(tree.ENOENT)
	for {
		dir, rest, more := strings.Cut(path, ":")
		switch e := p.executableIn(dir, name); e {
		case nil:
			if dir == "" {
				return name, nil
			}
			return strings.TrimSuffix(dir, "/") + "/" + name, nil
		case error(tree.EACCES), error(tree.EISDIR):
			err = tree.EACCES
		}
		if !more {
			return "", err
		}
		path = rest
	}
}

func (p *Proc) executable(file string) error { return p.executableIn("", file) }

// executableIn says whether p can run the file called name in directory dir ("": the present one), without making a path of
// the two.
func (p *Proc) executableIn(dir, name string) error {
	at := p.Cwd
	if dir != "" {
		l, err := p.Walk(dir, true)
		if err != nil {
			return err
		}
		if at = l.Ino; at == 0 {
			return tree.ENOENT
		}
	}
	l, err := p.K.FS.Walk(at, name, &p.Cred, true)
	p.label |= l.Label
	n := p.K.FS.Node(l.Ino)
	switch {
	case err != nil:
		return err
	case n == nil:
		return tree.ENOENT
	case n.Kind == tree.Dir:
		return tree.EISDIR
	case !n.Access(&p.Cred, 1):
		return tree.EACCES
	}
	return nil
}

// Load makes p ready to run the executable at file with args and env: built-in images give their program, a file that begins
// with "#!" gives its interpreter's with the arguments that Linux would pass. ENOEXEC says that the file is neither; a shell
// then runs it as a script. The returned program is for Run or Start.
func (p *Proc) Load(file string, args []string, env []EnvVar) (Program, error) {
	return p.load(file, args, env, 0)
}

func (p *Proc) load(file string, args []string, env []EnvVar, depth int) (Program, error) {
	i, n, err := p.find(file, true)
	switch {
	case err != nil:
		return nil, err
	case n.Kind != tree.Regular || !n.Access(&p.Cred, 1):
		return nil, tree.EACCES
	case depth > 4:
		return nil, tree.ELOOP
	}
	n = p.K.FS.Load(i)
	var room [256]byte
	m, runs := n.ReadAt(room[:], 0)
	head := room[:m]
	if name := ImageName(head); name != "" {
		return p.become(name, args, env, n), nil
	}
	if !bytes.HasPrefix(head, []byte("#!")) {
		return nil, tree.ENOEXEC
	}
	p.Taint(tree.JoinRuns(runs))
	line, _, _ := bytes.Cut(head[2:], []byte("\n"))
	interp, arg, _ := strings.Cut(strings.Trim(string(line), " \t"), " ")
	if interp == "" {
		return nil, tree.ENOEXEC
	}
	argv := []string{interp}
	if arg = strings.Trim(arg, " \t"); arg != "" {
		argv = append(argv, arg)
	}
	argv = append(argv, file)
	if len(args) > 1 {
		argv = append(argv, args[1:]...)
	}
	return p.load(interp, argv, env, depth+1)
}

// become finds the program of an image and gives p its arguments, its environment and set-user-id.
func (p *Proc) become(name string, args []string, env []EnvVar, n *tree.Node) Program {
	p.Args, p.Env = args, env
	if n.Perm&0o4000 != 0 {
		p.Cred.UID = n.UID
	}
	p.caught, p.pending, p.FailStatus = 0, 0, 0
	p.K.advance(Millisecond)
	if prog := p.K.opt.Programs[name]; prog != nil {
		return prog
	}
	return p.K.opt.Unknown
}

// Exec runs name (searched in PATH) as a child in the foreground and returns its status. The error is what execve would
// give; a text file without "#!" is run by /bin/sh, as execvp does.
func (p *Proc) Exec(ctx context.Context, name string, args []string) (Status, error) {
	c, prog, err := p.prepare(name, args)
	if err != nil {
		return Status{}, err
	}
	return c.Run(ctx, prog), nil
}

// Spawn is Exec on a thread of the child's own: it returns at once. Use Wait.
func (p *Proc) Spawn(ctx context.Context, name string, args []string, setup func(child *Proc)) (*Proc, error) {
	c, prog, err := p.prepare(name, args)
	if err != nil {
		return nil, err
	}
	if setup != nil {
		setup(c)
	}
	c.Start(ctx, prog)
	return c, nil
}

func (p *Proc) prepare(name string, args []string) (*Proc, Program, error) {
	_ = p.Stdout.Flush()
	path, ok := p.Getenv("PATH")
	if !ok {
		path = "/bin:/usr/bin"
	}
	file, err := p.LookPath(name, path)
	if err == error(tree.EISDIR) {
		err = tree.EACCES
	}
	if err != nil {
		return nil, nil, err
	}
	c := p.Fork()
	prog, err := c.Load(file, args, p.Env)
	if err == error(tree.ENOEXEC) {
		prog, err = c.Load("/bin/sh", append([]string{"sh", file}, args[1:]...), p.Env)
	}
	if err != nil {
		c.Abandon()
		return nil, nil, err
	}
	return c, prog, nil
}
