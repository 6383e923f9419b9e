package terminal

import (
	"strings"
	"time"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/machine"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// Section is the terminal section of a scenario file. Everything is optional.
type Section struct {
	Mode     string            `yaml:"mode"`     // exec (default), session or interactive
	User     string            `yaml:"user"`     // default "user"
	UID      uint32            `yaml:"uid"`      // default 1000
	Home     string            `yaml:"home"`     // default /home/USER
	Cwd      string            `yaml:"cwd"`      // default the home directory
	Hostname string            `yaml:"hostname"` // default "sandbox"
	Epoch    string            `yaml:"epoch"`    // start of the clock, RFC 3339
	Env      map[string]string `yaml:"env"`      // added to the first shell's environment
	Files    []File            `yaml:"files"`
	Limits   Limits            `yaml:"limits"`
	// Sites answer curl and wget, the first that matches; what none answers is unknown.
	Sites []Site `yaml:"sites"`
	// AllowExec names programs that are run for real in a sandbox, NAME or NAME=MODE.
	AllowExec []string `yaml:"allow_exec"`
	// Recorder counts an extra input line after each step of a session, as a recorder that reports the status feeds one.
	Recorder bool `yaml:"recorder"`
}

// File is a file, directory or link that the machine starts with.
type File struct {
	Path    string `yaml:"path,required"` // absolute, or relative to the home directory
	Content string `yaml:"content"`
	Mode    string `yaml:"mode"` // octal
	Dir     bool   `yaml:"dir"`
	Link    string `yaml:"link"`
	Owner   string `yaml:"owner"`
	Mtime   string `yaml:"mtime"` // RFC 3339
	// Provenance of the content and the name. Default exact.
	Provenance orrery.Provenance `yaml:"provenance"`
}

// Limits bound each step, and the disk for the whole episode. Zero means the default.
type Limits struct {
	Steps   int64 `yaml:"steps"`
	Output  int64 `yaml:"output"`
	Memory  int64 `yaml:"memory"`
	Depth   int   `yaml:"depth"`
	Procs   int   `yaml:"processes"`
	Seconds int64 `yaml:"seconds"` // of the virtual clock
	Disk    int64 `yaml:"disk"`    // bytes
	Inodes  int64 `yaml:"inodes"`
}

// options turns a section into the machine's options. Errors name the field.
func (s *Section) options(at orrery.Section) (machine.Options, error) {
	o := machine.Options{User: s.User, UID: s.UID, Home: s.Home, Cwd: s.Cwd, Hostname: s.Hostname, Feeder: s.Recorder}
	switch s.Mode {
	case "", "exec":
	case "session":
		o.Mode = machine.Session
	case "interactive":
		o.Mode = machine.Interactive
	default:
		return o, at.Errorf(1, "terminal.mode", "%q is none of exec, session, interactive", s.Mode)
	}
	epoch, err := instant(s.Epoch)
	if err != nil {
		return o, at.Errorf(1, "terminal.epoch", "%w", err)
	}
	o.Epoch = epoch
	for _, name := range sortedKeys(s.Env) {
		o.Env = append(o.Env, name+"="+s.Env[name])
	}
	l := s.Limits
	o.Limits = kern.Limits{Steps: l.Steps, Output: l.Output, Memory: l.Memory, Depth: l.Depth, Procs: l.Procs, Time: l.Seconds * kern.Second}
	o.Disk = tree.Limits{Bytes: l.Disk, Inodes: l.Inodes}
	for i := range s.Files {
		f, err := s.Files[i].file()
		if err != nil {
			return o, at.Errorf(1, "terminal.files["+itoa(i)+"]", "%w", err)
		}
		o.Files = append(o.Files, f)
	}
	return o, nil
}

// instant reads an RFC 3339 time as nanoseconds since 1970; "" is 0.
func instant(s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return 0, orrery.Invalidf("%q is not an RFC 3339 time such as 2026-01-05T09:00:00Z", s)
	}
	return t.UnixNano(), nil
}

func (f *File) file() (machine.File, error) {
	m := machine.File{Path: f.Path, Content: []byte(f.Content), Dir: f.Dir, Link: f.Link, Owner: f.Owner, Label: labelOf(f.Provenance)}
	if f.Dir && (f.Content != "" || f.Link != "") || f.Link != "" && f.Content != "" {
		return m, orrery.Invalidf("a file has only one of content, dir, link")
	}
	if f.Mode != "" {
		n := uint64(0)
		for _, c := range strings.TrimPrefix(f.Mode, "0o") {
			if c < '0' || c > '7' || n > 0o7777 {
				return m, orrery.Invalidf("mode %q is not an octal number such as 0644", f.Mode)
			}
			n = n<<3 | uint64(c-'0')
		}
		if n > 0o7777 {
			return m, orrery.Invalidf("mode %q is not an octal number such as 0644", f.Mode)
		}
		m.Perm = uint16(n)
	}
	var err error
	m.Mtime, err = instant(f.Mtime)
	return m, err
}
