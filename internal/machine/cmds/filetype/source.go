package filetype

import "strings"

// eachLine calls f for every line until it returns true, and reports whether it did.
func eachLine(s string, f func(line string) bool) bool {
	for line := range strings.Lines(s) {
		if f(strings.TrimSuffix(line, "\n")) {
			return true
		}
	}
	return false
}

func word(s string) (w, rest string) {
	i := 0
	for i < len(s) && (s[i] == '_' || s[i] == '.' || s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z' || s[i] >= '0' && s[i] <= '9') {
		i++
	}
	return s[:i], s[i:]
}

// python tests for Python's statements.
func python(s string) result {
	found := eachLine(s, func(l string) bool {
		t := strings.TrimLeft(l, " \t")
		switch {
		case strings.HasPrefix(l, "from "):
			w, rest := word(l[5:])
			return w != "" && strings.HasPrefix(rest, " import")
		case strings.HasPrefix(t, "def ") || strings.HasPrefix(t, "class "):
			_, t, _ = strings.Cut(t, " ")
			w, rest := word(t)
			return w != "" && strings.HasSuffix(rest, ":") && (rest == ":" || rest[0] == '(' && strings.HasSuffix(rest, "):"))
		case strings.HasPrefix(l, "if __name__ =="):
			return true
		}
		return false
	})
	if found || strings.HasPrefix(s, "try:") && strings.Contains(s, "\nexcept") {
		return result{text: "Python script", mime: "text/x-script.python", executable: true}
	}
	if strings.HasPrefix(s, `"""`) || strings.HasPrefix(s, "'''") {
		return result{text: "Python script", executable: true}
	}
	return result{}
}

// cFamily tests for C, C++ and Java.
func cFamily(s string) result {
	c := result{text: "C source", mime: "text/x-c"}
	cpp := result{text: "C++ source", mime: "text/x-c++"}
	java := result{text: "Java source", mime: "text/x-java"}
	isC := strings.Contains(s, "#ifdef") && strings.Contains(s, "#endif") || strings.Contains(s, "#ifndef") && strings.Contains(s, "#endif")
	var isCpp, isJava bool
	eachLine(s, func(l string) bool {
		t := strings.TrimLeft(l, " \t")
		switch {
		case strings.HasPrefix(t, "namespace ") || strings.HasPrefix(l, "using namespace "):
			isCpp = true
		case strings.HasPrefix(t, "import java") && strings.HasSuffix(t, ";") && !strings.Contains(t, "*"),
			strings.HasPrefix(t, "public class ") || strings.HasPrefix(t, "public interface "):
			isJava = true
		case strings.HasPrefix(l, "class ") && strings.Contains(l, "{"):
			isCpp = true
		case strings.HasPrefix(l, "#include"), strings.HasPrefix(l, "#pragma"):
			isC = true
		case strings.HasPrefix(l, "struct ") && strings.Contains(l, "{"), strings.HasPrefix(l, "extern "), strings.HasPrefix(l, "static "),
			strings.HasPrefix(l, "char "), strings.HasPrefix(l, "union ") && strings.Contains(l, "{"):
			isC = true
		default:
			if i := strings.Index(l, " main("); i >= 0 && strings.Contains(l[i:], "{") && strings.Contains(l[i:], ")") {
				isC = true
			}
		}
		return false
	})
	switch {
	case isCpp:
		return cpp
	case isJava:
		return java
	case isC:
		return c
	}
	return result{}
}

// others tests for the rest of the languages.
func others(s string) result {
	js := result{text: "JavaScript source", mime: "application/javascript"}
	switch {
	case strings.Contains(s, "= require("), strings.Contains(s, "module.exports"), strings.Contains(s, "export default "),
		strings.HasPrefix(s, `"use strict";`), strings.HasPrefix(s, "'use strict';"):
		return js
	case strings.HasPrefix(s, "\\documentclass"):
		return result{text: "LaTeX 2e document", mime: "text/x-tex"}
	case strings.HasPrefix(s, "(defun "), strings.HasPrefix(s, "(define "), strings.HasPrefix(s, "(setq "):
		return result{text: "Lisp/Scheme program", mime: "text/x-lisp"}
	case strings.HasPrefix(s, "dnl "):
		return result{text: "M4 macro processor script", mime: "text/x-m4"}
	case strings.HasPrefix(s, "package ") && strings.Contains(s[:strings.IndexByte(s+"\n", '\n')], ";"):
		return result{text: "Perl5 module source"}
	case strings.HasPrefix(s, "BEGIN{"), strings.HasPrefix(s, "BEGIN {"):
		return result{text: "awk or perl script", mime: "text/x-awk"}
	case strings.HasPrefix(s, "1\n00:") && strings.Contains(s, " --> "):
		return result{text: "SubRip", mime: "application/x-subrip"}
	case mail(s):
		return result{text: "news or mail", mime: "message/rfc822"}
	case makefile(s):
		return result{text: "makefile script", mime: "text/x-makefile"}
	case ruby(s):
		return result{text: "Ruby script", mime: "text/x-ruby"}
	}
	return result{}
}

func mail(s string) bool {
	for _, h := range []string{"From: ", "Received: ", "Return-Path: ", "Date: ", "Message-ID: ", "Subject: "} {
		if strings.HasPrefix(s, h) && strings.Contains(s, "\nTo: ") {
			return true
		}
	}
	return false
}

func makefile(s string) bool {
	return eachLine(s, func(l string) bool {
		for _, p := range []string{".PHONY", "CC=", "CC =", "CFLAGS=", "CFLAGS =", "VPATH=", "all:", "SUBDIRS=", "LDFLAGS=", "LDFLAGS ="} {
			if strings.HasPrefix(l, p) {
				return true
			}
		}
		return false
	})
}

func ruby(s string) bool {
	end := strings.HasSuffix(s, "end\n") || strings.HasSuffix(s, "end") || strings.Contains(s, "\nend\n")
	return end && eachLine(s, func(l string) bool {
		if !strings.HasPrefix(l, "module ") && !strings.HasPrefix(l, "class ") && !strings.HasPrefix(l, "def ") {
			return false
		}
		_, t, _ := strings.Cut(l, " ")
		return t != "" && (t[0] >= 'A' && t[0] <= 'Z')
	})
}
