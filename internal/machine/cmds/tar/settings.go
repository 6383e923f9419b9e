package tar

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
)

// setting takes a long option with an argument.
func (t *tarball) setting(key, val string) bool {
	o := &t.o
	switch key {
	case "strip-components":
		n, err := strconv.ParseUint(val, 10, 31)
		if err != nil {
			t.usageError(t.colon(val) + ": Invalid number of elements")
		}
		o.strip = int(n)
	case "record-size":
		t.recordSize(val)
	case "one-top-level":
		o.topLevel, o.topName = true, val
	case "transform", "xform":
		t.addTransforms(val)
	case "owner":
		o.uname, o.uid = t.ownerArg(val, true)
	case "group":
		o.gname, o.gid = t.ownerArg(val, false)
	case "owner-map":
		o.ownerMap = t.readMap(val, true)
	case "group-map":
		o.groupMap = t.readMap(val, false)
	case "mtime":
		o.mtime = t.dateOrFile("mtime", val)
	case "newer-mtime":
		o.newerMtime = t.dateOrFile("newer-mtime", val)
	case "mode":
		m, ok := gnu.ParseMode(val)
		if !ok {
			t.fatal("Invalid mode given on option")
		}
		o.mode = &m
	case "to-command":
		o.toCommand = val
	case "occurrence":
		o.occurrence = 1
		if val != "" {
			n, err := strconv.ParseUint(val, 10, 31)
			if err != nil {
				t.fatal("%s: Invalid number", t.colon(val))
			}
			o.occurrence = int(n)
		}
	case "index-file":
		o.indexFile = val
	case "suffix":
		o.suffix = val
	case "rmt-command", "rsh-command", "xattrs-include", "xattrs-exclude":
	default:
		return t.choice(key, val)
	}
	return true
}

// choice takes a long option whose argument is one of a few words, or has a grammar of its own.
func (t *tarball) choice(key, val string) bool {
	o := &t.o
	switch key {
	case "sort":
		o.sort = byte(t.word("--sort", val, "none", "name", "inode"))
		o.sort = [3]byte{0, 'n', 'i'}[o.sort]
	case "atime-preserve":
		if val != "" {
			t.word("--atime-preserve", val, "replace", "system")
		}
	case "hole-detection":
		t.word("--hole-detection", val, "raw", "seek")
		t.sparse = true
	case "backup":
		b, ok := gnu.ParseBackup(t.p, val)
		if !ok {
			t.exit(usage)
		}
		o.backup = b
	case "checkpoint":
		t.checkpointArg(val)
	case "checkpoint-action":
		t.checkpointAction(val)
	case "totals":
		t.totalsArg(val)
	case "warning":
		t.warningArg(val)
	case "quoting-style":
		t.quotingStyle(val)
	case "quote-chars":
		o.quoteExtra += val
	case "no-quote-chars":
		o.quoteNot += val
	case "pax-option":
		t.paxOption(val)
	default:
		return false
	}
	return true
}

// selection takes an option that chooses files.
func (t *tarball) selection(key, val string) bool {
	ps := &t.pos
	switch key {
	case "add-file":
		t.operand(val)
		t.o.afterOperands = t.o.afterOperands[:0]
		return true
	case "exclude":
		t.exclude(val)
	case "null":
		ps.null, ps.verbatim = true, true
	case "no-null":
		ps.null, ps.verbatim = false, false
	case "unquote", "no-unquote":
		ps.unquote = key == "unquote"
	case "verbatim-files-from", "no-verbatim-files-from":
		ps.verbatim = key == "verbatim-files-from"
	case "recursion", "no-recursion":
		ps.recurse = key == "recursion"
	case "anchored", "no-anchored":
		ps.include.anchored, ps.exclude.anchored = key == "anchored", key == "anchored"
	case "ignore-case", "no-ignore-case":
		ps.include.ignoreCase, ps.exclude.ignoreCase = key == "ignore-case", key == "ignore-case"
	case "wildcards", "no-wildcards":
		ps.include.wildcards, ps.exclude.wildcards = key == "wildcards", key == "wildcards"
		ps.include.set = true
		if !ps.anchorChosen {
			ps.include.anchored = ps.include.anchored || key == "no-wildcards"
		}
	case "wildcards-match-slash", "no-wildcards-match-slash":
		ps.include.noSlash = key == "no-wildcards-match-slash"
		ps.exclude.noSlash = ps.include.noSlash
	case "exclude-caches", "exclude-caches-under", "exclude-caches-all":
		t.o.tags = append(t.o.tags, tagRule{name: "CACHEDIR.TAG", cache: true, how: tagMode(key, "exclude-caches")})
	case "exclude-tag", "exclude-tag-under", "exclude-tag-all":
		t.o.tags = append(t.o.tags, tagRule{name: val, how: tagMode(key, "exclude-tag")})
	case "exclude-ignore", "exclude-ignore-recursive":
		t.o.ignoreFiles = append(t.o.ignoreFiles, ignoreFile{name: val, recursive: key != "exclude-ignore"})
	case "exclude-vcs":
		for _, s := range vcsNames {
			t.excludePlain(s)
		}
	case "exclude-vcs-ignores":
		t.o.ignoreFiles = append(t.o.ignoreFiles, vcsIgnores[:]...)
	case "exclude-backups":
		for _, s := range [...]string{".#*", "*~", "#*#"} {
			t.excludePlain(s)
		}
	default:
		return false
	}
	t.lateFlag(key, val)
	return true
}

// lateFlag notes an option that has no effect behind the last operand.
func (t *tarball) lateFlag(key, val string) {
	if val != "" {
		val = " " + gnu.Quote(val)
	}
	t.late("--" + key + val)
}

// word finds val among words; what is not there ends the program.
func (t *tarball) word(option, val string, words ...string) int {
	for i, w := range words {
		if w == val {
			return i
		}
	}
	found := -1
	for i, w := range words {
		if strings.HasPrefix(w, val) {
			if found >= 0 {
				found = -2
				break
			}
			found = i
		}
	}
	if found >= 0 {
		return found
	}
	kind := "invalid"
	if found == -2 {
		kind = "ambiguous"
	}
	msg := kind + " argument " + gnu.Quote(val) + " for " + gnu.Quote(option) + "\nValid arguments are:"
	for _, w := range words {
		msg += "\n  - " + gnu.Quote(w)
	}
	t.errorf("%s", msg)
	t.exit(usage)
	return 0
}
