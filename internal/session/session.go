// Package session keeps named episodes between calls: one file a session, a snapshot of the episode,
// written anew as a whole after every step and locked while it is in use.
package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/clock"
)

// Store is a folder of named sessions.
type Store struct {
	Dir  string        // made, for its owner only, when the first session is kept
	Wait time.Duration // how long Open waits for another user of a session; 0 means DefaultWait
}

// DefaultWait is how long Open waits for another user of the session.
const DefaultWait = 10 * time.Second

// maxName is the longest name of a session, in bytes.
const maxName = 128

const (
	snapshotEnd = ".snapshot"
	lockEnd     = ".lock"
)

// CheckName reports a name that cannot be that of a session, as an invalid error.
func CheckName(name string) error {
	bad := func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("._-", c)
	}
	if name == "" || len(name) > maxName || name[0] == '.' || name[0] == '-' || strings.ContainsFunc(name, bad) {
		return orrery.Invalidf("%q cannot be the name of a session", name).
			Hinted("letters, digits, dot, dash and underscore, not beginning with a dot or dash, at most 128")
	}
	return nil
}

// Session is one named session, held by this process until Close.
type Session struct {
	name string
	dir  string
	lock *os.File
}

// Open takes hold of a session, which need not exist yet. When another process holds it for longer than
// the store waits, the error is a conflict.
func (s Store) Open(ctx context.Context, name string) (*Session, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return nil, orrery.Infraf("sessions: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(s.Dir, name+lockEnd), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, orrery.Infraf("session %s: %w", name, err)
	}
	if err := s.take(ctx, lock, name); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return &Session{name: name, dir: s.Dir, lock: lock}, nil
}

// take locks the file. Locks of this kind are gone when their process is, however it ended.
func (s Store) take(ctx context.Context, lock *os.File, name string) error {
	wait := s.Wait
	if wait <= 0 {
		wait = DefaultWait
	}
	const pause = 20 * time.Millisecond
	for watch := clock.Start(); ; {
		err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, syscall.EINTR):
			continue
		case !errors.Is(err, syscall.EWOULDBLOCK):
			return orrery.Infraf("session %s: lock: %w", name, err)
		case watch.Elapsed() >= wait:
			return orrery.Errorf(orrery.Conflict, "the session %q is in use by another process", name).
				Hinted("wait for it to end, or use another name")
		}
		if err := clock.Sleep(ctx, pause); err != nil {
			return orrery.ContextError(ctx)
		}
	}
}

// Load returns what was kept last. ok is false for a session that is new. A file that is no snapshot is
// corrupt and named.
func (s *Session) Load() (snap orrery.Snapshot, ok bool, err error) {
	path := s.path()
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return orrery.Snapshot{}, false, nil
	}
	if err != nil {
		return orrery.Snapshot{}, false, orrery.Infraf("session %s: %w", s.name, err)
	}
	if err := snap.UnmarshalBinary(data); err != nil {
		return orrery.Snapshot{}, false, s.Misfit(err)
	}
	return snap, true, nil
}

// Misfit words an error about the kept snapshot: which file it is and how to begin anew.
func (s *Session) Misfit(err error) error {
	return orrery.Errorf(orrery.KindOf(err), "session %q: %w", s.name, err).At(s.path(), 0, "").
		Hinted("start it anew with --reset")
}

// Keep writes the snapshot in place of the last one: after a crash there is the one or the other, never
// a half.
func (s *Session) Keep(snap orrery.Snapshot) error {
	data, err := snap.MarshalBinary()
	if err != nil {
		return fmt.Errorf("session %s: %w", s.name, err)
	}
	if err := Replace(s.path(), data); err != nil {
		return orrery.Infraf("session %s could not be kept: %w", s.name, err)
	}
	return nil
}

// Replace writes a file in place of what was there: after a crash there is the one or the other. Only its
// owner can read it.
func Replace(path string, data []byte) (err error) {
	f, err := os.OpenFile(path+".new", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Rename(path+".new", path); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// Remove forgets the session. One that does not exist is forgotten already.
func (s *Session) Remove() error {
	if err := os.Remove(s.path()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return orrery.Infraf("session %s: %w", s.name, err)
	}
	return nil
}

// Close lets go of the session.
func (s *Session) Close() error { return s.lock.Close() }

func (s *Session) path() string { return filepath.Join(s.dir, s.name+snapshotEnd) }
