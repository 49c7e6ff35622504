#!/usr/bin/env bash
# Runs a test of the Python package by its name. Passes with a notice if the packages that it needs
# are not installed.
set -euo pipefail
python=/usr/bin/python3
if ! "$python" -c "import scipy.fft" 2>/dev/null; then
  echo "SKIPPED: there is no SciPy for $python"
  exit 0
fi
export FFT_LIBRARY="$PWD/packaging/libfft.so" PYTHONPATH="$PWD/python" PYTHONDONTWRITEBYTECODE=1
export FFT_RTC_CACHE_PATH="${TEST_TMPDIR:-/tmp}/kernels.db"
exec "$python" "tests/python/$1_test.py"
