package orrery

import (
	"math"
	"slices"
)

// Field returns the bytes of one of the observation's fields: "text", or "stdout" or "stderr" of a
// terminal result, or "content" or "structured" of a tool call.
func (o Observation) Field(name string) ([]byte, bool) {
	if name == "text" {
		return o.Text, true
	}
	switch r := o.Result.(type) {
	case TerminalResult:
		switch name {
		case "stdout":
			return r.Stdout, true
		case "stderr":
			return r.Stderr, true
		}
	case MCPResult:
		switch name {
		case "content":
			return r.Content, true
		case "structured":
			return r.Structured, true
		}
	}
	return nil, false
}

// Check reports, as an invalid error, the first thing about an observation that no world may
// return: a span outside its field or over another one, a provenance, effect or outcome that does
// not exist, an unknown outcome that is called valid, a reward that is not a number.
func (o Observation) Check() error {
	if err := o.checkSpans(); err != nil {
		return err
	}
	for i, e := range o.Effects {
		if !slices.Contains(EffectKinds(), e.Kind) {
			return Invalidf("effect %d has the kind %q, which does not exist", i, e.Kind)
		}
		if e.Before == nil && e.After == nil && e.Kind != NetworkAttempt {
			return Invalidf("effect %d (%s %s) has neither before nor after", i, e.Kind, e.Name)
		}
	}
	if o.Outcome != OutcomeKnown && o.Outcome != OutcomeUnknown {
		return Invalidf("the outcome %q does not exist", o.Outcome)
	}
	if o.Outcome == OutcomeUnknown && o.Valid {
		return Invalidf("an unknown outcome is not valid")
	}
	if o.Reward != nil && (math.IsNaN(*o.Reward) || math.IsInf(*o.Reward, 0)) {
		return Invalidf("the reward is %v", *o.Reward)
	}
	return nil
}

// checkSpans looks at the spans only: each inside its field, those of a field in order and apart.
func (o Observation) checkSpans() error {
	end := map[string]int{}
	for i, s := range o.Spans {
		b, ok := o.Field(s.Field)
		if !ok {
			return Invalidf("span %d is of the field %q, which this observation does not have", i, s.Field)
		}
		if s.Kind.String() == "invalid" {
			return Invalidf("span %d has the provenance %d, which does not exist", i, s.Kind)
		}
		if s.Length <= 0 || s.Offset < end[s.Field] || s.Offset > len(b)-s.Length {
			return Invalidf("span %d covers bytes %d to %d of %q; it must lie in %d to %d", i, s.Offset, s.Offset+s.Length, s.Field, end[s.Field], len(b))
		}
		end[s.Field] = s.Offset + s.Length
	}
	return nil
}

// Provenance returns the provenance of one byte of a field: that of the span over it, else exact.
func (o Observation) Provenance(field string, offset int) Provenance {
	for _, s := range o.Spans {
		if s.Field == field && offset >= s.Offset && offset < s.Offset+s.Length {
			return s.Kind
		}
	}
	return Exact
}
