package machine

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/orrery-world/orrery/internal/machine/bash"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// SnapshotFormat names the layout of a machine's state in a snapshot.
const SnapshotFormat = "machine/1"

// ErrUnsaved says that a machine is in a state that cannot be put into bytes; the text says why.
var ErrUnsaved = errors.New("machine cannot be saved")

// saved is the layout of a snapshot's state.
type saved struct {
	Mode        Mode
	User        string
	Hostname    string
	Limits      kern.Limits
	Feeder      bool `json:",omitempty"`
	Home        string
	Env         []savedEnv
	Cwd         tree.Ino
	Pwd, Oldpwd []byte
	UID, GID    uint32
	Groups      []uint32 `json:",omitempty"`
	Now         int64
	NextPID     int
	FS          *tree.Saved
	Shell       *bash.Saved       `json:",omitempty"`
	FDs         []*kern.SavedFile `json:",omitempty"`
	Umask       uint16
	Lines       int
	Ended       bool     `json:",omitempty"`
	Quiet       *saved   `json:",omitempty"`
	Since       [][]byte `json:",omitempty"`
}

type savedEnv struct {
	Name  string
	Value []byte
	Label tree.Label `json:",omitempty"`
}

// BaseDigest returns a hash of the base image: snapshots are differences from it.
var BaseDigest = sync.OnceValue(func() string {
	h := sha256.New()
	baseImage().Changed(tree.New(imageTime), func(i tree.Ino, n *tree.Node) { digestNode(h, i, n) })
	return hex.EncodeToString(h.Sum(nil))[:32]
})

// Snapshot returns the machine's state as bytes. The error is ErrUnsaved, with the reason, for a machine that still has
// parts of a mount outside or a pipe open between two steps.
func (m *Machine) Snapshot() ([]byte, error) {
	s, err := m.save()
	if err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

func (m *Machine) save() (*saved, error) {
	fs, err := m.k.FS.Save(baseImage())
	if err != nil {
		return nil, fmt.Errorf("%w: part of a mounted directory has not been read", ErrUnsaved)
	}
	s := &saved{Mode: m.opt.Mode, User: m.opt.User, Hostname: m.k.Hostname(), Limits: m.k.Limits(), Feeder: m.opt.Feeder, Home: m.home,
		Cwd: m.cwd, Pwd: []byte(m.pwd), Oldpwd: []byte(m.oldpwd), UID: m.cred.UID, GID: m.cred.GID, Groups: m.cred.Groups,
		Now: m.k.Now(), NextPID: m.k.NextPID(), FS: fs}
	for _, e := range m.env {
		s.Env = append(s.Env, savedEnv{e.Name, []byte(e.Value), e.Label})
	}
	if m.shell == nil {
		return s, nil
	}
	return s, m.saveShell(s)
}

func (m *Machine) saveShell(s *saved) error {
	h := m.shell
	s.Umask, s.Lines, s.Ended = h.umask, h.lines, h.ended
	if h.quiet != nil {
		for _, l := range h.since {
			s.Since = append(s.Since, []byte(l))
		}
		var err error
		s.Quiet, err = h.quiet.save()
		return err
	}
	if h.sh == nil {
		return nil
	}
	s.Shell = h.sh.Save()
	for _, f := range h.fds {
		sf, ok := kern.SaveFile(f, h.out, h.err)
		if !ok {
			return fmt.Errorf("%w: a pipe is open between two steps", ErrUnsaved)
		}
		s.FDs = append(s.FDs, sf)
	}
	return nil
}

// Restore makes a machine of the bytes of Snapshot. Programs are the ones of the options with which the first machine was
// made. The error says what in the data does not fit.
func Restore(data []byte, programs map[string]kern.Program) (*Machine, error) {
	var s saved
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("machine state: %w", err)
	}
	return s.load(programs, 0)
}

func (s *saved) load(programs map[string]kern.Program, depth int) (*Machine, error) {
	if s.FS == nil || depth > 1 {
		return nil, errors.New("machine state: it has no file tree")
	}
	fs, err := s.FS.Load(baseImage())
	if err != nil {
		return nil, fmt.Errorf("machine state: file tree: %w", err)
	}
	o := &Options{Mode: s.Mode, User: s.User, Hostname: s.Hostname, Home: s.Home, Feeder: s.Feeder, Programs: programs}
	m := &Machine{opt: o, home: s.Home, cwd: s.Cwd, pwd: string(s.Pwd), oldpwd: string(s.Oldpwd),
		cred: tree.Cred{UID: s.UID, GID: s.GID, Groups: s.Groups}}
	m.k = kern.New(fs, s.Now, s.NextPID, kern.Options{Programs: programTable(programs), Hostname: s.Hostname, Limits: s.Limits})
	for _, e := range s.Env {
		m.env = append(m.env, kern.EnvVar{Name: e.Name, Value: string(e.Value), Label: e.Label})
	}
	if n := fs.Node(m.cwd); n == nil || n.Kind != tree.Dir {
		return nil, errors.New("machine state: its working directory is not there")
	}
	if s.Mode == Exec {
		return m, nil
	}
	return m, s.loadShell(m, programs, depth)
}

func (s *saved) loadShell(m *Machine, programs map[string]kern.Program, depth int) error {
	h := &shellState{umask: s.Umask, lines: s.Lines, ended: s.Ended}
	m.shell = h
	if s.Quiet != nil {
		for _, l := range s.Since {
			h.since = append(h.since, string(l))
		}
		quiet, err := s.Quiet.load(programs, depth+1)
		h.quiet = quiet
		return err
	}
	if s.Shell == nil {
		return nil
	}
	sh, err := bash.Load(s.Shell)
	if err != nil {
		return fmt.Errorf("machine state: %w", err)
	}
	h.sh, h.out, h.err = sh, &kern.Sink{}, &kern.Sink{}
	h.fds, err = kern.LoadFiles(s.FDs, h.out, h.err)
	if err != nil {
		return fmt.Errorf("machine state: %w", err)
	}
	return nil
}
