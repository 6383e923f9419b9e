package zip

import (
	"context"
	"fmt"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/fnmatch"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// unzipper is one run of unzip or zipinfo.
type unzipper struct {
	p    *kern.Proc
	ctx  context.Context
	zone gnu.Zone

	info, lists                                                    bool // zipinfo; nothing is restored
	list, long, test, pipe, toScreen, fresh, update, comment, junk bool
	overwrite, never, ignoreCase, lower, suid, escape, anyPath     bool
	text                                                           int
	quiet, dirTimes                                                int
	exdir                                                          string
	password                                                       *string
	archive                                                        string
	patterns, excludes                                             []*wantedName
	style                                                          infoStyle

	a      *archive
	path   string // of the archive, as it was found
	status int
	dirs   []dirTime
	links  []deferredLink
	made   map[string]bool
	lines  *gnu.Lines
	skips  int
}

type wantedName struct {
	text  string
	glob  *fnmatch.Pattern
	found bool
}

type dirTime struct {
	path string
	e    *entry
}

type deferredLink struct{ path, target string }

// Exit statuses of unzip.
const (
	unzipWarn    = 1
	unzipError   = 2
	unzipSevere  = 3
	unzipNoPass  = 5
	unzipNoZip   = 9
	unzipUsage   = 10
	unzipNoMatch = 11
	unzipBadPass = 82
	unzipUnknown = 81
)

// Unzip is unzip.
func Unzip(ctx context.Context, p *kern.Proc) int {
	u := &unzipper{p: p, ctx: ctx, zone: gnu.LocalZone(p)}
	args := p.Args[1:]
	if len(args) > 0 && strings.HasPrefix(args[0], "-Z") {
		u.info = true
		if rest := args[0][2:]; rest != "" {
			args = append([]string{"-" + rest}, args[1:]...)
		} else {
			args = args[1:]
		}
	}
	return u.main(args)
}

// Zipinfo is zipinfo.
func Zipinfo(ctx context.Context, p *kern.Proc) int {
	u := &unzipper{p: p, ctx: ctx, zone: gnu.LocalZone(p), info: true}
	return u.main(p.Args[1:])
}

func (u *unzipper) main(args []string) int {
	if len(args) == 0 || len(args) == 1 && (args[0] == "-h" || args[0] == "-hh" || args[0] == "--help" || args[0] == "-v" && !u.info) {
		return u.usageText(0)
	}
	if status := u.parse(args); status >= 0 {
		return status
	}
	if status := u.open(); status >= 0 {
		return status
	}
	u.work()
	u.unmatched()
	return u.status
}

func (u *unzipper) usageText(status int) int {
	u.p.K.Warn("help text of unzip is Orrery's own")
	out := u.p.Stdout
	if status != 0 {
		out = u.p.Stderr
	}
	out.WriteString("UnZip 6.00 of 20 April 2009, by Debian. Original by Info-ZIP.\n\nUsage: unzip [-Z] [-opts[modifiers]] file[.zip] [list] [-x xlist] [-d exdir]\n")
	return status
}

// parse reads options and operands; -1 means to go on.
func (u *unzipper) parse(args []string) int {
	mode := byte('f')
	for i := 0; i < len(args); i++ {
		a := args[i]
		if len(a) < 2 || a[0] != '-' {
			switch {
			case u.archive == "":
				u.archive = a
			case mode == 'x':
				u.excludes = append(u.excludes, u.name(a))
			default:
				u.patterns = append(u.patterns, u.name(a))
			}
			continue
		}
		if u.archive != "" && a == "-x" {
			mode = 'x'
			continue
		}
		for k := 1; k < len(a); k++ {
			c := a[k]
			if c != 'd' && c != 'P' || u.info {
				if st := u.option(c); st >= 0 {
					return st
				}
				continue
			}
			val := a[k+1:]
			if val == "" {
				if i+1 >= len(args) {
					u.errs("error:  must specify directory to which to extract with -d option\n")
					return unzipUsage
				}
				i++
				val = args[i]
			}
			if c == 'd' {
				u.exdir = strings.TrimRight(val, "/")
				if u.exdir == "" {
					u.exdir = "/"
				}
			} else {
				u.password = &val
			}
			mode = 'f'
			break
		}
	}
	if u.archive == "" {
		return u.usageText(unzipUsage)
	}
	for _, n := range append(append([]*wantedName{}, u.patterns...), u.excludes...) {
		n.glob = fnmatch.Compile(n.text, fnmatch.Options{CaseFold: u.ignoreCase, Tick: u.p.Tick})
	}
	return -1
}

func (u *unzipper) name(s string) *wantedName { return &wantedName{text: s} }

// option takes one letter; -1 means to go on.
func (u *unzipper) option(c byte) int {
	if u.info {
		return u.infoOption(c)
	}
	on := map[byte]*bool{'l': &u.list, 'v': &u.long, 't': &u.test, 'p': &u.pipe, 'c': &u.toScreen, 'f': &u.fresh, 'u': &u.update,
		'z': &u.comment, 'j': &u.junk, 'o': &u.overwrite, 'n': &u.never, 'C': &u.ignoreCase, 'L': &u.lower, 'K': &u.suid, '^': &u.escape,
		':': &u.anyPath}
	if b := on[c]; b != nil {
		*b = true
		return -1
	}
	switch c {
	case 'q':
		u.quiet++
	case 'a':
		u.text++
	case 'D':
		u.dirTimes++
	case 'b', 'X', 'U', 'V', 'W', 'M', 'x', 's':
	case 'T', 'B':
		return gnu.UnsupportedOption(u.p, "-"+string(rune(c)))
	default:
		return u.usageText(unzipUsage)
	}
	return -1
}

func (u *unzipper) errs(s string) {
	if u.info {
		u.p.Stdout.WriteString(s)
		return
	}
	_ = u.p.Stdout.Flush()
	u.p.Stderr.WriteString(s)
}

// open finds and reads the archive; -1 means to go on.
func (u *unzipper) open() int {
	prog := "unzip"
	if u.info {
		prog = "zipinfo"
	}
	var b []byte
	err := error(tree.ENOENT)
	for _, s := range [...]string{"", ".zip", ".ZIP"} {
		if st, e := u.p.Stat(u.archive + s); e != nil || st.IsDir() {
			continue
		}
		if b, err = u.p.ReadFile(u.archive + s); err == nil {
			u.path = u.archive + s
			break
		}
	}
	if err != nil {
		u.errs(prog + ":  cannot find or open " + u.archive + ", " + u.archive + ".zip or " + u.archive + ".ZIP.\n")
		return unzipNoZip
	}
	u.lists = u.list || u.long && !u.test && !u.pipe && !u.toScreen || u.info
	if u.quiet == 0 && !u.pipe && !u.info || u.info && u.style.header(u) {
		u.p.Stdout.WriteString("Archive:  " + u.path + "\n")
	}
	a, err := parse(b, u.p.Tick)
	if err == errNoEnd {
		u.errs("  End-of-central-directory signature not found.  Either this file is not\n  a zipfile, or it constitutes one disk of a multi-part archive.  In the\n  latter case the central directory and zipfile comment will be found on\n  the last disk(s) of this archive.\n")
		u.errs(prog + ":  cannot find zipfile directory in one of " + u.archive + " or\n        " + u.archive + ".zip, and cannot find " + u.archive + ".ZIP, period.\n")
		return unzipNoZip
	}
	if err != nil {
		u.errs("error [" + u.path + "]:  start of central directory not found;\n  zipfile corrupt.\n  (please check that you have transferred or created the zipfile in the\n  appropriate BINARY mode and that you have compiled UnZip properly)\n")
		return unzipSevere
	}
	u.a = a
	if a.extra > 0 {
		msg := fmt.Sprintf("warning [%s]:  %d extra byte%s at beginning or within zipfile\n  (attempting to process anyway)\n", u.path, a.extra, plural(a.extra))
		if u.quiet > 0 && !u.lists {
			u.p.Stdout.WriteString(msg)
		} else {
			u.errs(msg)
		}
		u.status = unzipWarn
	} else if a.extra < 0 {
		u.errs(fmt.Sprintf("error [%s]:  missing %d bytes in zipfile\n  (attempting to process anyway)\n", u.path, -a.extra))
		u.status = unzipError
	}
	if len(a.entries) == 0 {
		u.errs("warning [" + u.path + "]:  zipfile is empty\n")
		return unzipWarn
	}
	return -1
}

func plural(n int64) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// wanted says whether the operands ask for an entry.
func (u *unzipper) wanted(e *entry) bool {
	u.p.Tick(1)
	ok := len(u.patterns) == 0
	for _, n := range u.patterns {
		if n.glob.Match(e.name) {
			n.found, ok = true, true
			break
		}
	}
	if !ok {
		return false
	}
	for _, n := range u.excludes {
		if n.glob.Match(e.name) {
			n.found = true
			return false
		}
	}
	return true
}

// unmatched complains about operands that matched nothing.
func (u *unzipper) unmatched() {
	if u.comment && !u.info {
		return
	}
	for _, n := range u.patterns {
		if !n.found && u.lists {
			u.raise(unzipNoMatch)
		} else if !n.found {
			u.errs("caution: filename not matched:  " + n.text + "\n")
			u.raise(unzipNoMatch)
		}
	}
	for _, n := range u.excludes {
		if !n.found {
			u.errs("caution: excluded filename not matched:  " + n.text + "\n")
		}
	}
}

func (u *unzipper) raise(status int) { u.status = max(u.status, status) }

func (u *unzipper) work() {
	switch {
	case u.info:
		u.zipinfo()
	case u.comment:
		u.showComment()
	case u.list || u.long && !u.test && !u.pipe && !u.toScreen:
		u.showComment()
		u.listing()
	default:
		if u.quiet == 0 && !u.pipe {
			u.showComment()
		}
		u.extractAll()
	}
}

func (u *unzipper) showComment() {
	if u.quiet > 0 && !u.comment && !u.info || u.a.comment == "" || u.pipe {
		return
	}
	s := strings.ReplaceAll(u.a.comment, "\r\n", "\n")
	u.p.Stdout.WriteString(s)
	if !strings.HasSuffix(s, "\n") {
		u.p.Stdout.WriteString("\n")
	}
}

// listing prints the table of -l, or with more in it that of -v.
func (u *unzipper) listing() {
	out := u.p.Stdout
	if u.quiet < 2 {
		if u.long {
			out.WriteString(" Length   Method    Size  Cmpr    Date    Time   CRC-32   Name\n--------  ------  ------- ---- ---------- ----- --------  ----\n")
		} else {
			out.WriteString("  Length      Date    Time    Name\n---------  ---------- -----   ----\n")
		}
	}
	var n, size, packed int64
	for _, e := range u.a.entries {
		if !u.wanted(e) {
			continue
		}
		n++
		size += e.size
		p := e.packed
		if e.flags&flagEncrypted != 0 {
			p = max(0, p-12)
		}
		packed += p
		when := gnu.Strftime("%Y-%m-%d %H:%M", e.unixTime(u.zone)*1e9, u.zone)
		if u.long {
			fmt.Fprintf(out, "%8d  %-6s %8d%4d%% %s %08x  %s\n", e.size, methodName(e), e.packed, ratio(e.size, p), when, e.crc, u.shown(e.name))
			continue
		}
		fmt.Fprintf(out, "%9d  %s   %s\n", e.size, when, u.shown(e.name))
	}
	if n == 0 && len(u.patterns) > 0 {
		u.raise(unzipNoMatch)
	}
	if u.quiet >= 2 {
		return
	}
	if u.long {
		out.WriteString("--------          -------  ---                            -------\n")
		fmt.Fprintf(out, "%8d         %8d%4d%%                            %d file%s\n", size, packed, ratio(size, packed), n, plural(n))
		return
	}
	fmt.Fprintf(out, "---------                     -------\n%9d                     %d file%s\n", size, n, plural(n))
}

// shown writes a name without bytes that a terminal could take amiss.
func (u *unzipper) shown(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch {
		case c == 0x7f:
			b.WriteString("^?")
		case c < 32:
			b.WriteByte('^')
			b.WriteByte(c + 64)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// ratio is how much smaller packed is than size, in percent, rounded.
func ratio(size, packed int64) int64 {
	if size == 0 {
		return 0
	}
	r := perMille(size, packed)
	if r < 0 {
		return (r - 5) / 10
	}
	return (r + 5) / 10
}

func perMille(size, packed int64) int64 {
	if size == 0 {
		return 0
	}
	d := 1000 * (size - packed)
	if d < 0 {
		return (d - size/2) / size
	}
	return (d + size/2) / size
}

func methodName(e *entry) string {
	switch e.method {
	case stored:
		return "Stored"
	case deflated:
		return "Defl:" + string("NXFS"[e.flags>>1&3])
	case 9:
		return "Def64" + string("NXFS"[e.flags>>1&3])
	case 1:
		return "Shrunk"
	case 6:
		return "Implode"
	case bzipped:
		return "BZip2"
	case 14:
		return "LZMA"
	}
	return fmt.Sprintf("Unk:%03d", e.method)
}
