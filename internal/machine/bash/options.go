package bash

import "strings"

// setOption is an option of the set builtin; shoptOption one of shopt.
type (
	setOption   uint
	shoptOption uint
)

// The options of set.
const (
	optAllexport setOption = iota
	optBraceExpand
	optEmacs
	optErrexit
	optErrtrace
	optFunctrace
	optHashall
	optHistexpand
	optHistory
	optIgnoreeof
	optInteractiveComments
	optKeyword
	optMonitor
	optNoclobber
	optNoexec
	optNoglob
	optNolog
	optNotify
	optNounset
	optOnecmd
	optPhysical
	optPipefail
	optPosix
	optPrivileged
	optVerbose
	optVi
	optXtrace
)

// setNames are the long names of the options of set, in the order of set -o; setLetters are their letters, or 0.
var setNames = [...]string{"allexport", "braceexpand", "emacs", "errexit", "errtrace", "functrace", "hashall", "histexpand",
	"history", "ignoreeof", "interactive-comments", "keyword", "monitor", "noclobber", "noexec", "noglob", "nolog", "notify",
	"nounset", "onecmd", "physical", "pipefail", "posix", "privileged", "verbose", "vi", "xtrace"}

var setLetters = [...]byte{'a', 'B', 0, 'e', 'E', 'T', 'h', 'H', 0, 0, 0, 'k', 'm', 'C', 'n', 'f', 0, 'b', 'u', 't', 'P', 0, 0, 'p',
	'v', 0, 'x'}

// The options of shopt.
const (
	shoptAutocd shoptOption = iota
	shoptAssocExpandOnce
	shoptCdableVars
	shoptCdspell
	shoptCheckhash
	shoptCheckjobs
	shoptCheckwinsize
	shoptCmdhist
	shoptCompat31
	shoptCompat32
	shoptCompat40
	shoptCompat41
	shoptCompat42
	shoptCompat43
	shoptCompat44
	shoptCompleteFullquote
	shoptDirexpand
	shoptDirspell
	shoptDotglob
	shoptExecfail
	shoptExpandAliases
	shoptExtdebug
	shoptExtglob
	shoptExtquote
	shoptFailglob
	shoptForceFignore
	shoptGlobasciiranges
	shoptGlobskipdots
	shoptGlobstar
	shoptGnuErrfmt
	shoptHistappend
	shoptHistreedit
	shoptHistverify
	shoptHostcomplete
	shoptHuponexit
	shoptInheritErrexit
	shoptInteractiveComments
	shoptLastpipe
	shoptLithist
	shoptLocalvarInherit
	shoptLocalvarUnset
	shoptLoginShell
	shoptMailwarn
	shoptNoEmptyCmdCompletion
	shoptNocaseglob
	shoptNocasematch
	shoptNoexpandTranslation
	shoptNullglob
	shoptPatsubReplacement
	shoptProgcomp
	shoptProgcompAlias
	shoptPromptvars
	shoptRestrictedShell
	shoptShiftVerbose
	shoptSourcepath
	shoptVarredirClose
	shoptXpgEcho
)

// shoptNames are the names of the options of shopt, in the order in which it lists them.
var shoptNames = [...]string{"autocd", "assoc_expand_once", "cdable_vars", "cdspell", "checkhash", "checkjobs", "checkwinsize",
	"cmdhist", "compat31", "compat32", "compat40", "compat41", "compat42", "compat43", "compat44", "complete_fullquote",
	"direxpand", "dirspell", "dotglob", "execfail", "expand_aliases", "extdebug", "extglob", "extquote", "failglob",
	"force_fignore", "globasciiranges", "globskipdots", "globstar", "gnu_errfmt", "histappend", "histreedit", "histverify",
	"hostcomplete", "huponexit", "inherit_errexit", "interactive_comments", "lastpipe", "lithist", "localvar_inherit",
	"localvar_unset", "login_shell", "mailwarn", "no_empty_cmd_completion", "nocaseglob", "nocasematch",
	"noexpand_translation", "nullglob", "patsub_replacement", "progcomp", "progcomp_alias", "promptvars", "restricted_shell",
	"shift_verbose", "sourcepath", "varredir_close", "xpg_echo"}

// options is the state of all options of one shell, a value.
type options struct {
	set   uint64
	shopt uint64
}

func (o *options) has(x setOption) bool { return o.set>>x&1 != 0 }

func (o *options) put(x setOption, on bool) {
	o.set &^= 1 << x
	if on {
		o.set |= 1 << x
	}
}

func (o *options) hasShopt(x shoptOption) bool { return o.shopt>>x&1 != 0 }

func (o *options) putShopt(x shoptOption, on bool) {
	o.shopt &^= 1 << x
	if on {
		o.shopt |= 1 << x
	}
}

// defaultOptions are those of a shell that is not interactive; an interactive one has more.
func defaultOptions(v Voice) options {
	var o options
	for _, x := range []setOption{optBraceExpand, optHashall, optInteractiveComments} {
		o.put(x, true)
	}
	for _, x := range []shoptOption{shoptCheckwinsize, shoptCmdhist, shoptCompleteFullquote, shoptExtquote, shoptForceFignore,
		shoptGlobasciiranges, shoptGlobskipdots, shoptHostcomplete, shoptInteractiveComments, shoptPatsubReplacement,
		shoptProgcomp, shoptPromptvars, shoptSourcepath} {
		o.putShopt(x, true)
	}
	if v == VoiceInteractive {
		for _, x := range []setOption{optEmacs, optHistexpand, optHistory, optMonitor} {
			o.put(x, true)
		}
		o.putShopt(shoptExpandAliases, true)
	}
	return o
}

// option says whether an option of set is on; shopt the same of shopt.
func (sh *Shell) option(o setOption) bool  { return sh.opts.has(o) }
func (sh *Shell) shopt(o shoptOption) bool { return sh.opts.hasShopt(o) }

// optionLetters is the value of $-.
func (sh *Shell) optionLetters() string {
	var b strings.Builder
	for _, c := range []byte("abefhkmnptuvxBCEHPT") {
		for i, l := range setLetters {
			if l == c && sh.opts.has(setOption(i)) {
				b.WriteByte(c)
			}
		}
		if c == 'h' && sh.voice == VoiceInteractive {
			b.WriteByte('i')
		}
	}
	switch sh.voice {
	case VoiceCommand:
		if !sh.dash {
			b.WriteByte('c')
		}
	case VoiceStdin, VoiceInteractive:
		b.WriteByte('s')
	}
	return b.String()
}
