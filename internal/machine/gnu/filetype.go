package gnu

import (
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// FileType names the type of a file as stat and rm print it, such as "regular empty file".
func FileType(st *kern.Stat) string {
	switch st.Kind {
	case tree.Regular:
		if st.Size == 0 {
			return "regular empty file"
		}
		return "regular file"
	case tree.Dir:
		return "directory"
	case tree.Symlink:
		return "symbolic link"
	case tree.CharDev:
		return "character special file"
	case tree.BlockDev:
		return "block special file"
	case tree.Fifo:
		return "fifo"
	case tree.Socket:
		return "socket"
	}
	return "weird file"
}
