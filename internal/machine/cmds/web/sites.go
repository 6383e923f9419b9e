// Package web holds curl and wget for a machine without a network: what a scenario's sites answer is recorded, what nobody
// has said is the outcome unknown, and nothing is made up. It hides how the two show an exchange.
package web

import (
	"strings"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// The methods that ask for the same thing.
const (
	get  = "GET"
	head = "HEAD"
)

// Site is what is answered to requests for addresses of one pattern.
type Site struct {
	// URL is the pattern: * stands for any text, also none. Without a scheme both http and https are meant, without a
	// question mark the query does not count.
	URL string
	// Method is the request's; "" is any.
	Method  string
	Status  int // 0: 200
	Headers []Header
	Body    []byte
	Delay   int64 // nanoseconds of the virtual clock before the answer comes
}

// Header is one header field of an answer.
type Header struct{ Name, Value string }

// Sites are asked in order: the first that matches answers.
type Sites []Site

// Address is where the names of all sites lead: an address for documentation, which nobody has.
const Address = "192.0.2.1"

// find returns the site that answers, or nil.
func (s Sites) find(method string, t *target) *Site {
	for i := range s {
		if x := &s[i]; (x.Method == "" || strings.EqualFold(x.Method, method) || x.Method == get && method == head) && x.matches(t) {
			return x
		}
	}
	return nil
}

func (x *Site) matches(t *target) bool {
	pattern, text := x.URL, t.host
	if t.port != "" {
		text += ":" + t.port
	}
	if scheme, rest, ok := strings.Cut(pattern, "://"); ok {
		if !glob(strings.ToLower(scheme), t.scheme) {
			return false
		}
		pattern = rest
	}
	if !strings.ContainsAny(pattern, "/?") && !strings.HasSuffix(pattern, "*") {
		pattern += "/"
	}
	text += t.path
	if strings.Contains(pattern, "?") && t.query != "" {
		text += "?" + t.query
	}
	return glob(pattern, text)
}

// glob says whether text is of the form pattern, in time proportional to the product of their lengths.
func glob(pattern, text string) bool {
	star, at := -1, 0 // the last star seen, and where the text was then
	i, j := 0, 0
	for j < len(text) {
		switch {
		case i < len(pattern) && pattern[i] == '*':
			star, at = i, j
			i++
		case i < len(pattern) && pattern[i] == text[j]:
			i++
			j++
		case star >= 0:
			at++
			i, j = star+1, at
		default:
			return false
		}
	}
	return strings.Trim(pattern[i:], "*") == ""
}

// answer is what comes back for a request.
type answer struct {
	status  int
	headers []Header
	body    []byte
	late    bool  // it had not come when the time was over
	took    int64 // nanoseconds
}

// try notes that p tries to send a request and returns who answers it; nil says that nobody knows the answer, and that p has
// said so.
func (s Sites) try(p *kern.Proc, method string, t *target) *Site {
	p.K.NoteNetwork(t.host + ":" + t.portNumber())
	x := s.find(method, t)
	if x == nil {
		Unknown(p, t.String())
	}
	return x
}

// ask lets the answer to a request come, which may take at most limit nanoseconds (0: any time).
func (x *Site) ask(p *kern.Proc, method string, limit int64) *answer {
	p.Taint(tree.Recorded)
	p.Tick(1 + len(x.Body)>>10)
	if limit > 0 && x.Delay >= limit {
		p.Sleep(limit)
		return &answer{late: true, took: limit}
	}
	p.Sleep(x.Delay)
	return x.answer(method)
}

// answer returns what the site answers to a request with method.
func (x *Site) answer(method string) *answer {
	a := &answer{status: x.Status, body: x.Body, took: x.Delay}
	if a.status == 0 {
		a.status = 200
	}
	a.headers = append(a.headers, x.Headers...)
	if a.status >= 200 && a.status != 204 && a.status != 304 && a.header("Content-Length") == "" && a.header("Transfer-Encoding") == "" {
		a.headers = append(a.headers, Header{"Content-Length", itoa(len(x.Body))})
	}
	if method == "HEAD" || a.status < 200 || a.status == 204 || a.status == 304 {
		a.body = nil
	}
	return a
}

// Unknown says in Orrery's voice that what a place in the network answers is not known, and marks the step so.
func Unknown(p *kern.Proc, where string) {
	p.K.NoteUnknown(p.Name())
	_ = p.Stdout.Flush()
	p.Stderr.WriteString("orrery: " + p.Name() + ": there is no network here, and no site of the scenario answers for " + where +
		", so the result is unknown\n")
}

// UnknownStatus is the exit status that goes with it.
const UnknownStatus = orrery.UnknownExit

// header returns the value of a header field, "" when there is none.
func (a *answer) header(name string) string {
	for _, h := range a.headers {
		if strings.EqualFold(h.Name, name) {
			return h.Value
		}
	}
	return ""
}

// redirect returns where the answer sends the client, "" when it does not.
func (a *answer) redirect() string {
	switch a.status {
	case 301, 302, 303, 307, 308:
		return a.header("Location")
	}
	return ""
}

// lines returns status line and header fields, without line ends.
func (a *answer) lines() []string {
	out := []string{strings.TrimRight("HTTP/1.1 "+itoa(a.status)+" "+reasons[a.status], " ")}
	for _, h := range a.headers {
		out = append(out, h.Name+": "+h.Value)
	}
	return out
}

// head returns the header as it was sent.
func (a *answer) head() string { return strings.Join(a.lines(), "\r\n") + "\r\n\r\n" }

// reasons are the phrases that go with statuses.
var reasons = map[int]string{100: "Continue", 101: "Switching Protocols", 200: "OK", 201: "Created", 202: "Accepted",
	203: "Non-Authoritative Information", 204: "No Content", 205: "Reset Content", 206: "Partial Content", 300: "Multiple Choices",
	301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
	400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
	406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
	411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
	416: "Range Not Satisfiable", 417: "Expectation Failed", 418: "I'm a Teapot", 421: "Misdirected Request", 422: "Unprocessable Content",
	423: "Locked", 424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
	429: "Too Many Requests", 431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
	500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
	505: "HTTP Version Not Supported", 507: "Insufficient Storage", 511: "Network Authentication Required"}
