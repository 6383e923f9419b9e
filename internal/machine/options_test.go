package machine_test

import (
	"flag"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine"
)

var updateOptions = flag.Bool("update", false, "write docs/options.md anew from the real programs")

const (
	optionsPage = "../../docs/options.md"
	optionsHead = `# Options of the tools

Every option that a tool of Debian 12 lists in its --help, and what the machine does with it: *simulated* options are read and acted
upon, *unsupported* ones end the tool with status 2 and a warning, *missing* ones are rejected as unknown. Written by ` + "`make docs`" + `.

| tool | simulated | unsupported | missing |
|---|---|---|---|
`
)

// optionTools are the tools of the page, all of which take GNU's --help.
var optionTools = strings.Fields("arch b2sum base32 base64 basename basenc cat chgrp chmod chown cksum cmp comm cp csplit cut date dd df diff dir dirname du env " +
	"envsubst expand expr factor fallocate flock fmt fold getopt grep groups gzip head id install join link ln logname look ls md5sum mkdir mkfifo mknod mktemp mv " +
	"nice nl nohup nproc numfmt od paste patch pathchk pr printenv pwd readlink realpath rm rmdir sed seq setsid sha1sum sha224sum sha256sum sha384sum " +
	"sha512sum shuf sleep sort split stat stdbuf sum sync tac tail tar tee timeout touch tr truncate tsort tty uname unexpand uniq unlink uptime users vdir wc " +
	"who whoami xargs yes")

// optionColumn is what stands before the description in a line of help that is about options; "-M  from first" explains ranges.
var (
	optionColumn = regexp.MustCompile(`^ {1,8}-\S+(?: +-\S+| \S+)*`)
	optionName   = regexp.MustCompile(`(?:^|[ ,])(--[a-z0-9][-a-z0-9]*|-[A-Za-z0-9](?:\[|\b))`)
)

// realOptions takes the names of the options out of the real program's help.
func realOptions(t *testing.T, tool string) []string {
	t.Helper()
	cmd := exec.Command(tool, "--help")
	cmd.Env = []string{"LANG=C.UTF-8", "PATH=/usr/bin:/bin"}
	b, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s --help: %v", tool, err)
	}
	var names []string
	for line := range strings.Lines(string(b)) {
		for _, m := range optionName.FindAllStringSubmatch(optionColumn.FindString(line), -1) {
			if n := strings.TrimSuffix(m[1], "["); !strings.HasPrefix(line, "  -M   ") && n != "--help" && n != "--version" && !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	return names
}

// optionStatus runs the tool with the option, without and with an argument, and returns the column of the page: 0 simulated,
// 1 unsupported, 2 missing.
func optionStatus(t *testing.T, m *machine.Machine, tool, option string) int {
	t.Helper()
	with := option + "1"
	if strings.HasPrefix(option, "--") {
		with = option + "=1"
	}
	for _, arg := range []string{option, with} {
		out := string(run(t, m.Fork(), "timeout 1 "+tool+" "+arg+" </dev/null 2>&1 | head -c 600").Merged.Bytes)
		switch {
		case strings.Contains(out, "unsupported option"):
			return 1
		case arg == option && (strings.Contains(out, "unrecognized option '"+option) || strings.Contains(out, "invalid option -- '"+option[1:]+"'")),
			strings.Contains(out, "not simulated"):
			return 2
		}
	}
	return 0
}

// optionsLine is the line of the page for a tool with the given options.
func optionsLine(t *testing.T, m *machine.Machine, tool string, options []string) string {
	t.Helper()
	var columns [3][]string
	for _, o := range options {
		s := optionStatus(t, m, tool, o)
		columns[s] = append(columns[s], "`"+o+"`")
	}
	line := "| " + tool
	for _, c := range columns {
		line += " | " + strings.Join(c, " ")
	}
	return line + " |\n"
}

// TestOptionsPage checks that docs/options.md says of every option what the machine does with it. With -update the page is
// written anew, its options out of the real programs.
func TestOptionsPage(t *testing.T) {
	m := newMachine(t, machine.Options{})
	page := optionsHead
	if *updateOptions {
		for _, tool := range optionTools {
			page += optionsLine(t, m, tool, realOptions(t, tool))
		}
		if err := os.WriteFile(optionsPage, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	b, err := os.ReadFile(optionsPage)
	if err != nil {
		t.Fatal(err)
	}
	rows, ok := strings.CutPrefix(string(b), optionsHead)
	if !ok {
		t.Fatal("the head of docs/options.md is not that of the test: make docs")
	}
	var tools []string
	for row := range strings.Lines(rows) {
		tool := strings.Fields(row)[1]
		tools = append(tools, tool)
		var options []string
		for i, s := range strings.Split(row, "`") {
			if i%2 == 1 {
				options = append(options, s)
			}
		}
		if want := optionsLine(t, m, tool, options); want != row {
			t.Errorf("docs/options.md is out of date (make docs)\npage:    %smachine: %s", row, want)
		}
	}
	if !slices.Equal(tools, optionTools) {
		t.Errorf("docs/options.md lists other tools than the test: make docs")
	}
}
