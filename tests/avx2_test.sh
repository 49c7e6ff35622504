#!/bin/sh
# Every problem of the suites on the host, compiled for AVX2 alone: by LLVM where there is one, and
# by the C++ compiler.
unset TEST_SHARD_INDEX TEST_TOTAL_SHARDS TEST_SHARD_STATUS_FILE XML_OUTPUT_FILE
if ! grep -qw avx2 /proc/cpuinfo; then
  echo "no AVX2 here"
  exit 0
fi
export FFT_HOST_PROCESSOR=avx2
good=complex_forward_len_8_single_op
verify() { FFT_HOST_COMPILER=$1 tests/fft_verify --device host --strict "$2" "$3"; }
languages=c++
if verify llvm $good $good >/dev/null 2>&1; then languages="llvm c++"; fi
for language in $languages; do
  for suite in "$@"; do
    echo "$language $suite"
    verify "$language" --tokens "$suite" || exit 1
  done
done
