package tar

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
)

// oldFiles says what extraction does with files that are in the way.
type oldFiles uint8

const (
	replaceOld oldFiles = iota
	keepDirMeta
	overwriteOld
	unlinkFirst
	keepOld
	skipOld
	keepNewer
)

// options is what the command line asks for.
type options struct {
	op                          byte // one of c x t r u A d, D for --delete, L for --test-label
	archives                    []string
	verbose                     int
	compress                    string // the program, "" for none
	auto                        bool   // by the archive's suffix
	blocking                    int
	format                      format
	formatSet                   bool
	absolute, deref, hardDeref  bool
	old                         oldFiles
	keepDirLinks, recursiveRm   bool
	touch, stdout, removeFiles  bool
	same, notSame               bool // -p, --no-same-permissions
	owner, noOwner              bool // --same-owner, --no-same-owner
	numeric                     bool
	strip                       int
	topLevel                    bool
	topName                     string
	newer, newerMtime           *int64
	mtime                       *int64
	clamp                       bool
	mode                        *gnu.Mode
	uname, gname                *string
	uid, gid                    int64 // -1: not given
	sort                        byte  // 'n' by name, 'i' by inode number, 0 as the directory has them
	totals, verify, interactive bool
	ignoreZeros, blockNumbers   bool
	ignoreFailed, checkLinks    bool
	fullTime, utc               bool
	style                       gnu.Style
	quoteExtra, quoteNot        string
	label                       string
	hasLabel                    bool
	starting                    string
	occurrence                  int
	showStored, showOmitted     bool
	toCommand                   string
	ignoreCommand               bool
	delayDirs                   bool
	indexFile                   string
	oldO                        bool
	transforms                  []*transform
	checkpoint                  int
	actions                     []action
	paxDelete                   []string
	paxSet                      [][2]string
	paxGlobal                   [][2]string
	paxName                     string
	warn                        map[string]bool
	ownerMap, groupMap          []mapping
	backup                      gnu.Backup
	suffix                      string
	xattrOptions                bool
	defaults                    bool
	tags                        []tagRule
	ignoreFiles                 []ignoreFile
	afterOperands               []string // options that stand where they have no effect
	names                       []argument
	lateStart                   int
}

// argument is an operand, or an option that counts for the operands behind it.
type argument struct {
	name    string
	dir     string // of -C, when isDir
	isDir   bool
	list    string // of -T
	pos     positional
	match   matching
	recurse bool
}

// matching says how patterns are compared with names.
type matching struct {
	wildcards, anchored, noSlash, ignoreCase bool
	set                                      bool // wildcards was chosen
}

// positional is the state that options change for what stands behind them.
type positional struct {
	include, exclude matching
	wildChosen       bool
	anchorChosen     bool
	recurse          bool
	null, verbatim   bool
	unquote          bool
}

const usage = 2

// usageError prints a message and the line that says where help is, and ends the program.
func (t *tarball) usageError(msg string) {
	t.errorf("%s", msg)
	t.try()
	t.exit(usage)
}

func (t *tarball) try() {
	t.p.Stderr.WriteString("Try '" + t.p.Args[0] + " --help' or '" + t.p.Args[0] + " --usage' for more information.\n")
}

// expandOld turns the letters of the old style, without a dash, into options.
func (t *tarball) expandOld(args []string) []string {
	if len(args) < 2 || args[1] == "" || args[1][0] == '-' {
		return args
	}
	out := []string{args[0]}
	rest := args[2:]
	for i := range len(args[1]) {
		c := args[1][i]
		out = append(out, "-"+string(rune(c)))
		for _, o := range spec.Options {
			if o.Short == c && o.Arg == gnu.Required {
				if len(rest) == 0 {
					t.usageError("Old option '" + string(rune(c)) + "' requires an argument.")
				}
				out, rest = append(out, rest[0]), rest[1:]
				break
			}
		}
	}
	return append(out, rest...)
}

// parse reads the command line. ok is false when the program ends with status.
func (t *tarball) parse() (status int, ok bool) {
	all := t.p.Args
	defer func() { t.p.Args = all }()
	args := t.expandOld(all)
	for {
		t.p.Args = args
		rest, status, ok := spec.Parse(t.p, t.option)
		if !ok {
			if status == spec.Status {
				t.try()
			}
			return status, false
		}
		if len(rest) == 0 {
			return 0, true
		}
		at := len(args) - len(rest)
		if at > 0 && args[at-1] == "--" || strings.HasPrefix(rest[0], "-") && len(rest[0]) > 1 {
			for _, name := range rest {
				t.operand(name)
			}
			t.o.afterOperands = t.o.afterOperands[:0]
			return 0, true
		}
		t.operand(rest[0])
		t.o.afterOperands = t.o.afterOperands[:0]
		args = append([]string{args[0]}, rest[1:]...)
	}
}

func (t *tarball) operand(name string) {
	if t.pos.unquote {
		name = unquote(name)
	}
	t.o.names = append(t.o.names, argument{name: name, match: t.pos.include, recurse: t.pos.recurse})
}

// late notes an option that counts only for operands that follow.
func (t *tarball) late(text string) {
	t.o.afterOperands = append(t.o.afterOperands, text)
}

func (t *tarball) setOp(op byte) {
	if t.o.op != 0 && t.o.op != op {
		t.usageError("You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option")
	}
	t.o.op = op
}

func (t *tarball) setCompress(prog string) {
	if t.o.compress != "" && t.o.compress != prog {
		t.usageError("Conflicting compression options")
	}
	t.o.compress = prog
}

func (t *tarball) setFormat(f format) {
	t.o.format, t.o.formatSet = f, true
}

// option takes one option.
func (t *tarball) option(key, val string) int {
	if len(key) == 1 && t.letter(key[0], val) || t.flag(key) || t.setting(key, val) || t.selection(key, val) {
		return gnu.Go
	}
	return gnu.UnsupportedOption(t.p, "--"+key)
}

// letter takes an option that has a letter.
func (t *tarball) letter(c byte, val string) bool {
	o := &t.o
	switch c {
	case 'c', 'x', 't', 'r', 'u', 'A', 'd':
		t.setOp(c)
	case 'f':
		o.archives = append(o.archives, val)
	case 'v':
		o.verbose++
	case 'z':
		t.setCompress("gzip")
	case 'j':
		t.setCompress("bzip2")
	case 'J':
		t.setCompress("xz")
	case 'Z':
		t.setCompress("compress")
	case 'I':
		t.setCompress(val)
	case 'a':
		o.auto = true
	case 'P':
		o.absolute = true
	case 'h':
		o.deref = true
	case 'k':
		o.old = keepOld
	case 'U':
		o.old = unlinkFirst
	case 'm':
		o.touch = true
	case 'O':
		o.stdout = true
	case 'p':
		o.same = true
	case 'o':
		o.oldO = true
	case 'W':
		o.verify = true
	case 'w':
		o.interactive = true
	case 'i':
		o.ignoreZeros = true
	case 'R':
		o.blockNumbers = true
	case 'l':
		o.checkLinks = true
	case 'S':
		t.sparse = true
	case 'n', 'B', 's':
	default:
		return t.letterWithValue(c, val)
	}
	return true
}

func (t *tarball) letterWithValue(c byte, val string) bool {
	o := &t.o
	switch c {
	case 'b':
		n, err := strconv.ParseUint(val, 10, 31)
		if err != nil || n == 0 || n > 1<<15 {
			t.usageError(t.colon(val) + ": Invalid blocking factor")
		}
		o.blocking = int(n)
	case 'H':
		f, ok := map[string]format{"gnu": formatGNU, "oldgnu": formatOldGNU, "pax": formatPax, "posix": formatPax, "ustar": formatUstar,
			"v7": formatV7}[val]
		if !ok {
			t.usageError(t.colon(val) + ": Invalid archive format")
		}
		t.setFormat(f)
	case 'V':
		o.label, o.hasLabel = val, true
	case 'K':
		o.starting = val
	case 'N':
		o.newer = t.dateOrFile("after-date", val)
	case 'C':
		o.names = append(o.names, argument{dir: val, isDir: true})
		t.late("-C " + gnu.Quote(val))
	case 'T':
		t.o.afterOperands = t.o.afterOperands[:0]
		o.names = append(o.names, argument{list: val, pos: t.pos})
	case 'X':
		t.excludeFrom(val)
		t.late("--exclude-from " + gnu.Quote(val))
	default:
		return false
	}
	return true
}

// flag takes a long option without an argument.
func (t *tarball) flag(key string) bool {
	o := &t.o
	on := map[string]*bool{"ignore-failed-read": &o.ignoreFailed, "remove-files": &o.removeFiles, "keep-directory-symlink": &o.keepDirLinks,
		"recursive-unlink": &o.recursiveRm, "no-same-owner": &o.noOwner, "same-owner": &o.owner, "no-same-permissions": &o.notSame,
		"numeric-owner": &o.numeric, "clamp-mtime": &o.clamp, "hard-dereference": &o.hardDeref, "full-time": &o.fullTime, "utc": &o.utc,
		"show-transformed-names": &o.showStored, "show-stored-names": &o.showStored, "show-omitted-dirs": &o.showOmitted,
		"show-defaults": &o.defaults, "delay-directory-restore": &o.delayDirs, "ignore-command-error": &o.ignoreCommand}
	if b := on[key]; b != nil {
		*b = true
		return true
	}
	switch key {
	case "delete":
		t.setOp('D')
	case "test-label":
		t.setOp('L')
	case "lzip", "lzma", "lzop", "zstd":
		t.setCompress(key)
	case "old-archive", "portability":
		t.setFormat(formatV7)
	case "posix":
		t.setFormat(formatPax)
	case "skip-old-files":
		o.old = skipOld
	case "keep-newer-files":
		o.old = keepNewer
	case "overwrite":
		o.old = overwriteOld
	case "no-overwrite-dir":
		o.old = keepDirMeta
	case "overwrite-dir":
		o.old = replaceOld
	case "no-auto-compress":
		o.auto = false
	case "no-delay-directory-restore":
		o.delayDirs = false
	case "no-ignore-command-error":
		o.ignoreCommand = false
	case "seek", "no-seek", "no-check-device", "check-device", "force-local", "one-file-system", "restrict", "acls", "no-acls", "selinux",
		"no-selinux", "xattrs", "no-xattrs":
	default:
		return false
	}
	return true
}
