package cmds

import (
	"bytes"
	"context"
	"io"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var base64Spec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'd', Long: "decode"},
		{Short: 'i', Long: "ignore-garbage"},
		{Short: 'w', Long: "wrap", Arg: gnu.Required},
	},
	Version: "base64" + coreutilsTail + "Simon Josefsson.",
}

var base32Spec = gnu.Spec{
	Options: base64Spec.Options,
	Version: "base32" + coreutilsTail + "Simon Josefsson.",
}

var basencSpec = gnu.Spec{
	Options: append([]gnu.Option{{Long: "base64"}, {Long: "base64url"}, {Long: "base32"}, {Long: "base32hex"}, {Long: "base16"},
		{Long: "base2msbf"}, {Long: "base2lsbf"}, {Long: "z85"}}, base64Spec.Options...),
	Version: "basenc" + coreutilsTail + "Simon Josefsson and Assaf Gordon.",
}

// codec is one way to write bytes as text: in groups of raw bytes and of text characters.
type codec struct {
	raw, text int
	encode    func(dst, src []byte) []byte // src is a group, or the rest at the end
	decode    func(dst, src []byte) ([]byte, bool)
	valid     func(c byte) bool
	exact     bool // the input must be whole groups
}

func runBase64(_ context.Context, p *kern.Proc) int {
	b := basenc{p: p, wrap: 76, codec: &codecBase64}
	return b.run(&base64Spec)
}

func runBase32(_ context.Context, p *kern.Proc) int {
	b := basenc{p: p, wrap: 76, codec: &codecBase32}
	return b.run(&base32Spec)
}

func runBasenc(_ context.Context, p *kern.Proc) int {
	b := basenc{p: p, wrap: 76}
	return b.run(&basencSpec)
}

type basenc struct {
	p       *kern.Proc
	codec   *codec
	wrap    uint64
	decode  bool
	garbage bool
	column  uint64
	out     []byte
}

func (b *basenc) option(key, val string) int {
	switch key {
	case "d":
		b.decode = true
	case "i":
		b.garbage = true
	case "w":
		v, st := xnum.Parse(val, "")
		if st != xnum.OK && st != xnum.Overflow {
			b.p.Errorf("invalid wrap size: %s", gnu.Quote(val))
			return 1
		}
		b.wrap = v
		if st == xnum.Overflow || v > 1<<63-1 {
			b.wrap = 0
		}
	case "base64":
		b.codec = &codecBase64
	case "base64url":
		b.codec = &codecBase64URL
	case "base32":
		b.codec = &codecBase32
	case "base32hex":
		b.codec = &codecBase32Hex
	case "base16":
		b.codec = &codecBase16
	case "base2msbf":
		b.codec = &codecBase2M
	case "base2lsbf":
		b.codec = &codecBase2L
	case "z85":
		b.codec = &codecZ85
	}
	return gnu.Go
}

func (b *basenc) run(spec *gnu.Spec) int {
	p := b.p
	files, st, ok := spec.Parse(p, b.option)
	if !ok {
		return st
	}
	if b.codec == nil {
		return gnu.Usage(p, 1, "missing encoding type")
	}
	if len(files) > 1 {
		return gnu.Usage(p, 1, "extra operand "+gnu.Quote(files[1]))
	}
	name := "-"
	if len(files) == 1 {
		name = files[0]
	}
	fd, done, err := gnu.OpenInput(p, name)
	if err != nil {
		p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
		return 1
	}
	defer done()
	if b.decode {
		return b.decodeAll(fd)
	}
	return b.encodeAll(fd)
}

// blocks calls f with the input in pieces; what f leaves over begins the next piece. Last says that nothing follows.
func (b *basenc) blocks(fd int, f func(piece []byte, last bool) (used int, ok bool)) int {
	p := b.p
	buf := make([]byte, readSize(p, fd, 8192))
	if b.codec.exact {
		buf = make([]byte, 30720)
	}
	keep := 0
	for {
		n, err := p.Read(fd, buf[keep:])
		for b.codec.exact && err == nil && keep+n < len(buf) {
			var more int
			more, err = p.Read(fd, buf[keep+n:])
			n += more
		}
		p.Tick(n >> 5)
		if err != nil && err != io.EOF {
			p.Errorf("read error: %s", kern.ErrText(err))
			return 1
		}
		used, ok := f(buf[:keep+n], err == io.EOF)
		if !ok {
			return 1
		}
		if err == io.EOF {
			return 0
		}
		keep = copy(buf, buf[used:keep+n])
		if p.Stdout.Err() != nil {
			return 1
		}
	}
}

func (b *basenc) encodeAll(fd int) int {
	c := b.codec
	return b.blocks(fd, func(piece []byte, last bool) (int, bool) {
		n := len(piece) / c.raw * c.raw
		b.out = b.out[:0]
		for i := 0; i < n; i += c.raw {
			b.out = c.encode(b.out, piece[i:i+c.raw])
		}
		if last && n < len(piece) {
			if c.exact {
				b.p.Errorf("invalid input (length must be multiple of 4 characters)")
				return 0, false
			}
			b.out = c.encode(b.out, piece[n:])
		}
		b.wrapped(b.out)
		if last && b.wrap > 0 && b.column > 0 {
			b.p.Stdout.WriteByte('\n')
		}
		return n, true
	})
}

// wrapped prints text with a newline after every wrap characters.
func (b *basenc) wrapped(text []byte) {
	out := b.p.Stdout
	for len(text) > 0 {
		n := uint64(len(text))
		if b.wrap > 0 {
			if b.column == b.wrap {
				out.WriteByte('\n')
				b.column = 0
			}
			n = min(n, b.wrap-b.column)
		}
		out.Write(text[:n])
		text = text[n:]
		b.column += n
	}
}

func (b *basenc) decodeAll(fd int) int {
	c := b.codec
	group := make([]byte, 0, 8)
	return b.blocks(fd, func(piece []byte, last bool) (int, bool) {
		b.out = b.out[:0]
		ok := c != &codecBase64URL || b.garbage || !bytes.ContainsAny(piece, "+/")
		if !ok {
			piece = nil
		}
		for _, ch := range piece {
			if ch == '\n' || b.garbage && !c.valid(ch) && ch != '=' {
				continue
			}
			if group = append(group, ch); len(group) < c.text {
				continue
			}
			b.out, ok = c.decode(b.out, group)
			if group = group[:0]; !ok {
				break
			}
		}
		if ok && last && len(group) > 0 {
			b.out, _ = c.decode(b.out, group)
			ok = false
		}
		b.p.Stdout.Write(b.out)
		if !ok {
			b.p.Errorf("invalid input")
		}
		return len(piece), ok
	})
}
