package ls

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
)

// decide settles what the options left open; false when it has complained.
func (l *lister) decide(g *given, def layout, isLs bool) bool {
	l.layout = g.layout
	if l.layout == 0 {
		switch {
		case def != 0:
			l.layout = def
		case l.tt:
			l.layout = columns
		default:
			l.layout = single
		}
	}
	l.lineLength(g)
	l.quoting(g, isLs)
	if g.kib {
		l.blocks = gnu.SizeFormat{Block: 1024}
	}
	l.order = g.order
	if l.order == 0 {
		l.order = byName
		if g.timeSet && l.layout != long {
			l.order = byTime
		}
	}
	if l.color {
		l.setColors()
	}
	if l.deref == derefUndecided {
		l.deref = derefDirs
		if l.directory || l.marks == classifyIndicator || l.layout == long {
			l.deref = derefNever
		}
	}
	l.zone = gnu.LocalZone(l.p)
	return l.layout != long || l.timeStyle(g)
}

// quoting settles how names are written.
func (l *lister) quoting(g *given, isLs bool) {
	p := l.p
	l.style = gnu.StyleLiteral
	switch env, ok := p.Getenv("QUOTING_STYLE"); {
	case g.style >= 0:
		l.style = gnu.Style(g.style)
	case ok && styleByName(env) >= 0:
		l.style = gnu.Style(styleByName(env))
	default:
		if ok {
			p.Errorf("ignoring invalid value of environment variable QUOTING_STYLE: %s", gnu.Quote(env))
		}
		if !isLs {
			l.style = gnu.StyleEscape
		} else if l.tt {
			l.style = gnu.StyleShellEscape
		}
	}
	l.quest = isLs && l.tt
	if g.quest >= 0 {
		l.quest = g.quest == 1
	}
	if l.style == gnu.StyleEscape {
		l.extra = " "
	}
	if l.marks >= typeIndicator {
		l.extra += "*=>@|"[l.marks-typeIndicator:]
	}
}

func styleByName(name string) int {
	for i, w := range gnu.QuoteStyles {
		if w == name {
			return i
		}
	}
	return -1
}

// lineLength finds the width of the page and the distance of tab stops.
func (l *lister) lineLength(g *given) {
	p := l.p
	l.width, l.tab = 80, 8
	if n, _, ok := p.Window(1); ok {
		l.width = n
	}
	if v, ok := p.Getenv("COLUMNS"); ok && v != "" && g.width < 0 {
		n, bad := lineWidth(v)
		if bad {
			p.Errorf("ignoring invalid width in environment variable COLUMNS: %s", gnu.Quote(v))
		} else {
			l.width = n
		}
	}
	if g.width >= 0 {
		l.width = g.width
	}
	if v, ok := p.Getenv("TABSIZE"); ok && g.tab < 0 {
		n, bad := lineWidth(v)
		if bad {
			p.Errorf("ignoring invalid tab size in environment variable TABSIZE: %s", gnu.Quote(v))
		} else {
			l.tab = n
		}
	}
	if g.tab >= 0 {
		l.tab = g.tab
	}
}

var (
	styleWords  = []string{"full-iso", "long-iso", "iso", "locale"}
	timeFormats = [][2]string{{"%Y-%m-%d %H:%M:%S.%N %z", ""}, {"%Y-%m-%d %H:%M", ""}, {"%Y-%m-%d ", "%m-%d %H:%M"},
		{"%b %e  %Y", "%b %e %H:%M"}}
)

// timeStyle sets the formats of old and of recent times.
func (l *lister) timeStyle(g *given) bool {
	p := l.p
	style, given := g.timeStyle, g.hasTimeStyle
	if !given {
		if v, ok := p.Getenv("TIME_STYLE"); ok {
			style = v
		} else {
			style = "locale"
		}
	}
	style = strings.TrimPrefix(style, "posix-")
	if f, ok := strings.CutPrefix(style, "+"); ok {
		old, recent, two := strings.Cut(f, "\n")
		if !two {
			recent = old
		} else if strings.Contains(recent, "\n") {
			p.Errorf("invalid time style format %s", gnu.Quote(f))
			return false
		}
		l.oldTime, l.newTime = old, recent
		return true
	}
	found, ambiguous := -1, false
	for i, w := range styleWords {
		if w == style {
			found, ambiguous = i, false
			break
		}
		if strings.HasPrefix(w, style) {
			ambiguous = found >= 0
			if found < 0 {
				found = i
			}
		}
	}
	if found < 0 || ambiguous {
		kind := "invalid"
		if ambiguous {
			kind = "ambiguous"
		}
		p.Errorf("%s argument %s for %s\nValid arguments are:\n  - [posix-]full-iso\n  - [posix-]long-iso\n"+
			"  - [posix-]iso\n  - [posix-]locale\n  - +FORMAT (e.g., +%%H:%%M) for a 'date'-style format", kind, gnu.Quote(style),
			gnu.Quote("time style"))
		gnu.Try(p)
		return false
	}
	l.oldTime, l.newTime = timeFormats[found][0], timeFormats[found][1]
	if l.newTime == "" {
		l.newTime = l.oldTime
	}
	return true
}
