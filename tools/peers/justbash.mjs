// Drives just-bash (npm) the way Orrery is driven, so that the two can be printed side by side.
//
//   node justbash.mjs bench [--runs N] [--seconds S]   -> one JSON line {"exec_per_s": ...}
//   node justbash.mjs score FILE.jsonl...              -> one JSON line with exact steps, whole and per file
//
// bench: six commands in a fresh session each time; the median of N runs of S seconds after one for warming up.
// score: a step is exact when stdout, stderr, exit status and directory equal the recording after the recorder's masks;
// "exact_steps_prefix_forgiven" also forgives the `bash: line N:` and `-c:` that bash puts before its own messages.
// The package is looked for in .cache beside this file (run.sh puts it there).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(join(here, ".cache", "package.json"));
const { Bash } = require("just-bash");
const version = JSON.parse(readFileSync(join(here, ".cache", "node_modules", "just-bash", "package.json"))).version;

const HOME = "/home/user";
const ENV = {
  HOME, USER: "user", LOGNAME: "user", PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8", PWD: HOME,
  SHELL: "/bin/bash", HOSTNAME: "sandbox",
};
const STEP_MILLISECONDS = 6000;

const BENCH_SESSION = [
  "mkdir -p proj/src && cd proj && echo hi > a.txt",
  "cat proj/a.txt | grep hi | wc -l",
  "for i in 1 2 3; do echo line $i >> proj/b.txt; done",
  "ls -la proj; cat nope",
  "sed -n '1,2p' proj/b.txt | sort -r | head -1",
  "find proj -type f | sort",
];

function machine(options = {}) {
  return new Bash({
    cwd: HOME,
    env: { ...ENV },
    defenseInDepth: false,
    processInfo: { uid: 1000, gid: 1000 },
    ...options,
  });
}

// ---- speed

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

async function oneSession() {
  const bash = machine();
  for (const cmd of BENCH_SESSION) await bash.exec(cmd);
}

async function sessionsPerSecond(seconds) {
  const start = performance.now();
  let sessions = 0;
  while (performance.now() - start < seconds * 1000) {
    await oneSession();
    sessions++;
  }
  return sessions / ((performance.now() - start) / 1000);
}

// A loop of 20,000 rounds, in milliseconds (the same one that Orrery and bash are timed with).
async function loopMilliseconds() {
  const bash = machine({ executionLimits: { maxLoopIterations: 1e6, maxCommandCount: 1e6, maxWorkUnits: 1e9 } });
  const start = performance.now();
  await bash.exec("i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; echo $i");
  return performance.now() - start;
}

async function bench(args) {
  const option = (name, otherwise) => {
    const at = args.indexOf(name);
    return at < 0 ? otherwise : Number(args[at + 1]);
  };
  const runs = option("--runs", 5);
  const seconds = option("--seconds", 3);
  await sessionsPerSecond(seconds);
  const rates = [];
  const loops = [];
  for (let i = 0; i < runs; i++) rates.push(await sessionsPerSecond(seconds));
  for (let i = 0; i < Math.min(runs, 3); i++) loops.push(await loopMilliseconds());
  const round = (x) => Math.round(x * 10) / 10;
  const perSecond = rates.map((r) => r * BENCH_SESSION.length);
  return {
    engine: "just-bash", version, node: process.version,
    exec_per_s: round(median(perSecond)), sessions_per_s: round(median(rates)), runs,
    exec_per_s_min: round(Math.min(...perSecond)), exec_per_s_max: round(Math.max(...perSecond)),
    loop_20000_ms: round(median(loops)),
  };
}

// ---- the recorder's masks (tools/record/record-cases.py)

function dayRules(moment) {
  const day = new Date(moment);
  const iso = day.toISOString().slice(0, 10);
  const month = day.toLocaleString("en-US", { month: "short", timeZone: "UTC" });
  return [
    [new RegExp(`\\b${month} +${day.getUTCDate()} \\d\\d:\\d\\d\\b`, "g"), () => "Mmm dd hh:mm"],
    [new RegExp(`\\b${iso}([ T]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)?`, "g"),
      (_, time) => "YYYY-MM-DD" + (time ?? "").replace(/\d/g, "h")],
  ];
}

function mask(text) {
  const now = Date.now();
  const ends = "Killed|Terminated|Aborted|Hangup|Segmentation fault|User defined signal";
  const rules = [
    ...dayRules(now - 3600e3), ...dayRules(now), ...dayRules(now + 3600e3),
    [/^(\[\d+\][-+]? +)\d\d+\b/gm, (_, head) => head + "PID"],
    [new RegExp(`(line \\d+: ) *\\d+( (?:${ends}))`, "g"), (_, head, tail) => `${head}PID${tail}`],
  ];
  return rules.reduce((t, [pattern, to]) => t.replace(pattern, to), text);
}

function withoutPrefix(text) {
  return text.replace(/^bash: (?:-c: )?(?:line \d+: )?/gm, "").replace(/^line \d+: /gm, "");
}

// ---- playing a recorded sequence

// just-bash gives text for text and one character a byte for output that it holds for binary.
function readable(text) {
  if (![...text].every((c) => c.charCodeAt(0) < 256) || !/[\x80-\xff]/.test(text)) return text;
  return Buffer.from(text, "latin1").toString("utf8");
}

async function run(bash, script, options) {
  const stop = new AbortController();
  const alarm = setTimeout(() => stop.abort(), STEP_MILLISECONDS);
  try {
    const r = await Promise.race([
      bash.exec(script, { rawScript: true, stdin: "", signal: stop.signal, ...options }),
      new Promise((_, refuse) => setTimeout(() => refuse(new Error("too long")), STEP_MILLISECONDS + 1000).unref()),
    ]);
    return { stdout: r.stdout, stderr: r.stderr, exit: r.exitCode, cwd: r.env?.PWD };
  } catch (e) {
    return { stdout: "", stderr: `${e}`, exit: -1, cwd: "" };
  } finally {
    clearTimeout(alarm);
  }
}

async function playExec(steps) {
  const bash = machine();
  const answers = [];
  let cwd = HOME;
  let before;
  for (const { cmd } of steps) {
    const env = { ...ENV, PWD: cwd };
    if (before !== undefined) env.OLDPWD = before;
    const answer = await run(bash, cmd, { cwd, env, replaceEnv: true });
    if (answer.cwd && answer.cwd !== cwd) {
      before = cwd;
      cwd = answer.cwd;
    }
    answers.push({ ...answer, cwd });
  }
  return answers;
}

// just-bash keeps no shell state between calls: step k is the last part of one script of the steps 1 to k, with the
// recorder's line behind each. A syntax error in a later step then does not spoil the earlier ones.
const REPORT = "{ __status=$?; printf '\\0%d\\n%s\\0' \"$__status\" \"$PWD\"; printf '\\0' >&2; (exit $__status); }\n";

async function playSession(steps) {
  const answers = [];
  let cwd = HOME;
  for (let k = 1; k <= steps.length; k++) {
    const script = steps.slice(0, k).map(({ cmd }) => `${cmd}\n${REPORT}`).join("");
    const all = await run(machine(), script, {});
    const out = all.stdout.split("\0");
    const err = all.stderr.split("\0");
    const report = out[2 * k - 1];
    if (report === undefined) {
      answers.push({ stdout: out[2 * k - 2] ?? "", stderr: err[k - 1] ?? "", exit: all.exit, cwd });
      continue;
    }
    const [code, where] = report.split("\n");
    cwd = where;
    answers.push({ stdout: out[2 * k - 2], stderr: err[k - 1] ?? "", exit: Number(code), cwd });
  }
  return answers;
}

function compare(step, answer) {
  const same = (field, change = (t) => t) =>
    change(step[field]) === change(mask(answer[field])) || change(step[field]) === change(mask(readable(answer[field])));
  const rest = same("stdout") && step.exit === answer.exit && step.cwd === answer.cwd;
  return {
    exact: rest && same("stderr"), forgiven: rest && same("stderr", withoutPrefix),
    stdout: same("stdout"), stderr: same("stderr"), exit: step.exit === answer.exit, cwd: step.cwd === answer.cwd,
  };
}

function emptyTally() {
  return {
    episodes: 0, exact_episodes: 0, steps: 0, exact_steps: 0, exact_steps_prefix_forgiven: 0,
    exact_stdout: 0, exact_stderr: 0, exact_exit: 0, exact_cwd: 0, skipped_episodes: 0,
  };
}

async function scoreFile(path) {
  const tally = emptyTally();
  for (const line of readFileSync(path, "utf8").split("\n").filter(Boolean)) {
    const { mode, steps } = JSON.parse(line);
    if (mode !== "exec" && mode !== "session") {
      tally.skipped_episodes++; // it has no terminal
      continue;
    }
    const answers = mode === "exec" ? await playExec(steps) : await playSession(steps);
    const results = steps.map((step, i) => compare(step, answers[i]));
    const count = (key) => results.filter((r) => r[key]).length;
    tally.episodes++;
    tally.exact_episodes += results.every((r) => r.exact) ? 1 : 0;
    tally.steps += steps.length;
    tally.exact_steps += count("exact");
    tally.exact_steps_prefix_forgiven += count("forgiven");
    for (const field of ["stdout", "stderr", "exit", "cwd"]) tally[`exact_${field}`] += count(field);
  }
  return tally;
}

async function score(paths) {
  const total = emptyTally();
  const files = {};
  for (const path of paths) {
    const tally = await scoreFile(path);
    files[path.split("/").pop()] = { steps: tally.steps, exact_steps: tally.exact_steps };
    for (const key of Object.keys(total)) total[key] += tally[key];
  }
  const rate = (n) => (total.steps ? Math.round((n / total.steps) * 1e4) / 1e4 : 0);
  return {
    engine: "just-bash", version, ...total,
    exact_rate: rate(total.exact_steps), exact_rate_prefix_forgiven: rate(total.exact_steps_prefix_forgiven), files,
  };
}

const [command, ...args] = process.argv.slice(2);
const commands = { bench, score };
if (!commands[command] || (command === "score" && args.length === 0)) {
  console.error("usage: justbash.mjs bench [--runs N] [--seconds S] | score FILE.jsonl...");
  process.exit(2);
}
process.env.TZ = "UTC";
console.log(JSON.stringify(await commands[command](args)));
process.exit(0);
