package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/api"
)

func TestFromError(t *testing.T) {
	placed := orrery.Invalidf("is %d", 3).At("a.yaml", 2, "seed").Hinted("write 4")
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, `{"kind":"","message":""}`},
		{placed, `{"kind":"invalid","message":"is 3","file":"a.yaml","line":2,"field":"seed","hint":"write 4"}`},
		{fmt.Errorf("open: %w", placed), `{"kind":"invalid","message":"open: a.yaml:2: seed: is 3 (write 4)","file":"a.yaml","line":2,"field":"seed","hint":"write 4"}`},
		{&orrery.Error{Kind: orrery.Corrupt}, `{"kind":"corrupt","message":"corrupt"}`},
		{context.Canceled, `{"kind":"canceled","message":"context canceled"}`},
		{fmt.Errorf("disk"), `{"kind":"infra","message":"disk"}`},
	} {
		got, err := json.Marshal(api.FromError(c.err))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != c.want {
			t.Errorf("%v\ngot  %s\nwant %s", c.err, got, c.want)
		}
	}
}
