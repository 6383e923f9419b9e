// Package regex is the POSIX regular expression engine of the simulated
// tools: grep, sed, awk, find, expr, csplit, nl and the =~ operator of bash.
//
// It speaks the basic and extended syntaxes of GNU, with their operators and
// error texts, and the dialect of mawk. Matches are leftmost-longest; the
// submatches are those that glibc reports. Patterns without back-references
// run on lazily built automata in time linear in the input; patterns with
// them backtrack. Every match counts its steps on a caller's Tick, so that a
// budget ends it at the same place on every run.
//
// A compiled Regexp never changes and may be shared between goroutines.
package regex
