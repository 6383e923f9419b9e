// Package api holds the shapes that travel between Orrery and programs in other languages: what
// commands print with --json, what `orrery step` speaks, what servers answer.
package api

import (
	"errors"

	"github.com/orrery-world/orrery"
)

// Error is a failure of Orrery on the wire.
type Error struct {
	Kind    orrery.ErrorKind `json:"kind"`
	Message string           `json:"message"`         // what went wrong, without place and hint
	File    string           `json:"file,omitempty"`  // input file as the caller named it
	Line    int              `json:"line,omitempty"`  // 1-based
	Field   string           `json:"field,omitempty"` // dotted path of the field to blame
	Hint    string           `json:"hint,omitempty"`  // what to do next
}

// Failed is the whole answer of an operation that failed.
type Failed struct {
	Error Error `json:"error"`
}

// FromError takes an error apart. Nil gives the zero Error.
func FromError(err error) Error {
	if err == nil {
		return Error{}
	}
	out := Error{Kind: orrery.KindOf(err), Message: err.Error()}
	var e *orrery.Error
	if errors.As(err, &e) {
		out.File, out.Line, out.Field, out.Hint = e.File, e.Line, e.Field, e.Hint
		if err.Error() == e.Error() && e.Err != nil {
			out.Message = e.Err.Error()
		}
	}
	return out
}
