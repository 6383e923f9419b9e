package sandbox

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/orrery-world/orrery/internal/clock"
)

// memoryEvery is how often the memory of all processes is looked at.
const memoryEvery = 50 * time.Millisecond

// watchMemory ends the run when all processes together hold more than most bytes. Without /proc there is only the limit of each
// process.
func watchMemory(most int64, end func(Stop)) {
	for clock.Sleep(context.Background(), memoryEvery) == nil {
		if resident() > most {
			end(ByMemory)
		}
	}
}

// resident returns the bytes that the sandbox's processes, but for this one, have in memory.
func resident() int64 {
	names, err := filepath.Glob("/proc/[0-9]*/statm")
	if err != nil {
		return 0
	}
	pages := int64(0)
	for _, name := range names {
		if name == "/proc/1/statm" {
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			continue // it has just ended
		}
		if f := strings.Fields(string(b)); len(f) > 1 {
			n, err := strconv.ParseInt(f[1], 10, 64)
			if err == nil {
				pages += n
			}
		}
	}
	return pages * int64(os.Getpagesize())
}
