package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/orrery-world/orrery"
)

// maxNesting is how deep brackets, and dashes on one line, may stand in one another. The parser
// recurses on both.
const maxNesting = 64

// refused names the parts of YAML that a scenario may not use: they make text mean something that
// does not stand where it is read.
var refused = map[token.Type]string{
	token.AnchorType:      "anchors (&name)",
	token.AliasType:       "aliases (*name)",
	token.TagType:         "tags (!name)",
	token.MergeKeyType:    "merge keys (<<)",
	token.DirectiveType:   "directives (%NAME)",
	token.MappingKeyType:  "complex keys (?)",
	token.DocumentEndType: "document ends (...)",
}

// parse returns the one document of a section, nil when it is empty. Every position in it counts
// from the section's first line.
func parse(s orrery.Section) (body ast.Node, err error) {
	if i := invalidUTF8(s.Data); i >= 0 {
		return nil, s.Errorf(1+bytes.Count(s.Data[:i], []byte("\n")), "", "byte 0x%02x is not UTF-8", s.Data[i])
	}
	// The parser is not ours: on input that it does not foresee, it must not end the program.
	defer func() {
		if p := recover(); p != nil {
			body, err = nil, s.Errorf(1, "", "the YAML parser fails on this: %v", p)
		}
	}()
	tokens := lexer.Tokenize(string(s.Data))
	if err := checkTokens(s, tokens); err != nil {
		return nil, err
	}
	f, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, syntaxError(s, err)
	}
	for _, d := range f.Docs {
		if d.Body == nil {
			continue
		}
		if body != nil {
			return nil, s.Errorf(d.Body.GetToken().Position.Line, "", "a second document; a scenario is one")
		}
		body = d.Body
	}
	return body, nil
}

func invalidUTF8(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// checkTokens refuses what must not reach the parser.
func checkTokens(s orrery.Section, tokens token.Tokens) error {
	depth, dashes, line := 0, 0, 0
	for i, t := range tokens {
		if name, ok := refused[t.Type]; ok {
			return s.Errorf(t.Position.Line, "", "%s are not allowed in a scenario", name)
		}
		if t.Position.Line != line {
			line, dashes = t.Position.Line, 0
		}
		switch t.Type {
		case token.DocumentHeaderType:
			if i > 0 && tokens[i-1].Type != token.CommentType {
				return s.Errorf(t.Position.Line, "", "a second document; a scenario is one")
			}
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.SequenceEntryType:
			dashes++
		}
		if depth > maxNesting || dashes > maxNesting {
			return s.Errorf(t.Position.Line, "", "nested more than %d deep", maxNesting)
		}
	}
	return nil
}

// syntaxError puts the parser's complaint into one line with our position.
func syntaxError(s orrery.Section, err error) error {
	var at interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if errors.As(err, &at) && at.GetToken() != nil {
		return s.Errorf(at.GetToken().Position.Line, "", "not YAML: %s", at.GetMessage())
	}
	return s.Errorf(1, "", "not YAML: %w", err)
}

// first returns the token that a value begins with; block mappings begin with their first key.
func first(n ast.Node) *token.Token {
	switch n := n.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return first(n.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return first(n.Key)
	}
	return n.GetToken()
}

// entries returns the pairs of a mapping; ok is false for anything else.
func entries(n ast.Node) (pairs []*ast.MappingValueNode, flow, ok bool) {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values, n.IsFlowStyle, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, false, true
	}
	return nil, false, false
}

// kindOf says what a value is, in the words of the error texts.
func kindOf(n ast.Node) string {
	switch n := n.(type) {
	case *ast.StringNode, *ast.LiteralNode:
		return "text"
	case *ast.IntegerNode:
		return "a whole number"
	case *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return "a number"
	case *ast.BoolNode:
		return "true or false"
	case *ast.NullNode:
		return "empty"
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	default:
		return fmt.Sprintf("a %s", n.Type())
	}
}

// text returns the contents of a text value.
func text(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		if n.Value == nil {
			return "", true
		}
		return n.Value.Value, true
	}
	return "", false
}

// dump spells a value without its position and style, so that two can be compared.
func dump(n ast.Node) string {
	if n == nil {
		return "empty"
	}
	if pairs, _, ok := entries(n); ok {
		var b strings.Builder
		for _, kv := range pairs {
			fmt.Fprintf(&b, "%s:%s,", dump(kv.Key), dump(kv.Value))
		}
		return "{" + b.String() + "}"
	}
	if t, ok := text(n); ok {
		return fmt.Sprintf("%q", t)
	}
	if seq, ok := n.(*ast.SequenceNode); ok {
		var b strings.Builder
		for _, e := range seq.Values {
			b.WriteString(dump(e) + ",")
		}
		return "[" + b.String() + "]"
	}
	if _, ok := n.(*ast.NullNode); ok {
		return "empty"
	}
	return kindOf(n) + " " + n.GetToken().Value
}
