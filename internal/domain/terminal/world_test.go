package terminal_test

import (
	"testing"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/domain/terminal"
	"github.com/orrery-world/orrery/worldtest"
)

func act(text string) orrery.Action { return orrery.Action{Text: text} }

func section(text string) orrery.Scenario {
	return orrery.Scenario{Domain: orrery.Terminal, Section: orrery.Section{File: "test.yaml", Line: 1, Data: []byte(text)}}
}

func harness(mode string) worldtest.Harness {
	divert, slow, end := act("echo diverted > mark"), act("while :; do :; done"), act("exit 3")
	h := worldtest.Harness{
		World:    func() (orrery.World, error) { return terminal.New(terminal.Options{}), nil },
		Scenario: section("mode: " + mode + "\n"),
		Actions: []orrery.Action{act("mkdir -p a/b; cd a; echo one > f; x=5"), act("echo two >> f; cat f | wc -l; ln -s f l"),
			act("f() { echo in $1; }; f $x; declare -A m=([k]=v [q]='a b'); cd b"), act("date; echo $RANDOM $SECONDS; pwd; nosuch"),
			act("trap 'echo bye' EXIT; alias e=echo; exec 3> log; echo to log >&3; chmod 600 ../f")},
		Probe: []orrery.Action{act("cat ~/mark mark 2>&1; pwd; cd ~; find . | sort; ls -la a a/b; cat a/f; declare -p x m; declare -f; trap; alias; echo $?"),
			act("echo $RANDOM; date +%s%N; cat a/b/log")},
		Divert: &divert, Invalid: []orrery.Action{{Domain: orrery.MCP, Text: "x"}}, Slow: &slow,
		Budgets: []worldtest.Budget{{Name: "output", Action: act("yes")}, {Name: "steps", Action: act("while :; do :; done")}},
	}
	if mode != "exec" {
		h.End = &end
	}
	return h
}

func TestConformance(t *testing.T) {
	for _, mode := range []string{"exec", "session"} {
		t.Run(mode, func(t *testing.T) { worldtest.Run(t, harness(mode)) })
	}
}
