package executed

import (
	"errors"
	"io"
	"os"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// input is the standard input of a run. What can be sought, such as a file or a here-document, is given as a file, and the
// place where the program left it is taken over. A pipe is fed piece by piece, and what the program leaves unread goes back.
type input struct {
	file   *os.File // a seekable input
	at     int64    // where the machine's input stood
	r, w   *os.File // a pipe: its other end and ours
	want   chan struct{}
	pieces chan []byte
	fed    []piece // what was given to the pipe and may not have been read
	size   int64   // bytes in fed
	over   bool    // nothing more is given
	done   chan struct{}
}

// open returns what the run gets as standard input; nil is the null device.
func (in *input) open(p *kern.Proc) (*os.File, error) {
	if p.FD(0) == nil {
		return nil, nil
	}
	at, err := p.Seek(0, 0, 1)
	if err != nil {
		return in.openPipe()
	}
	data, err := readAll(p)
	if err != nil {
		return nil, nil // what cannot be read, such as a directory or an output, is nothing to the run either
	}
	if len(data) == 0 {
		return nil, nil
	}
	in.at = at
	if in.file, err = unlinked(data); err != nil {
		return nil, err
	}
	return in.file, nil
}

// maxDevice is how much of a device that never ends a run is given.
const maxDevice = 1 << 20

func readAll(p *kern.Proc) ([]byte, error) {
	st, err := p.StatFD(0)
	if err != nil || st.Kind != tree.CharDev {
		return p.ReadAll(0)
	}
	data := make([]byte, maxDevice)
	n, err := p.Read(0, data)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return data[:n], err
}

// unlinked returns a file that holds data, has no name and stands at its start.
func unlinked(data []byte) (*os.File, error) {
	f, err := os.CreateTemp("", "orrery-stdin-")
	if err != nil {
		return nil, err
	}
	err = os.Remove(f.Name())
	if err == nil {
		_, err = f.Write(data)
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (in *input) openPipe() (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	in.r, in.w = r, w
	in.want, in.pieces, in.done = make(chan struct{}, 1), make(chan []byte), make(chan struct{})
	in.want <- struct{}{}
	go func() {
		defer close(in.done)
		for b := range in.pieces {
			if _, err := w.Write(b); err != nil {
				continue // closed under us: the run has ended
			}
			in.want <- struct{}{}
		}
	}()
	return r, nil
}

// again asks for input once more, later.
func (in *input) again() { in.want <- struct{}{} }

// next takes the next piece from the machine, waiting for it, and gives it to the run.
func (in *input) next(p *kern.Proc) {
	buf := make([]byte, chunkSize/2)
	n, runs, err := p.ReadRuns(0, buf)
	if errors.Is(err, tree.EINTR) {
		in.again()
		return
	}
	if n == 0 || err != nil {
		in.stop()
		return
	}
	p.Taint(tree.JoinRuns(runs))
	in.fed = append(in.fed, piece{buf[:n], runs})
	in.size += int64(n)
	for len(in.fed) > 1 && in.size-int64(len(in.fed[0].data)) > 2*chunkSize { // longer than the pipe: it has been read
		in.size -= int64(len(in.fed[0].data))
		in.fed = in.fed[1:]
	}
	in.pieces <- buf[:n]
}

// stop ends the input.
func (in *input) stop() {
	if !in.over && in.w != nil {
		in.over = true
		close(in.pieces)
		_ = in.w.Close()
	}
}

// giveBack gives the machine what the run has left unread.
func (in *input) giveBack(p *kern.Proc) {
	switch {
	case in.file != nil:
		if here, err := in.file.Seek(0, io.SeekCurrent); err == nil {
			_, _ = p.Seek(0, in.at+here, 0) // it could be sought before
		}
	case in.r != nil:
		in.stop()
		in.wait()
		left, err := io.ReadAll(in.r)
		if err == nil {
			in.unread(p, left)
		}
	}
}

// unread pushes the end of what was fed back to the machine's pipe.
func (in *input) unread(p *kern.Proc, left []byte) {
	if int64(len(left)) > in.size {
		return
	}
	skip := in.size - int64(len(left))
	var data []byte
	var runs []tree.Run
	for _, x := range in.fed {
		n := int64(len(x.data))
		if skip >= n {
			skip -= n
			continue
		}
		for _, r := range orExact(tree.SliceRuns(x.runs, skip, n-skip), n-skip) {
			runs = tree.AppendRun(runs, int64(len(data)), r.N, r.L)
			data = append(data, x.data[skip:skip+r.N]...)
			skip += r.N
		}
		skip = 0
	}
	p.Unread(0, data, runs)
}

// orExact spells out runs that are all exact.
func orExact(runs []tree.Run, n int64) []tree.Run {
	if len(runs) == 0 {
		return []tree.Run{{N: n, L: tree.Exact}}
	}
	return runs
}

// wait waits until nothing feeds the pipe any more.
func (in *input) wait() {
	if in.done != nil {
		<-in.done
	}
}

func (in *input) close() {
	in.stop()
	for _, f := range []*os.File{in.r, in.w, in.file} {
		if f != nil {
			_ = f.Close()
		}
	}
}
