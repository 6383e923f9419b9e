// Package orrery is the contract of Orrery, a deterministic runtime for the environments that AI
// agents act in: given what has happened so far and the agent's next action, a World answers with
// the observation that the real environment would return.
//
// Everything in Orrery is a [World] or wraps one. A World opens an [Episode] from a [Scenario]; an
// Episode answers each [Action] with an [Observation]. What an episode can do beyond that is told
// by optional one-method interfaces: [Forker], [Snapshotter], [Anchorer], [Stater], [Injector],
// [Streamer] and io.Closer.
//
// A simulated failure (exit status 1, an HTTP 500 from a tool) is an Observation. An error means
// that Orrery itself failed; its [ErrorKind] says how, and the episode is exactly as it was before.
//
// The package uses the standard library only.
package orrery

import "context"

// World opens episodes of one kind of environment. It is safe for concurrent use.
type World interface {
	// Open starts an episode in the scenario's start state. Errors: invalid for a scenario that
	// the world cannot read, unsupported for one that it cannot play (for example a History that
	// an exact world cannot resume).
	Open(ctx context.Context, s Scenario) (Episode, error)
}

// Episode is one running environment. Its methods are not concurrent with one another.
type Episode interface {
	// Step plays one action and returns what the agent reads. When it returns an error, the
	// episode is exactly as before the call. After an observation with Done set, Step is invalid.
	Step(ctx context.Context, a Action) (Observation, error)
}
