#!/usr/bin/env bash
# Runs a script of this folder with its arguments; passes with a notice where it says by 77 that something is not to be
# had here.
set -uo pipefail
export FFT_RTC_SYS_CACHE_PATH=""
tests/fftw/"$@"
status=$?
if ((status == 77)); then
  echo "SKIPPED: $1 says what is not here"
  exit 0
fi
exit "$status"
