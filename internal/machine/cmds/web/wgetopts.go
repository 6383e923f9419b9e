package web

import (
	"strconv"
	"strings"
	"sync"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// wgetNames lists wget's options as curlNames does curl's.
const wgetNames = `Vversion hhelp bbackground eexecute= ooutput-file= aappend-output= ddebug qquiet vverbose .no-verbose
.report-speed= iinput-file= Fforce-html Bbase= .config= .no-config .rejected-log= ttries= .retry-connrefused
.retry-on-http-error= Ooutput-document= .no-clobber .no-netrc ccontinue .start-pos= .progress= .show-progress Ntimestamping
.no-if-modified-since .no-use-server-timestamps Sserver-response .spider Ttimeout= .dns-timeout= .connect-timeout=
.read-timeout= wwait= .waitretry= .random-wait .no-proxy Qquota= .bind-address= .limit-rate= .no-dns-cache
.restrict-file-names= .ignore-case 4inet4-only 6inet6-only .prefer-family= .user= .password= .ask-password .use-askpass=
.no-iri .local-encoding= .remote-encoding= .unlink .xattr .no-directories xforce-directories .no-host-directories
.protocol-directories Pdirectory-prefix= .cut-dirs= .http-user= .http-password= .no-cache .default-page= Eadjust-extension
.ignore-length .header= .compression= .max-redirect= .proxy-user= .proxy-password= .referer= .save-headers Uuser-agent=
.no-http-keep-alive .no-cookies .load-cookies= .save-cookies= .keep-session-cookies .post-data= .post-file= .method=
.body-data= .body-file= .content-disposition .content-on-error .auth-no-challenge .secure-protocol= .https-only
.no-check-certificate .certificate= .certificate-type= .private-key= .private-key-type= .ca-certificate= .ca-directory=
.crl-file= .pinnedpubkey= .ciphers= .no-hsts .hsts-file= .ftp-user= .ftp-password= .no-remove-listing .no-glob
.no-passive-ftp .preserve-permissions .retr-symlinks .ftps-implicit .ftps-resume-ssl .ftps-clear-data-connection
.ftps-fallback-to-ftp .warc-file= .warc-header= .warc-max-size= .warc-cdx .warc-dedup= .no-warc-compression
.no-warc-digests .no-warc-keep-log .warc-tempdir= rrecursive llevel= .delete-after kconvert-links .convert-file-only
.backups= Kbackup-converted mmirror ppage-requisites .strict-comments Aaccept= Rreject= .accept-regex= .reject-regex=
.regex-type= Ddomains= .exclude-domains= .follow-ftp .follow-tags= .ignore-tags= Hspan-hosts Lrelative
Iinclude-directories= .trust-server-names Xexclude-directories= .no-parent n=`

// wgetNoEffect lists the options that change nothing where sites answer.
const wgetNoEffect = `no-config no-netrc retry-connrefused no-if-modified-since no-proxy no-dns-cache inet4-only inet6-only
prefer-family user password no-iri no-directories no-host-directories http-user http-password no-cache no-http-keep-alive
no-cookies keep-session-cookies auth-no-challenge secure-protocol no-check-certificate certificate certificate-type
private-key private-key-type ca-certificate ca-directory crl-file ciphers no-hsts hsts-file header referer user-agent
compression limit-rate wait waitretry random-wait dns-timeout connect-timeout progress show-progress body-data
body-file no-parent post-file verbose`

var wgetSpec = sync.OnceValue(func() *gnu.Spec {
	s := &gnu.Spec{Status: wgetUsage, NoTry: true}
	for _, w := range strings.Fields(wgetNames) {
		name, arg := strings.CutSuffix(w[1:], "=")
		o := gnu.Option{Long: name, Short: w[0]}
		if w[0] == '.' {
			o.Short = 0
		}
		if arg {
			o.Arg = gnu.Required
		}
		s.Options = append(s.Options, o)
	}
	return s
})

// wgetUsage stands for a wrong command line until the usage has been printed; wget's own status is 2.
const wgetUsage = 200

// wgetKeys are the long names of options that have a letter: what the parser calls them by.
var wgetKeys = map[string]string{"V": "version", "h": "help", "b": "background", "e": "execute", "o": "output-file",
	"a": "append-output", "d": "debug", "q": "quiet", "v": "verbose", "i": "input-file", "F": "force-html", "B": "base", "t": "tries",
	"O": "output-document", "c": "continue", "N": "timestamping", "S": "server-response", "T": "timeout", "w": "wait", "Q": "quota",
	"4": "inet4-only", "6": "inet6-only", "x": "force-directories", "P": "directory-prefix", "E": "adjust-extension",
	"U": "user-agent", "r": "recursive", "l": "level", "k": "convert-links", "K": "backup-converted", "m": "mirror",
	"p": "page-requisites", "A": "accept", "R": "reject", "D": "domains", "H": "span-hosts", "L": "relative",
	"I": "include-directories", "X": "exclude-directories"}

const wgetHint = "Usage: wget [OPTION]... [URL]...\n\nTry `wget --help' for more options.\n"

// parse reads the command line; ok is false when wget is to end with status.
func (w *wget) parse() (status int, ok bool) {
	urls, status, ok := wgetSpec().Parse(w.p, w.option)
	if !ok {
		if status == wgetUsage {
			w.p.Stderr.WriteString(wgetHint)
			status = 2
		}
		return status, false
	}
	w.urls = append(urls, w.urls...)
	if len(w.urls) == 0 {
		w.p.Stderr.WriteString("wget: missing URL\n" + wgetHint)
		return 1, false
	}
	return 0, true
}

func (w *wget) option(key, val string) int {
	if key == "n" {
		return w.negated(val)
	}
	name := key
	if long, ok := wgetKeys[key]; ok {
		name = long
	}
	if flag := w.flag(name); flag != nil {
		*flag = true
		return gnu.Go
	}
	switch name {
	case "version":
		w.p.Stdout.WriteString("GNU Wget 1.21.3 built on linux-gnu.\n")
		return gnu.UnsupportedOption(w.p, "--version")
	case "output-document":
		w.document = val
	case "directory-prefix":
		w.prefix = val
	case "output-file", "append-output":
		w.logFile, w.logAppend = val, name == "append-output"
	case "input-file":
		return w.readURLs(val)
	case "method":
		w.method = strings.ToUpper(val)
	case "post-data", "post-file":
		w.method = "POST"
	case "default-page":
		w.page = val
	case "timeout", "read-timeout":
		n, err := strconv.ParseFloat(val, 64)
		if err != nil || n < 0 {
			w.p.Stderr.WriteString("wget: --" + name + ": Invalid time period ‘" + val + "’\n")
			return 2
		}
		w.timeout = int64(n * 1e9)
	case "tries":
		w.tries = int(parseSize(val)) // what is no number is 0, no limit
	case "max-redirect":
		w.maxRedirect = int(parseSize(val))
	default:
		for _, none := range strings.Fields(wgetNoEffect) {
			if none == name {
				return gnu.Go
			}
		}
		return gnu.UnsupportedOption(w.p, "--"+name)
	}
	return gnu.Go
}

func (w *wget) flag(name string) *bool {
	switch name {
	case "quiet":
		return &w.quiet
	case "no-verbose":
		return &w.brief
	case "no-clobber":
		return &w.noClobber
	case "server-response":
		return &w.response
	case "spider":
		return &w.spider
	case "save-headers":
		return &w.saveHeaders
	case "content-disposition":
		return &w.disposition
	case "content-on-error":
		return &w.onError
	case "trust-server-names":
		return &w.trust
	case "no-use-server-timestamps":
		return &w.noStamps
	case "continue":
		return &w.resume
	}
	return nil
}

// negated takes the letters behind -n.
func (w *wget) negated(letters string) int {
	for _, c := range letters {
		switch c {
		case 'v':
			w.brief = true
		case 'c':
			w.noClobber = true
		case 'd', 'H', 'p':
		default:
			w.p.Stderr.WriteString("wget: illegal option -- `-n" + string(c) + "'\n" + wgetHint)
			return 1
		}
	}
	return gnu.Go
}

// readURLs takes addresses from a file, one a line.
func (w *wget) readURLs(name string) int {
	var b []byte
	var err error
	if name == "-" {
		b, err = w.p.ReadAll(0)
	} else {
		b, err = w.p.ReadFile(name)
	}
	if err != nil {
		w.p.Stderr.WriteString(name + ": " + kern.ErrText(err) + "\n")
		return 1
	}
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSpace(line)
		full := line
		if !strings.Contains(line, "://") {
			full = "http://" + line
		}
		if t, ok := parseTarget(full); line != "" && (!ok || t.host[0] == '#') {
			w.p.Stderr.WriteString(name + ": Invalid URL " + full + ": Invalid host name\n")
			w.status = wgetGeneric
		} else if line != "" {
			w.urls = append(w.urls, full)
		}
	}
	return gnu.Go
}
