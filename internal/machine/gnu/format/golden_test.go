package format

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// record makes TestOracle write the answers of the real programs to the
// golden table: go test ./internal/machine/gnu/format -run TestOracle -record
var record = flag.Bool("record", false, "write the answers of the real programs to testdata")

const goldenFile = "testdata/golden.tsv"

// progBash is printf of bash and progMawk printf of mawk, both without the
// message on standard error; what is wrong with the number follows the output.
const (
	progBash   = "bash"
	progPrintf = "printf"
	progMawk   = "mawk"
)

// numberCase is one conversion by one program.
type numberCase struct{ prog, format, arg string }

var floatFormats = []string{
	"%f", "%e", "%g", "%a", "%.0f", "%.20f", "%.25g", "%.3e", "%.0e", "%.3a", "%.0a", "%.1a", "%#.0f", "%#.0e",
	"%#g", "%#.3g", "%G", "%E", "%A", "%F", "%10.3f|", "%-12.2e|", "%+.1f", "% .1f", "%012.2f", "%'.2f",
	"%.17g", "%020a", "%-20a|", "%#.0a", "%+A", "%.10g", "%012g", "%-+12g|", "% g",
}

var floatArgs = []string{
	"0", "-0", "1", "-1", "0.1", "0.5", "1.5", "2.5", "9.5", "99.5", "0.95", "9.9995", "999999.5", "9999995",
	"123456", "1234567.891", "1e10", "1e-5", "0.0001", "0.00012345678", "1e15", "1e16", "1e17", "1e22", "1e23",
	"1e27", "1e28", "1e-27", "1e-28", "inf", "-inf", "nan", "-nan", "3.14159265358979323846", "1e100", "1e-100",
	"2e308", "1e-320", "0x1.ffffp0", "0xf.8p0", "0x1p-16445", "123456789012345678901234567890e-30",
}

// parseArgs are texts that are hard to read, or only in part numbers.
var parseArgs = []string{
	"", " ", ".", "+", "-", "+5", "--5", "5.", ".5", "1e", "1e+", "1e+5x", "0x", "0x.", "0xg", "0x.8", "0x1.8", "0x1p",
	"0x1p+", "0x1p4", "0X1P-4", "inf", "INFINITY", "infi", "infinit", "nan", "NaN(12)", "nan(1-2)", "nan()", "nan(", "na",
	" 12", "12 ", "\t7", "\v7", "1_000", "1,5", "1e400", "1e4932", "1e5000", "-1e5000", "1e-4940", "1e-4951",
	"3e-4951", "1.8e-4951", "1.9e-4951", "1e-5000", "0e99999999999", "1e99999999999999999999", "0x1p99999999999999999999",
	"1e-99999999999999999999", "0x1p-99999999999999999999", "1.18973149535723176503e4932",
	"1.18973149535723176506e4932", "0x1.fffffffffffffffep16383", "0x1.ffffffffffffffffp16383", "0x1p16384",
	"0x1.8p-16385", "0x0.8p-16382", "0x1.fffffffffffffffcp-16383", "0x1.8000000000000001p0",
	"0x1.00000000000000008p0", "0x1.00000000000000018p0", "0x1.0000000000000001p0", "9007199254740993",
	"18446744073709551615", "18446744073709551616", "18446744073709551617", "36893488147419103233",
	"0.000000000000000000000000000000000000000000000001", "00000000000000000000000001.5", "1e0000000000000000001",
	"9223372036854775807.5", "4.9406564584124654e-324", "2.4703282292062327e-324", "1.7976931348623159e308",
}

var intFormats = []string{
	"%d", "%i", "%u", "%o", "%x", "%X", "%5d|", "%-5d|", "%05d", "%+d", "% d", "%.3d", "%.0d", "%8.3d|", "%-08d|",
	"%08.3d|", "%#o", "%#x", "%#X", "%#08x", "%+05d", "%+x", "%'d", "%#.0o", "%#.0x", "%- 5d|", "%.d", "%#.5o", "%#.2o",
	"%#10.5x|", "%-#10x|", "%+ d", "%20.15d|",
}

var intArgs = []string{
	"0", "42", "-42", "+7", " 9", "9 ", "-0", "010", "08", "0x1F", "0x", "0xg", "0x-1", "0b1", "1e3", "--1", "-", "",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
	"18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616",
	"01777777777777777777777", "0xFFFFFFFFFFFFFFFF", "99999999999999999999999999", "0777", "0XaBc",
}

var stringFormats = []string{"%s|", "%5s|", "%-5s|", "%.2s|", "%5.1s|", "%.0s|", "%c|", "%5c|", "%-5c|"}

// numberCases returns all cases in a fixed order.
func numberCases() []numberCase {
	var cs []numberCase
	add := func(progs, formats, args []string) {
		for _, f := range formats {
			for _, a := range args {
				for _, p := range progs {
					cs = append(cs, numberCase{p, f, a})
				}
			}
		}
	}
	both := []string{progBash, progPrintf}
	add(both[:1], floatFormats, floatArgs)
	add(both[1:], floatFormats[:9], floatArgs[:10])
	add(both[:1], []string{"%a", "%.17g"}, parseArgs)
	add(both[1:], []string{"%a"}, parseArgs)
	add(both[:1], intFormats, intArgs[:4])
	add(both, []string{"%d", "%u"}, intArgs)
	add(both[:1], stringFormats, []string{"abcdef", "", "é"})
	for _, f := range floatFormats {
		if !strings.ContainsAny(f, "aAF") { // mawk has no such conversions
			add([]string{progMawk}, []string{f}, floatArgs[:29])
		}
	}
	return cs
}

// ask runs the real program.
func ask(t *testing.T, c numberCase) string {
	t.Helper()
	args := []string{"bash", "-c", `printf "$1" "$2"`, "x", c.format, c.arg}
	switch c.prog {
	case progPrintf:
		args = []string{"/usr/bin/printf", c.format, c.arg}
	case progMawk:
		args = []string{"mawk", `BEGIN { printf(ENVIRON["FORMAT"], ENVIRON["ARG"] + 0) }`}
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "FORMAT="+c.format, "ARG="+c.arg)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Fatalf("%v: %v", args, err)
		}
	}
	switch e := errs.String(); {
	case strings.Contains(e, "out of range"):
		return out.String() + " range"
	case e != "":
		return out.String() + " invalid"
	}
	return out.String()
}

// answer is what this package makes of a case.
func answer(c numberCase) string {
	d := Scan(c.format)
	rest := c.format[d.Size:]
	size, over := len(c.arg), false
	var out []byte
	switch d.Verb {
	case 'd', 'i':
		var v int64
		v, size, over = ParseInt(c.arg, 0)
		out = d.AppendInt(nil, v)
	case 'u', 'o', 'x', 'X':
		var v uint64
		v, size, over = ParseUint(c.arg, 0)
		out = d.AppendUint(nil, v)
	case 's':
		out = d.AppendString(nil, c.arg)
	case 'c':
		if c.arg == "" {
			out = d.AppendString(nil, "\x00")
		} else {
			out = d.AppendChar(nil, c.arg[0])
		}
	default:
		if c.prog == progMawk {
			v, _, _ := ParseFloat64(c.arg)
			// The program adds 0, which turns -0 into 0.
			return string(d.AppendFloat64(nil, v+0)) + rest
		}
		var v Float
		v, size, over = ParseFloat(c.arg)
		out = d.AppendFloat(nil, v)
	}
	s := string(out) + rest
	switch {
	case over:
		return s + " range"
	case size != len(c.arg):
		return s + " invalid"
	}
	return s
}

// TestGolden compares the package with the recorded answers.
func TestGolden(t *testing.T) {
	f, err := os.Open(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for ; sc.Scan(); n++ {
		var fields []string
		for _, q := range strings.Split(sc.Text(), "\t") {
			s, err := strconv.Unquote(q)
			if err != nil {
				t.Fatalf("line %d: %v", n+1, err)
			}
			fields = append(fields, s)
		}
		c := numberCase{fields[0], fields[1], fields[2]}
		if got := answer(c); got != fields[3] {
			t.Errorf("%s %q %q:\n got  %q\n want %q", c.prog, c.format, c.arg, got, fields[3])
		}
	}
	if want := len(numberCases()); n != want || sc.Err() != nil {
		t.Errorf("the table has %d cases, want %d: record it again (%v)", n, want, sc.Err())
	}
}

// TestOracle compares the package with the real programs.
func TestOracle(t *testing.T) {
	if testing.Short() {
		t.Skip("starts three thousand programs")
	}
	for name, want := range map[string]string{"bash": "version 5.2.15", "mawk": "1.3.4 20200120", "/usr/bin/printf": "coreutils) 9.1"} {
		flag := "--version"
		if name == progMawk {
			flag = "-Wversion"
		}
		out, err := exec.Command(name, flag).CombinedOutput()
		if err == nil && strings.Contains(string(out), want) {
			continue
		}
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s %s is missing", name, want)
		}
		t.Skipf("ORACLE MISSING: %s %s; only the recorded table was tested", name, want)
	}
	var table strings.Builder
	for _, c := range numberCases() {
		want := ask(t, c)
		fmt.Fprintf(&table, "%q\t%q\t%q\t%q\n", c.prog, c.format, c.arg, want)
		if got := answer(c); got != want {
			t.Errorf("%s %q %q:\n got  %q\n want %q", c.prog, c.format, c.arg, got, want)
		}
	}
	if *record {
		if err := os.WriteFile(goldenFile, []byte(table.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
