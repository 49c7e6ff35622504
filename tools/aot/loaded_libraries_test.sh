#!/bin/bash
# For an AMD target fft_aot_cache does not load the HIP runtime, but its helpers do. The loader's
# own trace tells this.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset FFT_RTC_COMPILE_IN FFT_RTC_PROCESS_HELPER
printf 'arch gfx90a\nproblem complex_forward_len_8_single_op\n' >"$folder/kernels.txt"
LD_DEBUG=files LD_DEBUG_OUTPUT="$folder/loaded" tools/aot/fft_aot_cache --quiet \
  --list "$folder/kernels.txt" --out "$folder/kernels.db" &
tool=$!
wait "$tool"
[[ -s "$folder/kernels.db" ]] || { echo "FAILED: no kernels" && exit 1; }
if grep -E 'file=lib(amdhip64|hsa-runtime64|cuda)' "$folder/loaded.$tool"; then
  echo "FAILED: the tool loads a device runtime"
  exit 1
fi
rm "$folder/loaded.$tool"
grep -qE 'file=lib(hiprtc|amdhip64)' "$folder"/loaded.* || { echo "FAILED: nor do its helpers" && exit 1; }
echo "ok"
