package bash

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// expandPrompt expands the value of PS1 and its kin: first the backslash escapes, then parameters and commands.
func (sh *Shell) expandPrompt(ctx context.Context, s string) string {
	return sh.promptStr(ctx, Str{S: s}).S
}

// promptStr is expandPrompt with labels, for ${x@P}.
func (sh *Shell) promptStr(ctx context.Context, s Str) Str {
	text := s.S
	if strings.IndexByte(text, '\\') >= 0 {
		text = sh.promptEscapes(text)
	}
	if !strings.ContainsAny(text, "$`\\") || sh.voice == VoiceInteractive && !sh.shopt(shoptPromptvars) {
		return Str{S: text, L: s.L}
	}
	parts, unit := sh.parseDocument(text)
	b := sh.newBuild(ctx)
	b.doc = true
	b.lab = s.L
	b.within(unit, func() {
		for _, p := range parts {
			b.quotedPart(p)
		}
	})
	return b.str()
}

var _ = tree.Exact
var _ = time.Second
var _ = fmt.Sprint
var _ = strconv.Itoa

func (sh *Shell) promptEscapes(s string) string { return s }
