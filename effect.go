package orrery

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// EffectKind names one sort of change that a step can make to state.
type EffectKind string

// The effect kinds. A moved file is a removal and a creation: the difference of two states does
// not show how one became the other.
const (
	FileCreated     EffectKind = "file_created"
	FileModified    EffectKind = "file_modified" // contents, type or link target
	FileRemoved     EffectKind = "file_removed"
	FileMode        EffectKind = "file_mode"
	FileOwner       EffectKind = "file_owner" // user or group
	CwdChanged      EffectKind = "cwd"
	VariableChanged EffectKind = "variable"
	ProcessChanged  EffectKind = "process"         // started or ended and still seen after the step
	RecordChanged   EffectKind = "record"          // an entry of a domain's own store
	NetworkAttempt  EffectKind = "network_attempt" // nothing left the machine
)

// EffectKinds returns all effect kinds in their fixed order. The caller owns the slice.
func EffectKinds() []EffectKind {
	return []EffectKind{FileCreated, FileModified, FileRemoved, FileMode, FileOwner, CwdChanged,
		VariableChanged, ProcessChanged, RecordChanged, NetworkAttempt}
}

// Effect is one change that a step made to state, found by difference of the states before and after.
type Effect struct {
	Kind   EffectKind
	Name   string // absolute path, variable name, process id, record key or host:port
	Before *Side  // nil when it did not exist
	After  *Side  // nil when it no longer exists
}

type effectWire struct {
	Kind   EffectKind `json:"kind"`
	Name   string     `json:"name"`
	Exact  []byte     `json:"name_b64,omitempty"`
	Before *Side      `json:"before,omitempty"`
	After  *Side      `json:"after,omitempty"`
}

// MarshalJSON writes the effect; a name that is not UTF-8 also as base64.
func (e Effect) MarshalJSON() ([]byte, error) {
	w := effectWire{Kind: e.Kind, Before: e.Before, After: e.After}
	w.Name, w.Exact = readable(e.Name)
	return encode(w)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Effect) UnmarshalJSON(data []byte) error {
	var w effectWire
	if err := json.Unmarshal(data, &w); err != nil {
		return Invalidf("effect: %w", err)
	}
	*e = Effect{Kind: w.Kind, Name: string(exactBytes(w.Name, w.Exact)), Before: w.Before, After: w.After}
	return nil
}

// Side is what a thing was before or after a step.
type Side struct {
	Type      string // of a file: "file", "dir", "symlink", "fifo", "char", "block", "socket"; else empty
	Hash      string // SHA-256 of the whole contents in hexadecimal; empty where there are none
	Size      int64  // of the whole contents, in bytes
	Mode      uint32 // permission bits of a file, with set-id and sticky bits
	UID, GID  uint32 // owner and group of a file
	Content   []byte // contents, link target or value, at most as long as the cap of whoever made it
	Truncated bool   // Content is shorter than Size
}

type sideWire struct {
	Type      string `json:"type,omitempty"`
	Hash      string `json:"hash,omitempty"`
	Size      int64  `json:"size"`
	Mode      uint32 `json:"mode,omitempty"`
	UID       uint32 `json:"uid,omitempty"`
	GID       uint32 `json:"gid,omitempty"`
	Content   string `json:"content,omitempty"`
	Exact     []byte `json:"content_b64,omitempty"`
	Truncated bool   `json:"truncated,omitempty"`
}

// MarshalJSON writes the side; contents that are not UTF-8 also as base64.
func (s Side) MarshalJSON() ([]byte, error) {
	w := sideWire{Type: s.Type, Hash: s.Hash, Size: s.Size, Mode: s.Mode, UID: s.UID, GID: s.GID, Truncated: s.Truncated}
	w.Content, w.Exact = readable(s.Content)
	return encode(w)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Side) UnmarshalJSON(data []byte) error {
	var w sideWire
	if err := json.Unmarshal(data, &w); err != nil {
		return Invalidf("effect side: %w", err)
	}
	*s = Side{Type: w.Type, Hash: w.Hash, Size: w.Size, Mode: w.Mode, UID: w.UID, GID: w.GID,
		Content: exactBytes(w.Content, w.Exact), Truncated: w.Truncated}
	return nil
}

// NewSide returns a side with hash, size and at most limit bytes of the contents, copied. A
// negative limit keeps all of them.
func NewSide(content []byte, limit int) *Side {
	sum := sha256.Sum256(content)
	s := &Side{Hash: hex.EncodeToString(sum[:]), Size: int64(len(content))}
	if limit >= 0 && len(content) > limit {
		content, s.Truncated = content[:limit], true
	}
	s.Content = append([]byte(nil), content...)
	return s
}
