package orrery

import "slices"

// Domain names a kind of environment; it decides how an action is parsed and an observation rendered.
type Domain string

// The seven domains.
const (
	Terminal Domain = "terminal" // a shell and its programs
	SWE      Domain = "swe"      // a repository and the tools to edit and test it
	MCP      Domain = "mcp"      // tool calls of the Model Context Protocol
	Search   Domain = "search"   // a search engine and its result pages
	Web      Domain = "web"      // a browser
	Android  Domain = "android"  // a phone
	OS       Domain = "os"       // a desktop
)

// Domains returns all domain names in their fixed order. The caller owns the slice.
func Domains() []Domain {
	return []Domain{Terminal, SWE, MCP, Search, Web, Android, OS}
}

// Known reports whether d is one of the seven domains.
func (d Domain) Known() bool { return slices.Contains(Domains(), d) }
