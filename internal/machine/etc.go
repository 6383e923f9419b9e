package machine

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// The user database of a fresh Debian 12 (package base-passwd, public domain).
const (
	basePasswd = `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
bin:x:2:2:bin:/bin:/usr/sbin/nologin
sys:x:3:3:sys:/dev:/usr/sbin/nologin
sync:x:4:65534:sync:/bin:/bin/sync
games:x:5:60:games:/usr/games:/usr/sbin/nologin
man:x:6:12:man:/var/cache/man:/usr/sbin/nologin
lp:x:7:7:lp:/var/spool/lpd:/usr/sbin/nologin
mail:x:8:8:mail:/var/mail:/usr/sbin/nologin
news:x:9:9:news:/var/spool/news:/usr/sbin/nologin
uucp:x:10:10:uucp:/var/spool/uucp:/usr/sbin/nologin
proxy:x:13:13:proxy:/bin:/usr/sbin/nologin
www-data:x:33:33:www-data:/var/www:/usr/sbin/nologin
backup:x:34:34:backup:/var/backups:/usr/sbin/nologin
list:x:38:38:Mailing List Manager:/var/list:/usr/sbin/nologin
irc:x:39:39:ircd:/run/ircd:/usr/sbin/nologin
_apt:x:42:65534::/nonexistent:/usr/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
`
	baseGroups = "root:0 daemon:1 bin:2 sys:3 adm:4 tty:5 disk:6 lp:7 mail:8 news:9 uucp:10 man:12 proxy:13 kmem:15 dialout:20 " +
		"fax:21 voice:22 cdrom:24 floppy:25 tape:26 sudo:27 audio:29 dip:30 www-data:33 backup:34 operator:37 list:38 irc:39 " +
		"src:40 shadow:42 utmp:43 video:44 sasl:45 plugdev:46 staff:50 games:60 users:100 nogroup:65534"
)

const osRelease = `PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
NAME="Debian GNU/Linux"
VERSION_ID="12"
VERSION="12 (bookworm)"
VERSION_CODENAME=bookworm
ID=debian
HOME_URL="https://www.debian.org/"
SUPPORT_URL="https://www.debian.org/support"
BUG_REPORT_URL="https://bugs.debian.org/"
`

const loginProfile = `if [ "$(id -u)" -eq 0 ]; then
  PATH="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
else
  PATH="/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"
fi
export PATH
`

// etc makes the files of /etc that programs and people look at. The user database is that of Debian; a machine adds its own
// user.
func (b *builder) etc() {
	groups := ""
	for _, g := range strings.Fields(baseGroups) {
		name, gid, _ := strings.Cut(g, ":")
		groups += name + ":x:" + gid + ":\n"
	}
	b.file("/etc/passwd", 0o644, basePasswd)
	b.file("/etc/group", 0o644, groups)
	shadow := b.file("/etc/shadow", 0o640, "root:*:19000:0:99999:7:::\n")
	if err := b.fs.Chown(shadow, 0, 42, &tree.Cred{}); err != nil && b.err == nil {
		b.err = err
	}
	b.file("/usr/lib/os-release", 0o644, osRelease)
	b.link("/etc/os-release", "../usr/lib/os-release")
	for _, f := range [][2]string{
		{"/etc/debian_version", "12.11\n"},
		{"/etc/issue", "Debian GNU/Linux 12 \\n \\l\n\n"},
		{"/etc/host.conf", "multi on\n"},
		{"/etc/environment", ""},
		{"/etc/profile", loginProfile},
		{"/etc/bash.bashrc", "PS1='${debian_chroot:+($debian_chroot)}\\u@\\h:\\w\\$ '\n"},
		{"/etc/shells", "# /etc/shells: valid login shells\n/bin/sh\n/usr/bin/sh\n/bin/bash\n/usr/bin/bash\n/bin/rbash\n/usr/bin/rbash\n/bin/dash\n/usr/bin/dash\n"},
		{"/etc/nsswitch.conf", "passwd:         files\ngroup:          files\nshadow:         files\nhosts:          files dns\n"},
		{"/etc/resolv.conf", "nameserver 127.0.0.53\n"},
		{"/etc/ld.so.conf", "include /etc/ld.so.conf.d/*.conf\n\n"},
		{"/etc/timezone", "Etc/UTC\n"},
		{"/etc/motd", ""},
		{"/etc/fstab", "# UNCONFIGURED FSTAB FOR BASE SYSTEM\n"},
		{"/etc/magic", "# Magic local data for file(1) command.\n"},
		{"/etc/skel/.bashrc", "# ~/.bashrc: executed by bash(1) for non-login shells.\n"},
		{"/etc/skel/.profile", "# ~/.profile: executed by the command interpreter for login shells.\n"},
		{"/var/lib/dpkg/status", ""},
	} {
		b.file(f[0], 0o644, f[1])
	}
	b.link("/etc/mtab", "../proc/self/mounts")
	b.link("/etc/localtime", "/usr/share/zoneinfo/Etc/UTC")
}
