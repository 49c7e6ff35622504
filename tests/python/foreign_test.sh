#!/usr/bin/env bash
# SciPy's or NumPy's own tests of transforms or convolutions, as Debian ships them, on this library:
# foreign_test.sh scipy|signal|numpy. Passes with a notice where the packages are absent.
set -euo pipefail
python=/usr/bin/python3
if ! "$python" -c "import scipy.signal, pytest, hypothesis" 2>/dev/null; then
  echo "SKIPPED: there is no SciPy, pytest or hypothesis for $python"
  exit 0
fi
here="$PWD"
export FFT_SCIPY="$1" FFT_LIBRARY="$here/packaging/libfft.so" PYTHONPATH="$here/python:$here/tests/python"
export PYTHONDONTWRITEBYTECODE=1 FFT_RTC_CACHE_PATH="${TEST_TMPDIR:-/tmp}/kernels.db"
cd "${TEST_TMPDIR:-/tmp}"
module="$1.fft" tests=tests
# Left out: those that compare single precision to 1.5e-6 absolute; docs/python.md says why they fail.
chosen="not ([fft2-F-complex64] or [fftn-F-complex64])"
if [[ "$1" == signal ]]; then
  module=scipy.signal tests=tests/test_signaltools.py
  # Left out: the two of thousands of lengths, which SciPy marks as slow.
  chosen="not test_real_manylens and not test_many_sizes and (TestFFTConvolve or TestOAConvolve or TestAllFreqConvolves"
  chosen+=" or TestCorrelate or TestConvolve)"
fi
folder="$("$python" -c "import os, $module; print(os.path.dirname($module.__file__))")"
exec "$python" -m pytest -q -p no:cacheprovider -p foreign_plugin --rootdir="$PWD" -k "$chosen" "$folder/$tests"
