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
		got := config.Load(c.env)
		if got.State != c.want.State || got.NoColor != c.want.NoColor || got.Term != c.want.Term || got.Launcher != "/proc/self/exe" {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
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
