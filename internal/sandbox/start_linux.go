package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// childName is how the inner process is called.
const childName = "orrery-sandbox"

// ownersBase is the first of the 65,536 host users that stand for the sandbox's users when the host's root makes it. Nothing
// belongs to them.
const ownersBase = 0x70000000

// stopGrace is how long a stopped run may take to tell what it changed.
const stopGrace = 5 * time.Second

// Run is a program that runs in a sandbox.
type Run struct {
	cancel context.CancelFunc
	orders *os.File
	done   chan struct{}
	soFar  chan []string // answers to Read
	told   chan struct{} // closed when the run's end has been told, with what was read
	read   []string
	result Result
	err    error
}

// Start builds a sandbox and starts the job's program in it. The end of ctx kills everything in it at once. The error is
// [ErrUnavailable] where there is no sandbox.
func Start(ctx context.Context, j Job) (*Run, error) {
	j.Limits = j.Limits.withDefaults()
	if j.Launcher == "" {
		return nil, fmt.Errorf("%w: this program cannot start one", ErrUnavailable)
	}
	ordersR, ordersW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	reportR, reportW, err := os.Pipe()
	if err != nil {
		closeAll(ordersR, ordersW)
		return nil, err
	}
	defer closeAll(ordersR, reportW)
	ctx, cancel := context.WithCancel(ctx)
	r := &Run{cancel: cancel, orders: ordersW, done: make(chan struct{}), soFar: make(chan []string, 1),
		told: make(chan struct{})}
	started := make(chan error)
	go r.live(ctx, &j, ordersR, reportR, reportW, started)
	if err := <-started; err != nil {
		cancel()
		closeAll(ordersW, reportR)
		return nil, err
	}
	return r, nil
}

// live starts the inner process and sees it to its end. It keeps its thread: the kernel kills the inner process when the
// thread that started it ends.
func (r *Run) live(ctx context.Context, j *Job, ordersR, reportR, reportW *os.File, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd, owners, err := launch(ctx, j, ordersR, reportW)
	if err != nil {
		started <- fmt.Errorf("%w: %w", ErrUnavailable, err)
		return
	}
	started <- nil
	heard := make(chan struct{})
	go func() {
		defer close(heard)
		r.result, r.err = r.converse(j, owners, reportR)
	}()
	wall := j.Limits.Wall
	timeout, cancelTimeout := context.WithTimeout(ctx, wall)
	select {
	case <-heard:
	case <-timeout.Done():
		r.Stop()
		grace, cancelGrace := context.WithTimeout(ctx, stopGrace)
		select {
		case <-heard:
		case <-grace.Done():
		}
		cancelGrace()
	}
	cancelTimeout()
	r.cancel()
	_ = cmd.Wait() // how the inner process ends says nothing that its report did not
	closeAll(r.orders)
	<-heard
	closeAll(reportR)
	if ctx.Err() != nil && r.err != nil {
		r.err = errors.Join(context.Cause(ctx), r.err)
	}
	close(r.done)
}

// launch starts the inner process, with all owners where the host lets us, else with one.
func launch(ctx context.Context, j *Job, orders, report *os.File) (*exec.Cmd, bool, error) {
	command := func(attr *syscall.SysProcAttr) *exec.Cmd {
		cmd := exec.CommandContext(ctx, j.Launcher)
		cmd.Args, cmd.Env, cmd.Dir = []string{childName}, []string{}, "/"
		cmd.Stdin, cmd.Stdout, cmd.Stderr = j.Stdin, j.Stdout, j.Stderr
		cmd.ExtraFiles = []*os.File{orders, report}
		attr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET |
			syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS
		attr.Pdeathsig = syscall.SIGKILL
		attr.Setsid = true
		cmd.SysProcAttr = attr
		return cmd
	}
	if os.Geteuid() == 0 {
		all := []syscall.SysProcIDMap{{ContainerID: 0, HostID: ownersBase, Size: 1 << 16}}
		cmd := command(&syscall.SysProcAttr{UidMappings: all, GidMappings: all, GidMappingsEnableSetgroups: true,
			Credential: &syscall.Credential{Uid: 0, Gid: 0}})
		if cmd.Start() == nil {
			return cmd, true, nil
		}
	}
	cmd := command(&syscall.SysProcAttr{
		UidMappings: []syscall.SysProcIDMap{{ContainerID: int(j.UID), HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: int(j.GID), HostID: os.Getegid(), Size: 1}},
		AmbientCaps: builderCaps,
	})
	err := cmd.Start()
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EINVAL) {
		err = fmt.Errorf("this system does not let this user make namespaces (see the settings user.max_user_namespaces, "+
			"kernel.unprivileged_userns_clone and kernel.apparmor_restrict_unprivileged_userns; in a container, its seccomp profile): %w", err)
	}
	return cmd, false, err
}

// converse sends the job to the inner process and reads what it reports.
func (r *Run) converse(j *Job, owners bool, reports *os.File) (Result, error) {
	told := sync.OnceFunc(func() { close(r.told) })
	defer told()
	in := newReader(reports, j.Limits.Disk)
	greeting := ""
	if err := in.line(&greeting); err != nil || greeting != hello {
		return Result{}, fmt.Errorf("%w: %s did not become its inner process", ErrUnavailable, j.Launcher)
	}
	out := newWriter(r.orders)
	out.line(order{Path: j.Path, Args: toBytes(j.Args), Env: toBytes(j.Env), Dir: []byte(j.Dir), UID: j.UID, GID: j.GID,
		Groups: j.Groups, Umask: j.Umask, Hostname: j.Hostname, Owners: owners, Limits: j.Limits})
	for i := range j.Files {
		out.file(&j.Files[i])
	}
	sent := out.end() // when the inner process has failed, it says why
	rep := report{SoFar: true}
	for rep.SoFar {
		rep = report{}
		if err := in.line(&rep); err != nil {
			return Result{}, errors.Join(err, sent)
		}
		if rep.SoFar {
			r.soFar <- toStrings(rep.Read)
		}
	}
	if rep.Error != "" {
		return Result{}, fmt.Errorf("%w: %s", ErrUnavailable, strings.ToValidUTF8(rep.Error, "?"))
	}
	res := Result{Code: rep.Code, Signal: rep.Signal, Stopped: rep.Stopped, Removed: toStrings(rep.Removed), Lost: rep.Lost, Owners: owners}
	r.read = toStrings(rep.Read)
	res.Read = r.read
	told()
	for {
		f, more, err := in.file()
		if err != nil {
			return res, err
		}
		if !more {
			return res, nil
		}
		res.Changed = append(res.Changed, f)
	}
}

// Stop ends the program and everything that it started; what it has changed is still reported.
func (r *Run) Stop() { closeAll(r.orders) }

// Read returns the watched files that have been read so far.
func (r *Run) Read() []string {
	if _, err := r.orders.Write([]byte{askRead}); err != nil {
		<-r.told
		return r.read
	}
	select {
	case read := <-r.soFar:
		return read
	case <-r.told:
		return r.read
	}
}

// Signal sends the program a signal.
func (r *Run) Signal(sig int) {
	_, _ = r.orders.Write([]byte{byte(sig)}) // a run that has ended needs none
}

// Kill ends everything at once; nothing is reported.
func (r *Run) Kill() { r.cancel() }

// Done is closed when the run has ended and Wait does not wait.
func (r *Run) Done() <-chan struct{} { return r.done }

// Wait returns how the run has ended and what it changed.
func (r *Run) Wait() (Result, error) {
	<-r.done
	return r.result, r.err
}
