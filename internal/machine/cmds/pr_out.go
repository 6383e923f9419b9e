package cmds

import "strconv"

// prOutput writes the rows of a page: it keeps count of columns and turns blanks into tabs.
type prOutput struct {
	s           *prState
	sep         string
	sepOn       bool
	truncate    bool
	tab, untab  bool
	at          int // columns written
	blanks      int // blanks that have not been written yet
	seps        int // separators that have not been written yet
	done        int // cells of the row that have been written or passed over
	in          int // column within the cell
	buf         []byte
	emptyNumber int
}

func (o *prOutput) begin() {
	o.at, o.blanks, o.seps, o.done, o.emptyNumber = 0, 0, 0, 0, -1
	o.buf = o.buf[:0]
}

// end ends the row; blanks that are still held back are dropped.
func (o *prOutput) end() {
	o.buf = append(o.buf, '\n')
	o.s.p.Stdout.Write(o.buf)
}

// start returns where column i begins, after its separator; -1: wherever the one before ends.
func (o *prOutput) start(i int) int {
	s := o.s
	first := s.margin + len(o.sep)
	if i == 0 {
		return first
	}
	if !o.truncate {
		return -1
	}
	at := s.margin + s.perCol
	if s.merge && s.number {
		at += s.numWidth
	}
	return at + len(o.sep) + (i-1)*(s.perCol+len(o.sep))
}

// moveTo goes on to a column with blanks.
func (o *prOutput) moveTo(column int) {
	if o.tab {
		o.blanks = column - o.at
		return
	}
	for o.at < column {
		o.buf = append(o.buf, ' ')
		o.at++
	}
}

// flush writes the blanks that were held back, as tabs where more than one blank reaches a tab stop.
func (o *prOutput) flush() {
	from, goal := o.at, o.at+o.blanks
	w := o.s.outWidth
	for goal-from > 1 {
		stop := from + w - from%w
		if stop > goal {
			break
		}
		o.buf = append(o.buf, o.s.outTab)
		from = stop
	}
	for ; from < goal; from++ {
		o.buf = append(o.buf, ' ')
	}
	o.at, o.blanks = goal, 0
}

// separators writes the separators that are due.
func (o *prOutput) separators() {
	if o.seps == 0 {
		if o.blanks > 0 {
			o.flush()
		}
		return
	}
	for ; o.seps > 0; o.seps-- {
		for i := range len(o.sep) {
			if o.sep[i] == ' ' {
				o.blanks++
				continue
			}
			if o.blanks > 0 {
				o.flush()
			}
			o.buf = append(o.buf, o.sep[i])
			o.at++
		}
		if o.blanks > 0 {
			o.flush()
		}
	}
}

// put writes a character.
func (o *prOutput) put(c byte) {
	if o.tab {
		if c == ' ' {
			o.blanks++
			return
		}
		if o.blanks > 0 {
			o.flush()
		}
		if c >= ' ' && c < 0x7f {
			o.at++
		} else if c == '\b' {
			o.at--
		}
	}
	o.buf = append(o.buf, c)
}

// place goes to where column i begins.
func (o *prOutput) place(i int) {
	if at := o.start(i); at > len(o.sep) {
		o.moveTo(at - len(o.sep))
	}
	if o.sepOn {
		o.separators()
	}
}

// cell writes the text of column i with its number, if that is not negative.
func (o *prOutput) cell(i int, text []byte, number int, merged bool) {
	for ; o.done < i; o.done++ {
		if merged && o.truncate {
			o.align(o.done)
		}
		if o.sepOn {
			o.seps++
		}
	}
	o.place(i)
	o.in = 0
	if number >= 0 || o.s.number && (!merged || i == 0) {
		o.number(number, merged)
	}
	for _, c := range text {
		if !o.char(c) {
			break
		}
	}
	if o.tab && o.blanks == 0 && !merged && !o.s.across && o.s.columns > 1 {
		// What control characters did to the count of columns is put right.
		at := max(o.start(i), 0)
		o.at = at + o.in
		if at-len(o.sep) == o.s.margin {
			o.at -= len(o.sep)
		}
	}
	o.done++
	if o.sepOn {
		o.seps++
	}
}

// align writes an empty cell.
func (o *prOutput) align(i int) {
	o.place(i)
	if i == 0 && o.s.number && o.emptyNumber >= 0 {
		o.number(o.emptyNumber, true)
	}
}

// alignRest writes the empty cells at the end of a row of files side by side.
func (o *prOutput) alignRest(row []prCell) {
	for i := o.done; i < len(row); i++ {
		o.align(i)
		if o.sepOn {
			o.seps++
		}
	}
}

// number writes a line number, its last digits if it is too long.
func (o *prOutput) number(n int, merged bool) {
	s := o.s
	text := strconv.Itoa(n)
	for len(text) < s.numDigits {
		text = " " + text
	}
	text = text[len(text)-s.numDigits:]
	for i := range len(text) {
		o.put(text[i])
	}
	switch {
	case s.columns > 1 && s.numSep == '\t':
		for range s.numWidth - s.numDigits {
			o.put(' ')
		}
	default:
		o.put(s.numSep)
		if s.columns == 1 && s.numSep == '\t' {
			o.at += s.outWidth - o.at%s.outWidth
		}
	}
	if o.truncate && !merged {
		o.in += s.numWidth
	}
}

// char writes a character of the text as it is shown; false when the column is full.
func (o *prOutput) char(c byte) bool {
	s := o.s
	shown, width := []byte{c}, 0
	tabWidth := 8
	if c == s.inTab && o.untab {
		tabWidth = s.inWidth
	}
	switch {
	case c == s.inTab && o.untab || c == '\t':
		width = tabWidth - o.in%tabWidth
		if o.untab {
			shown = shown[:0]
			for range width {
				shown = append(shown, ' ')
			}
		}
	case c >= ' ' && c < 0x7f:
		width = 1
	case s.control == 'v' || s.control == 'c' && c >= 0x80:
		shown, width = []byte{'\\', '0' + c>>6, '0' + c>>3&7, '0' + c&7}, 4
	case s.control == 'c':
		shown, width = []byte{'^', c ^ 0x40}, 2
	case c == '\b':
		width = -1
	}
	o.in = max(o.in+width, 0)
	if o.truncate && o.in > s.perCol {
		o.in -= width
		return false
	}
	for _, b := range shown {
		o.put(b)
	}
	return true
}
