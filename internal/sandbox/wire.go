package sandbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// The two processes of a sandbox talk in records: a line of JSON, followed for a file by its content.

// askRead, in place of a signal, asks which watched files have been read.
const askRead = 0

// hello is what the inner process says first.
const hello = "orrery-sandbox 1"

// order is the first record to the inner process; files follow, up to an end.
type order struct {
	Path     string
	Args     [][]byte
	Env      [][]byte
	Dir      []byte
	UID, GID uint32
	Groups   []uint32
	Umask    uint32
	Hostname string
	Owners   bool // the sandbox has all owners, not only UID
	Limits   Limits
}

// report is the first record from the inner process; changed files follow, up to an end.
type report struct {
	Error        string `json:",omitempty"` // the sandbox could not be built
	SoFar        bool   `json:",omitempty"` // only Read is told, and the run goes on
	Read         [][]byte
	Code, Signal int
	Stopped      Stop
	Removed      [][]byte
	Lost         []string
}

// fileLine is the line of one file.
type fileLine struct {
	Path           []byte `json:"p,omitempty"`
	Type           Type   `json:"t,omitempty"`
	Perm           uint32 `json:"m,omitempty"`
	Reach          uint32 `json:"r,omitempty"`
	UID            uint32 `json:"u,omitempty"`
	GID            uint32 `json:"g,omitempty"`
	Mtime          int64  `json:"n,omitempty"`
	Target         []byte `json:"l,omitempty"`
	Link           []byte `json:"h,omitempty"`
	Size           int64  `json:"s,omitempty"`
	Watch          bool   `json:"w,omitempty"`
	Fresh, Touched bool   `json:",omitempty"`
	End            bool   `json:",omitempty"`
}

// maxLine is the longest record; paths have at most 4096 bytes.
const maxLine = 64 << 10

var errRecord = errors.New("a record of the sandbox cannot be read")

// writer writes records; the first error stays.
type writer struct {
	w   *bufio.Writer
	err error
}

func newWriter(w io.Writer) *writer { return &writer{w: bufio.NewWriterSize(w, 64<<10)} }

func (w *writer) line(v any) {
	if w.err != nil {
		return
	}
	b, err := json.Marshal(v)
	if err == nil {
		_, err = w.w.Write(append(b, '\n'))
	}
	w.err = err
}

func (w *writer) file(f *File) {
	w.line(fileLine{Path: []byte(f.Path), Type: f.Type, Perm: f.Perm, Reach: f.Reach, UID: f.UID, GID: f.GID, Mtime: f.Mtime, Target: []byte(f.Target),
		Link: []byte(f.Link), Size: int64(len(f.Content)), Watch: f.Watch, Fresh: f.Fresh, Touched: f.Touched})
	if w.err == nil && len(f.Content) > 0 {
		_, w.err = w.w.Write(f.Content)
	}
}

// end closes a list of files and lets everything out.
func (w *writer) end() error {
	w.line(fileLine{End: true})
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return w.err
}

// reader reads records. left is how many bytes of content may still come.
type reader struct {
	r    *bufio.Reader
	left int64
}

func newReader(r io.Reader, most int64) *reader {
	return &reader{bufio.NewReaderSize(r, maxLine), most}
}

func (r *reader) line(v any) error {
	b, err := r.r.ReadSlice('\n')
	if err != nil {
		return fmt.Errorf("%w: %w", errRecord, err)
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("%w: %w", errRecord, err)
	}
	return nil
}

// file returns the next file, or false at the end.
func (r *reader) file() (f File, more bool, err error) {
	var l fileLine
	if err := r.line(&l); err != nil {
		return f, false, err
	}
	if l.End {
		return f, false, nil
	}
	if l.Size < 0 || l.Size > r.left {
		return f, false, fmt.Errorf("%w: the content is too long", errRecord)
	}
	r.left -= l.Size
	f = File{Path: string(l.Path), Type: l.Type, Perm: l.Perm, Reach: l.Reach, UID: l.UID, GID: l.GID, Mtime: l.Mtime, Target: string(l.Target),
		Link: string(l.Link), Watch: l.Watch, Fresh: l.Fresh, Touched: l.Touched}
	if l.Size > 0 {
		f.Content = make([]byte, l.Size)
		if _, err := io.ReadFull(r.r, f.Content); err != nil {
			return f, false, fmt.Errorf("%w: %w", errRecord, err)
		}
	}
	return f, true, nil
}

func toBytes(list []string) [][]byte {
	out := make([][]byte, len(list))
	for i, s := range list {
		out[i] = []byte(s)
	}
	return out
}

func toStrings(list [][]byte) []string {
	out := make([]string, len(list))
	for i, b := range list {
		out[i] = string(b)
	}
	return out
}
