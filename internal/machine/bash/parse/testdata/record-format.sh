#!/bin/bash
# Records how bash prints the functions that each snippet in format.jsonl
# ("in") defines: the output of `declare -f` goes to "want".
# Run it in this directory: ./record-format.sh
export LANG=C.UTF-8
eval "ins=($(jq -r '.in | @sh' format.jsonl))"
for in in "${ins[@]}"; do
	want=$(bash -c "$in"$'\ndeclare -f' 2>&1; echo .)
	jq -cn --arg in "$in" --arg want "${want%.}" '{in: $in, want: $want}'
done >format.new && mv format.new format.jsonl
