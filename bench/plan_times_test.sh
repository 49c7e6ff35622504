#!/bin/sh
# Tests the command line of plan_times on one small problem.
set -e
token=complex_forward_len_64_single_op
csv=$(mktemp)
output=$(bench/plan_times --device host --repeats 1 --csv "$csv" --machine "a, b" $token)
echo "$output"
echo "$output" | grep -qE "^ +1 +[0-9.]+ +[0-9.]+ +[0-9.]+% +[0-9.]+ +[0-9.]+  $token$"
echo "$output" | tail -1 | grep -qE '^warm: at most [0-9.]+% of cold; second: at most [0-9.]+ ms$'
[ "$(wc -l <"$csv")" -eq 2 ]
grep -q '^token,device,date,machine,kernels,cold_ms,warm_ms,second_ms,planning_ms$' "$csv"
grep -q "^$token,.*,\"a, b\",1," "$csv"
rm -f "$csv"

if bench/plan_times --repeat 1 2>errors; then exit 1; fi
grep -q 'did you mean --repeats' errors
