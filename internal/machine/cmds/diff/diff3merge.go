package diff

// conflict says whether a block is printed by a merge or a script, and whether as a conflict.
func (m *merger) conflict(b *block) (print, conflict bool) {
	switch b.odd {
	case oddSecond:
		return m.showAll, true
	case oddThird:
		return !m.overlap, false
	case allDiffer:
		return !m.easy, m.flagging
	}
	return false, false
}

func (m *merger) lines(f int, s span) {
	for k := s.from; k < s.to; k++ {
		m.out = append(m.out, m.files[f].line(k)...)
		m.spill()
	}
}

// merged prints the first file with what changed between the other two.
func (m *merger) merged(blocks []block) {
	at := 0
	for i := range blocks {
		b := &blocks[i]
		print, conflict := m.conflict(b)
		if !print {
			continue
		}
		m.lines(0, span{at, b.spans[0].from})
		if conflict {
			m.conflicts = true
			mark := "<<<<<<< "
			if b.odd == allDiffer {
				m.str(mark + m.labels[0] + "\n")
				m.lines(0, b.spans[0])
				mark = "||||||| "
			}
			if m.showAll {
				m.str(mark + m.labels[1] + "\n")
				m.lines(1, b.spans[1])
			}
			m.str("=======\n")
		}
		m.lines(2, b.spans[2])
		if conflict {
			m.str(">>>>>>> " + m.labels[2] + "\n")
		}
		at = b.spans[0].to
	}
	m.lines(0, span{at, m.files[0].lines})
}

// edScript prints commands for ed that change the first file, from its end to its start.
func (m *merger) edScript(blocks []block) {
	for i := len(blocks) - 1; i >= 0; i-- {
		b := &blocks[i]
		print, conflict := m.conflict(b)
		s := b.spans[0]
		switch {
		case !print:
		case conflict:
			m.conflicts = true
			m.edConflict(b)
		case b.spans[2].lines() == 0:
			m.edRange(s)
			m.str("d\n")
		default:
			if s.lines() == 0 {
				m.number(s.to)
				m.str("a\n")
			} else {
				m.edRange(s)
				m.str("c\n")
			}
			m.undot(m.dotted(2, b.spans[2]), s.from+1, b.spans[2].lines())
		}
	}
	if m.final {
		m.str("w\nq\n")
	}
}

func (m *merger) edRange(s span) {
	if s.lines() > 1 {
		m.number(s.from + 1)
		m.str(",")
	}
	m.number(s.to)
}

// edConflict puts marks around a conflict.
func (m *merger) edConflict(b *block) {
	s := b.spans[0]
	m.number(s.to)
	m.str("a\n")
	dots := false
	if b.odd == allDiffer {
		if m.showAll {
			m.str("||||||| " + m.labels[1] + "\n")
			dots = m.dotted(1, b.spans[1])
		}
		m.str("=======\n")
		dots = m.dotted(2, b.spans[2]) || dots
	}
	m.str(">>>>>>> " + m.labels[2] + "\n")
	m.undot(dots, s.to+2, b.spans[1].lines()+b.spans[2].lines()+1)
	m.number(s.from)
	m.str("a\n<<<<<<< ")
	dots = false
	if b.odd == allDiffer {
		m.str(m.labels[0] + "\n")
	} else {
		m.str(m.labels[1] + "\n")
		dots = m.dotted(1, b.spans[1])
		m.str("=======\n")
	}
	m.undot(dots, s.from+2, b.spans[1].lines())
}

// dotted prints lines with another dot before those that begin with one, and says whether there were any.
func (m *merger) dotted(f int, s span) (dots bool) {
	for k := s.from; k < s.to; k++ {
		line := m.files[f].line(k)
		if line[0] == '.' {
			dots = true
			m.str(".")
		}
		m.out = append(m.out, line...)
		if line[len(line)-1] != '\n' {
			m.str("\n")
		}
		m.spill()
	}
	return dots
}

// undot ends the lines of a command and takes the added dots away.
func (m *merger) undot(dots bool, from, n int) {
	m.str(".\n")
	if !dots {
		return
	}
	m.number(from)
	if n > 1 {
		m.str(",")
		m.number(from + n - 1)
	}
	m.str("s/^\\.//\n")
}
