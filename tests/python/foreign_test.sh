#!/usr/bin/env bash
# foreign_test.sh scipy|signal|numpy: runs Debian's copy of SciPy's or NumPy's tests of transforms
# or convolutions on this library. Passes with a notice if the packages are not installed.
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
# Tests that compare single precision with an absolute error of 1.5e-6 are left out; docs/python.md
# says why they fail.
chosen="not ([fft2-F-complex64] or [fftn-F-complex64])"
if [[ "$1" == signal ]]; then
  module=scipy.signal tests=tests/test_signaltools.py
  # The two tests of thousands of lengths, which SciPy marks as slow, are left out.
  chosen="not test_real_manylens and not test_many_sizes and (TestFFTConvolve or TestOAConvolve or TestAllFreqConvolves"
  chosen+=" or TestCorrelate or TestConvolve)"
fi
folder="$("$python" -c "import os, $module; print(os.path.dirname($module.__file__))")"
exec "$python" -m pytest -q -p no:cacheprovider -p foreign_plugin --rootdir="$PWD" -k "$chosen" "$folder/$tests"
