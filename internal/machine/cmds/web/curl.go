package web

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// curl is one run of curl.
type curl struct {
	p     *kern.Proc
	sites Sites

	urls    []string
	outputs []output

	silent, showError, location, include, headOnly, fail, failBody, get, verbose, headerName, allRemote, createDirs bool
	bar, noMeter, noClobber, removeOnError, remoteTime, retryAll                                                    bool
	keepPost                                                                                                        [3]bool // after 301, 302, 303
	headers, request, user, agent, referer, cookie, writeOut, dump, outputDir, stderr, bearer                       []string

	forms      []string
	upload     string
	body       []byte
	hasBody    bool
	json       bool
	queries    []string
	maxTime    int64 // nanoseconds
	retries    int
	retryDelay int64
	maxRedirs  int
	maxSize    int64

	errs *kern.Out // where messages go
}

// output is what -o or -O says about where one address goes.
type output struct {
	name   string
	remote bool
}

// The statuses that curl ends with.
const (
	curlOK          = 0
	curlProtocol    = 1
	curlBadURL      = 3
	curlHTTP        = 22
	curlWrite       = 23
	curlRead        = 26
	curlTimeout     = 28
	curlRedirects   = 47
	curlFileSize    = 63
	maxRedirsPreset = 50
)

// Curl returns curl for a machine with sites.
func Curl(sites Sites) kern.Program {
	return func(_ context.Context, p *kern.Proc) int {
		c := &curl{p: p, sites: sites, maxRedirs: maxRedirsPreset, errs: p.Stderr}
		return c.main()
	}
}

func (c *curl) main() int {
	p := c.p
	p.SetSignal(kern.SIGPIPE, kern.Ignore)
	if len(p.Args) < 2 {
		c.errs.WriteString("curl: try 'curl --help' or 'curl --manual' for more information\n")
		return 2
	}
	status, ok := c.parse(p.Args[1:])
	if !ok {
		return status
	}
	if len(c.urls) == 0 {
		return c.usage("no URL specified!")
	}
	if st, ok := c.moveErrors(); !ok {
		return st
	}
	if c.bodies() > 1 {
		c.warn("You can only select one HTTP request method! You asked for both POST (-d, --data) and multipart formpost (-F, --form).")
		return 2
	}
	for i, u := range c.urls {
		p.Tick(1)
		var out output
		switch {
		case i < len(c.outputs):
			out = c.outputs[i]
		case c.allRemote:
			out.remote = true
		}
		if status = c.one(u, out, i); status == UnknownStatus {
			return status
		}
	}
	return status
}

// moveErrors points messages at the file of --stderr.
func (c *curl) moveErrors() (status int, ok bool) {
	name := last(c.stderr)
	switch name {
	case "":
		return 0, true
	case "-":
		c.errs = c.p.Stdout
		return 0, true
	}
	fd, err := c.p.Open(name, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
	if err != nil {
		c.warn("Failed to open " + name + "!")
		return 0, true
	}
	c.p.Stderr.SetFD(fd)
	return 0, true
}

// bodies counts the ways in which a body was given.
func (c *curl) bodies() int {
	n := 0
	for _, given := range []bool{c.hasBody && !c.get, len(c.forms) > 0} {
		if given {
			n++
		}
	}
	return n
}

func (c *curl) warn(text string) {
	if !c.silent {
		c.errs.WriteString("Warning: " + text + "\n")
	}
}

// method returns the request's method and whether the user chose it.
func (c *curl) method() (m string, chosen bool) {
	switch {
	case last(c.request) != "":
		return last(c.request), true
	case c.headOnly:
		return "HEAD", false
	case c.upload != "":
		return "PUT", false
	case c.hasBody && !c.get || len(c.forms) > 0:
		return "POST", false
	}
	return "GET", false
}

// transfer is one address being fetched.
type transfer struct {
	*curl
	t         *target
	given     string // the address as it was given
	no        int    // of the address, from 0
	method    string
	answer    *answer
	out       output
	file      string // where the body goes; "" is standard output
	redirects int
	headSize  int
	asked     int // bytes of the last request
	took      int64
	written   int64
	sent      int64
	headed    bool // the meter's heading is out
	started   bool // and its first line
	status    int
	errorText string
}

// one fetches one address and returns curl's status for it.
func (c *curl) one(raw string, out output, no int) int {
	x := &transfer{curl: c, given: raw, out: out, no: no}
	x.method, _ = c.method()
	t, status := x.parse(raw)
	if status == curlOK {
		x.t = t
		status = x.place()
	}
	if status == curlOK {
		status = x.fetch()
	}
	if status == UnknownStatus {
		return status
	}
	x.status = status
	x.complain()
	if c.p.Stdout.Flush() != nil { // the body is let out after the messages about it
		c.p.Stdout.Discard()
		if status == curlOK {
			status = curlWrite
		}
	}
	x.report()
	return status
}

// complain prints why the transfer failed.
func (x *transfer) complain() {
	if x.status != curlOK && x.errorText != "" && (!x.silent || x.showError) {
		x.errs.WriteString("curl: (" + itoa(x.status) + ") " + x.errorText + "\n")
	}
}

// parse reads an address and adds to it what -G and --url-query say.
func (x *transfer) parse(raw string) (*target, int) {
	scheme, _, found := strings.Cut(raw, "://")
	if found && !strings.ContainsAny(scheme, "/?#@") && scheme != "" {
		if s := strings.ToLower(scheme); s != "http" && s != "https" {
			return x.otherScheme(s, raw)
		}
	}
	t, ok := parseTarget(raw)
	if !ok || strings.ContainsAny(raw, " \t\n\r\x7f") {
		x.errorText = "URL using bad/illegal format or missing URL"
		return nil, curlBadURL
	}
	queries := x.queries
	if x.get && x.hasBody {
		queries = append(queries[:len(queries):len(queries)], string(x.body))
	}
	for _, q := range queries {
		if q == "" {
			continue
		}
		if t.query != "" {
			t.query += "&"
		}
		t.query += q
	}
	if strings.ContainsAny(t.query, " \t\n") {
		x.errorText = "URL using bad/illegal format or missing URL"
		return nil, curlBadURL
	}
	return t, curlOK
}

// otherScheme answers for addresses that are not of the web.
func (x *transfer) otherScheme(scheme, raw string) (*target, int) {
	for _, known := range strings.Fields("dict file ftp ftps gopher gophers imap imaps ldap ldaps mqtt pop3 pop3s rtmp rtsp scp sftp smb " +
		"smbs smtp smtps telnet tftp") {
		if scheme == known {
			x.p.K.NoteNetwork(raw)
			Unknown(x.p, raw)
			return nil, UnknownStatus
		}
	}
	x.errorText = `Protocol "` + scheme + `" not supported or disabled in libcurl`
	return nil, curlProtocol
}

// fetch sends the request, again where that is asked for, and takes the answer.
func (x *transfer) fetch() int {
	tries := x.retries
	for wait := kern.Second; ; wait = min(wait*2, 600*kern.Second) {
		status := x.follow()
		if tries == 0 || status == UnknownStatus || !x.transient(status) {
			return status
		}
		x.status = status
		x.complain()
		if x.retryDelay > 0 {
			wait = x.retryDelay
		}
		problem := "HTTP error"
		if status == curlTimeout {
			problem = "timeout"
		}
		x.warn("Problem : " + problem + ". Will retry in " + itoa(int(wait/kern.Second)) + " seconds. " + itoa(tries) + " retries left.")
		x.p.Sleep(wait)
		tries--
		x.redirects, x.started, x.took, x.errorText, x.answer = 0, false, 0, "", nil
		x.t, _ = x.parse(x.given)
		x.method, _ = x.curl.method()
	}
}

// transient says whether a failure is one that --retry tries again.
func (x *transfer) transient(status int) bool {
	if status == curlTimeout {
		return true
	}
	if x.answer == nil {
		return false
	}
	switch x.answer.status {
	case 408, 429, 500, 502, 503, 504:
		return true
	}
	return x.retryAll && status != curlOK
}

// follow sends the request and follows where the answer leads.
func (x *transfer) follow() int {
	for {
		x.p.Tick(10)
		site := x.sites.try(x.p, x.method, x.t)
		if site == nil {
			return UnknownStatus
		}
		x.startMeter()
		limit := int64(0)
		if x.maxTime > 0 {
			limit = x.maxTime - x.took
		}
		x.tellRequest()
		a := site.ask(x.p, x.method, limit)
		x.took += a.took
		if a.late {
			x.tick(a.took)
			x.errorText = "Operation timed out after " + itoa(int(x.maxTime/1e6)) + " milliseconds with 0 bytes received"
			x.endMeter(true)
			return curlTimeout
		}
		x.answer = a
		x.headSize += len(a.head())
		to := a.redirect()
		if !x.location || to == "" {
			return x.take()
		}
		if status := x.take(); status != curlOK {
			return status
		}
		if x.maxRedirs >= 0 && x.redirects >= x.maxRedirs {
			x.errorText = "Maximum (" + itoa(x.maxRedirs) + ") redirects followed"
			return curlRedirects
		}
		x.redirects++
		t, ok := x.t.follow(to)
		if !ok {
			x.errorText = "URL using bad/illegal format or missing URL"
			return curlBadURL
		}
		x.t = t
		x.tellAgain()
		x.redirectMethod()
	}
}

// redirectMethod is the method of the next request: what was posted is fetched, unless the user chose the method.
func (x *transfer) redirectMethod() {
	_, chosen := x.curl.method()
	if chosen || x.method == "HEAD" {
		return
	}
	switch s := x.answer.status; {
	case s == 303 && !x.keepPost[2], x.method == "POST" && (s == 301 && !x.keepPost[0] || s == 302 && !x.keepPost[1]):
		x.method = "GET"
	}
}
