package executed

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/orrery-world/orrery/internal/machine"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
	"github.com/orrery-world/orrery/internal/sandbox"
)

// tight are limits that hostile programs reach soon.
var tight = Options{Limits: sandbox.Limits{Wall: 4 * time.Second, Memory: 256 << 20, Disk: 24 << 20, Inodes: 3000, Processes: 32}}

// hostileCases are programs that want out or want everything. Each prints what it got; want is how the output must end.
// CANARY stands for a directory of the host with a file secret in it, PORT for a port on which the host listens.
var hostileCases = []struct{ name, program, want string }{
	{"network", `
import socket
for to in ("1.1.1.1", 80), ("127.0.0.1", PORT), ("8.8.8.8", 53), ("::1", PORT):
    try: print(socket.create_connection(to, 1))
    except OSError as e: print(type(e).__name__)
try: print(socket.getaddrinfo("example.com", 80))
except OSError as e: print(type(e).__name__)`, "OSError\nConnectionRefusedError\nOSError\nConnectionRefusedError\ngaierror\n"},
	{"udp", `
import socket
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
try: print(s.sendto(b"x", ("1.1.1.1", 53)))
except OSError as e: print(e)`, "[Errno 101] Network is unreachable\n"},
	{"unix socket", `
import socket
for name in "\0orrery-canary", "CANARY/socket", "/var/run/docker.sock", "/run/dbus/system_bus_socket":
    try: print(socket.socket(socket.AF_UNIX).connect(name))
    except OSError as e: print(type(e).__name__)`, "ConnectionRefusedError\nFileNotFoundError\nFileNotFoundError\nFileNotFoundError\n"},
	{"host files", `
import os
for f in "CANARY", "CANARY/secret", "/root/.bashrc", "/proc/1/root/CANARY", "/proc/1/cwd", "/proc/1/environ", "/proc/1/fd", "/etc/hostname~", "/dev/sda", "/dev/vda", "/dev/mem", "/dev/kmsg", "/proc/kcore", "/sys/kernel":
    try: print(f, os.listdir(f) if os.path.isdir(f) else open(f, "rb").read(100))
    except OSError as e: pass
try: open("/etc/shadow").read()
except OSError as e: print("shadow", type(e).__name__)`, "shadow PermissionError\n"},
	{"links out", `
import os
os.symlink("CANARY/secret", "l"); os.symlink("../../../../../../../..CANARY", "d"); os.symlink("/", "root")
for f in "l", "d/secret", "root/CANARY/secret":
    try: print(open(f).read())
    except OSError as e: print(type(e).__name__)
    try: print(open(f, "w").write("overwritten"))
    except OSError as e: print(type(e).__name__)`, "FileNotFoundError\n"},
	{"system files", `
import os
for f in "/usr/bin/x", "/usr/bin/python3", "/bin/sh", "/etc/passwd", "/etc/ld.so.cache", "/etc/ld.so.preload", "/lib/x", "/x", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/dev/x", "/sys/x":
    try: open(f, "ab").write(b"x"); print(f)
    except OSError as e: pass
for d in "/usr", "/usr/bin/python3", "/etc/alternatives":
    try: os.chmod(d, 0o777); print(d)
    except OSError as e: pass
print("tried")`, "\ntried\n"},
	{"mounts", `
import ctypes, os
c = ctypes.CDLL(None, use_errno=True)
def call(name, *a): r = getattr(c, name)(*a); print(name, r, ctypes.get_errno())
call("mount", b"tmpfs", b"/tmp", b"tmpfs", 0, None)
call("mount", b"/usr", b"/tmp", None, 4096, None)
call("mount", b"", b"/usr", None, 4096 | 32, None)
call("umount2", b"/usr", 2)
call("unshare", 0x10000000)
call("unshare", 0x00020000)
call("chroot", b"/tmp")
call("sethostname", b"x", 1)
call("mknod", b"dev", 0o20666, 0x101)
print(c.setuid(0), os.getuid())`, "mount -1 1\nmount -1 1\nmount -1 1\numount2 -1 1\nunshare -1 1\nunshare -1 1\nchroot -1 1\nsethostname -1 1\nmknod -1 1\n-1 1000\n"},
	{"ptrace", `
import ctypes, os
c = ctypes.CDLL(None, use_errno=True)
print(c.ptrace(16, 1, 0, 0), c.ptrace(0x4206, 1, 0, 0))
try: open("/proc/1/mem", "rb"); print("mem")
except OSError as e: print(type(e).__name__)
for p in 1, os.getppid(), 2, 100:
    try: os.kill(p, 19)
    except OSError as e: pass
print([p for p in os.listdir("/proc") if p.isdigit() and int(p) > 1000])`, "-1 -1\nPermissionError\n[]\n"},
	{"descriptors", `
import os
print([f for f in range(3, 400) if os.path.exists("/proc/self/fd/%d" % f)], sorted(os.environ))`,
		"[] ['HOME', 'LANG', 'LOGNAME', 'OLDPWD', 'PATH', 'PWD', 'PYTHONDONTWRITEBYTECODE', 'PYTHONHASHSEED', 'SHELL', 'SHLVL', 'USER', '_']\n"},
	{"memory", `
try: x = bytearray(1 << 30); print(len(x))
except MemoryError: print("MemoryError")`, "MemoryError\n"},
	{"fork", `
import os, time
n = 0
try:
    while n < 1000:
        if os.fork() == 0: time.sleep(100)
        n += 1
except OSError as e: print(n < 40, type(e).__name__)`, "True BlockingIOError\n"},
	{"left behind", `
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(0)
print("parent")`, "parent\n"},
	{"disk", `
n = 0
try:
    for i in range(100):
        open("f%d" % i, "wb").write(b"x" * (1 << 20)); n += 1
except OSError as e: print(n < 30, e.errno)
import os
for f in os.listdir("."): os.remove(f)`, "True 28\n"},
	{"one big file", `
import os
try:
    f = open("f", "wb"); f.truncate(1 << 40)
except OSError as e: print(e.errno)
os.remove("f")`, "27\n"},
	{"inodes", `
import os
n = 0
os.mkdir("d")
try:
    for i in range(10000): open("d/%d" % i, "w"); n += 1
except OSError as e: print(n < 3000, e.errno)
import shutil; shutil.rmtree("d")`, "True 28\n"},
	{"depth", `
import os
for i in range(1500):
    os.mkdir("d"); os.chdir("d")
print("deep")`, "deep\n"},
	{"names", `
import os
for n in b"\xff\n", b"a\\b", b"-rf", b"\x1b[31m": open(n, "w").write("x")
os.mkfifo("pipe")
import socket; s = socket.socket(socket.AF_UNIX); s.bind("sock")
print("named")`, "named\n"},
	{"root of the tree", `
import os, shutil
for d in os.listdir("/"):
    if d != "usr": shutil.rmtree("/" + d, ignore_errors=True)
shutil.rmtree("/usr/share/doc", ignore_errors=True)
print(os.path.exists("/usr/bin/python3"))`, "True\n"},
}

// TestHostile runs programs that want out: they get nothing, and the host is as before.
func TestHostile(t *testing.T) {
	canary := t.TempDir()
	if err := os.WriteFile(filepath.Join(canary, "secret"), []byte("the canary"), 0o666); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if unix, err := net.Listen("unix", "@orrery-canary"); err == nil {
		defer unix.Close()
	}
	before := hostHash(t, canary)
	fill := strings.NewReplacer("CANARY", canary, "PORT", port)
	for _, c := range hostileCases {
		t.Run(c.name, func(t *testing.T) {
			files := []machine.File{{Path: "evil.py", Content: []byte(fill.Replace(c.program))}}
			m := newMachine(t, machine.Options{Files: files}, tight, "python3")
			r := step(t, m, "mkdir w; cd w; python3 ../evil.py")
			if out := string(r.Stdout.Bytes); !strings.HasSuffix("\n"+out, c.want) || strings.Contains(out, "canary") {
				t.Errorf("have %q\n%s\nwant %q", out, r.Stderr.Bytes, c.want)
			}
			if after := step(t, m, "cat /home/user/w/l; echo still here"); !strings.HasSuffix(string(after.Stdout.Bytes), "still here\n") ||
				strings.Contains(string(after.Stdout.Bytes), "canary") {
				t.Errorf("afterwards: %q", after.Stdout.Bytes)
			}
		})
	}
	if after := hostHash(t, canary); after != before {
		t.Errorf("the host has changed:\nbefore %s\nafter  %s", before, after)
	}
	noStragglers(t)
}

// TestBounds runs programs that do not end by themselves.
func TestBounds(t *testing.T) {
	for _, c := range []struct{ name, line, budget string }{
		{"endless loop", `python3 -c 'while True: pass'`, "budget: execution"},
		{"endless sleep", `python3 -c 'import time; time.sleep(1e6)'`, "budget: execution"},
		{"fork bomb", `python3 -c 'import os
while True:
    try: os.fork()
    except OSError: pass'`, "budget: execution"},
		{"endless output", `python3 -c 'while True: print("x" * 1000)'`, "budget: output"},
		{"endless file", `python3 -c 'while True: print("x" * 1000)' > f`, "budget: bytes"},
		{"memory of many", `python3 -c 'import os, time
for i in range(20):
    if os.fork() == 0:
        x = bytearray(100 << 20); time.sleep(100)
time.sleep(100)'`, "budget: memory"},
		{"shielded", `python3 -c 'import signal
for s in range(1, 65):
    try: signal.signal(s, signal.SIG_IGN)
    except (OSError, ValueError): pass
while True: signal.pause()'`, "budget: execution"},
	} {
		t.Run(c.name, func(t *testing.T) {
			wall := time.Second
			if c.budget == "budget: memory" {
				wall = 20 * time.Second
			}
			m := newMachine(t, machine.Options{Limits: kern.Limits{Output: 1 << 20}, Disk: tree.Limits{Bytes: 4 << 20}},
				Options{Limits: sandbox.Limits{Wall: wall, Processes: 32, Total: 300 << 20}}, "python3")
			r := step(t, m, c.line)
			if r.Exit != 137 || !slices.Contains(r.Warnings, c.budget) {
				t.Errorf("exit %d, warnings %q", r.Exit, r.Warnings)
			}
			if r = step(t, m, "echo still here"); string(r.Stdout.Bytes) != "still here\n" {
				t.Errorf("afterwards: %q", r.Stdout.Bytes)
			}
		})
	}
	noStragglers(t)
}

// hostHash is a digest of the parts of the host that a sandbox touches or that programs like to change.
func hostHash(t *testing.T, canary string) string {
	t.Helper()
	h := sha256.New()
	for _, top := range []string{canary, "/etc", "/usr/bin", "/usr/lib/python3", "/usr/lib/python3.11", "/boot", "/dev/shm", "/home", "/srv", "/mnt"} {
		err := filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil // unreadable or gone: the same before and after
			}
			info, err := d.Info()
			if err != nil {
				return nil
			}
			fmt.Fprintf(h, "%s %s %d %d\n", name, info.Mode(), info.Size(), info.ModTime().UnixNano())
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	secret, err := os.ReadFile(filepath.Join(canary, "secret"))
	if err != nil || string(secret) != "the canary" {
		t.Errorf("the canary: %q, %v", secret, err)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// noStragglers reports processes of sandboxes that have outlived their run.
func noStragglers(t *testing.T) {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		stat, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		if len(fields) > 1 && fields[1] == fmt.Sprint(os.Getpid()) {
			t.Errorf("a process is left: %s", stat)
		}
	}
}
