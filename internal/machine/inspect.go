package machine

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash"

	"github.com/orrery-world/orrery/internal/machine/bash"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// VarChange is a shell variable that a step changed. A nil side means that it did not exist.
type VarChange struct {
	Name     string
	Old, New *string
}

// ChangedVars lists the shell variables of a session that differ from those of an earlier state, by name.
func (m *Machine) ChangedVars(old *Machine) []VarChange {
	if m.shell == nil || m.shell.sh == nil {
		return nil
	}
	var before *bash.Shell
	if old.shell != nil {
		before = old.shell.sh
	}
	if fresh := old.Fork(); before == nil && old.shell != nil {
		// Before its first line the shell does not exist yet; what it then finds is no change of that line.
		if _, err := fresh.Step(context.Background(), ""); err == nil {
			before = fresh.shell.sh
		}
	}
	var out []VarChange
	bash.DiffVars(before, m.shell.sh, func(name string, a, b *string) { out = append(out, VarChange{name, a, b}) })
	return out
}

// Digest returns a hash of everything that a later step can see: equal states have equal digests.
func (m *Machine) Digest() string {
	h := sha256.New()
	put(h, m.pwd, m.oldpwd)
	_ = binary.Write(h, binary.LittleEndian, []int64{m.k.Now(), int64(m.k.NextPID()), int64(m.cwd)})
	m.k.FS.Changed(baseImage(), func(i tree.Ino, n *tree.Node) { digestNode(h, i, n) })
	if m.shell != nil && m.shell.sh != nil {
		_ = json.NewEncoder(h).Encode(m.shell.sh.Save())
	}
	if m.shell != nil {
		put(h, m.shell.since...)
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// put hashes strings with their lengths, so that no two lists hash alike.
func put(h hash.Hash, list ...string) {
	for _, s := range list {
		_ = binary.Write(h, binary.LittleEndian, int64(len(s)))
		h.Write([]byte(s))
	}
}

func digestNode(h hash.Hash, i tree.Ino, n *tree.Node) {
	_ = binary.Write(h, binary.LittleEndian, int64(i))
	if n == nil {
		return
	}
	_ = binary.Write(h, binary.LittleEndian, []int64{int64(n.Kind), int64(n.Perm), int64(n.UID), int64(n.GID), int64(n.Nlink), n.Atime,
		n.Mtime, n.Ctime, int64(n.Label())})
	put(h, n.Target)
	switch n.Kind {
	case tree.Regular:
		put(h, string(n.Bytes()))
	case tree.Dir:
		for _, e := range n.Entries() {
			put(h, e.Name)
			_ = binary.Write(h, binary.LittleEndian, []int64{int64(e.Ino), int64(e.Label)})
		}
	}
}
