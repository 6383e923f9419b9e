package sandbox

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// The descriptors that the inner process is given beside the program's streams.
const (
	ordersFD  = 3
	reportsFD = 4
)

// Child does the work of the inner process of a sandbox when args, the process's own, say that it is one; its exit status
// is then the first result. A program that starts sandboxes calls it first of all.
func Child(args []string) (status int, ours bool) {
	if len(args) != 1 || args[0] != childName {
		return 0, false
	}
	runtime.LockOSThread() // capabilities belong to a thread
	// The program gets no descriptor but its streams: neither ours nor what the host's process was given by its parent.
	if err := unix.CloseRange(ordersFD, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return 1, true
	}
	orders, reports := os.NewFile(ordersFD, "orders"), os.NewFile(reportsFD, "reports")
	out := newWriter(reports)
	out.line(hello)
	if out.w.Flush() != nil {
		return 1, true
	}
	b := &box{out: out}
	rep, changed := b.run(orders)
	b.lock.Lock() // for good: nothing else is told any more
	out.line(rep)
	for i := range changed {
		out.file(&changed[i])
	}
	if out.end() != nil {
		return 1, true
	}
	return 0, true
}

// box is a sandbox seen from inside. Its process is the first of the process namespace: when it ends, the kernel kills the
// rest.
type box struct {
	o       order
	bound   []string // paths below /etc that are the host's
	laid    map[string]mark
	start   int64 // when the tree was laid out, by the clock of file times
	watched []string
	changes []File
	lock    sync.Mutex // of out
	out     *writer
}

// run builds the sandbox, runs the program and finds out what it changed.
func (b *box) run(orders *os.File) (report, []File) {
	in := newReader(orders, 1<<40)
	fail := func(doing string, err error) (report, []File) {
		return report{Error: fmt.Sprintf("%s: %v", doing, err)}, nil
	}
	if err := in.line(&b.o); err != nil {
		return fail("orders", err)
	}
	if err := b.buildRoot(); err != nil {
		return fail("private root", err)
	}
	if err := b.lay(in); err != nil {
		return fail("file tree", err)
	}
	if err := b.setLimits(); err != nil {
		return fail("limits", err)
	}
	unix.Umask(int(b.o.Umask))
	pid, err := b.startProgram()
	if err != nil {
		return report{Error: fmt.Sprintf("start: %v", err)}, nil
	}
	var stop atomic.Uint32
	end := func(why Stop) {
		stop.CompareAndSwap(0, uint32(why))
		_ = unix.Kill(-1, unix.SIGKILL)
	}
	go watchMemory(b.o.Limits.Total, end)
	go func() { // signals for the program; the end is that of everything
		var sig [1]byte
		for {
			if _, err := io.ReadFull(in.r, sig[:]); err != nil {
				break
			}
			if sig[0] != askRead {
				_ = unix.Kill(pid, unix.Signal(sig[0]))
				continue
			}
			b.lock.Lock()
			b.out.line(report{SoFar: true, Read: b.read()})
			_ = b.out.w.Flush() // an error stays and shows at the end
			b.lock.Unlock()
		}
		end(ByCaller)
	}()
	ws, err := reap(pid)
	if err != nil {
		return fail("wait", err)
	}
	closeStreams()
	rep := report{Code: ws.ExitStatus(), Read: b.read(), Stopped: Stop(stop.Load())}
	if ws.Signaled() {
		rep.Code, rep.Signal = 0, int(ws.Signal())
	}
	b.collect(&rep)
	return rep, b.changes
}

// closeStreams closes the program's streams, so that whoever reads them sees their end.
func closeStreams() {
	for fd := range 3 {
		_ = unix.Close(fd)
	}
}

// reap waits for the program, then kills and reaps whatever it left running.
func reap(pid int) (status unix.WaitStatus, err error) {
	for {
		var ws unix.WaitStatus
		got, err := unix.Wait4(-1, &ws, 0, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return status, err
		case got == pid:
			status = ws
			for {
				_ = unix.Kill(-1, unix.SIGKILL)
				if _, err := unix.Wait4(-1, nil, 0, nil); err != nil && !errors.Is(err, unix.EINTR) {
					return status, nil
				}
			}
		}
	}
}

// startProgram starts the program from a thread that gives up every privilege first and ends afterwards.
func (b *box) startProgram() (pid int, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		if err = b.giveUp(); err == nil {
			pid, err = b.fork()
		}
	}()
	<-done
	return pid, err
}

func (b *box) fork() (int, error) {
	attr := &syscall.ProcAttr{Dir: string(b.o.Dir), Env: toStrings(b.o.Env), Files: []uintptr{0, 1, 2}, Sys: &syscall.SysProcAttr{}}
	if b.o.Owners {
		attr.Sys.Credential = &syscall.Credential{Uid: b.o.UID, Gid: b.o.GID, Groups: b.o.Groups}
	}
	pid, err := syscall.ForkExec(b.o.Path, toStrings(b.o.Args), attr)
	if err != nil {
		return 0, fmt.Errorf("%s in %s: %w", b.o.Path, b.o.Dir, err)
	}
	return pid, nil
}

// setLimits bounds the program. The limits are those of this process too, which needs little.
func (b *box) setLimits() error {
	l := b.o.Limits
	cpu := max(uint64(l.CPU.Seconds()), 1)
	for _, x := range []struct {
		what      int
		soft, max uint64
	}{
		{unix.RLIMIT_CPU, cpu, cpu + 1},
		{unix.RLIMIT_DATA, uint64(l.Memory), uint64(l.Memory)},
		{unix.RLIMIT_FSIZE, uint64(l.Disk), uint64(l.Disk)},
		{unix.RLIMIT_NPROC, uint64(l.Processes), uint64(l.Processes)},
		{unix.RLIMIT_NOFILE, uint64(l.OpenFiles), uint64(l.OpenFiles)},
		{unix.RLIMIT_CORE, 0, 0},
		{unix.RLIMIT_MEMLOCK, 0, 0},
		{unix.RLIMIT_MSGQUEUE, 0, 0},
	} {
		if err := syscall.Setrlimit(x.what, &syscall.Rlimit{Cur: x.soft, Max: x.max}); err != nil {
			return err
		}
	}
	return nil
}

// isBound says whether a path is one that the host has lent, or below one.
func (b *box) isBound(path string) bool {
	return slices.ContainsFunc(b.bound, func(p string) bool {
		return path == p || len(path) > len(p) && path[:len(p)] == p && path[len(p)] == '/'
	})
}
