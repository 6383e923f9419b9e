package orrery

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// RecordFormat names the one recorded format: JSON lines, the first of type episode, then one of
// type turn for each step in order, with those of type anchor and inject between them where the
// episode was told or changed something from outside, then one of type end when it was closed.
const RecordFormat = "orrery-episode/1"

// RecordType tells the lines of a recorded episode apart.
type RecordType string

// The line types.
const (
	RecordEpisode RecordType = "episode" // payload: EpisodeRecord
	RecordTurn    RecordType = "turn"    // payload: TurnRecord
	RecordAnchor  RecordType = "anchor"  // payload: AnchorRecord
	RecordInject  RecordType = "inject"  // payload: InjectRecord
	RecordEnd     RecordType = "end"     // payload: EndRecord
)

// EpisodeRecord is the payload of the first line.
type EpisodeRecord struct {
	Format   string        `json:"format"` // RecordFormat
	ID       string        `json:"id,omitempty"`
	Build    string        `json:"build,omitempty"` // the build that played it
	Scenario Scenario      `json:"scenario"`
	Parent   *ParentRecord `json:"parent,omitempty"` // set on a fork
}

// ParentRecord says where a fork left its parent.
type ParentRecord struct {
	ID   string `json:"id,omitempty"`
	Turn int    `json:"turn"` // turns that the parent had played
	Hash string `json:"hash"` // chain hash of the parent's last line at that point
}

// TurnRecord is the payload of one step: numbered from 1, with spans and usage in the observation.
type TurnRecord struct {
	N    int    `json:"n"`
	Turn Turn   `json:"turn"`
	Sum  string `json:"sum"` // Digest of the observation, so that a replay can be compared without it
}

// AnchorRecord is the payload of what really came back for the turn before it.
type AnchorRecord struct {
	Real       Observation `json:"real"`
	Divergence Divergence  `json:"divergence"`
}

// InjectRecord is the payload of a fault that was applied from outside, with what it changed.
type InjectRecord struct {
	Fault   Fault    `json:"fault"`
	Effects []Effect `json:"effects,omitempty"`
}

// EndRecord is the payload of the last line.
type EndRecord struct {
	Turns int   `json:"turns"`
	Usage Usage `json:"usage,omitzero"` // sum over the turns
}

// Record is one line of a recorded episode: {"type","hash","data"}. Hash chains it to all lines
// before it, so that no line can be changed, dropped or moved unnoticed.
type Record struct {
	Type RecordType      `json:"type"`
	Hash string          `json:"hash"`
	Data json.RawMessage `json:"data"`
}

// Chain is the running hash over the lines of a recorded episode. The zero value is its start; a
// copy is an independent chain.
type Chain struct {
	last string
}

// Last returns the hash of the last line, "" before the first.
func (c *Chain) Last() string { return c.last }

// Append returns the record for a payload as one line of JSON, newline included, and moves the
// chain on. A payload that JSON cannot carry is invalid, and the chain stays where it is.
func (c *Chain) Append(t RecordType, payload any) ([]byte, error) {
	data, err := encode(payload)
	if err != nil {
		return nil, err
	}
	r := Record{Type: t, Hash: link(c.last, t, data), Data: data}
	line, err := encode(r)
	if err != nil {
		return nil, err
	}
	c.last = r.Hash
	return append(line, '\n'), nil
}

// Verify moves the chain over a record that was read. One that does not follow from the lines
// before it is corrupt, with both hashes named, and the chain stays where it is.
func (c *Chain) Verify(r Record) error {
	if want := link(c.last, r.Type, r.Data); want != r.Hash {
		return Corruptf("this %s line and those before it hash to %.12s, the line says %.12s", r.Type, want, r.Hash)
	}
	c.last = r.Hash
	return nil
}

// link computes a line's hash from the one before and the payload's bytes as they stand in the line.
func link(last string, t RecordType, data []byte) string {
	h := sha256.New()
	h.Write([]byte(last + "\n" + string(t) + "\n"))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// Digest returns SHA-256 in hexadecimal over the observation's JSON: equal observations have equal
// digests. An observation that JSON cannot carry (a reward that is not a number) is invalid.
func (o Observation) Digest() (string, error) {
	data, err := encode(o)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// CheckReplay compares what a replay answered at a recorded turn. Another answer is corrupt, with
// both digests named: another build must not fork a history silently.
func (t TurnRecord) CheckReplay(o Observation) error {
	got, err := o.Digest()
	if err != nil {
		return err
	}
	if got != t.Sum {
		return Corruptf("turn %d: the recording has the observation %.12s, this build answers %.12s", t.N, t.Sum, got)
	}
	return nil
}
