package cmds

const (
	alphabet64    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	alphabet64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	alphabet32    = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	alphabet32Hex = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
	alphabet16    = "0123456789ABCDEF"
	alphabetZ85   = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
)

var (
	codecBase64    = bitCodec(alphabet64, 6, 3, 4)
	codecBase64URL = bitCodec(alphabet64URL, 6, 3, 4)
	codecBase32    = bitCodec(alphabet32, 5, 5, 8)
	codecBase32Hex = bitCodec(alphabet32Hex, 5, 5, 8)
	codecBase16    = bitCodec(alphabet16, 4, 1, 2)
	codecBase2M    = bitCodec("01", 1, 1, 8)
	codecBase2L    = reversed(bitCodec("01", 1, 1, 8))
	codecZ85       = z85Codec()
)

// reverse returns the table from character to value, 255 for characters that are not in the alphabet.
func reverse(alphabet string) (t [256]byte) {
	for i := range t {
		t[i] = 255
	}
	for i := range len(alphabet) {
		t[alphabet[i]] = byte(i)
	}
	return t
}

// bitCodec is a codec whose characters stand for a fixed number of bits each; the last group is filled up with "=".
func bitCodec(alphabet string, width, raw, text int) codec {
	values := reverse(alphabet)
	if alphabet == alphabet32Hex {
		// GNU translates to the usual base32 and lets through what is there already.
		for i, c := range []byte("WXYZ") {
			values[c] = byte(22 + i)
		}
	}
	return codec{
		raw: raw, text: text,
		valid: func(c byte) bool { return values[c] != 255 },
		encode: func(dst, src []byte) []byte {
			var acc uint64
			for i := range raw {
				acc <<= 8
				if i < len(src) {
					acc |= uint64(src[i])
				}
			}
			chars := (len(src)*8 + width - 1) / width
			for i := range text {
				if i < chars {
					dst = append(dst, alphabet[acc>>((text-1-i)*width)&(1<<width-1)])
				} else {
					dst = append(dst, '=')
				}
			}
			return dst
		},
		decode: func(dst, src []byte) ([]byte, bool) {
			if text == 8 && len(src) < 8 {
				return dst, false
			}
			return decodeBits(dst, src, &values, width, raw, text)
		},
	}
}

// decodeBits decodes a group as far as it is right: each byte is put out as soon as its characters are known to be good.
func decodeBits(dst, src []byte, values *[256]byte, width, raw, text int) ([]byte, bool) {
	var acc uint64
	at := 0
	for n := 1; n <= raw; n++ {
		need := (n*8 + width - 1) / width
		if n > 1 && at < len(src) && src[at] == '=' {
			for _, c := range src[at:] {
				if c != '=' {
					return dst, false
				}
			}
			return dst, len(src) == text
		}
		for ; at < need; at++ {
			if at >= len(src) || values[src[at]] == 255 {
				return dst, false
			}
			acc = acc<<width | uint64(values[src[at]])
		}
		dst = append(dst, byte(acc>>(need*width-n*8)))
	}
	return dst, true
}

// reversed writes the bits of each byte the other way round.
func reversed(c codec) codec {
	enc, dec := c.encode, c.decode
	c.encode = func(dst, src []byte) []byte {
		n := len(dst)
		dst = enc(dst, src)
		swapEnds(dst[n:])
		return dst
	}
	c.decode = func(dst, src []byte) ([]byte, bool) {
		swapEnds(src)
		return dec(dst, src)
	}
	return c
}

func swapEnds(b []byte) {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
}

// z85Codec writes four bytes as five characters.
func z85Codec() codec {
	values := reverse(alphabetZ85)
	return codec{
		raw: 4, text: 5, exact: true,
		valid: func(c byte) bool { return values[c] != 255 },
		encode: func(dst, src []byte) []byte {
			v := uint32(src[0])<<24 | uint32(src[1])<<16 | uint32(src[2])<<8 | uint32(src[3])
			var t [5]byte
			for i := 4; i >= 0; i-- {
				t[i] = alphabetZ85[v%85]
				v /= 85
			}
			return append(dst, t[:]...)
		},
		decode: func(dst, src []byte) ([]byte, bool) {
			v := uint64(0)
			for _, c := range src {
				if values[c] == 255 {
					return dst, false
				}
				v = v*85 + uint64(values[c])
			}
			if len(src) < 5 || v > 1<<32-1 {
				return dst, false
			}
			return append(dst, byte(v>>24), byte(v>>16), byte(v>>8), byte(v)), true
		},
	}
}
