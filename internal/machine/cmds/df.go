package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var dfSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'a', Long: "all"}, {Short: 'B', Long: "block-size", Arg: gnu.Required}, {Short: 'i', Long: "inodes"},
		{Short: 'h', Long: "human-readable"}, {Short: 'H', Long: "si"}, {Short: 'l', Long: "local"}, {Long: "output", Arg: gnu.Optional},
		{Short: 'P', Long: "portability"}, {Short: 'T', Long: "print-type"}, {Long: "sync"}, {Long: "no-sync"}, {Long: "total"},
		{Short: 't', Long: "type", Arg: gnu.Required}, {Short: 'x', Long: "exclude-type", Arg: gnu.Required}, {Short: 'k'}, {Short: 'm'},
		{Short: 'v'},
	},
	Version: gnu.CoreutilsVersion("df", "Torbjorn Granlund, David MacKenzie, and Paul Eggert"),
}

// mount is one mounted file system; sizes are in bytes, -1 where there are none.
type mount struct {
	source, kind, target  string
	size, used, avail     int64
	inodes, iused, iavail int64
	file                  string
	total                 bool
}

// mounts lists what is mounted on the machine.
func mounts(p *kern.Proc) []mount {
	s := gnu.StatFS(p)
	const b = gnu.BlockSize
	mem := int64(kern.MemTotalKB) * 1024
	fs := func(source, kind, target string, size, used, inodes, iused int64) mount {
		return mount{source: source, kind: kind, target: target, size: size, used: used, avail: size - used, inodes: inodes,
			iused: iused, iavail: inodes - iused}
	}
	disk := fs("/dev/vda1", "ext4", "/", s.Blocks*b, (s.Blocks-s.Free)*b, s.Inodes, s.Inodes-s.FreeInodes)
	disk.avail = s.Available * b
	return []mount{fs("udev", "devtmpfs", "/dev", mem/2-18<<20, 0, 1010764, 331), fs("tmpfs", "tmpfs", "/run", mem/10, 544<<10, 1016488, 512),
		disk, fs("tmpfs", "tmpfs", "/dev/shm", mem/2, 0, 1016488, 1), fs("tmpfs", "tmpfs", "/run/lock", 5<<20, 0, 1016488, 3)}
}

type diskFree struct {
	p                               *kern.Proc
	size                            gnu.SizeFormat
	inodes, posix, kind, total, all bool
	human                           bool
	types, exclude                  []string
	fields                          []string
	output                          bool
}

func df(_ context.Context, p *kern.Proc) int {
	d := diskFree{p: p, size: gnu.DefaultBlockSize(p, "DF_BLOCK_SIZE")}
	files, status, ok := dfSpec.Parse(p, d.set)
	if !ok {
		return status
	}
	if d.output && (d.inodes || d.posix || d.kind) {
		for _, c := range []struct {
			on   bool
			name string
		}{{d.inodes, "-i"}, {d.posix, "-P"}, {d.kind, "-T"}} {
			if c.on {
				return gnu.Usage(p, 1, "options "+c.name+" and --output are mutually exclusive")
			}
		}
	}
	var rows []mount
	list := mounts(p)
	if len(files) == 0 {
		rows = list
	}
	for _, f := range files {
		st, err := p.Stat(f)
		if err != nil {
			p.Errorf("%s: %s", gnu.QuoteF(f), kern.ErrText(err))
			status = 1
			continue
		}
		m := list[mountOf(p, list, f, &st)]
		m.file = f
		rows = append(rows, m)
	}
	rows = d.filter(rows)
	if len(rows) == 0 {
		if len(files) == 0 || status == 0 {
			p.Errorf("no file systems processed")
		}
		return 1
	}
	if d.total {
		rows = append(rows, sumMounts(rows, d.output))
	}
	d.print(rows)
	return status
}

// mountOf finds the file system that a file is on.
func mountOf(p *kern.Proc, list []mount, name string, st *kern.Stat) int {
	best, at := 0, 2
	full, err := gnu.Canonicalize(p, name, gnu.CanonExisting, false)
	if err != nil {
		return at
	}
	for i, m := range list {
		if (m.target == "/" || full == m.target || strings.HasPrefix(full, m.target+"/")) && len(m.target) > best {
			best, at = len(m.target), i
		}
	}
	if st.Kind == tree.BlockDev {
		return 0
	}
	return at
}

func sumMounts(rows []mount, output bool) mount {
	t := mount{source: "total", kind: "-", target: "-", file: "-", total: true}
	for _, m := range rows {
		t.size += m.size
		t.used += m.used
		t.avail += m.avail
		t.inodes += m.inodes
		t.iused += m.iused
		t.iavail += m.iavail
	}
	return t
}

func (d *diskFree) set(key, val string) int {
	switch key {
	case "a":
		d.all = true
	case "B":
		f, bad := gnu.ParseBlockSize(val)
		if bad != "" {
			text := map[string]string{"invalid": "invalid -B argument ", "suffix": "invalid suffix in -B argument ", "large": "-B argument "}[bad]
			tail := map[bool]string{true: " too large"}[bad == "large"]
			d.p.Errorf("%s%s%s", text, gnu.QuoteAF(val), tail)
			return 1
		}
		d.size, d.human = f, f.Auto
	case "i":
		d.inodes = true
	case "h", "H":
		d.size, d.human = gnu.SizeFormat{Block: 1, Auto: true, SI: key == "H"}, true
	case "k":
		d.size, d.human = gnu.SizeFormat{Block: 1024}, false
	case "m":
		d.size, d.human = gnu.SizeFormat{Block: 1 << 20}, false
	case "P":
		d.posix = true
	case "T":
		d.kind = true
	case "total":
		d.total = true
	case "t":
		d.types = append(d.types, val)
	case "x":
		d.exclude = append(d.exclude, val)
	case "output":
		d.output = true
		return d.outputFields(val)
	}
	return gnu.Go
}

var dfFields = []string{"source", "fstype", "itotal", "iused", "iavail", "ipcent", "size", "used", "avail", "pcent", "file", "target"}

func (d *diskFree) outputFields(val string) int {
	if val == "" {
		d.fields = dfFields
		return gnu.Go
	}
	for _, f := range strings.Split(val, ",") {
		known, used := false, false
		for _, k := range dfFields {
			known = known || k == f
		}
		for _, k := range d.fields {
			used = used || k == f
		}
		switch {
		case !known:
			return gnu.Usage(d.p, 1, "option --output: field "+gnu.Quote(f)+" unknown")
		case used:
			return gnu.Usage(d.p, 1, "option --output: field "+gnu.Quote(f)+" used more than once")
		}
		d.fields = append(d.fields, f)
	}
	return gnu.Go
}

func (d *diskFree) filter(rows []mount) []mount {
	in := func(list []string, s string) bool {
		for _, x := range list {
			if x == s {
				return true
			}
		}
		return false
	}
	var out []mount
	for _, m := range rows {
		if len(d.types) > 0 && !in(d.types, m.kind) || in(d.exclude, m.kind) {
			continue
		}
		out = append(out, m)
	}
	return out
}

// columns are the fields to show.
func (d *diskFree) columns() []string {
	switch {
	case d.output:
		return d.fields
	case d.inodes && d.kind:
		return []string{"source", "fstype", "itotal", "iused", "iavail", "ipcent", "target"}
	case d.inodes:
		return []string{"source", "itotal", "iused", "iavail", "ipcent", "target"}
	case d.kind:
		return []string{"source", "fstype", "size", "used", "avail", "pcent", "target"}
	}
	return []string{"source", "size", "used", "avail", "pcent", "target"}
}

func (d *diskFree) heading(field string) string {
	switch field {
	case "source":
		return "Filesystem"
	case "fstype":
		return "Type"
	case "itotal":
		return "Inodes"
	case "iused":
		return "IUsed"
	case "iavail":
		return "IFree"
	case "ipcent":
		return "IUse%"
	case "used":
		return "Used"
	case "avail":
		if d.human && !d.posix || d.output {
			return "Avail"
		}
		return "Available"
	case "pcent":
		if d.posix {
			return "Capacity"
		}
		return "Use%"
	case "file":
		return "File"
	case "target":
		return "Mounted on"
	}
	return d.sizeHeading()
}

func (d *diskFree) sizeHeading() string {
	if d.human {
		return "Size"
	}
	b := d.size.Block
	if d.posix {
		return strconv.FormatUint(b, 10) + "-blocks"
	}
	unit, n, i := "BKMGTPE", b, 0
	for n >= 1024 && n%1024 == 0 && i < 6 {
		n /= 1024
		i++
	}
	if dec, k := b, 0; i == 0 && b >= 1000 {
		for dec >= 1000 && dec%1000 == 0 && k < 6 {
			dec /= 1000
			k++
		}
		if k > 0 {
			return strconv.FormatUint(dec, 10) + "?kMGTPE"[k:k+1] + "B-blocks"
		}
	}
	return strconv.FormatUint(n, 10) + unit[i:i+1] + "-blocks"
}

func (d *diskFree) value(m *mount, field string) string {
	size := func(n int64) string { return d.size.Format(uint64(max(n, 0)), 1) }
	count := func(n int64) string {
		if d.human {
			return d.size.Format(uint64(max(n, 0)), 1)
		}
		return strconv.FormatInt(n, 10)
	}
	switch field {
	case "source":
		return m.source
	case "fstype":
		return m.kind
	case "itotal":
		return count(m.inodes)
	case "iused":
		return count(m.iused)
	case "iavail":
		return count(m.iavail)
	case "ipcent":
		return percent(m.iused, m.iavail)
	case "size":
		return size(m.size)
	case "used":
		return size(m.used)
	case "avail":
		return size(m.avail)
	case "pcent":
		return percent(m.used, m.avail)
	case "file":
		if m.file == "" {
			return "-"
		}
		return m.file
	}
	return m.target
}

func percent(used, avail int64) string {
	all := used + avail
	if all == 0 {
		return "-"
	}
	return strconv.FormatInt((used*100+all-1)/all, 10) + "%"
}

func (d *diskFree) print(rows []mount) {
	cols := d.columns()
	left := map[string]bool{"source": true, "fstype": true, "file": true, "target": true}
	width := map[string]int{"source": 14, "fstype": 4, "itotal": 5, "iused": 5, "iavail": 5, "ipcent": 4, "size": 5, "used": 5, "avail": 5, "pcent": 4}
	cells := make([][]string, 0, len(rows)+1)
	var head []string
	for _, c := range cols {
		head = append(head, d.heading(c))
	}
	cells = append(cells, head)
	for i := range rows {
		var line []string
		for _, c := range cols {
			line = append(line, d.value(&rows[i], c))
		}
		cells = append(cells, line)
	}
	for i, c := range cols {
		for _, line := range cells {
			width[c] = max(width[c], len(line[i]))
		}
	}
	for _, line := range cells {
		var b strings.Builder
		for i, c := range cols {
			if i > 0 {
				b.WriteByte(' ')
			}
			gap := strings.Repeat(" ", width[c]-len(line[i]))
			switch {
			case !left[c]:
				b.WriteString(gap + line[i])
			case i == len(cols)-1:
				b.WriteString(line[i])
			default:
				b.WriteString(line[i] + gap)
			}
		}
		d.p.Stdout.WriteString(b.String() + "\n")
	}
}
