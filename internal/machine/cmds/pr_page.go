package cmds

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/wide"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// prHeader and prFooter are the lines of a page above and below its body.
const (
	prHeader = 5
	prFooter = 5
)

// prInput is the lines of one file; a form feed ends what it gives to a page.
type prInput struct {
	rest []byte
	held bool // the page has ended for this file
}

// next returns the next line of the page; ok is false at the end of the page or the file.
func (in *prInput) next() (line []byte, ok bool) {
	if in.held || len(in.rest) == 0 {
		return nil, false
	}
	i := bytes.IndexAny(in.rest, "\n\f")
	if i < 0 {
		line, in.rest = in.rest, nil
		return line, true
	}
	line, c := in.rest[:i], in.rest[i]
	in.rest = in.rest[i+1:]
	if c == '\n' {
		return line, true
	}
	in.held = true
	// A newline after a form feed belongs to it.
	if len(in.rest) > 0 && in.rest[0] == '\n' {
		in.rest = in.rest[1:]
	}
	return line, i > 0
}

func (s *prState) run(names []string) int {
	if s.merge && len(names) > 0 {
		var ins []*prInput
		for _, name := range names {
			if in, _, ok := s.load(name); ok {
				ins = append(ins, in)
			}
		}
		if len(ins) > 0 {
			s.columns = len(ins)
			s.print(ins, "", s.p.K.Now())
		}
		return s.status
	}
	s.merge = false
	if len(names) == 0 {
		names = []string{"-"}
	}
	for _, name := range names {
		in, t, ok := s.load(name)
		if !ok {
			continue
		}
		title := name
		if name == "-" {
			title = ""
		}
		if !s.print([]*prInput{in}, title, t) {
			break
		}
	}
	return s.status
}

// load reads a file and its time.
func (s *prState) load(name string) (in *prInput, ns int64, ok bool) {
	p := s.p
	fd, done, err := gnu.OpenInput(p, name)
	if err == nil {
		var data []byte
		st, serr := p.StatFD(fd)
		if data, err = p.ReadAll(fd); err == nil {
			done()
			ns = p.K.Now()
			if serr == nil && name != "-" {
				ns = st.Mtime
			}
			return &prInput{rest: data}, ns, true
		}
		done()
	}
	s.status = 1
	if !s.quiet {
		p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
	}
	return nil, 0, false
}

// setup finds the measures of a page; false after a message.
func (s *prState) setup() bool {
	s.body = s.length - prHeader - prFooter
	if s.body <= 0 {
		s.plain, s.keepFF = true, true
	}
	if s.plain {
		s.body = s.length
	}
	if s.double {
		s.body /= 2
	}
	s.p.Hold(int64(s.margin)*4 + int64(s.length) + int64(s.width))
	sep, sepOn := s.sep, s.sepOn
	truncate, tab, untab := s.truncate, s.tab, s.untab
	if s.columns > 1 {
		if !sepOn {
			sep, sepOn = " ", true
			if s.join {
				sep = "\t"
			}
		} else if !s.join && sep == "\t" {
			sep = " "
		}
		truncate, tab = true, true
		untab = untab || sep != "\t"
	}
	if s.join {
		truncate = false
	}
	used := 0
	if s.number {
		s.numWidth = s.numDigits + 1
		if s.numSep == '\t' {
			s.numWidth = s.numDigits + 8 - s.numDigits%8
		}
		if s.merge {
			used = s.numWidth
		}
	}
	s.perCol = (s.width - used - (s.columns-1)*len(sep)) / s.columns
	if s.width-used-(s.columns-1)*len(sep) <= 0 || s.perCol < 1 {
		s.p.Errorf("page width too narrow")
		s.status = 1
		return false
	}
	s.out = prOutput{s: s, sep: sep, sepOn: sepOn, truncate: truncate, tab: tab, untab: untab}
	return true
}

// print prints the pages of one file, or of several side by side; false ends the program.
func (s *prState) print(ins []*prInput, title string, ns int64) bool {
	if !s.setup() {
		return false
	}
	s.date = gnu.Strftime(s.dateFormat, ns, gnu.LocalZone(s.p))
	s.title = title
	if s.headerSet {
		s.title = s.header
	}
	s.line = s.start
	full := false
	for s.page = 1; s.page <= s.last; s.page++ {
		for _, in := range ins {
			in.held = false
		}
		rows := s.rows(ins)
		if rows == nil {
			if s.page == 1 || s.page-1 >= s.first || s.page == s.first && full {
				return true
			}
			s.p.Errorf("starting page number %d exceeds page count %d", s.first, s.page-1)
			return true
		}
		full = len(rows) == s.body
		if s.page < s.first {
			s.skipped(rows)
			continue
		}
		s.printPage(rows, ins)
		if s.p.Stdout.Err() != nil {
			return false
		}
	}
	return true
}

// skipped counts the lines of a page that is not printed.
func (s *prState) skipped(rows [][]prCell) {
	for _, row := range rows {
		for i, c := range row {
			if c.ok && (i == 0 || !s.merge) {
				s.line++
			}
		}
	}
}

// prCell is what one column has in one row.
type prCell struct {
	text []byte
	ok   bool
}

// rows takes the lines of the next page; nil at the end.
func (s *prState) rows(ins []*prInput) (rows [][]prCell) {
	switch {
	case s.merge || s.columns == 1:
		for range s.body {
			row := make([]prCell, len(ins))
			any := false
			for i, in := range ins {
				row[i].text, row[i].ok = in.next()
				any = any || row[i].ok
			}
			if !any {
				break
			}
			s.p.Tick(1)
			rows = append(rows, row)
		}
	case s.across:
		for range s.body {
			var row []prCell
			for range s.columns {
				text, ok := ins[0].next()
				if !ok {
					break
				}
				row = append(row, prCell{text, true})
			}
			if row == nil {
				break
			}
			s.p.Tick(1)
			rows = append(rows, row)
		}
	default:
		return s.down(ins[0])
	}
	if rows == nil && ins[0].held && !s.merge {
		// A page that a form feed leaves empty.
		return [][]prCell{}
	}
	return rows
}

// down fills the columns one after another, all to about the same height.
func (s *prState) down(in *prInput) (rows [][]prCell) {
	var all [][]byte
	for len(all) < s.body*s.columns {
		text, ok := in.next()
		if !ok {
			break
		}
		s.p.Tick(1)
		all = append(all, text)
	}
	if all == nil {
		if in.held {
			return [][]prCell{}
		}
		return nil
	}
	n := len(all)
	high := (n + s.columns - 1) / s.columns
	rows = make([][]prCell, high)
	at := 0
	for c := range s.columns {
		h := n / s.columns
		if c < n%s.columns {
			h++
		}
		for r := range h {
			for len(rows[r]) < c {
				rows[r] = append(rows[r], prCell{})
			}
			rows[r] = append(rows[r], prCell{all[at+r], true})
		}
		at += h
	}
	return rows
}

// printPage prints header, rows and trailer.
func (s *prState) printPage(rows [][]prCell, ins []*prInput) {
	out := &s.out
	if !s.plain {
		s.printHeader()
	}
	numbers := s.numbering(rows)
	left := s.body
	if s.double {
		left *= 2
	}
	for r, row := range rows {
		out.begin()
		for i, cell := range row {
			if cell.ok {
				number := -1
				if s.number && (!s.merge || i == 0) {
					number = numbers[r][i]
				}
				out.cell(i, cell.text, number, s.merge)
			} else if s.merge && i == 0 && s.number {
				out.emptyNumber = numbers[r][i]
			}
		}
		if s.merge && !row[len(row)-1].ok {
			out.alignRest(row)
		}
		out.end()
		left--
		last := r+1 == len(rows) && !s.merge && len(rows[len(rows)-1]) < s.columns || s.storing() && r+1 == len(rows) && len(rows) < s.body
		if s.double && left > 0 && !(s.plain && last) {
			s.p.Stdout.WriteByte('\n')
			left--
		}
	}
	if !s.plain {
		if s.formFeed {
			s.p.Stdout.WriteByte('\f')
		} else {
			s.p.Stdout.WriteString(strings.Repeat("\n", max(left, 0)+prFooter))
		}
		return
	}
	held := false
	for _, in := range ins {
		held = held || in.held
	}
	if s.keepFF && held {
		s.p.Stdout.WriteByte('\f')
	}
}

// storing says whether columns are filled one after another.
func (s *prState) storing() bool { return s.columns > 1 && !s.across && !s.merge }

// numbering gives the cells their line numbers: down the columns, or across.
func (s *prState) numbering(rows [][]prCell) [][]int {
	if !s.number {
		return nil
	}
	numbers := make([][]int, len(rows))
	width := 0
	for r, row := range rows {
		numbers[r] = make([]int, len(row))
		width = max(width, len(row))
	}
	if s.across || s.merge || s.columns == 1 {
		for r, row := range rows {
			for i, c := range row {
				if c.ok && !s.merge || i == 0 {
					numbers[r][i] = s.line
					s.line++
				}
			}
		}
		return numbers
	}
	for i := range width {
		for r, row := range rows {
			if i < len(row) && row[i].ok {
				numbers[r][i] = s.line
				s.line++
			}
		}
	}
	return numbers
}

func (s *prState) printHeader() {
	page := "Page " + strconv.FormatUint(s.page, 10)
	room := max(s.width-wide.String(s.date)-wide.String(s.title)-len(page), 0)
	gap := func(n int) string { return strings.Repeat(" ", max(n, 1)) }
	s.p.Stdout.WriteString(strings.Repeat(" ", s.margin) + "\n\n" + strings.Repeat(" ", s.margin) + s.date + gap(room/2) + s.title +
		gap(room-room/2) + page + "\n\n\n")
}
