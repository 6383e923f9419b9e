package scenario

import (
	"encoding"
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/orrery-world/orrery"
)

// Decode reads a section strictly into the struct that v points to. Keys are the `yaml` tags of its
// fields; a tag with ",required" makes a missing key an error. Fields may be texts, whole numbers
// (with the range of their Go type), numbers, booleans, slices, maps with text keys, pointers to
// these (nil when absent), structs, [orrery.Section] for what somebody else reads, and anything with
// UnmarshalText, which is given a text. field is the section's own name, for errors. An empty
// section leaves v as it is. Errors are invalid and name file, line and field.
func Decode(s orrery.Section, field string, v any) error {
	_, err := decode(s, field, v)
	return err
}

// decoder walks one document.
type decoder struct {
	section orrery.Section
	src     source
	lines   map[string]int // local line of every key seen, by its path
	root    string
}

func decode(s orrery.Section, field string, v any) (*decoder, error) {
	target := reflect.ValueOf(v)
	if target.Kind() != reflect.Pointer || target.IsNil() || target.Elem().Kind() != reflect.Struct {
		return nil, orrery.Invalidf("scenario: decode into %T, wanted a pointer to a struct", v)
	}
	if s.Line < 1 {
		s.Line = 1
	}
	d := &decoder{section: s, src: newSource(s.Data), lines: map[string]int{}, root: field}
	body, err := parse(s)
	if err != nil {
		var e *orrery.Error
		if field != "" && errors.As(err, &e) {
			return nil, e.At("", 0, field)
		}
		return nil, err
	}
	if body == nil {
		if field != "" {
			return d, nil
		}
		return nil, s.Errorf(1, "", "is empty")
	}
	if err := d.value(body, target.Elem(), place{path: field, end: d.src.count() + 1}); err != nil {
		return nil, err
	}
	return d, nil
}

// place is where a value stands: its path, the local line on which the block around it ends, whether
// that block is written in brackets, and the colon before it, nil in a list.
type place struct {
	path  string
	end   int
	flow  bool
	colon *token.Token
}

func (p place) key(name string) string {
	if strings.ContainsAny(name, ".[") {
		name = strconv.Quote(name) // so that no two paths are spelt alike
	}
	if p.path == "" {
		return name
	}
	return p.path + "." + name
}

func item(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// errorf blames a path that has been seen, or the nearest one around it.
func (d *decoder) errorf(path, format string, args ...any) *orrery.Error {
	line := 1
	for p := path; p != ""; p = p[:max(0, strings.LastIndexAny(p, ".["))] {
		if l, ok := d.lines[p]; ok {
			line = l
			break
		}
	}
	return d.section.Errorf(line, path, format, args...)
}

// wrong blames a value for its type.
func (d *decoder) wrong(n ast.Node, p place, want string) *orrery.Error {
	e := d.section.Errorf(first(n).Position.Line, p.path, "is %s, wanted %s", kindOf(n), want)
	switch n.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		if want == "text" {
			return e.Hinted("put it in quotes")
		}
	}
	return e
}

var (
	sectionType = reflect.TypeFor[orrery.Section]()
	textType    = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// value reads n into v.
func (d *decoder) value(n ast.Node, v reflect.Value, p place) error {
	if v.Type() == sectionType {
		s, err := d.cut(n, p)
		if err == nil {
			v.Set(reflect.ValueOf(s))
		}
		return err
	}
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		return d.value(n, v.Elem(), p)
	}
	if reflect.PointerTo(v.Type()).Implements(textType) {
		if t, ok := text(n); ok {
			return d.unmarshalText(n, v, t, p)
		}
		if v.Kind() != reflect.Struct {
			return d.wrong(n, p, "text")
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		return d.mapping(n, v, p)
	case reflect.Map:
		return d.table(n, v, p)
	case reflect.Slice:
		return d.list(n, v, p)
	default:
		return d.scalar(n, v, p)
	}
}

func (d *decoder) unmarshalText(n ast.Node, v reflect.Value, t string, p place) error {
	u, _ := reflect.TypeAssert[encoding.TextUnmarshaler](v.Addr())
	if err := u.UnmarshalText([]byte(t)); err != nil {
		return d.section.Errorf(first(n).Position.Line, p.path, "%w", err)
	}
	return nil
}

// pairs calls use for each key of a mapping, in the file's order.
func (d *decoder) pairs(n ast.Node, p place, use func(key string, value ast.Node, at place) error) error {
	pairs, flow, ok := entries(n)
	if !ok {
		return d.wrong(n, p, "a mapping")
	}
	for i, kv := range pairs {
		key, ok := text(kv.Key)
		line := first(kv.Key).Position.Line
		if !ok {
			return d.section.Errorf(line, p.path, "the key %q is not text", kv.Key.String()).Hinted("put it in quotes")
		}
		at := place{path: p.key(key), end: p.end, flow: p.flow || flow, colon: kv.Start}
		if i+1 < len(pairs) {
			at.end = first(pairs[i+1].Key).Position.Line
		}
		if _, ok := d.lines[at.path]; ok {
			return d.section.Errorf(line, at.path, "is there twice")
		}
		d.lines[at.path] = line
		if err := use(key, kv.Value, at); err != nil {
			return err
		}
	}
	return nil
}

// mapping reads a mapping into a struct.
func (d *decoder) mapping(n ast.Node, v reflect.Value, p place) error {
	known, required := tags(v.Type())
	err := d.pairs(n, p, func(key string, value ast.Node, at place) error {
		i, ok := known[key]
		if !ok {
			return d.errorf(at.path, "unknown key").Hinted(suggest(key, v.Type()))
		}
		return d.value(value, v.Field(i), at)
	})
	if err != nil {
		return err
	}
	for _, key := range required {
		if _, ok := d.lines[p.key(key)]; !ok {
			return d.section.Errorf(first(n).Position.Line, p.key(key), "is missing")
		}
	}
	return nil
}

// table reads a mapping into a map with text keys.
func (d *decoder) table(n ast.Node, v reflect.Value, p place) error {
	v.Set(reflect.MakeMap(v.Type()))
	return d.pairs(n, p, func(key string, value ast.Node, at place) error {
		e := reflect.New(v.Type().Elem()).Elem()
		if err := d.value(value, e, at); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(key).Convert(v.Type().Key()), e)
		return nil
	})
}

// list reads a list into a slice.
func (d *decoder) list(n ast.Node, v reflect.Value, p place) error {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		return d.wrong(n, p, "a list")
	}
	v.Set(reflect.MakeSlice(v.Type(), len(seq.Values), len(seq.Values)))
	for i, e := range seq.Values {
		at := place{path: item(p.path, i), end: p.end, flow: p.flow || seq.IsFlowStyle}
		if i+1 < len(seq.Values) {
			at.end = first(seq.Values[i+1]).Position.Line
		}
		d.lines[at.path] = first(e).Position.Line
		if err := d.value(e, v.Index(i), at); err != nil {
			return err
		}
	}
	return nil
}

// scalar reads texts, numbers and booleans.
func (d *decoder) scalar(n ast.Node, v reflect.Value, p place) error {
	switch kind := v.Kind(); kind {
	case reflect.String:
		t, ok := text(n)
		if !ok {
			return d.wrong(n, p, "text")
		}
		v.SetString(t)
	case reflect.Bool:
		b, ok := n.(*ast.BoolNode)
		if !ok {
			return d.wrong(n, p, "true or false")
		}
		v.SetBool(b.Value)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return d.whole(n, v, p)
	case reflect.Float64:
		f, ok := number(n)
		if !ok {
			return d.wrong(n, p, "a finite number")
		}
		v.SetFloat(f)
	default:
		return orrery.Invalidf("scenario: cannot decode into a %s", v.Type()).At("", 0, p.path)
	}
	return nil
}

// whole reads a whole number within the range of v's type.
func (d *decoder) whole(n ast.Node, v reflect.Value, p place) error {
	i, ok := n.(*ast.IntegerNode)
	if !ok {
		return d.wrong(n, p, "a whole number")
	}
	var signed int64
	var unsigned uint64
	switch x := i.Value.(type) {
	case int64:
		signed, unsigned = x, uint64(max(x, 0))
	case uint64:
		signed, unsigned = int64(min(x, math.MaxInt64)), x
	default:
		return d.wrong(n, p, "a whole number")
	}
	negative := signed < 0
	outside := d.section.Errorf(first(n).Position.Line, p.path, "%s is out of range; it must fit %s", i.Token.Value, v.Type().Kind())
	if v.CanUint() {
		if negative || v.OverflowUint(unsigned) {
			return outside
		}
		v.SetUint(unsigned)
		return nil
	}
	if v.OverflowInt(signed) || !negative && unsigned > math.MaxInt64 {
		return outside
	}
	v.SetInt(signed)
	return nil
}

// number returns a finite number.
func number(n ast.Node) (float64, bool) {
	switch n := n.(type) {
	case *ast.FloatNode:
		return n.Value, !math.IsInf(n.Value, 0) && !math.IsNaN(n.Value)
	case *ast.IntegerNode:
		switch x := n.Value.(type) {
		case int64:
			return float64(x), true
		case uint64:
			return float64(x), true
		}
	}
	return 0, false
}

// tags returns the struct's keys with their field numbers, and the keys that must be there.
func tags(t reflect.Type) (known map[string]int, required []string) {
	known = map[string]int{}
	for i := range t.NumField() {
		name, option, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
		if name == "" || name == "-" {
			continue
		}
		known[name] = i
		if option == "required" {
			required = append(required, name)
		}
	}
	return known, required
}
