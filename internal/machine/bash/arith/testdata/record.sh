#!/bin/bash
# Records what bash makes of each expression in cases.jsonl: the "in" of every
# line is assigned to an integer variable for its value and evaluated by `let`
# for its side effects; the outcome is written to "want".
# Run it in this directory: ./record.sh
export LANG=C.UTF-8
value() {
	local -i v
	v=$1
	echo "$v"
}
setup='e= s="a b" z=1+1 lp=lp p=q+1 q="p*2" bad="1 +" sp=" 7 " n8=08 f=1.5 un="arr[1]" neg=-12 hex=0x1f x=5 y=x
	declare -a arr=(3 4 5)
	declare -A as=([k]=7 ["a b"]=8)'
effects() {
	let "$1" 2>/dev/null
	echo "$? x=$x y=$y arr=${arr[*]} k=${as[k]}"
}
eval "ins=($(jq -r '.in | @sh' cases.jsonl))"
for in in "${ins[@]}"; do
	want=$({ (eval "$setup" && value "$in"); (eval "$setup" && effects "$in"); } 2>&1 | sed 's/^.*record.sh: line [0-9]*: //')
	jq -cn --arg in "$in" --arg want "$want" '{in: $in, want: $want}'
done >cases.new && mv cases.new cases.jsonl
