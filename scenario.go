package orrery

// Turn is an action and its observation.
type Turn struct {
	Action      Action      `json:"action"`
	Observation Observation `json:"observation"`
}

// Trajectory is the turns of an episode with its system prompt.
type Trajectory struct {
	ID     string `json:"id,omitempty"`
	Domain Domain `json:"domain"`
	System string `json:"system,omitempty"`
	Turns  []Turn `json:"turns"`
}

// Scenario says which world to open and in which start state.
type Scenario struct {
	Name     string  `json:"name,omitempty"`
	World    string  `json:"world,omitempty"`  // which world opens it; empty is the domain's default
	Domain   Domain  `json:"domain"`           // whose section Section is
	Task     string  `json:"task,omitempty"`   // what the agent is asked to do
	System   string  `json:"system,omitempty"` // system prompt
	Seed     uint64  `json:"seed,omitempty"`
	Limits   Limits  `json:"limits,omitzero"`
	History  []Turn  `json:"history,omitempty"` // turns that have already happened
	Tools    Section `json:"tools,omitzero"`    // the tools on offer, as the file has them
	Success  Section `json:"success,omitzero"`  // the success check, as the file has it
	Controls Section `json:"controls,omitzero"` // ordered perturbations, as the file has them
	Section  Section `json:"section,omitzero"`  // the domain's own start state, as the file has it
}

// Limits bound an episode from outside its world. Zero means no bound.
type Limits struct {
	Turns       int   `json:"turns,omitempty"`        // steps in the episode
	ActionBytes int   `json:"action_bytes,omitempty"` // length of one action
	Output      int64 `json:"output,omitempty"`       // bytes of observation text in the episode
	Programs    int64 `json:"programs,omitempty"`     // simulated program starts in the episode
	Tokens      int64 `json:"tokens,omitempty"`       // model tokens in the episode
}

// Section is a piece of a scenario file that its owner parses: the raw bytes as they stand in the
// file, indentation included, and where they begin. Line numbers of an error inside Data add up as
// Line + local line - 1.
type Section struct {
	File string // as the user named it; empty when there is no file
	Line int    // 1-based line of the first byte of Data
	Data []byte // YAML, of which JSON is a part
}

// IsZero reports whether the scenario has no such section.
func (s Section) IsZero() bool { return s.File == "" && s.Line == 0 && len(s.Data) == 0 }

// Errorf returns an invalid error at a line of the section: local is 1 for its first line.
func (s Section) Errorf(local int, field, format string, args ...any) *Error {
	return Invalidf(format, args...).At(s.File, s.Line+local-1, field)
}

type sectionWire struct {
	File  string `json:"file,omitempty"`
	Line  int    `json:"line,omitempty"`
	Data  string `json:"data,omitempty"`
	Exact []byte `json:"data_b64,omitempty"`
}

// MarshalJSON writes the section with its position; data that is not UTF-8 also as base64.
func (s Section) MarshalJSON() ([]byte, error) {
	w := sectionWire{File: s.File, Line: s.Line}
	w.Data, w.Exact = readable(s.Data)
	return encode(w)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Section) UnmarshalJSON(data []byte) error {
	var w sectionWire
	if err := decodeStrict(data, &w); err != nil {
		return Invalidf("section: %w", err)
	}
	*s = Section{File: w.File, Line: w.Line, Data: exactBytes(w.Data, w.Exact)}
	return nil
}
