package app

import (
	"errors"
	"fmt"

	"github.com/orrery-world/orrery"
)

// Exit is an exit status that is not a failure of Orrery: that of a simulated command, or a threshold
// that was not met. There is nothing more to say about it.
type Exit int

// Error returns the status in words.
func (e Exit) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// The exit statuses that are not those of an error kind.
const (
	ExitOK        = 0
	ExitUsage     = 2 // also a wrong command line
	ExitThreshold = 3 // a threshold such as --min-exact was not met
)

// StatusRow is a row of the table of exit statuses.
type StatusRow struct {
	Status  int
	Kind    orrery.ErrorKind // empty where no error kind has it
	Meaning string
}

// Statuses returns the whole table of exit statuses, in order. The caller owns it.
func Statuses() []StatusRow {
	return []StatusRow{
		{ExitOK, "", "done"},
		{1, orrery.Infra, "something around Orrery failed: a disk, a stream, an engine"},
		{ExitUsage, orrery.Invalid, "the command line, a file or a field is wrong; the message says where"},
		{ExitThreshold, "", "it ran, and a threshold that was asked for is not met"},
		{4, orrery.Unsupported, "this build or world cannot do it"},
		{5, orrery.Conflict, "somebody else holds or has changed it"},
		{6, orrery.Unauthorized, "credentials are missing or wrong"},
		{7, orrery.Capacity, "a limit is reached: too many episodes, a context too small"},
		{8, orrery.Cutoff, "a budget of thinking or output has cut an answer off"},
		{9, orrery.RoleBreak, "no observation could be had from the model"},
		{10, orrery.Corrupt, "stored data is damaged, or of another build"},
		{130, orrery.Canceled, "interrupted"},
	}
}

// StatusOf returns the exit status for the outcome of a command.
func StatusOf(err error) int {
	if err == nil {
		return ExitOK
	}
	var e Exit
	if errors.As(err, &e) {
		return int(e)
	}
	kind := orrery.KindOf(err)
	for _, row := range Statuses() {
		if row.Kind == kind {
			return row.Status
		}
	}
	return 1
}
