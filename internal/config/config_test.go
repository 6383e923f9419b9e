package config_test

import (
	"errors"
	"testing"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/config"
)

func TestLoad(t *testing.T) {
	for _, c := range []struct {
		name string
		env  []string
		want config.Config
	}{
		{"nothing", nil, config.Config{}},
		{"home", []string{"HOME=/home/a", "TERM=xterm"}, config.Config{State: "/home/a/.local/state/orrery", Term: "xterm"}},
		{"state", []string{"HOME=/home/a", "XDG_STATE_HOME=/s"}, config.Config{State: "/s/orrery"}},
		{"relative state", []string{"HOME=/home/a", "XDG_STATE_HOME=s"}, config.Config{State: "/home/a/.local/state/orrery"}},
		{"the last counts", []string{"HOME=/a", "HOME=/b"}, config.Config{State: "/b/.local/state/orrery"}},
		{"colour", []string{"NO_COLOR=1"}, config.Config{NoColor: true}},
		{"empty NO_COLOR", []string{"NO_COLOR="}, config.Config{}},
	} {
		c.want.Launcher = "/proc/self/exe"
		got := config.Load(c.env)
		got.CacheDir = "" // TestCache
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestCache(t *testing.T) {
	for _, c := range []struct {
		env  []string
		want string
	}{
		{nil, ""}, {[]string{"HOME=/home/a"}, "/home/a/.cache/orrery/wasi"}, {[]string{"HOME=/home/a", "XDG_CACHE_HOME=/c"}, "/c/orrery/wasi"},
		{[]string{"HOME=/home/a", "XDG_CACHE_HOME=c"}, "/home/a/.cache/orrery/wasi"},
	} {
		if got := config.Load(c.env).Cache("wasi"); got != c.want {
			t.Errorf("%q: %s, want %s", c.env, got, c.want)
		}
	}
}

func TestSessions(t *testing.T) {
	if dir, err := config.Load([]string{"XDG_STATE_HOME=/s"}).Sessions(); dir != "/s/orrery/sessions" || err != nil {
		t.Errorf("%q, %v", dir, err)
	}
	if _, err := config.Load(nil).Sessions(); !errors.Is(err, orrery.Invalid) {
		t.Errorf("without a home: %v", err)
	}
}
