// Package lines is the door for programs in any language: one JSON object a line in, one reply a line
// out, in order. It drives the episodes of one world; docs/reference/step.md describes every field.
package lines

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/api"
	"github.com/orrery-world/orrery/internal/jsonl"
)

// DefaultMaxEpisodes is how many episodes may be open at once unless told otherwise.
const DefaultMaxEpisodes = 1024

// Options say how to serve. World and Scenario are needed.
type Options struct {
	World orrery.World
	// Scenario reads a scenario file's text; name is for errors.
	Scenario func(name string, text []byte) (orrery.Scenario, error)
	// ReadFile reads the file that a scenario_file names. Nil refuses them.
	ReadFile func(name string) ([]byte, error)
	// MaxEpisodes may be open at once; 0 means DefaultMaxEpisodes.
	MaxEpisodes int
	// MaxLine is the longest request in bytes; 0 means that of package jsonl.
	MaxLine int
}

// request is one line in. Which fields an op takes is in ops.
type request struct {
	ID           json.RawMessage `json:"id"`
	Op           string          `json:"op"`
	EP           *string         `json:"ep"`
	Action       json.RawMessage `json:"action"`
	Scenario     json.RawMessage `json:"scenario"`
	ScenarioFile *string         `json:"scenario_file"`
	Seed         *uint64         `json:"seed"`
	Snapshot     *[]byte         `json:"snapshot"`
}

// reply is one line out.
type reply struct {
	ID          json.RawMessage     `json:"id,omitempty"`
	EP          string              `json:"ep,omitempty"`
	Observation *orrery.Observation `json:"observation,omitempty"`
	State       *orrery.State       `json:"state,omitempty"`
	Snapshot    []byte              `json:"snapshot,omitempty"`
	Error       *api.Error          `json:"error,omitempty"`
}

// op is one operation.
type op struct {
	name  string
	takes []string // fields beside id, op
	needs []string // those that must be there
	do    func(*server, context.Context, *request, *reply) error
}

// ops returns the operations in the order of the documentation.
func ops() []op {
	return []op{
		{"open", []string{"scenario", "scenario_file", "seed"}, nil, (*server).open},
		{"step", []string{"ep", "action"}, []string{"ep", "action"}, (*server).step},
		{"fork", []string{"ep"}, []string{"ep"}, (*server).fork},
		{"snapshot", []string{"ep"}, []string{"ep"}, (*server).snapshot},
		{"restore", []string{"snapshot"}, []string{"snapshot"}, (*server).restore},
		{"state", []string{"ep"}, []string{"ep"}, (*server).state},
		{"close", []string{"ep"}, []string{"ep"}, (*server).close},
	}
}

// server holds the open episodes.
type server struct {
	o        Options
	episodes map[string]orrery.Episode
	last     int // number of the last id
}

// Serve answers requests until the input ends, then closes what is still open. A request that cannot be
// carried out gets a reply with an error and changes nothing; Serve's own error is that of the streams,
// of a line that is too long, or canceled.
func Serve(ctx context.Context, r io.Reader, w io.Writer, o Options) error {
	if o.MaxEpisodes <= 0 {
		o.MaxEpisodes = DefaultMaxEpisodes
	}
	s := &server{o: o, episodes: map[string]orrery.Episode{}}
	in, out := jsonl.NewReader("", r, jsonl.ReaderOptions{MaxLine: o.MaxLine}), jsonl.NewWriter(w)
	err := s.serve(ctx, in, out)
	for n := 1; n <= s.last && len(s.episodes) > 0; n++ {
		id := idOf(n)
		if e, ok := s.episodes[id]; ok {
			err = errors.Join(err, orrery.Close(e))
			delete(s.episodes, id)
		}
	}
	return err
}

func (s *server) serve(ctx context.Context, in *jsonl.Reader, out *jsonl.Writer) error {
	for {
		line, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if ctxErr := orrery.ContextError(ctx); err != nil && ctxErr != nil {
			return ctxErr // which is why reading has failed
		}
		if err != nil {
			return err
		}
		if err := out.Encode(s.answer(ctx, in.Line(), line)); err != nil {
			return err
		}
		if err := orrery.ContextError(ctx); err != nil {
			return err
		}
	}
}

// answer carries out one request.
func (s *server) answer(ctx context.Context, n int, line []byte) *reply {
	var req request
	rep := &reply{}
	err := jsonl.Unmarshal(line, &req)
	if err == nil {
		err = s.do(ctx, &req, rep)
	}
	if err != nil {
		failed := api.FromError(err)
		if failed.File == "" {
			failed.Line = n // of the input, when no scenario is to blame
		}
		rep = &reply{Error: &failed}
	}
	rep.ID = plainID(req.ID, line)
	return rep
}

// plainID returns the id to send back: of a request that is not well formed too, where it can be found.
func plainID(id json.RawMessage, line []byte) json.RawMessage {
	if id != nil {
		return id
	}
	var head struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(line, &head) != nil {
		return nil
	}
	return head.ID
}

// do finds the operation and makes sure that the request has its fields and no others.
func (s *server) do(ctx context.Context, req *request, rep *reply) error {
	has := map[string]bool{"ep": req.EP != nil, "action": req.Action != nil, "scenario": req.Scenario != nil,
		"scenario_file": req.ScenarioFile != nil, "seed": req.Seed != nil, "snapshot": req.Snapshot != nil}
	names := ""
	for _, o := range ops() {
		if names += ", " + o.name; o.name != req.Op {
			continue
		}
		for _, f := range o.needs {
			if !has[f] {
				return orrery.Invalidf("is missing").At("", 0, f).Hinted("the op " + o.name + " needs it")
			}
			has[f] = false
		}
		for _, f := range o.takes {
			has[f] = false
		}
		for _, f := range []string{"ep", "action", "scenario", "scenario_file", "seed", "snapshot"} {
			if has[f] {
				return orrery.Invalidf("the op %s does not take this field", o.name).At("", 0, f)
			}
		}
		return o.do(s, ctx, req, rep)
	}
	if req.Op == "" {
		return orrery.Invalidf("is missing").At("", 0, "op").Hinted("ops: " + names[2:])
	}
	return orrery.Invalidf("there is no op %q", req.Op).At("", 0, "op").Hinted("ops: " + names[2:])
}

func idOf(n int) string { return "e" + strconv.Itoa(n) }

// room makes sure that one more episode may be open.
func (s *server) room() error {
	if len(s.episodes) >= s.o.MaxEpisodes {
		return orrery.Errorf(orrery.Capacity, "%d episodes are open, which is the limit", len(s.episodes)).
			Hinted("close some, or raise --max-episodes")
	}
	return nil
}

// keep gives an episode an id.
func (s *server) keep(e orrery.Episode, rep *reply) {
	s.last++
	rep.EP = idOf(s.last)
	s.episodes[rep.EP] = e
}

// episode returns the open episode that a request names.
func (s *server) episode(req *request) (orrery.Episode, error) {
	e, ok := s.episodes[*req.EP]
	if !ok {
		return nil, orrery.Invalidf("no episode %q is open", *req.EP).At("", 0, "ep")
	}
	return e, nil
}

func (s *server) open(ctx context.Context, req *request, rep *reply) error {
	if err := s.room(); err != nil {
		return err
	}
	start, err := s.start(req)
	if err != nil {
		return err
	}
	if req.Seed != nil {
		start.Seed = *req.Seed
	}
	e, err := s.o.World.Open(ctx, start)
	if err != nil {
		return err
	}
	s.keep(e, rep)
	return nil
}

// start returns the scenario that a request holds, names, or leaves to the default.
func (s *server) start(req *request) (orrery.Scenario, error) {
	switch {
	case req.Scenario != nil && req.ScenarioFile != nil:
		return orrery.Scenario{}, orrery.Invalidf("scenario and scenario_file do not go together").At("", 0, "scenario_file")
	case req.ScenarioFile != nil:
		if s.o.ReadFile == nil {
			return orrery.Scenario{}, orrery.Unsupportedf("files are not read here").At("", 0, "scenario_file")
		}
		text, err := s.o.ReadFile(*req.ScenarioFile)
		if err != nil {
			return orrery.Scenario{}, err
		}
		return s.o.Scenario(*req.ScenarioFile, text)
	case req.Scenario != nil:
		text := []byte(req.Scenario)
		var yaml string
		if json.Unmarshal(req.Scenario, &yaml) == nil {
			text = []byte(yaml)
		}
		return s.o.Scenario("scenario", text)
	default:
		return orrery.Scenario{Domain: orrery.Terminal}, nil
	}
}

func (s *server) step(ctx context.Context, req *request, rep *reply) error {
	e, err := s.episode(req)
	if err != nil {
		return err
	}
	var a orrery.Action
	if json.Unmarshal(req.Action, &a.Text) != nil {
		if err := jsonl.Unmarshal(req.Action, &a); err != nil {
			return orrery.Invalidf("%w", err).At("", 0, "action").Hinted(`a text, or an object with "text" or "text_b64"`)
		}
	}
	obs, err := e.Step(ctx, a)
	if err != nil {
		return err
	}
	rep.EP, rep.Observation = *req.EP, &obs
	return nil
}

func (s *server) fork(ctx context.Context, req *request, rep *reply) error {
	if err := s.room(); err != nil {
		return err
	}
	e, err := s.episode(req)
	if err != nil {
		return err
	}
	f, err := orrery.Fork(ctx, e)
	if err != nil {
		return err
	}
	s.keep(f, rep)
	return nil
}

func (s *server) snapshot(ctx context.Context, req *request, rep *reply) error {
	e, err := s.episode(req)
	if err != nil {
		return err
	}
	snap, err := orrery.TakeSnapshot(ctx, e)
	if err != nil {
		return err
	}
	rep.EP = *req.EP
	rep.Snapshot, err = snap.MarshalBinary()
	return err
}

func (s *server) restore(ctx context.Context, req *request, rep *reply) error {
	if err := s.room(); err != nil {
		return err
	}
	var snap orrery.Snapshot
	if err := snap.UnmarshalBinary(*req.Snapshot); err != nil {
		return err
	}
	e, err := orrery.Restore(ctx, s.o.World, snap)
	if err != nil {
		return err
	}
	s.keep(e, rep)
	return nil
}

func (s *server) state(ctx context.Context, req *request, rep *reply) error {
	e, err := s.episode(req)
	if err != nil {
		return err
	}
	stater, ok := orrery.StaterOf(e)
	if !ok {
		return orrery.Unsupportedf("this episode does not show its state")
	}
	state, err := stater.State(ctx)
	if err != nil {
		return err
	}
	rep.EP, rep.State = *req.EP, &state
	return nil
}

func (s *server) close(_ context.Context, req *request, rep *reply) error {
	e, err := s.episode(req)
	if err != nil {
		return err
	}
	delete(s.episodes, *req.EP)
	rep.EP = *req.EP
	return orrery.Close(e)
}
