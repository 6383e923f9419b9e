package tar

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// quote writes a name within a message.
func (t *tarball) quote(s string) string { return gnu.Quote(s) }

// asker reads answers, a line each.
type asker struct {
	l *gnu.Lines
}

// ask shows what is about to be done to a file and reads whether to do it.
func (t *tarball) ask(action, name string) bool {
	if t.asker.l == nil {
		t.asker.l = gnu.NewLines(t.p, 0, '\n')
	}
	t.out.WriteString(action + " " + t.quote(name) + "?")
	_ = t.out.Flush()
	line, ended, err := t.asker.l.Next()
	if err != nil || !ended && len(line) == 0 {
		t.out.WriteString("\n")
		return false
	}
	return len(line) > 0 && (line[0] == 'y' || line[0] == 'Y')
}

// ownerArg reads NAME, ID or NAME:ID. The name is nil and the number -1 where nothing is said of them.
func (t *tarball) ownerArg(s string, user bool) (*string, int64) {
	if name, id, ok := strings.Cut(s, ":"); ok {
		v, err := strconv.ParseUint(id, 10, 31)
		if err != nil {
			t.fatal("%s: Invalid owner or group ID", t.colon(id))
		}
		if name == "" {
			return t.nameOf(v, user), int64(v)
		}
		return &name, int64(v)
	}
	if user {
		if u := t.p.K.UserByName(s); u != nil {
			return &s, int64(u.UID)
		}
	} else if g := t.p.K.GroupByName(s); g != nil {
		return &s, int64(g.GID)
	}
	if v, err := strconv.ParseUint(s, 10, 31); err == nil {
		return t.nameOf(v, user), int64(v)
	}
	return &s, -1
}

func (t *tarball) nameOf(id uint64, user bool) *string {
	name := ""
	if user {
		if u := t.p.K.UserByID(uint32(id)); u != nil {
			name = u.Name
		}
	} else if g := t.p.K.GroupByID(uint32(id)); g != nil {
		name = g.Name
	}
	return &name
}

// mapping is a line of --owner-map: who becomes whom.
type mapping struct {
	from int64
	name string
	id   int64
}

// readMap reads a file of mappings.
func (t *tarball) readMap(file string, user bool) []mapping {
	b, err := t.p.ReadFile(file)
	if err != nil {
		t.fatal("%s: Cannot open: %s", t.colon(file), kern.ErrText(err))
	}
	var out []mapping
	for i, l := range lines(string(b)) {
		l, _, _ = strings.Cut(l, "#")
		f := strings.Fields(l)
		if len(f) == 0 {
			continue
		}
		if len(f) < 2 {
			t.fatal("%s:%d: Invalid owner or group name", t.colon(file), i+1)
		}
		_, from := t.ownerArg(f[0], user)
		name, id := t.ownerArg(f[1], user)
		m := mapping{from: from, id: id}
		if name != nil {
			m.name = *name
		}
		out = append(out, m)
	}
	return out
}

// dateOrFile reads a date, or takes that of a file whose name begins with a slash or a dot.
func (t *tarball) dateOrFile(option, s string) *int64 {
	if s != "" && (s[0] == '/' || s[0] == '.') {
		st, err := t.p.Stat(s)
		if err != nil {
			t.errorf("%s: Cannot stat: %s", t.colon(s), kern.ErrText(err))
			t.usageError("Date sample file not found")
		}
		return &st.Mtime
	}
	ns, ok := gnu.ParseDate(s, t.now, t.zone)
	if !ok {
		t.errorf("Substituting -9223372036854775807 for unknown date format %s", t.quote(s))
		ns = -1 << 62
	}
	t.dates = append(t.dates, dateNote{option, s, ns, ok})
	return &ns
}

type dateNote struct {
	option, text string
	ns           int64
	ok           bool
}

// dateNotes says with -v how dates were understood.
func (t *tarball) dateNotes() {
	for _, d := range t.dates {
		if !d.ok || t.o.verbose == 0 {
			continue
		}
		s := gnu.Strftime("%Y-%m-%d %H:%M:%S", d.ns, t.zone)
		if d.ns%1e9 != 0 {
			s += "." + strings.TrimRight(gnu.Strftime("%N", d.ns, t.zone), "0")
		}
		if s != d.text {
			t.errorf("Option --%s: Treating date '%s' as %s", d.option, d.text, s)
		}
	}
}

func (t *tarball) recordSize(val string) {
	n, err := strconv.ParseUint(val, 10, 31)
	if err != nil || n == 0 {
		t.usageError(t.colon(val) + ": Invalid record size")
	}
	if n%blockSize != 0 {
		t.usageError("Record size must be a multiple of 512.")
	}
	t.o.blocking = int(n / blockSize)
}

func (t *tarball) quotingStyle(val string) {
	for i, s := range gnu.QuoteStyles {
		if s == val {
			t.o.style = gnu.Style(i)
			return
		}
	}
	t.fatal("Unknown quoting style '%s'. Try '%s --quoting-style=help' to get a list.", val, t.p.Args[0])
}

var warnings = [...]string{"all", "alone-zero-block", "bad-dumpdir", "cachedir", "contiguous-cast", "file-changed", "file-ignored",
	"file-removed", "file-shrank", "file-unchanged", "filename-with-nuls", "ignore-archive", "ignore-newer", "new-directory",
	"rename-directory", "symlink-cast", "timestamp", "unknown-cast", "unknown-keyword", "xdev", "decompress-program",
	"existing-file", "xattr-write", "record-size", "failed-read"}

func (t *tarball) warningArg(val string) {
	on := true
	if rest, ok := strings.CutPrefix(val, "no-"); ok {
		val, on = rest, false
	}
	if val == "none" {
		val, on = "all", false
	}
	w := warnings[t.word("--warning", val, warnings[:]...)]
	if t.o.warn == nil {
		t.o.warn = map[string]bool{}
	}
	if w != "all" {
		t.o.warn[w] = on
		return
	}
	for _, c := range warnings {
		t.o.warn[c] = on
	}
}

func (t *tarball) paxOption(val string) {
	for _, kw := range strings.Split(val, ",") {
		kw = strings.TrimLeft(kw, " \t")
		key, v, ok := strings.Cut(kw, "=")
		switch {
		case ok && key == "delete":
			t.o.paxDelete = append(t.o.paxDelete, v)
		case ok && key == "exthdr.name":
			t.o.paxName = v
		case ok && (key == "globexthdr.name" || key == "exthdr.mtime" || key == "globexthdr.mtime"):
		case ok && strings.HasSuffix(key, ":"):
			t.o.paxSet = append(t.o.paxSet, [2]string{strings.TrimSuffix(key, ":"), v})
			t.o.paxGlobal = append(t.o.paxGlobal, [2]string{strings.TrimSuffix(key, ":"), v})
		case ok:
			t.o.paxGlobal = append(t.o.paxGlobal, [2]string{key, v})
		default:
			t.usageError("Keyword " + kw + " is unknown or not yet implemented")
		}
	}
	if !t.o.formatSet {
		t.setFormat(formatPax)
	}
}

// openBackup keeps an old archive when --backup asks for it.
func (t *tarball) openBackup() {
	if t.o.op == 'c' {
		t.backUp(t.archive)
	}
}

// backUp renames a file that is about to be replaced.
func (t *tarball) backUp(name string) bool {
	if t.o.backup == gnu.BackupNone {
		return true
	}
	st, err := t.p.Lstat(name)
	if err != nil || st.IsDir() {
		return true
	}
	to := gnu.BackupName(t.p, name, t.o.backup, gnu.BackupSuffix(t.p, t.o.suffix))
	if err := t.p.Rename(name, to); err != nil {
		t.fail("%s: Cannot rename to %s: %s", t.colon(name), t.quote(to), kern.ErrText(err))
		return false
	}
	if t.o.verbose > 0 {
		t.out.WriteString("Renaming " + t.quote(name) + " to " + t.quote(to) + "\n")
	}
	return true
}

// toCommandOrStdout hands a member's content to a program or to standard output, where an option says so.
func (t *tarball) toCommandOrStdout(m *member, name string) bool {
	if !t.o.stdout && t.o.toCommand == "" {
		return false
	}
	if !m.isFile() {
		t.skip(m)
		return true
	}
	if t.o.stdout {
		if rest, ok := t.copyOut(m, 1, name); !ok {
			t.skipRest(rest)
		}
		return true
	}
	t.pipeOut(m, name)
	return true
}

func (t *tarball) pipeOut(m *member, name string) {
	_ = t.p.Stdout.Flush()
	r, w := t.p.Pipe()
	env := []kern.EnvVar{{Name: "TAR_FILENAME", Value: name}, {Name: "TAR_REALNAME", Value: m.stored}, {Name: "TAR_FILETYPE", Value: "f"},
		{Name: "TAR_MODE", Value: "0" + strconv.FormatInt(int64(m.mode), 8)}, {Name: "TAR_SIZE", Value: strconv.FormatInt(m.real, 10)},
		{Name: "TAR_UNAME", Value: m.uname}, {Name: "TAR_GNAME", Value: m.gname}, {Name: "TAR_UID", Value: strconv.FormatInt(m.uid, 10)},
		{Name: "TAR_GID", Value: strconv.FormatInt(m.gid, 10)}, {Name: "TAR_MTIME", Value: strconv.FormatInt(floorSeconds(m.mtime), 10)}}
	env = append(env, t.environment()...)
	c := t.p.Fork()
	_ = c.SetFD(0, r)
	prog, err := c.Load("/bin/sh", []string{"/bin/sh", "-c", t.o.toCommand}, append(append([]kern.EnvVar{}, t.p.Env...), env...))
	if err != nil {
		c.Abandon()
		t.fatal("%s: Cannot exec: %s", t.colon("/bin/sh"), kern.ErrText(err))
	}
	for i := range env {
		env[i].Label = m.label
	}
	c.Start(t.ctx, prog)
	fd, _ := t.p.AddFD(w, 3)
	t.p.SetSignal(kern.SIGPIPE, kern.Ignore)
	rest, ok := t.copyOut(m, fd, name)
	_ = t.p.Close(fd)
	t.p.SetSignal(kern.SIGPIPE, kern.Default)
	st, _ := t.p.Wait(c)
	if !ok {
		t.skipRest(rest)
	}
	if t.o.ignoreCommand {
		return
	}
	switch {
	case st.Signal != 0:
		t.fail("%d: Child terminated on signal %d", c.PID, st.Signal)
	case st.Code != 0:
		t.fail("%d: Child returned status %d", c.PID, st.Code)
	}
}

// environment is what a program that tar starts learns of the run.
func (t *tarball) environment() []kern.EnvVar {
	names := map[format]string{formatGNU: "gnu", formatOldGNU: "oldgnu", formatPax: "posix", formatUstar: "ustar", formatV7: "v7"}
	return []kern.EnvVar{{Name: "TAR_VERSION", Value: "1.34"}, {Name: "TAR_ARCHIVE", Value: t.archive},
		{Name: "TAR_BLOCKING_FACTOR", Value: strconv.Itoa(t.o.blocking)}, {Name: "TAR_SUBCOMMAND", Value: opName(t.o.op)},
		{Name: "TAR_FORMAT", Value: names[t.o.format]}}
}

// shell runs a command line and waits for it.
func (t *tarball) shell(ctx context.Context, command string, env []kern.EnvVar) {
	_ = t.p.Stdout.Flush()
	c := t.p.Fork()
	prog, err := c.Load("/bin/sh", []string{"/bin/sh", "-c", command}, append(append([]kern.EnvVar{}, t.p.Env...), env...))
	if err != nil {
		c.Abandon()
		return
	}
	c.Run(ctx, prog)
}
