package grep_test

import (
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

func TestOptions(t *testing.T)   { each(t, "options", "def stdin\nabc\n", false) }
func TestErrors(t *testing.T)    { each(t, "errors", "", false) }
func TestPatterns(t *testing.T)  { each(t, "patterns", "", false) }
func TestBinary(t *testing.T)    { each(t, "binary", "", false) }
func TestPerl(t *testing.T)      { each(t, "perl", "", false) }
func TestRecursive(t *testing.T) { each(t, "recursive", "def foo\n", true) }

func TestColor(t *testing.T) {
	for _, env := range []string{"", "GREP_COLORS=mt=01;32:fn=1:ln=2:bn=3:se=4:sl=5:cx=6", "GREP_COLORS=sl=5:cx=6:rv", "GREP_COLOR=7",
		"GREP_COLORS=ne:ms=1:mc=2", "GREP_COLORS=foo=1:mt=3", "GREP_COLORS=mt=x", "GREP_COLORS=mt="} {
		for _, args := range difftest.Load(t, "testdata/color.txt") {
			c := &difftest.Case{Args: args, Files: files}
			if env != "" {
				c.Env = []string{env}
			}
			difftest.Compare(t, programs, c)
		}
	}
}
