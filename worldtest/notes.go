package worldtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery"
)

// Notes is a tiny exact world that keeps notes by name. It implements the whole contract, so that
// wrappers, doors and the suite itself can be tested on something small. Its actions, one line each:
//
//	set NAME TEXT   keep a note       list      show all notes, in order of their names
//	get NAME        show a note       count N   count to N, which the budget "counts" may stop
//	end             end the episode   forever   count until the context ends
//
// Anything else is invalid. The zero value is ready for use.
type Notes struct {
	// Counts is the budget of one step for counting; 0 means 1,000.
	Counts int
}

// notesDomain is where Notes lives: it answers calls and keeps records.
const notesDomain = orrery.MCP

// notesFit is what can read a snapshot of Notes.
var notesFit = orrery.Snapshot{Format: "notes/1", Build: "notes", Base: ""}

// Open starts with the notes of the scenario's section, lines of NAME TEXT.
func (w Notes) Open(ctx context.Context, s orrery.Scenario) (orrery.Episode, error) {
	if err := orrery.ContextError(ctx); err != nil {
		return nil, err
	}
	if s.Domain != notesDomain {
		return nil, orrery.Invalidf("notes live in the domain %q, the scenario is of %q", notesDomain, s.Domain)
	}
	if len(s.History) > 0 {
		return nil, orrery.Unsupportedf("notes cannot be opened in mid-trajectory")
	}
	e := &notes{state: notesState{Notes: map[string][]byte{}}, counts: w.counts()}
	for i, line := range strings.Split(strings.TrimSpace(string(s.Section.Data)), "\n") {
		name, text, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok && line != "" {
			return nil, s.Section.Errorf(i+1, "", "a note is written NAME TEXT")
		}
		if ok {
			e.state.Notes[name] = []byte(text)
		}
	}
	return e, nil
}

// Restore reopens a saved episode.
func (w Notes) Restore(ctx context.Context, s orrery.Snapshot) (orrery.Episode, error) {
	if err := orrery.ContextError(ctx); err != nil {
		return nil, err
	}
	if err := s.Check(notesFit); err != nil {
		return nil, err
	}
	e := &notes{counts: w.counts()}
	d := json.NewDecoder(bytes.NewReader(s.State))
	d.DisallowUnknownFields()
	if err := d.Decode(&e.state); err != nil {
		return nil, orrery.Corruptf("snapshot: notes: %w", err)
	}
	if e.state.Notes == nil {
		return nil, orrery.Corruptf("snapshot: notes: there are none, not even an empty table")
	}
	return e, nil
}

func (w Notes) counts() int {
	if w.Counts > 0 {
		return w.Counts
	}
	return 1000
}

// notes is an episode of Notes.
type notes struct {
	state  notesState
	counts int
}

type notesState struct {
	Notes map[string][]byte `json:"notes"`
	Turns int               `json:"turns"`
	Done  bool              `json:"done"`
}

// Step plays one action on a copy of what it changes, so that an error changes nothing.
func (e *notes) Step(ctx context.Context, a orrery.Action) (orrery.Observation, error) {
	if err := orrery.ContextError(ctx); err != nil {
		return orrery.Observation{}, err
	}
	if e.state.Done {
		return orrery.Observation{}, orrery.Invalidf("the episode has ended")
	}
	if a.Domain != "" && a.Domain != notesDomain {
		return orrery.Observation{}, orrery.Invalidf("an action of the domain %q", a.Domain)
	}
	verb, rest, _ := strings.Cut(a.Text, " ")
	name, text, _ := strings.Cut(rest, " ")
	o := orrery.Observation{Valid: true}
	switch {
	case verb == "set" && name != "":
		o.Effects = e.set(name, text)
	case verb == "get" && name != "":
		o.Text = bytes.Clone(e.state.Notes[name])
	case verb == "list" && rest == "":
		o.Text = e.list()
	case verb == "end" && rest == "":
		o.Done = true
	case verb == "count" || verb == "forever" && rest == "":
		if err := e.count(ctx, verb == "forever", rest, &o); err != nil {
			return orrery.Observation{}, err
		}
	default:
		return orrery.Observation{}, orrery.Invalidf("%q is not an action here", a.Text)
	}
	e.state.Turns++
	e.state.Done = o.Done
	o.Usage.Output = int64(len(o.Text))
	if verb == "get" && len(o.Text) > 0 {
		o.Spans = []orrery.Span{{Field: "text", Offset: 0, Length: len(o.Text), Kind: orrery.Recalled}}
	}
	return o, nil
}

func (e *notes) set(name, text string) []orrery.Effect {
	var before *orrery.Side
	if old, ok := e.state.Notes[name]; ok {
		before = orrery.NewSide(old, 64)
	}
	e.state.Notes[name] = []byte(text)
	return []orrery.Effect{{Kind: orrery.RecordChanged, Name: name, Before: before, After: orrery.NewSide([]byte(text), 64)}}
}

func (e *notes) list() []byte {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(e.state.Notes)) {
		fmt.Fprintf(&b, "%s=%s\n", name, e.state.Notes[name])
	}
	fmt.Fprintf(&b, "turns=%d\n", e.state.Turns)
	return []byte(b.String())
}

// count counts to the number in the text, or for ever, asking the context at every count.
func (e *notes) count(ctx context.Context, forever bool, text string, o *orrery.Observation) error {
	n, err := strconv.Atoi(text)
	if err != nil && !forever {
		return orrery.Invalidf("count to what? %w", err)
	}
	for i := 0; forever || i < n; i++ {
		if err := orrery.ContextError(ctx); err != nil {
			return err
		}
		if !forever && i == e.counts {
			o.Text = fmt.Appendf(nil, "stopped at %d", i)
			o.Warn(orrery.BudgetWarning("counts"))
			return nil
		}
	}
	o.Text = []byte(text)
	return nil
}

// Fork returns a copy.
func (e *notes) Fork(ctx context.Context) (orrery.Episode, error) {
	if err := orrery.ContextError(ctx); err != nil {
		return nil, err
	}
	f := *e
	f.state.Notes = maps.Clone(e.state.Notes)
	return &f, nil
}

// Snapshot returns the notes as JSON, whose tables are in order of their keys, the texts as base64.
func (e *notes) Snapshot(ctx context.Context) (orrery.Snapshot, error) {
	if err := orrery.ContextError(ctx); err != nil {
		return orrery.Snapshot{}, err
	}
	data, err := json.Marshal(e.state)
	if err != nil {
		return orrery.Snapshot{}, orrery.Infraf("snapshot: %w", err)
	}
	s := notesFit
	s.State = data
	return s, nil
}

// State describes the notes.
func (e *notes) State(context.Context) (orrery.State, error) {
	data, err := json.Marshal(e.state)
	if err != nil {
		return orrery.State{}, orrery.Infraf("state: %w", err)
	}
	sum := sha256.Sum256(data)
	return orrery.State{Domain: notesDomain, Digest: hex.EncodeToString(sum[:]), Turns: e.state.Turns, Done: e.state.Done, Detail: data}, nil
}

// Anchor compares the real observation with the note "last", which stands for a prediction, and
// keeps the real one there.
func (e *notes) Anchor(ctx context.Context, real orrery.Observation) (orrery.Divergence, error) {
	if err := orrery.ContextError(ctx); err != nil {
		return orrery.Divergence{}, err
	}
	d := orrery.Divergence{Exact: bytes.Equal(e.state.Notes["last"], real.Text)}
	if !d.Exact {
		d.Distance, d.Fields, d.Repaired = 1, []string{"text"}, true
		e.state.Notes["last"] = bytes.Clone(real.Text)
	}
	return d, nil
}

// Inject knows one fault: "forget" removes the note that is its target.
func (e *notes) Inject(ctx context.Context, f orrery.Fault) ([]orrery.Effect, error) {
	if err := orrery.ContextError(ctx); err != nil {
		return nil, err
	}
	if f.Kind != "forget" {
		return nil, orrery.Unsupportedf("notes know no fault %q", f.Kind).Hinted("the one fault is forget")
	}
	old, ok := e.state.Notes[f.Target]
	if !ok {
		return nil, nil
	}
	delete(e.state.Notes, f.Target)
	return []orrery.Effect{{Kind: orrery.RecordChanged, Name: f.Target, Before: orrery.NewSide(old, 64)}}, nil
}

// Stream plays a step and emits its text in pieces of at most four bytes, before it is played on the
// episode itself, so that an error from emit changes nothing.
func (e *notes) Stream(ctx context.Context, a orrery.Action, emit func(orrery.Chunk) error) (orrery.Observation, error) {
	f, err := e.Fork(ctx)
	if err != nil {
		return orrery.Observation{}, err
	}
	trial, ok := f.(*notes)
	if !ok {
		return orrery.Observation{}, orrery.Infraf("a fork of notes is a %T", f)
	}
	o, err := trial.Step(ctx, a)
	if err != nil {
		return orrery.Observation{}, err
	}
	for i := 0; i < len(o.Text); i += 4 {
		piece := o.Text[i:min(i+4, len(o.Text))]
		if err := emit(orrery.Chunk{Field: "text", Data: piece, Kind: o.Provenance("text", i)}); err != nil {
			return orrery.Observation{}, orrery.Errorf(orrery.Canceled, "stream: %w", err)
		}
	}
	*e = *trial
	return o, nil
}

// NotesHarness returns a harness for Notes, or for a wrapper around it when wrap is not nil.
func NotesHarness(wrap func(orrery.World) orrery.World) Harness {
	action := func(text string) orrery.Action { return orrery.Action{Domain: notesDomain, Text: text} }
	actions := func(texts ...string) (as []orrery.Action) {
		for _, t := range texts {
			as = append(as, action(t))
		}
		return as
	}
	pointer := func(text string) *orrery.Action {
		a := action(text)
		return &a
	}
	return Harness{
		World: func() (orrery.World, error) {
			if wrap != nil {
				return wrap(Notes{}), nil
			}
			return Notes{}, nil
		},
		Scenario: orrery.Scenario{Domain: notesDomain, Section: orrery.Section{File: "notes.yaml", Line: 3, Data: []byte("a first\nb second\n")}},
		Actions:  actions("set c third", "get a", "set a changed \xff", "list", "count 10", "get a"),
		Probe:    actions("list", "get a"),
		Divert:   pointer("set a diverted"),
		Invalid:  append(actions("", "sing", "set", "count up"), orrery.Action{Domain: orrery.Web, Text: "list"}),
		Slow:     pointer("forever"),
		Budgets:  []Budget{{Name: "counts", Action: action("count 1000000")}},
		End:      pointer("end"),
	}
}
