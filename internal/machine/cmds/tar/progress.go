package tar

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// action is what happens at a checkpoint.
type action struct {
	kind byte // 'd' dot, 'e' echo, 'b' bell, 't' ttyout, 's' sleep, 'x' exec, 'T' totals, 'w' wait
	text string
	n    int64
}

const defaultCheckpoint = 10

func (t *tarball) checkpointArg(val string) {
	if rest, ok := strings.CutPrefix(val, "."); ok {
		val = rest
		t.o.actions = append(t.o.actions, action{kind: 'd'})
	}
	t.o.checkpoint = defaultCheckpoint
	if val == "" {
		return
	}
	n, err := strconv.ParseUint(val, 10, 31)
	if err != nil || n == 0 {
		t.fatal("--checkpoint value is not an integer")
	}
	t.o.checkpoint = int(n)
}

func (t *tarball) checkpointAction(val string) {
	if t.o.checkpoint == 0 {
		t.o.checkpoint = defaultCheckpoint
	}
	name, arg, _ := strings.Cut(val, "=")
	a := action{text: arg}
	switch {
	case val == "dot" || val == ".":
		a.kind = 'd'
	case name == "echo":
		a.kind = 'e'
	case val == "bell":
		a.kind = 'b'
	case name == "ttyout":
		a.kind = 't'
	case val == "totals":
		a.kind = 'T'
	case name == "exec" && arg != "":
		a.kind = 'x'
	case name == "sleep":
		n, err := strconv.ParseUint(arg, 10, 31)
		if err != nil {
			t.fatal("%s: not a valid timeout", arg)
		}
		a.kind, a.n = 's', int64(n)
	case name == "wait" && arg != "":
		a.kind = 'w'
	default:
		t.fatal("%s: unknown checkpoint action", val)
	}
	t.o.actions = append(t.o.actions, a)
}

// records counts records that were read or written and runs the checkpoints.
func (t *tarball) records(some, write bool) {
	if !some {
		return
	}
	t.nrecords++
	if t.o.checkpoint == 0 || t.nrecords%t.o.checkpoint != 0 {
		return
	}
	if len(t.o.actions) == 0 {
		t.errorf("%s", t.checkpointText("", write))
	}
	for _, a := range t.o.actions {
		switch a.kind {
		case 'd':
			_ = t.p.Stdout.Flush()
			t.p.Stdout.WriteString(".")
			_ = t.p.Stdout.Flush()
		case 'e':
			t.errorf("%s", t.checkpointText(a.text, write))
		case 'b':
			t.p.Stdout.WriteString("\a")
		case 's':
			t.p.Sleep(a.n * kern.Second)
		case 'T':
			t.totalLine(write)
		case 'x':
			env := append(t.environment(), kern.EnvVar{Name: "TAR_CHECKPOINT", Value: strconv.Itoa(t.nrecords)})
			t.shell(t.ctx, a.text, env)
		}
	}
}

// checkpointText fills in the message of a checkpoint.
func (t *tarball) checkpointText(form string, write bool) string {
	did := "Read"
	if write {
		did = "Write"
	}
	if form == "" {
		return did + " checkpoint " + strconv.Itoa(t.nrecords)
	}
	return strings.NewReplacer("%u", strconv.Itoa(t.nrecords), "%s", strings.ToLower(did), "%d", "0", "%%", "%",
		"%t", gnu.Strftime("%c", t.p.K.Now(), t.zone), "%c", did+" checkpoint "+strconv.Itoa(t.nrecords), "%*", "").Replace(form)
}

func (t *tarball) totalsArg(val string) {
	if val == "" {
		t.o.totals = true
		return
	}
	if n := strings.TrimPrefix(val, "SIG"); n != "HUP" && n != "QUIT" && n != "INT" && n != "USR1" && n != "USR2" {
		t.fatal("Unknown signal name: %s", val)
	}
}

// printTotals ends a run with --totals.
func (t *tarball) printTotals() {
	if t.o.totals {
		t.totalLine(t.w != nil)
	}
}

// totalLine says how many bytes went through, and how fast: the virtual clock stands still while tar works, so that there is
// no rate.
func (t *tarball) totalLine(write bool) {
	what, n := "Total bytes read: ", int64(0)
	switch {
	case write:
		what, n = "Total bytes written: ", t.w.total
	case t.r != nil:
		n = t.r.base + int64(t.r.have)
	}
	_ = t.p.Stdout.Flush()
	t.p.Stderr.WriteString(what + strconv.FormatInt(n, 10) + " (" + abbreviated(n) + "iB, ?/s)\n")
}

func abbreviated(n int64) string {
	f := gnu.SizeFormat{Block: 1, Auto: true}
	return f.Format(uint64(n), 1)
}
