package jq

import (
	"flag"
	"os"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/jq/internal/lalr"
)

var updateTables = flag.Bool("update", false, "write the parsing tables anew")

// TestTables makes sure that the parsing tables fit the grammar.
func TestTables(t *testing.T) {
	tables, err := lalr.Build(grammar())
	if err != nil {
		t.Fatal(err)
	}
	want := lalr.Source(tables, "jq")
	if *updateTables {
		if err := os.WriteFile("tables.go", want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("tables.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("tables.go is out of date: go test -run TestTables -update")
	}
}
