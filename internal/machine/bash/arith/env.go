package arith

import "strings"

// Env is the variable store and the budget of an evaluation. Errors it returns
// end the evaluation and come back unchanged from Eval.
type Env interface {
	// Get returns the text of a variable, or of an array element when
	// hasIndex is set (index then is what Index returned). Unset is "".
	Get(name, index string, hasIndex bool) (string, error)
	// Set stores a value in a variable or an array element.
	Set(name, index string, hasIndex bool, value int64) error
	// Index turns the raw text between brackets into the form that Get and
	// Set take. It is called once for each evaluation of a subscript, so it
	// is the place to evaluate the subscript of an indexed array or to expand
	// the key of an associative one. assign says that a Set follows without a
	// Get before it.
	Index(name, raw string, assign bool) (string, error)
	// Tick charges n units of work and returns an error when the budget is used up.
	Tick(n int) error
}

// Error is an arithmetic error in bash's words.
type Error struct {
	Expr  string // the expression, leading blanks removed
	Msg   string // for example "division by 0"
	Token string // the text from the offending token on
}

// Error returns `EXPR: MSG (error token is "TOKEN")`.
func (e *Error) Error() string {
	var b strings.Builder
	b.Grow(len(e.Expr) + len(e.Msg) + len(e.Token) + 24)
	b.WriteString(e.Expr)
	b.WriteString(": ")
	b.WriteString(e.Msg)
	b.WriteString(` (error token is "`)
	b.WriteString(e.Token)
	b.WriteString(`")`)
	return b.String()
}

// The limits of one evaluation.
const (
	// MaxRecursion is how deep variable values may be evaluated as expressions.
	MaxRecursion = 1024
	// maxNesting bounds parentheses, unary chains and right-associative
	// operators, over all levels of recursion together. bash has no such limit;
	// it stands for its stack.
	maxNesting = 20000
	// tickEvery is how many tokens are read between two charges to the budget.
	tickEvery = 64
)

// Eval evaluates expr and returns its value. An empty or blank expression is 0.
func Eval(expr string, env Env) (int64, error) {
	return eval(expr, env, 1, 0)
}

func eval(expr string, env Env, depth, nest int) (int64, error) {
	if v, ok := parseSmall(expr); ok {
		return v, nil
	}
	p := parser{src: expr, env: env, depth: depth, nest: nest}
	v := p.top()
	if p.err != nil {
		return 0, p.err
	}
	return v, nil
}

// parseSmall reads a plain decimal number of at most 18 digits: the value of
// nearly every variable.
func parseSmall(s string) (int64, bool) {
	neg := false
	if len(s) > 1 && s[0] == '-' {
		neg = true
		s = s[1:]
	}
	if len(s) == 0 || len(s) > 18 || (s[0] == '0' && len(s) > 1) {
		return 0, false
	}
	var v int64
	for i := 0; i < len(s); i++ {
		c := s[i] - '0'
		if c > 9 {
			return 0, false
		}
		v = v*10 + int64(c)
	}
	if neg {
		v = -v
	}
	return v, true
}
