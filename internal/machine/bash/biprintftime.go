package bash

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/format"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// maxTimeText is the size of bash's buffer for a time; what does not fit is left out whole.
const maxTimeText = 128

// timeDirective is %(FORMAT)T at the start of s, whose parenthesis ends the directive d. It returns how many bytes of s it took; ok is
// always true: what is no time format prints as it stands.
func (pf *printer) timeDirective(s string, d format.Directive) (n int, ok bool) {
	at := d.Size - 1
	end, depth := at, 0
	for ; end < len(s); end++ {
		if s[end] == '(' {
			depth++
		}
		if s[end] == ')' {
			if depth--; depth == 0 {
				break
			}
		}
	}
	if end+1 >= len(s) || s[end+1] != 'T' {
		last := "\x00"
		if end+1 < len(s) {
			last = s[end+1 : end+2]
		}
		pf.sh.errf("printf: warning: `%s': invalid time format specification", last)
		pf.add(s[:at+1])
		return at + 1, true
	}
	layout := s[at+1 : end]
	if layout == "" {
		layout = "%X"
	}
	sh := pf.sh
	sec := sh.p.K.Now() / kern.Second
	if a, given := pf.next(); given {
		switch v := pf.integer(a, a.S != ""); v {
		case -1:
		case -2:
			sec = sh.started / kern.Second
		default:
			sec = v
		}
	}
	sec = min(max(sec, -maxSeconds), maxSeconds)
	text := string(gnu.AppendLibcTime(nil, layout, sec, sh.zone()))
	if i := strings.IndexByte(text, 0); i >= 0 {
		text = text[:i]
	}
	if len(text) >= maxTimeText {
		text = ""
	}
	bound, before := int64(d.Bound()), len(pf.buf)
	pf.hold(bound)
	pf.buf = d.AppendString(pf.buf, text)
	pf.hold(int64(len(pf.buf)-before) - bound)
	return end + 2, true
}

// maxSeconds is as far as C's struct tm reaches.
const maxSeconds = 67_768_036_191_676_799

// zone returns the time zone of the shell: an exported TZ names it.
func (sh *Shell) zone() gnu.Zone {
	v, ok := sh.lookup("TZ")
	return gnu.ZoneOf(sh.p, v.Str.S, ok && v.Set && v.Attr&AttrExport != 0)
}
