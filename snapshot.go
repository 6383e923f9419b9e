package orrery

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
)

// Snapshot is the whole state of an episode as versioned bytes. Format, Build and Base say what can
// read State; State itself belongs to the world that wrote it.
type Snapshot struct {
	Format string // name and version of the layout of State, such as "machine/1"
	Build  string // the build whose behaviour State relies on
	Base   string // digest of the base image that State is a difference from; empty when none
	State  []byte
}

const snapshotMagic = "orrery-snapshot/1\n"

// maxSnapshotLabel bounds Format, Build and Base, in bytes.
const maxSnapshotLabel = 1 << 12

// MarshalBinary writes the snapshot with a checksum: magic line, the three labels and the state,
// each after its length as an unsigned varint, then SHA-256 of all that.
func (s Snapshot) MarshalBinary() ([]byte, error) {
	b := make([]byte, 0, len(snapshotMagic)+len(s.Format)+len(s.Build)+len(s.Base)+len(s.State)+64)
	b = append(b, snapshotMagic...)
	for _, label := range []string{s.Format, s.Build, s.Base} {
		if len(label) > maxSnapshotLabel {
			return nil, Invalidf("snapshot: label of %d bytes, at most %d are allowed", len(label), maxSnapshotLabel)
		}
		b = binary.AppendUvarint(b, uint64(len(label)))
		b = append(b, label...)
	}
	b = binary.AppendUvarint(b, uint64(len(s.State)))
	b = append(b, s.State...)
	sum := sha256.Sum256(b)
	return append(b, sum[:]...), nil
}

// UnmarshalBinary reads what MarshalBinary writes. Anything else is corrupt. The snapshot does not
// keep a reference to data.
func (s *Snapshot) UnmarshalBinary(data []byte) error {
	if !bytes.HasPrefix(data, []byte(snapshotMagic)) {
		head := data[:min(len(data), len(snapshotMagic))]
		return Corruptf("snapshot: starts with %q, this build reads %q", head, snapshotMagic)
	}
	if len(data) < len(snapshotMagic)+sha256.Size {
		return Corruptf("snapshot: %d bytes are too few for one", len(data))
	}
	body, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if got := sha256.Sum256(body); !bytes.Equal(got[:], sum) {
		return Corruptf("snapshot: contents have the checksum %x, the file says %x", got[:8], sum[:8])
	}
	rest := body[len(snapshotMagic):]
	var parts [4][]byte
	for i := range parts {
		n, w := binary.Uvarint(rest)
		if w <= 0 || n > uint64(len(rest)-w) {
			return Corruptf("snapshot: part %d of %d runs past the end", i+1, len(parts))
		}
		parts[i], rest = rest[w:w+int(n)], rest[w+int(n):]
	}
	if len(rest) != 0 {
		return Corruptf("snapshot: %d bytes after the state", len(rest))
	}
	*s = Snapshot{Format: string(parts[0]), Build: string(parts[1]), Base: string(parts[2]), State: bytes.Clone(parts[3])}
	return nil
}

// Check reports whether a reader with want's format, build and base image can read s. If not, the
// error is corrupt and names both sides. State is not looked at.
func (s Snapshot) Check(want Snapshot) error {
	for _, c := range []struct{ what, got, want string }{
		{"format", s.Format, want.Format},
		{"build", s.Build, want.Build},
		{"base image", s.Base, want.Base},
	} {
		if c.got != c.want {
			return Corruptf("snapshot: its %s is %q, this world's is %q", c.what, c.got, c.want)
		}
	}
	return nil
}
