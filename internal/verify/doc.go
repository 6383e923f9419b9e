// Package verify plays recorded trajectories through a world, in order from the start state, and
// compares every answer byte for byte with the recorded one. It reads recorded shell cases and recorded
// episodes, puts the recorder's masks on both sides, and counts what is exact: steps, fields, whole
// episodes.
package verify
