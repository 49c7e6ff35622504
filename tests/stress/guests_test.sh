#!/bin/bash
# Tests the library beside OpenMP, TBB, and allocators that replace malloc. Libraries that are not
# installed are skipped with a notice. They may also be in the folder $FFT_TEST_LIBRARIES.
#
#   guests_test.sh LIBRARY SOURCE HEADER
library=$1 source=$2 header=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export FFT_DEVICE=host:4 FFT_RTC_SYS_CACHE_PATH=none FFT_RTC_CACHE_PATH=$scratch/kernels.db
extra=${FFT_TEST_LIBRARIES:-/nonexistent}
ln -s "$PWD/$library" "$scratch/libfft.so.0"
ln -s libfft.so.0 "$scratch/libfft.so"
include=$scratch/include
mkdir -p "$include/fft"
cp "$header" "$include/fft/"
failures=0

# check WHAT COMMAND...: runs COMMAND, which must succeed, and prints how it ended.
check() {
  local what=$1 output
  shift
  if output=$(LD_LIBRARY_PATH=$scratch:$extra timeout 300 "$@" 2>&1); then
    echo "$what: $output"
  else
    echo "FAILED: $what, exit code $?: $output"
    failures=$((failures + 1))
  fi
}
# build OUTPUT FLAGS...: builds the program. Fails if this machine cannot build it with FLAGS.
build() {
  local output=$1
  shift
  c++ -std=c++17 -O1 -I"$include" "$source" -o "$scratch/$output" -L"$scratch" -lfft -pthread "$@" \
    >"$scratch/log" 2>&1
}
find_library() {
  ls "$extra/$1" 2>/dev/null || ldconfig -p | sed -n "s|.*=> \(.*/$1\)$|\1|p" | head -n 1
}

build threads || { cat "$scratch/log" && exit 1; }
check "threads" "$scratch/threads"
if build openmp -DFFT_TASKS_OPENMP -fopenmp; then
  check "OpenMP" "$scratch/openmp"
else
  echo "SKIPPED: OpenMP: the compiler has none"
fi
tbb=$(find_library libtbb.so.12)
if [[ -n $tbb ]] && build tbb -DFFT_TASKS_TBB -isystem "$extra/include" "$tbb"; then
  check "TBB" "$scratch/tbb"
else
  echo "SKIPPED: TBB: no libtbb.so.12, or no tbb/parallel_for.h"
fi
for allocator in libjemalloc.so.2 libtcmalloc_minimal.so.4 libmimalloc.so.2; do
  path=$(find_library "$allocator")
  if [[ -z $path ]]; then
    echo "SKIPPED: $allocator is not here"
    continue
  fi
  # The cache is removed, so that compilers also run under the allocator.
  rm -f "$FFT_RTC_CACHE_PATH"
  check "$allocator" env LD_PRELOAD="$path" "$scratch/threads"
  rm -f "$FFT_RTC_CACHE_PATH"
  check "$allocator, the C++ compiler" env LD_PRELOAD="$path" FFT_HOST_COMPILER=c++ \
    "$scratch/threads"
done
[[ $failures == 0 ]]
