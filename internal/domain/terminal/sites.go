package terminal

import (
	"strings"
	"time"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/machine/cmds"
	"github.com/orrery-world/orrery/internal/machine/cmds/web"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// Site is what is answered to requests for addresses of one pattern.
type Site struct {
	URL     string   `yaml:"url,required"` // * stands for any text; without a scheme both http and https are meant
	Method  string   `yaml:"method"`       // default any
	Status  int      `yaml:"status"`       // default 200
	Headers []string `yaml:"headers"`      // "Name: value"
	Body    string   `yaml:"body"`
	File    string   `yaml:"file"`  // in place of body: a file beside the scenario file or below it
	Delay   string   `yaml:"delay"` // before the answer comes, such as 200ms
}

// answers reads the sites of a section. Errors name the field.
func (w *World) answers(list []Site, at orrery.Section) (web.Sites, error) {
	var out web.Sites
	for i := range list {
		x, err := w.answer(&list[i], at.File)
		if err != nil {
			return nil, at.Errorf(1, "terminal.sites["+itoa(i)+"]", "%w", err)
		}
		out = append(out, x)
	}
	return out, nil
}

func (w *World) answer(s *Site, scenario string) (web.Site, error) {
	x := web.Site{URL: s.URL, Method: strings.ToUpper(s.Method), Status: s.Status, Body: []byte(s.Body)}
	if s.URL == "" {
		return x, orrery.Invalidf("url is empty")
	}
	if s.Status != 0 && (s.Status < 200 || s.Status > 599) {
		return x, orrery.Invalidf("status %d is not one from 200 to 599", s.Status)
	}
	for _, h := range s.Headers {
		name, value, ok := strings.Cut(h, ":")
		if !ok || name == "" || strings.ContainsAny(h, "\r\n") || strings.ContainsAny(name, " \t") {
			return x, orrery.Invalidf("header %q is not of the form Name: value", h)
		}
		x.Headers = append(x.Headers, web.Header{Name: name, Value: strings.TrimSpace(value)})
	}
	if s.Delay != "" {
		d, err := time.ParseDuration(s.Delay)
		if err != nil || d < 0 {
			return x, orrery.Invalidf("delay %q is not a time such as 200ms or 2s", s.Delay)
		}
		x.Delay = int64(d)
	}
	if s.File == "" {
		return x, nil
	}
	if s.Body != "" {
		return x, orrery.Invalidf("a site has only one of body, file")
	}
	if w.opt.ReadFile == nil || scenario == "" {
		return x, orrery.Unsupportedf("file %s: there is no scenario file beside which it could be; write its content as body", s.File)
	}
	var err error
	x.Body, err = w.opt.ReadFile(scenario, s.File)
	return x, err
}

// netPrograms adds the programs that the sites answer to a table.
func netPrograms(table map[string]kern.Program, sites web.Sites) map[string]kern.Program {
	if len(sites) == 0 {
		return table
	}
	if table == nil {
		table = map[string]kern.Program{}
	}
	for name, p := range cmds.NetPrograms(sites) {
		if table[name] == nil {
			table[name] = p
		}
	}
	return table
}
