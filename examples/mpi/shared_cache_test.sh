#!/bin/sh
# Runs four ranks on this machine and tests that rank 0 compiles and the others compile nothing. No
# device is needed.
set -e
# OpenMPI keeps sockets in TMPDIR, whose paths must be short.
export TMPDIR=/tmp HOME=/tmp FFT_DEVICE=host
unset FFT_RTC_CACHE_PATH ROCFFT_RTC_CACHE_PATH
export FFT_RTC_SYS_CACHE_PATH=none
output=$(mpirun --allow-run-as-root --oversubscribe -np 4 examples/mpi/shared_cache)
echo "$output"
[ "$(echo "$output" | grep -c 'spectra right')" = 4 ]
[ "$(echo "$output" | grep -c 'compiled 0 kernels')" = 3 ]
echo "$output" | grep -q '^rank 0: compiled [1-9]'
