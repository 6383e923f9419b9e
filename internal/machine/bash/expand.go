package bash

import (
	"context"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// fields makes all expansions of words: braces, tildes, parameters, commands and arithmetic, then splitting, file names and
// quote removal. Errors end in a jump.
func (sh *Shell) fields(ctx context.Context, words []*syntax.Word) []Field {
	out := make([]Field, 0, len(words))
	var b *build
	for _, w := range words {
		if f, ok := sh.fastField(w); ok {
			sh.p.Tick(1)
			if b == nil {
				out = append(out, f)
			} else {
				b.out = append(b.out, f)
			}
			continue
		}
		if b == nil {
			b = sh.newBuild(ctx)
			b.split, b.out = true, out
		}
		b.fieldWord(w)
	}
	if b == nil {
		return out
	}
	if len(b.globs) > 0 {
		b.pathnames()
	}
	b.release()
	return b.out
}

// fastField expands the usual simple words without a builder: plain literals, a lone tilde, quoted text and parameters whose
// value needs neither splitting nor globbing.
func (sh *Shell) fastField(w *syntax.Word) (Field, bool) {
	if len(w.Parts) != 1 {
		return Field{}, false
	}
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		if plain(p.Value) {
			return Field{S: p.Value, L: sh.label}, true
		}
		if p.Value == "~" {
			return sh.home("")
		}
	case *syntax.ParamExp:
		if s, ok := sh.fastParam(p); ok && s.S != "" && !sh.active(s.S) {
			return s, true
		}
	default:
		return sh.fastQuoted(p)
	}
	return Field{}, false
}

// fastQuoted is fastField for text in quotes.
func (sh *Shell) fastQuoted(p syntax.WordPart) (Str, bool) {
	switch p := p.(type) {
	case *syntax.SglQuoted:
		return Str{S: p.Value, L: sh.label}, !p.Dollar
	case *syntax.DblQuoted:
		if len(p.Parts) == 0 {
			return Str{L: sh.label}, true
		}
		if len(p.Parts) > 1 {
			return Str{}, false
		}
		switch q := p.Parts[0].(type) {
		case *syntax.Lit:
			return Str{S: q.Value, L: sh.label}, strings.IndexByte(q.Value, '\\') < 0
		case *syntax.ParamExp:
			return sh.fastParam(q)
		}
	}
	return Str{}, false
}

// fastParam returns the value of $name or ${name} when it is set and nothing else is to be done.
func (sh *Shell) fastParam(p *syntax.ParamExp) (Str, bool) {
	if !simpleParam(p) {
		return Str{}, false
	}
	name := p.Param.Value
	if c := name[0]; c == '@' || c == '*' {
		return Str{}, false
	}
	return sh.scalar(name)
}

// simpleParam says whether p is $name or ${name}.
func simpleParam(p *syntax.ParamExp) bool {
	return p.Param != nil && p.Index == nil && (p.Short || !p.Excl && !p.Length && !p.Width && !p.IsSet && p.Slice == nil &&
		p.Repl == nil && p.Exp == nil && p.Names == 0)
}

// plainBytes holds the bytes that stand for themselves anywhere in an unquoted literal.
var plainBytes = func() (t [256]bool) {
	for i := range t {
		t[i] = strings.IndexByte("\\*?[{~(", byte(i)) < 0
	}
	return t
}()

// plain says whether an unquoted literal stands for itself.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if !plainBytes[s[i]] {
			return false
		}
	}
	return true
}

// active says whether an unquoted value may need splitting or globbing.
func (sh *Shell) active(s string) bool {
	ifs, set := sh.ifs()
	if !set || ifs == " \t\n" {
		for i := 0; i < len(s); i++ {
			switch s[i] {
			case ' ', '\t', '\n', '*', '?', '[', '\\', '(':
				return true
			}
		}
		return false
	}
	return strings.ContainsAny(s, "*?[\\(") || strings.ContainsAny(s, ifs) || !isASCII(ifs)
}

// literal expands w to one string, without braces, splitting and globbing: words of case, here-strings and operands of [[.
func (sh *Shell) literal(ctx context.Context, w *syntax.Word) Str {
	return sh.oneString(ctx, w, false, false)
}

// hereString is literal for <<< word.
func (sh *Shell) hereString(ctx context.Context, w *syntax.Word) Str {
	return sh.oneString(ctx, w, false, true)
}

// literalAssign is literal for the value of an assignment, where tildes count after colons too.
func (sh *Shell) literalAssign(ctx context.Context, w *syntax.Word) Str {
	return sh.oneString(ctx, w, true, true)
}

func (sh *Shell) oneString(ctx context.Context, w *syntax.Word, assign, whole bool) Str {
	if w == nil || len(w.Parts) == 0 {
		return Str{L: sh.label}
	}
	if len(w.Parts) == 1 {
		switch p := w.Parts[0].(type) {
		case *syntax.Lit:
			if plain(p.Value) {
				sh.p.Tick(1)
				return Str{S: p.Value, L: sh.label}
			}
		case *syntax.ParamExp:
			if s, ok := sh.fastParam(p); ok {
				sh.p.Tick(1)
				return s
			}
		default:
			if s, ok := sh.fastQuoted(p); ok {
				sh.p.Tick(1)
				return s
			}
		}
	}
	b := sh.newBuild(ctx)
	b.assign, b.whole = assign, whole
	b.word(w.Parts)
	return b.str()
}

// redirectTarget expands the word of a redirection, which must give exactly one field.
func (sh *Shell) redirectTarget(ctx context.Context, w *syntax.Word) (Str, bool) {
	if f, ok := sh.fastField(w); ok {
		return f, true
	}
	if sh.dash { // neither split nor a pattern
		return sh.literal(ctx, w), true
	}
	f := sh.fields(ctx, []*syntax.Word{w})
	if len(f) != 1 {
		sh.errf("%s: ambiguous redirect", sh.unit.Text(w))
		return Str{}, false
	}
	return f[0], true
}

// pattern expands w to a pattern in which quoted characters are escaped with backslashes.
func (sh *Shell) pattern(ctx context.Context, w *syntax.Word) Str {
	if w == nil || len(w.Parts) == 0 {
		return Str{L: sh.label}
	}
	if len(w.Parts) == 1 {
		switch p := w.Parts[0].(type) {
		case *syntax.Lit:
			if strings.IndexByte(p.Value, '\\') < 0 && !strings.HasPrefix(p.Value, "~") {
				return Str{S: p.Value, L: sh.label}
			}
		case *syntax.ParamExp:
			if s, ok := sh.fastParam(p); ok {
				return s
			}
		}
	}
	b := sh.newBuild(ctx)
	b.patterns, b.spanAll = true, true
	b.word(w.Parts)
	s := b.take(escapeAll)
	b.release()
	return s
}

// regex expands w to an extended regular expression in which quoted characters are escaped.
func (sh *Shell) regex(ctx context.Context, w *syntax.Word) Str {
	b := sh.newBuild(ctx)
	b.patterns, b.inRegex = true, true
	b.word(w.Parts)
	s := b.take(escapeRegex)
	b.release()
	return s
}

// document expands the body of a here-document and returns its bytes with their labels.
func (sh *Shell) document(ctx context.Context, w *syntax.Word) (out []byte, runs []tree.Run) {
	if w == nil {
		return nil, nil
	}
	for _, p := range w.Parts {
		b := sh.newBuild(ctx)
		b.doc, b.around = true, w.Parts
		b.quotedPart(p)
		s := b.str()
		runs = tree.AppendRun(runs, int64(len(out)), int64(len(s.S)), s.L)
		out = append(out, s.S...)
	}
	return out, runs
}

// quotedWord says whether any part of a word is quoted: the delimiter of a here-document whose body is taken as it is.
func quotedWord(w *syntax.Word) bool {
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		case *syntax.Lit:
			if strings.IndexByte(p.Value, '\\') >= 0 {
				return true
			}
		}
	}
	return false
}
