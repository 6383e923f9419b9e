package parse

import (
	"encoding/json"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

func TestFormatFunction(t *testing.T) {
	readCases(t, "testdata/format.jsonl", func(line []byte) {
		var c struct{ In, Want string }
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		got := ""
		p := New(c.In, Options{})
		for {
			u, err := p.Next()
			if err != nil {
				break
			}
			for _, s := range u.Stmts {
				if fd, ok := s.Cmd.(*syntax.FuncDecl); ok {
					got += u.FormatFunction(fd) + "\n"
				}
			}
		}
		if got != c.Want {
			t.Errorf("%q\n got: %q\nwant: %q", c.In, got, c.Want)
		}
	})
}
