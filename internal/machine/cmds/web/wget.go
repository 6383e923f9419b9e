package web

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// wget is one run of wget.
type wget struct {
	p     *kern.Proc
	sites Sites
	urls  []string

	quiet, brief, noClobber, response, spider, saveHeaders, disposition, onError, trust, noStamps, resume bool

	document, prefix, logFile, method, page string
	logAppend                               bool
	timeout                                 int64
	maxRedirect, tries                      int

	log       *kern.Out
	out       int    // descriptor of --output-document, -1 for none
	connected string // host and port of the last connection
	status    int
	files     int
	bytes     int64
	took      int64
}

// The statuses that wget ends with; of several failures the lowest counts.
const (
	wgetGeneric = 1
	wgetIO      = 3
	wgetNetwork = 4
	wgetAuth    = 6
	wgetServer  = 8
)

// Wget returns wget for a machine with sites.
func Wget(sites Sites) kern.Program {
	return func(_ context.Context, p *kern.Proc) int {
		w := &wget{p: p, sites: sites, page: "index.html", maxRedirect: 20, tries: 20, out: -1, log: p.Stderr}
		return w.main()
	}
}

func (w *wget) main() int {
	if status, ok := w.parse(); !ok {
		return status
	}
	if status, ok := w.open(); !ok {
		return status
	}
	if w.spider {
		w.say("Spider mode enabled. Check if remote file exists.\n")
	}
	started := w.p.K.Now()
	for _, u := range w.urls {
		w.p.Tick(1)
		status := w.get(u)
		if status == UnknownStatus {
			return status
		}
		if status != 0 && (w.status == 0 || status < w.status) { // of several failures the lowest counts
			w.status = status
		}
	}
	if len(w.urls) > 1 && w.files > 0 {
		w.say("FINISHED --" + stamp(w.p.K.Now()) + "--\nTotal wall clock time: " + decimal(float64(w.p.K.Now()-started)/1e9) + "s\n" +
			"Downloaded: " + itoa(w.files) + " files, " + human(w.bytes) + " in " + decimal(float64(w.took)/1e9) + "s (" + speed(w.bytes, w.took) + ")\n")
	}
	return w.status
}

// open opens the log and the one file for all that is fetched.
func (w *wget) open() (status int, ok bool) {
	if w.logFile != "" {
		flags := kern.WriteOnly | kern.Creat | kern.Trunc
		if w.logAppend {
			flags = kern.WriteOnly | kern.Creat | kern.Append
		}
		fd, err := w.p.Open(w.logFile, flags, 0o666)
		if err != nil {
			w.p.Stderr.WriteString(w.logFile + ": " + kern.ErrText(err) + "\n")
			return wgetGeneric, false
		}
		w.log.SetFD(fd)
	}
	switch w.document {
	case "":
	case "-":
		w.out = 1
	default:
		fd, err := w.p.Open(w.document, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
		if err != nil {
			w.p.Stderr.WriteString(w.document + ": " + kern.ErrText(err) + "\n")
			return wgetGeneric, false
		}
		w.out = fd
	}
	return 0, true
}

// say logs what is told unless -q or -nv is given.
func (w *wget) say(text string) {
	if !w.quiet && !w.brief {
		w.log.WriteString(text)
	}
}

// tell logs what is told even with -nv.
func (w *wget) tell(text string) {
	if !w.quiet {
		w.log.WriteString(text)
	}
}

// get fetches one address.
func (w *wget) get(raw string) int {
	if scheme, _, ok := strings.Cut(raw, "://"); ok && scheme != "http" && scheme != "https" {
		if scheme == "ftp" || scheme == "ftps" {
			w.p.K.NoteNetwork(raw)
			Unknown(w.p, raw)
			return UnknownStatus
		}
		w.p.Stderr.WriteString(raw + ": Unsupported scheme " + gnu.Quote(scheme) + ".\n")
		return wgetGeneric
	}
	t, ok := parseTarget(strings.ReplaceAll(raw, " ", "%20"))
	if !ok {
		w.p.Stderr.WriteString(raw + ": Invalid host name.\n")
		return wgetGeneric
	}
	first := t
	method := w.method
	if method == "" {
		method = "GET"
		if w.spider {
			method = "HEAD"
		}
	}
	for redirects := 0; ; redirects++ {
		w.p.Tick(10)
		name := w.fileName(first)
		if w.trust {
			name = w.fileName(t)
		}
		if w.noClobber && w.out < 0 {
			if _, err := w.p.Stat(name); err == nil {
				w.tell("File " + gnu.Quote(name) + " already there; not retrieving.\n\n")
				return 0
			}
		}
		a, status := w.persist(method, t)
		if status != 0 {
			return status
		}
		to := a.redirect()
		if to == "" {
			return w.take(t, a, name)
		}
		w.say("Location: " + to + " [following]\n")
		if redirects >= w.maxRedirect {
			w.tell(itoa(w.maxRedirect) + " redirections exceeded.\n")
			return wgetServer
		}
		if t, ok = t.follow(to); !ok {
			w.tell(to + ": Invalid host name.\n")
			return wgetGeneric
		}
		if method == "POST" && a.status != 307 && a.status != 308 {
			method = "GET"
		}
	}
}

// maxTries bounds the attempts where the user sets no bound: the machine's time is over before.
const maxTries = 10_000

// persist asks again as long as no answer comes in time.
func (w *wget) persist(method string, t *target) (*answer, int) {
	for try := 1; ; try++ {
		a, status := w.request(method, t, try)
		if a == nil || !a.late {
			return a, status
		}
		w.tell("Read error (Connection timed out) in headers.\n")
		if try == w.tries || try >= maxTries {
			w.tell("Giving up.\n\n")
			return nil, wgetNetwork
		}
		w.tell("Retrying.\n\n")
		w.connected = ""
		w.p.Sleep(int64(min(try, 10)) * kern.Second)
	}
}

// request asks once and logs how it goes.
func (w *wget) request(method string, t *target, try int) (*answer, int) {
	site := w.sites.try(w.p, method, t)
	if site == nil {
		return nil, UnknownStatus
	}
	again := ""
	if try > 1 {
		again = "(try:" + pad(itoa(try), 2) + ")  "
	}
	w.say("--" + stamp(w.p.K.Now()) + "--  " + again + t.String() + "\n")
	place := t.host + ":" + t.portNumber()
	switch {
	case w.connected == place:
		w.say("Reusing existing connection to " + place + ".\n")
	case t.numeric():
		w.say("Connecting to " + place + "... connected.\n")
	default:
		w.say("Resolving " + t.host + " (" + t.host + ")... " + t.address() + "\n")
		w.say("Connecting to " + t.host + " (" + t.host + ")|" + t.address() + "|:" + t.portNumber() + "... connected.\n")
	}
	w.connected = place
	w.say("HTTP request sent, awaiting response... ")
	limit := w.timeout
	if limit == 0 {
		limit = 900 * kern.Second
	}
	a := site.ask(w.p, method, limit)
	if a.late {
		return a, 0
	}
	if w.response {
		w.say("\n")
		for _, l := range a.lines() {
			w.log.WriteString("  " + l + "\n") // even with -q
		}
	} else {
		w.say(strings.TrimPrefix(a.lines()[0], "HTTP/1.1 ") + "\n")
	}
	return a, 0
}

// take keeps an answer that leads nowhere else.
func (w *wget) take(t *target, a *answer, name string) int {
	switch {
	case w.spider:
		return w.look(a, t)
	case a.status == 401:
		w.tell("\nUsername/Password Authentication Failed.\n")
		return wgetAuth
	case a.status >= 400:
		if w.brief {
			w.tell(t.String() + ":\n")
		}
		if w.onError {
			if st := w.keep(t, a, name, false); st != 0 {
				return st
			}
		}
		w.tell(stamp(w.p.K.Now()) + " ERROR " + itoa(a.status) + ": " + reasons[a.status] + ".\n")
		w.say("\n")
		return wgetServer
	}
	return w.keep(t, a, name, true)
}

// look says what --spider has found.
func (w *wget) look(a *answer, t *target) int {
	if a.status >= 400 {
		if w.brief {
			w.tell(t.String() + ":\n")
		}
		w.tell("Remote file does not exist -- broken link!!!\n")
		w.say("\n")
		return wgetServer
	}
	w.length(a)
	if w.brief {
		w.tell(stamp(w.p.K.Now()) + " URL: " + t.String() + " " + itoa(a.status) + " " + reasons[a.status] + "\n")
		return 0
	}
	if isHTML(a) {
		w.say("Remote file exists and could contain further links,\nbut recursion is disabled -- not retrieving.\n\n")
	} else {
		w.say("Remote file exists.\n\n")
	}
	return 0
}

func isHTML(a *answer) bool {
	kind, _, _ := strings.Cut(a.header("Content-Type"), ";")
	return kind == "text/html" || kind == "application/xhtml+xml"
}

// length logs how long the answer is and of what type.
func (w *wget) length(a *answer) {
	n := a.header("Content-Length")
	text := "Length: unspecified"
	if n != "" {
		text = "Length: " + n
		if size := parseSize(n); size >= 1024 {
			text += " (" + human(size) + ")"
		}
	}
	if kind, _, _ := strings.Cut(a.header("Content-Type"), ";"); kind != "" {
		text += " [" + strings.TrimSpace(kind) + "]"
	}
	w.say(text + "\n")
}

// keep writes the body where it belongs and logs that.
func (w *wget) keep(t *target, a *answer, name string, good bool) int {
	if a.status == 204 {
		w.say(stamp(w.p.K.Now()) + " (0.00 B/s) - " + gnu.Quote(name) + " saved [0]\n\n")
		return 0
	}
	if w.disposition {
		if n := dispositionName(a.header("Content-Disposition")); n != "" {
			name = w.inPrefix(n)
		}
	}
	if good {
		w.length(a)
	}
	var shown string
	if w.out < 0 {
		name = w.free(name)
		shown = name
	} else if shown = w.document; w.out == 1 {
		shown = "STDOUT"
	}
	w.say("Saving to: " + gnu.Quote(shown) + "\n")
	body := a.body
	if w.saveHeaders {
		body = append([]byte(a.head()), body...)
	}
	if err := w.write(name, body, a); err != nil {
		w.tell(name + ": " + kern.ErrText(err) + "\n\nCannot write to " + gnu.Quote(name) + " (" + kern.ErrText(err) + ").\n")
		return wgetIO
	}
	w.progress(int64(len(a.body)), a.took, a.header("Content-Length") != "")
	w.files++
	w.bytes += int64(len(a.body))
	w.took += max(a.took, 1e6)
	if good {
		w.saved(t, a, shown)
	}
	return 0
}

// saved logs the end of a transfer.
func (w *wget) saved(t *target, a *answer, shown string) {
	count := "[" + itoa(len(a.body)) + "/" + itoa(len(a.body)) + "]"
	if a.header("Content-Length") == "" {
		count = "[" + itoa(len(a.body)) + "]"
	}
	if w.brief {
		if w.out == 1 {
			shown = "-"
		}
		w.tell(stamp(w.p.K.Now()) + " URL:" + t.String() + " " + count + " -> \"" + shown + "\" [1]\n")
		return
	}
	how := " - " + gnu.Quote(shown) + " saved "
	if w.out == 1 {
		how = " - written to stdout "
	}
	w.say(stamp(w.p.K.Now()) + " (" + speed(int64(len(a.body)), a.took) + ")" + how + count + "\n\n")
}

// write writes the body to the file, or to the one that all goes to.
func (w *wget) write(name string, body []byte, a *answer) error {
	if w.out >= 0 {
		if w.out == 1 {
			w.p.Stdout.WriteLabel(body, tree.Recorded)
			return w.p.Stdout.Flush()
		}
		_, err := w.p.WriteLabel(w.out, body, tree.Recorded)
		return err
	}
	for i := 1; i < len(name); i++ {
		if name[i] == '/' {
			_ = w.p.Mkdir(name[:i], 0o777) // what is missing shows when the file is opened
		}
	}
	fd, err := w.p.Open(name, kern.WriteOnly|kern.Creat|kern.Excl, 0o666)
	if err != nil {
		return err
	}
	if _, err := w.p.WriteLabel(fd, body, tree.Recorded); err != nil {
		return err
	}
	if err := w.p.Close(fd); err != nil {
		return err
	}
	if at, ok := httpDate(a.header("Last-Modified")); ok && !w.noStamps {
		return w.p.Utimes(name, at, at, true, true)
	}
	return nil
}
