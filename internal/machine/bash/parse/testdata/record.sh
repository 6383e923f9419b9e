#!/bin/bash
# Records what bash and dash say about the syntax of each snippet in
# syntax.jsonl ("in"): messages and exit status of `bash -n` given the snippet
# with -c ("c"), as a script named s.sh ("s") and on standard input ("i"), and of
# `sh -n` with -c ("d").
# Run it in this directory: ./record.sh
export LANG=C.UTF-8
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
eval "ins=($(jq -r '.in | @sh' syntax.jsonl))"
for in in "${ins[@]}"; do
	printf '%s' "$in" >"$dir/s.sh"
	c=$(bash -n -c -- "$in" 2>&1; echo "[$?]")
	s=$(cd "$dir" && bash -n s.sh 2>&1; echo "[$?]")
	i=$(bash -n <"$dir/s.sh" 2>&1; echo "[$?]")
	d=$(sh -n -c -- "$in" 2>&1; echo "[$?]")
	jq -cn --arg in "$in" --arg c "$c" --arg s "$s" --arg i "$i" --arg d "$d" '{in: $in, c: $c, s: $s, i: $i, d: $d}'
done >syntax.new && mv syntax.new syntax.jsonl
