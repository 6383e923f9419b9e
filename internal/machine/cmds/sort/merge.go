package sort

import (
	"io"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// The arguments of --sort and --check.
var (
	sortWords  = []string{"general-numeric", "human-numeric", "month", "numeric", "random", "version"}
	sortKeys   = "ghMnRV"
	sortPlaces = []int{0, 1, 2, 3, 4, 5}
	checkWords = []string{"quiet", "silent", "diagnose-first"}
	checkKeys  = []int{'C', 'C', 'c'}
)

func (s *sorter) sortWord(val string) int {
	i, ok := gnu.ArgMatch(s.p, "--sort", val, sortWords, sortPlaces)
	if !ok {
		return 1
	}
	s.global.set(sortKeys[i:i+1], true, true)
	return gnu.Go
}

func (s *sorter) checkWord(val string) int {
	if val == "" {
		return s.setCheck('c')
	}
	c, ok := gnu.ArgMatch(s.p, "--check", val, checkWords, checkKeys)
	if !ok {
		return 1
	}
	return s.setCheck(byte(c))
}

// stream reads the lines of one input in turn.
type stream struct {
	lines *gnu.Lines
	name  string
	done  func()
	head  line
	live  bool
}

func (s *sorter) stream(name string) (*stream, bool) {
	fd, done, err := gnu.OpenInput(s.p, name)
	if err != nil {
		s.p.Errorf("open failed: %s: %s", gnu.QuoteF(name), kern.ErrText(err))
		return nil, false
	}
	return &stream{lines: gnu.NewLines(s.p, fd, s.eol), name: name, done: done}, true
}

// next reads the next line into st.head; ok is false after an error, which has been printed.
func (s *sorter) next(st *stream) (ok bool) {
	text, _, err := st.lines.Next()
	st.live = err == nil
	if err == io.EOF {
		st.done()
		return true
	}
	if err != nil {
		s.p.Errorf("read failed: %s: %s", gnu.QuoteF(st.name), kern.ErrText(err))
		return false
	}
	st.head = line{text: append([]byte(nil), text...)}
	s.prepare(&st.head)
	return true
}

// checkOrder is -c and -C: status 1 at the first line that is out of order.
func (s *sorter) checkOrder(name string) int {
	st, ok := s.stream(name)
	if !ok {
		return failure
	}
	if !s.next(st) {
		return failure
	}
	limit := 0
	if s.unique {
		limit = -1
	}
	for n := 2; st.live; n++ {
		prev := st.head
		if !s.next(st) {
			return failure
		}
		if st.live && s.compare(&prev, &st.head) > limit {
			if s.check == 'c' {
				s.p.Errorf("%s:%s: disorder: %s", gnu.QuoteF(name), strconv.Itoa(n), st.head.text)
			}
			return 1
		}
	}
	return 0
}

// mergeFiles is -m: it takes the smallest of the first lines that are left, the earliest file's among equals.
func (s *sorter) mergeFiles(files []string) int {
	var all []*stream
	for _, f := range files {
		st, ok := s.stream(f)
		if !ok || !s.next(st) {
			return failure
		}
		all = append(all, st)
	}
	if s.outputSet {
		if !s.absorb(all) {
			return failure
		}
	}
	s.begin()
	var last *line
	for {
		var least *stream
		for _, st := range all {
			if st.live && (least == nil || s.compare(&st.head, &least.head) < 0) {
				least = st
			}
		}
		if least == nil {
			return 0
		}
		l := least.head
		if last == nil || !s.unique || s.compare(last, &l) != 0 {
			if !s.put(&l) {
				return failure
			}
			last = &l
		}
		if !s.next(least) {
			return failure
		}
	}
}

// absorb reads all inputs into memory, so that the output may be one of them.
func (s *sorter) absorb(all []*stream) bool {
	for _, st := range all {
		var rest []byte
		for st.live {
			text, _, err := st.lines.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				s.p.Errorf("read failed: %s: %s", gnu.QuoteF(st.name), kern.ErrText(err))
				return false
			}
			s.p.Hold(int64(len(text)) + 1)
			rest = append(append(rest, text...), s.eol)
		}
		done := st.done
		fd, err := s.p.AddFD(kern.NewBytes(rest, nil), 3)
		if err != nil {
			s.p.Errorf("open failed: %s: %s", gnu.QuoteF(st.name), kern.ErrText(err))
			return false
		}
		done()
		st.done = func() { _ = s.p.Close(fd) }
		st.lines = gnu.NewLines(s.p, fd, s.eol)
	}
	return true
}
