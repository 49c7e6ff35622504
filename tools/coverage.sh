#!/usr/bin/env bash
# Builds folders of fft/ with gcov's counters, runs tests, and prints which lines and branches they
# reach.
#
#   tools/coverage.sh                                     the folders and tests below
#   tools/coverage.sh --missing '^fft/core/' [TARGET...]  lines with branches that no test takes
#
# FFT_COVERAGE_BASE is a Bazel output base of its own (~/.cache/fft-coverage), where instrumented
# objects are kept. Objects elsewhere, a disk cache included, stay as they are.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
base=${FFT_COVERAGE_BASE:-$HOME/.cache/fft-coverage}
folders=(fft/assign fft/core fft/kernels fft/plan fft/rtc/cache)
report=()
if [[ ${1:-} == --missing ]]; then
  report=(--missing "$2")
  shift 2
fi
targets=("$@")
if [[ ${#targets[@]} == 0 ]]; then
  targets=("${folders[@]/#///}")
  targets=("${targets[@]/%//...}" //tests/interpreter:all //tests/assignment:planning_test
    //tests/assignment:gap_variants_test)
fi

counts=$base/counts
mkdir -p "$counts"
find "$counts" -name '*.gcda' -delete
pattern=$(IFS='|' && echo "${folders[*]#fft/}")
# Notes of objects are no outputs that Bazel knows, so no cache may answer for another base.
key=$(echo "$base" | sha256sum | cut -c1-8)
bazel=${FFT_BAZEL:-bazel}
# Branches are those that the source has, so nothing is optimised; assertions are no decisions.
"$bazel" --output_base="$base" test --keep_going --build_tests_only --test_timeout=900 \
  --nocache_test_results "--per_file_copt=^fft/($pattern)/.*\\.cc\$,-.*_test\\.cc\$@--coverage,-O0,-DNDEBUG,-Wno-error,-DFFT_COVERAGE_BASE=x$key" \
  --linkopt=--coverage --test_env=GCOV_PREFIX="$counts" "${targets[@]}" || echo "Some tests failed." >&2
objects=$("$bazel" --output_base="$base" info execution_root 2>/dev/null)/bazel-out
python3 tools/coverage.py --objects "$objects" --counts "$counts" "${report[@]}" "${folders[@]}"
