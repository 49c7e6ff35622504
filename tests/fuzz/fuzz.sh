#!/bin/sh
# Runs every fuzz target side by side on a machine without Bazel, from a folder that holds this
# script, all_targets (bazel build --config=fuzz //tests/fuzz:all_targets, stripped) and corpus/:
#
#   fuzz.sh OUTDIR SECONDS
#
# OUTDIR/summary.txt then has a line for each target: runs, runs per second, findings. Findings are
# in OUTDIR/TARGET/, logs beside them. Exits 1 if there are any.
set -u
out=${1:?fuzz.sh OUTDIR SECONDS}
seconds=${2:?fuzz.sh OUTDIR SECONDS}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out"
out=$(cd "$out" && pwd)
# Processes of each: the slow ones take most. 16 in all.
processes='body:3 bundle:1 c_api:2 cache_row:5 http:2 protocol:1 token:1 wisdom:1'
for pair in $processes; do
  target=${pair%:*}
  mkdir -p "$out/$target" "$out/corpus/$target" "$out/work/$target"
  cp "$here/corpus/$target"/* "$out/corpus/$target/" 2>/dev/null
  for number in $(seq "${pair#*:}"); do
    (
      cd "$out/work/$target" || exit 1
      # A process ends with its first finding; another takes its place.
      end=$(($(date +%s) + seconds))
      part=0
      while left=$((end - $(date +%s))) && [ "$left" -gt 1 ] && [ $part -lt 20 ]; do
        part=$((part + 1))
        FFT_FUZZ_TARGET=$target "$here/all_targets" -max_total_time="$left" -max_len=2048 \
          -timeout=10 -rss_limit_mb=3000 -print_final_stats=1 -artifact_prefix="$out/$target/" \
          "$out/corpus/$target" > "$out/$target.$number.$part.log" 2>&1 && break
      done
    ) &
  done
done
wait
findings=0
for pair in $processes; do
  target=${pair%:*}
  runs=$(cat "$out/$target".*.log | sed -n 's/^stat::number_of_executed_units: *//p' |
    awk '{ sum += $1 } END { print sum + 0 }')
  found=$(find "$out/$target" -type f ! -name 'slow-unit*' | wc -l)
  findings=$((findings + found))
  echo "$target: $runs runs, $((runs / seconds)) a second, $found findings"
done | tee "$out/summary.txt"
rm -rf "$out/work"
! grep -qv ' 0 findings$' "$out/summary.txt"
