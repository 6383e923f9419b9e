// Package jsonl reads and writes files of JSON lines: one value a line, errors with file and line,
// line lengths bounded. On top of that it reads and writes recorded episodes.
package jsonl

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"unicode/utf8"

	"github.com/orrery-world/orrery"
)

// DefaultMaxLine is the longest line that a Reader accepts unless told otherwise, in bytes.
const DefaultMaxLine = 64 << 20

// Reader reads JSON lines. It is not safe for concurrent use.
type Reader struct {
	name string
	br   *bufio.Reader
	max  int
	line int
	err  error
}

// ReaderOptions are limits of a Reader. The zero value takes the defaults.
type ReaderOptions struct {
	MaxLine int // longest line in bytes; 0 means DefaultMaxLine
}

// NewReader returns a reader of r; name is the file as the user named it, for errors.
func NewReader(name string, r io.Reader, o ReaderOptions) *Reader {
	if o.MaxLine <= 0 {
		o.MaxLine = DefaultMaxLine
	}
	return &Reader{name: name, br: bufio.NewReader(r), max: o.MaxLine}
}

// Line returns the number of the line that was read last, from 1; 0 before the first.
func (r *Reader) Line() int { return r.line }

// Errorf returns an error of the given kind that blames the line that was read last.
func (r *Reader) Errorf(kind orrery.ErrorKind, field, format string, args ...any) *orrery.Error {
	return orrery.Errorf(kind, format, args...).At(r.name, r.line, field)
}

// Next returns the next line that is not blank, without its end, in a slice that the caller owns.
// After the last line it returns io.EOF. A line that is too long is invalid, a failing file infra;
// both are final.
func (r *Reader) Next() ([]byte, error) {
	for r.err == nil {
		line, err := r.readLine()
		if err != nil {
			r.err = err
		}
		if line = bytes.TrimRight(line, "\r\n \t"); len(line) > 0 && (err == nil || errors.Is(err, io.EOF)) {
			return line, nil
		}
	}
	return nil, r.err
}

// readLine returns one line; with io.EOF it is the last one, whose end is missing.
func (r *Reader) readLine() ([]byte, error) {
	r.line++
	var line []byte
	for {
		part, err := r.br.ReadSlice('\n')
		if len(line)+len(part) > r.max {
			return nil, r.Errorf(orrery.Invalid, "", "line is longer than %d bytes", r.max)
		}
		line = append(line, part...)
		switch {
		case err == nil:
			return line, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			if len(line) == 0 {
				r.line--
			}
			return line, io.EOF
		default:
			return nil, r.Errorf(orrery.Infra, "", "read: %w", err)
		}
	}
}

// Decode reads the next line into v. A field that v does not have, a second value on the line, or
// anything that is not JSON is invalid; the reader can go on with the line after it.
func (r *Reader) Decode(v any) error {
	line, err := r.Next()
	if err != nil {
		return err
	}
	if err := Unmarshal(line, v); err != nil {
		return r.blame(err)
	}
	return nil
}

// blame puts the last line's position on an error and keeps its kind.
func (r *Reader) blame(err error) *orrery.Error {
	var e *orrery.Error
	if errors.As(err, &e) {
		return e.At(r.name, r.line, "")
	}
	return r.Errorf(orrery.Invalid, "", "%w", err)
}

// Unmarshal decodes exactly one JSON value strictly: unknown fields and trailing data are invalid,
// and the error names the field and the byte where it can.
func Unmarshal(data []byte, v any) error {
	if !utf8.Valid(data) {
		return orrery.Invalidf("not UTF-8; JSON has to be").Hinted("bytes that are not text travel as base64, for example in text_b64")
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return decodeError(err, data)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return orrery.Invalidf("more than one JSON value (the second begins near byte %d)", d.InputOffset()+1)
	}
	return nil
}

// decodeError words an error of encoding/json for a person and names the field.
func decodeError(err error, data []byte) *orrery.Error {
	var own *orrery.Error
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &syntax):
		return orrery.Invalidf("not JSON at byte %d: %w", syntax.Offset, err)
	case errors.As(err, &kind):
		return orrery.Invalidf("is a JSON %s, wanted %s", kind.Value, TypeName(kind.Type)).At("", 0, kind.Field)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return orrery.Invalidf("not JSON: ends in the middle of a value, after byte %d", len(data))
	default:
		return orrery.Invalidf("%w", err)
	}
}

// TypeName says in the words of JSON what a Go type reads, for errors.
func TypeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "object"
	case reflect.Slice, reflect.Array:
		return "array"
	case reflect.Pointer:
		return TypeName(t.Elem())
	default:
		return t.Kind().String()
	}
}

// Writer writes JSON lines. It is not safe for concurrent use.
type Writer struct {
	w io.Writer
}

// NewWriter returns a writer to w. Every value is one call of w.Write.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Encode writes v as one line, without HTML escaping. A value that JSON cannot carry is invalid and
// nothing is written; a failing file is infra.
func (w *Writer) Encode(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return orrery.Invalidf("encode: %w", err)
	}
	if _, err := w.w.Write(b.Bytes()); err != nil {
		return orrery.Infraf("write: %w", err)
	}
	return nil
}
