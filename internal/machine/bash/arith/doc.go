// Package arith evaluates bash arithmetic: the text between (( and )), the
// arguments of let, subscripts of indexed arrays, both sides of -eq and its
// kin, substring offsets.
//
// The text has been expanded before (parameters, command substitutions), so
// this package sees names, numbers and operators only. Evaluation happens
// while reading, as in bash: side effects to the left of a syntax error have
// taken place when the error is reported. Values are 64-bit integers that wrap.
//
// The package knows no variables. An Env supplies and stores them; a value
// that is itself an expression is evaluated recursively, to a depth of 1024.
// An *Error carries bash's words without the "bash: line N: let: " prefix,
// which only the caller knows.
package arith
