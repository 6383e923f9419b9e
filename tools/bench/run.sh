#!/bin/bash
# Medians of all benchmarks (BENCHCOUNT runs of BENCHTIME each), of the start-up of the program and of the
# initialisation of its packages. BENCH chooses benchmarks by a regular expression.
# Exit status: 0 measured, 1 a benchmark failed.
set -u
cd "$(dirname "$0")/../.." || exit 1
go=${GO:-go} count=${BENCHCOUNT:-5} time=${BENCHTIME:-1s} pattern=${BENCH:-.}
out=$(mktemp) || exit 1
trap 'rm -f "$out"' EXIT

echo "machine: $(uname -sm), $(getconf _NPROCESSORS_ONLN) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2> /dev/null | head -1)"
echo "build:   $("$go" version | cut -d' ' -f3), revision $(git describe --always --dirty 2> /dev/null || echo unknown)"

packages=$(git ls-files '*_test.go' | xargs grep -l '^func Benchmark' | xargs -n1 dirname | sort -u | sed 's|^|./|')
echo "command: go test -run '^\$' -bench '$pattern' -benchtime $time -count $count -p 1 $(echo $packages)"
# shellcheck disable=SC2086
if ! "$go" test -run '^$' -bench "$pattern" -benchtime "$time" -count "$count" -p 1 $packages > "$out" 2>&1; then
  cat "$out"
  exit 1
fi
# A line is: name, iterations, then pairs of value and unit. One row for each name, medians of the values.
awk '
  function median(key, n,   i, j, t, a) {
    for (i = 1; i <= n; i++) a[i] = value[key, i]
    for (i = 2; i <= n; i++) { t = a[i]; for (j = i - 1; j > 0 && a[j] > t; j--) a[j + 1] = a[j]; a[j + 1] = t }
    return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2
  }
  /^pkg: / { package = $2; sub(/^github.com\/orrery-world\/orrery\/?/, "", package) }
  /^Benchmark/ && NF > 3 {
    name = $1; sub(/^Benchmark/, "", name); sub(/-[0-9]+$/, "", name)
    name = package " " name
    if (!(name in runs)) order[++names] = name
    runs[name]++
    for (i = 3; i < NF; i += 2) {
      unit = $(i + 1)
      if (!((name, unit) in count)) units[name] = units[name] unit " "
      value[name SUBSEP unit, ++count[name, unit]] = $i
    }
  }
  END {
    for (k = 1; k <= names; k++) {
      name = order[k]; row = sprintf("%-44s", name)
      n = split(units[name], u, " ")
      for (i = 1; i <= n; i++) row = row sprintf(" %14.6g %s", median(name SUBSEP u[i], count[name, u[i]]), u[i])
      print row
    }
  }' "$out"

# Start-up: 20 runs from outside, the time of starting a process included.
program=bin/orrery
[ -x $program ] || "$go" build -trimpath -o $program ./cmd/orrery || exit 1
for _ in $(seq 20); do
  start=$EPOCHREALTIME
  $program version > /dev/null || exit 1
  end=$EPOCHREALTIME
  echo $((${end/./} - ${start/./}))
done | sort -n | awk '{ t[NR] = $1 } END { printf "start-up: orrery version %.1f ms (median of %d, from %.1f to %.1f; at most 15)\n", (t[NR/2] + t[NR/2+1]) / 2000, NR, t[1] / 1000, t[NR] / 1000 }'
for _ in $(seq 20); do
  GODEBUG=inittrace=1 $program version 2>&1 > /dev/null | awk '$1 == "init" { s += $5 } END { print s }'
done | sort -n | awk '{ t[NR] = $1 } END { printf "package initialisation: %.2f ms (median of %d; at most 8)\n", (t[NR/2] + t[NR/2+1]) / 2, NR }'
