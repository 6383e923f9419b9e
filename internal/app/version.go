package app

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version is what this build is.
type Version struct {
	Version  string `json:"version"`            // of the module, "devel" when it was built from a working tree
	Revision string `json:"revision,omitempty"` // of the source, when it was built from a repository
	Modified bool   `json:"modified,omitempty"` // the source had changes that are in no revision
	Go       string `json:"go"`
	Platform string `json:"platform"` // operating system and processor
}

// ThisVersion reads what the linker noted.
func ThisVersion() Version {
	v := Version{Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

// String returns the version on one line.
func (v Version) String() string {
	s := "orrery " + v.Version
	if v.Revision != "" {
		s += fmt.Sprintf(" (%.12s", v.Revision)
		if v.Modified {
			s += ", modified"
		}
		s += ")"
	}
	return s + " " + v.Go + " " + v.Platform
}

// build names the build in snapshots: those of another one are not read.
func (v Version) build() string {
	b := v.Version
	if v.Revision != "" {
		b += "+" + v.Revision
	}
	if v.Modified {
		b += "+modified"
	}
	return b
}
