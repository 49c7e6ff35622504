#!/bin/sh
# Runs fft_verify on a suite with kernels in PTX, on a CUDA driver over host memory. Problems with
# callbacks are left out, since their kernels are C++.
#
#   ptx_verify_test.sh SUITE
unset TEST_SHARD_INDEX TEST_TOTAL_SHARDS TEST_SHARD_STATUS_FILE XML_OUTPUT_FILE
export FFT_CUDA_LIBRARY=fft/rtc/testing/libfake_cuda.so FFT_CUDA_COMPILER=ptx
export FFT_RTC_SYS_CACHE_PATH=none
tokens=${TEST_TMPDIR:-/tmp}/tokens
grep -v '_CB' "$1" >"$tokens"
tests/fft_verify --device cuda --strict --tokens "$tokens"
