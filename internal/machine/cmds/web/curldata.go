package web

import (
	"bytes"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
)

// data takes a body given by one of the --data options.
func (c *curl) data(option, val string) int {
	var b []byte
	switch {
	case option == "data-urlencode" || option == "url-query":
		s, ok := c.encoded(option, val)
		if !ok {
			return curlRead
		}
		if option == "url-query" {
			c.queries = append(c.queries, s)
			return gnu.Go
		}
		b = []byte(s)
	case option != "data-raw" && strings.HasPrefix(val, "@"):
		content, ok := c.read(val[1:])
		if !ok {
			c.warn(`Couldn't read data from file "` + val[1:] + `", this makes an empty POST.`)
		}
		if option == "data" || option == "data-ascii" {
			content = bytes.Map(func(r rune) rune {
				if r == '\r' || r == '\n' || r == 0 {
					return -1
				}
				return r
			}, content)
		}
		b = content
	default:
		b = []byte(val)
	}
	if option == "json" {
		c.json = true
		c.body = append(c.body, b...)
	} else {
		if c.hasBody {
			c.body = append(c.body, '&')
		}
		c.body = append(c.body, b...)
	}
	c.hasBody = true
	return gnu.Go
}

// read returns the content of a file, or of standard input for "-".
func (c *curl) read(name string) ([]byte, bool) {
	if name == "-" {
		b, err := c.p.ReadAll(0)
		return b, err == nil
	}
	b, err := c.p.ReadFile(name)
	return b, err == nil
}

// encoded returns what --data-urlencode makes of content, =content, name=content, @file or name@file.
func (c *curl) encoded(option, val string) (string, bool) {
	if option == "url-query" && strings.HasPrefix(val, "+") {
		return val[1:], true
	}
	i := strings.IndexByte(val, '=')
	if i < 0 {
		i = strings.IndexByte(val, '@')
	}
	if i < 0 {
		return escape(val), true
	}
	name, content := val[:i], val[i+1:]
	if val[i] == '@' {
		b, ok := c.read(content)
		if !ok {
			c.warn(`Couldn't read data from file "` + content + `", this makes an empty POST.`)
			return "", true
		}
		content = string(b)
	}
	if name == "" {
		return escape(content), true
	}
	return name + "=" + escape(content), true
}

// escape writes a space as a plus, and every byte that is not a letter, a digit or one of -._~ as a percent sign and two
// digits.
func escape(s string) string {
	const hex = "0123456789abcdef"
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-._~", c) >= 0:
			b.WriteByte(c)
		case c == ' ':
			b.WriteByte('+')
		default:
			b.WriteString("%" + string(hex[c>>4]) + string(hex[c&15]))
		}
	}
	return b.String()
}

// boundary is between the parts of a form; curl's is 24 dashes and 16 digits of chance.
const boundary = "------------------------0123456789abcdef"

// bodySize returns how many bytes the request's body has.
func (c *curl) bodySize(method string) int64 {
	switch {
	case method == "GET" && c.get || method == "HEAD":
		return 0
	case c.upload != "":
		b, _ := c.read(c.upload)
		return int64(len(b))
	case len(c.forms) > 0:
		n := len("--" + boundary + "--\r\n")
		for _, f := range c.forms {
			name, val, _ := strings.Cut(f, "=")
			extra := ""
			if strings.HasPrefix(val, "@") || strings.HasPrefix(val, "<") {
				file, _, _ := strings.Cut(val[1:], ";")
				b, _ := c.read(file)
				if val[0] == '@' {
					extra = `; filename="` + file[strings.LastIndexByte(file, '/')+1:] + "\"\r\nContent-Type: application/octet-stream"
				}
				val = string(b)
			}
			n += len("--"+boundary+"\r\nContent-Disposition: form-data; name=\""+name+"\"\r\n\r\n\r\n") + len(extra) + len(val)
		}
		return int64(n)
	}
	return int64(len(c.body))
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// base64 encodes a user and password for a header.
func base64(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i += 3 {
		var chunk [3]byte
		n := copy(chunk[:], s[i:])
		v := uint(chunk[0])<<16 | uint(chunk[1])<<8 | uint(chunk[2])
		for k := range 4 {
			if k <= n {
				b.WriteByte(base64Digits[v>>(18-6*k)&63])
			} else {
				b.WriteByte('=')
			}
		}
	}
	return b.String()
}

// requestLines returns the request as curl sends it, without line ends.
func (x *transfer) requestLines() []string {
	lines := []string{x.method + " " + x.t.resource() + " HTTP/1.1"}
	own := map[string]bool{}
	for _, h := range x.headers {
		name, _, _ := strings.Cut(h, ":")
		own[strings.ToLower(strings.TrimRight(name, "; "))] = true
	}
	add := func(name, value string) {
		if value != "" && !own[strings.ToLower(name)] {
			lines = append(lines, name+": "+value)
		}
	}
	add("Host", x.t.authority())
	switch {
	case last(x.user) != "":
		add("Authorization", "Basic "+base64(last(x.user)))
	case x.t.user != "":
		add("Authorization", "Basic "+base64(x.t.user))
	case last(x.bearer) != "":
		add("Authorization", "Bearer "+last(x.bearer))
	}
	agent := "curl/7.88.1"
	if len(x.agent) > 0 {
		agent = last(x.agent)
	}
	add("User-Agent", agent)
	if !x.json {
		add("Accept", "*/*")
	}
	add("Referer", last(x.referer))
	add("Cookie", last(x.cookie))
	if x.json && x.method != "GET" {
		add("Content-Type", "application/json")
		add("Accept", "application/json")
	}
	for _, h := range x.headers {
		if name, value, ok := strings.Cut(h, ":"); ok && strings.TrimSpace(value) != "" {
			lines = append(lines, h)
		} else if !ok && strings.HasSuffix(h, ";") {
			lines = append(lines, strings.TrimSuffix(name, ";")+":")
		}
	}
	if n := x.bodySize(x.method); n > 0 || x.hasBody && x.method == "POST" {
		add("Content-Length", itoa(int(n)))
		switch {
		case len(x.forms) > 0:
			add("Content-Type", "multipart/form-data; boundary="+boundary)
		case x.hasBody && !x.json:
			add("Content-Type", "application/x-www-form-urlencoded")
		}
	}
	return lines
}
