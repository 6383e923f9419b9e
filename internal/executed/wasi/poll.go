package wasi

import (
	"context"
	"encoding/binary"

	"github.com/tetratelabs/wazero/api"
)

// guestKey is under what a call's context holds its guest.
type guestKey struct{}

// The layout of what poll_oneoff takes and gives.
const (
	subscriptionSize = 48
	eventSize        = 32
	maxSubscriptions = 1024

	errnoSuccess = 0
	errnoFault   = 21
	errnoInvalid = 28

	clockEvent = 0
	realtime   = 0
	absolute   = 1
)

// poll waits for the first of the events that the guest asks for: a clock reaching a time, or a stream, which is always ready.
// It takes the place of wazero's, which knows no absolute times.
func poll(ctx context.Context, m api.Module, in, out, n, count uint32) uint32 {
	g, ok := ctx.Value(guestKey{}).(*guest)
	if !ok || n == 0 || n > maxSubscriptions {
		return errnoInvalid
	}
	subs, ok := m.Memory().Read(in, n*subscriptionSize)
	if !ok {
		return errnoFault
	}
	first, wait := -1, int64(0)
	for i := range int(n) {
		if due := g.due(subs[i*subscriptionSize:]); first < 0 || due < wait {
			first, wait = i, due
		}
	}
	g.nanosleep(wait)
	event := make([]byte, eventSize)
	copy(event, subs[first*subscriptionSize:][:8]) // what the guest calls it by
	event[10] = subs[first*subscriptionSize+8]
	if !m.Memory().Write(out, event) || !m.Memory().WriteUint32Le(count, 1) {
		return errnoFault
	}
	return errnoSuccess
}

// due returns in how many nanoseconds the event of a subscription comes.
func (g *guest) due(sub []byte) int64 {
	if sub[8] != clockEvent {
		return 0
	}
	at := int64(min(binary.LittleEndian.Uint64(sub[24:]), 1<<62))
	if binary.LittleEndian.Uint16(sub[40:])&absolute != 0 {
		if binary.LittleEndian.Uint32(sub[16:]) == realtime {
			at -= g.p.K.Now()
		} else {
			at -= g.nanotime()
		}
	}
	return max(at, 0)
}
