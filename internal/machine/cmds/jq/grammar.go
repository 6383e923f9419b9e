package jq

import "github.com/orrery-world/orrery/internal/machine/cmds/jq/internal/lalr"

// The tokens, in the order in which error messages list what they expect.
const (
	tEnd = iota
	tError
	tUndefined
	tInvalid
	tIdent
	tField
	tLiteral
	tFormat
	tRec
	tSetMod
	tEq
	tNeq
	tDefinedOr
	tAs
	tDef
	tModule
	tImport
	tInclude
	tIf
	tThen
	tElse
	tElif
	tReduce
	tForeach
	tEndKw
	tAnd
	tOr
	tTry
	tCatch
	tLabel
	tBreak
	tLoc
	tSetPipe
	tSetPlus
	tSetMinus
	tSetMult
	tSetDiv
	tSetDefinedOr
	tLessEq
	tGreaterEq
	tAlternation
	tQStart
	tQText
	tInterpStart
	tInterpEnd
	tQEnd
	tFuncDef // a precedence only, as tNonOpt
	tPipe
	tComma
	tAssign
	tLess
	tGreater
	tPlus
	tMinus
	tStar
	tSlash
	tPercent
	tNonOpt
	tQuestion
	tSemicolon
	tLParen
	tRParen
	tDollar
	tColon
	tDot
	tLBracket
	tRBracket
	tLBrace
	tRBrace
)

// tokenNames are the tokens as messages spell them.
var tokenNames = []string{"$end", "error", "$undefined", "INVALID_CHARACTER", "IDENT", "FIELD", "LITERAL", "FORMAT", "..", "%=", "==",
	"!=", "//", "as", "def", "module", "import", "include", "if", "then", "else", "elif", "reduce", "foreach", "end", "and", "or",
	"try", "catch", "label", "break", "__loc__", "|=", "+=", "-=", "*=", "/=", "//=", "<=", ">=", "?//", "QQSTRING_START",
	"QQSTRING_TEXT", "QQSTRING_INTERP_START", "QQSTRING_INTERP_END", "QQSTRING_END", "FUNCDEF", "'|'", "','", "'='", "'<'", "'>'",
	"'+'", "'-'", "'*'", "'/'", "'%'", "NONOPT", "'?'", "';'", "'('", "')'", "'$'", "':'", "'.'", "'['", "']'", "'{'", "'}'"}

// grammar returns the language as the table generator wants it.
func grammar() *lalr.Grammar {
	g := &lalr.Grammar{Tokens: tokenNames, Start: "TopLevel", Levels: []lalr.Level{
		{Assoc: lalr.None, Tokens: []string{"FUNCDEF"}},
		{Assoc: lalr.Right, Tokens: []string{"'|'"}},
		{Assoc: lalr.Left, Tokens: []string{"','"}},
		{Assoc: lalr.Right, Tokens: []string{"//"}},
		{Assoc: lalr.NonAssoc, Tokens: []string{"'='", "|=", "+=", "-=", "*=", "/=", "%=", "//="}},
		{Assoc: lalr.Left, Tokens: []string{"or"}},
		{Assoc: lalr.Left, Tokens: []string{"and"}},
		{Assoc: lalr.NonAssoc, Tokens: []string{"!=", "==", "'<'", "'>'", "<=", ">="}},
		{Assoc: lalr.Left, Tokens: []string{"'+'", "'-'"}},
		{Assoc: lalr.Left, Tokens: []string{"'*'", "'/'", "'%'"}},
		{Assoc: lalr.None, Tokens: []string{"NONOPT"}},
		{Assoc: lalr.None, Tokens: []string{"'?'"}},
		{Assoc: lalr.None, Tokens: []string{"try"}},
		{Assoc: lalr.None, Tokens: []string{"catch"}},
	}}
	for _, r := range rules {
		g.Rules = append(g.Rules, lalr.Rule{Left: r.left, Right: r.right, Prec: r.prec})
	}
	return g
}
