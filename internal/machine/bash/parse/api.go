package parse

import (
	"errors"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Mode says where the text comes from; it decides the prefix of errors and
// whether the line is echoed.
type Mode uint8

// The sources of shell text.
const (
	CommandString Mode = iota // bash -c
	Script                    // a file, run or sourced
	Stdin                     // commands on standard input
	Interactive               // a terminal
	Eval                      // the argument of eval, a trap, PROMPT_COMMAND
	Substitution              // the text of a command substitution
)

// Options says how to read. The zero value reads like bash -c.
type Options struct {
	Name      string // $0 as messages show it; "" means "bash", or "sh" for dash
	Mode      Mode
	Dash      bool // the language and messages of Debian's /bin/sh
	FirstLine int  // number of the first line; 0 means 1
	ExtGlob   bool // shopt extglob; see Parser.SetExtGlob
	// Alias looks up an alias; nil means that none are expanded.
	Alias func(name string) (text string, ok bool)
	// MaxDepth bounds nesting; 0 means DefaultMaxDepth.
	MaxDepth int
	// Tick is told how many bytes are about to be, or have been, looked at; an
	// error from it ends reading and is what Next returns. nil means no budget.
	Tick func(bytes int) error
}

// DefaultMaxDepth is how deep commands, substitutions and quotes may nest.
const DefaultMaxDepth = 1000

// Input is what a line source has to say.
type Input uint8

// Answers of a line source.
const (
	Line Input = iota // here is a line, with its newline if it has one
	End               // there is no more text
	Wait              // there is no more text yet; Next returns ErrWait
)

// ErrWait is returned by Next when its source had to wait in the middle of a
// command. Call Next again when there is more; the command is read anew from its
// first line, which the parser has kept.
var ErrWait = errors.New("parse: more input needed")

// Unit is one complete command line: everything up to a newline that ends a
// command. It may be empty (a blank line, a comment).
type Unit struct {
	Stmts    []*syntax.Stmt
	Warnings []Message // here-documents that ended with the file
	Line     int       // number of the first line
	Lines    int       // number of input lines it took
	Raw      string    // the input lines as read

	buf   []byte
	docs  map[*syntax.Redirect]string
	texts map[*syntax.CmdSubst]string
}

// Message is one line of diagnostics without its prefix.
type Message struct {
	Line int
	Text string
}

// Kind says what a syntax error does beyond being reported.
type Kind uint8

// Kinds of syntax errors. In eval and in a sourced file, every kind but Discard
// and Subst gives the builtin status 2 and ends its text.
const (
	// Syntax ends the input with status 2.
	Syntax Kind = iota
	// Quiet ends the input and leaves $? as it was, except that at the end of
	// the text (Incomplete) a $? of 0 becomes 2.
	Quiet
	// Discard drops the rest of the line and sets $? to 1; reading goes on. In
	// a subshell that runs eval, -c or a sourced file it ends the subshell.
	Discard
	// Subst is an error inside $(...): bash -c ends with 127, a script or
	// standard input with 2 (1 for an error in [[ ]]); from eval and a sourced
	// file it ends the whole shell with 1.
	Subst
)

// SyntaxError is why Next could not return a unit. After Discard, and after any
// kind in Interactive mode, Next goes on behind the faulty line; after the
// others Next returns io.EOF.
type SyntaxError struct {
	Line       int
	Msgs       []Message
	Kind       Kind
	Incomplete bool // the text ended too early; more of it could have helped
	// Warnings were found before the error.
	Warnings []Message

	cond   bool // found inside [[ ]]
	resume bool // the rest of the line is looked at
	name   string
	mode   Mode
	dash   bool
}

// Status returns the exit status that $? gets, given its present value.
func (e *SyntaxError) Status(last int) int {
	switch e.Kind {
	case Discard:
		return 1
	case Subst:
		switch e.mode {
		case CommandString:
			return 127
		case Eval:
			return 1
		}
		if e.cond {
			return 1
		}
	case Quiet:
		if e.mode == Eval || e.Incomplete && last == 0 {
			return 2
		}
		return last
	}
	return 2
}

// Error returns the messages with their prefixes, one a line.
func (e *SyntaxError) Error() string { return strings.Join(e.Lines(), "\n") }

// Lines returns the messages as the shell prints them on standard error.
func (e *SyntaxError) Lines() []string {
	out := make([]string, len(e.Msgs))
	for i, m := range e.Msgs {
		out[i] = Prefix(e.name, e.mode, e.dash, m.Line) + m.Text
	}
	return out
}

// Prefix returns what stands before a syntax error's text.
func Prefix(name string, mode Mode, dash bool, line int) string {
	if name == "" {
		name = "bash"
		if dash {
			name = "sh"
		}
	}
	if dash {
		return fmt.Sprintf("%s: %d: ", name, line)
	}
	switch mode {
	case CommandString:
		return fmt.Sprintf("%s: -c: line %d: ", name, line)
	case Interactive:
		return name + ": "
	case Eval:
		return fmt.Sprintf("%s: eval: line %d: ", name, line)
	case Substitution:
		return fmt.Sprintf("%s: command substitution: line %d: ", name, line)
	}
	return fmt.Sprintf("%s: line %d: ", name, line)
}

// WarningPrefix returns what stands before a warning's text.
func WarningPrefix(opt Options, line int) string {
	if opt.Mode == CommandString {
		opt.Mode = Stdin
	}
	return Prefix(opt.Name, opt.Mode, opt.Dash, line)
}

// Text returns the source of a node: of a word exactly as bash holds it, with
// its quotes, after alias expansion.
func (u *Unit) Text(n syntax.Node) string {
	if a, ok := n.(*syntax.Assign); ok && a.Name != nil {
		return u.between(u.assignSpan(a))
	}
	return u.between(int(n.Pos().Offset()), int(n.End().Offset()))
}

// ArithSource returns the text between the parentheses of an arithmetic
// command or expansion.
func (u *Unit) ArithSource(n syntax.Node) string {
	switch n := n.(type) {
	case *syntax.ArithmCmd:
		return u.between(int(n.Left.Offset())+2, int(n.Right.Offset()))
	case *syntax.ArithmExp:
		left := int(n.Left.Offset()) + 3
		if n.Bracket {
			left--
		}
		return u.between(left, int(n.Right.Offset()))
	}
	return u.Text(n)
}

// Between returns the source from the start of one node to the end of another.
func (u *Unit) Between(first, last syntax.Node) string {
	return u.between(int(first.Pos().Offset()), int(last.End().Offset()))
}

func (u *Unit) between(start, end int) string {
	if start < 0 || end > len(u.buf) || start > end {
		return ""
	}
	return string(u.buf[start:end])
}

// Backquoted returns the text to run for a command substitution that could not
// be parsed with the unit, and whether cs is one. Run it with a parser in
// Substitution mode.
func (u *Unit) Backquoted(cs *syntax.CmdSubst) (string, bool) {
	text, ok := u.texts[cs]
	return text, ok
}

// HereDoc returns the body of a here-document as read, tabs removed for <<-.
func (u *Unit) HereDoc(r *syntax.Redirect) string { return u.docs[r] }

// BadSubst reports whether pe is a bad substitution and returns its text, for
// example "${a b}": bash says "${a b}: bad substitution". In a here-document the
// text can lack its end; then bash says "bad substitution: no closing `}' in" and
// the text. An unknown operator behind @ is no bad substitution here: bash
// minds it only when the parameter is set.
func BadSubst(pe *syntax.ParamExp) (string, bool) {
	if pe.Param != nil || pe.Flags == nil {
		return "", false
	}
	return pe.Flags.Value, true
}
