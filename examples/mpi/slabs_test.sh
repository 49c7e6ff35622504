#!/bin/sh
# Runs the example with two ranks and with three ranks under Open MPI, on this machine.
set -e
# OpenMPI keeps sockets in TMPDIR, whose paths must be short.
export TMPDIR=/tmp HOME=/tmp FFT_DEVICE=host
unset FFT_RTC_CACHE_PATH ROCFFT_RTC_CACHE_PATH
export FFT_RTC_SYS_CACHE_PATH=none
for ranks in 2 3; do
  output=$(mpirun --allow-run-as-root --oversubscribe -np $ranks examples/mpi/slabs \
    fft/dist/mpi/openmpi/libfft_mpi.so)
  echo "$output"
  [ "$(echo "$output" | grep -c "of $ranks: error .*right$")" = $ranks ]
done
