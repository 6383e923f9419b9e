package sandbox

import (
	"bytes"
	"errors"
	"io"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if status, ours := Child(os.Args); ours {
		os.Exit(status)
	}
	os.Exit(m.Run())
}

// TestRecords: files go through the wire as they are.
func TestRecords(t *testing.T) {
	files := []File{
		{Path: "/a\n\xff", Type: Regular, Perm: 0o644, Reach: 6, UID: 1, GID: 2, Mtime: -3, Content: []byte("x\ny\x00"), Watch: true},
		{Path: "/d", Type: Dir, Perm: 0o1777, Fresh: true, Touched: true},
		{Path: "/l", Type: Symlink, Target: "\xfe/../x"},
		{Path: "/h", Type: Regular, Link: "/a"},
	}
	var b bytes.Buffer
	w := newWriter(&b)
	for i := range files {
		w.file(&files[i])
	}
	if err := w.end(); err != nil {
		t.Fatal(err)
	}
	wire := b.Bytes()
	r := newReader(bytes.NewReader(wire), 4)
	for i := range files {
		f, more, err := r.file()
		if err != nil || !more || !reflect.DeepEqual(f, files[i]) {
			t.Errorf("%+v, %v, %v, want %+v", f, more, err, files[i])
		}
	}
	if _, more, err := r.file(); more || err != nil {
		t.Errorf("the end: %v, %v", more, err)
	}
	if _, _, err := newReader(bytes.NewReader(wire), 3).file(); !errors.Is(err, errRecord) {
		t.Errorf("content beyond the bound: %v", err)
	}
}

func FuzzRecords(f *testing.F) {
	f.Add([]byte(`{"p":"L2E=","t":1,"s":2}` + "\nab" + `{"End":true}` + "\n"))
	f.Add([]byte(`{"s":-1}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := newReader(bytes.NewReader(data), 1<<10)
		total := 0
		for {
			x, more, err := r.file()
			if err != nil || !more {
				return
			}
			if total += len(x.Content); total > 1<<10 {
				t.Fatalf("%d bytes of content", total)
			}
		}
	})
}

func TestSystem(t *testing.T) {
	for path, want := range map[string]bool{"/usr": true, "/usr/x": true, "/usrx": false, "/home/usr": false, "/": false, "/lib64/x": true, "/etc": false, "/dev": true} {
		if System(path) != want {
			t.Errorf("%s: %v", path, !want)
		}
	}
}

// TestUnavailable: without a launcher, or with one that is none, nothing runs and the error says so.
func TestUnavailable(t *testing.T) {
	if _, err := Start(t.Context(), Job{}); !errors.Is(err, ErrUnavailable) {
		t.Errorf("no launcher: %v", err)
	}
	if runtime.GOOS != "linux" {
		return
	}
	r, err := Start(t.Context(), Job{Launcher: "/bin/true", Path: "/bin/true", Args: []string{"true"}, Dir: "/"})
	if err == nil {
		_, err = r.Wait()
	}
	if !errors.Is(err, ErrUnavailable) {
		t.Errorf("a launcher that is none: %v", err)
	}
}

// TestRun runs a program on a small tree and looks at what it has changed.
func TestRun(t *testing.T) {
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	files := []File{{Path: "/", Type: Dir, Perm: 0o755}, {Path: "/w", Type: Dir, Perm: 0o777, Reach: 7}, {Path: "/w/a", Type: Regular, Perm: 0o644, Reach: 6, UID: 7, GID: 7, Content: []byte("a")},
		{Path: "/w/b", Type: Regular, Perm: 0o644, Reach: 6, UID: 7, GID: 7, Content: []byte("b"), Watch: true}, {Path: "/w/c", Type: Regular, Perm: 0o644, Reach: 6, UID: 7, GID: 7, Content: []byte("c"), Watch: true}}
	r, err := Start(t.Context(), Job{Launcher: "/proc/self/exe", Path: "/bin/sh", Args: []string{"sh", "-c", "cat b; rm a; echo new > n; exit 3"}, Dir: "/w", UID: 7, GID: 7, Umask: 0o22,
		Files: files, Stdout: in})
	if errors.Is(err, ErrUnavailable) {
		t.Skipf("SKIPPED: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	res, err := r.Wait()
	if errors.Is(err, ErrUnavailable) {
		t.Skipf("SKIPPED: %v", err)
	}
	if err != nil || string(text) != "b" || res.Code != 3 || strings.Join(res.Removed, " ") != "/w/a" || strings.Join(res.Read, " ") != "/w/b" ||
		len(res.Changed) != 1 || res.Changed[0].Path != "/w/n" || string(res.Changed[0].Content) != "new\n" || res.Changed[0].Perm != 0o644 || !res.Changed[0].Touched {
		t.Errorf("%q, %+v, %v", text, res, err)
	}
}
