#!/bin/bash
# One table of Orrery, the peers and real bash, measured in the same run, each on one core. Arguments: the
# .jsonl files to score; none: testdata/corpus. Needs node 20 and npm.
# Exit status: 0 measured, 2 something that is needed is missing.
set -u
cd "$(dirname "$0")/../.." || exit 2
go=${GO:-go}
[ $# -gt 0 ] || set -- testdata/corpus/*.jsonl
core=$(taskset -cp $$ | sed 's/.*: *//; s/[-,].*//') || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

loop='i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo $i'
"$go" build -trimpath -o bin/orrery ./cmd/orrery && "$go" test -c -o "$work/bench" ./internal/machine || exit 2

echo "peers: measuring bash" >&2
for _ in 1 2 3 4 5; do
  start=$EPOCHREALTIME
  taskset -c "$core" bash -c "$loop" > /dev/null
  end=$EPOCHREALTIME
  echo $((${end/./} - ${start/./}))
done | sort -n | sed -n 3p > "$work/bash"
echo "peers: measuring orrery" >&2
(cd internal/machine && taskset -c "$core" "$work/bench" -test.run '^$' -test.bench '^Benchmark(SixSteps|Loop20k)$' -test.count 5 -test.benchtime 3s) > "$work/orrery" || exit 2
bin/orrery compare --json "$@" > "$work/score" || exit 2
echo "peers: measuring just-bash" >&2
tools/peers/run.sh "$@" > "$work/justbash" || exit 2

node - "$work" << 'JS'
const fs = require("fs"), dir = process.argv[2];
const read = (name) => fs.readFileSync(`${dir}/${name}`, "utf8");
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
// value takes the numbers of one unit from the lines of one benchmark.
const value = (name, unit) => median(read("orrery").split("\n").filter((l) => l.startsWith(`Benchmark${name}`))
  .map((l) => l.split(/\s+/)).map((w) => Number(w[w.indexOf(unit) - 1])));
const ours = JSON.parse(read("score"));
const [speed, score] = read("justbash").trim().split("\n").map((l) => JSON.parse(l));
const bashLoop = Number(read("bash")) / 1000;
const share = (n, of) => `${(100 * n / of).toFixed(1)} %`;
const rows = [["", "orrery", `just-bash ${speed.version}`, "bash", "orrery / just-bash"]];
const commands = value("SixSteps", "commands/s"), loop = value("Loop20k", "ns/op") / 1e6;
rows.push(["commands a second, six steps", commands.toFixed(0), speed.exec_per_s.toFixed(0), "", `${(commands / speed.exec_per_s).toFixed(1)} times`]);
rows.push(["loop of 20,000 rounds, ms", loop.toFixed(1), speed.loop_20000_ms.toFixed(1), bashLoop.toFixed(1), `${(speed.loop_20000_ms / loop).toFixed(1)} times faster`]);
rows.push([`steps exact, of ${score.steps}`, share(ours.exact_steps, ours.steps), share(score.exact_steps, score.steps), "", ""]);
rows.push(["  bash's line prefix forgiven", "", share(score.exact_steps_prefix_forgiven, score.steps), "", ""]);
rows.push([`episodes exact, of ${score.episodes}`, share(ours.exact_episodes, ours.episodes), share(score.exact_episodes, score.episodes), "", ""]);
const width = rows[0].map((_, i) => Math.max(...rows.map((r) => r[i].length)));
for (const r of rows) console.log(r.map((c, i) => i ? c.padStart(width[i]) : c.padEnd(width[i])).join("   ").trimEnd());
console.log(`medians, one core each, node ${speed.node}, just-bash with defenseInDepth off`);
if (ours.steps !== score.steps) console.log(`warning: orrery played ${ours.steps} steps, just-bash ${score.steps}`);
JS
