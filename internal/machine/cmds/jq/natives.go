package jq

import "sort"

// inlineKind marks functions that are a few instructions rather than a call.
type inlineKind uint8

const (
	inlineNone inlineKind = iota
	inlineEmpty
	inlineNot
	inlinePath
	inlineRange
)

// native is a function that is not written in jq. It gets the input and then its arguments, of which it must keep none.
type native struct {
	key    string // NAME/ARITY
	fn     func(m *vm, a []value) (value, *failure)
	inline inlineKind
}

func builtinKey(name string, arity int) string {
	const digits = "0123456789"
	if arity < 10 {
		return name + "/" + digits[arity:arity+1]
	}
	return name + "/many"
}

// natives are sorted by key.
var natives = [...]native{
	{key: "_divide/2", fn: divideValues},
	{key: "_equal/2", fn: func(m *vm, a []value) (value, *failure) { return m.h.equal(a[1], a[2], 0), nil }},
	{key: "_greater/2", fn: func(m *vm, a []value) (value, *failure) { return m.h.compare(a[1], a[2], 0) > 0, nil }},
	{key: "_greatereq/2", fn: func(m *vm, a []value) (value, *failure) { return m.h.compare(a[1], a[2], 0) >= 0, nil }},
	{key: "_group_by_impl/1", fn: groupBy},
	{key: "_input/0", fn: nextInput},
	{key: "_less/2", fn: func(m *vm, a []value) (value, *failure) { return m.h.compare(a[1], a[2], 0) < 0, nil }},
	{key: "_lesseq/2", fn: func(m *vm, a []value) (value, *failure) { return m.h.compare(a[1], a[2], 0) <= 0, nil }},
	{key: "_match_impl/3", fn: matchRegex},
	{key: "_max_by_impl/1", fn: func(m *vm, a []value) (value, *failure) { return m.extreme(a[0], a[1], false) }},
	{key: "_min_by_impl/1", fn: func(m *vm, a []value) (value, *failure) { return m.extreme(a[0], a[1], true) }},
	{key: "_minus/2", fn: subtract},
	{key: "_mod/2", fn: modulo},
	{key: "_multiply/2", fn: multiply},
	{key: "_negate/0", fn: negateValue},
	{key: "_notequal/2", fn: func(m *vm, a []value) (value, *failure) { return !m.h.equal(a[1], a[2], 0), nil }},
	{key: "_plus/2", fn: add},
	{key: "_sort_by_impl/1", fn: sortBy},
	{key: "_strindices/1", fn: stringIndices},
	{key: "builtins/0", fn: listBuiltins},
	{key: "contains/1", fn: containsValue},
	{key: "debug/0", fn: debugValue},
	{key: "delpaths/1", fn: func(m *vm, a []value) (value, *failure) { return m.delPaths(a[0], a[1]) }},
	{key: "empty/0", inline: inlineEmpty},
	{key: "endswith/1", fn: endsWith},
	{key: "env/0", fn: func(m *vm, _ []value) (value, *failure) { return m.io.environment(), nil }},
	{key: "error/1", fn: raiseError},
	{key: "explode/0", fn: explode},
	{key: "format/1", fn: formatValue},
	{key: "frexp/0", fn: frexp},
	{key: "fromjson/0", fn: fromJSON},
	{key: "get_jq_origin/0", fn: func(m *vm, _ []value) (value, *failure) { return m.io.jqOrigin(), nil }},
	{key: "get_prog_origin/0", fn: func(m *vm, _ []value) (value, *failure) { return m.io.progOrigin(), nil }},
	{key: "get_search_list/0", fn: func(m *vm, _ []value) (value, *failure) { return m.io.searchList(), nil }},
	{key: "getpath/1", fn: getPath},
	{key: "gmtime/0", fn: func(m *vm, a []value) (value, *failure) { return m.brokenDown(a[0], "gmtime", false) }},
	{key: "halt/0", fn: halt},
	{key: "halt_error/1", fn: haltError},
	{key: "has/1", fn: func(m *vm, a []value) (value, *failure) { return has(a[0], a[1]) }},
	{key: "implode/0", fn: implode},
	{key: "infinite/0", fn: infinity},
	{key: "input_filename/0", fn: func(m *vm, _ []value) (value, *failure) { return m.io.in.filename(), nil }},
	{key: "input_line_number/0", fn: func(m *vm, _ []value) (value, *failure) { return float64(m.io.in.line), nil }},
	{key: "isinfinite/0", fn: isInfinite},
	{key: "isnan/0", fn: isNaN},
	{key: "isnormal/0", fn: isNormal},
	{key: "keys/0", fn: keys},
	{key: "keys_unsorted/0", fn: keysUnsorted},
	{key: "length/0", fn: length},
	{key: "lgamma_r/0", fn: lgammaR},
	{key: "localtime/0", fn: func(m *vm, a []value) (value, *failure) { return m.brokenDown(a[0], "localtime", true) }},
	{key: "ltrimstr/1", fn: trimLeft},
	{key: "max/0", fn: func(m *vm, a []value) (value, *failure) { return m.extreme(a[0], a[0], false) }},
	{key: "min/0", fn: func(m *vm, a []value) (value, *failure) { return m.extreme(a[0], a[0], true) }},
	{key: "mktime/0", fn: mktime},
	{key: "modf/0", fn: modf},
	{key: "modulemeta/0", fn: moduleMeta},
	{key: "nan/0", fn: notANumber},
	{key: "not/0", inline: inlineNot},
	{key: "now/0", fn: now},
	{key: "path/1", inline: inlinePath},
	{key: "range/2", inline: inlineRange},
	{key: "rtrimstr/1", fn: trimRight},
	{key: "setpath/2", fn: func(m *vm, a []value) (value, *failure) { return m.setPath(a[0], a[1], a[2]) }},
	{key: "sort/0", fn: sortValue},
	{key: "split/1", fn: split},
	{key: "startswith/1", fn: startsWith},
	{key: "stderr/0", fn: printStderr},
	{key: "strflocaltime/1", fn: func(m *vm, a []value) (value, *failure) { return m.formatTime(a[0], a[1], true) }},
	{key: "strftime/1", fn: func(m *vm, a []value) (value, *failure) { return m.formatTime(a[0], a[1], false) }},
	{key: "strptime/1", fn: strptime},
	{key: "tojson/0", fn: func(m *vm, a []value) (value, *failure) { return newStr(m.h.dump(a[0])), nil }},
	{key: "tonumber/0", fn: toNumber},
	{key: "tostring/0", fn: func(m *vm, a []value) (value, *failure) { return newStr(m.h.toString(a[0])), nil }},
	{key: "type/0", fn: func(m *vm, a []value) (value, *failure) { return newStr(kindName(a[0])), nil }},
	{key: "utf8bytelength/0", fn: byteLength},
}

// findNative returns the native of a key, or nil.
func findNative(key string) *native {
	i := sort.Search(len(natives), func(i int) bool { return natives[i].key >= key })
	if i < len(natives) && natives[i].key == key {
		return &natives[i]
	}
	return findMath(key)
}

// typeError complains of one value, typeError2 of two.
func (m *vm) typeError(v value, msg string) *failure {
	return fail(kindName(v) + " (" + m.h.truncated(v, 15) + ") " + msg)
}

func (m *vm) typeError2(a, b value, msg string) *failure {
	return fail(kindName(a) + " (" + m.h.truncated(a, 15) + ") and " + kindName(b) + " (" + m.h.truncated(b, 15) + ") " + msg)
}
