#!/bin/bash
# Record the corpus: every testdata/corpus/*.txt (or the sources named as arguments) is played twice, in two stores whose
# file systems hash directory entries differently, and becomes its .jsonl only when both recordings say the same.
# Exit status: 0 all recorded, 1 something was refused, 2 this machine cannot record.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
recorder=$here/record-cases.py

if [ "$(id -u)" != 0 ] || ! grep -qs '^VERSION_ID="12"' /etc/os-release || ! grep -qs '^ID=debian' /etc/os-release; then
  echo "record: needs root on Debian 12 (bash 5.2 and the GNU tools of that release are the oracle)" >&2
  exit 2
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/record.XXXXXX") || exit 2
cleanup() {
  for store in a b; do
    mountpoint -q "$work/$store" && umount "$work/$store"
  done
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

# make_store NAME SEED: an ext4 file system in a file; where that cannot be mounted, a plain folder.
make_store() {
  mkdir "$work/$1"
  truncate -s 256M "$work/$1.img"
  if mkfs.ext4 -q -b 4096 -E "hash_seed=$2" "$work/$1.img" 2> /dev/null &&
    mount -o loop "$work/$1.img" "$work/$1" 2> /dev/null; then
    return
  fi
  echo "record: no loop mounts here, store $1 is a plain folder: an output in directory order may go unnoticed" >&2
}
make_store a 11111111-2222-4333-8444-555555555555
make_store b "$(cat /proc/sys/kernel/random/uuid)" # another order at each run: a directory of two hides from one

[ $# -gt 0 ] || set -- "$root"/testdata/corpus/*.txt
status=0
for source in "$@"; do
  out=${source%.txt}.jsonl
  if ! python3 "$recorder" record "$source" "$work/one.jsonl" --store "$work/a" ||
    ! python3 "$recorder" record "$source" "$work/two.jsonl" --store "$work/b" 2> /dev/null ||
    ! python3 "$recorder" settle "$work/one.jsonl" "$work/two.jsonl" "$out"; then
    status=1
  fi
done
exit $status
