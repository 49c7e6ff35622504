#!/bin/sh
# Every n of //tests/stress:fault_injection_test under the address sanitizer, and all lengths of
# //tests/stress:lengths_test, in 16 processes: faults.sh OUTDIR. Beside it bin.tar.gz and lib.tar.gz.
set -u
out=${1:?}; here=$(cd "$(dirname "$0")" && pwd); mkdir -p "$out"; out=$(cd "$out" && pwd)
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
for archive in bin lib; do tar xzf "$here/$archive.tar.gz" -C "$work" || exit 2; done
test=$work/bin/fault_injection_asan
command -v c++ >> "$out/start.log" 2>&1 || command -v g++ >> "$out/start.log"
if ! command -v c++ > /dev/null && command -v g++ > /dev/null; then ln -s "$(command -v g++)" "$work/bin/c++"; PATH=$work/bin:$PATH; export PATH; fi
"$test" --gtest_list_tests > "$out/start.log" 2>&1 || export LD_LIBRARY_PATH="$work/lib"
"$test" --gtest_list_tests >> "$out/start.log" 2>&1 || { cat "$out/start.log"; exit 2; }
[ -n "${LD_LIBRARY_PATH:-}" ] && echo "own libraries" >> "$out/start.log"
shards=${SHARDS:-16}; share=${TRACED_SHARE:-8}; step=${STEP:-1}
# The lengths first, on one processor each, with nothing beside them.
for i in $(seq 0 $((shards - 1))); do
  FFT_ALL_LENGTHS=1 GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$i "$work/bin/lengths_test" > "$out/lengths.$i.log" 2>&1 &
done
wait
echo "lengths took until $(date +%T)" > "$out/times"
for i in $(seq "$shards"); do
  (
    FFT_FAULT_STRIDE=$((shards * step)) FFT_FAULT_FIRST=$i timeout 400 "$test" --gtest_filter='-*Traced*' > "$out/faults.$i.log" 2>&1; echo "exit $?" >> "$out/faults.$i.log"
    FFT_FAULT_STRIDE=$((shards * share)) FFT_FAULT_FIRST=$((i * share)) timeout 300 "$test" --gtest_filter='*Traced*' > "$out/traced.$i.log" 2>&1; echo "exit $?" >> "$out/traced.$i.log"
  ) &
done
wait
date +%T >> "$out/times"
{
  cat "$out"/faults.*.log "$out"/traced.*.log | awk '/cycles passed/ { split($0, a, ": up to "); name = a[1]; match($0, /, [0-9]+ cycles/); p[name] += substr($0, RSTART + 2); match($0, /passed, [0-9]+/); e[name] += substr($0, RSTART + 8) } END { for (n in p) print n ": passed " p[n] ", gave an error " e[n] }'
  echo "processes that ended well: $(cat "$out"/faults.*.log "$out"/traced.*.log | grep -c '^exit 0') of $((2 * shards))"
  grep -h -E 'ERROR: |SUMMARY: |Failure$' "$out"/faults.*.log "$out"/traced.*.log | sort | uniq -c | head -20
  cat "$out"/lengths.*.log | awk '/ planned, / { a += $1; b += $3; c += $5; for (i = 1; i <= NF; i++) { if ($i == "KiB" && $(i-1) > k) k = $(i-1); if ($i == "ms:" && $(i-1) > m) { m = $(i-1); w = $0 } } } END { print "lengths: " a " planned, " b " refused, " c " too many bytes, most KiB " k ", most ms " m; print w }'
  echo "lengths that failed: $(cat "$out"/lengths.*.log | grep -c '^\[  FAILED  \].*ms)')"
  cat "$out/times"
} > "$out/summary.txt"
cd "$out" && tar czf logs.tar.gz --exclude=logs.tar.gz .
cat summary.txt
