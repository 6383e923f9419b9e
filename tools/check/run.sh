#!/bin/bash
# The checks that are no tests, one line each. Arguments: the checks to run; none: all.
# Exit status: 0 all good, 1 something was found.
set -u
cd "$(dirname "$0")/../.." || exit 1
go=${GO:-go}
found=0

# step NAME COMMAND...: a check is good when the command succeeds, skipped when it returns 3.
step() {
  local name=$1 start=$SECONDS out status
  shift
  out=$("$@" 2>&1)
  status=$?
  case $status in
    0) printf 'ok    %-8s %3d s\n' "$name" $((SECONDS - start)) ;;
    3) printf 'skip  %-8s %3d s  %s\n' "$name" $((SECONDS - start)) "$out" ;;
    *)
      printf 'FAIL  %-8s %3d s\n%s\n' "$name" $((SECONDS - start)) "$out"
      found=1
      ;;
  esac
}

check_format() {
  local bad
  bad=$(git ls-files -z '*.go' | xargs -0 gofmt -l -s) || return 1
  [ -z "$bad" ] || { echo "not formatted (gofmt -s -w):"; echo "$bad"; return 1; }
}

check_vet() { "$go" vet ./...; }

# check_lint builds golangci-lint once; that needs its modules.
check_lint() {
  local out
  if ! out=$("$go" tool -modfile=tools/go.mod golangci-lint run ./... 2>&1); then
    case $out in
      *"dial tcp"* | *"no such host"* | *"module lookup disabled"*) echo "golangci-lint cannot be had without its modules"; return 3 ;;
      *) echo "$out"; return 1 ;;
    esac
  fi
}

check_house() { "$go" test -count=1 ./internal/archtest; }

check_docs() { "$go" test -count=1 -run 'TestReference|TestDocs' ./cmd/orrery; }

check_tidy() { "$go" mod tidy -diff; }

check_cross() {
  local target status=0
  for target in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64; do
    GOOS=${target%/*} GOARCH=${target#*/} CGO_ENABLED=0 "$go" build -o /dev/null ./cmd/orrery || { echo "$target does not build"; status=1; }
    GOOS=${target%/*} GOARCH=${target#*/} CGO_ENABLED=0 "$go" vet -unreachable ./... || { echo "$target: tests do not build"; status=1; }
  done
  return $status
}

check_shell() {
  local f status=0
  for f in $(git ls-files '*.sh' .ci/run); do
    bash -n "$f" || status=1
  done
  return $status
}

# check_vulns asks the vulnerability database, where it answers.
check_vulns() {
  local out
  if ! out=$("$go" tool -modfile=tools/go.mod govulncheck ./... 2>&1); then
    case $out in
      *"Vulnerability #"*) echo "$out"; return 1 ;;
      *) echo "the vulnerability database does not answer from here"; return 3 ;;
    esac
  fi
}

[ $# -gt 0 ] || set -- format vet lint house docs tidy cross shell vulns
for c; do
  step "$c" "check_$c"
done
exit $found
