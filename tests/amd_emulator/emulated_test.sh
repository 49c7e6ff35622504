#!/usr/bin/env bash
# Checks that kernels give right results on an emulator, and that broken kernels give wrong results.
# Passes with a notice if the emulator or a compiler is missing.
#
#   emulated_test.sh ARCH [SUITE]
#
# With SUITE it runs only this suite.
set -uo pipefail
arch="$1"
# Bazel's shards divide a suite among processes. Without a suite there are no shards.
(($# > 1)) || unset TEST_SHARD_INDEX TEST_TOTAL_SHARDS TEST_SHARD_STATUS_FILE XML_OUTPUT_FILE
run() { tests/amd_emulator/run.sh --arch "$arch" "$@"; }

if (($# > 1)); then
  suite="$PWD/$2"
  run --tokens "$suite"
else
  run complex_forward_len_16_single_op complex_inverse_len_1024_single_op \
    real_forward_len_60_double_ip_batch_3 complex_forward_len_256_half_op_batch_5
fi
status=$?
if ((status == 77)); then
  echo "SKIPPED: run.sh says what is not here"
  exit 0
fi
((status == 0 && $# == 1)) || exit "$status"

[[ "$arch" == gfx11* ]] ||
  python3 tests/amd_emulator/instructions_test.py "$FFT_AMD_EMULATOR" || exit 1

# A transform of several waves. Its result is right, but wrong if its N-th barrier does nothing or
# its second access to LDS is shifted by an element.
problem=(complex_forward_len_4096_single_op --scheme STOCKHAM
  --shape '4096:factors=16x16x16,threads=256')
run "${problem[@]}" || exit 1
for fault in "--without-barrier 1" "--without-barrier 2" "--without-barrier 3" "--shifted-access 2"; do
  output="$(run --bridge "$fault" "${problem[@]}")"
  grep -q 'the error is above the gate' <<<"$output" || {
    echo "no wrong result with $fault:"
    echo "$output"
    exit 1
  }
  echo "found with $fault"
done
