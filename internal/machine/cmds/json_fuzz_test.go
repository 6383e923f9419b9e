package cmds

import (
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

// FuzzJQ runs any filter on any input: it must end, within its budget, without a fault.
func FuzzJQ(f *testing.F) {
	for _, c := range []struct{ filter, input string }{
		{".", `{"a":[1,2.50,1e1000,"\u00e9\ud83d"],"b":null}`},
		{`.[] | select(.a > 1) | {a, "b": (.b // "none")}`, `[{"a":1},{"a":2}]`},
		{`def f(x): if x == 0 then 1 else x * f(x - 1) end; f(5)`, "null"},
		{`reduce range(10) as $i (0; . + $i), (try error("x") catch .), [limit(3; repeat(1))]`, "1 2 3"},
		{`[paths(..)], (to_entries | from_entries), (tojson | fromjson), @base64, @csv "\([1,"a"])"`, `{"a":{"b":1}}`},
		{`test("a(?<x>b)+"; "gx"), sub("(?<l>.)"; "\(.l)!"), ascii_downcase, ltrimstr("a"), splits(", *")`, `"abab, c"`},
		{`.a.b |= (.c = 1) | del(.a[0:2]) | .. |= .`, `{"a":{"b":{}}}`},
		{`label $out | foreach .[] as [$a, {b: $c}] (0; . + $a; if . > 3 then ., break $out else empty end)`, `[[1,{"b":2}],[3,{}]]`},
		{`strptime("%Y-%m-%d") | mktime | todate, strftime("%A %j %V")`, `"2024-02-29"`},
		{`.[`, `{"a":`},
	} {
		f.Add(c.filter, c.input)
	}
	f.Fuzz(func(t *testing.T, filter, input string) {
		if len(filter) > 1000 || len(input) > 4000 {
			return
		}
		difftest.Survives(t, JSONPrograms(), difftest.Case{Args: []string{"jq", filter}, Stdin: input})
		difftest.Survives(t, JSONPrograms(), difftest.Case{Args: []string{"jq", "-ncrS", filter}, Stdin: input})
	})
}
