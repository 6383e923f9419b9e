package patch

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// change is what happens to a file.
type change struct {
	name    string
	source  string // the file it was made from
	remove  bool
	content []byte
	perm    uint16
	backup  bool
	keep    bool // only a backup is made
	time    *stamp
}

// finish writes what came out of a patch: the file, its backup and the rejects.
func (w *work) finish() int {
	pt := w.pt
	if !pt.skipRest {
		w.copyTo(len(w.in))
		if status := w.store(); status != gnu.Go {
			return status
		}
	}
	if w.failed > 0 {
		pt.someFailed = true
		return w.saveRejects()
	}
	return gnu.Go
}

// store puts the patched file where it belongs.
func (w *work) store() int {
	pt := w.pt
	h := &pt.head
	if pt.output != "" {
		pt.outFile = append(pt.outFile, w.out...)
		return gnu.Go
	}
	mismatchBackup := !pt.posixEnv
	if pt.backupMismatch != nil {
		mismatchBackup = *pt.backupMismatch
	}
	backup := pt.backup || mismatchBackup && (w.mismatch || w.failed > 0)
	absent := h.absent[side(!pt.reverse)]
	c := change{name: w.outName, source: pt.inName, content: w.out, backup: backup, perm: w.perm()}
	if len(w.out) == 0 && (pt.removeEmpty || absent == 2 && !pt.posix) {
		c.remove = true
		return pt.do(c)
	}
	if len(w.out) > 0 && absent == 2 && (pt.removeEmpty || !pt.posix) {
		w.mismatch, pt.someFailed = true, true
		if pt.talk != talkSilent {
			pt.say("Not deleting file ", pt.quote(w.outName), " as content differs from patch\n")
		}
	}
	oldMode, newMode := h.modes[side(pt.reverse)], h.modes[side(!pt.reverse)]
	moved := w.outName != pt.inName
	setMode := oldMode != 0 && newMode != 0 && oldMode != newMode
	if w.failed >= w.hunks && h.kind != kindEd && !moved && !setMode {
		if !backup || !pt.inExists && w.hunks == 0 {
			return gnu.Go
		}
		c.keep = true
	}
	c.time = w.time()
	if status := pt.do(c); status != gnu.Go {
		return status
	}
	if moved && h.renamed() {
		return pt.do(change{name: pt.inName, remove: true, backup: backup})
	}
	return gnu.Go
}

// perm is the mode of the patched file.
func (w *work) perm() uint16 {
	pt := w.pt
	perm := uint16(0o666) &^ pt.p.Umask
	if pt.inExists {
		perm = pt.inStat.Perm
	}
	oldMode, newMode := pt.head.modes[side(pt.reverse)], pt.head.modes[side(!pt.reverse)]
	switch {
	case newMode == 0:
	case !pt.inExists:
		perm = newMode & 0o777
	case oldMode != 0 && oldMode != newMode:
		perm = perm&^0o777 | newMode&0o777
	}
	return perm
}

// time is the time to give to the file with -Z or -T.
func (w *work) time() *stamp {
	pt := w.pt
	if !pt.setTime && !pt.setUTC {
		return nil
	}
	t := pt.head.times[side(!pt.reverse)]
	if !t.known {
		return nil
	}
	old := pt.head.times[side(pt.reverse)]
	var why []string
	if !pt.force && pt.inExists && old.known && getSeconds(pt.inStat.Mtime) != old.at.Sec {
		why = append(why, "time mismatch")
	}
	if !pt.force && (w.mismatch || w.failed > 0) {
		why = append(why, "contents mismatch")
	}
	if len(why) > 0 {
		pt.say("Not setting time of file ", pt.quote(w.outName), " (", why[0], ")\n")
		return nil
	}
	return &t
}

func getSeconds(ns int64) int64 {
	sec := ns / kern.Second
	if ns%kern.Second < 0 {
		sec--
	}
	return sec
}

// do carries out a change. Those of git's patches wait for the end, so that files can be renamed in a circle; files are removed
// at the end too.
func (pt *patcher) do(c change) int {
	if pt.dryRun {
		return gnu.Go
	}
	if pt.head.git {
		return pt.later(c)
	}
	if status := pt.carryOut(); status != gnu.Go {
		return status
	}
	return pt.carry(&c)
}

// later keeps a change for the end. A file that is made anew is not removed, in whatever order that comes.
func (pt *patcher) later(c change) int {
	if c.remove {
		for i := range pt.pending {
			if pt.pending[i].name == c.name && !pt.pending[i].remove && pt.pending[i].source != c.name {
				return gnu.Go
			}
		}
		pt.doom(c.name)
	} else {
		pt.spare(c.name)
	}
	pt.pending = append(pt.pending, c)
	return gnu.Go
}

// doomed says whether a file is to be removed at the end.
func (pt *patcher) doomed(name string) bool {
	for _, n := range pt.deletes {
		if n == name {
			return true
		}
	}
	return false
}

func (pt *patcher) doom(name string) {
	if !pt.doomed(name) {
		pt.deletes = append(pt.deletes, name)
	}
}

// spare keeps a file that is made again from being removed.
func (pt *patcher) spare(name string) {
	for i, n := range pt.deletes {
		if n == name {
			pt.deletes = append(pt.deletes[:i], pt.deletes[i+1:]...)
			return
		}
	}
}

// carryOut carries out the changes that wait.
func (pt *patcher) carryOut() int {
	list := pt.pending
	pt.pending = nil
	for i := range list {
		if list[i].remove && !pt.doomed(list[i].name) {
			continue // made again since
		}
		if status := pt.carry(&list[i]); status != gnu.Go {
			return status
		}
	}
	return gnu.Go
}

// removeFiles removes the files that are to go.
func (pt *patcher) removeFiles() int {
	for _, name := range pt.deletes {
		if pt.talk == talkVerbose {
			pt.say("Removing file ", pt.quote(name), "\n")
		}
		if err := pt.p.Unlink(name); err != nil && err != error(tree.ENOENT) {
			return pt.fatal("Can't remove file %s : %s", pt.quote(name), kern.ErrText(err))
		}
		pt.removeDirs(name)
	}
	return gnu.Go
}

// carry carries out a change.
func (pt *patcher) carry(c *change) int {
	p := pt.p
	if c.backup && !pt.saved[c.name] && !pt.created[c.name] {
		if status := pt.makeBackup(c); status != gnu.Go {
			return status
		}
	}
	pt.saved[c.name] = true
	switch {
	case c.keep:
		if _, err := p.Lstat(c.name); err != nil {
			return pt.fatal("Can't reopen file %s : %s", pt.quote(c.name), kern.ErrText(err))
		}
		return gnu.Go
	case c.remove:
		pt.doom(c.name)
		return gnu.Go
	}
	pt.spare(c.name)
	if _, err := p.Lstat(c.name); err == error(tree.ENOENT) {
		pt.created[c.name] = true
	}
	return pt.write(c.name, c.content, c.perm, c.time)
}

// write makes a file anew, so that other names of the old one keep its content.
func (pt *patcher) write(name string, content []byte, perm uint16, t *stamp) int {
	p := pt.p
	if err := p.Unlink(name); err != nil && err != error(tree.ENOENT) {
		return pt.fatal("Can't remove file %s : %s", pt.quote(name), kern.ErrText(err))
	}
	pt.makeDirs(name)
	fd, err := p.Open(name, kern.WriteOnly|kern.Creat|kern.Trunc, 0o600)
	if err != nil {
		return pt.fatal("Can't create file %s : %s", pt.quote(name), kern.ErrText(err))
	}
	_, err = p.Write(fd, content)
	_ = p.Close(fd)
	if err == nil {
		err = p.Chmod(name, perm)
	}
	if err == nil && t != nil {
		if ns, ok := t.at.Nanos(); ok {
			err = p.Utimes(name, ns, ns, true, true)
		}
	}
	if err != nil {
		return pt.fatal("write error : %s", kern.ErrText(err))
	}
	return gnu.Go
}

// makeDirs makes the directories of a file.
func (pt *patcher) makeDirs(name string) {
	for i := 1; i < len(name); i++ {
		if name[i] == '/' && name[i-1] != '/' {
			_ = pt.p.Mkdir(name[:i], 0o777)
		}
	}
}

// removeDirs removes the directories of a file that have become empty.
func (pt *patcher) removeDirs(name string) {
	for {
		i := strings.LastIndexByte(name, '/')
		if i <= 0 {
			return
		}
		name = strings.TrimRight(name[:i], "/")
		if name == "" || pt.p.Rmdir(name) != nil {
			return
		}
		if pt.talk == talkVerbose {
			pt.say("Removed empty directory ", pt.quote(name), "\n")
		}
	}
}

// backupName is the name of the backup of a file.
func (pt *patcher) backupName(name string) string {
	if pt.control == gnu.BackupNumbered || pt.control == gnu.BackupExisting && pt.prefix == "" && pt.basePrefix == "" {
		return gnu.BackupName(pt.p, name, pt.control, pt.suffix)
	}
	i := strings.LastIndexByte(name, '/') + 1
	return pt.prefix + name[:i] + pt.basePrefix + name[i:] + pt.suffix
}

// makeBackup keeps the old content of a file; of one that is not there, an empty one.
func (pt *patcher) makeBackup(c *change) int {
	p := pt.p
	to := pt.backupName(c.name)
	pt.makeDirs(to)
	st, err := p.Stat(c.name)
	if err != nil {
		return pt.write(to, nil, 0o666&^p.Umask, nil)
	}
	b, err := p.ReadFile(c.name)
	if err != nil {
		return pt.fatal("Can't open file %s : %s", pt.quote(c.name), kern.ErrText(err))
	}
	if status := pt.write(to, b, st.Perm, nil); status != gnu.Go {
		return status
	}
	_ = p.Utimes(to, st.Atime, st.Mtime, true, true)
	return gnu.Go
}

// saveRejects tells how many hunks failed and keeps them.
func (w *work) saveRejects() int {
	pt := w.pt
	verdict := "FAILED"
	if pt.skipRest {
		verdict = "ignored"
	}
	pt.say(strconv.Itoa(w.failed), " out of ", strconv.Itoa(w.hunks), " hunk", plural(w.hunks), " ", verdict)
	if pt.dryRun || pt.rejects == "-" || w.outName == "" {
		pt.say("\n")
		return gnu.Go
	}
	name := pt.rejects
	if name == "" {
		name = w.outName + ".rej"
	}
	pt.say(" -- saving rejects to file ", pt.quote(name), "\n")
	content := w.rejects
	if pt.rejected[name] {
		old, err := pt.p.ReadFile(name)
		if err == nil {
			content = append(old[:len(old):len(old)], content...)
		}
	}
	pt.rejected[name] = true
	return pt.write(name, content, 0o666&^pt.p.Umask, nil)
}

// writeOutput writes the file of -o.
func (pt *patcher) writeOutput() int {
	if pt.output == "-" {
		_, _ = pt.p.Stdout.Write(pt.outFile)
		return gnu.Go
	}
	return pt.write(pt.output, pt.outFile, 0o666&^pt.p.Umask, nil)
}

// edScript applies an ed script such as diff -e makes.
func (w *work) edScript() int {
	pt := w.pt
	if n := len(w.in); n > 0 && w.in[n-1][len(w.in[n-1])-1] != '\n' && !pt.skipRest && !pt.dryRun {
		pt.p.Stdout.WriteString("Newline appended\n") // ed says it
		w.in[n-1] = append(w.in[n-1][:len(w.in[n-1]):len(w.in[n-1])], '\n')
	}
	for {
		start := pt.at
		line := pt.get()
		letter := byte(0)
		if line != nil {
			letter = edLetter(line)
		}
		if letter == 0 {
			pt.at = start
			break
		}
		if !w.edCommand(line, letter) {
			pt.p.Stdout.WriteString("?\n")
			return pt.fatal("ed FAILED")
		}
	}
	if pt.skipRest {
		pt.someFailed = true
		return gnu.Go
	}
	w.hunks = 1
	w.out, w.copied = w.out[:0], 0
	return w.finish()
}

// edCommand carries out one command on the lines of the input.
func (w *work) edCommand(line []byte, letter byte) bool {
	pt := w.pt
	if letter == 's' {
		return w.edDot()
	}
	from, s, given := scanNumber(line)
	if !given {
		from = w.growth
	}
	to := from
	if s[0] == ',' {
		to, _, _ = scanNumber(s[1:])
	}
	var text [][]byte
	if letter != 'd' {
		for {
			l := pt.get()
			if l == nil || string(l) == ".\n" {
				break
			}
			text = append(text, l)
		}
	}
	if pt.skipRest || pt.dryRun {
		return true
	}
	switch letter {
	case 'a':
		from, to = from+1, from
	case 'i':
		from, to = max(from, 1), max(from, 1)-1
	}
	if from < 1 || to > len(w.in) || to < from-1 {
		return false
	}
	pt.p.Tick(1 + len(text) + (len(w.in)-to)/16)
	w.in = slices.Replace(w.in, from-1, to, text...)
	w.growth = from - 1 + len(text) // the line ed is at
	return true
}

// edDot is s/.//: it takes the first of two dots away, which a script writes for a line that is a dot.
func (w *work) edDot() bool {
	at := w.growth
	if w.pt.skipRest || w.pt.dryRun {
		return true
	}
	if at < 1 || at > len(w.in) || len(bytes.TrimSuffix(w.in[at-1], []byte{'\n'})) == 0 {
		return false
	}
	w.in[at-1] = append([]byte(nil), w.in[at-1][1:]...)
	return true
}
