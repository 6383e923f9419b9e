package machine_test

import (
	"os"
	"strconv"
	"testing"
)

// TestArchiveDump is for looking at one script: it prints what the machine answers.
func TestArchiveDump(t *testing.T) {
	script := os.Getenv("ARCHIVE_SCRIPT")
	if script == "" {
		t.Skip("only by hand")
	}
	uid, _ := strconv.Atoi(os.Getenv("ARCHIVE_UID"))
	r := archiveGuest(t, script, uid)
	t.Log(r.out, r.err)
}
