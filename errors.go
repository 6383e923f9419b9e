package orrery

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrorKind says in which way Orrery failed. It is itself an error value, so that
// errors.Is(err, orrery.Invalid) asks for the kind of a wrapped error.
type ErrorKind string

// The kinds of failure. A simulated failure is never one of these: it is an Observation.
const (
	Invalid      ErrorKind = "invalid"      // the caller's input
	Unsupported  ErrorKind = "unsupported"  // this world or build cannot do it
	Conflict     ErrorKind = "conflict"     // somebody else changed or holds it
	Unauthorized ErrorKind = "unauthorized" // no or wrong credentials
	Capacity     ErrorKind = "capacity"     // overloaded, or a context window too small
	Infra        ErrorKind = "infra"        // engine down, stream cut, disk
	Cutoff       ErrorKind = "cutoff"       // thinking or output cut by a budget
	RoleBreak    ErrorKind = "rolebreak"    // not an observation, and repair is exhausted
	Corrupt      ErrorKind = "corrupt"      // stored data does not fit what it claims to be
	Canceled     ErrorKind = "canceled"     // the caller's context ended
)

// ErrorKinds returns all kinds in their fixed order. The caller owns the slice.
func ErrorKinds() []ErrorKind {
	return []ErrorKind{Invalid, Unsupported, Conflict, Unauthorized, Capacity, Infra, Cutoff, RoleBreak, Corrupt, Canceled}
}

// Error returns the kind's name.
func (k ErrorKind) Error() string { return string(k) }

// Error is a failure of Orrery with its kind, the place in the input that caused it (where there
// is one) and what to do next. Its text reads "file:line: field: message (hint)".
type Error struct {
	Kind  ErrorKind // what sort of failure
	File  string    // input file as the user named it; empty when no file is to blame
	Line  int       // 1-based line in File; 0 when unknown
	Field string    // dotted path of the field to blame; empty when none
	Hint  string    // what to do next; may be empty
	Err   error     // the message, with the causes it wraps
}

// Error returns place, message and hint on one line.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		b.WriteByte(':')
	}
	if e.Line > 0 {
		if e.File == "" {
			b.WriteString("line ")
		}
		b.WriteString(strconv.Itoa(e.Line))
		b.WriteByte(':')
	}
	if e.Field != "" {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(e.Field)
		b.WriteByte(':')
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	if e.Err != nil {
		b.WriteString(e.Err.Error())
	} else {
		b.WriteString(string(e.Kind))
	}
	if e.Hint != "" {
		b.WriteString(" (" + e.Hint + ")")
	}
	return b.String()
}

// Unwrap returns the cause, so that errors.Is and errors.As see through an Error.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is this error's kind.
func (e *Error) Is(target error) bool {
	k, ok := target.(ErrorKind)
	return ok && k == e.Kind
}

// Errorf returns an Error of the given kind; format may use %w as fmt.Errorf does.
func Errorf(kind ErrorKind, format string, args ...any) *Error {
	return &Error{Kind: kind, Err: fmt.Errorf(format, args...)}
}

// Invalidf returns an error for input that the caller has to change.
func Invalidf(format string, args ...any) *Error { return Errorf(Invalid, format, args...) }

// Unsupportedf returns an error for something that this world or build cannot do.
func Unsupportedf(format string, args ...any) *Error { return Errorf(Unsupported, format, args...) }

// Corruptf returns an error for stored data that does not fit; name both sides in the message.
func Corruptf(format string, args ...any) *Error { return Errorf(Corrupt, format, args...) }

// Infraf returns an error for a failing engine, stream or disk.
func Infraf(format string, args ...any) *Error { return Errorf(Infra, format, args...) }

// At returns a copy of e that blames the given place. An empty file or field, or line 0, keeps
// what e already had.
func (e *Error) At(file string, line int, field string) *Error {
	c := *e
	if file != "" {
		c.File = file
	}
	if line > 0 {
		c.Line = line
	}
	if field != "" {
		c.Field = field
	}
	return &c
}

// Hinted returns a copy of e that tells what to do next.
func (e *Error) Hinted(hint string) *Error {
	c := *e
	c.Hint = hint
	return &c
}

// ContextError returns a canceled error with the cause of the context's end, or nil while ctx is alive.
func ContextError(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return &Error{Kind: Canceled, Err: fmt.Errorf("canceled: %w", context.Cause(ctx))}
}

// KindOf returns the kind of an error: the outermost one in its chain, canceled for the end of a
// context, infra for an error that nobody classified, and "" for nil.
func KindOf(err error) ErrorKind {
	if err == nil {
		return ""
	}
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	var k ErrorKind
	if errors.As(err, &k) {
		return k
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return Canceled
	}
	return Infra
}
