package jq

// structure takes a character that shapes arrays and objects.
func (p *jsonParser) structure(c byte) string {
	if p.stream != nil {
		return p.stream.structure(p, c)
	}
	switch c {
	case '[', '{':
		return p.open(c)
	case ':':
		return p.colon()
	case ',':
		return p.comma()
	case ']':
		return p.closeArray()
	}
	return p.closeObject()
}

func (p *jsonParser) open(c byte) string {
	if len(p.stack) >= maxJSON {
		return "Exceeds depth limit for parsing"
	}
	if p.has {
		return "Expected separator between values"
	}
	if c == '[' {
		p.stack = append(p.stack, &arr{})
	} else {
		p.stack = append(p.stack, newObj(4))
	}
	return ""
}

// top returns what is being built.
func (p *jsonParser) top() any {
	if len(p.stack) == 0 {
		return nil
	}
	return p.stack[len(p.stack)-1]
}

func (p *jsonParser) pop() any {
	v := p.top()
	p.stack = p.stack[:len(p.stack)-1]
	return v
}

func (p *jsonParser) colon() string {
	if !p.has {
		return "Expected string key before ':'"
	}
	if _, isObj := p.top().(*obj); !isObj {
		return "':' not as part of an object"
	}
	k, isStr := p.next.(*str)
	if !isStr {
		return "Object keys must be strings"
	}
	p.stack = append(p.stack, k)
	p.next, p.has = nil, false
	return ""
}

// pairEnd stores the value of the key on the stack.
func (p *jsonParser) pairEnd(k *str) {
	p.stack = p.stack[:len(p.stack)-1]
	p.top().(*obj).put(k, p.next)
	p.next, p.has = nil, false
}

func (p *jsonParser) comma() string {
	if !p.has {
		return "Expected value before ','"
	}
	switch t := p.top().(type) {
	case nil:
		return "',' not as part of an object or array"
	case *arr:
		t.v = append(t.v, p.next)
		p.next, p.has = nil, false
	case *str:
		p.pairEnd(t)
	default:
		return "Objects must consist of key:value pairs"
	}
	return ""
}

func (p *jsonParser) closeArray() string {
	a, ok := p.top().(*arr)
	if !ok {
		return "Unmatched ']'"
	}
	if p.has {
		a.v = append(a.v, p.next)
	} else if len(a.v) != 0 {
		return "Expected another array element"
	}
	p.pop()
	p.next, p.has = newArr(a.v), true
	return ""
}

func (p *jsonParser) closeObject() string {
	if len(p.stack) == 0 {
		return "Unmatched '}'"
	}
	if p.has {
		k, ok := p.top().(*str)
		if !ok {
			return "Objects must consist of key:value pairs"
		}
		p.pairEnd(k)
	} else {
		o, ok := p.top().(*obj)
		if !ok {
			return "Unmatched '}'"
		}
		if len(o.e) != 0 {
			return "Expected another key-value pair"
		}
	}
	p.next, p.has = p.pop(), true
	return ""
}

type lastSeen uint8

const (
	lastNone lastSeen = iota
	lastOpenArray
	lastOpenObject
	lastColon
	lastComma
	lastValue
)

// streamer turns JSON texts into events: [path, leaf], and [path] when an array or object ends.
type streamer struct {
	path  []value // never changed in place, since events hold it
	depth int
	last  lastSeen
	out   *arr // the event to come; one of three elements is followed by the end of the array or object around it
}

func (s *streamer) reset() { *s = streamer{} }

// value notes that a value was read; false says that it may not stand there.
func (s *streamer) value() bool {
	if s.last == lastValue {
		return false
	}
	s.last = lastNone
	if s.depth > 0 {
		s.last = lastValue
	}
	return true
}

// take returns the next event.
func (s *streamer) take(p *jsonParser) (value, bool) {
	if s.depth == 0 && p.has {
		v := p.next
		p.next, p.has = nil, false
		return newArr([]value{newArr(s.path), v}), true
	}
	out := s.out
	if out == nil {
		return nil, false
	}
	s.out = nil
	if len(out.v) > 2 {
		s.out = newArr(out.v[:1:1])
		out = newArr(out.v[:2:2])
	}
	return out, true
}

// setTop replaces the last component of the path.
func (s *streamer) setTop(v value) {
	path := make([]value, len(s.path))
	copy(path, s.path)
	path[len(path)-1] = v
	s.path = path
}

func (s *streamer) push(v value, last lastSeen) {
	s.path = append(s.path[:len(s.path):len(s.path)], v)
	s.last = last
	s.depth++
}

// emit makes an event of the path and the value that is pending, if there is one.
func (s *streamer) emit(p *jsonParser, more ...value) {
	event := append([]value{newArr(s.path)}, more...)
	s.out = newArr(event)
	p.next, p.has = nil, false
}

func (s *streamer) structure(p *jsonParser, c byte) string {
	switch c {
	case '[':
		if p.has {
			return "Expected a separator between values"
		}
		s.push(float64(0), lastOpenArray)
	case '{':
		if s.last == lastValue {
			return "Expected a separator between values"
		}
		s.push(nil, lastOpenObject)
	case ':':
		return s.colon(p)
	case ',':
		return s.comma(p)
	case ']':
		return s.closeArray(p)
	case '}':
		return s.closeObject(p)
	}
	return ""
}

func (s *streamer) top() value {
	if s.depth == 0 {
		return nil
	}
	return s.path[s.depth-1]
}

func (s *streamer) colon(p *jsonParser) string {
	_, isNum := s.top().(float64)
	switch _, isStr := p.next.(*str); {
	case s.depth == 0 || isNum:
		return "':' not as part of an object"
	case !p.has || s.last == lastNone:
		return "Expected string key before ':'"
	case !isStr:
		return "Object keys must be strings"
	case s.last != lastValue:
		return "':' should follow a key"
	}
	s.last = lastColon
	s.setTop(p.next)
	p.next, p.has = nil, false
	return ""
}

func (s *streamer) comma(p *jsonParser) string {
	if s.last != lastValue {
		return "Expected value before ','"
	}
	var next value = true // ready for another key
	switch t := s.top().(type) {
	case float64:
		next = t + 1
	case *str:
	default:
		if s.depth == 0 {
			return "',' not as part of an object or array"
		}
		if t == true && p.abort != nil {
			p.abort("src/jv_parse.c:296: stream_token: Assertion `k == JV_KIND_NULL' failed.")
		}
		return "Objects must consist of key:value pairs"
	}
	if p.has {
		s.emit(p, p.next)
	}
	s.setTop(next)
	s.last = lastComma
	return ""
}

func (s *streamer) closeArray(p *jsonParser) string {
	if s.depth == 0 {
		return "Unmatched ']' at the top-level"
	}
	if s.last == lastComma {
		return "Expected another array element"
	}
	if _, isNum := s.top().(float64); !isNum {
		return "Unmatched ']' in the middle of an object"
	}
	if p.has {
		s.emit(p, p.next, true)
	} else if s.last != lastOpenArray {
		s.emit(p)
	}
	s.pop(p, s.last == lastOpenArray, newArr(nil))
	return ""
}

// pop leaves an array or object; an empty one is a leaf.
func (s *streamer) pop(p *jsonParser, empty bool, leaf value) {
	s.depth--
	s.path = s.path[:s.depth:s.depth]
	if empty {
		s.emit(p, leaf)
	}
	s.last = lastNone
	if s.depth > 0 {
		s.last = lastValue
	}
}

func (s *streamer) closeObject(p *jsonParser) string {
	if s.depth == 0 {
		return "Unmatched '}' at the top-level"
	}
	if s.last == lastComma {
		return "Expected another key:value pair"
	}
	if _, isNum := s.top().(float64); isNum {
		return "Unmatched '}' in the middle of an array"
	}
	if p.has {
		if _, isStr := s.top().(*str); !isStr {
			return "Objects must consist of key:value pairs"
		}
		s.emit(p, p.next, true)
	} else {
		switch s.last {
		case lastColon:
			return "Missing value in key:value pair"
		case lastOpenArray:
			return "Unmatched '}' in the middle of an array"
		case lastValue:
			s.emit(p)
		case lastOpenObject:
		default:
			return "Unmatched '}'"
		}
	}
	s.pop(p, s.last == lastOpenObject, newObj(0))
	return ""
}
