// Package archtest holds the rules of the house that a compiler does not know: which package may
// import which, what only one package may do, how long files and functions may get, what must be
// documented, and what must not be said. Its test applies them to the whole repository.
package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Module is the path of the module whose packages have floors.
const Module = "github.com/orrery-world/orrery"

// source is one Go file.
type source struct {
	path string // from the module's root, with slashes
	dir  string // the package's directory, "." for the root
	test bool   // a _test.go file
	file *ast.File
	fset *token.FileSet
	text []byte
}

// at returns "path:line" of a node.
func (s *source) at(n ast.Node) string {
	return fmt.Sprintf("%s:%d", s.path, s.fset.Position(n.Pos()).Line)
}

// Check applies all rules to the module below root and returns what breaks them, each as
// "path:line: what (what to do)", sorted.
func Check(root string) ([]string, error) {
	sources, texts, err := load(root)
	if err != nil {
		return nil, err
	}
	var found []string
	for i := range sources {
		s := &sources[i]
		found = append(found, checkFloors(s)...)
		found = append(found, checkOnlyHere(s)...)
		found = append(found, checkSize(s)...)
		found = append(found, checkDocs(s)...)
	}
	found = append(found, checkPackageDocs(sources)...)
	for _, t := range texts {
		found = append(found, checkText(t)...)
	}
	slices.Sort(found)
	return found, nil
}

// textFile is any file that is read by people.
type textFile struct {
	path string
	data []byte
}

// load parses all Go files and reads all text files, except what tools put there.
func load(root string) (sources []source, texts []textFile, err error) {
	fset := token.NewFileSet()
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			return skipDir(rel, d.Name())
		}
		if !d.Type().IsRegular() || !isText(rel) {
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		texts = append(texts, textFile{rel, data})
		if path.Ext(rel) != ".go" || strings.Contains("/"+rel, "/testdata/") {
			return nil
		}
		f, err := parser.ParseFile(fset, rel, data, parser.ParseComments)
		if err != nil {
			return err
		}
		sources = append(sources, source{rel, path.Dir(rel), strings.HasSuffix(rel, "_test.go"), f, fset, data})
		return nil
	})
	return sources, texts, err
}

func skipDir(rel, name string) error {
	if rel == "." {
		return nil
	}
	switch {
	case strings.HasPrefix(name, ".") && name != ".ci", name == "node_modules", name == "__pycache__", rel == "bin", rel == "dist":
		return fs.SkipDir
	}
	return nil
}

// isText reports whether a file is written by people; recorded cases are not.
func isText(rel string) bool {
	switch path.Ext(rel) {
	case ".go", ".md", ".py", ".js", ".ts", ".sh", ".yaml", ".yml", ".toml", ".mod", ".json":
		return true
	}
	base := path.Base(rel)
	return base == "Makefile" || strings.HasPrefix(rel, ".ci/")
}
