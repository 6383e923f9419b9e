package web

import (
	"strconv"
	"strings"
)

// target is an address on the web.
type target struct {
	scheme, user, host, port, path, query string
}

// parseTarget reads an address; a missing scheme is http. Ok is false for what is not one.
func parseTarget(s string) (t *target, ok bool) {
	t = &target{scheme: "http"}
	if scheme, rest, found := strings.Cut(s, "://"); found && !strings.ContainsAny(scheme, "/?#@") {
		t.scheme, s = strings.ToLower(scheme), rest
	}
	s, _, _ = strings.Cut(s, "#")
	end := strings.IndexAny(s, "/?")
	if end < 0 {
		end = len(s)
	}
	authority := s[:end]
	t.path, t.query, _ = strings.Cut(s[end:], "?")
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		t.user, authority = authority[:at], authority[at+1:]
	}
	t.host = strings.ToLower(authority)
	if colon := strings.LastIndexByte(authority, ':'); colon > strings.LastIndexByte(authority, ']') {
		t.host, t.port = strings.ToLower(authority[:colon]), authority[colon+1:]
		if n, err := strconv.ParseUint(t.port, 10, 16); t.port != "" && (err != nil || n == 0) {
			return nil, false
		}
	}
	if t.port == t.defaultPort() {
		t.port = ""
	}
	t.path = squash(t.path)
	if inner, ok := strings.CutPrefix(t.host, "["); ok {
		return t, strings.HasSuffix(inner, "]") && strings.Count(inner, "]") == 1 && strings.Trim(inner, "0123456789abcdef:.]") == ""
	}
	return t, t.host != "" && !strings.ContainsAny(t.host, " <>\"{}|\\^`:[]")
}

func (t *target) defaultPort() string {
	if t.scheme == "https" {
		return "443"
	}
	return "80"
}

func (t *target) portNumber() string {
	if t.port == "" {
		return t.defaultPort()
	}
	return t.port
}

// authority returns host and port as they stand in an address.
func (t *target) authority() string {
	if t.port == "" {
		return t.host
	}
	return t.host + ":" + t.port
}

// resource returns path and query, what a request line names.
func (t *target) resource() string {
	if t.query == "" {
		return t.path
	}
	return t.path + "?" + t.query
}

// String returns the address without user and password.
func (t *target) String() string { return t.scheme + "://" + t.authority() + t.resource() }

// address returns where the host is: the number it is, the loopback, or the address of all sites.
func (t *target) address() string {
	switch {
	case t.host == "localhost":
		return "127.0.0.1"
	case t.numeric():
		return strings.Trim(t.host, "[]")
	}
	return Address
}

// numeric says whether the host is an address itself.
func (t *target) numeric() bool { return strings.Trim(t.host, "0123456789.") == "" || t.host[0] == '[' }

// follow returns the address that ref, found at t, leads to.
func (t *target) follow(ref string) (*target, bool) {
	ref, _, _ = strings.Cut(ref, "#")
	if scheme, _, ok := strings.Cut(ref, "://"); ok && !strings.ContainsAny(scheme, "/?#") {
		return parseTarget(ref)
	}
	if strings.HasPrefix(ref, "//") {
		return parseTarget(t.scheme + ":" + ref)
	}
	u := *t
	path, query, hasQuery := strings.Cut(ref, "?")
	switch {
	case strings.HasPrefix(path, "/"):
		u.path = squash(path)
	case path != "":
		u.path = squash(t.path[:strings.LastIndexByte(t.path, '/')+1] + path)
	}
	if path != "" || hasQuery {
		u.query = query
	}
	return &u, true
}

// squash takes "." and ".." out of a path.
func squash(path string) string {
	if path == "" {
		return "/"
	}
	if !strings.Contains(path, "/.") {
		return path
	}
	var out []string
	parts := strings.Split(path[1:], "/")
	for i, part := range parts {
		last := i == len(parts)-1
		switch {
		case part == "." || part == "..":
			if part == ".." && len(out) > 0 {
				out = out[:len(out)-1]
			}
			if last {
				out = append(out, "")
			}
		default:
			out = append(out, part)
		}
	}
	return "/" + strings.Join(out, "/")
}

func itoa(n int) string { return strconv.Itoa(n) }

// rate divides n bytes by a time in nanoseconds; what takes no time counts as a millisecond.
func rate(n, ns int64) float64 { return float64(n) / (float64(max(ns, 1e6)) / 1e9) }
