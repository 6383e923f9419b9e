package orrery

// Provenance says where a byte of an observation comes from. The zero value is Exact. The order of
// the values is the order in which they join: see [Provenance.Join].
type Provenance uint8

// The provenance kinds.
const (
	Exact    Provenance = iota // computed
	Recalled                   // seen earlier in this episode
	Recorded                   // from a recording or a site file
	Executed                   // a real program, run in a sandbox
	Injected                   // put there by a control
	Imagined                   // a model's
	Derived                    // computed from imagined input
)

var provenanceNames = [...]string{"exact", "recalled", "recorded", "executed", "injected", "imagined", "derived"}

// Provenances returns all kinds in join order. The caller owns the slice.
func Provenances() []Provenance {
	return []Provenance{Exact, Recalled, Recorded, Executed, Injected, Imagined, Derived}
}

// Join returns the provenance of something that depends on both p and q: the later of the two in
// the order exact, recalled, recorded, executed, injected, imagined, derived. Exact is its identity.
func (p Provenance) Join(q Provenance) Provenance { return max(p, q) }

// Computed returns the provenance of a result computed from input of provenance p: derived when p
// is imagined, else p. A program that copies bytes unchanged keeps p instead.
func (p Provenance) Computed() Provenance {
	if p == Imagined {
		return Derived
	}
	return p
}

// Invented reports whether a model had a part in it: imagined or derived.
func (p Provenance) Invented() bool { return p >= Imagined }

// String returns the kind's name, as in JSON.
func (p Provenance) String() string {
	if int(p) < len(provenanceNames) {
		return provenanceNames[p]
	}
	return "invalid"
}

// MarshalText writes the kind's name. An unknown value is invalid.
func (p Provenance) MarshalText() ([]byte, error) {
	if int(p) >= len(provenanceNames) {
		return nil, Invalidf("no provenance kind has the number %d", p)
	}
	return []byte(provenanceNames[p]), nil
}

// UnmarshalText reads a kind's name. An unknown name is invalid.
func (p *Provenance) UnmarshalText(text []byte) error {
	for i, n := range provenanceNames {
		if n == string(text) {
			*p = Provenance(i)
			return nil
		}
	}
	return Invalidf("no provenance kind is called %q", text)
}

// Span marks a run of bytes of one field of an observation with its provenance.
type Span struct {
	Field  string     `json:"field"`  // "text", or a byte field of the result such as "stdout"
	Offset int        `json:"offset"` // in bytes, from the start of the field
	Length int        `json:"length"` // in bytes
	Kind   Provenance `json:"kind"`
}
