package machine

import (
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// ImageName returns the name that the executable called name carries in the base image, such as python3.11 for python3; ""
// when the image has no such program.
func ImageName(name string) string {
	fs := baseImage()
	for _, dir := range []string{"/usr/bin/", "/usr/sbin/"} {
		if l, err := fs.Walk(tree.Root, dir+name, &tree.Cred{}, true); err == nil && l.Ino != 0 {
			return kern.ImageName(fs.Node(l.Ino).Bytes())
		}
	}
	return ""
}
