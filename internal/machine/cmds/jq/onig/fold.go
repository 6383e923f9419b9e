package onig

// folds are the characters whose other case is more than one character.
var folds = [...]struct {
	one  []rune
	many string
}{
	{[]rune{0xDF, 0x1E9E}, "ss"}, {[]rune{0xFB03}, "ffi"}, {[]rune{0xFB04}, "ffl"}, {[]rune{0xFB00}, "ff"}, {[]rune{0xFB01}, "fi"},
	{[]rune{0xFB02}, "fl"}, {[]rune{0xFB05, 0xFB06}, "st"}, {[]rune{0x130}, "i\u0307"}, {[]rune{0x149}, "\u02BCn"},
	{[]rune{0x1F0}, "j\u030C"}, {[]rune{0x390, 0x1FD3}, "\u03B9\u0308\u0301"}, {[]rune{0x3B0, 0x1FE3}, "\u03C5\u0308\u0301"},
	{[]rune{0x587}, "\u0565\u0582"},
}

func foldedChars(s string) []*node {
	var list []*node
	for _, r := range s {
		list = append(list, &node{kind: kChar, r: r, fold: true})
	}
	return list
}

// foldAlternative matches any of the characters, or their longer form.
func foldAlternative(one []rune, many string) *node {
	s := &set{}
	for _, r := range one {
		s.ranges = append(s.ranges, rng{r, r})
	}
	return &node{kind: kAlt, list: []*node{{kind: kCat, list: foldedChars(many)}, {kind: kClass, set: s}}}
}

// literal returns the node of a character, which ignoring case may match several.
func (p *parser) literal(r rune) *node {
	if p.f.fold && r >= 0x80 {
		for _, f := range folds {
			for _, one := range f.one {
				if one == r {
					return foldAlternative(f.one, f.many)
				}
			}
		}
	}
	return p.char(r)
}

// foldSequences lets characters that follow each other match the one character that is their other case.
func foldSequences(list []*node) []*node {
	for i := 0; i < len(list); i++ {
		for _, f := range folds {
			if n := len([]rune(f.many)); startsFolded(list[i:], f.many) {
				rest := append([]*node{foldAlternative(f.one, f.many)}, list[i+n:]...)
				list = append(list[:i:i], rest...)
				break
			}
		}
	}
	return list
}

func startsFolded(list []*node, s string) bool {
	i := 0
	for _, r := range s {
		if i == len(list) || list[i].kind != kChar || !list[i].fold || !sameFold(list[i].r, r) {
			return false
		}
		i++
	}
	return true
}
