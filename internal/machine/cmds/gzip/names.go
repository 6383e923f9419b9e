package gzip

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// known are the suffixes that decompression takes away; those of archives become .tar.
var known = [...]string{".gz", ".z", ".taz", ".tgz", "-gz", "-z", "_z", ".Z"}

// splitSuffix returns a name without a suffix of compressed files, and the suffix; "" when it has none.
func (z *zipper) splitSuffix(name string) (base, suffix string) {
	base = gnu.Base(name)
	for i, s := range append([]string{z.suffix}, known[:]...) {
		if i == 0 && s == "z" {
			continue
		}
		if len(base) > len(s) && base[len(base)-len(s)-1] != '/' && strings.EqualFold(base[len(base)-len(s):], s) {
			return name[:len(name)-len(s)], name[len(name)-len(s):]
		}
	}
	return name, ""
}

// outName returns the name of the file to write; ok is false when a message has been printed.
func (z *zipper) outName(name string) (out string, ok bool) {
	base, suffix := z.splitSuffix(name)
	if z.decompress {
		if suffix == "" {
			if z.recursive && (z.list || z.test) {
				return "", false
			}
			if z.verbose > 0 || !z.recursive && !z.quiet {
				z.warn(name + ": unknown suffix -- ignored")
			} else if z.status == 0 && !z.recursive {
				z.status = 2
			}
			return "", false
		}
		if s := strings.ToLower(suffix); s == ".tgz" || s == ".taz" {
			return base + ".tar", true
		}
		return base, true
	}
	if suffix != "" && !z.force {
		if z.verbose > 0 || !z.recursive && !z.quiet {
			z.error(name + " already has " + suffix + " suffix -- unchanged")
		}
		return "", false
	}
	return name + z.suffix, true
}

// open opens the input: when it is not there, decompression tries the names with a suffix.
func (z *zipper) open(name string) (path string, fd int, err error) {
	flags := kern.ReadOnly
	if !z.stdout && !z.force {
		flags |= kern.NoFollow
	}
	if st, err := z.p.Lstat(name); err == nil && !z.stdout && st.Kind == tree.Fifo {
		return name, -1, nil // opening it would wait for a writer
	}
	fd, err = z.p.Open(name, flags, 0)
	if err != error(tree.ENOENT) || !z.decompress {
		return name, fd, err
	}
	if _, s := z.splitSuffix(name); s != "" {
		return name, fd, err
	}
	for _, s := range [...]string{z.suffix, ".gz", ".z", "-z", ".Z"} {
		if fd, e := z.p.Open(name+s, flags, 0); e == nil {
			return name + s, fd, nil
		}
	}
	return name + z.suffix, fd, err
}

// file compresses or decompresses one file, or with -r those of a directory.
func (z *zipper) file(arg string) {
	path, fd, err := z.open(arg)
	if err != nil {
		z.fail(path + ": " + kern.ErrText(err))
		return
	}
	z.name = path
	var st kern.Stat
	if fd < 0 {
		st.Kind = tree.Fifo
	} else {
		st, err = z.p.StatFD(fd)
	}
	switch {
	case err != nil:
		z.fail(path + ": " + kern.ErrText(err))
	case st.IsDir():
		_ = z.p.Close(fd)
		if z.recursive {
			z.directory(path)
		} else {
			z.warn(path + " is a directory -- ignored")
		}
		return
	case !z.stdout && st.Kind != tree.Regular:
		z.warn(path + " is not a directory or a regular file - ignored")
	case !z.stdout && !z.force && st.Nlink > 1:
		links := " other links"
		if st.Nlink == 2 {
			links = " other link"
		}
		z.warn(path + " has " + decimal(int64(st.Nlink-1)) + links + " -- file ignored")
	default:
		z.treat(path, fd, &st)
	}
	_ = z.p.Close(fd)
}

func (z *zipper) directory(dir string) {
	list, err := z.p.ReadDir(dir)
	if err != nil {
		z.fail(dir + ": " + kern.ErrText(err))
		return
	}
	for _, e := range list {
		name := e.Name
		if dir != "" && strings.HasSuffix(dir, "/") {
			name = dir + name
		} else {
			name = dir + "/" + name
		}
		z.file(name)
	}
}

// treat handles an open file.
func (z *zipper) treat(path string, fd int, st *kern.Stat) {
	out := "stdout"
	if !z.stdout {
		var ok bool
		if out, ok = z.outName(path); !ok {
			return
		}
	} else if !z.list && !z.test && z.terminal() {
		return
	}
	s := z.source(fd)
	var h header
	if z.decompress {
		var ok bool
		if h, ok = z.method(s, true); !ok {
			return
		}
		if !z.stdout && z.noName == 0 && h.name != "" {
			out = strings.TrimSuffix(path, gnu.Base(path)) + gnu.Base(h.name)
		}
	}
	if z.list {
		z.listOne(s, &h, path, st)
		return
	}
	target := 1
	if !z.stdout {
		var ok bool
		if target, ok = z.create(out, st); !ok {
			return
		}
	}
	if z.verbose > 0 {
		z.errs(path + ":\t")
	}
	var done bool
	if z.decompress {
		done = z.unzip(s, &h, target)
	} else {
		done = z.zip(s, target, gnu.Base(path), st)
	}
	z.finish(path, out, target, st, &h, done)
}

// create makes the output file; what is there is replaced when the user wants that.
func (z *zipper) create(out string, st *kern.Stat) (fd int, ok bool) {
	fd, err := z.p.Open(out, kern.WriteOnly|kern.Creat|kern.Excl, st.Perm&0o600)
	if err == error(tree.EEXIST) {
		if !z.force && !z.overwrite(out) {
			if z.status == 0 {
				z.status = 2
			}
			return -1, false
		}
		if err = z.p.Unlink(out); err == nil {
			fd, err = z.p.Open(out, kern.WriteOnly|kern.Creat|kern.Excl, st.Perm&0o600)
		}
	}
	if err != nil {
		z.fail(out + ": " + kern.ErrText(err))
		return -1, false
	}
	return fd, true
}

// overwrite asks, on a terminal, whether to replace a file.
func (z *zipper) overwrite(out string) bool {
	_ = z.p.Stdout.Flush()
	z.p.Stderr.WriteString("gzip: " + out + " already exists;")
	if z.p.IsTerminal(0) && z.ask.Yes(z.p, " do you wish to overwrite (y or n)? ") {
		return true
	}
	z.p.Stderr.WriteString("\tnot overwritten\n")
	return false
}

// finish sets what the output takes over from the input and removes one of the two.
func (z *zipper) finish(path, out string, target int, st *kern.Stat, h *header, done bool) {
	if !z.stdout {
		_ = z.p.Close(target)
		if !done {
			_ = z.p.Unlink(out)
			return
		}
		mtime := st.Mtime
		if z.decompress && z.noTime == 0 && h.mtime != 0 {
			mtime = h.mtime * 1e9
		}
		_ = z.p.Chown(out, int64(st.UID), int64(st.GID), false)
		_ = z.p.Chmod(out, st.Perm)
		_ = z.p.Utimes(out, st.Atime, mtime, true, true)
		if !z.keep {
			if err := z.p.Unlink(path); err != nil {
				z.fail(path + ": " + kern.ErrText(err))
			}
		}
	}
	if !done || z.verbose == 0 {
		return
	}
	z.verboseEnd(out)
}

func (z *zipper) verboseEnd(out string) {
	switch {
	case z.test:
		z.errs(" OK\n")
		return
	case z.decompress:
		z.errs(ratio(z.out-(z.in-z.headerBytes), z.out))
	default:
		z.errs(ratio(z.in-(z.out-z.headerBytes), z.in))
	}
	if z.name != "stdin" {
		what := " -- replaced with "
		if z.keep {
			what = " -- created "
		}
		z.errs(what + out)
	}
	z.errs("\n")
}

func (z *zipper) errs(s string) { z.p.Stderr.WriteString(s) }

// terminal refuses compressed data on a terminal.
func (z *zipper) terminal() bool {
	if z.force || z.list || z.decompress || !z.p.IsTerminal(1) {
		return false
	}
	z.refuse("compressed data not written to a terminal. Use -f to force compression.")
	return true
}

func (z *zipper) refuse(msg string) {
	z.error(msg)
	z.errs("For help, type: gzip -h\n")
	z.p.Exit(1)
}

// stdin treats standard input.
func (z *zipper) stdin() {
	z.name, z.stdout = "stdin", true
	if z.decompress && !z.force && !z.list && z.p.IsTerminal(0) {
		z.refuse("compressed data not read from a terminal. Use -f to force decompression.")
	}
	if z.terminal() {
		return
	}
	st, err := z.p.StatFD(0)
	if err != nil {
		z.fail("standard input: " + kern.ErrText(err))
		return
	}
	s := z.source(0)
	var h header
	if z.decompress {
		var ok bool
		if h, ok = z.method(s, true); !ok {
			return
		}
	}
	if z.list {
		z.listOne(s, &h, "stdin", &st)
		return
	}
	var done bool
	if z.decompress {
		done = z.unzip(s, &h, 1)
	} else {
		done = z.zip(s, 1, "", &st)
	}
	if done && z.verbose > 0 && (z.test || !z.decompress) {
		z.verboseEnd("")
	}
}
