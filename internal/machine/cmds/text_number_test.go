package cmds

import "testing"

func TestSeqPrintf(t *testing.T) { diffTextFile(t, "seqprintf", nil) }
