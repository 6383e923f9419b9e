package patch

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// run applies all patches of the input.
func (pt *patcher) run(operands []string) int {
	p := pt.p
	pt.backupSettings()
	if pt.dir != "" {
		if err := p.Chdir(pt.dir); err != nil {
			return pt.fatal("Can't change to directory %s : %s", pt.quote(pt.dir), kern.ErrText(err))
		}
	}
	pt.toStderr = pt.output == "-"
	if len(operands) > 0 {
		pt.target = operands[0]
	}
	if len(operands) > 1 {
		pt.input = operands[1]
	}
	if pt.output != "" && pt.output != "-" && !pt.dryRun {
		if status := pt.write(pt.output, nil, 0o666&^p.Umask, nil); status != gnu.Go {
			return status
		}
	}
	if status := pt.readPatch(); status != gnu.Go {
		return status
	}
	for first := true; ; first = false {
		more, status := pt.nextPatch(first)
		if status != gnu.Go {
			return status
		}
		if !more && !(first && pt.output != "" && pt.target != "") {
			break
		}
		if status := pt.apply(); status != gnu.Go {
			return status
		}
		pt.base = max(pt.at, pt.base+1) // never stand still
	}
	if status := pt.carryOut(); status != gnu.Go {
		return status
	}
	if status := pt.removeFiles(); status != gnu.Go {
		return status
	}
	if pt.output != "" && !pt.dryRun {
		if status := pt.writeOutput(); status != gnu.Go {
			return status
		}
	}
	if pt.someFailed {
		return 1
	}
	return 0
}

// backupSettings works out how backups are made.
func (pt *patcher) backupSettings() {
	if !pt.controlGiven {
		for _, name := range []string{"PATCH_VERSION_CONTROL", "VERSION_CONTROL"} {
			if v, ok := pt.p.Getenv(name); ok && v != "" {
				for i, w := range controlWords {
					if w == v {
						pt.setControl(gnu.Backup(i / 2))
					}
				}
				break
			}
		}
	}
	if !pt.controlGiven {
		pt.control = gnu.BackupExisting
	}
	if pt.suffix == "" {
		pt.suffix, _ = pt.p.Getenv("SIMPLE_BACKUP_SUFFIX")
	}
	if pt.suffix == "" && (pt.prefix == "" && pt.basePrefix == "" || pt.control == gnu.BackupNumbered) {
		pt.suffix = ".orig"
	}
}

// readPatch reads the patch and cuts it into lines.
func (pt *patcher) readPatch() int {
	p := pt.p
	var b []byte
	var err error
	if pt.input == "" || pt.input == "-" {
		b, err = p.ReadAll(0)
	} else {
		b, err = p.ReadFile(pt.input)
	}
	if err != nil {
		return pt.fatal("Can't open patch file %s : %s", pt.quote(pt.input), kern.ErrText(err))
	}
	n := bytes.Count(b, []byte{'\n'}) + 1
	p.Tick(1 + len(b)>>6)
	p.Hold(int64(n) * 24)
	pt.lines = splitLines(b)
	return gnu.Go
}

// splitLines cuts text after each newline.
func splitLines(b []byte) [][]byte {
	lines := make([][]byte, 0, bytes.Count(b, []byte{'\n'})+1)
	for len(b) > 0 {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			i = len(b) - 1
		}
		lines = append(lines, b[:i+1:i+1])
		b = b[i+1:]
	}
	return lines
}

// nextPatch looks for another patch and the file that it is for.
func (pt *patcher) nextPatch(first bool) (more bool, status int) {
	verbose := pt.talk == talkVerbose
	if !first && pt.base >= len(pt.lines) {
		if verbose {
			pt.say("done\n")
		}
		return false, gnu.Go
	}
	if verbose {
		pt.say("Hmm...")
	}
	pt.head = header{}
	pt.skipRest, pt.applied, pt.reverse = false, false, pt.reverseFlag
	pt.inName, pt.inExists = "", false
	k, status := pt.recognize()
	if status != gnu.Go {
		return false, status
	}
	if k == kindNone {
		if verbose {
			if first {
				pt.say("  I can't seem to find a patch in there anywhere.\n")
			} else {
				pt.say("  Ignoring the trailing garbage.\ndone\n")
			}
		}
		if first && len(pt.lines) > 0 {
			return false, pt.fatal("Only garbage was found in the patch input.")
		}
		return false, gnu.Go
	}
	pt.head.kind = k
	if verbose {
		look := "  Looks"
		if !first {
			look = "  The next patch looks"
		}
		pt.say(look, " like ", kindNames[k], " to me...\n")
	}
	if pt.talk != talkSilent {
		pt.remarks()
	}
	pt.leadingText()
	pt.at = pt.head.start
	if pt.inName == "" && !pt.skipRest {
		pt.noFile()
	}
	return true, gnu.Go
}

var kindNames = [...]string{kindContext: "a context diff", kindUnified: "a unified diff", kindNewContext: "a new-style context diff",
	kindNormal: "a normal diff", kindEd: "an ed script", kindBinary: "a git binary diff"}

// remarks tells what is odd about a patch.
func (pt *patcher) remarks() {
	h := &pt.head
	if h.indent > 0 {
		pt.say("(Patch is indented ", strconv.Itoa(h.indent), " space", plural(h.indent), ".)\n")
	}
	if h.stripCR {
		pt.say("(Stripping trailing CRs from patch; use --binary to disable.)\n")
	}
	if h.nested > 0 {
		pt.say("(RFC 934 nesting level ", strconv.Itoa(h.nested), ".)\n")
	}
	if pt.inName == "" && !pt.skipRest {
		pt.say("can't find file to patch at input line ", strconv.Itoa(h.start+1), "\n")
		if h.kind != kindEd && h.kind != kindNormal || h.names[oldName] != nil || h.names[newName] != nil {
			if pt.strip < 0 {
				pt.say("Perhaps you should have used the -p or --strip option?\n")
			} else {
				pt.say("Perhaps you used the wrong -p or --strip option?\n")
			}
		}
	}
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// leadingText shows what stood before a patch when that may help.
func (pt *patcher) leadingText() {
	verbose := pt.talk == talkVerbose || pt.inName == "" && !pt.skipRest
	if !verbose || pt.base >= pt.head.start {
		return
	}
	pt.say("The text leading up to this was:\n--------------------------\n")
	for _, l := range pt.lines[pt.base:pt.head.start] {
		pt.p.Tick(1)
		pt.say("|", string(l))
		if l[len(l)-1] != '\n' {
			pt.say("\n")
		}
	}
	pt.say("--------------------------\n")
}

// noFile asks for the file to patch; without an answer the patch is skipped.
func (pt *patcher) noFile() {
	for {
		if pt.force || pt.batch {
			if pt.talk != talkSilent {
				pt.say("No file to patch.  Skipping patch.\n")
			}
			pt.skipRest = true
			return
		}
		if name := strings.TrimSpace(pt.ask("File to patch: ")); name != "" {
			st, err := pt.p.Stat(name)
			if err == nil {
				pt.inName, pt.inExists, pt.inStat = name, true, st
				return
			}
			pt.say(pt.quote(name), ": ", kern.ErrText(err), "\n")
		}
		if answer := pt.ask("Skip this patch? [y] "); answer == "" || answer[0] != 'n' {
			if pt.talk != talkSilent {
				pt.say("Skipping patch.\n")
			}
			pt.skipRest = true
			return
		}
	}
}

// maxAnswer bounds a line typed at a terminal.
const maxAnswer = 4096

// ask puts a question at the terminal; without one the answer is empty.
func (pt *patcher) ask(question string) string {
	pt.say(question)
	p := pt.p
	if !p.IsTerminal(0) {
		pt.say("\n")
		return ""
	}
	_ = p.Stdout.Flush()
	var b []byte
	for len(b) < maxAnswer {
		var c [1]byte
		n, err := p.Read(0, c[:])
		if err != nil || n == 0 || c[0] == '\n' {
			break
		}
		b = append(b, c[0])
	}
	return string(b)
}

// reversible asks whether a patch that seems to be reversed shall be applied the other way round.
func (pt *patcher) reversible(text string) bool {
	if pt.forward || !pt.force || pt.talk != talkSilent {
		pt.say(text)
	}
	switch {
	case pt.forward:
		pt.say("  Skipping patch.\n")
		pt.skipRest = true
		return false
	case pt.force:
		if pt.talk != talkSilent {
			pt.say("  Applying it anyway.\n")
		}
		return false
	case pt.batch:
		if pt.reverse {
			pt.say("  Ignoring -R.\n")
		} else {
			pt.say("  Assuming -R.\n")
		}
		return true
	}
	question := "  Assume -R? [n] "
	if pt.reverse {
		question = "  Ignore -R? [n] "
	}
	if strings.HasPrefix(pt.ask(question), "y") {
		return true
	}
	if !strings.HasPrefix(pt.ask("Apply anyway? [n] "), "y") {
		if pt.talk != talkSilent {
			pt.say("Skipping patch.\n")
		}
		pt.skipRest = true
	}
	return false
}

// isRegular says whether a file may be patched.
func isRegular(st *kern.Stat) bool { return st.Kind == tree.Regular }
