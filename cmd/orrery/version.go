package main

import "github.com/orrery-world/orrery/internal/app"

type versionCmd struct {
	JSON bool `help:"Print one JSON object."`
}

func (c *versionCmd) json() bool { return c.JSON }

// Run prints what this build is.
func (c *versionCmd) Run(a *app.App) error {
	v := app.ThisVersion()
	if c.JSON {
		return a.JSON(v)
	}
	return a.Printf("%s\n", v)
}
