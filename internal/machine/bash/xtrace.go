package bash

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// trace prints one line of set -x: PS4, its first character repeated for each level of evaluation, and the text.
func (sh *Shell) trace(ctx context.Context, text string) {
	_ = sh.p.Stdout.Flush()
	fd := 2
	if v, ok := sh.lookup("BASH_XTRACEFD"); ok {
		if n, err := strconv.Atoi(v.Str.S); err == nil && sh.p.FD(n) != nil {
			fd = n
		}
	}
	_, _ = sh.p.WriteLabel(fd, []byte(sh.ps4(ctx)+text+"\n"), (sh.label | sh.msgL).Derive())
}

func (sh *Shell) ps4(ctx context.Context) string {
	ps4 := "+ "
	if v, ok := sh.lookup("PS4"); ok {
		ps4 = v.Str.S
	}
	sh.opts.put(optXtrace, false)
	status := sh.status
	ps4 = sh.expandPrompt(ctx, ps4)
	sh.status = status
	sh.opts.put(optXtrace, true)
	if ps4 == "" {
		return ""
	}
	_, n := utf8.DecodeRuneInString(ps4)
	if sh.dash {
		return ps4
	}
	return strings.Repeat(ps4[:n], sh.evals) + ps4
}

// traceArgs shows the words of a command.
func (sh *Shell) traceArgs(args []Field) {
	if !sh.opts.has(optXtrace) {
		return
	}
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = sh.traceWord(a.S)
	}
	sh.trace(context.Background(), strings.Join(words, " "))
}

// traceCall shows a function call; its assignments are shown as they are made.
func (sh *Shell) traceCall(_ context.Context, _ []*syntax.Assign, args []Field) { sh.traceArgs(args) }
