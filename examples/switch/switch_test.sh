#!/usr/bin/env bash
# Tests that each program of this folder runs on the library that it was written for, and on this
# library.
set -euo pipefail
here="$PWD/examples/switch"
prefix="$(mktemp -d /tmp/fft-switch-examples.XXXXXX)"
trap 'rm -rf "$prefix"' EXIT
export FFT_RTC_CACHE_PATH="" FFT_RTC_SYS_CACHE_PATH="" FFT_LOG=- PYTHONDONTWRITEBYTECODE=1
python=/usr/bin/python3

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# ---- a folder with the files of an installation
mkdir -p "$prefix/bin" "$prefix/lib/fft/fftw" "$prefix/lib/python3/dist-packages/fft_scipy"
cp compat/fft-run "$prefix/bin"
cp packaging/libfft.so "$prefix/lib/libfft.so.0"
cp compat/fftw/libfftw3*.so.3 "$prefix/lib/fft/fftw"
cp python/fft_scipy/*.py "$prefix/lib/python3/dist-packages/fft_scipy"
cd "$prefix"

cc -std=c11 -Wall -Wextra -Werror -O1 "$here/poisson.c" -o poisson -lfftw3 -lm
[[ "$(./poisson)" == fftw-3.3.10-[^f]*": error "* ]] || fail "poisson on FFTW"
[[ "$(bin/fft-run ./poisson)" == "fftw-3.3.10-fft: error "* ]] || fail "poisson on this library"

if "$python" -c "import scipy.fft" 2>/dev/null; then
  "$python" "$here/low_pass.py" || fail "low_pass.py on SciPy"
  PYTHONPATH="$prefix/lib/python3/dist-packages" "$python" "$here/low_pass.py" --fft || fail "low_pass.py on this library"
else
  echo "SKIPPED low_pass.py: there is no SciPy for $python"
fi
if "$python" -c "import pyfftw" 2>/dev/null; then
  "$python" "$here/derivative.py" || fail "derivative.py on FFTW"
  bin/fft-run "$python" "$here/derivative.py" || fail "derivative.py on this library"
else
  echo "SKIPPED derivative.py: there is no pyFFTW for $python"
fi
echo "passed"
