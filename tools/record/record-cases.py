#!/usr/bin/env python3
"""Play terminal sequences against the real bash and the GNU tools of Debian 12 and write down what they answer.

    record-cases.py record SOURCE OUT.jsonl --store DIR [--only REGEX]   play SOURCE, write what came back
    record-cases.py compare A.jsonl B.jsonl                              name every step that differs
    record-cases.py settle A.jsonl B.jsonl OUT.jsonl                     A becomes OUT when B says the same, else refuse

Recording needs root on Debian 12. tools/record/run.sh does the whole job: two stores, two recordings, settle.

OUTPUT: one JSON object a line, {"id", "mode", "steps"}. There are three modes:

exec     A step is one `bash -c CMD` with an empty stdin and separate pipes for stdout and stderr. It has "cmd",
         "stdout", "stderr", "exit" and "cwd" (where it left the shell). The next step inherits files, the working
         directory and, once the directory has changed, OLDPWD; it inherits no variables, options or functions. A shell
         ended by signal N has exit 128+N. The words cd, pushd and popd make a step run with an EXIT trap of ours,
         which tells the directory: such a step sets no EXIT trap and lists no traps.
session  All steps go down one pipe to one non-interactive bash, so everything carries over. Same fields. Behind each
         step goes one line of ours that reports status and directory and puts the status back; bash counts that line
         in its line numbers, traces it, and ends on it under set -e after a failure. When the shell ends, the
         sequence ends; that step has the shell's own exit status and the last directory known.
pty      Keys typed into an interactive `bash --norc` in a tmux pane of 160x40. A step has "keystrokes", "duration" and
         "screen": the pane `duration` seconds after the keys, blank lines at its end removed. Keystrokes that are the
         name of a key (C-c, Up, Tab ...: KEYS) press that key, all others are typed as they are.

A step with "masked" had text levelled: "date" (the recording's own day became `Mmm dd hh:mm` or `YYYY-MM-DD hh:mm...`
of the same width), "pid" (a process number and the blanks that pad it to five digits became PID). Bytes that are not UTF-8 are written as U+FFFD.

WORLD of exec and session: user "user" (1000:1000), umask 022, home /home/user, host "sandbox", the variables of
SHELL_ENV and no others. World of pty: root, home /root, host "host". In both: home and /tmp are empty when a sequence
starts, /usr/local is empty, the accounts are Debian's base ones and "user". The programs are this machine's /usr,
bound into a small root tree inside --store, entered by chroot in a private mount and host-name namespace, so that
nothing outside the store is touched. A store should be the top of an ext4 file system with blocks of 4096 bytes.

SOURCE: text (or an output file, whose steps are played again):

    === LEVEL [session|pty] NAME      begins a sequence
    cmd ...                           exec, session: steps of one or more lines, a line `---` between two
    0.6 "keys\\n"                      pty: a step a line, seconds and a JSON string

The id is nFFNN-LEVEL-NAME (pty: pFFNN-...), FF the digits that SOURCE's file name starts with, NN the place in it.
"""
import argparse
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

STEP_SECONDS = 30  # longest a step may take; for session mode the whole sequence
SHELL_ENV = {"HOME": "/home/user", "LANG": "C.UTF-8", "LOGNAME": "user", "PATH": "/usr/local/bin:/usr/bin:/bin",
             "PWD": "/home/user", "SHELL": "/bin/bash", "USER": "user"}
PANE_ENV = {"HOME": "/root", "LANG": "C.UTF-8", "LOGNAME": "root", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "PS1": "root@host:\\w# ", "SHELL": "/bin/bash", "USER": "root"}
PANE_COLUMNS, PANE_LINES = 160, 40
KEYS = {"Up", "Down", "Left", "Right", "Tab", "BSpace", "DC", "Home", "End", "Enter", "Escape", "C-\\"}
KEYS |= {f"C-{chr(c)}" for c in range(ord("a"), ord("z") + 1)}
CHANGES_DIRECTORY = re.compile(r"\b(?:cd|pushd|popd)\b")
REPORT_LINE = (b"{ __status=$?; printf '\\0%d\\n%s\\0' \"$__status\" \"$PWD\"; "
               b"printf '\\0' >&2; (exit $__status); }\n")
AS_USER = {"user": 1000, "group": 1000, "extra_groups": [], "umask": 0o022, "start_new_session": True}
# What of /etc the programs may look at; everything else of the machine's /etc stays out of the world.
ETC_NAMES = """alternatives bash.bashrc debian_version default environment host.conf inputrc issue ld.so.cache
    ld.so.conf ld.so.conf.d localtime magic magic.mime motd nsswitch.conf os-release profile skel terminfo
    timezone""".split()


class RecordError(Exception):
    """Something that ends the program with one line on stderr."""


# ---- reading sources

def load_lines(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f if line.strip()]


def parse_pty_step(row, path):
    seconds, _, keys = row.partition(" ")
    try:
        return json.loads(keys), float(seconds)
    except ValueError as e:
        raise RecordError(f"{path}: not a pty step: {row!r} ({e})") from e


def parse_block(block, file_digits, place, path):
    """One `=== ` block, without the mark -> (id, mode, steps)."""
    head, _, body = block.partition("\n")
    words = head.split()
    if len(words) == 2:
        words.insert(1, "exec")
    if len(words) != 3 or words[1] not in ("exec", "session", "pty"):
        raise RecordError(f"{path}: bad heading: === {head}")
    level, mode, name = words
    ident = f"{'p' if mode == 'pty' else 'n'}{file_digits}{place:02d}-{level}-{name}"
    if mode == "pty":
        return ident, mode, [parse_pty_step(row, path) for row in body.splitlines() if row.strip()]
    steps = [part.rstrip("\n") for part in re.split(r"(?m)^---\n", body)]
    if not all(step.strip() for step in steps):
        raise RecordError(f"{path}: {ident}: an empty step")
    return ident, mode, steps


def read_source(path):
    """-> [(id, mode, steps)]; a step is a command, for pty (keystrokes, seconds)."""
    if path.endswith(".jsonl"):
        return [(case["id"], case["mode"],
                 [(s["keystrokes"], s["duration"]) if case["mode"] == "pty" else s["cmd"] for s in case["steps"]])
                for case in load_lines(path)]
    digits = re.match(r"\d*", os.path.basename(path)).group()
    with open(path, encoding="utf-8") as f:
        blocks = re.split(r"(?m)^=== ", f.read())[1:]
    cases = [parse_block(block, digits, place, path) for place, block in enumerate(blocks, 1)]
    names = [ident for ident, _, _ in cases]
    if len(set(names)) != len(names):
        raise RecordError(f"{path}: an id occurs twice")
    return cases


# ---- levelling what no two recordings share

def day_rules(moment):
    day = time.gmtime(moment)
    short, iso = time.strftime("%b", day), time.strftime("%Y-%m-%d", day)
    yield "date", re.compile(rf"\b{short} +{day.tm_mday} \d\d:\d\d\b"), lambda m: "Mmm dd hh:mm"
    yield ("date", re.compile(rf"\b{iso}([ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?"),
           lambda m: "YYYY-MM-DD" + re.sub(r"\d", "h", m[1] or ""))


def level_rules():
    """[(mark, pattern, replacement)] for the present moment; the hours around it cover midnight."""
    now, rules, days = time.time(), [], set()
    for moment in (now - 3600, now, now + 3600):
        if time.gmtime(moment)[:3] not in days:
            days.add(time.gmtime(moment)[:3])
            rules.extend(day_rules(moment))
    ends = "Killed|Terminated|Aborted|Hangup|Segmentation fault|User defined signal"
    rules.append(("pid", re.compile(r"(?m)^(\[\d+\][-+]? +)\d\d+\b"), lambda m: m[1] + "PID"))
    rules.append(("pid", re.compile(rf"(line \d+: ) *\d+( (?:{ends}))"), lambda m: m[1] + "PID" + m[2]))
    return rules


def level(step, fields):
    marks = set()
    for mark, pattern, to in level_rules():
        for field in fields:
            step[field], hits = pattern.subn(to, step[field])
            if hits:
                marks.add(mark)
    if marks:
        step["masked"] = sorted(marks)
    return step


# ---- playing the three modes

def shell_step(cmd, out, err, code, cwd):
    return {"cmd": cmd, "stdout": out.decode("utf-8", "replace"), "stderr": err.decode("utf-8", "replace"),
            "exit": code, "cwd": cwd}


def directory_probe():
    """A start-up file that makes bash tell its last directory -> (read end, descriptors to pass on, file name)."""
    read_end, write_end = os.pipe()
    rc = os.memfd_create("startup")
    os.write(rc, f"trap 'pwd >&{write_end}' EXIT; exec {rc}<&-; unset BASH_ENV\n".encode())
    os.lseek(rc, 0, os.SEEK_SET)
    return read_end, (write_end, rc), f"/dev/fd/{rc}"


def play_exec(steps):
    here, before = SHELL_ENV["HOME"], None
    for cmd in steps:
        env = dict(SHELL_ENV, PWD=here)
        if before is not None:
            env["OLDPWD"] = before
        probe, passed = None, ()
        if CHANGES_DIRECTORY.search(cmd):
            probe, passed, env["BASH_ENV"] = directory_probe()
        shell = subprocess.Popen(["bash", "-c", cmd], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, env=env, cwd=here, pass_fds=passed, **AS_USER)
        for fd in passed:
            os.close(fd)
        try:
            out, err = shell.communicate(timeout=STEP_SECONDS)
        except subprocess.TimeoutExpired as e:
            os.killpg(shell.pid, signal.SIGKILL)
            raise RecordError(f"a step ran past {STEP_SECONDS} s: {cmd}") from e
        if probe is not None:
            with open(probe, encoding="utf-8") as f:
                told = f.read().splitlines()
            if told and told[-1] != here:
                before, here = here, told[-1]
        code = shell.returncode
        yield shell_step(cmd, out, err, code if code >= 0 else 128 - code, here)


def read_until_nul(stream):
    """-> (bytes before the next NUL, whether there was one)."""
    got = bytearray()
    while True:
        byte = stream.read(1)
        if byte in (b"", b"\0"):
            return bytes(got), byte == b"\0"
        got += byte


def play_session(steps):
    shell = subprocess.Popen(["bash"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=SHELL_ENV, cwd=SHELL_ENV["HOME"], bufsize=0, **AS_USER)
    alarm = threading.Timer(STEP_SECONDS, shell.kill)
    alarm.daemon = True
    alarm.start()
    here = SHELL_ENV["HOME"]
    try:
        for cmd in steps:
            shell.stdin.write(cmd.encode() + b"\n" + REPORT_LINE)
            out, alive = read_until_nul(shell.stdout)
            if not alive:
                err, _ = read_until_nul(shell.stderr)
                yield shell_step(cmd, out, err, shell.wait(), here)
                return
            told, _ = read_until_nul(shell.stdout)
            err, _ = read_until_nul(shell.stderr)
            code, here = told.decode().split("\n", 1)
            yield shell_step(cmd, out, err, int(code), here)
    finally:
        alarm.cancel()
        shell.stdin.close()
        shell.wait()


def play_pty(steps, server):
    def tmux(*words):
        done = subprocess.run(["tmux", "-L", server, "-f", "/dev/null", *words], cwd="/root", stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=dict(PANE_ENV, TMUX_TMPDIR="/run"))
        if done.returncode != 0:
            raise RecordError(f"tmux {words[0]}: {done.stderr.decode().strip()} (did the shell end?)")
        return done.stdout.decode()

    unset = [w for name in ("TMUX", "TMUX_PANE", "TMUX_TMPDIR", "TERM_PROGRAM", "TERM_PROGRAM_VERSION")
             for w in ("-u", name)]
    tmux("new-session", "-d", "-s", "pane", "-c", "/root", "-x", str(PANE_COLUMNS), "-y", str(PANE_LINES),
         "env", *unset, "bash", "--norc", ";", "set", "-g", "status", "off")
    shell = tmux("display-message", "-p", "-t", "pane", "#{pane_pid}").strip()
    time.sleep(1)
    for keys, seconds in steps:
        if keys in KEYS:
            tmux("send-keys", "-t", "pane", keys)
        elif keys:
            tmux("send-keys", "-t", "pane", "-l", "--", keys)
        time.sleep(seconds)
        screen = tmux("capture-pane", "-p", "-t", "pane").rstrip("\n")
        yield {"keystrokes": keys, "duration": seconds, "screen": screen}
    tmux("kill-server")
    for _ in range(100):  # the shell still writes its history file, which must not land in the next sequence
        if not os.path.exists(f"/proc/{shell}"):
            break
        time.sleep(0.05)


# ---- the world

def check_machine():
    release = {}
    if os.path.exists("/etc/os-release"):
        with open("/etc/os-release", encoding="utf-8") as f:
            release = dict(line.rstrip("\n").split("=", 1) for line in f if "=" in line)
    system = release.get("ID", sys.platform) + " " + release.get("VERSION_ID", "").strip('"')
    if system != "debian 12":
        raise RecordError(f"recording needs Debian 12, this is {system.strip()}")
    if os.geteuid() != 0:
        raise RecordError("recording needs root (chroot, mount and host-name namespaces)")


def mount(what, where, *options):
    os.makedirs(where, exist_ok=True)
    subprocess.run(["mount", *options, what, where], check=True)


def write_accounts(etc):
    for name, line in (("passwd", "user:x:1000:1000::/home/user:/bin/bash\n"), ("group", "user:x:1000:\n")):
        with open(f"/usr/share/base-passwd/{name}.master", encoding="utf-8") as f:
            base = f.read().replace(":*:", ":x:")
        with open(f"{etc}/{name}", "w", encoding="utf-8") as f:
            f.write(base + line)
    with open(f"{etc}/shadow", "w", encoding="utf-8") as f:
        f.write("root:*:19000:0:99999:7:::\n")
    os.chown(f"{etc}/shadow", 0, 42)
    os.chmod(f"{etc}/shadow", 0o640)


def enter_world(store):
    """Build the root tree and chroot into it; the mounts live and die with our namespace."""
    root = os.path.abspath(store)
    os.chmod(root, 0o755)
    for name in "boot dev etc home/user media mnt opt proc root run srv sys tmp usr var".split():
        os.makedirs(f"{root}/{name}", exist_ok=True)
    if os.path.isdir(f"{root}/lost+found"):
        os.rmdir(f"{root}/lost+found")
    for name in ("bin", "lib", "lib64", "sbin"):
        if not os.path.lexists(f"{root}/{name}"):
            os.symlink(f"usr/{name}", f"{root}/{name}")
    for name in ETC_NAMES:
        if os.path.lexists(f"/etc/{name}"):
            subprocess.run(["cp", "-aT", "--remove-destination", f"/etc/{name}", f"{root}/etc/{name}"], check=True)
    write_accounts(f"{root}/etc")
    os.chmod(f"{root}/root", 0o700)
    mount("/usr", f"{root}/usr", "--bind")
    mount("none", f"{root}/usr/local", "-t", "tmpfs")
    mount("/proc", f"{root}/proc", "--rbind")
    mount("/dev", f"{root}/dev", "--rbind")
    os.chroot(root)
    os.chdir("/")


def empty_homes():
    for folder in ("/home/user", "/root", "/tmp"):
        for entry in os.scandir(folder):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path)
            else:
                os.unlink(entry.path)
    os.chown("/home/user", 1000, 1000)
    os.chmod("/home/user", 0o755)
    os.chmod("/tmp", 0o1777)


# ---- the commands

def play_case(number, ident, mode, steps):
    empty_homes()
    socket.sethostname("host" if mode == "pty" else "sandbox")
    if mode == "pty":
        return [level(s, ("screen",)) for s in play_pty(steps, f"pane{number}")]
    play = play_exec if mode == "exec" else play_session
    done = [level(s, ("stdout", "stderr")) for s in play(steps)]
    if done[-1]["exit"] == -signal.SIGKILL:
        raise RecordError(f"{ident}: the session ran past {STEP_SECONDS} s in step {len(done)}")
    if len(done) != len(steps):
        print(f"{ident}: the shell ended in step {len(done)} of {len(steps)}", file=sys.stderr)
    return done


def command_record(args):
    check_machine()
    if os.environ.get("RECORD_IN_NAMESPACE") != "1":
        os.execvpe("unshare", ["unshare", "--mount", "--uts", "--propagation", "slave", sys.executable,
                               os.path.abspath(__file__), *sys.argv[1:]], dict(os.environ, RECORD_IN_NAMESPACE="1"))
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)  # when we run in the background these come ignored, and would stay so
    os.setpriority(os.PRIO_PROCESS, 0, 0)  # the nice command tells it
    cases = [c for c in read_source(args.source) if not args.only or re.search(args.only, c[0])]
    os.umask(0o022)
    with open(args.out, "w", encoding="utf-8") as out:
        enter_world(args.store)
        for number, (ident, mode, steps) in enumerate(cases):
            try:
                done = play_case(number, ident, mode, steps)
            except RecordError as e:
                raise RecordError(f"{ident}: {e}") from e
            out.write(json.dumps({"id": ident, "mode": mode, "steps": done}) + "\n")
            out.flush()


def differences(a, b):
    """Lines that name the steps in which two recordings of one source differ."""
    if [c["id"] for c in a] != [c["id"] for c in b]:
        return ["the two recordings hold different sequences"]
    lines = []
    for x, y in zip(a, b):
        if len(x["steps"]) != len(y["steps"]):
            lines.append(f"{x['id']}: {len(x['steps'])} and {len(y['steps'])} steps")
        for place, (s, t) in enumerate(zip(x["steps"], y["steps"]), 1):
            if s != t:
                lines.append(f"{x['id']} step {place}: {s.get('cmd', s.get('keystrokes'))!r}")
                lines.extend(f"    {key}: {s.get(key)!r}\n    {' ' * len(key)}  {t.get(key)!r}"
                             for key in sorted(s.keys() | t.keys()) if s.get(key) != t.get(key))
    return lines


def command_compare(args):
    lines = differences(load_lines(args.a), load_lines(args.b))
    print("\n".join(lines or ["equal"]))
    return 1 if lines else 0


def command_settle(args):
    lines = differences(load_lines(args.a), load_lines(args.b))
    if lines:
        raise RecordError(f"refused {args.out}, not stable:\n" + "\n".join(lines))
    shutil.copyfile(args.a, args.out)
    cases = load_lines(args.out)
    print(f"{args.out}: {len(cases)} sequences, {sum(len(c['steps']) for c in cases)} steps, twice the same")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, run, words in (("record", command_record, ("source", "out")), ("compare", command_compare, ("a", "b")),
                             ("settle", command_settle, ("a", "b", "out"))):
        sub = commands.add_parser(name)
        for word in words:
            sub.add_argument(word)
        if name == "record":
            sub.add_argument("--store", required=True, metavar="DIR", help="folder that will hold the small root tree")
            sub.add_argument("--only", metavar="REGEX", help="play only the sequences whose id matches")
        sub.set_defaults(run=run)
    args = parser.parse_args()
    try:
        return args.run(args)
    except (RecordError, OSError) as e:
        print(f"record-cases.py: {e}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
