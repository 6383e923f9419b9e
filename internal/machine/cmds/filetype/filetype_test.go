package filetype

import (
	"strings"
	"testing"
)

// FuzzContent gives the tests bytes of all kinds; what they say of text must be a line.
func FuzzContent(f *testing.F) {
	for _, s := range []string{"#!/bin/sh\n", "{\"a\":[1,2,]}", "a,b\n1,2\n3,4\n", "\x1f\x8b\x08\x0c", "\x89PNG\r\n\x1a\n", "PK\x03\x04", "def f():\n", "\xff\xfea\x00"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < 2 {
			return
		}
		e := encode(b)
		r := signature(b)
		if r.text == "" && e.text {
			r = textual(b, "")
		}
		var tell teller
		if text, _ := tell.answer(r, &e); text == "" || e.text && strings.Contains(text, "\n") {
			t.Errorf("%q: %q", b, text)
		}
	})
}
