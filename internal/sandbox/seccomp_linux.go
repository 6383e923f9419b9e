package sandbox

import (
	"fmt"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
)

// refused are system calls that no program of a sandbox has a use for: those that manage the machine, those that reach into
// other processes, and those that take memory which no limit counts. To the program they are not permitted.
var refused = []string{
	"acct", "add_key", "bpf", "delete_module", "finit_module", "fsconfig", "fsmount", "fsopen", "fspick", "init_module", "io_uring_enter",
	"io_uring_register", "io_uring_setup", "ioperm", "iopl", "kexec_file_load", "kexec_load", "keyctl", "lookup_dcookie", "memfd_create",
	"memfd_secret", "mount", "mount_setattr", "move_mount", "move_pages", "msgget", "name_to_handle_at", "nfsservctl", "open_by_handle_at",
	"open_tree", "perf_event_open", "pivot_root", "process_madvise", "process_vm_readv", "process_vm_writev", "ptrace", "quotactl",
	"quotactl_fd", "reboot", "request_key", "setdomainname", "sethostname", "setns", "settimeofday", "shmget", "swapoff", "swapon",
	"syslog", "umount2", "unshare", "userfaultfd", "vhangup",
}

// filter refuses those calls to the programs that the calling thread starts.
func filter() error {
	info, err := arch.GetInfo("")
	if err != nil {
		return fmt.Errorf("system calls of this processor: %w", err)
	}
	group := seccomp.SyscallGroup{Action: seccomp.ActionErrno}
	for _, name := range refused {
		if _, ok := info.SyscallNames[name]; ok {
			group.Names = append(group.Names, name)
		}
	}
	return seccomp.LoadFilter(seccomp.Filter{Policy: seccomp.Policy{DefaultAction: seccomp.ActionAllow, Syscalls: []seccomp.SyscallGroup{group}}})
}
