#!/bin/bash
# Records which of the expansions in badsubst.jsonl ("in") bash calls a bad
# substitution: "want" has one word for the expansion between double quotes and
# one for it alone. Run it in this directory: ./record-badsubst.sh
export LANG=C.UTF-8
verdict() {
	case $(eval ": $1" 2>&1) in
	*"bad substitution"*) echo bad ;;
	*) echo ok ;;
	esac
}
x=abc
set -- p q
eval "ins=($(jq -r '.in | @sh' badsubst.jsonl))"
for in in "${ins[@]}"; do
	jq -cn --arg in "$in" --arg want "$(verdict "\"$in\"") $(verdict "$in")" '{in: $in, want: $want}'
done >badsubst.new && mv badsubst.new badsubst.jsonl
