package machine

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// programs lists the executables of the base image, a path without /usr on a line: those of a Debian 12 system with the
// tools that developers install first. What is listed exists, whether or not it is simulated: running one that is not
// yields the outcome unknown, never "command not found".
//
//go:embed programs.txt
var programs string

// imageTime is the modification time of the base image's files: 2025-05-20 00:00 UTC.
const imageTime = 1747699200 * kern.Second

// baseImage returns the file tree that all machines fork. It is built once and never changed.
var baseImage = sync.OnceValue(buildImage)

// builder makes nodes and remembers the first failure: the image is made of constants, so any failure is a fault in them.
type builder struct {
	fs   *tree.FS
	cred tree.Cred
	err  error
}

func (b *builder) node(path string, a tree.Attr) tree.Ino {
	l, err := b.fs.Walk(tree.Root, path, &b.cred, false)
	if err == nil && l.Ino != 0 {
		return l.Ino
	}
	i := tree.Ino(0)
	if err == nil {
		i, err = b.fs.Create(l, a, &b.cred)
	}
	if err != nil && b.err == nil {
		b.err = err
	}
	return i
}

func (b *builder) dir(path string, perm uint16) tree.Ino {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i := 1; i < len(parts); i++ {
		b.node("/"+strings.Join(parts[:i], "/"), tree.Attr{Kind: tree.Dir, Perm: 0o755})
	}
	return b.node(path, tree.Attr{Kind: tree.Dir, Perm: perm})
}

func (b *builder) file(path string, perm uint16, content string) tree.Ino {
	i := b.node(path, tree.Attr{Kind: tree.Regular, Perm: perm})
	if err := b.fs.WriteAt(i, []byte(content), 0, tree.Exact); err != nil && b.err == nil {
		b.err = err
	}
	return i
}

func (b *builder) link(path, target string) {
	b.node(path, tree.Attr{Kind: tree.Symlink, Perm: 0o777, Target: target})
}

func (b *builder) dev(path string, perm uint16, major, minor uint16) {
	b.node(path, tree.Attr{Kind: tree.CharDev, Perm: perm, Rdev: tree.Dev{Major: major, Minor: minor}})
}

// buildImage makes the base image.
func buildImage() *tree.FS {
	b := &builder{fs: tree.New(imageTime)}
	for _, d := range strings.Fields("/boot /dev /etc /home /media /mnt /opt /proc /root /run /srv /sys /tmp /usr /var " +
		"/dev/pts /dev/shm /etc/alternatives /etc/default /etc/profile.d /etc/skel /run/lock /usr/bin /usr/games /usr/include " +
		"/usr/lib /usr/lib64 /usr/libexec /usr/local /usr/sbin /usr/share /usr/src /usr/share/doc /usr/share/man " +
		"/usr/share/misc /usr/lib/x86_64-linux-gnu /usr/local/bin /usr/local/etc /usr/local/games /usr/local/include " +
		"/usr/local/lib /usr/local/sbin /usr/local/share /usr/local/src /var/backups /var/cache /var/lib /var/local /var/log " +
		"/var/mail /var/opt /var/spool /var/tmp /var/lib/dpkg /var/cache/apt") {
		b.dir(d, 0o755)
	}
	for _, m := range []struct {
		path string
		perm uint16
	}{{"/root", 0o700}, {"/tmp", 0o1777}, {"/var/tmp", 0o1777}, {"/dev/shm", 0o1777}, {"/run/lock", 0o1777}, {"/proc", 0o555},
		{"/sys", 0o555}, {"/var/local", 0o2775}, {"/var/mail", 0o2775}} {
		b.chmod(m.path, m.perm)
	}
	for _, l := range strings.Fields("bin lib lib64 sbin") {
		b.link("/"+l, "usr/"+l)
	}
	b.link("/var/run", "/run")
	b.link("/var/lock", "/run/lock")
	b.devices()
	b.etc()
	b.proc()
	b.executables()
	if b.err != nil {
		panic("machine: base image: " + b.err.Error())
	}
	b.fs.Rebase()
	return b.fs
}

func (b *builder) chmod(path string, perm uint16) {
	l, err := b.fs.Walk(tree.Root, path, &b.cred, true)
	if err == nil {
		err = b.fs.Chmod(l.Ino, perm, &b.cred)
	}
	if err != nil && b.err == nil {
		b.err = err
	}
}

func (b *builder) devices() {
	b.dev("/dev/null", 0o666, 1, 3)
	b.dev("/dev/zero", 0o666, 1, 5)
	b.dev("/dev/full", 0o666, 1, 7)
	b.dev("/dev/random", 0o666, 1, 8)
	b.dev("/dev/urandom", 0o666, 1, 9)
	b.dev("/dev/tty", 0o666, 5, 0)
	b.dev("/dev/console", 0o600, 5, 1)
	b.dev("/dev/ptmx", 0o666, 5, 2)
	b.link("/dev/fd", "/proc/self/fd")
	b.link("/dev/stdin", "/proc/self/fd/0")
	b.link("/dev/stdout", "/proc/self/fd/1")
	b.link("/dev/stderr", "/proc/self/fd/2")
	b.link("/dev/core", "/proc/kcore")
}

// executables makes the programs of the image, with Debian's links among them.
func (b *builder) executables() {
	links := map[string]string{"sh": "dash", "awk": "/etc/alternatives/awk", "nawk": "/etc/alternatives/nawk", "vi": "/etc/alternatives/vi",
		"editor": "/etc/alternatives/editor", "pager": "/etc/alternatives/pager", "which": "/etc/alternatives/which",
		"rbash": "bash", "cc": "/etc/alternatives/cc", "c++": "/etc/alternatives/c++", "gmake": "make", "hd": "hexdump",
		"python3": "python3.11", "unxz": "xz", "xzcat": "xz", "pkill": "pgrep", "g++": "g++-12", "gcc": "gcc-12",
		"md5sum.textutils": "md5sum", "nc": "/etc/alternatives/nc"}
	for _, l := range [][2]string{{"awk", "/usr/bin/mawk"}, {"nawk", "/usr/bin/mawk"}, {"vi", "/usr/bin/vim.tiny"},
		{"editor", "/bin/nano"}, {"pager", "/usr/bin/less"}, {"which", "/usr/bin/which.debianutils"}, {"cc", "/usr/bin/gcc"},
		{"c++", "/usr/bin/g++"}, {"nc", "/bin/nc.openbsd"}} {
		b.link("/etc/alternatives/"+l[0], l[1])
	}
	setUID := map[string]bool{"su": true, "sudo": true, "passwd": true, "mount": true, "umount": true, "chsh": true, "chfn": true,
		"newgrp": true, "gpasswd": true}
	for path := range strings.Lines(programs) {
		path = strings.TrimSuffix(path, "\n")
		name := path[strings.LastIndexByte(path, '/')+1:]
		if target, ok := links[name]; ok {
			b.link("/usr"+path, target)
			continue
		}
		b.file("/usr"+path, 0o755, string(kern.Image(name)))
		if setUID[name] {
			b.chmod("/usr"+path, 0o4755)
		}
	}
}

// proc makes the files of /proc and /sys that do not depend on who reads them; the kernel adds the processes.
func (b *builder) proc() {
	for _, name := range strings.Fields("cpuinfo loadavg meminfo mounts stat uptime version filesystems sys/kernel/hostname " +
		"sys/kernel/osrelease sys/kernel/ostype sys/kernel/pid_max sys/kernel/random/uuid sys/kernel/random/boot_id cmdline") {
		path := "/proc/" + name
		b.dir(path[:strings.LastIndexByte(path, '/')], 0o555)
		b.node(path, tree.Attr{Kind: tree.Regular, Perm: 0o444, Target: name})
	}
}
