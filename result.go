package orrery

import "encoding/json"

// Result is the typed half of an observation. Its dynamic type is [TerminalResult], [MCPResult] or
// [RawResult], always as a value and not as a pointer.
type Result interface {
	// ResultDomain names the domain whose shape this is.
	ResultDomain() Domain
}

// TerminalResult is what one command left behind. The streams are bytes and need not be UTF-8.
type TerminalResult struct {
	Stdout []byte
	Stderr []byte
	Exit   int    // exit status, 0 to 255
	Cwd    string // working directory after the command, absolute
}

// ResultDomain returns Terminal.
func (TerminalResult) ResultDomain() Domain { return Terminal }

type terminalWire struct {
	Domain      Domain `json:"domain"`
	Stdout      string `json:"stdout"`
	StdoutExact []byte `json:"stdout_b64,omitempty"`
	Stderr      string `json:"stderr"`
	StderrExact []byte `json:"stderr_b64,omitempty"`
	Exit        int    `json:"exit"`
	Cwd         string `json:"cwd"`
	CwdExact    []byte `json:"cwd_b64,omitempty"`
}

// MarshalJSON writes the result with its domain; streams that are not UTF-8 also as base64.
func (r TerminalResult) MarshalJSON() ([]byte, error) {
	w := terminalWire{Domain: Terminal, Exit: r.Exit}
	w.Stdout, w.StdoutExact = readable(r.Stdout)
	w.Stderr, w.StderrExact = readable(r.Stderr)
	w.Cwd, w.CwdExact = readable(r.Cwd)
	return encode(w)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *TerminalResult) UnmarshalJSON(data []byte) error {
	var w terminalWire
	if err := json.Unmarshal(data, &w); err != nil {
		return Invalidf("terminal result: %w", err)
	}
	*r = TerminalResult{Stdout: exactBytes(w.Stdout, w.StdoutExact), Stderr: exactBytes(w.Stderr, w.StderrExact),
		Exit: w.Exit, Cwd: string(exactBytes(w.Cwd, w.CwdExact))}
	return nil
}

// MCPResult is the result of one tool call.
type MCPResult struct {
	Content    json.RawMessage // the content blocks, a JSON array
	Structured json.RawMessage // the structured content, a JSON value; nil when there is none
	IsError    bool            // the tool failed; this is still an observation
}

// ResultDomain returns MCP.
func (MCPResult) ResultDomain() Domain { return MCP }

type mcpWire struct {
	Domain     Domain          `json:"domain"`
	Content    json.RawMessage `json:"content,omitempty"`
	Structured json.RawMessage `json:"structured,omitempty"`
	IsError    bool            `json:"isError,omitempty"`
}

// MarshalJSON writes the result with its domain.
func (r MCPResult) MarshalJSON() ([]byte, error) {
	return encode(mcpWire{Domain: MCP, Content: r.Content, Structured: r.Structured, IsError: r.IsError})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *MCPResult) UnmarshalJSON(data []byte) error {
	var w mcpWire
	if err := json.Unmarshal(data, &w); err != nil {
		return Invalidf("mcp result: %w", err)
	}
	*r = MCPResult{Content: w.Content, Structured: w.Structured, IsError: w.IsError}
	return nil
}

// RawResult carries the result of a domain that has no type of its own here, as the domain wrote it.
type RawResult struct {
	Domain Domain          // whose shape it is
	Value  json.RawMessage // any JSON value
}

// ResultDomain returns the domain that wrote the value.
func (r RawResult) ResultDomain() Domain { return r.Domain }

type rawWire struct {
	Domain Domain          `json:"domain"`
	Value  json.RawMessage `json:"value,omitempty"`
}

// MarshalJSON writes {"domain","value"}.
func (r RawResult) MarshalJSON() ([]byte, error) { return encode(rawWire(r)) }

// UnmarshalJSON reads what MarshalJSON writes.
func (r *RawResult) UnmarshalJSON(data []byte) error {
	var w rawWire
	if err := json.Unmarshal(data, &w); err != nil {
		return Invalidf("result: %w", err)
	}
	*r = RawResult(w)
	return nil
}

// decodeResult gives a result its domain's type.
func decodeResult(data json.RawMessage) (Result, error) {
	if len(data) == 0 || string(data) == "null" {
		return nil, nil
	}
	var head struct {
		Domain Domain `json:"domain"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, Invalidf("result: %w", err)
	}
	switch head.Domain {
	case Terminal:
		return decodeAs[TerminalResult](data)
	case MCP:
		return decodeAs[MCPResult](data)
	default:
		return decodeAs[RawResult](data)
	}
}

// decodeAs reads a result as the value type T.
func decodeAs[T Result](data []byte) (Result, error) {
	var r T
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, err
	}
	return r, nil
}

// Terminal returns the observation's terminal result, if it has one.
func (o Observation) Terminal() (TerminalResult, bool) {
	r, ok := o.Result.(TerminalResult)
	return r, ok
}

// MCP returns the observation's tool-call result, if it has one.
func (o Observation) MCP() (MCPResult, bool) {
	r, ok := o.Result.(MCPResult)
	return r, ok
}
