package deflate

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"math/rand"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// inputs are texts of many kinds: prose, source, numbers, noise, runs and mixtures, of sizes around those of window and block.
func inputs() map[string][]byte {
	r := rand.New(rand.NewSource(1))
	m := map[string][]byte{"empty": nil, "one": []byte("a"), "two": []byte("ab"), "hello": []byte("hello world\n"),
		"abc": []byte(strings.Repeat("abc", 100)), "zeros": make([]byte, 100000), "a258": bytes.Repeat([]byte("a"), 259)}
	for _, n := range []int{1, 5, 10, 100, 1000, 4096, 5000, 32767, 32768, 32769, 65535, 65536, 65537, 100000, 300000} {
		noise := make([]byte, n)
		r.Read(noise)
		m[fmt.Sprint("noise", n)] = noise
		words := make([]byte, 0, n)
		for len(words) < n {
			words = append(words, fmt.Sprintf("word%d ", r.Intn(500))...)
		}
		m[fmt.Sprint("words", n)] = words[:n]
		few := make([]byte, n)
		for i := range few {
			few[i] = "abcdef"[r.Intn(6)]
		}
		m[fmt.Sprint("few", n)] = few
		mixed := append(append([]byte{}, noise[:n/2]...), words[:n/2]...)
		m[fmt.Sprint("mixed", n)] = mixed
		var lines bytes.Buffer
		for i := 0; lines.Len() < n; i++ {
			fmt.Fprintf(&lines, "%d line of text number %d\n", i, i*i%97)
		}
		m[fmt.Sprint("lines", n)] = lines.Bytes()[:n]
	}
	for _, f := range []string{"deflate.go", "trees.go", "block.go"} {
		b, _ := os.ReadFile(f)
		m[f] = b
		m[f+"x5"] = bytes.Repeat(b, 5)
	}
	return m
}

// TestSameAsGzip compares with the real gzip at all levels, byte for byte.
func TestSameAsGzip(t *testing.T) {
	if _, err := exec.LookPath("gzip"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("gzip is not installed")
		}
		t.Skip("SKIPPED: gzip is not installed")
	}
	n := 0
	for name, in := range inputs() {
		for level := 1; level <= 9; level++ {
			cmd := exec.Command("gzip", fmt.Sprintf("-%dnc", level))
			cmd.Stdin = bytes.NewReader(in)
			want, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			want = want[10 : len(want)-8]
			var got bytes.Buffer
			d := &Writer{}
			if _, _, err := d.Compress(&got, bytes.NewReader(in), level); err != nil {
				t.Fatal(err)
			}
			n++
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s level %d: %d bytes, gzip makes %d", name, level, got.Len(), len(want))
			}
		}
	}
	t.Logf("%d streams compared", n)
}

// TestRoundTrip reads back what one Writer wrote for stream after stream.
func TestRoundTrip(t *testing.T) {
	d := &Writer{}
	for name, in := range inputs() {
		for level := 1; level <= 9; level++ {
			var b bytes.Buffer
			n, m, err := d.Compress(&b, bytes.NewReader(in), level)
			if err != nil || n != int64(len(in)) || m != int64(b.Len()) {
				t.Fatal(name, n, m, err)
			}
			out, err := io.ReadAll(flate.NewReader(&b))
			if err != nil || !bytes.Equal(out, in) {
				t.Fatalf("%s level %d does not come back: %v", name, level, err)
			}
		}
	}
}
