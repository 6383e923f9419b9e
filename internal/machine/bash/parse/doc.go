// Package parse reads shell text the way bash does: one complete command line
// at a time, so that everything before a syntax error has run when the error is
// found, and with bash's own words for what is wrong.
//
// # Tree
//
// The trees are those of mvdan.cc/sh/v3/syntax, built here and not by that
// package's parser: bash's tokenizer decides what is an error, where it is
// noticed and which token it names, and it leaves much to run time that the
// other parser refuses. The trees differ from that parser's in these points:
//
//   - Arithmetic is not parsed. ArithmExp.X, ArithmCmd.X, the parts of a
//     CStyleLoop, Slice.Offset and Length, and every Index are a *syntax.Word
//     that holds the text as if it stood between double quotes: expand it, then
//     give the string to package arith. A part that is missing is a nil interface,
//     an empty one a word with an empty literal. In a subscript single quotes
//     are parts of their own: a key loses them, arithmetic sees them.
//   - let is an ordinary command. So are alias and eval when they are given
//     NAME=(...): that argument is one literal.
//   - declare, typeset, local, export and readonly make a DeclClause when they
//     are written without quotes and no assignment stands before them. An
//     argument that is no assignment and no name is a naked Value.
//   - An array element [i]+=v has as Index a *syntax.UnaryArithm with the
//     operator syntax.Plus whose X is the subscript.
//   - Extended globs and brace expansions stay literal text in the word, with
//     their expansions as parts beside it. ExtGlob never appears.
//   - Single quotes inside "${x:-...}" are literal text, as in bash; inside
//     "${x#...}" and the other pattern forms they quote.
//   - A ${...} that bash would call a bad substitution at run time is a
//     ParamExp without Param; Flags.Value is its text, see BadSubst.
//   - The commands in backquotes, and in $(( ... ) ... ), are parsed when they
//     are run, and errors in them come up then: such a CmdSubst has no Stmts,
//     and Unit.Backquoted gives the text.
//   - Names of functions and of loop variables are not checked.
//   - a |& b is a pipe of the kind PipeAll; ! in front of ! cancels out.
//
// # Positions
//
// Offsets count in the text of the Unit after alias expansion and removal of
// backslash-newline, so Unit.Text(node) is the word as bash sees it. Lines
// count in the input, starting at Options.FirstLine.
//
// The line of a Stmt is the one that bash counts it to in LINENO and in
// messages: that on which the token behind the command's first word ends. Text
// run by eval and backquotes starts at the line of its command (FirstLine);
// $(...) is counted in bash's own layout of it, see Unit.SubstLine.
//
// # Dash
//
// With Options.Dash the grammar and the messages are those of Debian's
// /bin/sh.
package parse
