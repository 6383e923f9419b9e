package web

import (
	"path"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// place finds out where the body goes.
func (x *transfer) place() int {
	if x.upload != "" && strings.HasSuffix(x.t.path, "/") {
		x.t.path += path.Base(x.upload)
	}
	name := x.out.name
	if x.out.remote {
		name = x.t.path[strings.LastIndexByte(x.t.path, '/')+1:]
		if name == "" {
			if !x.silent || x.showError {
				x.errs.WriteString("curl: Remote file name has no length!\n")
			}
			x.errorText = "Failed writing received data to disk/application"
			return curlWrite
		}
	}
	if name == "-" {
		name = ""
	}
	if dir := last(x.outputDir); dir != "" && name != "" {
		name = strings.TrimSuffix(dir, "/") + "/" + name
	}
	if name != "" && x.createDirs {
		for i := 1; i < len(name); i++ {
			if name[i] == '/' {
				_ = x.p.Mkdir(name[:i], 0o750) // what is missing shows when the file is opened
			}
		}
	}
	x.file = name
	return curlOK
}

// take shows or keeps an answer: header, body and failure as the options say.
func (x *transfer) take() int {
	a := x.answer
	x.tellAnswer()
	x.tick(a.took)
	following := x.location && a.redirect() != ""
	failed := a.status >= 400 && (x.fail || x.failBody)
	if !x.dumpHead() {
		return curlWrite
	}
	body := a.body
	if following || failed && x.fail && !x.failBody {
		body = nil
	}
	if x.maxSize > 0 && int64(len(a.body)) > x.maxSize {
		x.errorText = "Maximum file size exceeded"
		x.endMeter(false)
		return curlFileSize
	}
	head := ""
	if x.include || x.headOnly {
		head = a.head()
	}
	x.written = int64(len(body))
	err := x.write(head, body, following)
	x.tellData(len(a.body))
	x.endMeter(failed && !x.failBody)
	switch {
	case err != nil:
		x.errorText = "Failure writing output to destination"
		return curlWrite
	case failed:
		x.errorText = "The requested URL returned error: " + itoa(a.status)
		return curlHTTP
	}
	return curlOK
}

// dumpHead appends the header to the file of --dump-header.
func (x *transfer) dumpHead() bool {
	name := last(x.dump)
	switch name {
	case "":
		return true
	case "-":
		x.p.Stdout.WriteString(x.answer.head())
		return true
	}
	flags := kern.WriteOnly | kern.Creat | kern.Append
	if x.redirects == 0 && x.no == 0 {
		flags |= kern.Trunc
	}
	fd, err := x.p.Open(name, flags, 0o666)
	if err != nil {
		x.errorText = "Failed to open " + name
		return false
	}
	_, err = x.p.WriteLabel(fd, []byte(x.answer.head()), tree.Recorded)
	return x.p.Close(fd) == nil && err == nil
}

// write puts header and body where they go.
func (x *transfer) write(head string, body []byte, following bool) error {
	if x.file == "" {
		x.p.Stdout.WriteString(head)
		for len(body) > 0 {
			n := min(len(body), 16<<10)
			x.p.Stdout.WriteLabel(body[:n], tree.Recorded)
			body = body[n:]
		}
		return x.p.Stdout.Err()
	}
	if x.headerName && x.out.remote {
		if name := dispositionName(x.answer.header("Content-Disposition")); name != "" {
			x.file = name
			if dir := last(x.outputDir); dir != "" {
				x.file = strings.TrimSuffix(dir, "/") + "/" + name
			}
		}
	}
	if len(body) == 0 && head == "" && (following || x.answer.status >= 400 && x.fail) {
		return nil
	}
	flags := kern.WriteOnly | kern.Creat | kern.Trunc
	if x.redirects > 0 && head != "" {
		flags = kern.WriteOnly | kern.Creat | kern.Append
	}
	if x.noClobber || x.headerName && x.out.remote {
		flags |= kern.Excl
	}
	fd, err := x.open(flags)
	if err != nil {
		x.warn("Failed to open the file " + x.file + ": " + kern.ErrText(err))
		return err
	}
	if _, err = x.p.WriteLabel(fd, append([]byte(head), body...), tree.Recorded); err != nil {
		return err
	}
	if err := x.p.Close(fd); err != nil {
		return err
	}
	if at, ok := httpDate(x.answer.header("Last-Modified")); ok && x.remoteTime {
		return x.p.Utimes(x.file, at, at, true, true)
	}
	return nil
}

// open opens the output; --no-clobber looks for a free name with a number.
func (x *transfer) open(flags int) (int, error) {
	fd, err := x.p.Open(x.file, flags, 0o666)
	for i := 1; x.noClobber && err == error(tree.EEXIST) && i < 100; i++ {
		name := x.file + "." + itoa(i)
		if fd, err = x.p.Open(name, flags, 0o666); err == nil {
			x.file = name
		}
	}
	return fd, err
}

// dispositionName returns the file name in a Content-Disposition header, without directories.
func dispositionName(s string) string {
	_, rest, ok := strings.Cut(s, "filename=")
	if !ok {
		return ""
	}
	if quoted, ok := strings.CutPrefix(rest, `"`); ok {
		rest, _, _ = strings.Cut(quoted, `"`)
	} else {
		rest, _, _ = strings.Cut(rest, ";")
	}
	return rest[strings.LastIndexAny(rest, `/\`)+1:]
}

// showsMeter says whether the progress is shown: when the body does not go to a terminal.
func (x *transfer) showsMeter() bool {
	return !x.silent && !x.noMeter && (x.file != "" || !x.p.IsTerminal(1))
}

const meterHead = "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n" +
	"                                 Dload  Upload   Total   Spent    Left  Speed\n"

// startMeter prints the heading and the first line.
func (x *transfer) startMeter() {
	if !x.showsMeter() || x.bar || x.started {
		return
	}
	x.started = true
	if !x.headed {
		x.headed = true
		x.errs.WriteString(meterHead)
	}
	x.meter(0, 0, 0, 0, 0)
}

// tick prints a line for every second that passed while waiting.
func (x *transfer) tick(ns int64) {
	for s := int64(1); s*kern.Second <= ns && s <= 3600 && x.showsMeter() && !x.bar; s++ {
		x.p.Tick(1)
		x.meter(0, 0, 0, 0, s*kern.Second)
	}
}

// endMeter prints the last line.
func (x *transfer) endMeter(failed bool) {
	if !x.showsMeter() {
		return
	}
	total := int64(0)
	if x.answer != nil {
		total, _ = strconv.ParseInt(x.answer.header("Content-Length"), 10, 64)
	}
	x.sent = x.bodySize(x.method)
	got := x.written
	if failed {
		got = 0
	} else if x.answer != nil && x.location && x.answer.redirect() != "" {
		got = int64(len(x.answer.body))
	}
	if x.bar {
		if got > 0 {
			x.errs.WriteString("\r" + strings.Repeat("#", 72) + " 100.0%\n")
		}
		return
	}
	x.meter(total, got, x.sent, rate(got, x.took), x.took)
	x.errs.WriteString("\n")
}

// meter prints one line: total and received bytes, sent bytes, speed and time.
func (x *transfer) meter(total, got, sent int64, speed float64, ns int64) {
	percent := func(n, of int64) string {
		if of <= 0 || n < of {
			return "  0"
		}
		return "100"
	}
	all := total + sent
	done := got + sent
	up := 0.0
	if sent > 0 {
		up = rate(sent, ns)
	}
	spent := "--:--:--"
	if s := ns / kern.Second; s > 0 {
		spent = pad(itoa(int(s/3600)), 2) + ":" + two(s/60%60) + ":" + two(s%60)
	}
	whole := "--:--:--"
	if spent != whole && speed > 0 {
		whole = spent
	}
	x.errs.WriteString("\r" + percent(done, all) + " " + size5(all) + "  " + percent(got, total) + " " + size5(got) + "  " + percent(sent, sent) + " " +
		size5(sent) + "  " + size5(int64(speed)) + "  " + size5(int64(up)) + " " + whole + " " + spent + " --:--:-- " + size5(int64(speed+up)))
}

func two(n int64) string {
	if n < 10 {
		return "0" + itoa(int(n))
	}
	return itoa(int(n))
}

func pad(s string, width int) string {
	if len(s) < width {
		return strings.Repeat(" ", width-len(s)) + s
	}
	return s
}

// size5 writes a number of bytes in five columns.
func size5(n int64) string {
	const k, m = 1 << 10, 1 << 20
	switch {
	case n < 100000:
		return pad(strconv.FormatInt(n, 10), 5)
	case n < 10000*k:
		return pad(strconv.FormatInt(n/k, 10), 4) + "k"
	case n < 100*m:
		return pad(strconv.FormatInt(n/m, 10), 2) + "." + itoa(int(n%m/(m/10))) + "M"
	default:
		return pad(strconv.FormatInt(n/m, 10), 4) + "M"
	}
}
