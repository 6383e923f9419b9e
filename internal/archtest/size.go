package archtest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
)

const (
	maxFile     = 500
	maxFunc     = 60
	maxLongFunc = 100 // with a reason in the doc comment
	maxReadme   = 200
	maxDirect   = 35 // direct dependencies
)

// reason is what a doc comment must say about a function that is longer than maxFunc.
var reason = regexp.MustCompile(`(?i)\blong\b`)

// checkSize reports files and functions that are too long.
func checkSize(s *source) []string {
	var found []string
	if n := bytes.Count(s.text, []byte("\n")); n > maxFile && !generated(s.file) {
		found = append(found, fmt.Sprintf("%s:1: %d lines (at most %d)", s.path, n, maxFile))
	}
	if generated(s.file) {
		return found
	}
	for _, d := range s.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		n := s.lines(f)
		if s.test {
			n -= s.tables(f)
		}
		most, hint := maxFunc, fmt.Sprintf("at most %d, or %d when its comment says why it is long", maxFunc, maxLongFunc)
		if reason.MatchString(f.Doc.Text()) {
			most, hint = maxLongFunc, fmt.Sprintf("at most %d", maxLongFunc)
		}
		if n > most {
			found = append(found, fmt.Sprintf("%s: %s has %d lines (%s)", s.at(f), f.Name.Name, n, hint))
		}
	}
	return found
}

// lines returns how many lines a node takes.
func (s *source) lines(n ast.Node) int {
	return s.fset.Position(n.End()).Line - s.fset.Position(n.Pos()).Line + 1
}

// tables returns how many lines of a test are a table: its cases are data.
func (s *source) tables(f *ast.FuncDecl) int {
	n := 0
	ast.Inspect(f, func(node ast.Node) bool {
		lit, ok := node.(*ast.CompositeLit)
		if !ok {
			return true
		}
		n += s.lines(lit) - 1
		return false
	})
	return n
}

func generated(f *ast.File) bool { return ast.IsGenerated(f) }

// checkDocs reports exported names without a comment, and comments that put work off.
func checkDocs(s *source) []string {
	var found []string
	for _, g := range s.file.Comments {
		for _, c := range g.List {
			if text := strings.TrimLeft(c.Text, "/* "); strings.HasPrefix(text, "TO"+"DO") || strings.HasPrefix(text, "FIX"+"ME") {
				found = append(found, s.at(c)+": a note to do something later (do it, or say it as a limit)")
			}
		}
	}
	if s.test {
		return found
	}
	missing := func(n ast.Node, name string) {
		found = append(found, fmt.Sprintf("%s: %s has no doc comment", s.at(n), name))
	}
	for _, d := range s.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && exportedReceiver(d) && d.Doc == nil {
				missing(d, d.Name.Name)
			}
		case *ast.GenDecl:
			if d.Tok != token.IMPORT {
				checkSpecs(d, missing)
			}
		}
	}
	return found
}

// checkSpecs reports exported names of a declaration that neither they nor their group document.
func checkSpecs(d *ast.GenDecl, missing func(ast.Node, string)) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if spec.Name.IsExported() && d.Doc == nil && spec.Doc == nil {
				missing(spec, spec.Name.Name)
			}
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				if name.IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
					missing(name, name.Name)
				}
			}
		}
	}
}

// exportedReceiver reports whether a function can be reached from outside: it is no method of a type
// that is not exported.
func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return true
	}
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return true
		}
	}
}

// checkPackageDocs reports packages that have not exactly one package comment.
func checkPackageDocs(sources []source) []string {
	docs := map[string][]string{}
	for i := range sources {
		s := &sources[i]
		if s.test {
			continue
		}
		if _, ok := docs[s.dir]; !ok {
			docs[s.dir] = nil
		}
		if s.file.Doc != nil {
			docs[s.dir] = append(docs[s.dir], s.path)
		}
	}
	var found []string
	for dir, files := range docs {
		if len(files) != 1 {
			slices.Sort(files)
			found = append(found, fmt.Sprintf("%s:1: the package has %d package comments (one, in one file) %s", dir, len(files), strings.Join(files, " ")))
		}
	}
	return found
}

// forbidden is what no file may say, with the reason. The words are put together here so that this
// file does not say them itself.
var forbidden = []struct {
	pattern *regexp.Regexp
	why     string
}{
	{regexp.MustCompile(`/wo` + `rk/(wt|main|shared|brief|\.)`), "a path of one machine"},
	{regexp.MustCompile(`/ro` + `ot/(go|\.cache|\.config)\b`), "a path of one machine"},
	{regexp.MustCompile(`/tm` + `p/bash_jobs`), "a path of one machine"},
	{regexp.MustCompile(`(?i)\bcla` + `ude\b|\banthro` + `pic\b|\bagent sess` + `ion\b|\bsub` + `agents?\b`), "the repository speaks of Orrery alone"},
	{regexp.MustCompile(`(?i)\b(written|built|made|generated|reviewed) by (a|an|the) (help` + `er|age` + `nt|assist` + `ant|mod` + `el)\b`), "the repository speaks of Orrery alone"},
}

// checkText reports what no file may say, and documents that are too long.
func checkText(t textFile) []string {
	var found []string
	for _, f := range forbidden {
		if at := f.pattern.FindIndex(t.data); at != nil {
			line := 1 + bytes.Count(t.data[:at[0]], []byte("\n"))
			found = append(found, fmt.Sprintf("%s:%d: %q (%s)", t.path, line, t.data[at[0]:at[1]], f.why))
		}
	}
	if n := bytes.Count(t.data, []byte("\n")); t.path == "README.md" && n > maxReadme {
		found = append(found, fmt.Sprintf("%s:1: %d lines (at most %d)", t.path, n, maxReadme))
	}
	if path.Base(t.path) == "go.mod" && !strings.Contains(t.path, "/") {
		if n := direct(t.data); n > maxDirect {
			found = append(found, fmt.Sprintf("%s:1: %d direct dependencies (at most %d)", t.path, n, maxDirect))
		}
	}
	return found
}

// direct counts the direct dependencies in a go.mod file.
func direct(data []byte) int {
	n, block := 0, false
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "require (":
			block = true
		case line == ")":
			block = false
		case (block || strings.HasPrefix(line, "require ")) && line != "" && !strings.HasPrefix(line, "//") && !strings.HasSuffix(line, "// indirect"):
			n++
		}
	}
	return n
}
