package cmds

import (
	"slices"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
)

// columnPage is the number of rows after which headings are repeated.
const columnPage = 24

// tableColumn is one column of the output.
type tableColumn struct {
	index int // among the columns of the input
	name  string
	named bool
	right bool
	width int
}

// columns makes the list of the columns in the order of printing; false after a message.
func (c *columnState) columns() ([]*tableColumn, bool) {
	var all []*tableColumn
	for i, name := range c.names {
		all = append(all, &tableColumn{index: i, name: name, named: true})
	}
	for i, row := range c.rows {
		for len(all) < len(row) {
			if c.json {
				c.p.Errorf("line %d: for JSON the name of the column %d is required", c.numbers[i], len(all)+1)
				return nil, false
			}
			all = append(all, &tableColumn{index: len(all)})
		}
	}
	for _, list := range []string{c.right, c.hide, c.order} {
		for _, name := range splitNames(list) {
			if _, ok := c.find(all, name); !ok {
				c.p.Errorf("undefined column name '%s'", name)
				return nil, false
			}
		}
	}
	for _, name := range splitNames(c.right) {
		found, _ := c.find(all, name)
		for _, col := range found {
			col.right = true
		}
	}
	shown := all
	if c.order != "" {
		var first []*tableColumn
		for _, name := range splitNames(c.order) {
			found, _ := c.find(all, name)
			for _, col := range found {
				if !slices.Contains(first, col) {
					first = append(first, col)
				}
			}
		}
		shown = first
		for _, col := range all {
			if !slices.Contains(first, col) {
				shown = append(shown, col)
			}
		}
	}
	hidden := c.hidden(all)
	return slices.DeleteFunc(slices.Clone(shown), func(col *tableColumn) bool { return slices.Contains(hidden, col) }), true
}

// hidden returns the columns that are not shown; "-" stands for all without a name.
func (c *columnState) hidden(all []*tableColumn) []*tableColumn {
	var hidden []*tableColumn
	for _, name := range splitNames(c.hide) {
		if name == "-" {
			for _, col := range all {
				if !col.named {
					hidden = append(hidden, col)
				}
			}
			continue
		}
		found, _ := c.find(all, name)
		hidden = append(hidden, found...)
	}
	return hidden
}

func splitNames(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

// find returns the columns with a name or number; 0 stands for all. A number that there is no column for finds none.
func (c *columnState) find(all []*tableColumn, name string) ([]*tableColumn, bool) {
	if name == "0" {
		return all, true
	}
	if name == "-" {
		return nil, true
	}
	for _, col := range all {
		if col.named && col.name == name {
			return []*tableColumn{col}, true
		}
	}
	if n, err := strconv.ParseUint(name, 10, 31); err == nil {
		if int(n) <= len(all) {
			return all[n-1 : n], true
		}
		return nil, true
	}
	return nil, false
}

func cellOf(row []string, i int) string {
	if i < len(row) {
		return row[i]
	}
	return ""
}

// printTable prints the rows under one another.
func (c *columnState) printTable() int {
	cols, ok := c.columns()
	switch {
	case !ok:
		return 1
	case len(c.rows) == 0:
		return 0
	case c.json:
		c.printJSON(cols)
		return 0
	}
	heading := c.namesSet && !c.noHeadings
	total := 0
	for _, col := range cols {
		if heading {
			col.width = columnWidth(col.name)
		}
		for _, row := range c.rows {
			col.width = max(col.width, columnWidth(cellOf(row, col.index)))
		}
		total += col.width
	}
	if len(cols) > 0 {
		total += columnWidth(c.outSep) * (len(cols) - 1)
	}
	if c.shrink != "" && total > c.width {
		// How the columns share what there is is not simulated.
		return gnu.UnsupportedOption(c.p, "-"+c.shrink)
	}
	for i, row := range c.rows {
		if heading && (i == 0 || c.repeat && i%columnPage == 0) {
			c.printRow(cols, func(col *tableColumn) string { return col.name })
		}
		c.printRow(cols, func(col *tableColumn) string { return cellOf(row, col.index) })
	}
	return 0
}

func (c *columnState) printRow(cols []*tableColumn, text func(*tableColumn) string) {
	var b strings.Builder
	for i, col := range cols {
		s := text(col)
		pad := strings.Repeat(" ", max(col.width-columnWidth(s), 0))
		last := i+1 == len(cols)
		switch {
		case last && s == "":
		case col.right:
			b.WriteString(pad + s)
		case last:
			b.WriteString(s)
		default:
			b.WriteString(s + pad)
		}
		if !last {
			b.WriteString(c.outSep)
		}
	}
	c.p.Tick(1 + b.Len()>>6)
	b.WriteByte('\n')
	c.p.Stdout.WriteString(b.String())
}

// printJSON prints the table as an object that holds a list of rows.
func (c *columnState) printJSON(cols []*tableColumn) {
	out := c.p.Stdout
	out.WriteString("{\n   " + jsonString(c.title) + ": [\n      {\n")
	for i, row := range c.rows {
		if i > 0 {
			out.WriteString("      },{\n")
		}
		for k, col := range cols {
			value := "null"
			if s := cellOf(row, col.index); s != "" {
				value = jsonString(s)
			}
			out.WriteString("         " + jsonString(strings.ToLower(col.name)) + ": " + value)
			if k+1 < len(cols) {
				out.WriteByte(',')
			}
			out.WriteByte('\n')
		}
	}
	out.WriteString("      }\n   ]\n}\n")
}

// jsonString quotes s as util-linux does.
func jsonString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case strings.IndexByte("\b\f\n\r\t", c) >= 0:
			b.WriteString(`\` + "bfnrt"[strings.IndexByte("\b\f\n\r\t", c):][:1])
		case c < ' ':
			b.WriteString(`\u00` + "01"[c>>4:c>>4+1] + "0123456789abcdef"[c&15:c&15+1])
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + `"`
}
