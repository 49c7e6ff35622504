#!/usr/bin/env bash
# Runs problems with the kernels of an AMD GPU, which an emulator executes.
#
#   tests/amd_emulator/run.sh --arch ARCH [--emulator FOLDER] [--bridge OPTIONS] [--tokens FILE | TOKEN...]
#
# FOLDER (else $FFT_AMD_EMULATOR) is a checkout of tinygrad. ARCH is gfx906, gfx908, gfx90a, gfx942
# or gfx1100. OPTIONS go to bridge.py. Run this script in the folder of the repository, once
# //tests:fft_verify and //tests/amd_emulator/... are built, or in a Bazel test. Exit status 0 says
# that all problems are right, 1 that some are not, 77 that the emulator or a compiler is missing.
set -euo pipefail
arch="" emulator="${FFT_AMD_EMULATOR:-}" bridge=""
problems=()
while (($# > 0)); do
  case "$1" in
    --arch) arch="$2" && shift ;;
    --emulator) emulator="$2" && shift ;;
    --bridge) bridge="$2" && shift ;;
    *) problems+=("$1") ;;
  esac
  shift
done

say() { echo "run.sh: $*" >&2; }
skip() {
  say "$*"
  exit 77
}
has_library() { [[ "$(ldconfig -p 2>/dev/null)" == *"$1"* ]]; }

[[ -n "$emulator" ]] || skip "no emulator: FFT_AMD_EMULATOR names no folder"
[[ -f "$emulator/test/mockgpu/amd/emu.py" ]] || skip "$emulator has no test/mockgpu/amd/emu.py"
command -v clang >/dev/null || skip "no clang, which the emulator needs"
case "$arch" in
  gfx906 | gfx908 | gfx90a)
    has_library libamdhip64 || has_library libhiprtc || skip "no hipRTC that compiles for $arch"
    ;;
  gfx942 | gfx1100)
    command -v clang++-19 clang++-18 clang++-17 /opt/rocm/llvm/bin/clang++ >/dev/null ||
      skip "no clang that compiles for $arch"
    ;;
  *)
    say "--arch is '$arch'; allowed: gfx906, gfx908, gfx90a, gfx942, gfx1100"
    exit 2
    ;;
esac

here="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
built="$PWD"
[[ -d bazel-bin ]] && built="$PWD/bazel-bin"
store="${XDG_CACHE_HOME:-${HOME:-$here}/.cache}/fft_amd_emulator"
printf -v command 'exec python3 %q --emulator %q --arch %q --store %q %s' \
  "$here/bridge.py" "$emulator" "$arch" "$store" "$bridge"
export FFT_AMD_EMULATOR_COMMAND="$command"
export FFT_HIP_LIBRARY="$built/tests/amd_emulator/libamd_emulator.so"
export FFT_RTC_SYS_CACHE_PATH=none FFT_RTC_COMPILE_IN=process
exec "$built/tests/fft_verify" --device hip --strict "${problems[@]}"
