#!/bin/bash
# Tests that neither fft_aot_cache nor its helpers load the HIP runtime for an AMD target. It reads
# the trace of the dynamic loader.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset FFT_RTC_COMPILE_IN FFT_RTC_PROCESS_HELPER
printf 'arch gfx90a\nproblem complex_forward_len_8_single_op\n' >"$folder/kernels.txt"

# build_cache PLACE OF COMPILES: fails if any process loads a device runtime, or if no process loads
# a compiler.
build_cache() {
  rm -f "$folder"/loaded.* "$folder/kernels.db"
  FFT_RTC_COMPILE_IN=$1 LD_DEBUG=files LD_DEBUG_OUTPUT="$folder/loaded" tools/aot/fft_aot_cache \
    --quiet --list "$folder/kernels.txt" --out "$folder/kernels.db"
  [[ -s "$folder/kernels.db" ]] || { echo "FAILED: no kernels" && exit 1; }
  if grep -E 'file=[^ ]*lib(amdhip64|hsa-runtime64|cuda)\.' "$folder"/loaded.*; then
    echo "FAILED: a device runtime is loaded"
    exit 1
  fi
  grep -qE 'file=[^ ]*lib(hiprtc|amd_comgr)\.' "$folder"/loaded.* || { echo "FAILED: no compiler is loaded" && exit 1; }
}

build_cache auto
[[ $(ls "$folder"/loaded.* | wc -l) -gt 1 ]] || { echo "FAILED: there is no helper" && exit 1; }
build_cache process
echo "ok"
