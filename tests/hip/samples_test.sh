#!/usr/bin/env bash
# Tests that programs for hipFFT and rocFFT compile with this library's headers, link with its installed libraries, and
# run on a HIP runtime over host memory. A program that is linked with AMD's libraries runs on this library by fft-run.
set -euo pipefail
root="$PWD"
prefix="$(mktemp -d /tmp/hip-samples-test.XXXXXX)"
trap 'rm -rf "$prefix"' EXIT

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

mkdir -p "$prefix"/{bin,runtime,theirs,lib/fft/hip,include/hipfft,include/rocfft}
cd "$prefix"
cp "$root/compat/fft-run" bin
cp "$root/compat/hipfft/libhipfft.so.0" "$root/compat/rocfft/librocfft.so.0" lib/fft/hip
cp "$root"/compat/hipfft/*.h include/hipfft
cp "$root"/compat/rocfft/*.h include/rocfft
cp "$root/fft/rtc/testing/libfake_hip.so" runtime/libamdhip64.so
export FFT_DEVICE=host FFT_RTC_CACHE_PATH=none LD_LIBRARY_PATH="$prefix/runtime"

# build COMPILER SOURCE LIBRARY...: compiles SOURCE to ./program.
build() {
  "$1" -D__HIP_PLATFORM_AMD__ -Wall -Wextra -Iinclude "$2" -o program "${@:3}" -Lruntime -lamdhip64 -lm
}
samples="$root/tests/hip/samples"
build c++ "$samples/spectra.cc" lib/fft/hip/libhipfft.so.0 -Wl,-rpath,"$prefix/lib/fft/hip"
[[ "$(./program)" == *"1e-4: yes" ]] || fail "spectra.cc: $(./program)"
build cc "$samples/there_and_back.c" lib/fft/hip/librocfft.so.0 -Wl,-rpath,"$prefix/lib/fft/hip"
[[ "$(./program)" == *"1e-12: yes" ]] || fail "there_and_back.c: $(./program)"

# Stand-ins for AMD's libraries, which compute nothing, in the place where a program finds its
# libraries.
for name in hipfft rocfft; do
  : >theirs.c
  while read -r function; do
    echo "int $function(void) { return 99; }" >>theirs.c
  done < <(nm -D --defined-only "lib/fft/hip/lib$name.so.0" | sed -n 's/.* T //p')
  cc -shared -fPIC theirs.c -o "theirs/lib$name.so.0" -Wl,-soname,"lib$name.so.0"
done
theirs=(-Wl,-rpath,"$prefix/theirs" -Wl,--disable-new-dtags)
build c++ "$samples/spectra.cc" theirs/libhipfft.so.0 "${theirs[@]}"
if ./program; then fail "the program does not run on its own library"; fi
[[ "$(bin/fft-run --hipfft ./program)" == *yes ]] || fail "--hipfft"
build cc "$samples/there_and_back.c" theirs/librocfft.so.0 "${theirs[@]}"
if ./program; then fail "the program does not run on its own library"; fi
[[ "$(bin/fft-run --hipfft --rocfft ./program)" == *yes ]] || fail "--rocfft"
