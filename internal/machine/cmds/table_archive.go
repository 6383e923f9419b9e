package cmds

import (
	"github.com/orrery-world/orrery/internal/machine/cmds/gzip"
	"github.com/orrery-world/orrery/internal/machine/cmds/tar"
	"github.com/orrery-world/orrery/internal/machine/cmds/zip"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// ArchivePrograms returns the programs that pack, compress and unpack files.
func ArchivePrograms() map[string]kern.Program {
	return map[string]kern.Program{
		"gunzip":     gzip.Gunzip,
		"gzip":       gzip.Gzip,
		"tar":        tar.Program,
		"uncompress": gzip.Gunzip,
		"zcat":       gzip.Zcat,
		"zcmp":       gzip.Zdiff,
		"zdiff":      gzip.Zdiff,
		"zegrep":     gzip.Zgrep,
		"zfgrep":     gzip.Zgrep,
		"zgrep":      gzip.Zgrep,
		"zless":      gzip.Zless,
		"unzip":      zip.Unzip,
		"zip":        zip.Zip,
		"zipinfo":    zip.Zipinfo,
		"zmore":      gzip.Zless,
	}
}
