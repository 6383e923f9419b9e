package cmds

import (
	"context"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"io"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/digest"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// summer is a digest that has been fed.
type summer interface {
	io.Writer
	Sum(b []byte) []byte
}

// sumAlgo is a kind of checksum. Tag is its name in lines of the BSD form, size its length in bytes; make is nil for the old
// sums, which are no digests.
type sumAlgo struct {
	tag  string
	size int
	make func(size int) summer
}

var (
	algoMD5    = sumAlgo{"MD5", 16, func(int) summer { return md5.New() }}
	algoSHA1   = sumAlgo{"SHA1", 20, func(int) summer { return sha1.New() }}
	algoSHA224 = sumAlgo{"SHA224", 28, func(int) summer { return sha256.New224() }}
	algoSHA256 = sumAlgo{"SHA256", 32, func(int) summer { return sha256.New() }}
	algoSHA384 = sumAlgo{"SHA384", 48, func(int) summer { return sha512.New384() }}
	algoSHA512 = sumAlgo{"SHA512", 64, func(int) summer { return sha512.New() }}
	algoBLAKE  = sumAlgo{"BLAKE2b", 64, func(n int) summer { return digest.NewBLAKE2b(n) }}
	algoSM3    = sumAlgo{"SM3", 32, func(int) summer { return &digest.SM3{} }}
	algoCRC    = sumAlgo{tag: "CRC"}
	algoBSD    = sumAlgo{tag: "BSD"}
	algoSysV   = sumAlgo{tag: "SYSV"}
)

var sumOptions = []gnu.Option{
	{Short: 'b', Long: "binary"},
	{Short: 'c', Long: "check"},
	{Long: "tag"},
	{Short: 't', Long: "text"},
	{Short: 'z', Long: "zero"},
	{Long: "ignore-missing"},
	{Long: "quiet"},
	{Long: "status"},
	{Long: "strict"},
	{Short: 'w', Long: "warn"},
}

const sumAuthors = "Ulrich Drepper, Scott Miller, and David Madore."

var (
	md5sumSpec    = gnu.Spec{Options: sumOptions, Version: "md5sum" + coreutilsTail + sumAuthors}
	sha1sumSpec   = gnu.Spec{Options: sumOptions, Version: "sha1sum" + coreutilsTail + sumAuthors}
	sha224sumSpec = gnu.Spec{Options: sumOptions, Version: "sha224sum" + coreutilsTail + sumAuthors}
	sha256sumSpec = gnu.Spec{Options: sumOptions, Version: "sha256sum" + coreutilsTail + sumAuthors}
	sha384sumSpec = gnu.Spec{Options: sumOptions, Version: "sha384sum" + coreutilsTail + sumAuthors}
	sha512sumSpec = gnu.Spec{Options: sumOptions, Version: "sha512sum" + coreutilsTail + sumAuthors}
	b2sumSpec     = gnu.Spec{
		Options: append(sumOptions[:len(sumOptions):len(sumOptions)], gnu.Option{Short: 'l', Long: "length", Arg: gnu.Required}),
		Version: "b2sum" + coreutilsTail + "Padraig Brady and Samuel Neves.",
	}
	cksumSpec = gnu.Spec{
		Options: append(sumOptions[:len(sumOptions):len(sumOptions)], gnu.Option{Short: 'l', Long: "length", Arg: gnu.Required},
			gnu.Option{Short: 'a', Long: "algorithm", Arg: gnu.Required}, gnu.Option{Long: "untagged"}, gnu.Option{Long: "debug"}),
		Version: "cksum" + coreutilsTail + "Padraig Brady and Q. Frank Xia.",
	}
	sumSpec = gnu.Spec{
		Options: []gnu.Option{{Short: 'r'}, {Short: 's', Long: "sysv"}},
		Version: "sum" + coreutilsTail + "Kayvan Aghaiepour and David MacKenzie.",
	}
)

func digestProgram(spec *gnu.Spec, algo *sumAlgo) kern.Program {
	return func(_ context.Context, p *kern.Proc) int {
		s := sums{p: p, algo: algo, binary: -1, eol: '\n'}
		return s.run(spec)
	}
}

func runCksum(_ context.Context, p *kern.Proc) int {
	s := sums{p: p, algo: &algoCRC, binary: -1, eol: '\n', cksum: true, tag: true}
	return s.run(&cksumSpec)
}

func runSum(_ context.Context, p *kern.Proc) int {
	s := sums{p: p, algo: &algoBSD, binary: -1, eol: '\n'}
	files, st, ok := sumSpec.Parse(p, func(key, _ string) int {
		s.algo = &algoBSD
		if key == "s" {
			s.algo = &algoSysV
		}
		return gnu.Go
	})
	if !ok {
		return st
	}
	return s.printAll(files)
}

// sums is one run of a checksum program.
type sums struct {
	p                                          *kern.Proc
	algo                                       *sumAlgo
	algoSet                                    bool
	cksum                                      bool
	length                                     uint64 // in bits; 0: the longest
	lengthText                                 string
	binary                                     int // -1: not said, 0: text, 1: binary
	tag, check                                 bool
	eol                                        byte
	ignoreMissing, quiet, status, strict, warn bool
}

var cksumWords = []word{{"bsd", 0}, {"sysv", 1}, {"crc", 2}, {"md5", 3}, {"sha1", 4}, {"sha224", 5}, {"sha256", 6}, {"sha384", 7},
	{"sha512", 8}, {"blake2b", 9}, {"sm3", 10}}

var cksumAlgos = [...]*sumAlgo{&algoBSD, &algoSysV, &algoCRC, &algoMD5, &algoSHA1, &algoSHA224, &algoSHA256, &algoSHA384,
	&algoSHA512, &algoBLAKE, &algoSM3}

func (s *sums) option(key, val string) int {
	switch key {
	case "a":
		i, ok := matchExactWord(s.p, "--algorithm", val, cksumWords)
		if !ok {
			return 1
		}
		s.algo, s.algoSet = cksumAlgos[i], true
	case "b", "t":
		if s.cksum {
			gnu.Try(s.p)
			return 1
		}
		s.binary = 0
		if key == "b" {
			s.binary = 1
		}
	case "c":
		s.check = true
	case "tag":
		s.tag, s.binary = true, 1
	case "untagged":
		s.tag, s.binary = false, -1
	case "z":
		s.eol = 0
	case "l":
		v, st := xnum.Parse(val, "")
		if st != xnum.OK {
			numberError(s.p, "invalid length", val, st)
			return 1
		}
		s.length, s.lengthText = v, val
	case "ignore-missing":
		s.ignoreMissing = true
	case "quiet":
		s.quiet, s.status, s.warn = true, false, false
	case "status":
		s.quiet, s.status, s.warn = false, true, false
	case "w":
		s.quiet, s.status, s.warn = false, false, true
	case "strict":
		s.strict = true
	case "debug":
		return gnu.UnsupportedOption(s.p, "--debug")
	}
	return gnu.Go
}

func (s *sums) run(spec *gnu.Spec) int {
	p := s.p
	files, st, ok := spec.Parse(p, s.option)
	if !ok {
		return st
	}
	if st := s.settle(); st != gnu.Go {
		return st
	}
	if !s.check {
		return s.printAll(files)
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	st = 0
	for _, f := range files {
		if !s.verify(f) {
			st = 1
		}
	}
	return st
}

// settle refuses options that do not go together.
func (s *sums) settle() int {
	p := s.p
	if s.length > 0 || s.lengthText != "" {
		if s.cksum && s.algo != &algoBLAKE {
			p.Errorf("--length is only supported with --algorithm=blake2b")
			return 1
		}
		msg := ""
		if s.length > 512 {
			msg = "maximum digest length for " + gnu.Quote("BLAKE2b") + " is 512 bits"
		} else if s.length%8 != 0 {
			msg = "length is not a multiple of 8"
		}
		if msg != "" {
			p.Errorf("invalid length: %s", gnu.Quote(s.lengthText))
			p.Errorf("%s", msg)
			return 1
		}
	}
	if s.cksum && s.algoSet && s.check && s.algo.make == nil {
		p.Errorf("--check is not supported with --algorithm={bsd,sysv,crc}")
		return 1
	}
	msg := ""
	switch {
	case !s.cksum && s.tag && s.binary == 0:
		msg = "--tag does not support --text mode"
	case s.eol == 0 && s.check:
		msg = "the --zero option is not supported when verifying checksums"
	case !s.cksum && s.tag && s.check:
		msg = "the --tag option is meaningless when verifying checksums"
	case s.binary >= 0 && s.check && !s.cksum:
		msg = "the --binary and --text options are meaningless when verifying checksums"
	case s.check:
	case s.ignoreMissing:
		msg = "the --ignore-missing option is meaningful only when verifying checksums"
	case s.status:
		msg = "the --status option is meaningful only when verifying checksums"
	case s.warn:
		msg = "the --warn option is meaningful only when verifying checksums"
	case s.quiet:
		msg = "the --quiet option is meaningful only when verifying checksums"
	case s.strict:
		msg = "the --strict option is meaningful only when verifying checksums"
	}
	if msg != "" {
		return gnu.Usage(p, 1, msg)
	}
	return gnu.Go
}

// size returns the length of the digest in bytes.
func (s *sums) size() int {
	if s.length > 0 {
		return int(s.length / 8)
	}
	return s.algo.size
}

// feed gives the whole input to w.
func (s *sums) feed(fd int, w io.Writer) error {
	p := s.p
	buf := make([]byte, readSize(p, fd, 32<<10))
	for {
		n, err := p.Read(fd, buf)
		p.Tick(n >> 6)
		_, _ = w.Write(buf[:n])
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s *sums) printAll(files []string) (status int) {
	p := s.p
	named := len(files) > 0
	if !named {
		files = []string{"-"}
	}
	for _, name := range files {
		fd, done, err := gnu.OpenInput(p, name)
		if err == nil {
			if s.algo.make == nil {
				err = s.printSum(fd, name, named)
			} else {
				err = s.printDigest(fd, name)
			}
			done()
		}
		if err != nil {
			p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
			status = 1
		}
	}
	return status
}

// printSum prints one of the old sums with the size of the input.
func (s *sums) printSum(fd int, name string, named bool) error {
	var w interface {
		io.Writer
		Value() (uint32, uint64)
	}
	switch s.algo {
	case &algoBSD:
		w = &digest.BSD{}
	case &algoSysV:
		w = &digest.SysV{}
	default:
		w = &digest.CRC{}
	}
	// cksum does not notice that it has read a directory.
	if err := s.feed(fd, w); err != nil && s.algo != &algoCRC {
		return err
	}
	sum, size := w.Value()
	out := s.p.Stdout
	if s.algo == &algoBSD {
		out.Printf("%05d %5d", sum, size)
	} else {
		out.WriteString(strconv.FormatUint(uint64(sum), 10) + " " + strconv.FormatUint(size, 10))
	}
	if named {
		out.WriteString(" " + name)
	}
	out.WriteByte(s.eol)
	return nil
}

// escapeName writes what would break a line of checksums with backslashes.
func escapeName(name string) string {
	return strings.NewReplacer("\\", `\\`, "\n", `\n`, "\r", `\r`).Replace(name)
}

func (s *sums) printDigest(fd int, name string) error {
	w := s.algo.make(s.size())
	if err := s.feed(fd, w); err != nil {
		return err
	}
	sum := hex.EncodeToString(w.Sum(nil))
	out := s.p.Stdout
	if s.eol != 0 && strings.ContainsAny(name, "\\\n\r") {
		out.WriteByte('\\')
		name = escapeName(name)
	}
	if s.tag {
		out.WriteString(s.algo.tag)
		if s.length > 0 && s.length < 512 {
			out.WriteString("-" + strconv.FormatUint(s.length, 10))
		}
		out.WriteString(" (" + name + ") = " + sum)
	} else {
		mode := byte(' ')
		if s.binary == 1 {
			mode = '*'
		}
		out.WriteString(sum + " ")
		out.WriteByte(mode)
		out.WriteString(name)
	}
	out.WriteByte(s.eol)
	return nil
}
