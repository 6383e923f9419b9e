package jq

import (
	"sort"
	"strconv"
	"strings"
)

// source is a program text with the name that errors give it.
type source struct {
	name, text string
	lines      []int // where each line starts
}

func newSource(name, text string) *source {
	s := &source{name: name, text: text, lines: []int{0}}
	for i := range len(text) {
		if text[i] == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// line returns the number of the line, from 0, that position pos is on.
func (s *source) line(pos int) int { return sort.SearchInts(s.lines, pos+1) - 1 }

// locate returns an error message with the line it is about, padded as jq pads it: by the column of the error.
func (s *source) locate(pos int, msg string) string {
	n := s.line(pos)
	from := s.lines[n]
	text, _, _ := strings.Cut(s.text[from:], "\n")
	return msg + " at " + s.name + ", line " + strconv.Itoa(n+1) + ":\n" + validText(text) + strings.Repeat(" ", max(pos-from, 0))
}
