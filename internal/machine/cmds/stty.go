package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

const sttyWords = " cs5 cs6 cs7 cs8 cstopb cread parenb parodd hupcl hup clocal crtscts cmspar cdtrdsr ignbrk brkint ignpar parmrk inpck istrip " +
	"inlcr igncr icrnl ixon ixoff tandem iuclc ixany imaxbel iutf8 opost olcuc ocrnl onlcr onocr onlret ofill ofdel nl0 nl1 cr0 cr1 cr2 " +
	"cr3 tab0 tab1 tab2 tab3 tabs bs0 bs1 vt0 vt1 ff0 ff1 isig icanon iexten echo echoe crterase echok echonl noflsh xcase tostop " +
	"echoprt prterase echoctl ctlecho echoke crtkill flusho extproc evenp parity oddp nl ek sane cooked raw pass8 litout cbreak decctlq " +
	"lcase LCASE crt dec drain size speed "

// stty answers as for a standard input that is no terminal. On a terminal only what changes nothing that shows is simulated.
func stty(_ context.Context, p *kern.Proc) int {
	args := p.Args[1:]
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--version":
			p.Stdout.WriteString(gnu.CoreutilsVersion("stty", "David MacKenzie") + "\n")
			return 0
		case a == "-F" || a == "--file" || strings.HasPrefix(a, "--file=") || strings.HasPrefix(a, "-F"):
			return gnu.UnsupportedOption(p, "-F")
		case a == "-a" || a == "-g" || a == "--all" || a == "--save":
		case strings.Contains(sttyWords, " "+strings.TrimPrefix(a, "-")+" "):
		case strings.Contains(" intr quit erase kill eof eol eol2 swtch start stop susp rprnt werase lnext discard min time rows cols columns ispeed ospeed line ", " "+a+" "):
			if i++; i == len(args) {
				return gnu.Usage(p, 1, "missing argument to "+gnu.Quote(a))
			}
		default:
			return gnu.Usage(p, 1, "invalid argument "+gnu.Quote(a))
		}
	}
	if !p.IsTerminal(0) {
		p.Errorf("%s: %s", gnu.QuoteAF("standard input"), kern.ErrText(tree.ENOTTY))
		return 1
	}
	if len(args) == 1 && args[0] == "size" {
		columns, rows, _ := p.Window(0)
		p.Stdout.WriteString(strconv.Itoa(rows) + " " + strconv.Itoa(columns) + "\n")
		return 0
	}
	for _, a := range args {
		if strings.TrimPrefix(a, "-") != "echo" && a != "sane" {
			return gnu.UnsupportedOption(p, a)
		}
	}
	if len(args) == 0 {
		return gnu.UnsupportedOption(p, "settings of the terminal")
	}
	return 0
}

// notSimulated ends a program of which no use is simulated.
func notSimulated(_ context.Context, p *kern.Proc) int {
	what := "use"
	if len(p.Args) > 1 {
		what = strings.Join(p.Args[1:], " ")
	}
	return gnu.UnsupportedOption(p, what)
}
