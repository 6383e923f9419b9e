package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/jsonl"
)

// Mode says how the steps of a trajectory reach the shell.
type Mode string

// The modes. The first three are those of recorded shell cases.
const (
	ModeExec    Mode = "exec"    // every step is its own `bash -c`; files and directory carry over
	ModeSession Mode = "session" // all steps go down one pipe to one bash, and everything carries over
	ModePTY     Mode = "pty"     // keys typed into an interactive shell; a step's answer is a screen
	ModeEpisode Mode = "episode" // a recorded episode, with the scenario it was recorded under
)

// Modes returns all modes in their fixed order. The caller owns the slice.
func Modes() []Mode { return []Mode{ModeExec, ModeSession, ModePTY, ModeEpisode} }

// Case is one recorded trajectory.
type Case struct {
	File     string // as the user named it
	Line     int    // where it begins, from 1
	ID       string
	Mode     Mode
	Steps    []Step
	Scenario *orrery.Scenario // of a recorded episode; nil for shell cases
}

// Step is one action with the answer that was recorded.
type Step struct {
	Action orrery.Action
	Want   Answer
	Masked []string // what the recorder levelled in this step: "date", "pid"
}

// Answer is what is compared of an observation, as text. Digest is set for recorded episodes only.
type Answer struct {
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr"`
	Exit   int    `json:"exit"`
	Cwd    string `json:"cwd"`
	Text   string `json:"text,omitempty"`   // what the agent reads; of recorded episodes
	Digest string `json:"digest,omitempty"` // of the whole observation; of recorded episodes

	terminal bool // there is a terminal result
}

// rawCase is a line of a case file as it is written. Which fields must be there depends on the mode.
type rawCase struct {
	ID    *string           `json:"id"`
	Mode  *string           `json:"mode"`
	Steps []json.RawMessage `json:"steps"`
}

type rawStep struct {
	Cmd        *string   `json:"cmd"`
	Stdout     *string   `json:"stdout"`
	Stderr     *string   `json:"stderr"`
	Exit       *int      `json:"exit"`
	Cwd        *string   `json:"cwd"`
	Keystrokes *string   `json:"keystrokes"`
	Duration   *float64  `json:"duration"`
	Screen     *string   `json:"screen"`
	Masked     *[]string `json:"masked"`
}

// Read reads a file of recorded shell cases or one recorded episode; which of the two it is, its first
// line tells. name is the file as the user named it. Errors are invalid or corrupt and name file, line
// and field; fields that this format does not have are left out and told in warnings.
func Read(name string, r io.ReadSeeker) (cases []Case, warnings []string, err error) {
	first, err := jsonl.NewReader(name, r, jsonl.ReaderOptions{}).Next()
	if errors.Is(err, io.EOF) {
		return nil, nil, orrery.Invalidf("has no lines").At(name, 1, "").Hinted("a case file has one JSON object a line: id, mode, steps")
	}
	if err != nil {
		return nil, nil, err
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil, nil, orrery.Infraf("read: %w", err).At(name, 0, "")
	}
	var head struct {
		Type orrery.RecordType `json:"type"`
	}
	if json.Unmarshal(first, &head) == nil && head.Type != "" {
		c, err := readEpisode(name, r)
		return []Case{c}, nil, err
	}
	f := &caseFile{lines: jsonl.NewReader(name, r, jsonl.ReaderOptions{}), name: name, seen: map[string]int{}}
	for {
		line, err := f.lines.Next()
		if errors.Is(err, io.EOF) {
			return f.cases, f.warnings, nil
		}
		if err != nil {
			return nil, nil, err
		}
		if err := f.add(line); err != nil {
			return nil, nil, err
		}
	}
}

// caseFile is a file of shell cases that is being read.
type caseFile struct {
	lines    *jsonl.Reader
	name     string
	cases    []Case
	seen     map[string]int // line of every id
	warnings []string
	unknown  []string // fields that were warned about
}

// add reads one line as a case.
func (f *caseFile) add(line []byte) error {
	var raw rawCase
	if err := f.decode(line, "", &raw); err != nil {
		return err
	}
	switch {
	case raw.ID == nil || *raw.ID == "":
		return f.errorf("id", "is missing")
	case raw.Mode == nil:
		return f.errorf("mode", "is missing").Hinted("modes: exec, session, pty")
	case len(raw.Steps) == 0:
		return f.errorf("steps", "is missing or empty")
	}
	c := Case{File: f.name, Line: f.lines.Line(), ID: *raw.ID, Mode: Mode(*raw.Mode)}
	if !slices.Contains(Modes()[:3], c.Mode) {
		return f.errorf("mode", "there is no mode %q", *raw.Mode).Hinted("modes: exec, session, pty")
	}
	if first, ok := f.seen[c.ID]; ok {
		return f.errorf("id", "%q is already the case of line %d", c.ID, first)
	}
	f.seen[c.ID] = c.Line
	for i, data := range raw.Steps {
		s, err := f.step(c.Mode, fmt.Sprintf("steps[%d]", i), data)
		if err != nil {
			return err
		}
		c.Steps = append(c.Steps, s)
	}
	f.cases = append(f.cases, c)
	return nil
}

// step reads one step and makes sure that the fields of its mode are there.
func (f *caseFile) step(mode Mode, field string, data []byte) (Step, error) {
	var raw rawStep
	if err := f.decode(data, field, &raw); err != nil {
		return Step{}, err
	}
	s := Step{Action: orrery.Action{Domain: orrery.Terminal}}
	if raw.Masked != nil {
		s.Masked = *raw.Masked
	}
	missing := func(name string) (Step, error) { return Step{}, f.errorf(field+"."+name, "is missing") }
	if mode == ModePTY {
		switch {
		case raw.Keystrokes == nil:
			return missing("keystrokes")
		case raw.Duration == nil:
			return missing("duration")
		case raw.Screen == nil:
			return missing("screen")
		}
		s.Action.Text, s.Want.Text = *raw.Keystrokes, *raw.Screen
		return s, nil
	}
	switch {
	case raw.Cmd == nil:
		return missing("cmd")
	case raw.Stdout == nil:
		return missing("stdout")
	case raw.Stderr == nil:
		return missing("stderr")
	case raw.Exit == nil:
		return missing("exit")
	case raw.Cwd == nil:
		return missing("cwd")
	}
	s.Action.Text = *raw.Cmd
	s.Want = Answer{Stdout: *raw.Stdout, Stderr: *raw.Stderr, Exit: *raw.Exit, Cwd: *raw.Cwd}
	return s, nil
}

// errorf blames a field of the line that was read last.
func (f *caseFile) errorf(field, format string, args ...any) *orrery.Error {
	return f.lines.Errorf(orrery.Invalid, field, format, args...)
}

// decode reads one JSON object. A field that v does not have is warned about once a file, so that
// recordings which say more can still be played.
func (f *caseFile) decode(data []byte, field string, v any) error {
	err := jsonl.Unmarshal(data, v)
	if err == nil {
		return nil
	}
	name, unknown := unknownField(err)
	if !unknown {
		return f.blame(err, field)
	}
	if !slices.Contains(f.unknown, name) {
		f.unknown = append(f.unknown, name)
		f.warnings = append(f.warnings, fmt.Sprintf("%s:%d: the field %q is not of this format and was left out", f.name, f.lines.Line(), name))
	}
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(v); err != nil {
		return f.blame(err, field)
	}
	return nil
}

// blame puts the line and the field around it on an error of the JSON reader.
func (f *caseFile) blame(err error, field string) *orrery.Error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return f.errorf(join(field, kind.Field), "is a JSON %s, wanted %s", kind.Value, jsonl.TypeName(kind.Type))
	}
	var e *orrery.Error
	if errors.As(err, &e) {
		return e.At(f.name, f.lines.Line(), join(field, e.Field))
	}
	return f.errorf(field, "%w", err)
}

func join(outer, inner string) string {
	if outer == "" || inner == "" {
		return outer + inner
	}
	return outer + "." + inner
}

// unknownField tells an error about a field that does not exist from all others.
func unknownField(err error) (name string, ok bool) {
	_, rest, ok := strings.Cut(err.Error(), `unknown field "`)
	if !ok {
		return "", false
	}
	return strings.CutSuffix(rest, `"`)
}

// readEpisode reads one recorded episode.
func readEpisode(name string, r io.Reader) (Case, error) {
	e, err := jsonl.NewEpisodeReader(name, r, jsonl.ReaderOptions{})
	if err != nil {
		return Case{}, err
	}
	h := e.Header()
	c := Case{File: name, Line: 1, ID: h.ID, Mode: ModeEpisode, Scenario: &h.Scenario}
	if c.ID == "" {
		c.ID = name
	}
	if h.Parent != nil {
		return Case{}, orrery.Unsupportedf("is the recording of a fork, which begins in the middle").At(name, 1, "data.parent").
			Hinted("compare the recording of its parent")
	}
	for {
		n, err := e.Next()
		switch {
		case errors.Is(err, io.EOF):
			return c, nil
		case err != nil:
			return Case{}, err
		case n.Anchor != nil || n.Inject != nil:
			return Case{}, orrery.Unsupportedf("was changed from outside (anchor, inject), which compare does not play").At(name, e.Line(), "type")
		case n.Turn != nil:
			want, err := answerOf(n.Turn.Turn.Observation, true)
			if err != nil {
				return Case{}, err
			}
			c.Steps = append(c.Steps, Step{Action: n.Turn.Turn.Action, Want: want})
		}
	}
}
