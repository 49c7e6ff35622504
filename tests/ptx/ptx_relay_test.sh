#!/bin/sh
# Tests plans whose kernels run as relays, in PTX, on a CUDA driver over host memory. Relays must
# run, results must be right, and each kernel must also run by itself.
set -eu
unset TEST_SHARD_INDEX TEST_TOTAL_SHARDS TEST_SHARD_STATUS_FILE XML_OUTPUT_FILE
export FFT_CUDA_LIBRARY=fft/rtc/testing/libfake_cuda.so FFT_CUDA_COMPILER=ptx
export FFT_RTC_SYS_CACHE_PATH=none
check() {
  FFT_RELAY_KIB=$1 tools/cli/fft build --device cuda "$2" | grep -q fft_relay_ ||
    { echo "no relay for $2 at $1 KiB"; exit 1; }
  for kib in "$1" 0; do FFT_RELAY_KIB=$kib tests/fft_verify --device cuda --strict "$2"; done
}
check 256 complex_forward_len_8_16_20_single_op_batch_450
check 1024 complex_inverse_len_65536_single_op_batch_16
