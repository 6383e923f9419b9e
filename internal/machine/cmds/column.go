package cmds

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/format"
	"github.com/orrery-world/orrery/internal/machine/gnu/wide"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var columnSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 't', Long: "table"},
		{Short: 'n', Long: "table-name", Arg: gnu.Required},
		{Short: 'O', Long: "table-order", Arg: gnu.Required},
		{Short: 'N', Long: "table-columns", Arg: gnu.Required},
		{Short: 'l', Long: "table-columns-limit", Arg: gnu.Required},
		{Short: 'E', Long: "table-noextreme", Arg: gnu.Required},
		{Short: 'd', Long: "table-noheadings"},
		{Short: 'e', Long: "table-header-repeat"},
		{Short: 'H', Long: "table-hide", Arg: gnu.Required},
		{Short: 'R', Long: "table-right", Arg: gnu.Required},
		{Short: 'T', Long: "table-truncate", Arg: gnu.Required},
		{Short: 'W', Long: "table-wrap", Arg: gnu.Required},
		{Short: 'L', Long: "keep-empty-lines"},
		{Short: 'J', Long: "json"},
		{Short: 'r', Long: "tree", Arg: gnu.Required, Unsupported: true},
		{Short: 'i', Long: "tree-id", Arg: gnu.Required, Unsupported: true},
		{Short: 'p', Long: "tree-parent", Arg: gnu.Required, Unsupported: true},
		{Short: 'c', Long: "output-width", Arg: gnu.Required},
		{Short: 'o', Long: "output-separator", Arg: gnu.Required},
		{Short: 's', Long: "separator", Arg: gnu.Required},
		{Short: 'x', Long: "fillrows"},
		{Short: 'h', Long: "help"},
		{Short: 'V', Long: "version"},
	},
}

const columnHelp = `
Usage:
 column [options] [<file>...]

Columnate lists.

Options:
 -t, --table                      create a table
 -n, --table-name <name>          table name for JSON output
 -O, --table-order <columns>      specify order of output columns
 -N, --table-columns <names>      comma separated columns names
 -l, --table-columns-limit <num>  maximal number of input columns
 -E, --table-noextreme <columns>  don't count long text from the columns to column width
 -d, --table-noheadings           don't print header
 -e, --table-header-repeat        repeat header for each page
 -H, --table-hide <columns>       don't print the columns
 -R, --table-right <columns>      right align text in these columns
 -T, --table-truncate <columns>   truncate text in the columns when necessary
 -W, --table-wrap <columns>       wrap text in the columns when necessary
 -L, --keep-empty-lines           don't ignore empty lines
 -J, --json                       use JSON output format for table

 -r, --tree <column>              column to use tree-like output for the table
 -i, --tree-id <column>           line ID to specify child-parent relation
 -p, --tree-parent <column>       parent to specify child-parent relation

 -c, --output-width <width>       width of output in number of characters
 -o, --output-separator <string>  columns separator for table output (default is two spaces)
 -s, --separator <string>         possible table delimiters
 -x, --fillrows                   fill rows before columns

 -h, --help                       display this help
 -V, --version                    display version

For more details see column(1).
`

type columnState struct {
	p          *kern.Proc
	table      bool
	json       bool
	tableOnly  bool // an option was given that needs -t
	width      int
	sep        string
	sepSet     bool
	outSep     string
	fillRows   bool
	keepEmpty  bool
	noHeadings bool
	repeat     bool // print the headings again on each page
	names      []string
	namesSet   bool
	title      string
	limit      int
	shrink     string // an option about columns that are too wide
	order      string
	hide       string
	right      string
	lines      []string
	rows       [][]string
	numbers    []int // line numbers of the rows
}

func runColumn(_ context.Context, p *kern.Proc) int {
	c := columnState{p: p, width: 80, outSep: "  ", title: "table"}
	if s, ok := p.Getenv("COLUMNS"); ok {
		if n, err := strconv.Atoi(s); err == nil && n > 0 && n < 1<<16 {
			c.width = n
		}
	}
	files, st, ok := columnSpec.Parse(p, c.option)
	if !ok {
		return st
	}
	if c.tableOnly && !c.table {
		p.Errorf("option --table required for all --table-*")
		return 1
	}
	if c.json && !c.namesSet {
		p.Errorf("option --table-columns required for --json")
		return 1
	}
	if st, ok = c.read(files); !ok {
		return st
	}
	if c.table {
		return max(st, c.printTable())
	}
	c.fill()
	return st
}

// number reads a number of 32 bits.
func (c *columnState) number(val, what string) (int, bool) {
	v, size, bad := format.ParseInt(val, 10)
	msg := "invalid " + what + " argument: '" + val + "'"
	switch {
	case size == 0 || size != len(val):
	case bad || v < 0 || v > 1<<32-1:
		msg += ": " + tree.ERANGE.Error()
	default:
		return int(v), true
	}
	c.p.Errorf("%s", msg)
	return 0, false
}

func (c *columnState) option(key, val string) int {
	p := c.p
	ok := true
	switch key {
	case "t":
		c.table = true
	case "J":
		c.json, c.table = true, true
	case "n":
		c.title, c.tableOnly = val, true
	case "N":
		c.names, c.namesSet, c.tableOnly = strings.Split(val, ","), true, true
	case "O":
		c.order, c.tableOnly = val, true
	case "H":
		c.hide, c.tableOnly = val, true
	case "R":
		c.right, c.tableOnly = val, true
	case "T", "W", "E":
		c.shrink, c.tableOnly = key, true
	case "l":
		if c.limit, ok = c.number(val, "columns limit"); ok && c.limit == 0 {
			p.Errorf("columns limit must be greater than zero")
			return 1
		}
	case "d":
		c.noHeadings = true
	case "e":
		c.repeat = true
	case "L":
		c.keepEmpty = true
	case "c":
		c.width, ok = c.number(val, "columns")
	case "o":
		c.outSep = val
	case "s":
		c.sep, c.sepSet = val, true
	case "x":
		c.fillRows = true
	case "h":
		p.Stdout.WriteString(columnHelp)
		return 0
	case "V":
		p.Stdout.WriteString("column from util-linux 2.38.1\n")
		return 0
	}
	if !ok {
		return 1
	}
	return gnu.Go
}

// read collects the lines, or the rows of the table.
func (c *columnState) read(files []string) (status int, ok bool) {
	p := c.p
	if len(files) == 0 {
		return 0, c.readFrom(0)
	}
	for _, name := range files {
		fd, err := p.Open(name, kern.ReadOnly, 0)
		if err != nil {
			p.Errorf("%s: %s", name, kern.ErrText(err))
			status = 1
			continue
		}
		if !c.readFrom(fd) {
			return 1, false
		}
		_ = p.Close(fd)
	}
	return status, true
}

func (c *columnState) readFrom(fd int) bool {
	lines := gnu.NewLines(c.p, fd, '\n')
	for n := 1; ; n++ {
		raw, _, err := lines.Next()
		if err != nil {
			if err = notEOF(err); err != nil {
				c.p.Errorf("read failed: %s", kern.ErrText(err))
			}
			return err == nil
		}
		line := columnText(raw)
		c.p.Hold(int64(len(line)) + 32)
		if strings.Trim(line, " \t\n\v\f\r") == "" {
			if c.keepEmpty {
				c.lines = append(c.lines, "")
				c.rows, c.numbers = append(c.rows, nil), append(c.numbers, n)
			}
			continue
		}
		if c.table {
			c.rows, c.numbers = append(c.rows, c.split(line)), append(c.numbers, n)
		} else {
			c.lines = append(c.lines, line)
		}
	}
}

// columnText writes bytes that are no characters as \xNN.
func columnText(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var s strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n <= 1 {
			fmt.Fprintf(&s, `\x%02x`, b[0])
		} else {
			s.Write(b[:n])
		}
		b = b[n:]
	}
	return s.String()
}

// split finds the cells of a line. Blanks separate however many there are, other separators one by one.
func (c *columnState) split(line string) (cells []string) {
	full := func() bool { return c.limit > 0 && len(cells)+1 == c.limit }
	if c.sepSet {
		if c.sep == "" {
			return []string{line}
		}
		for !full() {
			i := strings.IndexAny(line, c.sep)
			if i < 0 {
				break
			}
			cells = append(cells, line[:i])
			line = line[i+1:]
		}
		return append(cells, line)
	}
	line = strings.TrimLeft(line, " \t")
	for {
		i := strings.IndexAny(line, " \t")
		if i < 0 || full() {
			if line != "" {
				cells = append(cells, line)
			}
			return cells
		}
		cells = append(cells, line[:i])
		if line = line[i+1:]; !full() {
			line = strings.TrimLeft(line, " \t")
		}
	}
}

// fill prints the lines side by side, at tab stops.
func (c *columnState) fill() {
	longest := 0
	for _, l := range c.lines {
		longest = max(longest, columnWidth(l))
	}
	out := c.p.Stdout
	if longest >= c.width {
		for _, l := range c.lines {
			out.WriteString(l + "\n")
		}
		return
	}
	cell := (longest + 8) / 8 * 8
	columns := max(c.width/cell, 1)
	n := len(c.lines)
	if c.fillRows {
		for i := 0; i < n; i += columns {
			c.fillRow(i, 1, min(columns, n-i), cell)
		}
		return
	}
	rows := (n + columns - 1) / columns
	for i := range rows {
		c.fillRow(i, rows, (n-i+rows-1)/rows, cell)
	}
}

// fillRow prints count entries, step apart, from the given one on.
func (c *columnState) fillRow(from, step, count, cell int) {
	out := c.p.Stdout
	at, end := 0, cell
	for k := range count {
		l := c.lines[from+k*step]
		out.WriteString(l)
		at += columnWidth(l)
		if k+1 == count {
			break
		}
		for next := (at + 8) / 8 * 8; next <= end; next = (at + 8) / 8 * 8 {
			out.WriteByte('\t')
			at = next
		}
		end += cell
	}
	out.WriteByte('\n')
}

func columnWidth(s string) int { return wide.String(s) }
