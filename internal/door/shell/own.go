package shell

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/orrery-world/orrery"
)

// ours tells a line for Orrery from one for the shell, where a colon is a command of its own.
func ours(line string) (word, arg string, ok bool) {
	word, ok = strings.CutPrefix(strings.TrimSpace(line), ":")
	if !ok || word == "" || word[0] < 'a' || word[0] > 'z' {
		return "", "", false
	}
	word, arg, _ = strings.Cut(word, " ")
	return word, strings.TrimSpace(arg), true
}

const help = `Lines are played in a simulated machine that is in memory only.
  :effects     what the last command changed, with the differences inside files
  :fork        remember this state of the machine
  :back        return to the state that was remembered last
  :save FILE   write the machine into a file of yours
  :load FILE   go on with a machine that :save has written
  :status      how many steps and effects so far, and how much of it is exact
  :help        this list
  :quit        leave, as Ctrl-D does
`

// own plays a line for Orrery. What it cannot do is told, and the talk goes on.
func (s *shell) own(ctx context.Context, word, arg string) (done bool, err error) {
	var text string
	switch word {
	case "help":
		text = help
	case "effects":
		text = s.effects()
	case "status":
		text = s.status() + "\n"
	case "fork":
		text, err = s.fork(ctx)
	case "back":
		text, err = s.back()
	case "save":
		text, err = s.save(ctx, arg)
	case "load":
		text, err = s.load(ctx, arg)
	case "quit":
		return true, nil
	default:
		err = fmt.Errorf("there is no :%s (:help lists what there is)", word)
	}
	if err != nil {
		if ended := orrery.ContextError(ctx); ended != nil {
			return true, ended
		}
		_, err = fmt.Fprintf(s.err, "orrery: %v\n", err)
		return false, err
	}
	_, err = io.WriteString(s.out, text)
	return false, err
}

// place is a state of the talk that can be returned to.
type place struct {
	e      orrery.Episode
	cwd    string
	last   orrery.Observation
	counts counts
	exit   int
}

// mostPlaces bounds how many states are remembered at once.
const mostPlaces = 1000

func (s *shell) fork(ctx context.Context) (string, error) {
	if len(s.places) == mostPlaces {
		return "", fmt.Errorf("%d states are remembered already; :back returns to the last one", mostPlaces)
	}
	e, err := orrery.Fork(ctx, s.e)
	if err != nil {
		return "", err
	}
	s.places = append(s.places, place{e, s.o.Cwd, s.last, s.counts, s.exit})
	return fmt.Sprintf("state %d is remembered; :back returns to it\n", len(s.places)), nil
}

func (s *shell) back() (string, error) {
	n := len(s.places)
	if n == 0 {
		return "", fmt.Errorf("no state is remembered; :fork remembers one")
	}
	p := s.places[n-1]
	s.places = s.places[:n-1]
	if err := s.become(p.e); err != nil {
		return "", err
	}
	s.o.Cwd, s.last, s.counts, s.exit = p.cwd, p.last, p.counts, p.exit
	return fmt.Sprintf("back in state %d\n", n), nil
}

// become goes on with another episode and closes the one before.
func (s *shell) become(e orrery.Episode) error {
	old := s.e
	s.e = e
	return orrery.Close(old)
}

func (s *shell) save(ctx context.Context, name string) (string, error) {
	if name == "" {
		return "", fmt.Errorf("write :save FILE")
	}
	if s.o.Write == nil {
		return "", fmt.Errorf("nothing can be saved here")
	}
	snap, err := orrery.TakeSnapshot(ctx, s.e)
	if err != nil {
		return "", err
	}
	data, err := snap.MarshalBinary()
	if err != nil {
		return "", err
	}
	if err := s.o.Write(name, data); err != nil {
		return "", err
	}
	return fmt.Sprintf("saved, %d bytes\n", len(data)), nil
}

func (s *shell) load(ctx context.Context, name string) (string, error) {
	if name == "" {
		return "", fmt.Errorf("write :load FILE")
	}
	if s.o.Read == nil || s.o.World == nil {
		return "", fmt.Errorf("nothing can be loaded here")
	}
	data, err := s.o.Read(name)
	if err != nil {
		return "", err
	}
	var snap orrery.Snapshot
	if err := snap.UnmarshalBinary(data); err != nil {
		return "", err
	}
	e, err := orrery.Restore(ctx, s.o.World, snap)
	if err != nil {
		return "", err
	}
	if err := s.become(e); err != nil {
		return "", err
	}
	s.last, s.counts = orrery.Observation{}, counts{}
	s.o.Cwd = s.where(ctx)
	return "loaded\n", nil
}

// where asks a copy of the episode for its directory.
func (s *shell) where(ctx context.Context) string {
	e, err := orrery.Fork(ctx, s.e)
	if err != nil {
		return s.o.Cwd
	}
	o, err := e.Step(ctx, orrery.Action{Text: ":"})
	if closed := orrery.Close(e); err != nil || closed != nil {
		return s.o.Cwd
	}
	r, _ := o.Terminal()
	return r.Cwd
}
