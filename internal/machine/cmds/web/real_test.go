package web

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// pages are the sites of the tests; a server of the test gives the real programs the same answers.
var pages = Sites{
	{URL: "*/redir", Status: 302, Headers: []Header{{"Content-Type", "text/plain"}, {"Location", "/final"}}, Body: []byte("moved\n")},
	{URL: "*/redir307", Status: 307, Headers: []Header{{"Location", "final?x=1"}}},
	{URL: "*/loop", Status: 301, Headers: []Header{{"Location", "/loop"}}},
	{URL: "*/404", Status: 404, Headers: []Header{{"Content-Type", "text/plain"}}, Body: []byte("not here\n")},
	{URL: "*/500", Status: 500, Headers: []Header{{"Content-Type", "text/plain"}}, Body: []byte("oops\n")},
	{URL: "*/401", Status: 401, Headers: []Header{{"Www-Authenticate", `Basic realm="x"`}}, Body: []byte("who\n")},
	{URL: "*/204", Status: 204},
	{URL: "*/empty", Headers: []Header{{"Content-Type", "text/plain"}}},
	{URL: "*/big", Headers: []Header{{"Content-Type", "application/octet-stream"}}, Body: bytes.Repeat([]byte("0123456789"), 10_000)},
	{URL: "*/json", Method: "GET", Headers: []Header{{"Content-Type", "application/json"}}, Body: []byte(`{"a":1}`)},
	{URL: "*/json", Method: "POST", Status: 201, Headers: []Header{{"Content-Type", "application/json"}}, Body: []byte(`{"id":7}`)},
	{URL: "*/json", Status: 405},
	{URL: "*/cd", Headers: []Header{{"Content-Disposition", `attachment; filename="named.txt"`}, {"Content-Type", "text/plain"}}, Body: []byte("cd\n")},
	{URL: "*/old", Headers: []Header{{"Content-Type", "text/plain"}, {"Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT"}}, Body: []byte("old\n")},
	{URL: "*/q?a=b*", Headers: []Header{{"Content-Type", "text/plain"}}, Body: []byte("with a query\n")},
	{URL: "*/", Headers: []Header{{"Content-Type", "text/html; charset=utf-8"}}, Body: []byte("<p>home</p>\n")},
	{URL: "*", Headers: []Header{{"Content-Type", "text/html; charset=utf-8"}}, Body: []byte("héllo\n")},
}

// serve answers real requests on a connection as the sites do, with the same bytes.
func serve(c net.Conn) {
	defer c.Close()
	in := bufio.NewReader(c)
	for {
		r, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		if r.Header.Get("Expect") == "100-continue" {
			_, _ = io.WriteString(c, "HTTP/1.1 100 Continue\r\n\r\n")
		}
		_, _ = io.Copy(io.Discard, r.Body)
		t, _ := parseTarget("http://" + r.Host + r.URL.RequestURI())
		a := pages.find(r.Method, t).answer(r.Method)
		if _, err := c.Write(append([]byte(a.head()), a.body...)); err != nil {
			return
		}
	}
}

// URL stands for the server's address in the cases; words are split at blanks, '...' quotes.
var realCases = []string{
	`curl URL/a`, `curl -s URL/a`, `curl -s URL/a?x=y#frag`, `curl -sS URL/404`, `curl -f URL/404`, `curl -sf URL/404`, `curl -sSf URL/404`,
	`curl -fsSL URL/404`, `curl -sS --fail-with-body URL/404`, `curl -is URL/404`, `curl -sI URL/a`, `curl -I URL/a`, `curl --head -s URL/404`,
	`curl -s URL/redir`, `curl -sL URL/redir`, `curl -L URL/redir`, `curl -sLi URL/redir`, `curl -sLI URL/redir`, `curl -sL URL/redir307`,
	`curl -s -o f URL/a`, `curl -o f URL/a`, `curl -sO URL/d/file.txt`, `curl -O URL/d/file.txt?x=1`, `curl -sO URL/`, `curl -O URL/`,
	`curl -sOJ URL/cd`, `curl -s -o d/f URL/a`, `curl -s --create-dirs -o d/e/f URL/a`, `curl -s --output-dir d --create-dirs -o f URL/a`,
	`curl -s -w '%{http_code}\n' -o /dev/null URL/a`, `curl -s -o f -w '%{http_code} %{size_download} %{content_type}\n' URL/404`,
	`curl -s -w '\n%{url_effective}|%{redirect_url}|%{num_redirects}|%{method}|%{exitcode}|%{errormsg}|%{scheme}|%{http_version}\n' URL/redir`,
	`curl -sL -w '\n%{url_effective}|%{redirect_url}|%{num_redirects}|%{method}|%{size_header}|%{num_headers}|%{urlnum}\n' URL/redir`,
	`curl -s -w '%{size_request} %{size_upload} %{filename_effective} %{remote_ip} %{ssl_verify_result}\t%%\n' -d x=1 URL/json`,
	`curl -sf -w '%{http_code} %{exitcode} %{errormsg} %{onerror}failed\n' URL/404`, `curl -s -w '%{nosuch}|%{header_json}|%header{content-type}\n' URL/a`,
	`curl -s -w '%{stderr}err%{stdout}out\n' URL/a`, `curl -w '%{http_code} done\n' -s -o f URL/a URL/404`, `curl -s -o 1 URL/a -o 2 URL/404`,
	`curl -sL --max-redirs 3 URL/loop`, `curl -sSL --max-redirs 3 URL/loop`, `curl -sS -L URL/loop -o f`,
	`curl -s URL/json`, `curl -s -X POST URL/json`, `curl -s -d '{}' URL/json`, `curl -sX DELETE -i URL/json`, `curl -s --json '{"a":1}' URL/json`,
	`curl -s -H 'Content-Type: application/json' -d '{"k":"v"}' URL/json -w '\n%{http_code}\n'`, `curl -d a=b URL/json`, `curl -sG -d a=b URL/q`,
	`curl -sG -d a=b -d c=d --data-urlencode 'e=f g&é' URL/q -w '%{url_effective}\n'`, `curl -s --data-urlencode 'x y' URL/json -w '%{size_upload}\n'`,
	`curl -s -d a -d b --data-raw @c URL/json -w '%{size_upload}\n'`, `curl -s -T up URL/json -w '%{method} %{size_upload}\n'`, `curl -s -F a=b URL/json`,
	`curl -sL -d a=b URL/redir -w '%{method}\n'`, `curl -sL -X POST URL/redir -w '%{method}\n'`, `curl -sL -d a=b URL/redir307 -w '%{method}\n'`,
	`curl -s -i URL/204`, `curl -s -o f URL/empty`, `curl -i -s -o f URL/a`, `curl -s -D h URL/a`, `curl -s -D - -o /dev/null URL/a`,
	`curl -sk -u me:pw -A agent -e ref -b c=d --compressed -m 5 --connect-timeout 3 -4 --http1.1 -H 'X: y' URL/a`,
	`curl`, `curl -s`, `curl --nosuch URL/a`, `curl -? URL/a`, `curl -o`, `curl --hea URL/a`, `curl --insec -s URL/a`, `curl -m abc URL/a`, `curl -sS foo://x`,
	`curl -sS http://`, `curl -sS 'URL/a b'`, `curl -s ''`, `curl -o /nosuch/x URL/a`, `curl -sS -o /nosuch/x URL/a`, `curl -s URL/big`, `curl -o f URL/big`,
	`curl -# -o f URL/a`, `curl --no-progress-meter URL/a`, `curl -sR -o f URL/old`, `curl -sv URL/a`, `curl -sv -d x=1 URL/json`, `curl -v -o f URL/404`,
	`curl -s URL/a URL/404`, `curl URL/a URL/404`, `curl -s --no-clobber -o up URL/a`, `curl -s URL/x/../a/./b -w '%{url_effective}\n'`, `curl -s --url URL/a`,
	`curl -s HOST/a -w '%{url_effective}\n'`, `curl -sS --data-urlencode x@nosuch URL/json`, `curl -d @nosuch URL/json`, `curl -s -d @up URL/json -w '%{size_upload}\n'`,

	`wget URL/a`, `wget -q URL/a`, `wget -nv URL/a`, `wget -qO- URL/a`, `wget -O - URL/a`, `wget -O f URL/a`, `wget -nv -O f URL/a`, `wget -nv -O - URL/a`,
	`wget URL/`, `wget URL/a?x=y`, `wget URL/a URL/a`, `wget -q URL/up`, `wget URL/up`, `wget -nc URL/up`, `wget URL/404`, `wget -q URL/404`, `wget -nv URL/404`,
	`wget URL/500`, `wget -t 1 URL/401`, `wget URL/204`, `wget URL/empty`, `wget URL/big`, `wget -q URL/big`, `wget -S URL/a`, `wget -qS URL/a`, `wget -nvS URL/a`,
	`wget --spider URL/a`, `wget --spider URL/old`, `wget --spider URL/404`, `wget -q --spider URL/404`, `wget -nv --spider URL/a`, `wget -nv --spider URL/404`,
	`wget URL/redir`, `wget -q URL/redir`, `wget --trust-server-names URL/redir`, `wget --max-redirect 0 URL/redir`, `wget --max-redirect=2 URL/loop`,
	`wget -P d URL/a`, `wget -q -P d/e URL/a`, `wget --content-disposition URL/cd`, `wget -O /nosuch/x URL/a`, `wget`, `wget -q`, `wget --nosuch`, `wget foo://x`,
	`wget -o log URL/a`, `wget URL/old`, `wget --no-use-server-timestamps URL/old`, `wget --content-on-error -O - URL/404`, `wget -q --post-data a=b -O - URL/json`,
	`wget -qO- --method DELETE URL/json`, `wget -q --save-headers -O - URL/a`, `wget --no-check-certificate --header 'X: y' -U me -q -O f URL/a`, `wget -i list`,
	`wget -q HOST/a`, `wget URL/a URL/404 URL/json`, `wget -O f URL/a URL/json`, `wget -q --no-verbose URL/a`, `wget -T abc URL/a`, `wget -t x URL/a`,
}

// volatile is what differs between two real runs: clock times, speeds, the address of a connection's bundle.
var volatile = []struct {
	re *regexp.Regexp
	to string
}{
	{regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`), "TIME"},
	{regexp.MustCompile(`\([0-9.]+ [KMG]?B/s\)`), "(SPEED)"},
	{regexp.MustCompile(`100% *[0-9.]+[KMG ]?=[0-9.]+s`), "100% SPEED"},
	{regexp.MustCompile(`(\d+%) +[0-9.]+[KMG]? 0s`), "$1 SPEED"},
	{regexp.MustCompile(` in [0-9.]+s`), " in Ns"},
	{regexp.MustCompile(`time: [0-9.]+s`), "time: Ns"},
	{regexp.MustCompile(`(\r *\d+ +[0-9k]+ +\d+ +[0-9k]+ +\d+ +\d+) +[0-9.kMG]+ +[0-9.kMG]+ --:--:-- --:--:-- --:--:-- +[0-9.kMG]+`), "$1 SPEEDS"},
	{regexp.MustCompile(`\* (Found bundle|Can not multiplex|Re-using|upload completely|Mark bundle).*\n`), ""},
	{regexp.MustCompile(`(\* Connected to [^ ]+ \([^)]*\) port \d+) \(#\d\)`), "$1"},
}

// outcome is what a program printed and left.
type outcome struct {
	stdout, stderr, files string
	exit                  int
}

func (o *outcome) mask(server string) {
	for _, s := range []*string{&o.stdout, &o.stderr, &o.files} {
		*s = strings.ReplaceAll(*s, server, "HOST")
		for _, v := range volatile {
			*s = v.re.ReplaceAllString(*s, v.to)
		}
	}
}

// TestReal runs command lines here and through the real programs, which talk to a server of the test.
func TestReal(t *testing.T) {
	for _, name := range []string{"curl", "wget"} {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatal(err)
			}
			t.Skip("SKIPPED: " + err.Error())
		}
	}
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	go func() {
		for {
			c, err := server.Accept()
			if err != nil {
				return
			}
			go serve(c)
		}
	}()
	at := server.Addr().String()
	fill := strings.NewReplacer("URL", "http://"+at, "HOST", at)
	files := map[string]string{"up": "to be sent\n", "list": "http://" + at + "/a\n\n# a comment\nhttp://" + at + "/json\n"}
	for _, line := range realCases {
		args := words(fill.Replace(line))
		want, have := runReal(t, args, files), runHere(t, args, files)
		want.mask(at)
		have.mask(at)
		if have != want {
			t.Errorf("%s\nhave %q %d\n     %q\n     %q\nwant %q %d\n     %q\n     %q", line, have.stdout, have.exit, have.stderr, have.files,
				want.stdout, want.exit, want.stderr, want.files)
		}
	}
}

// words splits at blanks outside of single quotes.
func words(s string) (out []string) {
	word, in := "", false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\'':
			end := strings.IndexByte(s[i+1:], '\'')
			word, in = word+s[i+1:i+1+end], true
			i += end + 1
		case s[i] == ' ':
			if in {
				out, word, in = append(out, word), "", false
			}
		default:
			word, in = word+string(s[i]), true
		}
	}
	if in {
		out = append(out, word)
	}
	return out
}

func runReal(t *testing.T, args []string, files map[string]string) outcome {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" + dir}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // its status is part of the outcome
	o := outcome{stdout: out.String(), stderr: errs.String(), exit: cmd.ProcessState.ExitCode()}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == ".wget-hsts" {
			return err
		}
		b, err := os.ReadFile(name)
		info, _ := d.Info()
		o.files += strings.TrimPrefix(name, dir) + " " + old(info.ModTime().UnixNano()) + short(b) + "\n"
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// old marks the one file time that programs set.
func old(ns int64) string {
	if at, _ := httpDate("Wed, 21 Oct 2015 07:28:00 GMT"); at == ns {
		return "2015 "
	}
	return ""
}

func short(b []byte) string {
	if len(b) > 1000 {
		return itoa(len(b))
	}
	return string(b)
}

func runHere(t *testing.T, args []string, files map[string]string) outcome {
	t.Helper()
	fs := tree.New(0)
	root := &tree.Cred{}
	mk := func(path, text string, kind tree.Kind) {
		l, err := fs.Walk(tree.Root, path, root, false)
		if err != nil {
			t.Fatal(err)
		}
		i, err := fs.Create(l, tree.Attr{Kind: kind, Perm: 0o777}, root)
		if err == nil && kind == tree.Regular {
			err = fs.WriteAt(i, []byte(text), 0, tree.Exact)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	mk("/w", "", tree.Dir)
	mk("/dev", "", tree.Dir)
	null, _ := fs.Walk(tree.Root, "/dev/null", root, false)
	if _, err := fs.Create(null, tree.Attr{Kind: tree.CharDev, Perm: 0o666, Rdev: tree.Dev{Major: 1, Minor: 3}}, root); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		mk("/w/"+name, text, tree.Regular)
	}
	k := kern.New(fs, 1767603600*kern.Second, 100, kern.Options{})
	var out, errs kern.Sink
	l, _ := fs.Walk(tree.Root, "/w", root, true)
	p := k.NewProc(kern.Template{Args: args, Cwd: l.Ino, Umask: 0o022, FDs: []*kern.File{kern.NewNull(), kern.NewSink(&out), kern.NewSink(&errs)}})
	program := map[string]kern.Program{"curl": Curl(pages), "wget": Wget(pages)}[args[0]]
	st, err := k.Run(t.Context(), p, func(ctx context.Context, p *kern.Proc) int { return program(ctx, p) })
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	o := outcome{stdout: string(out.Bytes), stderr: string(errs.Bytes), exit: st.Exit()}
	o.files = list(fs, "/w", l.Ino)
	return o
}

func list(fs *tree.FS, path string, i tree.Ino) (text string) {
	entries, _ := fs.ReadDir(i)
	for _, e := range entries {
		n := fs.Node(e.Ino)
		name := path + "/" + e.Name
		if n.Kind == tree.Dir {
			text += list(fs, name, e.Ino)
		} else {
			text += strings.TrimPrefix(name, "/w") + " " + old(n.Mtime) + short(n.Bytes()) + "\n"
		}
	}
	return text
}
