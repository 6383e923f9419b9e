// Package bash is the machine's shell: an evaluator and an expander over the syntax tree of mvdan.cc/sh, with bash 5.2's
// semantics and error texts, and dash's for sh.
//
// A [Shell] belongs to a process of the kernel and is a value between two commands: [Shell.Fork] copies it in constant time
// for a subshell or for a fork of the whole machine. Everything that a command does goes through the kernel, so it is
// bounded, deterministic and sealed. Every string that the shell handles is a [Str]: it carries the label of its bytes
// through variables, expansions and command substitution.
//
// An error that makes bash give up the command line, such as a failed ${x:?}, unwinds the evaluator with a jump, as bash's
// own longjmp does; it ends in the loop that reads commands ([Shell.RunScript] and its kin) or in the subshell.
package bash

import (
	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/regex"
	"github.com/orrery-world/orrery/internal/machine/tree"
	"mvdan.cc/sh/v3/syntax"
)

// Voice is the way in which a shell speaks: it decides the prefix of its messages and how it survives errors.
type Voice uint8

// The voices.
const (
	VoiceCommand     Voice = iota // bash -c: "bash: line 1: "
	VoiceScript                   // bash FILE: "FILE: line 1: "
	VoiceStdin                    // commands on a pipe: "bash: line 1: "
	VoiceInteractive              // a terminal: "bash: "
)

// Shell is one shell or subshell.
type Shell struct {
	p       *kern.Proc
	unit    *parse.Unit // the text that is being executed: positions in the tree refer to it
	global  *Table
	frames  []*frame // function calls and sourced files, innermost last
	funcs   *funcTable
	aliases *aliasTable
	params  []Str // $1, $2, ...
	arg0    Str   // $0
	name    string
	voice   Voice
	dash    bool
	pid     int // $$, which subshells keep
	depth   int // nesting of functions and sourced files, over all subshells
	subs    int // nesting of subshells, for BASH_SUBSHELL
	nested  int // evaluations of arithmetic and of prompts within one another
	line    int // of the command being executed
	status  int // $?
	pipes   []int
	opts    options
	dirs    []Str // directory stack below the present directory, top first
	pwd     Str   // present directory as the shell names it
	jobs    *jobTable
	traps   *trapTable
	lastBg  int // $!
	lastArg Str // $_
	random  uint32
	started int64 // clock at which SECONDS was 0
	hashed  *hashTable
	regexes *regex.Cache // patterns of =~, which all copies of the shell share
	flow    flow
	flowN   int // levels left of a break or continue
	loops   int // loops around the present command in this function
	quiet   int // errexit and ERR traps are off while positive (conditions)
	label   tree.Label
	env     []kern.EnvVar // environment for children, until a variable changes
	envFile string        // the value of _ at the end of env; "": there is none
	getopt  getoptState
	cmdText string // BASH_COMMAND
	inTrap  bool
	// didSubst says that a command substitution has run in the present simple command, with status substStatus.
	didSubst    bool
	substStatus int
	ppid        int
	disabled    map[string]bool // builtins turned off by enable -n
	evals       int             // nesting of eval, sourced files and command substitutions, for PS4
	procFDs     []int           // ends of process substitutions of the present command
	// lastStmt is the last command of a whole bash -c text once nothing follows it: a program takes the shell's process.
	lastStmt *syntax.Stmt
	// redirLine is the line that bash names when a redirection of a compound command fails: that of the for, case, select or
	// function around it, else the last line that has been read; 0: the line of the redirection itself.
	redirLine   int
	lineOfRedir bool         // redirections that are being made belong to a compound command: each has its own line
	subst       *substLines  // in a command substitution
	evalName    string       // what is being evaluated, as errors of its syntax show it
	indexL      tree.Label   // of the subscript that was expanded last
	msgL        tree.Label   // of the words of the present command, for messages about them
	running     string       // the declaration builtin that is running
	exitStatus  int          // $? with which the EXIT trap began
	exiting     bool         // the EXIT trap is running
	fg          *syntax.Stmt // the command being waited for, for the message about a signal
	left        bool         // a program has taken the process; lastCwd was the directory then
	lastCwd     tree.Ino
	tail        bool // the present simple command may take the process: nothing follows it
}

// frame is one function call or sourced file.
type frame struct {
	locals *Table   // nil for a sourced file
	name   string   // FUNCNAME; "source" for a file
	source string   // BASH_SOURCE
	line   int      // where it was called
	params []Str    // of the caller
	opts   *options // to put back, after local -
	loops  int
	temp   bool // holds the assignments before a builtin
}

// flow is what is going on besides running the next command.
type flow uint8

const (
	flowNone flow = iota
	flowBreak
	flowContinue
	flowReturn
	flowExit
)

// jump unwinds the evaluator to the loop that reads commands.
type jump struct {
	kind   jumpKind
	status int
}

type jumpKind uint8

const (
	jumpDiscard jumpKind = iota // give up this command line; a script goes on with the next one
	jumpFatal                   // end a shell that is not interactive
	jumpExit                    // exit
)

// Field is one word after expansion.
type Field = Str

// getoptState is where getopts stands.
type getoptState struct{ ind, at int }

// shellRoom is a shell with what it does not share with others.
type shellRoom struct {
	sh      Shell
	global  Table
	funcs   funcTable
	aliases aliasTable
	regexes regex.Cache
}

func newShell() *Shell {
	r := &shellRoom{}
	r.sh.global, r.sh.funcs, r.sh.aliases = &r.global, &r.funcs, &r.aliases
	r.sh.regexes = &r.regexes
	return &r.sh
}
