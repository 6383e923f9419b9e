package jq

import "sort"

// definitions are the functions that are written in jq, sorted by key; each sees the others.
var definitions = [...]struct{ key, text string }{
	{"IN/1", `def IN(s): reduce (first(select(. == s)) | true) as $v (false; if . or $v then true else false end);`},
	{"IN/2", `def IN(src; s): reduce (src | IN(s)) as $v (false; if . or $v then true else false end);`},
	{"INDEX/1", `def INDEX(idx): INDEX(.[]; idx);`},
	{"INDEX/2", `def INDEX(src; idx): reduce src as $row ({};
		.[$row | idx | if type != "string" then tojson else . end] |= $row);`},
	{"JOIN/2", `def JOIN($table; idx): [.[] | [., $table[idx]]];`},
	{"JOIN/3", `def JOIN($table; src; idx): src | [., $table[idx]];`},
	{"JOIN/4", `def JOIN($table; src; idx; f): src | [., $table[idx]] | f;`},
	{"_assign/2", `def _assign(paths; f): f as $v | reduce path(paths) as $p (.; setpath($p; $v));`},
	{"_flatten/1", `def _flatten($depth): reduce .[] as $e ([];
		if $e | type == "array" and $depth != 0 then . + ($e | _flatten($depth - 1)) else . + [$e] end);`},
	{"_modify/2", `def _modify(paths; f): reduce path(paths) as $p (.;
		label $out | (setpath($p; getpath($p) | f) | ., break $out), delpaths([$p]));`},
	{"_nwise/1", `def _nwise($n): _nwise(.; $n);`},
	{"_nwise/2", `def _nwise(a; $n): if a | length <= $n then a else a[0:$n], _nwise(a[$n:]; $n) end;`},
	{"add/0", `def add: reduce .[] as $e (null; . + $e);`},
	{"all/0", `def all: all(.);`},
	{"all/1", `def all(cond): all(.[]; cond);`},
	{"all/2", `def all(src; cond): [label $out | foreach src as $e (true;
		if . | not then break $out elif $e | cond then . else false end;
		if . | not then . else empty end)] | length == 0;`},
	{"any/0", `def any: any(.);`},
	{"any/1", `def any(cond): any(.[]; cond);`},
	{"any/2", `def any(src; cond): [label $out | foreach src as $e (false;
		if . then break $out elif $e | cond then true else . end;
		if . then . else empty end)] | length == 1;`},
	{"arrays/0", `def arrays: select(type == "array");`},
	{"ascii_downcase/0", `def ascii_downcase: explode | map(if 65 <= . and . <= 90 then . + 32 else . end) | implode;`},
	{"ascii_upcase/0", `def ascii_upcase: explode | map(if 97 <= . and . <= 122 then . - 32 else . end) | implode;`},
	{"booleans/0", `def booleans: select(type == "boolean");`},
	{"bsearch/1", `def bsearch(want):
		if length == 0 then -1
		elif length == 1 then (if want == .[0] then 0 elif want < .[0] then -1 else -2 end)
		else . as $in | [0, length - 1, null]
			| until(.[0] > .[1];
				if .[2] != null then (.[1] = -1)
				else (((.[1] + .[0]) / 2) | floor) as $mid | $in[$mid] as $at
					| if $at == want then (.[2] = $mid)
					elif .[0] == .[1] then (.[1] = -1)
					elif $at < want then (.[0] = ($mid + 1))
					else (.[1] = ($mid - 1)) end
				end)
			| if .[2] == null then (if $in[.[0]] < want then (-2 - .[0]) else (-1 - .[0]) end) else .[2] end
		end;`},
	{"capture/1", `def capture($re): ($re | type) as $t
		| if $t == "string" then capture($re; null)
		elif $t == "array" and ($re | length) > 1 then capture($re[0]; $re[1])
		elif $t == "array" and ($re | length) > 0 then capture($re[0]; null)
		else error($t + " not a string or array") end;`},
	{"capture/2", `def capture(re; flags): match(re; flags)
		| reduce (.captures | .[] | select(.name != null) | {(.name): .string}) as $c ({}; . + $c);`},
	{"combinations/0", `def combinations: if length == 0 then [] else
		.[0][] as $x | (.[1:] | combinations) as $rest | [$x] + $rest end;`},
	{"combinations/1", `def combinations(n): . as $in | [range(n) | $in] | combinations;`},
	{"del/1", `def del(f): delpaths([path(f)]);`},
	{"error/0", `def error: error(.);`},
	{"finites/0", `def finites: select(isfinite);`},
	{"first/0", `def first: .[0];`},
	{"first/1", `def first(f): label $out | f | ., break $out;`},
	{"flatten/0", `def flatten: _flatten(-1);`},
	{"flatten/1", `def flatten($depth): if $depth < 0 then error("flatten depth must not be negative") else _flatten($depth) end;`},
	{"from_entries/0", `def from_entries: map({(.key // .Key // .name // .Name):
		(if has("value") then .value else .Value end)}) | add | . //= {};`},
	{"fromdate/0", `def fromdate: fromdateiso8601;`},
	{"fromdateiso8601/0", `def fromdateiso8601: strptime("%Y-%m-%dT%H:%M:%SZ") | mktime;`},
	{"fromstream/1", `def fromstream(events): foreach events as $e ([null, false, null, false];
		if ($e[0] | length) == 0 then [null, false, .[2], .[3]]
		elif ($e | length) == 1 and ($e[0] | length) < 2 then [null, false, .[0], .[1]]
		else . end
		| . as $state
		| if ($e | length) > 1 and ($e[0] | length) > 0
			then [.[0] | setpath(($e | .[0]); ($e | .[1])), true, $state[2], $state[3]] else . end;
		if ($e[0] | length) == 1 and ($e | length == 1) and .[3] then .[2] else empty end,
		if ($e[0] | length) == 0 then $e[1] else empty end);`},
	{"group_by/1", `def group_by(f): _group_by_impl(map([f]));`},
	{"gsub/2", `def gsub($re; s): sub($re; s; "g");`},
	{"gsub/3", `def gsub($re; s; flags): sub($re; s; flags + "g");`},
	{"halt_error/0", `def halt_error: halt_error(5);`},
	{"in/1", `def in(xs): . as $x | xs | has($x);`},
	{"index/1", `def index($i): indices($i) | .[0];`},
	{"indices/1", `def indices($i):
		if type == "array" and ($i | type) == "array" then .[$i]
		elif type == "array" then .[[$i]]
		elif type == "string" and ($i | type) == "string" then _strindices($i)
		else .[$i] end;`},
	{"input/0", `def input: _input;`},
	{"inputs/0", `def inputs: try repeat(_input) catch if . == "break" then empty else . | error end;`},
	{"inside/1", `def inside(xs): . as $x | xs | contains($x);`},
	{"isempty/1", `def isempty(g): 0 == ((label $go | g | (1, break $go)) // 0);`},
	{"isfinite/0", `def isfinite: type == "number" and (isinfinite | not);`},
	{"iterables/0", `def iterables: arrays, objects;`},
	{"join/1", `def join($sep): reduce .[] as $e (null;
		(if . == null then "" else . + $sep end)
		+ ($e | if type == "boolean" or type == "number" then tostring else . // "" end)) // "";`},
	{"last/0", `def last: .[-1];`},
	{"last/1", `def last(f): reduce f as $e (null; $e);`},
	{"leaf_paths/0", `def leaf_paths: paths(scalars);`},
	{"limit/2", `def limit($n; f): if $n < 0 then f
		else label $out | foreach f as $e ($n; . - 1; $e, if . <= 0 then break $out else empty end) end;`},
	{"map/1", `def map(f): [.[] | f];`},
	{"map_values/1", `def map_values(f): .[] |= f;`},
	{"match/1", `def match($re): ($re | type) as $t
		| if $t == "string" then match($re; null)
		elif $t == "array" and ($re | length) > 1 then match($re[0]; $re[1])
		elif $t == "array" and ($re | length) > 0 then match($re[0]; null)
		else error($t + " not a string or array") end;`},
	{"match/2", `def match(re; flags): _match_impl(re; flags; false) | .[];`},
	{"max_by/1", `def max_by(f): _max_by_impl(map([f]));`},
	{"min_by/1", `def min_by(f): _min_by_impl(map([f]));`},
	{"normals/0", `def normals: select(isnormal);`},
	{"nth/1", `def nth($n): .[$n];`},
	{"nth/2", `def nth($n; f): if $n < 0 then error("nth doesn't support negative indices") else last(limit($n + 1; f)) end;`},
	{"nulls/0", `def nulls: select(type == "null");`},
	{"numbers/0", `def numbers: select(type == "number");`},
	{"objects/0", `def objects: select(type == "object");`},
	{"paths/0", `def paths: path(recurse(if (type | . == "array" or . == "object") then .[] else empty end)) | select(length > 0);`},
	{"paths/1", `def paths(cond): . as $in | paths | select(. as $p | $in | getpath($p) | cond);`},
	{"pow10/0", `def pow10: "Error: pow10/0 not found at build time" | error;`},
	{"range/1", `def range($n): range(0; $n);`},
	{"range/3", `def range($from; $to; $by):
		def _range: if ($by > 0 and . < $to) or ($by < 0 and . > $to) then ., ((. + $by) | _range) else . end;
		if $by == 0 then $from else $from | _range end
		| select(($by > 0 and . < $to) or ($by < 0 and . > $to));`},
	{"recurse/0", `def recurse: recurse(.[]?);`},
	{"recurse/1", `def recurse(f): def r: ., (f | r); r;`},
	{"recurse/2", `def recurse(f; cond): def r: ., (f | select(cond) | r); r;`},
	{"recurse_down/0", `def recurse_down: recurse;`},
	{"repeat/1", `def repeat(f): def _repeat: f, _repeat; _repeat;`},
	{"reverse/0", `def reverse: [.[length - 1 - range(0; length)]];`},
	{"rindex/1", `def rindex($i): indices($i) | .[-1:][0];`},
	{"scalars/0", `def scalars: select(. == null or . == true or . == false or type == "number" or type == "string");`},
	{"scalars_or_empty/0", `def scalars_or_empty: select(. == null or . == true or . == false or type == "number" or type == "string"
		or ((type == "array" or type == "object") and length == 0));`},
	{"scan/1", `def scan(re): match(re; "g") | if (.captures | length > 0) then [.captures | .[] | .string] else .string end;`},
	{"select/1", `def select(f): if f then . else empty end;`},
	{"sort_by/1", `def sort_by(f): _sort_by_impl(map([f]));`},
	{"split/2", `def split($re; flags): [splits($re; flags)];`},
	{"splits/1", `def splits($re): splits($re; null);`},
	{"splits/2", `def splits($re; flags): . as $s
		| [match($re; "g" + flags) | (.offset, .offset + .length)]
		| [0] + . + [$s | length] | _nwise(2) | $s[.[0]:.[1]];`},
	{"strings/0", `def strings: select(type == "string");`},
	{"sub/2", `def sub($re; s): . as $in | [match($re)]
		| if length == 0 then $in
		else .[0] | . as $m
			| reduce ($m | .captures | .[] | select(.name != null) | {(.name): .string}) as $c ({}; . + $c)
			| $in[0:$m.offset] + s + $in[$m.offset + $m.length:]
		end;`},
	{"sub/3", `def sub($re; s; flags):
		def subg: [explode[] | select(. != 103)] | implode;
		def sub1(fla; gs):
			def one: . as $in | [match($re; fla)]
				| if length == 0 then $in
				else .[0] as $m | ($m | .offset + .length) as $stop
					| reduce ($m | .captures | .[] | select(.name != null) | {(.name): .string}) as $c ({}; . + $c)
					| $in[0:$m.offset] + s + ($in[$stop:] | if length > 0 and gs then one else . end)
				end;
			one;
		(flags | index("g")) as $gs
		| (flags | if $gs then subg else . end) as $fla
		| sub1($fla; $gs);`},
	{"test/1", `def test($re): ($re | type) as $t
		| if $t == "string" then test($re; null)
		elif $t == "array" and ($re | length) > 1 then test($re[0]; $re[1])
		elif $t == "array" and ($re | length) > 0 then test($re[0]; null)
		else error($t + " not a string or array") end;`},
	{"test/2", `def test(re; flags): _match_impl(re; flags; true);`},
	{"to_entries/0", `def to_entries: [keys_unsorted[] as $k | {key: $k, value: .[$k]}];`},
	{"todate/0", `def todate: todateiso8601;`},
	{"todateiso8601/0", `def todateiso8601: strftime("%Y-%m-%dT%H:%M:%SZ");`},
	{"tostream/0", `def tostream: {string: true, number: true, boolean: true, null: true} as $leaf | . as $in
		| if $leaf[$in | type] or length == 0 then [[], $in]
		else keys_unsorted as $keys | $keys[-1] as $last
			| (($keys[] | . as $key | $in[$key] | . as $in | tostream | .[0] |= [$key] + .), [[$last]])
		end;`},
	{"transpose/0", `def transpose: if . == [] then [] else . as $in
		| (map(length) | max) as $max | length as $n
		| reduce range(0; $max) as $j ([]; . + [reduce range(0; $n) as $i ([]; . + [$in[$i][$j]])]) end;`},
	{"truncate_stream/1", `def truncate_stream(stream): . as $n | null | stream | . as $e
		| if (.[0] | length) > $n then setpath([0]; $e[0][$n:]) else empty end;`},
	{"unique/0", `def unique: group_by(.) | map(.[0]);`},
	{"unique_by/1", `def unique_by(f): group_by(f) | map(.[0]);`},
	{"until/2", `def until(cond; f): def _until: if cond then . else (f | _until) end; _until;`},
	{"values/0", `def values: select(. != null);`},
	{"walk/1", `def walk(f): . as $in
		| if type == "object" then reduce keys_unsorted[] as $k ({}; . + {($k): ($in[$k] | walk(f))}) | f
		elif type == "array" then map(walk(f)) | f
		else f end;`},
	{"while/2", `def while(cond; f): def _while: if cond then ., (f | _while) else empty end; _while;`},
	{"with_entries/1", `def with_entries(f): to_entries | map(f) | from_entries;`},
}

// builtinText returns the definition of a function that is written in jq, or "".
func builtinText(key string) string {
	i := sort.Search(len(definitions), func(i int) bool { return definitions[i].key >= key })
	if i < len(definitions) && definitions[i].key == key {
		return definitions[i].text
	}
	return ""
}

// builtinNames are what builtins lists, in its order.
const builtinNames = `input_line_number/0 input_filename/0 now/0 localtime/0 gmtime/0 mktime/0 strflocaltime/1 strftime/1 strptime/1 stderr/0
debug/0 modulemeta/0 get_jq_origin/0 get_prog_origin/0 get_search_list/0 halt_error/1 halt/0 env/0 format/1 error/1 max/0
min/0 sort/0 nan/0 infinite/0 isnormal/0 isnan/0 isinfinite/0 type/0 utf8bytelength/0 length/0 contains/1 has/1 delpaths/1
getpath/1 setpath/2 implode/0 explode/0 split/1 rtrimstr/1 ltrimstr/1 endswith/1 startswith/1 keys_unsorted/0 keys/0
tostring/0 tonumber/0 fromjson/0 tojson/0 lgamma_r/0 modf/0 frexp/0 ldexp/2 trunc/0 significand/0 scalbln/2 scalb/2 round/0
rint/0 nexttoward/2 nextafter/2 nearbyint/0 logb/0 log1p/0 lgamma/0 gamma/0 fmod/2 fmin/2 fmax/2 fma/3 fdim/2 fabs/0 expm1/0
exp10/0 erfc/0 erf/0 drem/2 copysign/2 ceil/0 yn/2 jn/2 y1/0 y0/0 tgamma/0 tanh/0 tan/0 sqrt/0 sinh/0 sin/0 remainder/2 pow/2
log2/0 log10/0 log/0 j1/0 j0/0 hypot/2 floor/0 exp2/0 exp/0 cosh/0 cos/0 cbrt/0 atanh/0 atan2/2 atan/0 asinh/0 asin/0 acosh/0
acos/0 empty/0 not/0 path/1 range/2 halt_error/0 error/0 map/1 select/1 sort_by/1 group_by/1 unique/0 unique_by/1 max_by/1
min_by/1 add/0 del/1 map_values/1 recurse/1 recurse/2 recurse/0 recurse_down/0 to_entries/0 from_entries/0 with_entries/1
reverse/0 indices/1 index/1 rindex/1 paths/0 paths/1 any/2 any/1 any/0 all/2 all/1 all/0 isfinite/0 arrays/0 objects/0
iterables/0 booleans/0 numbers/0 normals/0 finites/0 strings/0 nulls/0 values/0 scalars/0 scalars_or_empty/0 leaf_paths/0
join/1 flatten/1 flatten/0 range/1 fromdateiso8601/0 todateiso8601/0 fromdate/0 todate/0 match/2 match/1 test/2 test/1
capture/2 capture/1 scan/1 splits/2 splits/1 split/2 sub/2 sub/3 gsub/3 gsub/2 range/3 while/2 until/2 limit/2 isempty/1
first/1 last/1 nth/2 first/0 last/0 nth/1 combinations/0 combinations/1 transpose/0 in/1 inside/1 input/0 repeat/1 inputs/0
ascii_downcase/0 ascii_upcase/0 truncate_stream/1 fromstream/1 tostream/0 bsearch/1 walk/1 INDEX/2 INDEX/1 JOIN/2 JOIN/3
JOIN/4 IN/1 IN/2 pow10/0 builtins/0`
