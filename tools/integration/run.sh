#!/bin/bash
# Looks at the built program from outside: start-up time, the corpus, the same bytes in other surroundings,
# nothing touched while it plays (under strace, where there is one).
# Exit status: 0 all good, 1 not. Prints one line a check and how many there were.
set -u
cd "$(dirname "$0")/../.." || exit 1
go=${GO:-go}
program=$PWD/bin/orrery
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

check() {
  local name=$1 out
  shift
  if out=$("$@" 2>&1); then
    passed=$((passed + 1))
    echo "ok   $name${out:+ ($out)}"
  else
    failed=$((failed + 1))
    printf 'FAIL %s\n%s\n' "$name" "$out"
  fi
}

skip() {
  skipped=$((skipped + 1))
  echo "skip $1"
}

# Start-up within 15 ms, the median of 20.
startup() {
  local t
  t=$(for _ in $(seq 20); do
    start=$EPOCHREALTIME
    "$program" version > /dev/null || exit 1
    end=$EPOCHREALTIME
    echo $((${end/./} - ${start/./}))
  done | sort -n | sed -n 10p)
  echo "$((t / 1000)).$((t / 100 % 10)) ms"
  [ "$t" -le 15000 ]
}

# The corpus is played, and the report is the same under another time zone, locale, user, directory and
# number of cores.
corpus() {
  "$program" compare --json testdata/corpus/*.jsonl > "$work/one.json" 2> /dev/null || return 1
  grep -o '"steps":[0-9]*,"exact_steps":[0-9]*' "$work/one.json" | sed 's/.*:\(.*\),.*:\(.*\)/\2 of \1 steps exact/;q'
}
surroundings() {
  env -i HOME=/nonexistent USER=nobody TZ=Asia/Tokyo LANG=ja_JP.UTF-8 GOMAXPROCS=1 HOSTNAME=elsewhere \
    "$program" compare --json testdata/corpus/*.jsonl > "$work/two.json" 2> /dev/null || return 1
  cmp "$work/one.json" "$work/two.json" || return 1
  GOMAXPROCS=8 "$program" compare --json -j 8 testdata/corpus/*.jsonl > "$work/two.json" 2> /dev/null || return 1
  cmp "$work/one.json" "$work/two.json"
}

# A named session over many calls, two of them at once.
session() {
  export XDG_STATE_HOME=$work/state
  local i
  for i in 1 2 3 4 5 6 7 8; do
    "$program" run --session s -c 'n=$((n + 1)); echo $n >> log' &
  done
  wait
  [ "$("$program" run --session s -c 'echo $n; wc -l < log')" = $'8\n8' ]
}

# While it plays, a machine must touch nothing: SEAL_STEPS steps between two markers under strace.
sealed() {
  ORRERY_SEAL_STEPS=${SEAL_STEPS:-1000000} "$go" test -count=1 -timeout 30m -run '^TestSealed$' -v ./internal/machine > "$work/sealed" 2>&1 ||
    { cat "$work/sealed"; return 1; }
  sed -n 's/^ *sealed_test.go:[0-9]*: //p' "$work/sealed"
}

check "start-up" startup
check "corpus" corpus
check "other surroundings, same bytes" surroundings
check "named session, eight at once" session
if command -v strace > /dev/null && strace -o /dev/null true 2> /dev/null; then
  check "sealed under strace" sealed
else
  skip "sealed under strace (no strace here)"
fi
echo "integration: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
