package orrery

import (
	"encoding/json"
	"strings"
)

// Action is what the agent did, in its domain's own format; the domain parses it.
type Action struct {
	Domain Domain // empty means the episode's own domain
	Text   string // bytes as the agent sent them; need not be UTF-8
}

type actionWire struct {
	Domain Domain `json:"domain,omitempty"`
	Text   string `json:"text"`
	Exact  []byte `json:"text_b64,omitempty"`
}

// MarshalJSON writes {"domain","text"}, with the exact bytes in "text_b64" when they are not UTF-8.
func (a Action) MarshalJSON() ([]byte, error) {
	w := actionWire{Domain: a.Domain}
	w.Text, w.Exact = readable(a.Text)
	return encode(w)
}

// UnmarshalJSON reads what MarshalJSON writes; "text_b64" wins over "text".
func (a *Action) UnmarshalJSON(data []byte) error {
	var w actionWire
	if err := decodeStrict(data, &w); err != nil {
		return Invalidf("action: %w", err)
	}
	*a = Action{Domain: w.Domain, Text: string(exactBytes(w.Text, w.Exact))}
	return nil
}

// Observation is what comes back for an action.
type Observation struct {
	Text     []byte   // what the agent reads; need not be UTF-8
	Result   Result   // the same, typed by domain; nil when the domain has no typed result
	Spans    []Span   // provenance; bytes that no span covers are exact
	Effects  []Effect // what the step changed, by difference of two states
	Done     bool     // the episode has ended
	Reward   *float64 // nil when nobody scored the step; absent is not 0
	Usage    Usage    // what the step cost
	Warnings []string // for the operator, not for the agent, such as "budget: steps"
	Outcome  Outcome  // OutcomeKnown, or OutcomeUnknown for what Orrery does not know
	Valid    bool     // fit to be shown, scored and trained on
}

type observationWire struct {
	Text     string          `json:"text"`
	Exact    []byte          `json:"text_b64,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"`
	Spans    []Span          `json:"spans,omitempty"`
	Effects  []Effect        `json:"effects,omitempty"`
	Done     bool            `json:"done,omitempty"`
	Reward   *float64        `json:"reward,omitempty"`
	Usage    Usage           `json:"usage,omitzero"`
	Warnings []string        `json:"warnings,omitempty"`
	Outcome  Outcome         `json:"outcome,omitempty"`
	Valid    bool            `json:"valid"`
}

// MarshalJSON writes the observation; equal observations give equal bytes. Text that is not UTF-8
// travels exactly in "text_b64" beside a readable "text". A reward that is not a number is invalid.
func (o Observation) MarshalJSON() ([]byte, error) {
	w := observationWire{Spans: o.Spans, Effects: o.Effects, Done: o.Done, Reward: o.Reward,
		Usage: o.Usage, Warnings: o.Warnings, Outcome: o.Outcome, Valid: o.Valid}
	w.Text, w.Exact = readable(o.Text)
	if o.Result != nil {
		r, err := encode(o.Result)
		if err != nil {
			return nil, err
		}
		w.Result = r
	}
	return encode(w)
}

// UnmarshalJSON reads what MarshalJSON writes. The result gets its domain's type where the root
// package has one, and a [RawResult] otherwise.
func (o *Observation) UnmarshalJSON(data []byte) error {
	var w observationWire
	if err := json.Unmarshal(data, &w); err != nil {
		return Invalidf("observation: %w", err)
	}
	r, err := decodeResult(w.Result)
	if err != nil {
		return err
	}
	*o = Observation{Text: exactBytes(w.Text, w.Exact), Result: r, Spans: w.Spans, Effects: w.Effects,
		Done: w.Done, Reward: w.Reward, Usage: w.Usage, Warnings: w.Warnings, Outcome: w.Outcome, Valid: w.Valid}
	return nil
}

// Warn adds a warning unless the observation already carries it.
func (o *Observation) Warn(warning string) {
	for _, w := range o.Warnings {
		if w == warning {
			return
		}
	}
	o.Warnings = append(o.Warnings, warning)
}

// WarnUnsupportedOption starts the warning about an option that the real program accepts and the
// simulated one does not.
const WarnUnsupportedOption = "unsupported option"

// budgetPrefix starts the warning of a step that a budget has stopped.
const budgetPrefix = "budget: "

// BudgetWarning returns the warning for a step that the named budget has stopped.
func BudgetWarning(name string) string { return budgetPrefix + name }

// Budget returns the name of the budget that stopped the step, if one did.
func (o Observation) Budget() (name string, ok bool) {
	for _, w := range o.Warnings {
		if name, ok = strings.CutPrefix(w, budgetPrefix); ok {
			return name, true
		}
	}
	return "", false
}

// Usage is what a step or an episode cost. It holds nothing that differs between two runs of an
// exact world: wall time belongs to traces.
type Usage struct {
	Programs   int64 `json:"programs,omitempty"`   // simulated program starts
	VirtualNS  int64 `json:"virtual_ns,omitempty"` // virtual time that passed, in nanoseconds
	Output     int64 `json:"output,omitempty"`     // bytes produced
	Calls      int64 `json:"calls,omitempty"`      // questions to a model
	Prompt     int64 `json:"prompt,omitempty"`     // prompt tokens
	Cached     int64 `json:"cached,omitempty"`     // prompt tokens that the engine had cached
	Thinking   int64 `json:"thinking,omitempty"`   // thinking tokens
	Completion int64 `json:"completion,omitempty"` // answer tokens, thinking excluded
	CostNanos  int64 `json:"cost_nanos,omitempty"` // price in billionths of the account's currency
}

// Add returns the sum of two usages.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		Programs: u.Programs + v.Programs, VirtualNS: u.VirtualNS + v.VirtualNS, Output: u.Output + v.Output,
		Calls: u.Calls + v.Calls, Prompt: u.Prompt + v.Prompt, Cached: u.Cached + v.Cached,
		Thinking: u.Thinking + v.Thinking, Completion: u.Completion + v.Completion, CostNanos: u.CostNanos + v.CostNanos,
	}
}

// Tokens returns all tokens that a model read or wrote.
func (u Usage) Tokens() int64 { return u.Prompt + u.Thinking + u.Completion }
