// Package machine is a simulated Debian 12 host in memory: a file tree, a kernel, bash and the programs that agents use, with
// the texts and statuses of the real ones. It is deterministic and sealed: it never touches the host's disk, processes,
// network, clock or environment.
//
// Make a [Machine] with [New], run command lines with [Machine.Step], split it with [Machine.Fork]. A Machine is a value
// between two steps: nothing runs, no goroutine is left, and a fork costs microseconds.
package machine

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/orrery-world/orrery/internal/machine/bash"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// Mode is how command lines reach the shell.
type Mode uint8

// The modes.
const (
	Exec        Mode = iota // each line is its own `bash -c LINE`; the working directory is carried
	Session                 // all lines go to one bash that reads commands from a pipe
	Interactive             // all lines go to one interactive bash; the terminal itself is not shown
)

// Default settings of a machine.
const (
	DefaultUser     = "user"
	DefaultUID      = 1000
	DefaultHostname = "sandbox"
	DefaultPath     = "/usr/local/bin:/usr/bin:/bin"
	// DefaultEpoch is when a machine starts: 2026-01-05 09:00 UTC.
	DefaultEpoch = 1767603600 * kern.Second
	firstPID     = 21000 // five digits, as on a host that has been up for a while
)

// File is a file or directory that a machine starts with.
type File struct {
	Path    string // absolute, or relative to the home directory
	Content []byte
	Perm    uint16 // 0: 0644, or 0755 for a directory
	Dir     bool
	Link    string // target of a symbolic link
	Owner   string // default: the machine's user
	Mtime   int64  // nanoseconds since 1970; 0: the epoch
	Label   tree.Label
}

// Mount lays a read-only directory from outside over a path of the machine.
type Mount struct {
	Path   string
	Source tree.Source
}

// Options say what machine New makes. The zero value is a fresh machine for user "user" in exec mode.
type Options struct {
	Mode     Mode
	User     string // default "user"; "root" is root
	UID      uint32 // default 1000, for a user that the base image does not have
	Home     string // default /home/USER, or /root
	Cwd      string // default Home
	Hostname string // default "sandbox"
	Epoch    int64  // start of the clock, nanoseconds since 1970; default DefaultEpoch
	Env      []string
	Files    []File
	Mounts   []Mount
	// Limits bound each step; Disk bounds the file tree for the machine's life. Zero fields have defaults.
	Limits kern.Limits
	Disk   tree.Limits
	// Feeder counts one extra input line after each step of a session, as recorders feed one.
	Feeder bool
	// Programs are programs beyond the built-in ones, by name.
	Programs map[string]kern.Program
}

// DefaultDisk bounds the file tree of a machine.
var DefaultDisk = tree.Limits{Bytes: 256 << 20, Inodes: 200_000}

// Machine is one simulated host with the state of its shell.
type Machine struct {
	opt    *Options
	k      *kern.Kernel
	env    []kern.EnvVar
	ready  *bash.Environ // env with the directories of now, for shells; nil: to be made
	cwd    tree.Ino
	pwd    string
	pwdL   tree.Label
	oldpwd string
	cred   tree.Cred
	home   string
	shell  *shellState // of a session; nil in exec mode
}

// New makes a machine.
func New(opt Options) (*Machine, error) {
	o := opt
	o.fill()
	m := &Machine{opt: &o, home: o.Home}
	base := baseImage()
	u := usualMachine()
	usual := o.sameUser(u.opt)
	if usual {
		base, m.cred = u.k.FS, u.cred
		m.start(base.Fork())
		m.k.AdoptUsers(u.k)
	} else {
		m.start(base.Fork())
		if err := m.addHome(); err != nil {
			return nil, err
		}
	}
	if err := m.populate(); err != nil {
		return nil, err
	}
	fs := m.k.FS
	fs.Rebase()
	l, err := fs.Walk(tree.Root, o.Cwd, &m.cred, true)
	if err != nil || l.Ino == 0 || fs.Node(l.Ino).Kind != tree.Dir {
		return nil, errors.New("working directory " + o.Cwd + ": " + kern.ErrText(orNotDir(err)))
	}
	m.cwd, m.pwd = l.Ino, o.Cwd
	if m.env = m.environment(); usual && m.pwd == u.pwd && len(o.Env) == 0 && o.Hostname == u.opt.Hostname {
		m.env, m.ready = u.env, u.ready
	}
	if o.Mode != Exec {
		m.shell = &shellState{}
	}
	return m, nil
}

// start gives the machine its kernel.
func (m *Machine) start(fs *tree.FS) {
	o := m.opt
	fs.Limits = o.Disk
	m.k = kern.New(fs, o.Epoch, firstPID, kern.Options{Programs: programTable(o.Programs), Hostname: o.Hostname, Limits: o.Limits})
}

// usualMachine is the machine that most options ask for, with its user and home: others fork its tree instead of making one.
var usualMachine = sync.OnceValue(func() *Machine {
	o := Options{}
	o.fill()
	m := &Machine{opt: &o, home: o.Home}
	m.start(baseImage().Fork())
	if err := m.addHome(); err != nil {
		panic("machine: usual machine: " + err.Error())
	}
	m.k.Users()
	m.k.Groups()
	m.pwd = o.Cwd
	m.env = m.environment()
	m.ready = bash.Prepare(m.env, o.Hostname, false).With(m.dirs()...)
	return m
})

// sameUser says whether the user, the home and the clock are those of p.
func (o *Options) sameUser(p *Options) bool {
	return o.User == p.User && o.UID == p.UID && o.Home == p.Home && o.Epoch == p.Epoch
}

func orNotDir(err error) error {
	if err == nil {
		return tree.ENOENT
	}
	return err
}

func (o *Options) fill() {
	def := func(s *string, d string) {
		if *s == "" {
			*s = d
		}
	}
	def(&o.User, DefaultUser)
	if o.UID == 0 && o.User != "root" {
		o.UID = DefaultUID
	}
	if o.User == "root" {
		def(&o.Home, "/root")
	}
	def(&o.Home, "/home/"+o.User)
	def(&o.Cwd, o.Home)
	def(&o.Hostname, DefaultHostname)
	if o.Epoch == 0 {
		o.Epoch = DefaultEpoch
	}
	if o.Disk.Bytes == 0 {
		o.Disk.Bytes = DefaultDisk.Bytes
	}
	if o.Disk.Inodes == 0 {
		o.Disk.Inodes = DefaultDisk.Inodes
	}
}

// environment is what the first shell finds: like a login's, but small.
func (m *Machine) environment() []kern.EnvVar {
	env := []kern.EnvVar{{Name: "HOME", Value: m.home}, {Name: "USER", Value: m.opt.User}, {Name: "LOGNAME", Value: m.opt.User},
		{Name: "PATH", Value: DefaultPath}, {Name: "LANG", Value: "C.UTF-8"}, {Name: "PWD", Value: m.pwd}, {Name: "SHELL", Value: "/bin/bash"}}
	if m.opt.User == "root" {
		env[3].Value = "/usr/local/sbin:/usr/sbin:/sbin:" + DefaultPath
	}
	for _, e := range m.opt.Env {
		name, value, _ := strings.Cut(e, "=")
		env = setEnv(env, name, value)
	}
	return env
}

func setEnv(env []kern.EnvVar, name, value string) []kern.EnvVar {
	for i := range env {
		if env[i].Name == name {
			env[i].Value = value
			return env
		}
	}
	return append(env, kern.EnvVar{Name: name, Value: value})
}

// Fork returns an independent copy of a machine at rest.
func (m *Machine) Fork() *Machine {
	c := *m
	c.k = m.k.Fork()
	if m.shell != nil {
		c.shell = m.shell.fork()
	}
	return &c
}

// FS returns the machine's file tree, to be looked at only.
func (m *Machine) FS() *tree.FS { return m.k.FS }

// Now returns the virtual time in nanoseconds since 1970.
func (m *Machine) Now() int64 { return m.k.Now() }

// Cwd returns the working directory as the shell names it.
func (m *Machine) Cwd() string { return m.pwd }

// Ended says that the session's shell has exited: no further step is possible.
func (m *Machine) Ended() bool { return m.shell != nil && m.shell.ended }

// Result is what one step left behind.
type Result struct {
	Stdout, Stderr kern.Sink
	// Merged holds both streams in the order in which they were written.
	Merged kern.Sink
	Exit   int
	Cwd    string
	Used   kern.Used
	// Warnings are for the operator: budgets used up, options that are not simulated.
	Warnings []string
	// Changes is what the step changed in the tree.
	Changes []tree.Change
	// Ended says that the session's shell has exited in this step.
	Ended bool
}

// Step runs one command line. A budget that is used up ends the line with status 137 and a warning; it is not an error. An
// error (cancellation) leaves the machine as it was.
func (m *Machine) Step(ctx context.Context, line string) (*Result, error) {
	next := m.Fork()
	r := &Result{}
	r.Stdout.Also, r.Stderr.Also = &r.Merged, &r.Merged
	var err error
	if m.shell == nil {
		err = next.exec(ctx, line, r)
	} else {
		err = next.session(ctx, line, r)
	}
	if err != nil {
		return nil, err
	}
	r.Used, r.Warnings = next.k.Used(), next.k.Warnings()
	r.Changes = next.k.FS.Diff(m.k.FS)
	r.Cwd = next.pwd
	*m = *next
	return r, nil
}

// exec runs line as `bash -c LINE`.
func (m *Machine) exec(ctx context.Context, line string, r *Result) error {
	if m.ready == nil {
		m.ready = bash.Prepare(m.env, m.opt.Hostname, false).With(m.dirs()...)
	}
	p := m.k.NewProc(kern.Template{Args: []string{"bash", "-c", line}, Env: m.ready.List(), Cwd: m.cwd, Umask: 0o022, Cred: m.cred, PPID: 1,
		FDs: kern.StdFiles(&r.Stdout, &r.Stderr)})
	var sh *bash.Shell
	m.k.HoldOutput = true
	st, err := m.k.Run(ctx, p, func(ctx context.Context, p *kern.Proc) int {
		sh = bash.New(p, bash.Config{Voice: bash.VoiceCommand, Environ: m.ready})
		return sh.RunCommand(ctx, line)
	})
	if err != nil && !isBudget(err) {
		return err
	}
	r.Exit = st.Exit()
	if sh != nil && sh.Pwd() != m.pwd && sh.Pwd() != "" {
		m.oldpwd, m.pwd, m.pwdL = m.pwd, sh.Pwd(), sh.PwdLabel()
		m.cwd, m.ready = sh.Cwd(), m.ready.With(m.dirs()...)
	}
	return nil
}

// dirs are the variables that tell the next `bash -c` of the working directories.
func (m *Machine) dirs() []kern.EnvVar {
	d := []kern.EnvVar{{Name: "PWD", Value: m.pwd, Label: m.pwdL}, {Name: "OLDPWD", Value: m.oldpwd}}
	if m.oldpwd == "" {
		return d[:1]
	}
	return d
}

func isBudget(err error) bool {
	var b *kern.BudgetError
	return errors.As(err, &b)
}
