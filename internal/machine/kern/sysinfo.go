package kern

// What uname and /proc say of the machine: a Debian 12 guest with two processors and 8 GB of memory.
const (
	KernelRelease = "6.1.0-37-amd64"
	KernelVersion = "#1 SMP PREEMPT_DYNAMIC Debian 6.1.140-1 (2025-05-22)"
	Architecture  = "x86_64"
	CPUs          = 2
	MemTotalKB    = 8131904
	MemFreeKB     = 6412308
	MemSharedKB   = 1132
	MemCacheKB    = 1173824
	MemAvailKB    = 7428076
)
