package shell

import (
	"errors"
	"io"
	"sync/atomic"

	"golang.org/x/term"
)

// errInterrupt is the answer of a line that Ctrl-C has ended.
var errInterrupt = errors.New("interrupted")

const ctrlC = 3

// Editor reads lines from a terminal in raw mode, with the usual keys, a history and completion with
// Tab. What is written to it gets the carriage returns that raw mode wants.
type Editor struct {
	keys *keyboard
	term *term.Terminal
	size func() (width, height int)
	past *history
}

// NewEditor returns an editor on a terminal's two ends. size may be nil when the width is not known.
func NewEditor(in io.Reader, out io.Writer, size func() (width, height int)) *Editor {
	keys := newKeyboard(in)
	e := &Editor{keys: keys, size: size, past: &history{keys: keys}}
	e.term = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{keys, out}, "")
	e.term.History = e.past
	return e
}

// Write shows bytes.
func (e *Editor) Write(p []byte) (int, error) { return e.term.Write(p) }

// line reads one line, without its newline: errInterrupt after Ctrl-C, io.EOF for Ctrl-D on an empty line.
func (e *Editor) line(prompt string, complete func(line string, pos int) (string, int, bool)) (string, error) {
	if e.size != nil {
		if w, h := e.size(); w > 0 && h > 0 {
			if err := e.term.SetSize(w, h); err != nil {
				return "", err
			}
		}
	}
	e.term.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		if key != '\t' || complete == nil {
			return "", 0, false
		}
		return complete(line, pos)
	}
	e.term.SetPrompt(prompt)
	e.keys.cut.Store(false)
	line, err := e.term.ReadLine()
	if e.keys.cut.Load() {
		return "", errInterrupt
	}
	return line, err
}

// during watches the keyboard while a step runs and calls cancel on Ctrl-C; stop ends the watch. Other
// keys are kept for the next line.
func (e *Editor) during(cancel func()) (stop func()) {
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		e.keys.watch(end, cancel)
	}()
	return func() {
		close(end)
		<-ended
	}
}

// keyboard hands out the bytes of a terminal. Ctrl-C becomes the end of a line that is then thrown away:
// the line editor itself would take it for the end of the input.
type keyboard struct {
	from  chan stroke
	ahead []byte      // typed and not yet handed out
	err   error       // what ended the input
	cut   atomic.Bool // Ctrl-C was handed out since this was last cleared
}

type stroke struct {
	data []byte
	err  error
}

func newKeyboard(in io.Reader) *keyboard {
	k := &keyboard{from: make(chan stroke)}
	go func() {
		for {
			buf := make([]byte, 256)
			n, err := in.Read(buf)
			k.from <- stroke{buf[:n], err}
			if err != nil {
				return
			}
		}
	}()
	return k
}

// interrupted is what the editor sees of Ctrl-C: to the end of the line, the mark, return.
const interrupted = "\x05^C\r"

// Read hands out what was typed, in pieces that hold no more than one Ctrl-C, which comes first.
func (k *keyboard) Read(p []byte) (int, error) {
	for len(k.ahead) == 0 && k.err == nil {
		k.take(<-k.from)
	}
	if len(k.ahead) == 0 {
		return 0, k.err
	}
	if k.ahead[0] == ctrlC && len(p) >= len(interrupted) {
		k.ahead = k.ahead[1:]
		k.cut.Store(true)
		return copy(p, interrupted), nil
	}
	n := 0
	for n < len(p) && n < len(k.ahead) && k.ahead[n] != ctrlC {
		p[n] = k.ahead[n]
		n++
	}
	k.ahead = k.ahead[n:]
	return n, nil
}

func (k *keyboard) take(s stroke) {
	k.ahead, k.err = append(k.ahead, s.data...), s.err
}

// watch gathers what is typed until end is closed. Ctrl-C calls cancel and drops what came before it.
func (k *keyboard) watch(end <-chan struct{}, cancel func()) {
	for k.err == nil {
		select {
		case <-end:
			return
		case s := <-k.from:
			for i, c := range s.data {
				if c == ctrlC {
					k.ahead, s.data = nil, s.data[i+1:]
					cancel()
					break
				}
			}
			k.take(s)
		}
	}
}

// history is the lines of this conversation, without blanks, repetitions and what Ctrl-C has ended.
type history struct {
	keys  *keyboard
	lines []string
}

// mostLines bounds the history.
const mostLines = 1000

// Add appends a line.
func (h *history) Add(line string) {
	if line == "" || h.keys.cut.Load() || len(h.lines) > 0 && h.lines[len(h.lines)-1] == line {
		return
	}
	if len(h.lines) == mostLines {
		h.lines = append(h.lines[:0], h.lines[1:]...)
	}
	h.lines = append(h.lines, line)
}

// Len returns how many lines there are.
func (h *history) Len() int { return len(h.lines) }

// At returns a line, the latest first.
func (h *history) At(i int) string { return h.lines[len(h.lines)-1-i] }
