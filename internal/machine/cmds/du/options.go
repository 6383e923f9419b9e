// Package du holds du.
package du

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/fnmatch"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var spec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'a', Long: "all"}, {Long: "apparent-size"}, {Short: 'B', Long: "block-size", Arg: gnu.Required}, {Short: 'b', Long: "bytes"},
		{Short: 'l', Long: "count-links"}, {Short: 'L', Long: "dereference"}, {Short: 'D', Long: "dereference-args"}, {Short: 'H'},
		{Long: "exclude", Arg: gnu.Required}, {Short: 'X', Long: "exclude-from", Arg: gnu.Required},
		{Long: "files0-from", Arg: gnu.Required}, {Short: 'h', Long: "human-readable"}, {Long: "inodes"}, {Long: "si"},
		{Short: 'd', Long: "max-depth", Arg: gnu.Required}, {Short: '0', Long: "null"}, {Short: 'P', Long: "no-dereference"},
		{Short: 'x', Long: "one-file-system"}, {Short: 'S', Long: "separate-dirs"}, {Short: 's', Long: "summarize"},
		{Short: 'c', Long: "total"}, {Short: 't', Long: "threshold", Arg: gnu.Required}, {Long: "time", Arg: gnu.Optional},
		{Long: "time-style", Arg: gnu.Required}, {Short: 'k'}, {Short: 'm'},
	},
	Version: gnu.CoreutilsVersion("du", "Torbjorn Granlund, David MacKenzie, Paul Eggert,\nand Jim Meyering"),
}

// measurer is a running du.
type measurer struct {
	p                           *kern.Proc
	all, apparent, links, total bool
	separate, summary, inodes   bool
	followNamed, followAll      bool
	hashAll                     bool
	maxDepth                    int // -1: no limit
	threshold                   int64
	size                        gnu.SizeFormat
	exclude                     []*fnmatch.Pattern
	files0                      string
	hasFiles0                   bool
	showTime                    bool
	when                        int
	timeStyle                   string
	hasStyle                    bool
	timeFormat                  string
	zone                        gnu.Zone
	end                         string
	depthSet                    bool

	seen   map[tree.Ino]bool
	above  map[tree.Ino]bool
	grand  usage
	status int
}

// Program is du.
func Program(_ context.Context, p *kern.Proc) int {
	m := &measurer{p: p, maxDepth: -1, end: "\n", seen: map[tree.Ino]bool{}, above: map[tree.Ino]bool{},
		size: gnu.DefaultBlockSize(p, "DU_BLOCK_SIZE"), zone: gnu.LocalZone(p)}
	bad := false
	files, status, ok := spec.Parse(p, func(key, val string) int {
		st, wrong := m.set(key, val)
		bad = bad || wrong
		return st
	})
	if !ok {
		return status
	}
	if bad {
		gnu.Try(p)
		return 1
	}
	if st := m.check(); st != gnu.Go {
		return st
	}
	if m.hasFiles0 {
		if files, ok = m.fileList(files); !ok {
			return 1
		}
	} else if len(files) == 0 {
		files = []string{"."}
	}
	m.hashAll = len(files) > 1 || m.followAll || m.followNamed || m.hasFiles0
	for _, f := range files {
		if f == "" {
			p.Errorf("invalid zero-length file name")
			m.status = 1
			continue
		}
		m.named(f)
	}
	if m.total {
		m.print(&m.grand, "total")
	}
	return m.status
}

var (
	timeWords  = []string{"atime", "access", "use", "ctime", "status"}
	timeValues = []int{1, 1, 1, 2, 2}
)

// set takes one option; wrong says that du will end with a usage error after reading all of them.
func (m *measurer) set(key, val string) (status int, wrong bool) {
	p := m.p
	switch key {
	case "0":
		m.end = "\x00"
	case "a":
		m.all = true
	case "apparent-size":
		m.apparent = true
	case "b":
		m.apparent, m.size = true, gnu.SizeFormat{Block: 1}
	case "c":
		m.total = true
	case "h":
		m.size = gnu.SizeFormat{Block: 1, Auto: true}
	case "si":
		m.size = gnu.SizeFormat{Block: 1, Auto: true, SI: true}
	case "k":
		m.size = gnu.SizeFormat{Block: 1024}
	case "m":
		m.size = gnu.SizeFormat{Block: 1 << 20}
	case "d":
		n, err := strconv.ParseUint(val, 10, 31)
		if err != nil {
			p.Errorf("invalid maximum depth %s", gnu.Quote(val))
			return gnu.Go, true
		}
		m.maxDepth, m.depthSet = int(n), true
	case "l":
		m.links = true
	case "s":
		m.summary = true
	case "S":
		m.separate = true
	case "inodes":
		m.inodes = true
	case "D", "H":
		m.followNamed, m.followAll = true, false
	case "L":
		m.followNamed, m.followAll = true, true
	case "P":
		m.followNamed, m.followAll = false, false
	case "x":
	default:
		return m.setMore(key, val)
	}
	return gnu.Go, false
}

func (m *measurer) setMore(key, val string) (status int, wrong bool) {
	p := m.p
	switch key {
	case "exclude":
		m.exclude = append(m.exclude, fnmatch.Compile(val, fnmatch.Options{Tick: p.Tick}))
	case "X":
		if !m.excludeFile(val) {
			return gnu.Go, true
		}
	case "files0-from":
		m.files0, m.hasFiles0 = val, true
	case "B":
		f, bad := gnu.ParseBlockSize(val)
		if bad != "" {
			text := map[string]string{"invalid": "invalid -B argument ", "suffix": "invalid suffix in -B argument ", "large": "-B argument "}[bad]
			tail := ""
			if bad == "large" {
				tail = " too large"
			}
			p.Errorf("%s%s%s", text, gnu.QuoteAF(val), tail)
			return 1, false
		}
		m.size = f
	case "t":
		return m.setThreshold(val), false
	case "time":
		m.showTime = true
		if val != "" {
			v, ok := gnu.ArgMatch(p, "--time", val, timeWords, timeValues)
			if !ok {
				return 1, false
			}
			m.when = v
		}
	case "time-style":
		m.timeStyle, m.hasStyle = val, true
	}
	return gnu.Go, false
}

func (m *measurer) setThreshold(val string) int {
	neg := strings.HasPrefix(val, "-")
	n, st := xnum.Parse(strings.TrimPrefix(val, "-"), "kKmMGTPEZY0")
	if st != xnum.OK || n > 1<<63-1 {
		text := "invalid -t argument "
		if st&xnum.BadSuffix != 0 {
			text = "invalid suffix in -t argument "
		}
		m.p.Errorf("%s%s", text, gnu.QuoteAF(val))
		return 1
	}
	m.threshold = int64(n)
	if neg {
		if n == 0 {
			m.p.Errorf("invalid --threshold argument '-0'")
			return 1
		}
		m.threshold = -m.threshold
	}
	return gnu.Go
}

func (m *measurer) excludeFile(name string) bool {
	fd, done, err := gnu.OpenInput(m.p, name)
	if err != nil {
		m.p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
		return false
	}
	defer done()
	lines := gnu.NewLines(m.p, fd, '\n')
	for {
		line, _, err := lines.Next()
		if err != nil {
			return true
		}
		if s := strings.TrimRight(string(line), " \t\r"); s != "" {
			m.exclude = append(m.exclude, fnmatch.Compile(s, fnmatch.Options{Tick: m.p.Tick}))
		}
	}
}

// fileList reads the names that --files0-from gives.
func (m *measurer) fileList(operands []string) ([]string, bool) {
	p := m.p
	if len(operands) > 0 {
		p.Errorf("extra operand %s", gnu.Quote(operands[0]))
		p.Stderr.WriteString("file operands cannot be combined with --files0-from\n")
		gnu.Try(p)
		return nil, false
	}
	fd, done, err := gnu.OpenInput(p, m.files0)
	if err != nil {
		p.Errorf("cannot open %s for reading: %s", gnu.QuoteAF(m.files0), kern.ErrText(err))
		return nil, false
	}
	defer done()
	b, err := p.ReadAll(fd)
	if err != nil {
		p.Errorf("%s: read error: %s", gnu.QuoteF(m.files0), kern.ErrText(err))
		return nil, false
	}
	s := strings.TrimSuffix(string(b), "\x00")
	if s == "" && len(b) == 0 {
		return nil, true
	}
	return strings.Split(s, "\x00"), true
}

// check looks for options that do not go together; gnu.Go means that all is well.
func (m *measurer) check() int {
	p := m.p
	switch {
	case m.all && m.summary:
		p.Errorf("cannot both summarize and show all entries")
		gnu.Try(p)
		return 1
	case m.summary && m.depthSet && m.maxDepth == 0:
		p.Errorf("warning: summarizing is the same as using --max-depth=0")
	case m.summary && m.depthSet:
		p.Errorf("warning: summarizing conflicts with --max-depth=%d", m.maxDepth)
		gnu.Try(p)
		return 1
	}
	if m.summary {
		m.maxDepth = 0
	}
	if m.inodes {
		if m.apparent {
			p.Errorf("warning: options --apparent-size and -b are ineffective with --inodes")
		}
		m.size.Block = 1
	}
	if m.showTime && !m.setTimeStyle() {
		return 1
	}
	return gnu.Go
}

func (m *measurer) setTimeStyle() bool {
	p := m.p
	style := m.timeStyle
	if !m.hasStyle {
		style = "long-iso"
		if v, ok := p.Getenv("TIME_STYLE"); ok && v != "locale" {
			if v = strings.TrimPrefix(v, "posix-"); strings.HasPrefix(v, "+") {
				v, _, _ = strings.Cut(v, "\n")
			}
			style = v
		}
	}
	if f, ok := strings.CutPrefix(style, "+"); ok {
		m.timeFormat = f
		return true
	}
	v, ok := gnu.ArgMatch(p, "time style", style, []string{"full-iso", "long-iso", "iso"}, []int{0, 1, 2})
	if !ok {
		return false
	}
	m.timeFormat = [...]string{"%Y-%m-%d %H:%M:%S.%N %z", "%Y-%m-%d %H:%M", "%Y-%m-%d"}[v]
	return true
}
