#!/bin/bash
# Records what the shells make of the snippets: "in" is run by bash -c (expand.jsonl, and voices.jsonl for
# messages, traps and the builtins that describe the shell) or sh -c, which is dash
# (expand-dash.jsonl), in a directory with a few files, behind a function argv that shows its arguments; standard output with
# standard error and the exit status go to "want".
# Run it in this directory: ./record-expand.sh
here=$PWD
run() {
	rm -rf /tmp/w && mkdir -p /tmp/w/dir/sub /tmp/w/d2 && cd /tmp/w || exit
	touch a.txt b.txt c.log 'sp ace' .hidden dir/x.c dir/y.c dir/.dot dir/sub/z.c d2/x.c Äpfel 'st*r' 'back\slash' '[br]' A.TXT
	printf 'one\ntwo\n\n' >file
	env -i HOME=/home/user PATH=/usr/bin:/bin LANG=C.UTF-8 "$1" -c 'argv() { printf "<%s>" "$@"; echo; }; '"$2" 2>&1
	printf '[%d]' $?
}
record() {
	while IFS= read -r line; do
		in=$(jq -r .in <<<"$line"; printf x)
		in=${in%?x}
		want=$(run "$1" "$in"; printf x)
		jq -cn --arg in "$in" --arg want "${want%x}" '{in: $in, want: $want}'
	done <"$2" >expand.tmp && mv "$here/expand.tmp" "$here/$2"
}
record bash expand.jsonl
cd "$here" && record bash voices.jsonl
cd "$here" && record sh expand-dash.jsonl
