#!/bin/sh
# Runs all fuzz targets at the same time on a machine without Bazel. The folder of this script has
# bin.tar.gz with the programs bin/TARGET (built by --config=fuzz, and stripped), corpus.tar.gz with
# corpus/TARGET/, and lib.tar.gz with shared libraries that the machine may lack. A target without a
# program runs in bin/all_targets (tests/fuzz/all_targets.cc).
#
#   fuzz.sh OUTDIR SECONDS [TARGET:PROCESSES ...]
#
# By default the targets share 16 processes. Only the first process of a target makes plans
# (FFT_FUZZ_NO_PLANS in tests/fuzz/c_api_fuzz.cc).
#
# Afterwards OUTDIR/summary.txt has a line for each target: its runs and findings. Findings and logs
# are in OUTDIR/TARGET/ and, as one file, in OUTDIR/findings.tar.gz. The exit status is 1 if there
# are findings. A process ends after twelve million runs, so that fast targets leave the processors
# to slow ones.
set -u
out=${1:?fuzz.sh OUTDIR SECONDS}
seconds=${2:?fuzz.sh OUTDIR SECONDS}
shift 2
# The processes of each target, for 16 processors. Slow targets have more.
processes=${*:-body:4 bundle:1 c_api:2 cache_row:2 decision:1 http:3 protocol:1 token:1 wisdom:1}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for archive in bin corpus lib; do tar xzf "$here/$archive.tar.gz" -C "$work" || exit 2; done
program() { if [ -f "$work/bin/$1" ]; then echo "$work/bin/$1"; else echo "$work/bin/all_targets"; fi; }
# The archive's shared libraries are used only if the programs do not run without them.
first=${processes%%:*}
FFT_FUZZ_TARGET=$first "$(program "$first")" -runs=1 > "$out/start.log" 2>&1 ||
  export LD_LIBRARY_PATH="$work/lib"
FFT_FUZZ_TARGET=$first "$(program "$first")" -runs=1 > "$out/start.log" 2>&1 ||
  { cat "$out/start.log"; exit 2; }
# A small quarantine of freed memory is enough, since a target frees its memory immediately.
export ASAN_OPTIONS=quarantine_size_mb=8:malloc_context_size=8
for pair in $processes; do
  target=${pair%:*}
  mkdir -p "$out/$target" "$work/corpus/$target"
  for number in $(seq "${pair#*:}"); do
    (
      cd "$work" || exit 1
      [ "$number" = 1 ] || export FFT_FUZZ_NO_PLANS=1
      # A process ends at its first finding. Another process replaces it.
      end=$(($(date +%s) + seconds))
      part=0
      while left=$((end - $(date +%s))) && [ "$left" -gt 1 ] && [ $part -lt 20 ]; do
        part=$((part + 1))
        FFT_FUZZ_TARGET=$target "$(program "$target")" -max_total_time="$left" -max_len=2048 \
          -runs=12000000 \
          -timeout=10 -rss_limit_mb=3000 -print_final_stats=1 -artifact_prefix="$out/$target/" \
          "$work/corpus/$target" > "$out/$target.$number.$part.log" 2>&1 && break
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
grep -h -A2 -E 'broken invariant|ERROR: |SUMMARY: ' "$out"/*.log | head -40 >> "$out/summary.txt"
(cd "$out" && tar czf findings.tar.gz --exclude=findings.tar.gz .)
! grep ' findings$' "$out/summary.txt" | grep -qv ' 0 findings$'
