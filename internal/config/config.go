// Package config turns the environment into settings. Beside the command line's flags it is the only
// place that looks at the environment.
package config

import (
	"path/filepath"
	"strings"

	"github.com/orrery-world/orrery"
)

// Config is what the environment settles. The zero value is a program without a home.
type Config struct {
	State    string // folder for state that outlives a call; empty when there is no place for it
	CacheDir string // folder for what can be made again; empty when there is no place for it
	NoColor  bool   // NO_COLOR is set
	Term     string // TERM
	// Launcher is the executable that builds sandboxes for real programs: this one.
	Launcher string
}

// Load reads the environment, entries of NAME=VALUE as os.Environ returns them; the last of a name
// counts.
func Load(env []string) Config {
	get := func(name string) string {
		for i := len(env) - 1; i >= 0; i-- {
			if value, ok := strings.CutPrefix(env[i], name+"="); ok {
				return value
			}
		}
		return ""
	}
	c := Config{NoColor: get("NO_COLOR") != "", Term: get("TERM"), Launcher: "/proc/self/exe"}
	// The XDG rules: a relative path is not valid and is passed over.
	if dir := get("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		c.State = filepath.Join(dir, "orrery")
	} else if home := get("HOME"); filepath.IsAbs(home) {
		c.State = filepath.Join(home, ".local", "state", "orrery")
	}
	if dir := get("XDG_CACHE_HOME"); filepath.IsAbs(dir) {
		c.CacheDir = filepath.Join(dir, "orrery")
	} else if home := get("HOME"); filepath.IsAbs(home) {
		c.CacheDir = filepath.Join(home, ".cache", "orrery")
	}
	return c
}

// Cache returns the folder for what of one kind can be made again; empty when there is no place for it.
func (c Config) Cache(kind string) string {
	if c.CacheDir == "" {
		return ""
	}
	return filepath.Join(c.CacheDir, kind)
}

// Sessions returns the folder of named sessions.
func (c Config) Sessions() (string, error) {
	if c.State == "" {
		return "", orrery.Invalidf("there is no place for named sessions").Hinted("set HOME or XDG_STATE_HOME to an absolute path")
	}
	return filepath.Join(c.State, "sessions"), nil
}
