package bash

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/orrery-world/orrery/internal/machine/cmds"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

func TestExtra(t *testing.T) {
	name := os.Getenv("EXPAND_EXTRA")
	if name == "" {
		t.Skip()
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	progs := map[string]kern.Program{}
	maps.Copy(progs, cmds.FilePrograms())
	maps.Copy(progs, cmds.TextPrograms())
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<22)
	n, ok := 0, 0
	for sc.Scan() {
		var c struct{ In, Want, Name string }
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		n++
		got := func() (got string) {
			defer func() {
				if r := recover(); r != nil {
					got = fmt.Sprint("PANIC ", r)
				}
			}()
			k, cwd := expandMachine(t, kern.Options{})
			ext := progs
			p := k.NewProc(kern.Template{Args: []string{"init"}})
			for name := range ext {
				fd, err := p.Open("/bin/"+name, kern.WriteOnly|kern.Creat|kern.Trunc, 0o755)
				if err != nil {
					t.Fatal(err)
				}
				p.Write(fd, kern.Image(name))
				p.Close(fd)
			}
			k2 := kern.New(k.FS, k.Now(), 100, kern.Options{Programs: ext, Limits: kern.Limits{Steps: 3_000_000}})
			_ = context.Background
			start := time.Now()
			out, st, err := runIn(k2, cwd, "argv.py() { argv \"$@\"; }; "+c.In)
			if d := time.Since(start); d > time.Second {
				fmt.Println("SLOW", d, c.Name)
			}
			if err != nil {
				return out + "[" + err.Error() + "]"
			}
			return fmt.Sprintf("%s[%d]", out, st.Exit())
		}()
		if got = strings.ToValidUTF8(got, "\ufffd"); got == c.Want {
			ok++
		} else {
			t.Errorf("%s\n%s\n--- got\n%s\n--- want\n%s\n=====", c.Name, c.In, got, c.Want)
		}
	}
	t.Logf("%d of %d", ok, n)
}
