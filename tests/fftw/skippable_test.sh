#!/usr/bin/env bash
# Runs a script of this folder with its arguments. Passes with a notice where the script ends with
# 77, since something is not installed here.
set -uo pipefail
export FFT_RTC_SYS_CACHE_PATH=""
tests/fftw/"$@"
status=$?
if ((status == 77)); then
  echo "SKIPPED: $1 says what is not here"
  exit 0
fi
exit "$status"
