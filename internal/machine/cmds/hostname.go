package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var hostnameSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'a', Long: "alias"}, {Short: 'A', Long: "all-fqdns"}, {Short: 'b', Long: "boot"}, {Short: 'd', Long: "domain"},
		{Short: 'f', Long: "fqdn"}, {Short: 'f', Long: "long"}, {Short: 'F', Long: "file", Arg: gnu.Required, Unsupported: true},
		{Short: 'i', Long: "ip-address"}, {Short: 'I', Long: "all-ip-addresses"}, {Short: 's', Long: "short"}, {Short: 'y', Long: "yp"},
		{Long: "nis"}, {Short: 'V', Long: "version"}, {Short: 'h', Long: "help"},
	},
	Status: 255,
	NoTry:  true,
}

const hostnameUsage = `Usage: hostname [-b] {hostname|-F file}         set host name (from file)
       hostname [-a|-A|-d|-f|-i|-I|-s|-y]       display formatted name
       hostname                                 display host name

       {yp,nis,}domainname {nisdomain|-F file}  set NIS domain name (from file)
       {yp,nis,}domainname                      display NIS domain name

       dnsdomainname                            display dns domain name

       hostname -V|--version|-h|--help          print info and exit

`

const hostnameMore = `Program name:
       {yp,nis,}domainname=hostname -y
       dnsdomainname=hostname -d

Program options:
    -a, --alias            alias names
    -A, --all-fqdns        all long host names (FQDNs)
    -b, --boot             set default hostname if none available
    -d, --domain           DNS domain name
    -f, --fqdn, --long     long host name (FQDN)
    -F, --file             read host name or NIS domain name from given file
    -i, --ip-address       addresses for the host name
    -I, --all-ip-addresses all addresses for the host
    -s, --short            short host name
    -y, --yp, --nis        NIS/YP domain name

Description:
   This command can get or set the host name or the NIS domain name. You can
   also get the DNS domain or the FQDN (fully qualified domain name).
   Unless you are using bind or NIS for host lookups you can change the
   FQDN (Fully Qualified Domain Name) and the DNS domain name (which is
   part of the FQDN) in the /etc/hosts file.
`

func hostname(_ context.Context, p *kern.Proc) int {
	mode := ""
	args, status, ok := hostnameSpec.Parse(p, func(key, _ string) int {
		switch key {
		case "V":
			p.Stdout.WriteString("hostname 3.23\n")
			return 0
		case "h":
			p.Stdout.WriteString(hostnameUsage + hostnameMore)
			return 0
		}
		mode = key
		return gnu.Go
	})
	if !ok {
		if status == 255 {
			p.Stdout.WriteString(hostnameUsage + hostnameMore)
		}
		return status
	}
	if len(args) > 0 {
		if p.Cred.UID == 0 {
			return gnu.UnsupportedOption(p, args[0])
		}
		p.Errorf("you must be root to change the host name")
		return 1
	}
	name := p.K.Hostname()
	switch mode {
	case "", "b":
		p.Stdout.WriteString(name + "\n")
	case "s":
		short, _, _ := strings.Cut(name, ".")
		p.Stdout.WriteString(short + "\n")
	case "A":
		p.Stdout.WriteString("\n")
	case "I":
		p.Stdout.WriteString(" \n")
	case "y", "nis":
		p.Stdout.WriteString(p.Name() + ": Local domain name not set\n")
		return 1
	default:
		return hostnameLookup(p, name, mode)
	}
	return 0
}

// hostnameLookup answers from /etc/hosts.
func hostnameLookup(p *kern.Proc, name, mode string) int {
	b, err := p.ReadFile("/etc/hosts")
	if err == nil {
		for line := range strings.Lines(string(b)) {
			line, _, _ = strings.Cut(line, "#")
			f := strings.Fields(line)
			for i := 1; i < len(f); i++ {
				if f[i] != name {
					continue
				}
				switch mode {
				case "i":
					p.Stdout.WriteString(f[0] + "\n")
				case "a":
					p.Stdout.WriteString(strings.Join(f[2:], " ") + "\n")
				case "d":
					if _, domain, ok := strings.Cut(f[1], "."); ok {
						p.Stdout.WriteString(domain + "\n")
					}
				default:
					p.Stdout.WriteString(f[1] + "\n")
				}
				return 0
			}
		}
	}
	p.Errorf("Name or service not known")
	return 1
}
