package gnu

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// Backup says how a program keeps a file that it is about to replace.
type Backup uint8

// The ways to keep one.
const (
	BackupNone     Backup = iota
	BackupSimple          // always FILE~
	BackupExisting        // FILE.~N~ if there are numbered backups, else FILE~
	BackupNumbered        // FILE.~N~
)

var (
	backupWords  = []string{"none", "off", "simple", "never", "existing", "nil", "numbered", "t"}
	backupValues = []int{0, 0, 1, 1, 2, 2, 3, 3}
)

// ParseBackup reads the argument of --backup; without one, $VERSION_CONTROL decides. Ok is false when it has printed a
// complaint.
func ParseBackup(p *kern.Proc, val string) (b Backup, ok bool) {
	option := "backup type"
	if val == "" {
		v, set := p.Getenv("VERSION_CONTROL")
		if !set || v == "" {
			return BackupExisting, true
		}
		val, option = v, "$VERSION_CONTROL"
	}
	v, ok := ArgMatch(p, option, val, backupWords, backupValues)
	return Backup(v), ok
}

// BackupSuffix returns the suffix of simple backups: option, else $SIMPLE_BACKUP_SUFFIX, else "~".
func BackupSuffix(p *kern.Proc, option string) string {
	if option == "" {
		option, _ = p.Getenv("SIMPLE_BACKUP_SUFFIX")
	}
	if option == "" || strings.IndexByte(option, '/') >= 0 {
		return "~"
	}
	return option
}

// BackupName returns the name that a backup of file gets.
func BackupName(p *kern.Proc, file string, b Backup, suffix string) string {
	if b == BackupSimple {
		return file + suffix
	}
	dir, base := ".", file
	if i := strings.LastIndexByte(file, '/'); i >= 0 {
		dir, base = file[:i+1], file[i+1:]
	}
	highest := int64(0)
	list, err := p.ReadDirQuiet(dir)
	if err == nil {
		for _, e := range list {
			rest, ok := strings.CutPrefix(e.Name, base+".~")
			if !ok {
				continue
			}
			num, ok := strings.CutSuffix(rest, "~")
			if n, err := strconv.ParseInt(num, 10, 64); ok && err == nil && num[0] >= '1' && num[0] <= '9' && n > highest {
				highest = n
				p.Taint(e.Label)
			}
		}
	}
	if highest == 0 && b == BackupExisting {
		return file + suffix
	}
	return file + ".~" + strconv.FormatInt(highest+1, 10) + "~"
}
