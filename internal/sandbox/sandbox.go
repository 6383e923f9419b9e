// Package sandbox runs one program of the host on a tree of files of its own, shut off from everything else, and brings back
// what it changed. It hides what Linux needs for that: namespaces, a private root in memory, Landlock, limits.
//
// The program sees the files that it is given, the host's /usr (read-only) and nothing more: no network, no other processes,
// no home. What it writes stays in a file system in memory that goes when it ends. Where the kernel offers no way to shut a
// program off, nothing is run: the error is [ErrUnavailable].
//
// A sandbox is built by a second process of the same executable: the program's main function (in tests: TestMain) must call
// [Child] before it does anything else.
package sandbox

import (
	"errors"
	"io"
	"os"
	"time"
)

// ErrUnavailable says that this system has no sandbox; the error that wraps it says why.
var ErrUnavailable = errors.New("no sandbox can be had here")

// Type is the type of a file.
type Type uint8

// The types.
const (
	Regular Type = iota + 1
	Dir
	Symlink
	Fifo
)

// File is one file of the tree that a program works on, or what has become of it.
type File struct {
	Path     string // absolute and clean; not through a symbolic link
	Type     Type
	Perm     uint32 // permission bits, 07777
	Reach    uint32 // what the program's user may do, 4 read 2 write 1 execute: counts where owners cannot be laid out
	UID, GID uint32
	Mtime    int64  // nanoseconds since 1970
	Target   string // of a symbolic link
	Link     string // path of an earlier file that this is another name of; the rest is then empty
	Content  []byte
	Watch    bool // whether it is read shall be told
	Fresh    bool // in a result: a new file, even when there was one of that name
	Touched  bool // in a result: the modification time is that of a write during the run, not one that was set
}

// Limits bound a run. Zero fields get those of DefaultLimits.
type Limits struct {
	Wall      time.Duration // from start to end
	CPU       time.Duration // of each process, in whole seconds
	Memory    int64         // bytes of data of each process
	Total     int64         // bytes of memory of all processes
	Disk      int64         // bytes of all files
	Inodes    int64         // number of all files
	Processes int           // processes and threads alive at one time
	OpenFiles int           // of each process
}

// DefaultLimits are the bounds used where a Job names none.
var DefaultLimits = Limits{Wall: 30 * time.Second, CPU: 20 * time.Second, Memory: 1 << 30, Total: 2 << 30, Disk: 512 << 20, Inodes: 400_000,
	Processes: 64, OpenFiles: 512}

// Stop says why a run was stopped before its end.
type Stop uint8

// The reasons.
const (
	NotStopped Stop = iota
	ByCaller        // [Run.Stop], or the wall clock
	ByMemory        // all processes together took too much
)

// Job says what to run on what.
type Job struct {
	// Launcher is the executable that calls Child, "/proc/self/exe" for the running one.
	Launcher string
	// Path is the program's file on the host, below /usr.
	Path     string
	Args     []string // Args[0] is the name it is called by
	Env      []string
	Dir      string // working directory in the tree
	UID, GID uint32
	Groups   []uint32
	Umask    uint32
	Hostname string
	// Files are the tree, each directory before what it holds. What lies below the system's own directories is passed over.
	Files []File
	// The program's streams. The caller closes its copies of the outputs after Start.
	Stdin, Stdout, Stderr *os.File
	Limits                Limits
}

// Result is how a run ended and what it left.
type Result struct {
	Code    int  // exit status, when Signal is 0
	Signal  int  // the signal that killed the program, or 0
	Stopped Stop // why it was stopped, when it was
	Changed []File
	Read    []string // watched files that were read, moved or removed
	Removed []string // paths, each before what holds it
	Lost    []string // changes that could not be brought back, in words
	Owners  bool     // the owners in Changed mean something
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits
	if l.Wall <= 0 {
		l.Wall = d.Wall
	}
	if l.CPU <= 0 {
		l.CPU = d.CPU
	}
	if l.Memory <= 0 {
		l.Memory = d.Memory
	}
	if l.Total <= 0 {
		l.Total = d.Total
	}
	if l.Disk <= 0 {
		l.Disk = d.Disk
	}
	if l.Inodes <= 0 {
		l.Inodes = d.Inodes
	}
	if l.Processes <= 0 {
		l.Processes = d.Processes
	}
	if l.OpenFiles <= 0 {
		l.OpenFiles = d.OpenFiles
	}
	return l
}

// systemDirs are the top-level names that are the host's or the kernel's in every sandbox.
var systemDirs = []string{"usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "proc", "sys", "dev"}

// System says whether a path lies in one of the directories that a sandbox has of its own: they are not laid out and not
// looked at for changes.
func System(path string) bool {
	for _, d := range systemDirs {
		if len(path) > len(d) && path[1:1+len(d)] == d && (len(path) == 1+len(d) || path[1+len(d)] == '/') {
			return true
		}
	}
	return false
}

// closeAll closes files whose errors do not matter, because they were only read or are pipes.
func closeAll(files ...io.Closer) {
	for _, f := range files {
		_ = f.Close()
	}
}
