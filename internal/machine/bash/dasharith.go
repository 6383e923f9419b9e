package bash

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/bash/arith"
)

// evalDash evaluates an expression in dash's words. What dash lacks of bash's operators is an error where it would be one.
func (e *arithEnv) evalDash(text string) (int64, error) {
	if msg := dashLacks(text); msg != "" {
		return 0, fmt.Errorf("arithmetic expression: %s: \"%s\"", msg, text)
	}
	v, err := arith.Eval(text, e)
	var a *arith.Error
	if !errors.As(err, &a) {
		return v, err
	}
	msg := "expecting primary"
	switch a.Msg {
	case "division by 0":
		msg = "division by zero"
	case "syntax error in expression", "syntax error: invalid arithmetic operator", "value too great for base", "invalid number":
		msg = "expecting EOF"
	case "missing `)'":
		msg = "expecting ')'"
	case "`:' expected for conditional expression":
		msg = "expecting ':'"
	}
	return 0, fmt.Errorf("arithmetic expression: %s: \"%s\"", msg, text)
}

// dashLacks says what dash finds wrong with an operator that only bash has; "" when there is none.
func dashLacks(s string) string {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == ',':
			return "expecting EOF"
		case strings.HasPrefix(s[i:], "**"):
			return "expecting primary"
		case strings.HasPrefix(s[i:], "++") || strings.HasPrefix(s[i:], "--"):
			if strings.TrimSpace(s[i+2:]) == "" { // x++; ++x is two signs
				return "expecting primary"
			}
		}
	}
	return ""
}

// checkDash ends the shell when the value of a variable is no number, which dash does not evaluate.
func (e *arithEnv) checkDash(s string) {
	if s == "" {
		return
	}
	if _, err := strconv.ParseInt(strings.TrimSpace(s), 0, 64); err != nil {
		e.sh.errf("Illegal number: %s", s)
		e.sh.discard(2)
	}
}
