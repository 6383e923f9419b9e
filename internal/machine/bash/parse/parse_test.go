package parse

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// syntaxCase is one line of testdata/syntax.jsonl; see record.sh.
type syntaxCase struct{ In, C, S, I, D string }

func readCases(t *testing.T, file string, f func(line []byte)) {
	t.Helper()
	fh, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer fh.Close()
	sc := bufio.NewScanner(fh)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		f(sc.Bytes())
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
}

// report reads a text to its end and returns what `bash -n` prints.
func report(src string, opt Options) string {
	var b strings.Builder
	status := 0
	p := New(src, opt)
	for {
		u, err := p.Next()
		if err == io.EOF {
			break
		}
		var se *SyntaxError
		if errors.As(err, &se) {
			for _, w := range se.Warnings {
				b.WriteString(WarningPrefix(opt, w.Line) + w.Text + "\n")
			}
			for _, l := range se.Lines() {
				b.WriteString(l + "\n")
			}
			status = se.Status(status)
			continue
		}
		for _, w := range u.Warnings {
			b.WriteString(WarningPrefix(opt, w.Line) + w.Text + "\n")
		}
	}
	return fmt.Sprintf("%s[%d]", b.String(), status)
}

// unlikeDash are texts that dash reads in its own way: it loses count of lines
// inside ${...} and looks for the end of a substitution beyond the
// here-document that it stands in.
var unlikeDash = map[string]bool{
	"a ${b\nc}\n)": true, "echo a\n${b\n\n": true, "cat <<E\n$(\nE\n)": true, "cat <<E\n`\nE\n)": true, "cat <<E$(a)\nb\nE$(a)\n)": true,
}

func TestSyntaxMessages(t *testing.T) {
	n := 0
	readCases(t, "testdata/syntax.jsonl", func(line []byte) {
		var c syntaxCase
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		n++
		for _, v := range []struct {
			voice, want string
			opt         Options
		}{
			{"-c", c.C, Options{Mode: CommandString}},
			{"script", c.S, Options{Mode: Script, Name: "s.sh"}},
			{"stdin", c.I, Options{Mode: Stdin}},
			{"dash", c.D, Options{Mode: CommandString, Dash: true}},
		} {
			got := report(c.In, v.opt)
			if unlike := v.opt.Dash && unlikeDash[c.In]; unlike != (got != v.want) {
				t.Errorf("%s %q\n got: %s\nwant: %s", v.voice, c.In, got, v.want)
			}
		}
	})
	if n < 1000 {
		t.Errorf("only %d cases", n)
	}
}
