package executed

import (
	"context"
	"os"
	"sync"
	"time"

	"github.com/orrery-world/orrery/internal/clock"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
	"github.com/orrery-world/orrery/internal/sandbox"
)

// streams joins the streams of a process of the machine to those of a run.
type streams struct {
	p     *kern.Proc
	ctx   context.Context
	run   *sandbox.Run
	sigs  map[kern.Signal]kern.Disposition // how p took signals before
	watch clock.Watch                      // since the virtual time was last right
	in    input
	outs  map[int]*os.File // our ends of the output pipes, by descriptor of p
	got   chan chunk
	alive sync.WaitGroup
	// labels are those of files that are not exact
	labels map[string]tree.Label
}

// chunk is what came out of a run at once.
type chunk struct {
	fd   int
	data []byte
}

// start starts the job with p's streams.
func start(ctx context.Context, p *kern.Proc, j *sandbox.Job, labels map[string]tree.Label) (s *streams, err error) {
	s = &streams{p: p, labels: labels, ctx: ctx, sigs: map[kern.Signal]kern.Disposition{}, outs: map[int]*os.File{}, got: make(chan chunk)}
	var theirs []*os.File
	defer func() {
		for _, f := range theirs {
			_ = f.Close()
		}
		if err != nil {
			s.closeAll()
		}
	}()
	if j.Stdin, err = s.in.open(p); err != nil {
		return nil, err
	}
	if j.Stdout, err = s.output(1, &theirs); err != nil {
		return nil, err
	}
	if p.FD(1) != nil && p.FD(1) == p.FD(2) {
		j.Stderr = j.Stdout // one pipe, so that the order stays
	} else if j.Stderr, err = s.output(2, &theirs); err != nil {
		return nil, err
	}
	if s.run, err = sandbox.Start(ctx, *j); err != nil {
		return nil, err
	}
	for fd, f := range s.outs {
		s.alive.Add(1)
		go s.read(fd, f)
	}
	go func() {
		s.alive.Wait()
		close(s.got)
	}()
	s.takeSignals()
	s.watch = clock.Start()
	return s, nil
}

// output makes the pipe for p's descriptor fd; nil, the null device, when it is closed.
func (s *streams) output(fd int, theirs *[]*os.File) (*os.File, error) {
	if s.p.FD(fd) == nil {
		return nil, nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	s.outs[fd] = r
	*theirs = append(*theirs, w)
	return w, nil
}

// chunkSize is how much is taken from a run at once, the size of a pipe.
const chunkSize = 64 << 10

func (s *streams) read(fd int, f *os.File) {
	defer s.alive.Done()
	buf := make([]byte, chunkSize)
	for {
		n, err := f.Read(buf)
		if n > 0 {
			s.got <- chunk{fd, append([]byte(nil), buf[:n]...)}
		}
		if err != nil {
			return
		}
	}
}

// pump carries bytes both ways until the run has ended.
func (s *streams) pump() (sandbox.Result, error) {
	for {
		for sig := s.p.TakePending(); sig != 0; sig = s.p.TakePending() {
			s.run.Signal(int(sig))
		}
		due, at, cancel := s.due()
		select {
		case c, ok := <-s.got:
			if !ok {
				cancel()
				return s.finish()
			}
			s.write(c)
		case <-s.in.want:
			s.feed()
		case <-due:
			s.watch = clock.Start()
			s.p.Elapse(at)
		}
		cancel()
	}
}

// due returns a channel that is closed when the run has taken as long as somebody in the machine waits for: the virtual time,
// which stands still while nobody does, is then at.
func (s *streams) due() (c <-chan struct{}, at int64, cancel context.CancelFunc) {
	at, ok := s.p.Deadline()
	if !ok {
		return nil, 0, func() {}
	}
	ctx, cancel := context.WithTimeout(s.ctx, time.Duration(at-s.p.K.Now())-s.watch.Elapsed())
	return ctx.Done(), at, cancel
}

// takeSignals keeps signals for the run, which may handle them. The process learns of a reader that has gone by its own write.
func (s *streams) takeSignals() {
	for _, sig := range []kern.Signal{kern.SIGHUP, kern.SIGINT, kern.SIGQUIT, kern.SIGUSR1, kern.SIGUSR2, kern.SIGALRM, kern.SIGTERM} {
		if d := s.p.SignalDisposition(sig); d == kern.Default {
			s.sigs[sig] = d
			s.p.SetSignal(sig, kern.Catch)
		}
	}
	s.sigs[kern.SIGPIPE] = s.p.SignalDisposition(kern.SIGPIPE)
	s.p.SetSignal(kern.SIGPIPE, kern.Ignore)
}

// finish waits for what the run reports; its streams have ended.
func (s *streams) finish() (sandbox.Result, error) {
	res, err := s.run.Wait()
	s.in.giveBack(s.p)
	return res, err
}

// taint joins the labels of files that the run has read into the process's.
func (s *streams) taint(read []string) {
	for _, path := range read {
		s.p.Taint(s.labels[path])
	}
}

// write passes a chunk on, labelled by what the program has read by then. When nobody reads it any more, the program shall
// notice as well.
func (s *streams) write(c chunk) {
	if len(s.labels) > 0 {
		s.taint(s.run.Read())
	}
	if _, err := s.p.Write(c.fd, c.data); err != nil {
		_ = s.outs[c.fd].Close()
	}
}

// patience is how long a program that may be waiting for input is given to do something else first.
const patience = 20 * time.Millisecond

// feed gives the program the next piece of its input. Waiting for one lets the virtual time pass, so the program first gets
// the chance to show that it does not wait for it.
func (s *streams) feed() {
	if !s.p.Readable(0) {
		s.p.Drain()
	}
	if !s.p.Readable(0) {
		soon, cancel := context.WithTimeout(s.ctx, patience)
		defer cancel()
		select {
		case c, ok := <-s.got:
			if ok {
				s.write(c)
				s.in.again()
				return
			}
			s.in.stop()
			return
		case <-soon.Done():
		}
	}
	s.in.next(s.p)
}

// dropSignals gives the process its signals back.
func (s *streams) dropSignals() {
	for sig, d := range s.sigs {
		s.p.SetSignal(sig, d)
	}
}

// end leaves nothing behind, however the program is left.
func (s *streams) end() {
	s.dropSignals()
	s.run.Kill()
	s.closeAll()
	for range s.got {
	}
	<-s.run.Done()
	s.in.wait()
}

func (s *streams) closeAll() {
	for _, f := range s.outs {
		_ = f.Close()
	}
	s.in.close()
}

// piece is a stretch of input with its labels.
type piece struct {
	data []byte
	runs []tree.Run
}
