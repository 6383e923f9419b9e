package bash

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
)

// Text that becomes known at run time only, such as the value of PS4 or the subscript in a[$i] of an indirect reference, is
// parsed here.

// parseDocument parses text as the body of a here-document: expansions count, quotes do not. The unit is the text's own.
func (sh *Shell) parseDocument(text string) ([]syntax.WordPart, *parse.Unit) {
	if strings.IndexByte(text, '$') < 0 && strings.IndexByte(text, '`') < 0 {
		return litParts(text), nil
	}
	end := "E"
	for strings.Contains(text, end) {
		end += "_E"
	}
	sh.p.Tick(1 + len(text)/8)
	p := parse.New(": <<"+end+"\n"+text+"\n"+end+"\n", parse.Options{Dash: sh.dash})
	u, err := p.Next()
	if err != nil || len(u.Stmts) != 1 || len(u.Stmts[0].Redirs) != 1 || u.Stmts[0].Redirs[0].Hdoc == nil {
		if err != nil {
			sh.errf("%s", err.Error())
		}
		return litParts(text), nil
	}
	return trimNewline(u.Stmts[0].Redirs[0].Hdoc.Parts), u
}

// trimNewline drops the newline before the delimiter, which is not part of the text.
func trimNewline(parts []syntax.WordPart) []syntax.WordPart {
	if n := len(parts); n > 0 {
		if l, ok := parts[n-1].(*syntax.Lit); ok && strings.HasSuffix(l.Value, "\n") {
			out := append([]syntax.WordPart(nil), parts[:n-1]...)
			if len(l.Value) > 1 {
				out = append(out, &syntax.Lit{Value: l.Value[:len(l.Value)-1]})
			}
			return out
		}
	}
	return parts
}

func litParts(text string) []syntax.WordPart {
	if text == "" {
		return nil
	}
	return []syntax.WordPart{&syntax.Lit{Value: text}}
}

// parseWord parses text that may hold quotes and blanks, such as a subscript, as one word.
func (sh *Shell) parseWord(text string) ([]syntax.WordPart, *parse.Unit) {
	var out []syntax.WordPart
	var unit *parse.Unit
	lit := 0
	flush := func(i int) {
		if i > lit {
			out = append(out, &syntax.Lit{Value: text[lit:i]})
		}
	}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\\':
			i += 2
			continue
		case c == '\'' || c == '$' && i+1 < len(text) && text[i+1] == '\'':
			flush(i)
			dollar := c == '$'
			if dollar {
				i++
			}
			end := skipSingle(text, i, dollar)
			out = append(out, &syntax.SglQuoted{Dollar: dollar, Value: strings.TrimSuffix(text[i+1:end], "'")})
			i, lit = end, end
			continue
		case c == '"':
			flush(i)
			end := skipDouble(text, i)
			parts, u := sh.parseQuoted(strings.TrimSuffix(text[i+1:end], `"`))
			out, unit = append(out, &syntax.DblQuoted{Parts: parts}), u
			i, lit = end, end
			continue
		case c == '$' || c == '`':
			end := skipExpansion(text, i)
			if end > i+1 {
				flush(i)
				parts, u := sh.parseQuoted(text[i:end])
				out, unit = append(out, &syntax.DblQuoted{Parts: parts}), u
				i, lit = end, end
				continue
			}
		}
		i++
	}
	flush(len(text))
	return out, unit
}

// parseQuoted parses the text between double quotes.
func (sh *Shell) parseQuoted(text string) ([]syntax.WordPart, *parse.Unit) {
	if strings.IndexByte(text, '$') < 0 && strings.IndexByte(text, '`') < 0 {
		return litParts(text), nil
	}
	sh.p.Tick(1 + len(text)/8)
	u, err := parse.New(`: "`+text+`"`, parse.Options{Dash: sh.dash}).Next()
	if err == nil && len(u.Stmts) == 1 {
		if c, ok := u.Stmts[0].Cmd.(*syntax.CallExpr); ok && len(c.Args) == 2 && len(c.Args[1].Parts) == 1 {
			if q, ok := c.Args[1].Parts[0].(*syntax.DblQuoted); ok {
				return q.Parts, u
			}
		}
	}
	return litParts(text), nil
}

// skipSingle returns the place behind the single-quoted text at i.
func skipSingle(s string, i int, ansi bool) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\'':
			return i + 1
		case '\\':
			if ansi {
				i++
			}
		}
	}
	return len(s)
}

// skipDouble returns the place behind the double-quoted text at i.
func skipDouble(s string, i int) int {
	for i++; i < len(s); {
		switch s[i] {
		case '"':
			return i + 1
		case '\\':
			i += 2
		case '$', '`':
			i = skipExpansion(s, i)
		default:
			i++
		}
	}
	return len(s)
}

// skipExpansion returns the place behind the expansion at i, which is "$" or a backquote; i+1 when there is none.
func skipExpansion(s string, i int) int {
	if s[i] == '`' {
		for i++; i < len(s) && s[i] != '`'; i++ {
			if s[i] == '\\' {
				i++
			}
		}
		return min(i+1, len(s))
	}
	i++
	if i >= len(s) {
		return i
	}
	switch c := s[i]; {
	case c == '(':
		return skipNested(s, i, '(', ')')
	case c == '{':
		return skipNested(s, i, '{', '}')
	case c == '[':
		return skipNested(s, i, '[', ']')
	case c == '_' || isLetter(c):
		for i < len(s) && (s[i] == '_' || isLetter(s[i]) || s[i] >= '0' && s[i] <= '9') {
			i++
		}
		return i
	case c >= '0' && c <= '9' || strings.IndexByte("@*#?-$!", c) >= 0:
		return i + 1
	}
	return i
}

// skipNested returns the place behind the bracket that closes the one at i.
func skipNested(s string, i int, open, shut byte) int {
	depth := 0
	for i < len(s) {
		switch c := s[i]; c {
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return i + 1
			}
		case '\\':
			i++
		case '\'':
			i = skipSingle(s, i, false)
			continue
		case '"':
			i = skipDouble(s, i)
			continue
		}
		i++
	}
	return len(s)
}
