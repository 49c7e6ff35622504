#!/usr/bin/env bash
# Builds folders of fft/ with gcov's counters, runs tests, and prints which lines and branches they
# reach.
#
#   tools/coverage.sh                                     the folders and tests below
#   tools/coverage.sh --missing '^fft/core/' [TARGET...]  lines with branches that no test takes
#
# FFT_COVERAGE_BASE is a separate Bazel output base for the instrumented objects (default:
# ~/.cache/fft-coverage). Objects of other builds and of the disk cache do not change.
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
  targets=("${targets[@]/%//...}" //tests/interpreter:all //tests/golden:golden_test
    //tests/property:property_test //tests/stress:fault_injection_test
    //tests/assignment:{planning,gap_variants,every_candidate,every_candidate_interpreted}_test
    //tests:{regressions,formats,layouts,ranges,frames,chains,callbacks,real}_test
    //tests:{drawn_forced,drawn_chains}_test)
fi

counts=$base/counts
mkdir -p "$counts"
find "$counts" -name '*.gcda' -delete
pattern=$(IFS='|' && echo "${folders[*]#fft/}")
# Bazel does not know the notes (*.gcno) of objects as outputs. The key keeps objects of another
# output base from being taken from a cache, since these have no notes.
key=$(echo "$base" | sha256sum | cut -c1-8)
bazel=${FFT_BAZEL:-bazel}
# -O0 keeps the branches of the source.
"$bazel" --output_base="$base" test --keep_going --build_tests_only --test_timeout=900 \
  --nocache_test_results "--per_file_copt=^fft/($pattern)/.*\\.cc\$,-.*_test\\.cc\$@--coverage,-O0,-DNDEBUG,-Wno-error,-DFFT_COVERAGE_BASE=x$key" \
  --linkopt=--coverage --test_env=GCOV_PREFIX="$counts" "${targets[@]}" || echo "Some tests failed." >&2
objects=$("$bazel" --output_base="$base" info execution_root 2>/dev/null)/bazel-out
python3 tools/coverage.py --objects "$objects" --counts "$counts" "${report[@]}" "${folders[@]}"
