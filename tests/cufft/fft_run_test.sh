#!/usr/bin/env bash
# Tests that a program for cuFFT runs on this library by fft-run --cufft, and on its own cuFFT
# without fft-run.
set -euo pipefail
compat="$PWD/compat"
prefix="$(mktemp -d /tmp/fft-run-test.XXXXXX)"
trap 'rm -rf "$prefix"' EXIT
cd "$prefix"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

mkdir -p bin lib/fft/cufft lib/fft/fftw theirs
cp "$compat/fft-run" bin
cp "$compat"/cufft/libcufft.so.1[12] lib/fft/cufft

# Stand-ins for NVIDIA's libraries report version 1. They lie where a Python wheel has NVIDIA's
# libraries.
for major in 11 12; do
  echo "libcufft.so.$major { global: cufft*; };" >map
  cc -shared -fPIC -x c - -o theirs/libcufft.so.$major -Wl,-soname,libcufft.so.$major -Wl,--version-script=map \
    <<<'int cufftGetVersion(int* version) { *version = 1; return 0; }'
  cc -x c - -o program_$major -Ltheirs -l:libcufft.so.$major -Wl,-rpath,"$prefix/theirs" -Wl,--disable-new-dtags <<<'
    #include <stdio.h>
    int cufftGetVersion(int* version);
    int main(void) {
      int version = 0;
      if (cufftGetVersion(&version) != 0) return 1;
      printf("%d\n", version);
      return 0;
    }'
  [[ "$(./program_$major)" == 1 ]] || fail "the program does not run on its own library"
  [[ "$(bin/fft-run ./program_$major)" == 1 ]] || fail "fft-run takes cuFFT's place without being asked"
  said="$(bin/fft-run --cufft ./program_$major)"
  [[ "$said" == $((major * 1000 + 900)) ]] || fail "fft-run --cufft ran version $major on $said"
done

# Libraries that LD_PRELOAD names already are kept. A folder whose path LD_PRELOAD would split is
# refused.
said="$(LD_PRELOAD=/theirs.so bin/fft-run --cufft /usr/bin/env 2>/dev/null | grep ^LD_PRELOAD=)"
[[ "$said" == "LD_PRELOAD=$prefix/lib/fft/cufft/libcufft.so.12:$prefix/lib/fft/cufft/libcufft.so.11:/theirs.so" ]] ||
  fail "preloaded: $said"
mkdir "a prefix"
cp -r bin lib "a prefix"
if "a prefix/bin/fft-run" --cufft true 2>said; then fail "a folder with a space is taken"; fi
grep -q "no folder with a space" said || fail "$(cat said)"
if bin/fft-run --cufft >said; then fail "no program is taken"; fi
grep -q "fft-run \[--cufft\] .*PROGRAM" said || fail "help: $(cat said)"
