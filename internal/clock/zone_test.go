package clock_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/orrery-world/orrery/internal/clock"
)

var update = flag.Bool("update", false, "pack the time zone database anew from Go's copy")

// database returns Go's copy of the time zone database: the names in order and the compiled files.
func database(t *testing.T) (names []string, files map[string][]byte) {
	t.Helper()
	r, err := zip.OpenReader(filepath.Join(runtime.GOROOT(), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	defer r.Close()
	files = map[string][]byte{}
	for _, f := range r.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		rc, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(rc)
		if err != nil {
			t.Fatal(err)
		}
		names, files[f.Name] = append(names, f.Name), b
	}
	return names, files
}

// secondPart cuts off the 32-bit part of a compiled file.
func secondPart(b []byte) []byte {
	n := func(i int) int { return int(binary.BigEndian.Uint32(b[20+4*i:])) }
	return b[44+n(3)*5+n(4)*6+n(5)+n(2)*8+n(1)+n(0):]
}

func TestPack(t *testing.T) {
	if !*update {
		t.Skip("SKIPPED: only with -update")
	}
	names, files := database(t)
	var index, data bytes.Buffer
	at := map[string]int{}
	for _, n := range names {
		part := secondPart(files[n])
		off, ok := at[string(part)]
		if !ok {
			off = data.Len()
			at[string(part)] = off
			data.Write(part)
		}
		fmt.Fprintf(&index, "%s %d %d\n", n, off, len(part))
	}
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression)
	_, _ = w.Write(append(append(index.Bytes(), '\n'), data.Bytes()...))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("zones.bin", out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d names, %d bytes", len(names), out.Len())
}

func TestZonesAgainstPackageTime(t *testing.T) {
	names, files := database(t)
	rng := rand.New(rand.NewSource(1))
	for _, n := range names {
		z := clock.LoadZone(n)
		if z == nil {
			t.Errorf("%s is missing", n)
			continue
		}
		loc, err := time.LoadLocationFromTZData(n, files[n])
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			sec := rng.Int63n(8e9) - 3e9
			abbr, off := time.Unix(sec, 0).In(loc).Zone()
			got := z.At(sec)
			if got.Abbr != abbr || got.Offset != int64(off) {
				t.Errorf("%s at %d: %+v, package time says %s %d", n, sec, got, abbr, off)
			}
			c := z.Civil(sec)
			back := z.Unix(c, -1, 0)
			if z.Civil(back) != c {
				t.Errorf("%s: %v comes back as %v", n, c, z.Civil(back))
			}
			if d := z.Unix(c, map[bool]int{true: 1}[got.DST], 0); z.At(d).DST != got.DST {
				t.Errorf("%s: %d comes back as %d", n, sec, d)
			}
		}
	}
}

// Expected values: TZ=... date -d @1720000000 '+%Z %::z' of coreutils 9.1 with glibc 2.36.
func TestParseTZ(t *testing.T) {
	for _, c := range []struct {
		tz, abbr string
		off      int64
	}{
		{"", "UTC", 0}, {"Foo/Bar", "Foo", 0}, {"Foo", "Foo", 0}, {"FO", "", 0}, {"EST5", "EST", -5 * 3600}, {"EST5EDT", "EDT", -4 * 3600},
		{"EST5EDT,M3.2.0,M11.1.0", "EDT", -4 * 3600}, {"<+03>-3", "+03", 3 * 3600}, {":Europe/Berlin", "CEST", 7200},
		{"/usr/share/zoneinfo/Europe/Berlin", "CEST", 7200}, {"europe/berlin", "europe", 0}, {"CET-1CEST", "CEST", 7200},
		{"AAA24:59:59", "AAA", -(24*3600 + 59*60 + 59)}, {"AAA25", "AAA", -24 * 3600}, {"EST+5:30EDT,0/0,J365/25", "EDT", -(4*3600 + 1800)},
		{"XYZ-5:3x", "XYZ", 5*3600 + 180}, {"+3", "", 0}, {"UTC+3foo", "foo", -7200}, {"Etc/GMT+5", "-05", -5 * 3600}, {"../etc/passwd", "", 0},
		{"EST5EDT4,M3.2.0/3:30:10,M11.1.0/-1", "EDT", -4 * 3600},
	} {
		if p := clock.ParseTZ(c.tz).At(1720000000); p.Abbr != c.abbr || p.Offset != c.off {
			t.Errorf("TZ=%q: %q %d, want %q %d", c.tz, p.Abbr, p.Offset, c.abbr, c.off)
		}
	}
}

func FuzzParseTZ(f *testing.F) {
	for _, s := range []string{"EST5EDT,M3.2.0,M11.1.0", "<+03>-3", "Europe/Berlin", "A1B,J1/1,2/3", ":", "UTC0,,", "AAA-24:0:0BBB,M13.1.1"} {
		f.Add(s, int64(0))
	}
	f.Fuzz(func(t *testing.T, tz string, sec int64) {
		z := clock.ParseTZ(tz)
		sec %= 1 << 40
		c := z.Civil(sec)
		_ = z.Unix(c, 1, 0)
		if off := z.At(sec).Offset; off > 50*3600 || off < -50*3600 {
			t.Errorf("TZ=%q: offset %d", tz, off)
		}
	})
}
