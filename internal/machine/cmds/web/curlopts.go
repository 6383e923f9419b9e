package web

import (
	"strconv"
	"strings"
	"sync"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// curlNames lists curl's options: the letter or a dot, the long name, and = for those with an argument.
const curlNames = `.abstract-unix-socket= .alt-svc= .anyauth aappend .aws-sigv4= .basic .cacert= .capath= Ecert= .cert-status
.cert-type= .ciphers= .compressed .compressed-ssh Kconfig= .connect-timeout= .connect-to= Ccontinue-at= bcookie= ccookie-jar=
.create-dirs .create-file-mode= .crlf .crlfile= .curves= ddata= .data-ascii= .data-binary= .data-raw= .data-urlencode=
.delegation= .digest qdisable .disable-eprt .disable-epsv .disallow-username-in-url .dns-interface= .dns-ipv4-addr=
.dns-ipv6-addr= .dns-servers= .doh-cert-status .doh-insecure .doh-url= Ddump-header= .egd-file= .engine= .etag-compare=
.etag-save= .expect100-timeout= ffail .fail-early .fail-with-body .false-start Fform= .form-escape .form-string= .ftp-account=
.ftp-alternative-to-user= .ftp-create-dirs .ftp-method= .ftp-pasv Pftp-port= .ftp-pret .ftp-skip-pasv-ip .ftp-ssl-ccc
.ftp-ssl-ccc-mode= .ftp-ssl-control Gget ggloboff .happy-eyeballs-timeout-ms= .haproxy-protocol Ihead Hheader= hhelp=
.hostpubmd5= .hostpubsha256= .hsts= .http0.9 0http1.0 .http1.1 .http2 .http2-prior-knowledge .http3 .http3-only
.ignore-content-length iinclude kinsecure .interface= 4ipv4 6ipv6 .json= jjunk-session-cookies .keepalive-time= .key=
.key-type= .krb= .libcurl= .limit-rate= llist-only .local-port= Llocation .location-trusted .login-options= .mail-auth=
.mail-from= .mail-rcpt= .mail-rcpt-allowfails Mmanual .max-filesize= .max-redirs= mmax-time= .metalink .negotiate nnetrc
.netrc-file= .netrc-optional :next .no-alpn Nno-buffer .no-clobber .no-keepalive .no-npn .no-progress-meter .no-sessionid
.noproxy= .ntlm .ntlm-wb .oauth2-bearer= ooutput= .output-dir= Zparallel .parallel-immediate .parallel-max= .pass=
.path-as-is .pinnedpubkey= .post301 .post302 .post303 .preproxy= #progress-bar .proto= .proto-default= .proto-redir= xproxy=
.proxy-anyauth .proxy-basic .proxy-cacert= .proxy-capath= .proxy-cert= .proxy-cert-type= .proxy-ciphers= .proxy-crlfile=
.proxy-digest .proxy-header= .proxy-insecure .proxy-key= .proxy-key-type= .proxy-negotiate .proxy-ntlm .proxy-pass=
.proxy-pinnedpubkey= .proxy-service-name= .proxy-ssl-allow-beast .proxy-ssl-auto-client-cert .proxy-tls13-ciphers=
.proxy-tlsauthtype= .proxy-tlspassword= .proxy-tlsuser= .proxy-tlsv1 Uproxy-user= .proxy1.0= pproxytunnel .pubkey= Qquote=
.random-file= rrange= .rate= .raw ereferer= Jremote-header-name Oremote-name .remote-name-all Rremote-time .remove-on-error
Xrequest= .request-target= .resolve= .retry= .retry-all-errors .retry-connrefused .retry-delay= .retry-max-time=
.sasl-authzid= .sasl-ir .service-name= Sshow-error ssilent .socks4= .socks4a= .socks5= .socks5-basic .socks5-gssapi
.socks5-gssapi-nec .socks5-gssapi-service= .socks5-hostname= Yspeed-limit= yspeed-time= .ssl .ssl-allow-beast
.ssl-auto-client-cert .ssl-no-revoke .ssl-reqd .ssl-revoke-best-effort 2sslv2 3sslv3 .stderr= .styled-output
.suppress-connect-headers .tcp-fastopen .tcp-nodelay ttelnet-option= .tftp-blksize= .tftp-no-options ztime-cond= .tls-max=
.tls13-ciphers= .tlsauthtype= .tlspassword= .tlsuser= 1tlsv1 .tlsv1.0 .tlsv1.1 .tlsv1.2 .tlsv1.3 .tr-encoding .trace=
.trace-ascii= .trace-time .unix-socket= Tupload-file= .url= .url-query= Buse-ascii uuser= Auser-agent= vverbose Vversion
wwrite-out= .xattr`

// curlNoEffect lists the options that change nothing where sites answer: how to connect, whom to trust, what to send along.
const curlNoEffect = `anyauth basic cacert capath cert cert-status cert-type ciphers compressed connect-timeout curves digest
disable dns-servers expect100-timeout globoff http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 insecure interface
ipv4 ipv6 junk-session-cookies keepalive-time key key-type limit-rate location-trusted negotiate netrc netrc-file
netrc-optional no-alpn no-buffer no-keepalive no-npn no-sessionid noproxy ntlm parallel parallel-immediate parallel-max pass
pinnedpubkey resolve retry-connrefused retry-max-time speed-limit speed-time ssl-no-revoke ssl-reqd sslv2 sslv3 styled-output
tcp-fastopen tcp-nodelay tls-max tls13-ciphers tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 rate fail-early raw buffer keepalive
alpn sessionid proto proto-default proto-redir path-as-is`

type curlOption struct {
	letter byte
	name   string
	arg    bool
}

type curlTable struct {
	options  []curlOption
	noEffect map[string]bool
}

var curlOptions = sync.OnceValue(func() *curlTable {
	t := &curlTable{noEffect: map[string]bool{}}
	for _, w := range strings.Fields(curlNames) {
		name, arg := strings.CutSuffix(w[1:], "=")
		o := curlOption{w[0], name, arg}
		if o.letter == '.' {
			o.letter = 0
		}
		t.options = append(t.options, o)
	}
	for _, w := range strings.Fields(curlNoEffect) {
		t.noEffect[w] = true
	}
	return t
})

// long finds an option by its name or an abbreviation; the error is the rest of curl's message.
func (t *curlTable) long(name string) (o *curlOption, yes bool, err string) {
	var found []*curlOption
	for pass, want := range []string{name, strings.TrimPrefix(name, "no-")} {
		for i := range t.options {
			o := &t.options[i]
			if o.name == want && (pass == 0 || !o.arg) {
				return o, pass == 0, ""
			}
			if pass == 0 && strings.HasPrefix(o.name, want) {
				found = append(found, o)
			}
		}
	}
	switch len(found) {
	case 1:
		return found[0], true, ""
	case 0:
		return nil, false, "is unknown"
	}
	return nil, false, "is ambiguous"
}

func (t *curlTable) short(c byte) *curlOption {
	for i := range t.options {
		if t.options[i].letter == c && c != '.' {
			return &t.options[i]
		}
	}
	return nil
}

// parse reads the command line. ok is false when curl is to end with status.
func (c *curl) parse(args []string) (status int, ok bool) {
	t := curlOptions()
	for operands := false; len(args) > 0; {
		a := args[0]
		args = args[1:]
		var st int
		switch {
		case operands || len(a) < 2 || a[0] != '-':
			c.urls = append(c.urls, a)
			continue
		case a == "--":
			operands = true
			continue
		case a[:2] == "--":
			st, args = c.longOption(t, a, args)
		default:
			st, args = c.shortOptions(t, a, args)
		}
		if st != gnu.Go {
			return st, false
		}
	}
	return 0, true
}

func (c *curl) longOption(t *curlTable, a string, args []string) (int, []string) {
	o, yes, problem := t.long(a[2:])
	if problem != "" {
		return c.usage("option " + a + ": " + problem), args
	}
	val := ""
	if o.arg {
		if len(args) == 0 {
			return c.usage("option " + a + ": requires parameter"), args
		}
		val, args = args[0], args[1:]
	}
	return c.option(t, o, a, val, yes), args
}

func (c *curl) shortOptions(t *curlTable, a string, args []string) (int, []string) {
	for i := 1; i < len(a); i++ {
		o := t.short(a[i])
		if o == nil {
			return c.usage("option " + a + ": is unknown"), args
		}
		val := ""
		if o.arg {
			switch {
			case i+1 < len(a):
				val = a[i+1:]
			case len(args) > 0:
				val, args = args[0], args[1:]
			default:
				return c.usage("option " + a + ": requires parameter"), args
			}
			i = len(a)
		}
		if st := c.option(t, o, a, val, true); st != gnu.Go {
			return st, args
		}
	}
	return gnu.Go, args
}

// usage reports a wrong command line.
func (c *curl) usage(text string) int {
	c.p.Stderr.WriteString("curl: " + text + "\ncurl: try 'curl --help' or 'curl --manual' for more information\n")
	return 2
}

// option takes one option.
func (c *curl) option(t *curlTable, o *curlOption, a, val string, yes bool) int {
	if flag := c.flag(o.name); flag != nil {
		*flag = yes
		return gnu.Go
	}
	if list := c.list(o.name); list != nil {
		*list = append(*list, val)
		return gnu.Go
	}
	switch o.name {
	case "version":
		c.p.Stdout.WriteString(curlVersion)
		return 0
	case "max-time", "retry", "retry-delay", "max-redirs", "connect-timeout", "max-filesize":
		return c.number(o.name, a, val)
	case "output", "remote-name":
		c.outputs = append(c.outputs, output{val, o.name == "remote-name"})
	case "data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "json", "url-query":
		return c.data(o.name, val)
	case "form", "form-string":
		c.forms = append(c.forms, val)
	case "upload-file":
		c.upload = val
	case "next":
		return gnu.UnsupportedOption(c.p, a)
	default:
		if !t.noEffect[o.name] {
			return gnu.UnsupportedOption(c.p, a)
		}
	}
	return gnu.Go
}

func (c *curl) flag(name string) *bool {
	switch name {
	case "silent":
		return &c.silent
	case "show-error":
		return &c.showError
	case "location":
		return &c.location
	case "include":
		return &c.include
	case "head":
		return &c.headOnly
	case "fail":
		return &c.fail
	case "fail-with-body":
		return &c.failBody
	case "get":
		return &c.get
	case "verbose":
		return &c.verbose
	case "remote-header-name":
		return &c.headerName
	case "remote-name-all":
		return &c.allRemote
	case "create-dirs":
		return &c.createDirs
	case "progress-bar":
		return &c.bar
	case "no-progress-meter":
		return &c.noMeter
	case "no-clobber":
		return &c.noClobber
	case "remove-on-error":
		return &c.removeOnError
	case "remote-time":
		return &c.remoteTime
	case "retry-all-errors":
		return &c.retryAll
	case "post301":
		return &c.keepPost[0]
	case "post302":
		return &c.keepPost[1]
	case "post303":
		return &c.keepPost[2]
	}
	return nil
}

func (c *curl) list(name string) *[]string {
	switch name {
	case "header":
		return &c.headers
	case "request":
		return &c.request
	case "user":
		return &c.user
	case "user-agent":
		return &c.agent
	case "referer":
		return &c.referer
	case "cookie":
		return &c.cookie
	case "write-out":
		return &c.writeOut
	case "dump-header":
		return &c.dump
	case "output-dir":
		return &c.outputDir
	case "stderr":
		return &c.stderr
	case "url":
		return &c.urls
	case "oauth2-bearer":
		return &c.bearer
	}
	return nil
}

func (c *curl) number(name, a, val string) int {
	n, err := strconv.ParseFloat(val, 64)
	if err != nil || n < 0 && name != "max-redirs" {
		return c.usage("option " + a + ": expected a proper numerical parameter")
	}
	switch name {
	case "max-time":
		c.maxTime = int64(n * 1e9)
	case "retry":
		c.retries = int(n)
	case "retry-delay":
		c.retryDelay = int64(n) * kern.Second
	case "max-redirs":
		c.maxRedirs = int(n)
	case "max-filesize":
		c.maxSize = int64(n)
	}
	return gnu.Go
}

// last returns the last value given for an option, "" for none.
func last(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

const curlVersion = `curl 7.88.1 (x86_64-pc-linux-gnu) libcurl/7.88.1 OpenSSL/3.0.17 zlib/1.2.13 brotli/1.0.9 zstd/1.5.4 libidn2/2.3.3 libpsl/0.21.2 (+libidn2/2.3.3) libssh2/1.10.0 nghttp2/1.52.0 librtmp/2.3 OpenLDAP/2.5.13
Release-Date: 2023-02-20, security patched: 7.88.1-10+deb12u14
Protocols: dict file ftp ftps gopher gophers http https imap imaps ldap ldaps mqtt pop3 pop3s rtmp rtsp scp sftp smb smbs smtp smtps telnet tftp
Features: alt-svc AsynchDNS brotli GSS-API HSTS HTTP2 HTTPS-proxy IDN IPv6 Kerberos Largefile libz NTLM NTLM_WB PSL SPNEGO SSL threadsafe TLS-SRP UnixSockets zstd
`
