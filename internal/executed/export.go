package executed

import (
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
	"github.com/orrery-world/orrery/internal/sandbox"
)

// job makes the order to run file as p: p's arguments, environment, directory and user, on a copy of the tree. Beside it are
// the labels of the files that are not exact: of their content, of the names in a directory, of a link's target.
func (e *Executor) job(p *kern.Proc, file string) (*sandbox.Job, map[string]tree.Label, error) {
	dir, err := p.Getwd()
	if err != nil {
		return nil, nil, err
	}
	if sandbox.System(dir) { // such a directory is the host's and may not be there
		dir = "/"
	}
	j := &sandbox.Job{Launcher: e.opt.Launcher, Path: file, Args: p.Args, Dir: dir, UID: p.Cred.UID, GID: p.Cred.GID,
		Groups: p.Cred.Groups, Umask: uint32(p.Umask), Hostname: p.K.Hostname(), Limits: e.opt.Limits}
	j.Env = environment(p)
	x := &exporter{p: p, first: map[tree.Ino]string{}, labels: map[string]tree.Label{}}
	x.add("/", tree.Root)
	j.Files = x.files
	p.Taint(tree.Executed)
	return j, x.labels, nil
}

// environment is p's, and settings that make Python's answers repeatable and keep it from leaving compiled files behind.
func environment(p *kern.Proc) []string {
	set := []struct{ name, value string }{{"PYTHONHASHSEED", "0"}, {"PYTHONDONTWRITEBYTECODE", "1"}}
	env := make([]string, 0, len(p.Env)+len(set))
	for _, v := range p.Env {
		p.Taint(v.Label)
		env = append(env, v.Name+"="+v.Value)
	}
	for _, s := range set {
		if _, ok := p.Getenv(s.name); !ok {
			env = append(env, s.name+"="+s.value)
		}
	}
	return env
}

// exporter copies the tree. What is not exact is watched, so that what a program reads is known.
type exporter struct {
	p      *kern.Proc
	files  []sandbox.File
	first  map[tree.Ino]string // the first name of files with several
	labels map[string]tree.Label
}

var types = map[tree.Kind]sandbox.Type{tree.Regular: sandbox.Regular, tree.Dir: sandbox.Dir, tree.Symlink: sandbox.Symlink, tree.Fifo: sandbox.Fifo}

func (x *exporter) add(path string, i tree.Ino) {
	fs := x.p.K.FS
	n := fs.Load(i)
	if n == nil || types[n.Kind] == 0 || path != "/" && sandbox.System(path) {
		return
	}
	x.p.Tick(1)
	f := sandbox.File{Path: path, Type: types[n.Kind], Perm: uint32(n.Perm), UID: n.UID, GID: n.GID, Mtime: n.Mtime}
	if f.Reach = uint32(n.Perm >> 6 & 7); n.UID != x.p.Cred.UID {
		f.Reach = 0
		for _, bit := range []uint16{4, 2, 1} {
			if n.Access(&x.p.Cred, bit) {
				f.Reach |= uint32(bit)
			}
		}
	}
	if l := n.Label(); l&^tree.Executed != 0 {
		x.labels[path], f.Watch = l, true
	}
	switch n.Kind {
	case tree.Symlink:
		f.Target = n.Target
	case tree.Regular:
		if first, ok := x.first[i]; ok {
			f.Link = first
			break
		}
		if n.Nlink > 1 {
			x.first[i] = path
		}
		f.Content = n.Bytes()
		x.p.Tick(len(f.Content) >> 12)
	}
	x.files = append(x.files, f)
	if n.Kind != tree.Dir {
		return
	}
	entries, err := fs.ReadDir(i)
	if err != nil {
		return
	}
	for _, e := range entries {
		if path == "/" {
			x.add("/"+e.Name, e.Ino)
		} else {
			x.add(path+"/"+e.Name, e.Ino)
		}
	}
}
