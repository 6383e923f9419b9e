package kern

import (
	"errors"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// SavedFile is an open file description as plain data.
type SavedFile struct {
	Closed bool `json:",omitempty"`
	Kind   uint8
	Flags  int
	Ino    tree.Ino   `json:",omitempty"`
	Off    int64      `json:",omitempty"`
	Path   []byte     `json:",omitempty"`
	Bytes  []byte     `json:",omitempty"`
	Runs   []tree.Run `json:",omitempty"`
	Stderr bool       `json:",omitempty"` // a sink: standard error
	Term   bool       `json:",omitempty"`
	Rng    uint64     `json:",omitempty"`
}

// SaveFile returns a description as data; ok is false for one that cannot be saved, such as the end of a pipe. Sinks are
// told apart by being out or err.
func SaveFile(f *File, out, err *Sink) (s *SavedFile, ok bool) {
	if f == nil {
		return &SavedFile{Closed: true}, true
	}
	switch f.kind {
	case kindPipeRead, kindPipeWrite, kindCapture, kindFeed:
		return nil, false
	}
	return &SavedFile{Kind: uint8(f.kind), Flags: f.flags, Ino: f.ino, Off: f.off, Path: []byte(f.path), Bytes: f.bytes, Runs: f.runs,
		Stderr: f.sink != nil && f.sink == err, Term: f.Terminal, Rng: f.rng}, true
}

// LoadFiles makes descriptors of saved data.
func LoadFiles(list []*SavedFile, out, errs *Sink) ([]*File, error) {
	files := make([]*File, len(list))
	for i, s := range list {
		if s == nil || s.Closed {
			continue
		}
		f := &File{kind: fileKind(s.Kind), flags: s.Flags, ino: s.Ino, off: s.Off, path: string(s.Path), bytes: s.Bytes, runs: s.Runs,
			Terminal: s.Term, rng: s.Rng}
		switch f.kind {
		case kindSink:
			f.sink = out
			if s.Stderr {
				f.sink = errs
			}
		case kindNode, kindBytes, kindNull, kindZero, kindRandom, kindFull:
			if f.off < 0 {
				return nil, errors.New("a descriptor has a negative position")
			}
		default:
			return nil, errors.New("a descriptor is of a kind that cannot be restored")
		}
		files[i] = f
	}
	return files, nil
}
