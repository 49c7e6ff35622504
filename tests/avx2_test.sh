#!/bin/sh
# Verifies problems on the host with kernels for AVX2, without AVX-512. LLVM, if installed, compiles
# the kernels of every suite. The C++ compiler is slow, so it compiles only the first suite; with
# --all it compiles every suite.
#
#   avx2_test.sh [--all] SUITE...
unset TEST_SHARD_INDEX TEST_TOTAL_SHARDS TEST_SHARD_STATUS_FILE XML_OUTPUT_FILE
if ! grep -qw avx2 /proc/cpuinfo; then
  echo "no AVX2 here"
  exit 0
fi
export FFT_HOST_PROCESSOR=avx2
good=complex_forward_len_8_single_op
verify() { FFT_HOST_COMPILER=$1 tests/fft_verify --device host --strict "$2" "$3"; }
all=
if [ "$1" = --all ]; then all=yes && shift; fi
if verify llvm $good $good >/dev/null 2>&1; then
  for suite in "$@"; do verify llvm --tokens "$suite" || exit 1; done
fi
for suite in "$@"; do
  verify c++ --tokens "$suite" || exit 1
  [ "$all" ] || break
done
