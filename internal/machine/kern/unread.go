package kern

import "github.com/orrery-world/orrery/internal/machine/tree"

// Unread puts bytes that were read from the pipe at fd, with their labels, back in front of what it holds: a program that
// takes input ahead of its use gives back what it has not used. Anything but a pipe stays as it is.
func (p *Proc) Unread(fd int, b []byte, runs []tree.Run) {
	f := p.FD(fd)
	if f == nil || f.kind != kindPipeRead || len(b) == 0 {
		return
	}
	q := f.pipe
	rest := q.buf[q.off:]
	restRuns := tree.SliceRuns(q.runs, int64(q.off), int64(len(rest)))
	buf := append(make([]byte, 0, len(b)+len(rest)), b...)
	out := append([]tree.Run(nil), runs...)
	at := int64(len(b))
	if restRuns == nil {
		restRuns = []tree.Run{{N: int64(len(rest)), L: tree.Exact}}
	}
	for _, r := range restRuns {
		if r.N > 0 {
			out = tree.AppendRun(out, at, r.N, r.L)
			at += r.N
		}
	}
	q.buf, q.runs, q.off = append(buf, rest...), out, 0
	p.K.wakeAll(&q.readable)
}
