package shell_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/domain/terminal"
	"github.com/orrery-world/orrery/internal/door/shell"
)

func TestStatesOfAMachine(t *testing.T) {
	w := terminal.New(terminal.Options{})
	e, err := w.Open(t.Context(), orrery.Scenario{Domain: orrery.Terminal})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	o := shell.Options{
		World: w,
		Write: func(name string, data []byte) error { files[name] = data; return nil },
		Read: func(name string) ([]byte, error) {
			if data, ok := files[name]; ok {
				return data, nil
			}
			return nil, errors.New("open " + name + ": no such file")
		},
	}
	files["broken"] = []byte("not one")
	var out, errs bytes.Buffer
	in := `echo a > f
:fork
echo b > f; cd /tmp
:fork
rm ~/f
:back
cat ~/f; pwd
:save there
:back
cat f; pwd
:status
:back
:load there
cat ~/f; pwd
:load nowhere
:load broken
`
	status, err := shell.Run(t.Context(), e, strings.NewReader(in), &out, &errs, o)
	if err != nil || status != 0 {
		t.Fatal(status, err)
	}
	want := `state 1 is remembered; :back returns to it
state 2 is remembered; :back returns to it
back in state 2
b
/tmp
saved, N bytes
back in state 1
a
/home/user
2 steps, 1 effect, 100 % exact
loaded
b
/tmp
`
	got := out.String()
	if i := strings.Index(got, "saved, "); i >= 0 {
		j := strings.Index(got[i:], " bytes")
		got = got[:i] + "saved, N" + got[i+j:]
	}
	if got != want {
		t.Errorf("got:\n%s", got)
	}
	complaints := strings.Split(strings.TrimSuffix(errs.String(), "\n"), "\n")
	if len(complaints) != 3 || !strings.Contains(complaints[0], "no state is remembered") ||
		!strings.Contains(complaints[1], "open nowhere") || !strings.Contains(complaints[2], "snapshot: starts") {
		t.Errorf("complaints: %q", complaints)
	}
}
