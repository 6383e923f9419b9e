package orrery

// Outcome says whether Orrery knows what the real environment would have answered.
type Outcome string

// The outcomes.
const (
	OutcomeKnown   Outcome = ""        // the observation stands for the real one
	OutcomeUnknown Outcome = "unknown" // something was asked that nobody here can know
)

// UnknownExit is the exit status of a program that exists but is not simulated.
const UnknownExit = 127

// UnknownText returns what such a program prints on standard error, with the final newline. It
// is Orrery's own wording, so that nobody takes it for the text about a program that is absent.
func UnknownText(program string) string {
	return "orrery: " + program + ": outcome unknown: this program is not simulated and there is no engine to ask\n"
}

// UnknownWarning returns the warning that goes with an unknown outcome.
func UnknownWarning(program string) string { return "unknown: " + program }

// MarkUnknown makes the observation an unknown outcome because of the named program: outcome
// unknown, not valid, one warning. The texts stay as they are: a script may have printed more.
func (o *Observation) MarkUnknown(program string) {
	o.Outcome = OutcomeUnknown
	o.Valid = false
	o.Warn(UnknownWarning(program))
}

// UnknownTerminal returns the whole observation for a single command whose program is not
// simulated: Orrery's words on standard error, exit status 127, not valid.
func UnknownTerminal(program, cwd string) Observation {
	words := []byte(UnknownText(program))
	o := Observation{Text: words, Result: TerminalResult{Stderr: words, Exit: UnknownExit, Cwd: cwd}}
	o.MarkUnknown(program)
	return o
}

// IsUnknown reports whether the observation is an unknown outcome.
func (o Observation) IsUnknown() bool { return o.Outcome == OutcomeUnknown }
