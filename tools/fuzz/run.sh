#!/bin/bash
# Runs every fuzz target for FUZZTIME (default 5m), one after the other. Arguments: packages; none: all.
# Exit status: 0 nothing found, 1 a target failed (the input that does it is in its testdata/fuzz).
set -u
cd "$(dirname "$0")/../.." || exit 1
go=${GO:-go} time=${FUZZTIME:-5m}
[ $# -gt 0 ] || set -- $("$go" list -test ./... 2> /dev/null | sed -n 's/\.test$//p')
status=0 targets=0
for package; do
  for target in $("$go" test -list '^Fuzz' "$package" 2> /dev/null | grep '^Fuzz'); do
    targets=$((targets + 1))
    printf '%s %s: ' "${package#github.com/orrery-world/orrery/}" "$target"
    out=$("$go" test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 200x "$package" 2>&1)
    failed=$?
    # go test ends a run now and then with this error, and no input, when the time is up just as a worker begins.
    if [ $failed != 0 ] && grep -q 'context deadline exceeded' <<< "$out" && ! grep -q 'Failing input' <<< "$out"; then
      failed=0
    fi
    if [ $failed = 0 ]; then
      rounds=$(sed -n 's/^fuzz: elapsed: \(.*\), execs: \([0-9]*\).*/\2 inputs in \1/p' <<< "$out" | tail -1)
      echo "${rounds:-seeds only}, nothing found"
    else
      printf 'FAILED\n%s\n' "$out"
      status=1
    fi
  done
done
echo "fuzz: $targets targets"
exit $status
