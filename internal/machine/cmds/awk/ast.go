package awk

import "github.com/orrery-world/orrery/internal/machine/regex"

type op uint8

const (
	nNum op = iota
	nStr
	nRegex // a regular expression; as a value it is matched against the record
	nVar   // sym
	nField // $a
	nIndex // sym[list]
	nAssign
	nOpAssign // a op= b; idx is the operator
	nCond
	nAnd
	nOr
	nNot
	nNeg
	nPlus
	nAdd
	nSub
	nMul
	nDiv
	nMod
	nPow
	nConcat
	nLT
	nLE
	nGT
	nGE
	nEQ
	nNE
	nMatch
	nNoMatch
	nIn     // (list) in sym
	nPreInc // ++a, --a; num is 1 or -1
	nPostInc
	nGroup // (a)
	nCall  // fn(list)
	nBuiltin
	nGetline // from main input; a is the variable
	nGetlineFile
	nGetlineCmd
)

// node is an expression.
type node struct {
	op      op
	idx     int
	line    int
	num     float64
	text    string
	a, b, c *node
	list    []*node
	sym     *symbol
	fn      *function
	re      *regex.Regexp
}

type symKind uint8

const (
	symUnknown symKind = iota
	symVar
	symArray
)

// symbol is a variable or an array.
type symbol struct {
	name    string
	kind    symKind
	local   bool
	special special
	idx     int
}

// function is a user's function.
type function struct {
	name    string
	params  []*symbol
	body    []*stmt
	defined bool
	arrays  bool // some parameter is an array
}

type stmtKind uint8

const (
	sExpr stmtKind = iota
	sPrint
	sPrintf
	sIf
	sWhile
	sDo
	sFor
	sForIn
	sBlock
	sNext
	sNextFile
	sExit
	sReturn
	sBreak
	sContinue
	sDelete
	sEmpty
)

// stmt is a statement.
type stmt struct {
	kind       stmtKind
	expr, dest *node // dest is where print goes
	how        byte  // of dest: > a (append) |
	list       []*node
	init, step *node
	body, alt  *stmt
	block      []*stmt
	sym, arr   *symbol
}

// rule is a pattern with its action.
type rule struct {
	from, to *node // to: of a range
	body     []*stmt
	print    bool // no action: print the record
	inside   bool // within a range
}

// program is what the parser makes.
type program struct {
	begin, end []*stmt
	hasEnd     bool
	rules      []*rule
	globals    []*symbol
	usesEnv    bool // ENVIRON occurs
}

// special numbers the variables that mawk knows.
type special uint8

const (
	ordinary special = iota
	vNF
	vNR
	vFNR
	vFS
	vOFS
	vORS
	vRS
	vFILENAME
	vSUBSEP
	vCONVFMT
	vOFMT
	vRSTART
	vRLENGTH
	vARGC
	vARGV
	vENVIRON
)

var specialNames = []string{"", "NF", "NR", "FNR", "FS", "OFS", "ORS", "RS", "FILENAME", "SUBSEP", "CONVFMT", "OFMT", "RSTART", "RLENGTH",
	"ARGC", "ARGV", "ENVIRON"}

func isLvalue(n *node) bool {
	return n != nil && (n.op == nVar || n.op == nField || n.op == nIndex)
}
