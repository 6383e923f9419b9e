package orrery

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// readable splits bytes for JSON: the text itself when it is UTF-8, otherwise a readable form
// (each invalid run replaced by U+FFFD) with the exact bytes beside it, which travel as base64.
func readable[T ~string | ~[]byte](b T) (text string, exact []byte) {
	s := string(b)
	if utf8.ValidString(s) {
		return s, nil
	}
	return strings.ToValidUTF8(s, "\uFFFD"), []byte(s)
}

// exactBytes is the inverse of readable: the exact bytes win over the readable form.
func exactBytes(text string, exact []byte) []byte {
	if exact != nil {
		return exact
	}
	if text == "" {
		return nil
	}
	return []byte(text)
}

// encode marshals v without HTML escaping and without the final newline: one spelling for all
// hashes and lines.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, Invalidf("encode: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// decodeStrict unmarshals what people write by hand: a field that v does not have is an error.
func decodeStrict(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
