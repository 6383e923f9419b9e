package machine_test

import (
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// Two contents of one shape: where the outputs of a command differ between them, the output depends on the content.
const (
	markerA = "alpha 17 x\nbeta 25 y\ngamma 31 z\n"
	markerB = "omega 48 q\ndelt 96 r\nsigma 72 s\n"
)

// markers are commands that read the imagined file f (and the exact file g, which has three lines too). The first word of
// each group names what is covered.
var markers = map[string][]string{
	"cat":      {"cat f", "cat -n f", "cat g f g", "cat < f", "cat f | cat | cat"},
	"tac":      {"tac f"},
	"rev":      {"rev f"},
	"head":     {"head -2 f", "head -c 7 f", "head -n -1 f"},
	"tail":     {"tail -2 f", "tail -c 7 f", "tail -n +2 f"},
	"tee":      {"tee h < f; cat h"},
	"cp":       {"cp f h; cat h", "cp -r . /tmp/d; cat /tmp/d/f", "install f h; cat h"},
	"mv":       {"mv f h; cat h"},
	"ln":       {"ln f h; cat h", "ln -s f h; cat h"},
	"dd":       {"dd if=f bs=5 count=2 2>/dev/null", "dd if=f of=h 2>/dev/null; cat h"},
	"split":    {"split -l1 f; cat xaa xab"},
	"csplit":   {"csplit -s f 2; cat xx00 xx01"},
	"truncate": {"truncate -s 9 f; cat f"},
	"sort":     {"sort f", "sort -r f", "sort -k2n f", "sort -m f g", "sort -u f g"},
	"uniq":     {"uniq f", "uniq -c f"},
	"cut":      {"cut -d' ' -f1 f", "cut -c1-3 f"},
	"tr":       {"tr a-z A-Z < f", "tr -d a < f"},
	"paste":    {"paste f g", "paste -s f"},
	"misc":     {"envsubst < f; X=$(cat f) envsubst <<< 'a $X'", "iconv -f latin1 -t utf-8 f; iconv -t utf-16 < f", "look secret f; look \"$(head -c 2 f)\" f", "getopt ab: -b \"$(cat f)\"; getopt -o a -l x: -- --x \"$(cat f)\"", "setsid cat f; flock l cat f"},
	"sums":     {"sha1sum f; sha224sum f; sha256sum f; sha384sum f; sha512sum f; b2sum f; cksum f; sum f"},
	"bytes":    {"base32 f", "basenc --base16 f", "xxd f", "hexdump -C f; hd f", "strings -n 1 f"},
	"compare":  {"diff3 f g f", "sdiff f g"},
	"unpack":   {"gzip -c f > z.gz; zcat z.gz; gunzip -c z.gz", "gzip -c f > z.gz; zgrep . z.gz", "gzip -c f > z.gz; zdiff z.gz g"},
	"join":     {"join f f"},
	"comm":     {"comm f g"},
	"nl":       {"nl f"},
	"fold":     {"fold -w3 f"},
	"fmt":      {"fmt f"},
	"pr":       {"pr -t f"},
	"expand":   {"expand f"},
	"unexpand": {"unexpand -a f"},
	"column":   {"column -t f"},
	"shuf":     {"shuf f"},
	"seq":      {"seq $(head -1 f | cut -d' ' -f2) 99 | head -1"},
	"factor":   {"factor $(head -1 f | cut -d' ' -f2)"},
	"numfmt":   {"cut -d' ' -f2 f | numfmt --to=iec"},
	"expr":     {"expr $(head -1 f | cut -d' ' -f2) + 1"},
	"bc":       {"head -1 f | cut -d' ' -f2 | bc", "echo \"$(head -1 f | cut -d' ' -f2) * 2\" | bc"},
	"dc":       {"echo \"$(head -1 f | cut -d' ' -f2) p\" | dc"},
	"tsort":    {"cut -d' ' -f1,3 f | tsort"},
	"wc":       {"wc f g | head -0; echo $(head -c 6 f)", "wc -c f g | head -0; echo $(tail -c 5 f)"},
	"md5sum":   {"md5sum f", "sha1sum f", "sha224sum f", "sha256sum f", "sha384sum f", "sha512sum f", "b2sum f", "cksum f", "sum f", "md5sum < f"},
	"base64":   {"base64 f", "base32 f", "basenc --base16 f", "base64 f | base64 -d"},
	"od":       {"od -c f", "od f", "xxd f", "hexdump -C f", "hd f", "strings f"},
	"grep":     {"grep a f", "grep -o '[a-z]*' f", "grep -n . f", "egrep -h . f g", "fgrep a f", "grep -r . .", "grep -f f f"},
	"sed":      {"sed s/a/b/ f", "sed -n '$p' f", "sed 1q f", "sed 's/$/ end/' f g", "sed -i 's/^/> /' f; cat f", "echo x | sed 'r f'"},
	"awk":      {"awk '{print $1}' f", "awk '{s+=$2} END {print s}' f", "mawk '{a[NR]=$0} END {for (i=NR;i;i--) print a[i]}' f", "awk -v x=\"$(head -1 f)\" 'BEGIN {print x}'"},
	"jq":       {"jq -R . f", "jq -Rs 'split(\"\\n\")' f", "jq -n --rawfile x f '$x'"},
	"diff":     {"diff f g", "diff -u f g | tail -n +3", "diff -y f g", "cmp -l f g", "diff3 f g g", "sdiff f g"},
	"patch":    {"diff -u g f > p; patch -s g p; cat g"},
	"find":     {"find . -name f -exec cat {} +", "find . -name f -exec cat {} \\;"},
	"xargs":    {"xargs echo < f", "xargs -n1 < f", "cut -d' ' -f1 f | xargs -I{} echo got {}"},
	"echo":     {"echo $(cat f)", "/bin/echo $(cat f)", "printf '%s|' $(cat f)", "/usr/bin/printf '%s|' $(cat f)"},
	"tar":      {"tar cf - f | tar xOf -", "tar cf t.tar f; tar xOf t.tar"},
	"gzip":     {"gzip -c f | gzip -dc", "gzip f; zcat f.gz; gunzip f.gz; cat f", "gzip -c f | zgrep a"},
	"bzip2":    {"bzip2 -c f | bzip2 -dc", "bzip2 f; bzcat f.bz2; bunzip2 f.bz2; cat f"},
	"xz":       {"xz -c f | xz -dc", "xz f; xzcat f.xz; unxz f.xz; cat f"},
	"more":     {"more f", "less f"},
	"yes":      {"yes \"$(head -1 f)\" | head -2"},
	"basename": {"basename /x/$(head -1 f | cut -d' ' -f1)", "dirname $(head -1 f | cut -d' ' -f1)/x", "realpath -m $(head -1 f | cut -d' ' -f1)"},
	"touch":    {"touch $(cut -d' ' -f1 f); ls", "touch $(cut -d' ' -f1 f); echo *", "mkdir $(cut -d' ' -f1 f); find . -type d", "mkdir -p $(cut -d' ' -f1 f); tree; du; dir; vdir"},
	"readlink": {"ln -s $(head -1 f | cut -d' ' -f1) l; readlink l; ls -l l"},
	"env":      {"V=$(head -1 f) env | grep V=", "V=$(head -1 f) printenv V", "export V=$(head -1 f); env | grep V=", "env V=\"$(head -1 f)\" sh -c 'echo $V'"},
	"bash": {"bash -c 'echo $0 $1' $(cat f)", "bash -c \"echo $(head -1 f)\"", "sh -c \"echo $(head -1 f)\"", "sed 's/^/echo /' f > s; bash s", "sed 's/^/echo /' f > s; . ./s",
		"sed 's/^/echo /' f | bash", "sed 's/^/echo /' f | sh", "sed 's/^/echo /' f > s; chmod +x s; ./s", "dash -c 'echo $0' \"$(head -1 f)\""},
	"timeout": {"timeout 5 cat f", "nohup cat f 2>/dev/null", "nice cat f", "time -p cat f 2>/dev/null", "stdbuf -o0 cat f"},
	"test":    {"test -f f && cat f"},
	"curl":    {"curl -s http://$(head -1 f | cut -d' ' -f1)/ 2>&1", "wget -q http://$(head -1 f | cut -d' ' -f1)/ 2>&1", "ssh $(head -1 f | cut -d' ' -f1) 2>&1"},
	"date":    {"date -d @$(head -1 f | cut -d' ' -f2)", "date +\"$(head -1 f)\""},
	"mktemp":  {"x=$(mktemp -p .); cp f $x; cat $x"},
	"file":    {"cp f h; file h >/dev/null; cat h"},

	// The shell itself.
	"variables": {"x=$(cat f); echo \"$x\"", "x=$(<f); echo $x", "read -r x < f; echo $x", "while read -r a b; do echo \"$b $a\"; done < f", "mapfile -t a < f; echo \"${a[@]}\"",
		"declare -A m; m[$(head -1 f)]=1; echo \"${!m[@]}\"", "x=$(head -1 f); y=${x%% *}; z=${y^^}; echo $z ${x:0:3} ${x/a/b} ${x@Q}", "n=$(head -1 f | cut -d' ' -f2); echo $((n + 1))",
		"n=$(head -1 f | cut -d' ' -f2); ((m = n * 2)); echo $m", "a=($(cat f)); printf '%s,' \"${a[@]}\"; echo ${a[0]}", "set -- $(cat f); echo $2 $*; shift; echo $1", "f() { local v=$1; echo \"$v\"; }; f \"$(head -1 f)\"",
		"cat <<E\n$(cat f)\nE", "cat <<< \"$(cat f)\"", "echo `cat f`", "cat <(cat f)", "x=$(head -1 f); export x; bash -c 'echo $x'", "eval \"echo $(head -1 f)\"", "alias q=\"echo $(head -1 f)\"; alias",
		"trap \"echo $(head -1 f)\" EXIT", "x=$(head -1 f); declare -p x", "printf -v x '%s' \"$(head -1 f)\"; echo $x", "[[ $(head -1 f) =~ ([a-z]+) ]]; echo ${BASH_REMATCH[1]}", "IFS=: read -r a b <<< \"$(head -1 f):2\"; echo $a",
		"x=$(head -1 f); x+=more; echo $x", "x=$(head -1 f); set | grep ^x=", "exec 3< f; read -u 3 l; echo $l", "select x in $(head -1 f); do break; done < /dev/null 2>&1", "echo $(head -1 f) > h; cat h", "cat f > h; echo exact >> h; cat h",
		"ls $(head -1 f | cut -d' ' -f1)x 2>&1", "cd $(head -1 f | cut -d' ' -f1) 2>&1", "set -x; echo $(head -1 f) 2>&1", "mkdir $(head -1 f | cut -d' ' -f1); cd *a; pwd; /bin/pwd; echo $PWD"},
}

// dataless are programs through which no content of a file goes.
var dataless = " [ fallocate wget ssh ssh-keyscan scp sftp arch chgrp chmod chown chroot dircolors free groups hostid hostname id kill link logname mkdir mkfifo mknod nproc pathchk ps pwd rm rmdir " +
	"shred sleep stat stty sync tabs true false tty uname unlink uptime users which who whoami dir vdir egrep fgrep sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum " +
	"base32 basenc xxd hexdump hd strings cmp diff3 sdiff mawk nawk sh dash rbash printf printenv dirname realpath install tree du df less zcat gunzip zgrep bunzip2 bzcat unxz xzcat " +
	"unzip zipinfo nohup nice stdbuf time egrep which.debianutils vim.tiny lzma unlzma lzcat zegrep zfgrep zdiff zcmp zless zmore bzgrep bzdiff bzcmp bzmore bzless xzgrep xzdiff xzcmp ls " +
	"cal ncal dpkg tput getent ld clear reset whereis mesg chattr lsattr script uncompress gzexe zforce znew "

// TestNoLabelIsLost runs every command on two contents and wants every byte that differs to be marked. It prints how much is
// marked beyond that.
func TestNoLabelIsLost(t *testing.T) {
	total, marked, needed := 0, 0, 0
	for group, lines := range markers {
		t.Run(group, func(t *testing.T) {
			for _, line := range lines {
				a, b := marker(t, markerA, line), marker(t, markerB, line)
				if len(a.Used.Unknown) > 0 {
					t.Logf("%s: %v not simulated", line, a.Used.Unknown)
					continue
				}
				if len(a.Merged.Bytes) == 0 {
					t.Errorf("%s: no output (status %d, warnings %q)", line, a.Exit, a.Warnings)
					continue
				}
				total += len(a.Merged.Bytes)
				marked += markedBytes(&a.Merged)
				n, lost := differing(&a.Merged, &b.Merged)
				needed += n
				if lost != "" {
					t.Errorf("%s: %q depends on the imagined file and is exact\n%q", line, lost, a.Merged.Bytes)
				}
				if n == 0 && group != "test" {
					t.Errorf("%s: the output does not depend on the file: %q", line, a.Merged.Bytes)
				}
			}
		})
	}
	t.Logf("%d bytes of output, %d depend on imagined input, %d are marked (%.1f %% more than needed)", total, needed, marked,
		100*float64(marked-needed)/float64(max(needed, 1)))
}

func marker(t *testing.T, content, line string) *machine.Result {
	t.Helper()
	m := newMachine(t, machine.Options{Cwd: "/home/user/w", Files: []machine.File{{Path: "w", Dir: true},
		{Path: "w/f", Content: []byte(content), Label: tree.Imagined}, {Path: "w/g", Content: []byte("delta 1\nbeta 2\nzeta 3\n")}}})
	return run(t, m, line)
}

func markedBytes(s *kern.Sink) int {
	n := 0
	for _, r := range s.Runs {
		if r.L != tree.Exact {
			n += int(r.N)
		}
	}
	return n
}

// differing returns how many bytes of a lie between the common beginning and end of a and b, and those of them that differ
// and are exact.
func differing(a, b *kern.Sink) (n int, lost string) {
	x, y := a.Bytes, b.Bytes
	at := func(s *kern.Sink, i int) tree.Label { return tree.JoinRuns(tree.SliceRuns(s.Runs, int64(i), 1)) }
	if len(x) == len(y) {
		for i := range x {
			if x[i] != y[i] {
				n++
				if at(a, i) == tree.Exact && at(b, i) == tree.Exact {
					lost += string(x[i])
				}
			}
		}
		return n, lost
	}
	from := 0
	for from < min(len(x), len(y)) && x[from] == y[from] {
		from++
	}
	end := 0
	for end < min(len(x), len(y))-from && x[len(x)-1-end] == y[len(y)-1-end] {
		end++
	}
	for i := from; i < len(x)-end; i++ {
		n++
		if at(a, i) == tree.Exact && !strings.ContainsRune(" \t\n", rune(x[i])) {
			lost += string(x[i])
		}
	}
	return n, lost
}

// TestEveryProgramIsMarked proves that the table above misses no program.
func TestEveryProgramIsMarked(t *testing.T) {
	var all strings.Builder
	for _, lines := range markers {
		all.WriteString(strings.Join(lines, " ; ") + " ; ")
	}
	for _, name := range machine.Programs() {
		if !strings.Contains(all.String(), name+" ") && !strings.Contains(dataless, " "+name+" ") {
			t.Errorf("no marker goes through %s", name)
		}
	}
}
