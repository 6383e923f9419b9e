package kern

import "github.com/orrery-world/orrery/internal/machine/tree"

// TakeFDs takes p's descriptors away without closing them, for a session that goes on in a later Run.
func (p *Proc) TakeFDs() []*File {
	fds := append([]*File(nil), p.fds...) // p.fds may be part of p
	p.fds = nil
	return fds
}

// Redirect points every description that writes to a sink of the map's keys to the sink that the map gives for it, in all
// processes.
func (p *Proc) Redirect(to map[*Sink]*Sink) {
	for _, q := range p.K.procs {
		for _, f := range q.fds {
			if f != nil && f.kind == kindSink {
				if s, ok := to[f.sink]; ok {
					f.sink = s
				}
			}
		}
	}
}

// CloneFiles copies descriptors at rest, so that two forks do not share positions: descriptors of one description stay so,
// the ends of a pipe stay those of one pipe, and sinks are replaced as the map says.
func CloneFiles(files []*File, sinks map[*Sink]*Sink) []*File {
	if files == nil {
		return nil
	}
	done := map[*File]*File{}
	pipes := map[*Pipe]*Pipe{}
	out := make([]*File, len(files))
	for i, f := range files {
		if f == nil {
			continue
		}
		if g, ok := done[f]; ok {
			out[i] = g
			continue
		}
		g := *f
		g.refs = 0
		if f.kind == kindSink {
			if s, ok := sinks[f.sink]; ok {
				g.sink = s
			}
		}
		if f.pipe != nil {
			g.pipe = clonePipe(f.pipe, pipes)
		}
		done[f], out[i] = &g, &g
	}
	return out
}

func clonePipe(q *Pipe, done map[*Pipe]*Pipe) *Pipe {
	if c, ok := done[q]; ok {
		return c
	}
	c := &Pipe{buf: append([]byte(nil), q.buf...), runs: append([]tree.Run(nil), q.runs...), off: q.off, readers: q.readers,
		writers: q.writers}
	done[q] = c
	return c
}
