package terminal_test

import (
	"testing"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/domain/terminal"
)

func TestComplete(t *testing.T) {
	for text, want := range map[string]bool{
		"":                          true,
		"echo hi\n":                 true,
		"echo 'a\n":                 false,
		"echo 'a\nb'\n":             true,
		"for i in 1 2; do\n":        false,
		"for i in 1; do :; done\n":  true,
		"cat <<E\nx\n":              false,
		"cat <<E\nx\nE\n":           true,
		"echo a \\\n":               false,
		"echo a |\n":                false,
		"fi\n":                      true,
		"echo one\nif true; then\n": false,
		"f() {\n":                   false,
		"echo $(\n":                 false,
		"echo \"${x\n":              false,
		"(\n":                       false,
		"# note\n":                  true,
	} {
		if got := terminal.Complete(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestFirstStepOfASessionReportsOnlyItsOwnVariables(t *testing.T) {
	for _, mode := range []string{"session", "interactive"} {
		e, err := terminal.New(terminal.Options{}).Open(t.Context(), orrery.Scenario{Section: orrery.Section{Line: 1, Data: []byte("mode: " + mode)}})
		if err != nil {
			t.Fatal(err)
		}
		o, err := e.Step(t.Context(), orrery.Action{Text: "x=1"})
		if err != nil {
			t.Fatal(err)
		}
		if len(o.Effects) != 1 || o.Effects[0].Name != "x" {
			t.Errorf("%s: effects %+v", mode, o.Effects)
		}
	}
}
