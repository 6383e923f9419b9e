package jq

import (
	"strconv"
	"unicode/utf8"
)

// jsonError is what is wrong with a JSON text; under --stream-errors it comes as a value.
type jsonError struct{ msg string }

func (e *jsonError) text() string { return e.msg }

// maxJSON is the depth to which JSON texts may nest.
const maxJSON = 256

type jsonState uint8

const (
	jsonNormal jsonState = iota
	jsonString
	jsonEscape
	jsonLost // after an error: everything up to the next record separator is skipped
)

// jsonParser reads JSON texts from chunks of input and yields each as soon as it is complete. With stream set it yields
// events instead.
type jsonParser struct {
	seq          bool
	stream       *streamer
	streamErrors bool

	buf     []byte
	pos     int
	partial bool // more will follow buf
	eof     bool
	started bool // a chunk has been given and no error thrown it away
	bom     int  // bytes of a byte order mark seen; bomBad after a broken one

	stack  []any // *arr, *obj under construction and *str keys
	next   value
	has    bool // next holds a value
	token  []byte
	state  jsonState
	blank  bool // the last character was white space
	line   int
	column int
	tick   func(int)
	abort  func(msg string) // what a failed assertion of jq's does
}

const (
	bomDone = 3
	bomBad  = 255
	bomText = "\xEF\xBB\xBF"
)

func newJSONParser(tick func(int)) *jsonParser { return &jsonParser{line: 1, tick: tick} }

// feed gives the next chunk of the text; partial says that more follows.
func (p *jsonParser) feed(b []byte, partial bool) {
	for len(b) > 0 && p.bom < bomDone {
		switch {
		case b[0] == bomText[p.bom]:
			b = b[1:]
			p.bom++
		case p.bom == 0:
			p.bom = bomDone
		default:
			p.bom = bomBad
		}
	}
	p.buf, p.pos, p.partial, p.started = b, 0, partial, true
	if p.tick != nil {
		p.tick(len(b) / 32)
	}
}

// remaining says that the present chunk is not used up.
func (p *jsonParser) remaining() bool { return p.pos < len(p.buf) }

func (p *jsonParser) reset() {
	p.stack, p.token, p.next, p.has, p.state = p.stack[:0], p.token[:0], nil, false, jsonNormal
	if p.stream != nil {
		p.stream.reset()
	}
}

// done is not an error: it says that a value is complete.
const done = "output produced"

// parseNext returns the next value; ok is false when there is none in the text so far.
func (p *jsonParser) parseNext() (v value, ok bool, err *jsonError) {
	if p.eof || !p.started {
		return nil, false, nil
	}
	if p.bom == bomBad {
		if !p.seq {
			return nil, false, &jsonError{"Malformed BOM"}
		}
		p.reset()
		p.state = jsonNormal
	}
	if p.stream != nil {
		if v, ok := p.stream.take(p); ok {
			return v, true, nil
		}
	}
	msg := ""
	var c byte
	for msg == "" && p.pos < len(p.buf) {
		c = p.buf[p.pos]
		p.pos++
		if p.state == jsonLost {
			p.skip(c)
			continue
		}
		msg = p.scan(c, &v, &ok)
	}
	switch {
	case msg == done:
		return v, ok, nil
	case msg != "":
		return p.failure(msg, c)
	case p.partial:
		return nil, false, nil
	}
	return p.finish()
}

func (p *jsonParser) skip(c byte) {
	p.column++
	if c == '\n' {
		p.line++
		p.column = 0
	}
	if c == '\x1e' {
		p.state = jsonNormal
	}
}

func (p *jsonParser) failure(msg string, c byte) (value, bool, *jsonError) {
	if c != '\x1e' && p.seq {
		v, ok, err := p.complain(msg, "", " (need RS to resync)")
		p.reset() // after which jq does not wait for it
		return v, ok, err
	}
	v, ok, err := p.complain(msg, "", "")
	p.reset()
	if !p.seq {
		p.buf, p.pos, p.started = nil, 0, false
	}
	return v, ok, err
}

func (p *jsonParser) complain(msg, where, more string) (value, bool, *jsonError) {
	msg += where + " at line " + strconv.Itoa(p.line) + ", column " + strconv.Itoa(p.column) + more
	if p.streamErrors && p.stream != nil {
		return newArr([]value{newStr(msg), newArr(p.stream.path)}), true, nil
	}
	return nil, false, &jsonError{msg}
}

// finish handles the end of the text.
func (p *jsonParser) finish() (v value, ok bool, err *jsonError) {
	p.eof = true
	lost := func(msg string) (value, bool, *jsonError) {
		v, ok, err := p.complain(msg, " at EOF", "")
		p.reset()
		p.state = jsonLost
		return v, ok, err
	}
	switch p.state {
	case jsonLost:
		return p.complain("Unfinished abandoned text", " at EOF", "")
	case jsonString, jsonEscape:
		return lost("Unfinished string")
	}
	if msg := p.literal(); msg != "" {
		return lost(msg)
	}
	if len(p.stack) > 0 || p.stream != nil && p.stream.depth > 0 {
		return lost("Unfinished JSON term")
	}
	v, ok = p.next, p.has
	_, isNum := v.(float64)
	if ok && p.stream != nil {
		v, isNum = newArr([]value{newArr(p.stream.path), v}), false
	}
	p.next, p.has = nil, false
	if p.seq && !p.blank && ok && isNum {
		return p.complain("Potentially truncated top-level numeric value", " at EOF", "")
	}
	return v, ok, nil
}

// scan takes one character. When it returns done, a value may be in v.
func (p *jsonParser) scan(c byte, v *value, ok *bool) string {
	p.column++
	if c == '\n' {
		p.line++
		p.column = 0
	}
	if c == '\x1e' {
		return p.separator(v, ok)
	}
	p.blank = false
	if p.state != jsonNormal {
		return p.inString(c, v, ok)
	}
	answer := ""
	blank := c == ' ' || c == '\t' || c == '\r' || c == '\n'
	structure := c == '[' || c == ']' || c == '{' || c == '}' || c == ',' || c == ':'
	p.blank = blank
	if !blank && !structure && c != '"' {
		p.token = append(p.token, c)
		return p.completed(v, ok)
	}
	if msg := p.literal(); msg != "" {
		return msg
	}
	if p.take(v, ok) {
		answer = done
	}
	switch {
	case c == '"':
		p.state = jsonString
	case structure:
		if msg := p.structure(c); msg != "" {
			return msg
		}
	}
	if p.take(v, ok) {
		answer = done
	}
	return answer
}

func (p *jsonParser) inString(c byte, v *value, ok *bool) string {
	if c == '"' && p.state == jsonString {
		if msg := p.stringEnd(); msg != "" {
			return msg
		}
		p.state = jsonNormal
		return p.completed(v, ok)
	}
	p.token = append(p.token, c)
	if c == '\\' && p.state == jsonString {
		p.state = jsonEscape
	} else {
		p.state = jsonString
	}
	return ""
}

func (p *jsonParser) completed(v *value, ok *bool) string {
	if p.take(v, ok) {
		return done
	}
	return ""
}

// take moves a complete top-level value to v.
func (p *jsonParser) take(v *value, ok *bool) bool {
	if p.stream != nil {
		e, got := p.stream.take(p)
		if got {
			*v, *ok = e, true
		}
		return got
	}
	if len(p.stack) > 0 || !p.has {
		return false
	}
	*v, *ok = p.next, true
	p.next, p.has = nil, false
	return true
}

// separator handles a record separator, which ends a text wherever it stands.
func (p *jsonParser) separator(v *value, ok *bool) string {
	if p.truncated() {
		if p.literal() == "" && p.topNumber() {
			return "Potentially truncated top-level numeric value"
		}
		return "Truncated value"
	}
	if msg := p.literal(); msg != "" {
		return msg
	}
	if p.state == jsonNormal && p.take(v, ok) {
		return done
	}
	p.reset()
	return done
}

func (p *jsonParser) truncated() bool {
	if p.stream != nil {
		_, isStr := p.next.(*str)
		return p.stream.depth > 0 || p.has && !isStr
	}
	_, isNum := p.next.(float64)
	return p.seq && !p.blank && (len(p.stack) > 0 || len(p.token) > 0 || isNum)
}

func (p *jsonParser) topNumber() bool {
	_, isNum := p.next.(float64)
	if p.stream != nil {
		return p.stream.depth == 0 && isNum
	}
	return len(p.stack) == 0 && isNum
}

// setValue makes v the value that the next structural character is about.
func (p *jsonParser) setValue(v value) string {
	if p.has || p.stream != nil && !p.stream.value() {
		return "Expected separator between values"
	}
	p.next, p.has = v, true
	return ""
}

// literal ends a number or a word.
func (p *jsonParser) literal() string {
	if len(p.token) == 0 {
		return ""
	}
	var v value
	word := ""
	switch p.token[0] {
	case 't':
		word, v = "true", true
	case 'f':
		word, v = "false", false
	case 'n':
		word = "null"
	default:
		text := cstring(p.token)
		f, ok := readNumber(text)
		if !ok && text != "" { // nothing before a NUL is 0
			return "Invalid numeric literal"
		}
		v = f
	}
	if word != "" && string(p.token) != word {
		return "Invalid literal"
	}
	if msg := p.setValue(v); msg != "" {
		return msg
	}
	p.token = p.token[:0]
	return ""
}

func cstring(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

// stringEnd decodes the escapes of a string.
func (p *jsonParser) stringEnd() string {
	out, in := p.token[:0], p.token
	for i := 0; i < len(in); {
		c := in[i]
		i++
		if c != '\\' {
			if c > 0 && c < 0x1F {
				return "Invalid string: control characters from U+0000 through U+001F must be escaped"
			}
			out = append(out, c)
			continue
		}
		if i >= len(in) {
			return "Expected escape character at end of string"
		}
		c = in[i]
		i++
		switch c {
		case '\\', '"', '/':
			out = append(out, c)
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 't':
			out = append(out, '\t')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 'u':
			r, n, msg := unicodeEscape(in[i:])
			if msg != "" {
				return msg
			}
			i += n
			out = appendCodepoint(out, r)
		default:
			return "Invalid escape"
		}
	}
	s := newStr(validText(string(out)))
	if msg := p.setValue(s); msg != "" {
		return msg
	}
	p.token = p.token[:0]
	return ""
}

// unicodeEscape reads what follows \u; n is its length.
func unicodeEscape(in []byte) (r rune, n int, msg string) {
	if len(in) < 4 {
		return 0, 0, `Invalid \uXXXX escape`
	}
	r = hex4(in)
	if r < 0 {
		return 0, 0, `Invalid characters in \uXXXX escape`
	}
	if r < 0xD800 || r > 0xDBFF {
		return r, 4, ""
	}
	const pair = `Invalid \uXXXX\uXXXX surrogate pair escape`
	if len(in) < 10 || in[4] != '\\' || in[5] != 'u' {
		return 0, 0, pair
	}
	low := hex4(in[6:])
	if low < 0xDC00 || low > 0xDFFF {
		return 0, 0, pair
	}
	return 0x10000 + (r-0xD800)<<10 + (low - 0xDC00), 10, ""
}

func hex4(b []byte) rune {
	var r rune
	for _, c := range b[:4] {
		switch {
		case isDigit(c):
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return -1
		}
	}
	return r
}

// appendCodepoint encodes a code point, surrogates too, which utf8 does not.
func appendCodepoint(b []byte, r rune) []byte {
	if r >= 0xD800 && r <= 0xDFFF {
		return append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0xBF, 0x80|byte(r)&0xBF)
	}
	return utf8.AppendRune(b, r)
}

// parseJSON reads one JSON text.
func parseJSON(text string) (value, *jsonError) {
	return (*host)(nil).parseJSON(text)
}

func (h *host) parseJSON(text string) (value, *jsonError) {
	p := newJSONParser(h.tick)
	p.feed([]byte(text), false)
	v, ok, err := p.parseNext()
	switch {
	case ok:
		var more bool
		if _, more, err = p.parseNext(); more {
			err = &jsonError{"Unexpected extra JSON values"}
		}
	case err == nil:
		err = &jsonError{"Expected JSON value"}
	}
	if err != nil {
		shown := text
		if i := indexNUL(text); i >= 0 {
			shown = text[:i]
		}
		return nil, &jsonError{err.msg + " (while parsing '" + shown + "')"}
	}
	return v, nil
}
