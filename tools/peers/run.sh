#!/bin/bash
# Measure the peers: install them once into .cache (not under version control), then print one JSON line each for speed
# (on one core) and for the corpus. Arguments: the .jsonl files to score; none: testdata/corpus. Needs node 20 and npm.
# Exit status: 0 measured, 2 node or npm missing or the installation failed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cache=$here/.cache

for tool in node npm taskset; do
  command -v "$tool" > /dev/null || { echo "peers: $tool is not installed" >&2; exit 2; }
done
want=$(sed -n 's/.*"just-bash": "\(.*\)".*/\1/p' "$here/package.json")
have=$(sed -n 's/^  "version": "\(.*\)",/\1/p' "$cache/node_modules/just-bash/package.json" 2> /dev/null)
if [ "$want" != "$have" ]; then
  mkdir -p "$cache" && cp "$here/package.json" "$cache/" &&
    (cd "$cache" && npm install --no-audit --no-fund --loglevel=error 1>&2) ||
    { echo "peers: could not install just-bash $want" >&2; exit 2; }
fi

[ $# -gt 0 ] || set -- "$root"/testdata/corpus/*.jsonl
core=$(taskset -cp $$ | sed 's/.*: *//; s/[-,].*//')
TZ=UTC taskset -c "$core" node "$here/justbash.mjs" bench &&
  TZ=UTC node "$here/justbash.mjs" score "$@"
