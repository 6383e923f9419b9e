package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/getdate"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var dateSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'd', Long: "date", Arg: gnu.Required}, {Long: "debug", Unsupported: true}, {Short: 'f', Long: "file", Arg: gnu.Required},
		{Short: 'I', Long: "iso-8601", Arg: gnu.Optional}, {Short: 'r', Long: "reference", Arg: gnu.Required},
		{Long: "resolution"}, {Short: 'R', Long: "rfc-email"}, {Short: 'R', Long: "rfc-822"}, {Short: 'R', Long: "rfc-2822"},
		{Long: "rfc-3339", Arg: gnu.Required}, {Short: 's', Long: "set", Arg: gnu.Required},
		{Short: 'u', Long: "utc"}, {Short: 'u', Long: "uct"}, {Short: 'u', Long: "universal"},
	},
	Version: gnu.CoreutilsVersion("date", "David MacKenzie"),
}

var (
	isoSpecs   = []string{"hours", "minutes", "date", "seconds", "ns"}
	isoValues  = []int{0, 1, 2, 3, 4}
	isoFormats = []string{"%Y-%m-%dT%H%:z", "%Y-%m-%dT%H:%M%:z", "%Y-%m-%d", "%Y-%m-%dT%H:%M:%S%:z", "%Y-%m-%dT%H:%M:%S,%N%:z"}

	rfcSpecs   = []string{"date", "seconds", "ns"}
	rfcValues  = []int{0, 1, 2}
	rfcFormats = []string{"%Y-%m-%d", "%Y-%m-%d %H:%M:%S%:z", "%Y-%m-%d %H:%M:%S.%N%:z"}
)

const (
	dateDefault = "%a %b %e %H:%M:%S %Z %Y"
	dateEmail   = "%a, %d %b %Y %H:%M:%S %z"
)

// dater is one run of date. The pointers are nil for options not given.
type dater struct {
	p                    *kern.Proc
	date, file, ref, set *string
	resolution, utc      bool
	format               *string
	zone                 gnu.Zone
	out                  []byte
}

func date(_ context.Context, p *kern.Proc) int {
	d := dater{p: p}
	operands, status, ok := dateSpec.Parse(p, d.option)
	if !ok {
		return status
	}
	if status := d.check(operands); status != gnu.Go {
		return status
	}
	stamp, ok := d.operand(operands)
	if !ok {
		return 1
	}
	if !d.utc {
		d.zone = gnu.LocalZone(p)
	}
	format := dateDefault
	switch {
	case d.format != nil:
		format = *d.format
	case d.resolution:
		format = "%s.%N"
	}
	format = fullNanos(format)
	switch {
	case d.file != nil:
		return d.lines(format)
	case d.set != nil || stamp != nil:
		return d.setClock(format, stamp)
	}
	at := getdate.OfNanos(p.K.Now())
	switch {
	case d.ref != nil:
		st, err := p.Stat(*d.ref)
		if err != nil {
			p.Errorf("%s: %s", gnu.QuoteF(*d.ref), kern.ErrText(err))
			return 1
		}
		at = getdate.OfNanos(st.Mtime)
	case d.resolution:
		at = getdate.Time{Nsec: 1}
	case d.date != nil:
		if at, ok = getdate.Parse(*d.date, at, d.zone); !ok {
			p.Errorf("invalid date %s", gnu.Quote(*d.date))
			return 1
		}
	}
	return d.show(format, at)
}

// fullNanos makes %-N show as many digits as the clock has.
func fullNanos(f string) string {
	if !strings.Contains(f, "%-N") {
		return f
	}
	b := []byte(f)
	for i := 0; i+2 < len(b); i++ {
		if b[i] != '%' {
			continue
		}
		if b[i+1] == '-' && b[i+2] == 'N' {
			b[i+1] = '9'
		}
		i++
	}
	return string(b)
}

func (d *dater) option(key, val string) int {
	switch key {
	case "d":
		d.date = &val
	case "f":
		d.file = &val
	case "r":
		d.ref = &val
	case "s":
		d.set = &val
	case "u":
		d.utc = true
	case "resolution":
		d.resolution = true
	case "R":
		return d.setFormat(dateEmail)
	case "rfc-3339":
		i, ok := gnu.ArgMatch(d.p, "--rfc-3339", val, rfcSpecs, rfcValues)
		if !ok {
			return 1
		}
		return d.setFormat(rfcFormats[i])
	case "I":
		return d.iso(val)
	}
	return gnu.Go
}

func (d *dater) iso(val string) int {
	i := 2
	if val != "" {
		var ok bool
		if i, ok = gnu.ArgMatch(d.p, "--iso-8601", val, isoSpecs, isoValues); !ok {
			return 1
		}
	}
	return d.setFormat(isoFormats[i])
}

func (d *dater) setFormat(f string) int {
	if d.format != nil {
		d.p.Errorf("multiple output formats specified")
		return 1
	}
	d.format = &f
	return gnu.Go
}

// check refuses options that do not go together.
func (d *dater) check(operands []string) int {
	sources := 0
	for _, given := range []bool{d.date != nil, d.file != nil, d.ref != nil, d.resolution} {
		if given {
			sources++
		}
	}
	switch {
	case sources > 1:
		return gnu.Usage(d.p, 1, "the options to specify dates for printing are mutually exclusive")
	case d.set != nil && sources > 0:
		return gnu.Usage(d.p, 1, "the options to print and set the time may not be used together")
	case len(operands) > 1:
		return gnu.Usage(d.p, 1, "extra operand "+gnu.Quote(operands[1]))
	case len(operands) == 1 && !strings.HasPrefix(operands[0], "+") && (d.set != nil || sources > 0):
		return gnu.Usage(d.p, 1, "the argument "+gnu.Quote(operands[0])+" lacks a leading '+';\n"+
			"when using an option to specify date(s), any non-option\nargument must be a format string beginning with '+'")
	}
	return gnu.Go
}

// operand takes the format, or returns the stamp to set the clock to.
func (d *dater) operand(operands []string) (stamp *string, ok bool) {
	if len(operands) == 0 {
		return nil, true
	}
	f, isFormat := strings.CutPrefix(operands[0], "+")
	if !isFormat {
		return &operands[0], true
	}
	return nil, d.setFormat(f) == gnu.Go
}

// setClock refuses to set the clock, as on any machine that is not one's own, and shows what it would have been set to.
func (d *dater) setClock(format string, stamp *string) int {
	now := getdate.OfNanos(d.p.K.Now())
	var at getdate.Time
	var ok bool
	text := d.set
	if stamp != nil {
		text = stamp
		at, ok = getdate.ParseStamp(*stamp, getdate.YearLast, now, d.zone)
	} else {
		at, ok = getdate.Parse(*d.set, now, d.zone)
	}
	if !ok {
		d.p.Errorf("invalid date %s", gnu.Quote(*text))
		return 1
	}
	d.p.Errorf("cannot set date: Operation not permitted")
	d.show(format, at)
	return 1
}

// lines shows the date of every line of a file.
func (d *dater) lines(format string) int {
	p := d.p
	fd, done, err := gnu.OpenInput(p, *d.file)
	if err != nil {
		p.Errorf("%s: %s", gnu.QuoteF(*d.file), kern.ErrText(err))
		return 1
	}
	defer done()
	status := 0
	now := getdate.OfNanos(p.K.Now())
	r := getdate.Reader{Zone: d.zone}
	in := gnu.NewLines(p, fd, '\n')
	for {
		line, _, err := in.Next()
		if err != nil {
			return status
		}
		p.Tick(1 + len(line)/64)
		text := string(line)
		if i := strings.IndexByte(text, 0); i >= 0 {
			text = text[:i]
		}
		at, ok := r.Parse(text, now)
		if !ok {
			p.Errorf("invalid date %s", gnu.Quote(text))
			status = 1
			continue
		}
		status |= d.show(format, at)
	}
}

// lastTime and firstTime are the ends of what C's struct tm can hold, UTC.
const (
	lastTime  = 67_768_036_191_676_799
	firstTime = -67_768_040_609_740_800
)

// show prints a time.
func (d *dater) show(format string, at getdate.Time) int {
	local := at.Sec
	if at.Sec > firstTime-1<<20 && at.Sec < lastTime+1<<20 {
		local += d.zone.At(at.Sec).Offset
	}
	if local > lastTime || local < firstTime {
		d.p.Errorf("time %s is out of range", gnu.Quote(strconv.FormatInt(at.Sec, 10)))
		return 1
	}
	d.out = append(gnu.AppendTime(d.out[:0], format, at.Sec, at.Nsec, d.zone), '\n')
	d.p.Tick(1 + len(d.out)>>6)
	_, _ = d.p.Stdout.Write(d.out)
	return 0
}
