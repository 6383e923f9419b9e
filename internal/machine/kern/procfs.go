package kern

import "github.com/orrery-world/orrery/internal/machine/tree"

// openSynth opens a file whose content is made when it is opened; the node's Target says which.
func (p *Proc) openSynth(n *tree.Node, path string, flags int) (*File, error) {
	if flags&accMode != ReadOnly {
		return nil, tree.EACCES
	}
	return &File{kind: kindBytes, bytes: []byte(p.synth(n.Target)), flags: flags, path: path}, nil
}

func (p *Proc) synth(key string) string {
	switch key {
	case "hostname":
		return p.K.Hostname() + "\n"
	}
	return ""
}
