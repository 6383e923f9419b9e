package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// lentEtc are the parts of the host's /etc that programs below /usr need to start; of the rest of /etc a program sees the
// machine's.
var lentEtc = []string{"ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "python3*", "perl", "nodejs"}

// buildRoot makes a root of the process's own in memory, with the host's system directories in it read-only, and leaves the
// host's behind.
func (b *box) buildRoot() error {
	const root = "/tmp" // a directory that is there everywhere; what it holds is hidden, not touched
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	// The program shall not get powers in namespaces that it makes itself. Where this cannot be had, it still has only the
	// powers of namespaces inside ours.
	_ = os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0)
	size := "size=" + strconv.FormatInt(b.o.Limits.Disk, 10) + ",nr_inodes=" + strconv.FormatInt(b.o.Limits.Inodes, 10) + ",mode=755"
	if err := unix.Mount("tmpfs", root, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_STRICTATIME, size); err != nil {
		return fmt.Errorf("tmpfs: %w", err)
	}
	for _, step := range []func(string) error{lendSystem, lendDevices, mountProc, b.lendEtc} {
		if err := step(root); err != nil {
			return err
		}
	}
	if err := os.Chdir(root); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("pivot_root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return fmt.Errorf("unmount of the host's root: %w", err)
	}
	if err := os.Chdir("/"); err != nil {
		return err
	}
	if err := unix.Sethostname([]byte(b.o.Hostname)); err != nil {
		return fmt.Errorf("host name: %w", err)
	}
	loopback()
	return nil
}

// lend shows a file or directory of the host at to, which must exist, for reading only.
func lend(from, to string) error {
	if err := unix.Mount(from, to, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV}
	if err := unix.MountSetattr(unix.AT_FDCWD, to, unix.AT_RECURSIVE, &attr); err != nil {
		return fmt.Errorf("%s read-only: %w", from, err)
	}
	return nil
}

// lendSystem shows /usr and what belongs to it: links on most systems today, directories on some.
func lendSystem(root string) error {
	for _, name := range systemDirs[:7] {
		from, to := "/"+name, root+"/"+name
		info, err := os.Lstat(from)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return err
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(from)
			if err == nil {
				err = os.Symlink(target, to)
			}
			if err != nil {
				return err
			}
			continue
		}
		if err := os.Mkdir(to, 0o755); err != nil {
			return err
		}
		if err := lend(from, to); err != nil {
			return err
		}
	}
	return nil
}

// lendDevices makes a /dev with the devices that are harmless.
func lendDevices(root string) error {
	dev := root + "/dev"
	if err := os.Mkdir(dev, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"null", "zero", "full", "random", "urandom"} {
		to := dev + "/" + name
		if err := os.WriteFile(to, nil, 0o666); err != nil {
			return err
		}
		if err := unix.Mount("/dev/"+name, to, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("/dev/%s: %w", name, err)
		}
	}
	for name, target := range map[string]string{"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1",
		"stderr": "/proc/self/fd/2"} {
		if err := os.Symlink(target, dev+"/"+name); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dev+"/shm", 0o777); err != nil {
		return err
	}
	return os.Chmod(dev+"/shm", fs.ModeSticky|0o777)
}

// mountProc shows the processes of the sandbox and nothing else of /proc, for reading only. Some containers allow no /proc;
// programs can do without.
func mountProc(root string) error {
	proc := root + "/proc"
	if err := os.Mkdir(proc, 0o555); err != nil {
		return err
	}
	const flags = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC | unix.MS_RDONLY
	if unix.Mount("proc", proc, "proc", flags, "subset=pid") != nil {
		_ = unix.Mount("proc", proc, "proc", flags, "")
	}
	return os.Mkdir(root+"/sys", 0o555)
}

// lendEtc shows the parts of /etc that programs need to start.
func (b *box) lendEtc(root string) error {
	if err := os.Mkdir(root+"/etc", 0o755); err != nil {
		return err
	}
	for _, pattern := range lentEtc {
		names, err := filepath.Glob("/etc/" + pattern)
		if err != nil {
			return err
		}
		for _, from := range names {
			info, err := os.Stat(from)
			if err != nil {
				continue
			}
			to := root + from
			if info.IsDir() {
				err = os.Mkdir(to, 0o755)
			} else {
				err = os.WriteFile(to, nil, 0o644)
			}
			if err == nil {
				err = lend(from, to)
			}
			if err != nil {
				return err
			}
			b.bound = append(b.bound, from)
		}
	}
	return nil
}

// loopback brings up the loopback of the empty network, so that a program can talk to itself. Without it nothing is lost.
func loopback() {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer func() { _ = unix.Close(fd) }()
	if ifr, err := unix.NewIfreq("lo"); err == nil {
		ifr.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
		_ = unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, ifr)
	}
}
