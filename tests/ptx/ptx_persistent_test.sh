#!/bin/sh
# Runs fft_verify on problems of many tiles, whose kernels are persistent, on a CUDA driver over
# host memory.
set -eu
export FFT_CUDA_LIBRARY=fft/rtc/testing/libfake_cuda.so FFT_CUDA_COMPILER=ptx
export FFT_RTC_SYS_CACHE_PATH=none
verify() {
  echo "$*"
  tests/fft_verify --device cuda --strict "$@"
}
rows=factors=16x16,threads=16,transforms=8
verify complex_forward_len_256_single_op_batch_3001 --shape "256:$rows,exchange=full,persistent=1"
verify complex_inverse_len_256_double_ip_batch_3001 --shape "256:$rows,exchange=half,persistent=1"
# Two kernels with large twiddles between them: columns and rows, or columns and columns. The second
# kernel does the last tiles first.
verify complex_forward_len_65536_single_op_batch_33 --scheme L1D_CR --factors 256x256 \
  --shape 256:persistent=1
verify complex_inverse_len_100_90_single_ip_batch_40 --scheme 2D_RC \
  --shape '100:persistent=1,transforms=4;90:persistent=1'
