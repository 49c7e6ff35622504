#!/bin/sh
# Every n of //tests/stress:fault_injection_test under the address sanitizer, and all lengths of
# //tests/stress:lengths_test, in as many processes as there are processors: faults.sh OUTDIR. Beside it
# bin.tar.gz and lib.tar.gz. Ends by itself within LIMIT seconds (235); what is cut off counts as a process
# that did not end well.
set -u
begin=$(date +%s); limit=${LIMIT:-235}
out=${1:?}; here=$(cd "$(dirname "$0")" && pwd); mkdir -p "$out"; out=$(cd "$out" && pwd)
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
for archive in bin lib; do tar xzf "$here/$archive.tar.gz" -C "$work" || exit 2; done
test=$work/bin/fault_injection_asan
if ! command -v c++ > /dev/null && command -v g++ > /dev/null; then ln -s "$(command -v g++)" "$work/bin/c++"; PATH=$work/bin:$PATH; export PATH; fi
"$test" --gtest_list_tests > "$out/start.log" 2>&1 || export LD_LIBRARY_PATH="$work/lib"
"$test" --gtest_list_tests >> "$out/start.log" 2>&1 || { cat "$out/start.log"; exit 2; }
{ command -v c++ || echo "no c++"; echo "libraries: ${LD_LIBRARY_PATH:-of the machine}"; } >> "$out/start.log"
shards=${SHARDS:-$(nproc)}; share=${TRACED_SHARE:-4}; step=${STEP:-1}
# run_for LOG COMMAND...: runs COMMAND for at most the seconds that are left
run_for() {
  log=$1; shift
  left=$((begin + limit - $(date +%s)))
  timeout "$((left > 1 ? left : 1))" "$@" > "$log" 2>&1; echo "exit $?" >> "$log"
}
# The shards of lengths_test run first, one for each processor, and nothing else runs beside them.
for i in $(seq 0 $((shards - 1))); do
  (FFT_TAKE_ALL=1 GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$i run_for "$out/lengths.$i.log" "$work/bin/lengths_test") &
done
wait
echo "lengths: $(($(date +%s) - begin)) s" > "$out/times"
for i in $(seq "$shards"); do
  (
    FFT_FAULT_STRIDE=$((shards * step)) FFT_FAULT_FIRST=$i run_for "$out/faults.$i.log" "$test" --gtest_filter='-*Traced*'
    FFT_FAULT_STRIDE=$((shards * share)) FFT_FAULT_FIRST=$((i * share)) run_for "$out/traced.$i.log" "$test" --gtest_filter='*Traced*'
  ) &
done
wait
echo "all: $(($(date +%s) - begin)) s, $shards processes, every n by $step, of traced plans by $share" >> "$out/times"
{
  cat "$out"/faults.*.log "$out"/traced.*.log | awk '
    /^\[ RUN/ { part = $4; sub(/.*FaultInjectionTest\./, "", part); sub(/\/.*/, "", part) }
    /cycles passed/ { split($0, a, ": up to "); name = part ": " a[1]; match($0, /, [0-9]+ cycles/); p[name] += substr($0, RSTART + 2)
      match($0, /passed, [0-9]+/); e[name] += substr($0, RSTART + 8); n = a[2] + 0; if (n > u[name]) u[name] = n }
    END { for (n in p) { print n ": up to " u[n] ", passed " p[n] ", gave an error " e[n]; c += p[n] + e[n]; d += e[n] } print "all: " c " cycles, " d " gave an error" }' | sort
  echo "processes of faults that ended well: $(cat "$out"/faults.*.log | grep -c '^exit 0') of $shards, of traces: $(cat "$out"/traced.*.log | grep -c '^exit 0') of $shards"
  grep -h -E 'ERROR: |SUMMARY: |Failure$' "$out"/faults.*.log "$out"/traced.*.log | sort | uniq -c | head -20
  cat "$out"/lengths.*.log | awk '/ planned, / { a += $1; b += $3; c += $5; for (i = 1; i <= NF; i++) { if ($i == "KiB" && $(i-1) > k) k = $(i-1); if ($i == "ms:" && $(i-1) > m) { m = $(i-1); w = $0 } } } END { print "lengths: " a " planned, " b " refused, " c " too many bytes, most KiB " k ", most ms " m; print w }'
  echo "lengths that failed: $(cat "$out"/lengths.*.log | grep -c '^\[  FAILED  \].*ms)'); processes that ended well: $(cat "$out"/lengths.*.log | grep -c '^exit 0') of $shards"
  cat "$out/start.log" | tail -2; cat "$out/times"
} > "$out/summary.txt"
(cd "$out" && tar czf logs.tar.gz ./*.log && rm -f ./*.log)
cat "$out/summary.txt"
