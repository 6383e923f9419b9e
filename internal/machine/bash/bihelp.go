package bash

import (
	"context"
	"strings"
)

// helpTopics are the topics of help in its order.
var helpTopics = [...]string{
	"%", "(( ... ))", ".", ":", "[", "[[ ... ]]", "alias", "bg", "bind", "break", "builtin", "caller", "case",
	"cd", "command", "compgen", "complete", "compopt", "continue", "coproc", "declare", "dirs", "disown",
	"echo", "enable", "eval", "exec", "exit", "export", "false", "fc", "fg", "for", "for ((", "function",
	"getopts", "hash", "help", "history", "if", "jobs", "kill", "let", "local", "logout", "mapfile", "popd",
	"printf", "pushd", "pwd", "read", "readarray", "readonly", "return", "select", "set", "shift", "shopt",
	"source", "suspend", "test", "time", "times", "trap", "true", "type", "typeset", "ulimit", "umask",
	"unalias", "unset", "until", "variables", "wait", "while", "{ ... }",
}

// moreUsages are the synopses of the topics that usages lacks: builtins that never print theirs, and keywords.
var moreUsages = map[string]string{
	"%":         "job_spec [&]",
	"(( ... ))": "(( expression ))",
	":":         ":",
	"[":         "[ arg... ]",
	"[[ ... ]]": "[[ expression ]]",
	"break":     "break [n]",
	"case":      "case WORD in [PATTERN [| PATTERN]...) COMMANDS ;;]... esac",
	"continue":  "continue [n]",
	"coproc":    "coproc [NAME] command [redirections]",
	"declare":   "declare [-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]",
	"echo":      "echo [-neE] [arg ...]",
	"exit":      "exit [n]",
	"export":    "export [-fn] [name[=value] ...] or export -p",
	"false":     "false",
	"for":       "for NAME [in WORDS ... ] ; do COMMANDS; done",
	"for ((":    "for (( exp1; exp2; exp3 )); do COMMANDS; done",
	"function":  "function name { COMMANDS ; } or name () { COMMANDS ; }",
	"if":        "if COMMANDS; then COMMANDS; [ elif COMMANDS; then COMMANDS; ]... [ else COMMANDS; ] fi",
	"local":     "local [option] name[=value] ...",
	"readonly":  "readonly [-aAf] [name[=value] ...] or readonly -p",
	"return":    "return [n]",
	"select":    "select NAME [in WORDS ... ;] do COMMANDS; done",
	"test":      "test [expr]",
	"time":      "time [-p] pipeline",
	"true":      "true",
	"typeset":   "typeset [-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]",
	"until":     "until COMMANDS; do COMMANDS-2; done",
	"variables": "variables - Names and meanings of some shell variables",
	"while":     "while COMMANDS; do COMMANDS-2; done",
	"{ ... }":   "{ COMMANDS ; }",
}

func synopsis(topic string) string {
	if u, ok := usages[topic]; ok {
		return u
	}
	return moreUsages[topic]
}

// biHelp is help. The synopses of -s are bash's own; its texts are not repeated, so what else it prints is unknown.
func biHelp(_ context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "dms")
	if st != 0 {
		return st
	}
	if len(f.rest) == 0 {
		for _, n := range helpTopics {
			sh.say(Str{S: synopsis(n) + "\n"})
		}
		sh.p.K.NoteUnknown("help")
		return 0
	}
	if a := f.rest[0].S; len(f.rest) == 1 && strings.ContainsAny(a, "*?[") && a != "[" && a != "[[" {
		sh.say(Str{S: "Shell commands matching keyword `" + a + "'\n\n", L: f.rest[0].L})
	}
	found := false
	for _, a := range f.rest {
		topics := sh.helpFor(a.S)
		found = found || len(topics) > 0
		for _, n := range topics {
			if !f.has('s') {
				sh.p.K.NoteUnknown("help " + n)
			}
			sh.say(Str{S: n + ": " + synopsis(n) + "\n"})
		}
	}
	if !found {
		a := f.rest[len(f.rest)-1].S
		sh.errf("help: no help topics match `%s'.  Try `help help' or `man -k %s' or `info %s'.", a, a, a)
		return 1
	}
	return 0
}

// helpFor returns the topics that pattern means: those that match it, else those that begin with it.
func (sh *Shell) helpFor(pattern string) (topics []string) {
	for _, n := range helpTopics {
		if n == pattern || sh.match(pattern, n, false) {
			topics = append(topics, n)
		}
	}
	if len(topics) > 0 {
		return topics
	}
	for _, n := range helpTopics {
		if strings.HasPrefix(n, pattern) {
			topics = append(topics, n)
		}
	}
	return topics
}

// wantsHelp answers "NAME --help", which all builtins but a few understand; the text below the synopsis is unknown.
func (sh *Shell) wantsHelp(name string, args []Field) bool {
	if len(args) == 0 || args[0].S != "--help" || sh.dash || strings.Contains(" : [ echo false test true ", " "+name+" ") {
		return false
	}
	sh.p.K.NoteUnknown(name + " --help")
	sh.say(Str{S: name + ": " + synopsis(name) + "\n"})
	return true
}
