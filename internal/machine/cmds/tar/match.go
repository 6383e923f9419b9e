package tar

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/fnmatch"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// pattern is one name or pattern with the way in which it is compared.
type pattern struct {
	text string
	how  matching
	glob *fnmatch.Pattern // nil: as it stands
	// here limits the pattern to what is below a directory, whose name ends in a slash.
	here string
}

func (t *tarball) newPattern(text string, how matching) *pattern {
	p := &pattern{text: text, how: how}
	if how.wildcards && strings.ContainsAny(text, `*?[\`) || how.ignoreCase {
		s := text
		if !how.wildcards {
			s = escapeGlob(s)
		}
		p.glob = fnmatch.Compile(s, fnmatch.Options{Pathname: how.noSlash, CaseFold: how.ignoreCase, Tick: t.p.Tick})
	}
	return p
}

func escapeGlob(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(`*?[\`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// matches says whether a name, or with leading a directory that it is in, is what the pattern means.
func (p *pattern) matches(name string, leading bool) bool {
	if p.here != "" {
		rest, ok := strings.CutPrefix(name, p.here)
		if !ok {
			return false
		}
		name = rest
	}
	if p.one(name, leading) {
		return true
	}
	if p.how.anchored {
		return false
	}
	for i := 0; i+1 < len(name); i++ {
		if name[i] == '/' && name[i+1] != '/' && p.one(name[i+1:], leading) {
			return true
		}
	}
	return false
}

func (p *pattern) one(name string, leading bool) bool {
	if p.glob == nil {
		return name == p.text || leading && strings.HasPrefix(name, p.text) && len(name) > len(p.text) && name[len(p.text)] == '/'
	}
	if p.glob.Match(name) {
		return true
	}
	for i := 0; leading && i < len(name); i++ {
		if name[i] == '/' && p.glob.Match(name[:i]) {
			return true
		}
	}
	return false
}

func (t *tarball) exclude(text string) {
	t.excludes = append(t.excludes, t.newPattern(text, t.pos.exclude))
}

// excludePlain excludes by one of tar's own patterns.
func (t *tarball) excludePlain(text string) {
	t.excludes = append(t.excludes, t.newPattern(text, matching{wildcards: true}))
}

// excludeFrom reads patterns from a file, one a line.
func (t *tarball) excludeFrom(file string) {
	b, err := t.slurp(file)
	if err != nil {
		t.fatal("%s: %s", t.colon(file), kern.ErrText(err))
	}
	for _, l := range lines(string(b)) {
		if l = strings.TrimRight(l, " \t\r\v\f"); l != "" {
			t.exclude(l)
		}
	}
}

// slurp reads a file that an option names; "-" is standard input.
func (t *tarball) slurp(file string) ([]byte, error) {
	if file == "-" {
		return t.p.ReadAll(0)
	}
	return t.p.ReadFile(file)
}

func lines(s string) []string {
	l := strings.Split(s, "\n")
	if l[len(l)-1] == "" {
		l = l[:len(l)-1]
	}
	return l
}

func (t *tarball) excluded(name string) bool {
	for _, p := range t.excludes {
		t.p.Tick(1)
		if p.matches(name, true) {
			return true
		}
	}
	for _, p := range t.ignores {
		t.p.Tick(1)
		if p.matches(name, true) {
			return true
		}
	}
	return false
}

// tagRule excludes what a directory holds when a file of some name is there.
type tagRule struct {
	name  string
	cache bool // only if the file begins as a cache directory's tag does
	how   byte // 'c' contents but not the tag, 'u' everything in it, 'a' the directory too
}

func tagMode(key, base string) byte {
	switch key {
	case base + "-all":
		return 'a'
	case base + "-under":
		return 'u'
	}
	return 'c'
}

const cacheSignature = "Signature: 8a477f597d28d172789f06886806bc55"

// tagged returns the rule that applies to a directory, or nil.
func (t *tarball) tagged(dir string) *tagRule {
	for i := range t.o.tags {
		r := &t.o.tags[i]
		if _, err := t.p.Lstat(dir + r.name); err != nil {
			continue
		}
		if r.cache {
			b, err := t.p.ReadFile(dir + r.name)
			if err != nil || !strings.HasPrefix(string(b), cacheSignature) {
				continue
			}
		}
		return r
	}
	return nil
}

// ignoreFile is a file with patterns that may lie in any directory.
type ignoreFile struct {
	name      string
	recursive bool
	vcs       byte // 'c' cvs, 'b' bzr, 'h' hg, 'g' git: what its comments and patterns look like
}

// vcsNames is what --exclude-vcs leaves out.
var vcsNames = [...]string{"CVS", ".cvsignore", "RCS", "SCCS", ".svn", ".git", ".gitignore", ".gitattributes", ".gitmodules", ".arch-ids",
	"{arch}", "=RELEASE-ID", "=meta-update", "=update", ".bzr", ".bzrignore", ".bzrtags", ".hg", ".hgignore", ".hgtags", "_darcs"}

// vcsIgnores is what --exclude-vcs-ignores reads.
var vcsIgnores = [...]ignoreFile{{".cvsignore", false, 'c'}, {".gitignore", true, 'g'}, {".bzrignore", true, 'b'}, {".hgignore", true, 'h'}}

// readIgnores adds the patterns of the ignore files in a directory, whose name ends in a slash. It returns the number of
// patterns to go back to when the directory is done.
func (t *tarball) readIgnores(dir string) int {
	n := len(t.ignores)
	for _, f := range t.o.ignoreFiles {
		b, err := t.p.ReadFile(dir + f.name)
		if err != nil {
			continue
		}
		for _, l := range lines(string(b)) {
			if l = strings.TrimRight(l, " \t\r"); l == "" || f.vcs != 0 && strings.HasPrefix(l, "#") {
				continue
			}
			p := t.newPattern(l, matching{wildcards: true})
			p.here = dir
			t.ignores = append(t.ignores, p)
		}
	}
	return n
}

// expandList puts the names that a file holds in the place of the operand that names the file.
func (t *tarball) expandList(i int) {
	all, pos, late := t.o.names, t.pos, t.o.afterOperands
	t.o.names, t.pos = nil, all[i].pos
	t.filesFrom(all[i].list, "command line")
	rest := append([]argument{}, all[i+1:]...)
	t.o.names, t.pos, t.o.afterOperands = append(append(all[:i:i], t.o.names...), rest...), pos, late
}

// filesFrom reads names from a file: a name a line, with options among them unless they are to be taken verbatim. From says who
// asked for the file.
func (t *tarball) filesFrom(file, from string) {
	if old, again := t.lists[file]; again {
		t.fail("%s: file list requested from %s already read from %s", t.colon(file), from, old)
		return
	}
	if t.lists == nil {
		t.lists = map[string]string{}
	}
	t.lists[file] = from
	b, err := t.slurp(file)
	if err != nil {
		t.errorf("%s: Cannot stat: %s", t.colon(file), kern.ErrText(err))
		t.giveUp()
	}
	null := t.pos.null
	if !null && strings.IndexByte(string(b), 0) >= 0 {
		t.warnf("filename-with-nuls", "%s: file name read contains nul character", t.colon(file))
		null = true
	}
	sep := "\n"
	if null {
		sep = "\x00"
	}
	list := strings.Split(string(b), sep)
	for i := 0; i < len(list); i++ {
		l := list[i]
		t.p.Tick(1)
		if l == "" {
			continue
		}
		if !t.pos.verbatim && !null && l[0] == '-' && len(l) > 1 {
			t.lineOption(file, i+1, l)
			continue
		}
		if null && t.pos.unquote {
			t.pos.unquote = false
			t.operand(l)
			t.pos.unquote = true
			continue
		}
		t.operand(l)
	}
}

// lineOption takes an option that stands in a list of files.
func (t *tarball) lineOption(file string, line int, l string) {
	key, val, _ := strings.Cut(l, " ")
	if strings.HasPrefix(l, "--") && strings.Contains(key, "=") {
		key, val, _ = strings.Cut(l, "=")
	} else if !strings.HasPrefix(l, "--") && len(l) > 2 {
		key, val = l[:2], l[2:]
	}
	val = strings.TrimLeft(val, " \t")
	switch key {
	case "-C", "--directory":
		t.o.names = append(t.o.names, argument{dir: val, isDir: true})
	case "-T", "--files-from":
		t.filesFrom(val, file)
	case "-X", "--exclude-from":
		t.excludeFrom(val)
	case "--exclude":
		t.exclude(val)
	case "--add-file":
		t.operand(val)
	case "--no-recursion", "--recursion", "--null", "--no-null", "--anchored", "--no-anchored", "--wildcards", "--no-wildcards",
		"--ignore-case", "--no-ignore-case", "--exclude-vcs", "--exclude-backups", "--exclude-caches", "--verbatim-files-from",
		"--no-verbatim-files-from", "--unquote", "--no-unquote":
		t.selection(key[2:], val)
	default:
		t.fail("%s:%d: unrecognized option", t.colon(file), line)
	}
}

// unquote undoes the escapes in a name of a list.
func unquote(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		if k := strings.IndexByte(`\abfnrtv?`, s[i]); k >= 0 {
			b.WriteByte("\\\a\b\f\n\r\t\v\x7f"[k])
			continue
		}
		if s[i] < '0' || s[i] > '7' {
			b.WriteByte('\\')
			b.WriteByte(s[i])
			continue
		}
		v, k := 0, 0
		for ; k < 3 && i+k < len(s) && s[i+k] >= '0' && s[i+k] <= '7'; k++ {
			v = v*8 + int(s[i+k]-'0')
		}
		b.WriteByte(byte(v))
		i += k - 1
	}
	return b.String()
}

// colon writes a name for the start of a message, where a colon follows it.
func (t *tarball) colon(s string) string { return t.quoted(s, ":") }

// quoted writes a name in the chosen style.
func (t *tarball) quoted(s, more string) string {
	return gnu.QuoteAs(s, t.o.style, t.o.quoteExtra+more)
}

// shown writes a name for a listing.
func (t *tarball) shown(s string) string { return t.quoted(s, "") }
