package cmds

import (
	"context"
	"math/big"
	"math/bits"
	"slices"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var factorSpec = gnu.Spec{
	Options: []gnu.Option{{Long: "-debug"}},
	Version: "factor" + coreutilsTail + "Paul Rubin, Torbjörn Granlund, and Niels Möller.",
}

func runFactor(_ context.Context, p *kern.Proc) int {
	args, st, ok := factorSpec.Parse(p, func(string, string) int { return gnu.Go })
	if !ok {
		return st
	}
	f := factorizer{p: p}
	if len(args) > 0 {
		for _, a := range args {
			st = max(st, f.print(a))
		}
		return st
	}
	lines := gnu.NewLines(p, 0, '\n')
	for {
		line, _, err := lines.Next()
		if err != nil {
			return st
		}
		for w := range wordsOf(line) {
			st = max(st, f.print(string(w)))
		}
	}
}

// wordsOf yields the parts of b between blanks.
func wordsOf(b []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for i := 0; i < len(b); {
			for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n') {
				i++
			}
			j := i
			for j < len(b) && b[j] != ' ' && b[j] != '\t' && b[j] != '\n' {
				j++
			}
			if j > i && !yield(b[i:j]) {
				return
			}
			i = j
		}
	}
}

// factorizer finds prime factors: small ones by division, others by Pollard's rho method.
type factorizer struct{ p *kern.Proc }

func (f *factorizer) print(s string) int {
	digits := s
	for len(digits) > 0 && digits[0] == ' ' {
		digits = digits[1:]
	}
	if len(digits) > 0 && digits[0] == '+' {
		digits = digits[1:]
	}
	n, ok := new(big.Int), len(digits) > 0
	for i := 0; i < len(digits); i++ {
		ok = ok && digits[i] >= '0' && digits[i] <= '9'
	}
	if !ok {
		f.p.Errorf("%s is not a valid positive integer", gnu.Quote(s))
		return 1
	}
	f.p.Tick(len(digits) * len(digits) >> 8)
	n.SetString(digits, 10)
	out := f.p.Stdout
	out.WriteString(n.String() + ":")
	var primes []*big.Int
	if n.Sign() > 0 {
		primes = f.factor(n)
	}
	slices.SortFunc(primes, func(a, b *big.Int) int { return a.Cmp(b) })
	for _, q := range primes {
		out.WriteString(" " + q.String())
	}
	out.WriteByte('\n')
	return 0
}

func (f *factorizer) factor(n *big.Int) (primes []*big.Int) {
	n = new(big.Int).Set(n)
	var rem, quo, d big.Int
	for q := int64(2); q < 5000 && n.BitLen() > 1; q++ {
		if n.IsInt64() && q*q > n.Int64() {
			break
		}
		d.SetInt64(q)
		f.p.Tick(1 + n.BitLen()>>12)
		for {
			if quo.QuoRem(n, &d, &rem); rem.Sign() != 0 {
				break
			}
			primes = append(primes, big.NewInt(q))
			n.Set(&quo)
		}
	}
	if n.Cmp(big.NewInt(1)) > 0 {
		primes = f.split(n, primes)
	}
	return primes
}

// split adds the prime factors of n, which has no small ones.
func (f *factorizer) split(n *big.Int, primes []*big.Int) []*big.Int {
	f.p.Tick(20 + n.BitLen())
	if n.ProbablyPrime(12) {
		return append(primes, n)
	}
	d := new(big.Int)
	if n.IsUint64() {
		d.SetUint64(f.rho64(n.Uint64()))
	} else {
		d = f.rho(n)
	}
	primes = f.split(d, primes)
	return f.split(new(big.Int).Quo(n, d), primes)
}

// rhoBatch is how many differences are multiplied before their common divisor with n is taken.
const rhoBatch = 64

// rho64 finds a proper divisor of the composite number n.
func (f *factorizer) rho64(n uint64) uint64 {
	mul := func(a, b uint64) uint64 {
		hi, lo := bits.Mul64(a, b)
		_, r := bits.Div64(hi%n, lo, n)
		return r
	}
	for c := uint64(1); ; c++ {
		step := func(v uint64) uint64 {
			s, carry := bits.Add64(mul(v, v), c, 0)
			if carry != 0 || s >= n {
				s -= n
			}
			return s
		}
		x, y, save, g := uint64(2), uint64(2), uint64(2), uint64(1)
		for r := 1; g == 1; r *= 2 {
			x = y
			for range r {
				y = step(y)
			}
			f.p.Tick(r >> 3)
			for k := 0; k < r && g == 1; k += rhoBatch {
				f.p.Tick(rhoBatch >> 3)
				q := uint64(1)
				save = y
				for range min(rhoBatch, r-k) {
					y = step(y)
					q = mul(q, max(x, y)-min(x, y))
				}
				g = gcd64(q, n)
			}
		}
		if g == n {
			for g = 1; g == 1; {
				f.p.Tick(1)
				save = step(save)
				g = gcd64(max(x, save)-min(x, save), n)
			}
		}
		if g != n {
			return g
		}
	}
}

func gcd64(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// rho is rho64 for larger numbers.
func (f *factorizer) rho(n *big.Int) *big.Int {
	one := big.NewInt(1)
	for c := int64(1); ; c++ {
		x, y, save := big.NewInt(2), big.NewInt(2), big.NewInt(2)
		q, g, add := new(big.Int), big.NewInt(1), big.NewInt(c)
		var diff big.Int
		step := func(v *big.Int) { v.Mul(v, v).Add(v, add).Mod(v, n) }
		for r := 1; g.Cmp(one) == 0; r *= 2 {
			x.Set(y)
			for k := range r {
				if k%rhoBatch == 0 {
					f.p.Tick(rhoBatch * (4 + n.BitLen()>>6))
				}
				step(y)
			}
			for k := 0; k < r && g.Cmp(one) == 0; k += rhoBatch {
				f.p.Tick(rhoBatch * (8 + n.BitLen()>>6))
				save.Set(y)
				q.SetInt64(1)
				for range min(rhoBatch, r-k) {
					step(y)
					q.Mul(q, diff.Abs(diff.Sub(x, y))).Mod(q, n)
				}
				g.GCD(nil, nil, q, n)
			}
		}
		if g.Cmp(n) == 0 {
			for g.SetInt64(1); g.Cmp(one) == 0; {
				f.p.Tick(8)
				step(save)
				g.GCD(nil, nil, diff.Abs(diff.Sub(x, save)), n)
			}
		}
		if g.Cmp(n) != 0 {
			return g
		}
	}
}
