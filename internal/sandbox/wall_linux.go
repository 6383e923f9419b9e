package sandbox

import (
	"errors"
	"fmt"
	"os"

	"github.com/landlock-lsm/go-landlock/landlock"
	llsys "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// builderCaps are the capabilities, over its own namespaces only, that the inner process needs where it is not their root:
// to mount, to name the host, to bring up the loopback, to lay and read every file, to forbid further namespaces.
var builderCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN, unix.CAP_DAC_OVERRIDE, unix.CAP_FOWNER, unix.CAP_SYS_RESOURCE,
	unix.CAP_SETPCAP, unix.CAP_KILL}

// giveUp takes everything from the calling thread that the program shall not have: Landlock lets it write only to its own
// tree, seccomp refuses what it has no use for, and the next program that the thread starts has no capabilities and can get none.
func (b *box) giveUp() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	if err := b.landlock(); err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	if err := filter(); err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}
	for c := range uintptr(64) {
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0); err != nil && !errors.Is(err, unix.EINVAL) {
			return fmt.Errorf("capability %d: %w", c, err)
		}
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return fmt.Errorf("ambient capabilities: %w", err)
	}
	hdr := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if err := unix.Capget(&hdr, &data[0]); err != nil {
		return fmt.Errorf("capabilities: %w", err)
	}
	data[0].Inheritable, data[1].Inheritable = 0, 0
	if err := unix.Capset(&hdr, &data[0]); err != nil {
		return fmt.Errorf("capabilities: %w", err)
	}
	return nil
}

// landlock is the second wall around the tree: should the private root have a hole, there is still nothing to write to
// behind it. Kernels without it leave the first wall only. The network needs no second one: the sandbox's has no way out.
func (b *box) landlock() error {
	entries, err := os.ReadDir("/")
	if err != nil {
		return err
	}
	rules := []landlock.Rule{landlock.RODirs("/"), landlock.RWFiles("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")}
	for _, e := range entries {
		if e.IsDir() && !System("/"+e.Name()) {
			rules = append(rules, landlock.RWDirs("/"+e.Name()).WithRefer())
		}
	}
	rules = append(rules, landlock.RWDirs("/dev/shm"))
	fd, _, err := landlock.V3.BestEffort().NewRulesetFD(rules...)
	if err != nil || fd < 0 {
		return err
	}
	defer func() { _ = unix.Close(fd) }()
	return llsys.LandlockRestrictSelf(fd, 0)
}
