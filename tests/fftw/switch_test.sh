#!/usr/bin/env bash
# Tests that programs for FFTW run on this library by fft-run, and that the library exports only
# FFTW's interface.
set -euo pipefail
here="$PWD/tests/fftw"
compat="$PWD/compat/fftw"
prefix="$(mktemp -d /tmp/fft-switch-test.XXXXXX)"
trap 'rm -rf "$prefix"' EXIT
export FFT_RTC_CACHE_PATH="" FFT_RTC_SYS_CACHE_PATH="" FFT_LOG=-

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# ---- as it is installed
mkdir -p "$prefix/bin" "$prefix/lib/fft/fftw" "$prefix/include"
cp "$compat/../fft-run" "$prefix/bin"
cp "$PWD/packaging/libfft.so" "$prefix/lib/libfft.so.0"
cp "$compat"/libfftw3*.so.3 "$prefix/lib/fft/fftw"
cp "$compat/fftw3.h" "$compat/fftw3.f03" "$prefix/include"
for library in "$prefix"/lib/fft/fftw/*; do
  readelf -dW "$library" | grep -q "soname: \[$(basename "$library")\]" || fail "SONAME of $library"
done

# ---- exported names: exactly those of FFTW's header and of its old Fortran interface
cc -E -x c - <<<"#include <fftw3.h>" | grep -oE "\bfftw_[a-z0-9_]+ ?[([]" | tr -d '([ ' | grep -vx fftw_complex |
  sort -u >"$prefix/declared"
for name in fftw3:fftw_:dfftw_ fftw3f:fftwf_:sfftw_; do
  IFS=: read -r library own fortran <<<"$name"
  nm -D --defined-only "$prefix/lib/fft/fftw/lib$library.so.3" | awk '{ print $3 }' | sort >"$prefix/shown"
  sed "s/^fftw_/$own/" "$prefix/declared" >"$prefix/wanted"
  # The header of FFTW 3.3.10 does not declare this function.
  echo "${own}copy_plan" >>"$prefix/wanted"
  grep -v "^$fortran" "$prefix/shown" | diff <(sort -u "$prefix/wanted") - || fail "names of $library"
  [[ "$(grep -c "^$fortran" "$prefix/shown")" == 100 ]] || fail "Fortran's names of $library"
done

# ---- a program by FFTW's header and library
cd "$prefix"
cc -std=c11 -Wall -Wextra -Werror -O1 "$here/program.c" -o by_fftw -lfftw3_threads -lfftw3 -lfftw3f -lm
[[ "$(./by_fftw)" == fftw-3.3.10-[^f]* ]] || fail "the program does not run on FFTW"
said="$(bin/fft-run ./by_fftw 2>log)" || fail "the program does not run on this library: $(cat log)"
[[ "$said" == fftw-3.3.10-fft ]] || fail "fft-run ran it on $said"
grep -q "a length is 0, allowed: at least 1" log || fail "FFT_LOG does not say why a plan was refused"
FFT_LOG= bin/fft-run ./by_fftw 2>log >/dev/null && [[ ! -s log ]] || fail "the library printed $(cat log)"

# ---- the same program by this library's own header and library
cc -std=c11 -Wall -Wextra -Werror -O1 -Iinclude "$here/program.c" -o own -Llib/fft/fftw -lfftw3_omp -lfftw3 -lfftw3f \
  -Wl,-rpath,"$prefix/lib/fft/fftw" -lm -Wl,-rpath-link,lib 2>log || { cat log && fail "own header"; }
[[ "$(./own 2>/dev/null)" == fftw-3.3.10-fft ]] || fail "the program does not run by its RPATH"
if echo '#include "fftw3.h"
int main(void) { fftwl_cleanup(); return 0; }' |
  cc -x c - -Iinclude -o long_double -Llib/fft/fftw -lfftw3 -lfftw3f -Wl,-rpath-link,lib 2>log; then
  fail "long double links"
fi
grep -q fftwl_cleanup log || fail "the linker says nothing of long double"

# ---- Fortran
if command -v gfortran >/dev/null; then
  gfortran -Wall -Werror -Iinclude "$here/program.f90" -o fortran -Llib/fft/fftw -lfftw3 -Wl,-rpath-link,lib
  bin/fft-run ./fortran 2>log || fail "Fortran: $(cat log)"
fi
echo "passed"
