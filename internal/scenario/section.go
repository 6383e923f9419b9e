package scenario

import (
	"bytes"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"

	"github.com/orrery-world/orrery"
)

// source is a text by its lines.
type source struct {
	data   []byte
	starts []int // byte offset of every line
}

func newSource(data []byte) source {
	s := source{data: data, starts: []int{0}}
	for i, c := range data {
		if c == '\n' {
			s.starts = append(s.starts, i+1)
		}
	}
	return s
}

func (s source) count() int { return len(s.starts) }

// start returns the byte offset of a line, 1 for the first; past the last it is the text's end.
func (s source) start(line int) int {
	if line < 1 {
		return 0
	}
	if line > len(s.starts) {
		return len(s.data)
	}
	return s.starts[line-1]
}

// offset returns the byte offset of a column, counted in characters from 1.
func (s source) offset(line, column int) int {
	at := s.start(line)
	for ; column > 1 && at < len(s.data); column-- {
		_, n := utf8.DecodeRune(s.data[at:])
		at += n
	}
	return at
}

// cut returns the raw bytes of a mapping's value. In a block these are whole lines, indentation
// included; what stands before the value on its key's line is replaced by spaces. In brackets it is
// the value alone. It starts from the colon: the parser's own position of a value is not exact.
func (d *decoder) cut(n ast.Node, p place) (orrery.Section, error) {
	key := d.lines[p.path]
	out := orrery.Section{File: d.section.File, Line: d.section.Line + key - 1}
	if _, empty := n.(*ast.NullNode); empty {
		return out, nil
	}
	if p.colon == nil {
		return out, orrery.Invalidf("scenario: a list cannot hold sections").At("", 0, p.path)
	}
	line := p.colon.Position.Line
	from, end := d.src.offset(line, p.colon.Position.Column)+1, d.src.start(p.end)
	if p.flow {
		end = len(d.src.data)
	}
	if from > end || d.src.data[from-1] != ':' {
		return out, d.section.Errorf(key, p.path, "the YAML parser loses its place here").Hinted("write the section as a block, one key a line")
	}
	// Blank lines before the value are not part of it.
	for line < d.src.count() && len(bytes.TrimSpace(d.src.data[from:min(end, d.src.start(line+1))])) == 0 {
		line++
		from = d.src.start(line)
	}
	out.Line = d.section.Line + line - 1
	if p.flow {
		value := bytes.TrimLeft(d.src.data[from:], " \t")
		out.Data = bytes.Clone(value[:flowLength(value)])
	} else {
		out.Data = append(bytes.Repeat([]byte(" "), from-d.src.start(line)), d.src.data[from:max(from, end)]...)
	}
	// Some values hang on what stands around them (text over several lines, indentation numbers), and
	// some broken ones pass the parser in one place and not in another.
	if alone, err := parse(out); err != nil || dump(alone) != dump(n) {
		return out, d.section.Errorf(line, p.path, "this value does not mean the same by itself").
			Hinted("write a mapping or a list as a block, one key or item a line, and long text after |")
	}
	return out, nil
}

// flowLength returns the length of the value that s begins with, inside brackets: up to the comma
// or bracket that ends it.
func flowLength(s []byte) int {
	depth, opener := 0, true // opener: a quote here opens a quoted text
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case opener && (c == '"' || c == '\''):
			i = quoteEnd(s, i)
			if depth == 0 {
				return min(i+1, len(s))
			}
			opener = false
		case c == '[' || c == '{':
			depth++
			opener = true
		case c == ']' || c == '}':
			if depth--; depth <= 0 {
				return i + depth + 1
			}
			opener = false
		case c == ',' && depth == 0:
			return i
		case c == ',' || c == ':':
			opener = true
		case c == '#' && (i == 0 || s[i-1] == ' ' || s[i-1] == '\n'):
			for i+1 < len(s) && s[i+1] != '\n' {
				i++
			}
		case c != ' ' && c != '\n' && c != '\r' && c != '\t':
			opener = false
		}
	}
	return len(s)
}

// quoteEnd returns the index of the quote that closes the one at i, or the text's end.
func quoteEnd(s []byte, i int) int {
	for quote, j := s[i], i+1; j < len(s); j++ {
		switch {
		case s[j] == '\\' && quote == '"':
			j++
		case s[j] == quote && quote == '\'' && j+1 < len(s) && s[j+1] == '\'':
			j++
		case s[j] == quote:
			return j
		}
	}
	return len(s)
}

// suggest returns a hint for a key that does not exist: the nearest one that does, or all.
func suggest(key string, t reflect.Type) string {
	var names []string
	best, distance := "", 3
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
		if name == "" || name == "-" {
			continue
		}
		names = append(names, name)
		if k := editDistance(key, name); k < distance && k < len(name) {
			best, distance = name, k
		}
	}
	if best != "" {
		return "did you mean " + best + "?"
	}
	return "known here: " + strings.Join(names, ", ")
}

// editDistance counts the single-byte insertions, deletions and changes between two short names;
// it gives up, with a large number, on names that are too long to be a slip.
func editDistance(a, b string) int {
	const longest = 64
	if len(a) > longest {
		return longest
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
