package bash

import (
	"errors"
	"sort"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/regex"
	"github.com/orrery-world/orrery/internal/machine/tree"
	"mvdan.cc/sh/v3/syntax"
)

// Saved is the state of a shell at rest as plain data: what Save gives and Load takes. Lists are in a fixed order, so that
// equal shells give equal data.
type Saved struct {
	Arg0, Pwd, LastArg              SavedStr
	Name                            string
	Voice                           Voice
	Dash                            bool
	PID, PPID, LastBg, Line, Status int
	Pipes                           []int
	Set, Shopt                      uint64
	Random                          uint32
	Started                         int64
	GetoptInd, GetoptAt             int
	Params, Dirs                    []SavedStr
	Vars                            []SavedVar
	Funcs                           []SavedFunc
	Aliases                         []SavedEntry
	Traps                           []SavedTrap
	Jobs                            []SavedJob
	Done                            []SavedJob
	Hashed                          []SavedEntry
	Hits                            []int // of Hashed, in the same order
	Disabled                        []string
}

// SavedStr is a Str; the bytes need not be UTF-8.
type SavedStr struct {
	B []byte     `json:",omitempty"`
	L tree.Label `json:",omitempty"`
}

// SavedEntry is a name with a text.
type SavedEntry struct {
	Name string
	Text SavedStr
}

// SavedVar is one variable.
type SavedVar struct {
	Name    string
	Attr    Attr `json:",omitempty"`
	Set     bool
	Val     SavedStr
	Elems   []SavedElem `json:",omitempty"`
	Dynamic bool        `json:",omitempty"`
}

// SavedElem is one element of an array.
type SavedElem struct {
	Index int64      `json:",omitempty"`
	Key   []byte     `json:",omitempty"`
	KeyL  tree.Label `json:",omitempty"`
	Val   SavedStr
}

// SavedFunc is one function, as the text that defines it.
type SavedFunc struct {
	Name, Text, Source string
	Line               int
	Label              tree.Label
	Export, Trace      bool
}

// SavedTrap is one trap.
type SavedTrap struct {
	N   int
	Cmd SavedStr
}

// SavedJob is a background job that has ended.
type SavedJob struct {
	ID, PID int
	End     kern.Status
	Text    string
	Told    bool
}

func saveStr(s Str) SavedStr { return SavedStr{B: []byte(s.S), L: s.L} }
func (s SavedStr) load() Str { return Str{S: string(s.B), L: s.L} }
func saveStrs(l []Str) (out []SavedStr) {
	for _, s := range l {
		out = append(out, saveStr(s))
	}
	return out
}

func loadStrs(l []SavedStr) (out []Str) {
	for _, s := range l {
		out = append(out, s.load())
	}
	return out
}

// Save returns the state of a shell at rest.
func (sh *Shell) Save() *Saved {
	s := &Saved{Arg0: saveStr(sh.arg0), Pwd: saveStr(sh.pwd), LastArg: saveStr(sh.lastArg), Name: sh.name, Voice: sh.voice, Dash: sh.dash,
		PID: sh.pid, PPID: sh.ppid, LastBg: sh.lastBg, Line: sh.line, Status: sh.status, Pipes: sh.pipes, Set: sh.opts.set,
		Shopt: sh.opts.shopt, Random: sh.random, Started: sh.started, GetoptInd: sh.getopt.ind, GetoptAt: sh.getopt.at,
		Params: saveStrs(sh.params), Dirs: saveStrs(sh.dirs)}
	s.saveVars(sh)
	for _, n := range sh.funcs.names() {
		f := sh.funcs.get(n)
		s.Funcs = append(s.Funcs, SavedFunc{n, f.unit.FormatFunction(f.decl), f.source, f.line, f.label, f.export, f.trace})
	}
	for _, n := range sh.aliases.names() {
		s.Aliases = append(s.Aliases, SavedEntry{n, saveStr(sh.aliases.m[n])})
	}
	if sh.traps != nil {
		for n, cmd := range sh.traps.cmds {
			s.Traps = append(s.Traps, SavedTrap{n, saveStr(cmd)})
		}
		sort.Slice(s.Traps, func(i, j int) bool { return s.Traps[i].N < s.Traps[j].N })
	}
	if t := sh.jobs.freeze(); t != nil {
		for _, j := range t.list {
			s.Jobs = append(s.Jobs, SavedJob{j.id, j.pid, j.end, j.text, j.told})
		}
		for pid, st := range t.done {
			s.Done = append(s.Done, SavedJob{PID: pid, End: st})
		}
		sort.Slice(s.Done, func(i, j int) bool { return s.Done[i].PID < s.Done[j].PID })
	}
	for _, h := range sh.hashed.entries() {
		s.Hashed = append(s.Hashed, SavedEntry{h.name, SavedStr{B: []byte(h.file)}})
		s.Hits = append(s.Hits, h.hits)
	}
	for n, off := range sh.disabled {
		if off {
			s.Disabled = append(s.Disabled, n)
		}
	}
	sort.Strings(s.Disabled)
	return s
}

func (s *Saved) saveVars(sh *Shell) {
	names := make([]string, 0, sh.global.m.size())
	sh.global.each(func(n string, v *Var) {
		// Of what is gone, only what every shell starts with would come back.
		if _, ok := sh.global.base[n]; ok || v.Attr&attrGone == 0 {
			names = append(names, n)
		}
	})
	sort.Strings(names)
	for _, n := range names {
		v, _ := sh.global.stored(n)
		sv := SavedVar{Name: n, Attr: v.Attr, Set: v.Set, Val: saveStr(v.Str), Dynamic: v.dynamic != nil}
		for _, e := range v.Arr.Elems() {
			sv.Elems = append(sv.Elems, SavedElem{e.Index, []byte(e.Key), e.KeyL, saveStr(e.Val)})
		}
		s.Vars = append(s.Vars, sv)
	}
}

// Load makes a shell of saved state; it waits for Enter. The error says what in the data does not fit.
func Load(s *Saved) (*Shell, error) {
	sh := &Shell{regexes: &regex.Cache{}, global: newTable(), funcs: &funcTable{}, aliases: &aliasTable{}, voice: s.Voice, dash: s.Dash, pid: s.PID, ppid: s.PPID,
		arg0: s.Arg0.load(), pwd: s.Pwd.load(), lastArg: s.LastArg.load(), name: s.Name, lastBg: s.LastBg, line: s.Line, status: s.Status,
		pipes: s.Pipes, opts: options{s.Set, s.Shopt}, random: s.Random, started: s.Started,
		getopt: getoptState{s.GetoptInd, s.GetoptAt}, params: loadStrs(s.Params), dirs: loadStrs(s.Dirs), unit: &parse.Unit{}}
	sh.global.base = baseVars
	if s.Dash {
		sh.global.base = dashVars
	}
	for _, v := range s.Vars {
		sh.global.set(v.Name, v.load(sh.global.identity()))
	}
	for _, f := range s.Funcs {
		u, err := parse.New(f.Text+"\n", parse.Options{Mode: parse.Script, ExtGlob: true, FirstLine: max(f.Line, 1)}).Next()
		if err != nil || len(u.Stmts) != 1 {
			return nil, errors.New("function " + f.Name + " cannot be read back")
		}
		decl, ok := u.Stmts[0].Cmd.(*syntax.FuncDecl)
		if !ok {
			return nil, errors.New("function " + f.Name + " is none")
		}
		sh.funcs.set(f.Name, &function{decl: decl, unit: u, source: f.Source, line: f.Line, label: f.Label, export: f.Export, trace: f.Trace})
	}
	for _, a := range s.Aliases {
		sh.aliases.set(a.Name, a.Text.load())
	}
	for _, t := range s.Traps {
		sh.traps = sh.traps.set(t.N, t.Cmd.load(), false)
	}
	s.loadJobs(sh)
	for i, h := range s.Hashed {
		hits := 0
		if i < len(s.Hits) {
			hits = s.Hits[i]
		}
		sh.hashed = sh.hashed.with(h.Name, string(h.Text.B), hits)
	}
	for _, n := range s.Disabled {
		if sh.disabled == nil {
			sh.disabled = map[string]bool{}
		}
		sh.disabled[n] = true
	}
	return sh, nil
}

func (s *Saved) loadJobs(sh *Shell) {
	if len(s.Jobs)+len(s.Done) == 0 {
		return
	}
	t := &jobTable{}
	for _, j := range s.Jobs {
		t.list = append(t.list, &job{id: j.ID, pid: j.PID, end: j.End, text: j.Text, told: j.Told})
	}
	for _, j := range s.Done {
		if t.done == nil {
			t.done = map[int]kern.Status{}
		}
		t.done[j.PID] = j.End
	}
	sh.jobs = t
}

func (v *SavedVar) load(id *tableID) Var {
	out := Var{Attr: v.Attr, Set: v.Set, Str: v.Val.load()}
	if v.Dynamic {
		out.dynamic = dynamics[v.Name]
	}
	if out.IsArray() {
		out.Arr = &Array{owner: id}
		for _, e := range v.Elems {
			out.Arr.elems = append(out.Arr.elems, Elem{Index: e.Index, Key: string(e.Key), KeyL: e.KeyL, Val: e.Val.load()})
		}
	}
	return out
}
