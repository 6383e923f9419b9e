package filetype

import (
	"strings"
)

// textual tests for kinds of text; skip holds the names of tests to leave out, each with a comma behind it.
func textual(b []byte, skip string) result {
	if r := jsonTest(b); r.text != "" && !strings.Contains(skip, "json,") {
		return r
	}
	if strings.Contains(skip, "soft,") {
		return result{}
	}
	if csvTest(b) && !strings.Contains(skip, "csv,") {
		return result{text: "CSV text", mime: "text/csv", alone: true}
	}
	s := string(b[:min(len(b), 8192)])
	s = strings.TrimPrefix(s, "\xef\xbb\xbf")
	if strings.HasPrefix(s, "#!") {
		return script(s)
	}
	for _, f := range []func(string) result{heads, markup, diffs, python, cFamily, others} {
		if r := f(s); r.text != "" {
			return r
		}
	}
	return result{}
}

// interpreters are the names that file knows on a "#!" line: the end of the path, its words and its MIME type.
var interpreters = []struct{ name, text, mime string }{
	{"bash", "Bourne-Again shell script", "text/x-shellscript"}, {"zsh", "Paul Falstad's zsh script", "text/x-shellscript"},
	{"ksh", "Korn shell script", "text/x-shellscript"}, {"csh", "C shell script", "text/x-shellscript"},
	{"tcsh", "Tenex C shell script", "text/x-shellscript"}, {"awk", "awk script", "text/x-awk"}, {"gawk", "GNU awk script", "text/x-gawk"},
	{"nawk", "new awk script", "text/x-nawk"}, {"python", "Python script", "text/x-script.python"}, {"ruby", "Ruby script", "text/x-ruby"},
	{"lua", "Lua script", "text/x-lua"}, {"tclsh", "Tcl/Tk script", "text/x-tcl"}, {"wish", "Tcl/Tk script", "text/x-tcl"},
}

// script describes what begins with "#!".
func script(s string) result {
	line, _, ended := strings.Cut(s[2:], "\n")
	line = strings.Trim(line, " \t\r")
	path, arg, _ := strings.Cut(line, " ")
	env := path[strings.LastIndexByte(path, '/')+1:] == "env"
	name := path
	if env {
		name, _, _ = strings.Cut(strings.TrimSpace(arg), " ")
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	switch {
	case base == "sh" && !env && ended:
		return result{text: "POSIX shell script", mime: "text/x-shellscript", executable: true}
	case base == "perl" && ended:
		return result{text: "Perl script text executable", mime: "text/x-perl", alone: true}
	case base == "node" && ended:
		return result{text: "Node.js script executable", mime: "application/javascript"}
	}
	for _, i := range interpreters {
		known := base == i.name || i.name == "python" && strings.HasPrefix(base, "python")
		if known && ended {
			return result{text: i.text, mime: i.mime, executable: true}
		}
	}
	words := line
	if env {
		words = strings.TrimSpace(arg)
	}
	return result{text: "a " + words + " script", executable: true}
}

// heads tests for what stands at the very beginning.
func heads(s string) result {
	for _, h := range []struct {
		prefix string
		r      result
	}{
		{"<?php", result{text: "PHP script", mime: "text/x-php"}},
		{"%!PS-Adobe-3.0", result{text: "PostScript document text conforming DSC level 3.0", mime: "application/postscript", alone: true}},
		{"%!", result{text: "PostScript document text", mime: "application/postscript", alone: true}},
		{"{\\rtf1", result{text: "Rich Text Format data, version 1, ANSI", mime: "text/rtf", alone: true}},
		{"-----BEGIN CERTIFICATE-----", result{text: "PEM certificate", alone: true}},
		{"-----BEGIN RSA PRIVATE KEY", result{text: "PEM RSA private key", alone: true}},
		{"-----BEGIN DSA PRIVATE KEY", result{text: "PEM DSA private key", alone: true}},
		{"-----BEGIN EC PRIVATE KEY", result{text: "PEM EC private key", alone: true}},
		{"-----BEGIN CERTIFICATE REQ", result{text: "PEM certificate request", alone: true}},
		{"-----BEGIN OPENSSH PRIVATE KEY", result{text: "OpenSSH private key", alone: true}},
		{"-----BEGIN PGP PUBLIC KEY BLOCK-", result{text: "PGP public key block", mime: "application/pgp-keys", alone: true}},
		{"-----BEGIN PGP MESSAGE-", result{text: "PGP message", mime: "application/pgp", alone: true}},
		{"-----BEGIN PGP SIGNATURE-", result{text: "PGP signature", mime: "application/pgp-signature", alone: true}},
		{"ssh-rsa ", result{text: "OpenSSH RSA public key", alone: true}}, {"ssh-dss ", result{text: "OpenSSH DSA public key", alone: true}},
		{"ssh-ed25519 ", result{text: "OpenSSH ED25519 public key", alone: true}},
		{"ecdsa-", result{text: "OpenSSH ECDSA public key", alone: true}},
		{"BEGIN:VCARD", result{text: "vCard visiting card", mime: "text/vcard", alone: true}},
		{"BEGIN:VCALENDAR", result{text: "vCalendar calendar file", mime: "text/calendar", alone: true}},
		{"@echo off", result{text: "DOS batch file", mime: "text/x-msdos-batch"}},
		{"@ECHO OFF", result{text: "DOS batch file", mime: "text/x-msdos-batch"}},
	} {
		if strings.HasPrefix(s, h.prefix) {
			return h.r
		}
	}
	return result{}
}

// markup tests for XML and HTML.
func markup(s string) result {
	low := strings.ToLower(s[:min(len(s), 4096)])
	if strings.HasPrefix(low, "<?xml version") {
		if strings.Contains(low, "<svg") {
			return result{text: "SVG Scalable Vector Graphics image", mime: "image/svg+xml", alone: true}
		}
		v := "1.0"
		if i := strings.IndexAny(low, "'\""); i >= 0 && i+4 < len(low) {
			v = low[i+1 : i+4]
		}
		return result{text: "XML " + v + " document", mime: "text/xml"}
	}
	if strings.HasPrefix(low, "<svg") {
		return result{text: "SVG Scalable Vector Graphics image", mime: "image/svg+xml", alone: true}
	}
	for _, tag := range []string{"<!doctype html", "<html>", "<html ", "<head>", "<head ", "<title>", "<title "} {
		if strings.Contains(low, tag) {
			return result{text: "HTML document", mime: "text/html"}
		}
	}
	return result{}
}

func diffs(s string) result {
	const mime = "text/x-diff"
	switch {
	case strings.HasPrefix(s, "diff "), strings.HasPrefix(s, "Only in "), strings.HasPrefix(s, "Common subdirectories: "):
		if strings.HasPrefix(s, "diff --git") && strings.Contains(s, "\n--- ") && strings.HasPrefix(s, "diff --git a b") {
			return result{text: "unified diff output", mime: mime}
		}
		return result{text: "diff output", mime: mime}
	case strings.HasPrefix(s, "*** ") && strings.Contains(s, "\n--- "):
		return result{text: "context diff output", mime: mime}
	case strings.HasPrefix(s, "--- ") && strings.Contains(s, "\n+++ ") && strings.Contains(s, "\n@@"):
		return result{text: "unified diff output", mime: mime}
	}
	return result{}
}
