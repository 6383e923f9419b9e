package web

import (
	"strconv"
	"strings"
)

// tellRequest shows the request, with -v.
func (x *transfer) tellRequest() {
	lines := x.requestLines()
	x.asked = len(strings.Join(lines, "\r\n")) + 4 + int(x.bodySize(x.method))
	if !x.verbose {
		return
	}
	if x.redirects == 0 {
		x.say("*   Trying " + x.t.address() + ":" + x.t.portNumber() + "...")
		x.say("* Connected to " + x.t.host + " (" + x.t.address() + ") port " + x.t.portNumber() + " (#0)")
		if last(x.user) != "" {
			user, _, _ := strings.Cut(last(x.user), ":")
			x.say("* Server auth using Basic with user '" + user + "'")
		}
	}
	for _, l := range lines {
		x.say("> " + l + "\r")
	}
	x.say("> \r")
	if n := x.bodySize(x.method); n > 0 && x.showsData() {
		x.say("} [" + itoa(int(n)) + " bytes data]")
	}
}

// tellAnswer shows the header of the answer, with -v.
func (x *transfer) tellAnswer() {
	if !x.verbose {
		return
	}
	for _, l := range x.answer.lines() {
		x.say("< " + l + "\r")
	}
	x.say("< \r")
	if x.location && x.answer.redirect() != "" && len(x.answer.body) > 0 {
		x.say("* Ignoring the response-body")
	}
}

// tellData shows that the body came and that the exchange is over, with -v.
func (x *transfer) tellData(n int) {
	if !x.verbose {
		return
	}
	if n > 0 && x.showsData() {
		x.say("{ [" + itoa(n) + " bytes data]")
	}
}

// tellAgain shows that another address is asked, with -v.
func (x *transfer) tellAgain() {
	if x.verbose {
		x.say("* Connection #0 to host " + x.t.host + " left intact")
		x.say("* Issue another request to this URL: '" + x.t.String() + "'")
	}
}

// showsData says whether lines about data are shown: not where they would mix with the data on a terminal.
func (x *transfer) showsData() bool { return x.file != "" || !x.p.IsTerminal(1) }

func (x *transfer) say(line string) { x.errs.WriteString(line + "\n") }

// report ends a transfer: the last line of -v, and the text of -w.
func (x *transfer) report() {
	if x.verbose && x.answer != nil && x.errorText == "" {
		x.say("* Connection #0 to host " + x.t.host + " left intact")
	}
	format := last(x.writeOut)
	if format == "" {
		return
	}
	if strings.HasPrefix(format, "@") {
		b, ok := x.read(format[1:])
		if !ok {
			x.warn("Failed to open " + format[1:])
			return
		}
		format = string(b)
	}
	out := x.p.Stdout
	for format != "" {
		c := format[0]
		rest := format[1:]
		switch {
		case c == '%' && strings.HasPrefix(rest, "%"):
			_ = out.WriteByte('%')
			format = rest[1:]
		case c == '%' && strings.HasPrefix(rest, "header{"):
			name, after, _ := strings.Cut(rest[len("header{"):], "}")
			if x.answer != nil {
				out.WriteString(x.answer.header(name))
			}
			format = after
		case c == '%' && strings.HasPrefix(rest, "{") && strings.Contains(rest, "}"):
			name, after, _ := strings.Cut(rest[1:], "}")
			format = after
			switch name {
			case "stderr":
				_ = x.p.Stdout.Flush()
				out = x.errs
			case "stdout":
				out = x.p.Stdout
			case "onerror":
				if x.status == curlOK {
					format = ""
				}
			default:
				x.variable(name, out)
			}
		case c == '\\' && rest != "":
			_ = out.WriteByte(unescape(rest[0], out))
			format = rest[1:]
		default:
			_ = out.WriteByte(c)
			format = rest
		}
	}
}

// unescape returns the byte that a backslash and c stand for; for what is not an escape it writes the backslash.
func unescape(c byte, out interface{ WriteByte(byte) error }) byte {
	switch c {
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	_ = out.WriteByte('\\')
	return c
}

// variable writes one variable of -w.
func (x *transfer) variable(name string, out interface{ WriteString(string) (int, error) }) {
	v, ok := x.value(name)
	if !ok {
		x.errs.WriteString("curl: unknown --write-out variable: '" + name + "'\n")
	}
	_, _ = out.WriteString(v) // the stream keeps its error
}

// value returns a variable of -w; the longer part is a table.
func (x *transfer) value(name string) (string, bool) {
	a, t := x.answer, x.t
	if a == nil {
		a = &answer{}
	}
	if t == nil {
		t = &target{}
	}
	num := func(n int) (string, bool) { return itoa(n), true }
	switch name {
	case "http_code", "response_code":
		return strings.Repeat("0", 3-min(3, len(itoa(a.status)))) + itoa(a.status), true
	case "http_connect":
		return "000", true
	case "content_type":
		return a.header("Content-Type"), true
	case "size_download":
		return num(int(x.written))
	case "size_upload":
		return num(int(x.bodySize(x.method)))
	case "size_header":
		return num(x.headSize)
	case "size_request":
		return num(x.asked)
	case "speed_download":
		return strconv.FormatInt(int64(rate(x.written, x.took)), 10), true
	case "speed_upload":
		return strconv.FormatInt(int64(rate(x.bodySize(x.method), x.took)), 10), true
	case "url_effective":
		if x.t == nil {
			return x.given, true
		}
		return t.String(), true
	case "redirect_url":
		if to, ok := t.follow(a.redirect()); ok && a.redirect() != "" && !x.location {
			return to.String(), true
		}
		return "", true
	case "num_redirects":
		return num(x.redirects)
	case "num_headers":
		return num(len(a.headers))
	case "num_connects":
		return num(1)
	case "proxy_ssl_verify_result", "ssl_verify_result":
		return num(0)
	case "certs":
		return "", true
	case "exitcode":
		return num(x.status)
	case "errormsg":
		return x.errorText, true
	}
	return x.value2(name, t, a)
}

// value2 returns the rarer variables of -w.
func (x *transfer) value2(name string, t *target, a *answer) (string, bool) {
	switch name {
	case "method":
		return x.method, true
	case "scheme":
		return strings.ToUpper(t.scheme), true
	case "http_version":
		if a.status == 0 {
			return "0", true
		}
		return "1.1", true
	case "remote_ip":
		return t.address(), true
	case "remote_port":
		return t.portNumber(), true
	case "local_ip":
		return "10.0.2.15", true
	case "local_port":
		return "40000", true
	case "filename_effective":
		return x.file, true
	case "referer":
		return last(x.referer), true
	case "url":
		return x.given, true
	case "urlnum":
		return itoa(x.no), true
	case "time_total", "time_starttransfer":
		s := x.took / 1000
		return strconv.FormatInt(s/1e6, 10) + "." + strings.Repeat("0", 6-len(strconv.FormatInt(s%1e6, 10))) + strconv.FormatInt(s%1e6, 10), true
	case "time_namelookup", "time_connect", "time_appconnect", "time_pretransfer", "time_redirect":
		return "0.000000", true
	case "header_json":
		return a.json(), true
	}
	return "", false
}

// json returns the header fields as an object of lists.
func (a *answer) json() string {
	var b strings.Builder
	b.WriteString("{")
	seen := map[string]bool{}
	for _, h := range a.headers {
		name := strings.ToLower(h.Name)
		if seen[name] {
			continue
		}
		if len(seen) > 0 {
			b.WriteString(",\n")
		}
		seen[name] = true
		b.WriteString(strconv.Quote(name) + ":[")
		n := 0
		for _, g := range a.headers {
			if strings.EqualFold(g.Name, name) {
				if n++; n > 1 {
					b.WriteString(",")
				}
				b.WriteString(strconv.Quote(g.Value))
			}
		}
		b.WriteString("]")
	}
	return b.String() + "\n}"
}
