package scenario_test

import (
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/scenario"
)

func load(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestParseFull(t *testing.T) {
	s, err := scenario.Parse("full.yaml", load(t, "full.yaml"), scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	zero := 0.0
	section := func(line int, data string) orrery.Section {
		return orrery.Section{File: "full.yaml", Line: line, Data: []byte(data)}
	}
	want := orrery.Scenario{
		Name: "config-repair", Domain: orrery.Terminal, World: "exact",
		Task: "Make the service start.\n\nIt does not.\n", System: "You are in a terminal.\n", Seed: 1<<64 - 1,
		Limits: orrery.Limits{Turns: 20, ActionBytes: 4096, Output: 1_000_000},
		History: []orrery.Turn{
			{Action: orrery.Action{Domain: orrery.Terminal, Text: "pwd"}, Observation: orrery.Observation{
				Text: []byte("/home/user\n"), Result: orrery.TerminalResult{Stdout: []byte("/home/user\n"), Cwd: "/home/user"}, Valid: true}},
			{Action: orrery.Action{Domain: orrery.Terminal, Text: "echo \xff"}, Observation: orrery.Observation{
				Text: []byte("\xff\n"), Reward: &zero, Valid: true}},
		},
		Success:  section(24, "  run: test -f /tmp/done   # the check itself\n"),
		Controls: section(26, "- fail: {call: 4, status: 429}\n- slow: 2s\n"),
		Tools:    section(28, "       [bash, edit]\n"),
		Section:  section(30, "  user: user\n  # the files\n  files:\n    /etc/motd: |\n      hello\n\n      world\n    \"/tmp/a: b\": x\n"),
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("read %+v\nwant %+v", s, want)
	}
}

func TestParseSmall(t *testing.T) {
	for _, c := range []struct {
		name, in string
		domain   orrery.Domain
		line     int
		section  string
	}{
		{"only a domain", "domain: web\n", orrery.Web, 0, ""},
		{"only an empty section", "terminal:\n", orrery.Terminal, 1, ""},
		{"JSON", "{\"domain\": \"terminal\",\n \"terminal\": {\"user\": \"a,b}\\\"\", \"x\": [1, {}]}, \"seed\": 3}", orrery.Terminal, 2, `{"user": "a,b}\"", "x": [1, {}]}`},
		{"brackets that are not JSON", "{terminal: {a: it's, b: 'x}'', y', # }\n c: d}}", orrery.Terminal, 1, "{a: it's, b: 'x}'', y', # }\n c: d}"},
		{"text in brackets", "{mcp: plain text, domain: mcp}", orrery.MCP, 1, "plain text"},
		{"block text as a section", "swe: |\n  a\n\n  b\nseed: 1\n", orrery.SWE, 1, "     |\n  a\n\n  b\n"},
		{"brackets over two lines", "terminal: {a: 1,\n  b: 2}\nseed: 1\n", orrery.Terminal, 1, "          {a: 1,\n  b: 2}\n"},
		{"header, comments, no final newline", "# c\n---\n# d\nos:\n  a: 1\n  # e", orrery.OS, 5, "  a: 1\n  # e"},
		{"carriage returns", "os:\r\n  a: 1\r\nseed: 1\r\n", orrery.OS, 2, "  a: 1\r\n"},
		{"wide letters before", "task: \"äöü→\"\nos: {b: \"äöü\"}\n", orrery.OS, 2, "    {b: \"äöü\"}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := scenario.Parse("s.yaml", []byte(c.in), scenario.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if s.Domain != c.domain || s.Section.Line != c.line || string(s.Section.Data) != c.section {
				t.Errorf("domain %s, line %d, section %q\nwant %s, %d, %q", s.Domain, s.Section.Line, s.Section.Data, c.domain, c.line, c.section)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	const alone = "s.yaml:1: os: this value does not mean the same by itself (write a mapping or a list as a block, one key or item a line, and long text after |)"
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", "s.yaml:1: is empty"},
		{"only a comment", "# nothing\n", "s.yaml:1: is empty"},
		{"a list", "- a\n", "s.yaml:1: is a list, wanted a mapping"},
		{"a text", "hello\n", "s.yaml:1: is text, wanted a mapping"},
		{"no domain", "name: x\n", "s.yaml:1: domain: is missing (write one of terminal, swe, mcp, search, web, android, os)"},
		{"unknown domain", "name: x\ndomain: Terminal\n", `s.yaml:2: domain: there is no domain "Terminal" (domains: terminal, swe, mcp, search, web, android, os)`},
		{"unknown world", "domain: os\nworld: perfect\n", `s.yaml:2: world: there is no world "perfect" (worlds: exact, model, hybrid, recorded, remote)`},
		{"misspelt key", "domain: os\ntaks: x\n", "s.yaml:2: taks: unknown key (did you mean task?)"},
		{"unknown key", "domain: os\nlimits:\n  weather: 3\n", "s.yaml:3: limits.weather: unknown key (known here: turns, action_bytes, output, programs, tokens)"},
		{"key twice", "domain: os\nseed: 1\nseed: 2\n", `s.yaml:3: not YAML: mapping key "seed" already defined at [2:1]`},
		{"number for text", "domain: os\nname: 12\n", "s.yaml:2: name: is a whole number, wanted text (put it in quotes)"},
		{"nothing for text", "domain: os\nname:\n", "s.yaml:2: name: is empty, wanted text"},
		{"mapping for text", "domain: os\nname:\n  a: 1\n", "s.yaml:3: name: is a mapping, wanted text"},
		{"text for a number", "domain: os\nseed: soon\n", "s.yaml:2: seed: is text, wanted a whole number"},
		{"negative seed", "domain: os\nseed: -1\n", "s.yaml:2: seed: -1 is out of range; it must fit uint64"},
		{"seed too large", "domain: os\nseed: 18446744073709551616\n", "s.yaml:2: seed: is text, wanted a whole number"},
		{"fraction", "domain: os\nlimits: {turns: 1.5}\n", "s.yaml:2: limits.turns: is a number, wanted a whole number"},
		{"section of another domain", "domain: os\nweb:\n  a: 1\n", `s.yaml:2: web: this section does not belong to the domain "os"`},
		{"two sections", "os:\n  a: 1\nweb:\n  a: 1\n", `s.yaml:1: os: this section does not belong to the domain "web"`},
		{"history without an action", "domain: os\nhistory:\n  - observation: x\n", "s.yaml:3: history[0].action: is missing"},
		{"history is no list", "domain: os\nhistory: x\n", "s.yaml:2: history: is text, wanted a list"},
		{"unknown key in the history", "domain: os\nhistory:\n  - action: x\n    observation: {txt: x}\n", "s.yaml:4: history[0].observation.txt: unknown key (did you mean text?)"},
		{"exit out of range", "domain: terminal\nhistory:\n  - action: x\n    observation: {exit: 256}\n", "s.yaml:4: history[0].observation.exit: 256 is out of range; it must fit uint8"},
		{"not base64", "domain: os\nhistory:\n  - action: {text_b64: '*'}\n    observation: x\n", "s.yaml:3: history[0].action.text_b64: is not base64: illegal base64 data at input byte 0"},
		{"exit in a browser", "domain: web\nhistory:\n  - action: x\n    observation: {exit: 0}\n", `s.yaml:4: history[0].observation: stdout, stderr, exit and cwd belong to the domains terminal and swe, not to "web"`},
		{"reward that is not a number", "domain: os\nhistory:\n  - action: x\n    observation: {reward: .nan}\n", "s.yaml:4: history[0].observation.reward: is a number, wanted a finite number"},
		{"syntax", "domain: os\ntask: [a\n", "s.yaml:2: not YAML: sequence end token ']' not found"},
		{"tab", "domain: os\nlimits:\n\tturns: 1\n", "s.yaml:3: not YAML: found character '\t' that cannot start any token"},
		{"anchor", "domain: os\ntask: &x y\n", "s.yaml:2: anchors (&name) are not allowed in a scenario"},
		{"alias", "domain: os\ntask: *x\n", "s.yaml:2: aliases (*name) are not allowed in a scenario"},
		{"tag", "domain: os\ntask: !!str y\n", "s.yaml:2: tags (!name) are not allowed in a scenario"},
		{"merge", "domain: os\n<<: {task: y}\n", "s.yaml:2: merge keys (<<) are not allowed in a scenario"},
		{"text that hangs on its place", "os: 0\n - #000", alone},
		{"brackets that do not match", "{\"os\":{0]}}", alone},
		{"indentation number", "os: |2-\n   a\n", alone},
		{"two documents", "domain: os\n---\ndomain: os\n", "s.yaml:2: a second document; a scenario is one"},
		{"number as key", "domain: os\n1: x\n", `s.yaml:2: the key "1" is not text (put it in quotes)`},
		{"not UTF-8", "domain: os\ntask: \"\xff\"\n", "s.yaml:2: byte 0xff is not UTF-8"},
		{"deep brackets", "domain: os\nos: " + strings.Repeat("[", 100_000), "s.yaml:2: nested more than 64 deep"},
		{"deep dashes", "domain: os\nos:\n" + strings.Repeat("- ", 100_000), "s.yaml:3: nested more than 64 deep"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := scenario.Parse("s.yaml", []byte(c.in), scenario.Options{})
			if err == nil || err.Error() != c.want || !errors.Is(err, orrery.Invalid) {
				t.Errorf("error %v (kind %s)\nwant  %s", err, orrery.KindOf(err), c.want)
			}
		})
	}
}

func TestParseOptions(t *testing.T) {
	in := []byte("domain: os\nworld: mine\n")
	if s, err := scenario.Parse("s", in, scenario.Options{Worlds: []string{"mine"}}); err != nil || s.World != "mine" {
		t.Errorf("own world: %q, %v", s.World, err)
	}
	_, err := scenario.Parse("s", in, scenario.Options{MaxBytes: 5})
	if err == nil || err.Error() != "s: has 23 bytes; a scenario may have 5" {
		t.Errorf("too long: %v", err)
	}
}

type section struct {
	User  string            `yaml:"user,required"`
	Files map[string]string `yaml:"files"`
	Modes map[string]uint16 `yaml:"modes"`
	Quota *int64            `yaml:"quota"`
	Args  []string          `yaml:"args"`
	Load  float64           `yaml:"load"`
	Deep  struct {
		On bool `yaml:"on"`
	} `yaml:"deep"`
	Rest orrery.Section `yaml:"rest"`
}

func TestDecode(t *testing.T) {
	s := orrery.Section{File: "s.yaml", Line: 10, Data: []byte("  user: u\n  files: {a.b: x, a: y}\n  modes:\n    /x: 0o644\n" +
		"  quota: 0\n  args: [a, \"1\"]\n  load: 1\n  deep:\n    on: true\n  rest:\n    - x: 1\n")}
	var got section
	if err := scenario.Decode(s, "terminal", &got); err != nil {
		t.Fatal(err)
	}
	quota := int64(0)
	want := section{User: "u", Files: map[string]string{"a.b": "x", "a": "y"}, Modes: map[string]uint16{"/x": 0o644},
		Quota: &quota, Args: []string{"a", "1"}, Load: 1, Rest: orrery.Section{File: "s.yaml", Line: 20, Data: []byte("    - x: 1\n")}}
	want.Deep.On = true
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v\nwant %+v", got, want)
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"missing", "  quota: 1\n", "s.yaml:10: terminal.user: is missing"},
		{"unknown", "  user: u\n  deep: {of: true}\n", "s.yaml:11: terminal.deep.of: unknown key (did you mean on?)"},
		{"wrong type in a table", "  user: u\n  files:\n    /x: yes\n    /y: true\n", "s.yaml:13: terminal.files./y: is true or false, wanted text (put it in quotes)"},
		{"wrong type in a list", "  user: u\n  args:\n    - a\n    - 1\n", "s.yaml:13: terminal.args[1]: is a whole number, wanted text (put it in quotes)"},
		{"no boolean", "  user: u\n  deep: {on: yes}\n", "s.yaml:11: terminal.deep.on: is text, wanted true or false"},
		{"syntax", "  user: u\n  deep: {on\n", "s.yaml:11: terminal: not YAML: could not find flow map content"},
	} {
		err := scenario.Decode(orrery.Section{File: "s.yaml", Line: 10, Data: []byte(c.in)}, "terminal", &section{})
		if err == nil || err.Error() != c.want || !errors.Is(err, orrery.Invalid) {
			t.Errorf("%s: error %v (kind %s)\nwant  %s", c.name, err, orrery.KindOf(err), c.want)
		}
	}
	kept := section{User: "u"}
	if err := scenario.Decode(orrery.Section{}, "terminal", &kept); err != nil || kept.User != "u" {
		t.Errorf("no section: %+v, %v", kept, err)
	}
	for _, bad := range []any{nil, section{}, new(int), (*section)(nil)} {
		if err := scenario.Decode(orrery.Section{}, "x", bad); !errors.Is(err, orrery.Invalid) {
			t.Errorf("decode into %T: %v", bad, err)
		}
	}
}
