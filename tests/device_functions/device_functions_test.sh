#!/bin/bash
# Tests device functions that `fft kernels --emit device` writes. Kernels that call them run on the
# processor.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
header() { # direction length precision
  tools/cli/fft kernels "complex_$1_len_$2_$3_op_batch_1000" --target sm_90 --emit device \
    >"$folder/fft_$1_$2_$3.h"
}
compile() { # source program flags..
  g++ -std=c++20 -O1 -Wall -Werror -Wno-unused-variable -Wno-unused-function -Wno-unknown-pragmas -pthread -iquote . -iquote "$folder" \
    "${@:3}" -o "$folder/$2" "$1"
  "$folder/$2"
}
check() { # direction length precision sign
  header "$1" "$2" "$3"
  local name="fft_$1_$2_$3"
  compile tests/device_functions/check_transform.cc "$name" -DHEADER="\"$name.h\"" -DNAME="$name" -DSIGN="$4"
}
check forward 13 single -1.0 # one pass, without shared memory
check forward 64 single -1.0 # several transforms a workgroup
check inverse 64 single 1.0
check inverse 1000 double 1.0 # three passes
header forward 64 single
header inverse 64 single
compile tests/device_functions/check_filter.cc filter
scaled() { # file suffix flags..
  tools/cli/fft kernels "complex_forward_len_60_single_op_batch_1000$2" --target sm_90 --emit device \
    --output "$folder/$1.h" "${@:3}"
}
scaled plain ""
scaled half _scale_0.5
scaled quarter _scale_0.25
scaled quarter_wide _scale_0.25 --shape 60:transforms=2
compile tests/device_functions/check_scales.cc scales -DPLAIN='"plain.h"' -DHALF='"half.h"' \
  -DQUARTER='"quarter.h"' -DQUARTER_WIDE='"quarter_wide.h"'
plain=complex_forward_len_64_single_op
for wrong in real_forward_len_64_single_op complex_forward_len_1048576_single_op complex_forward_len_8_8_single_op \
  complex_forward_len_127_single_op real_to_real_len_64_kind_dct2_single_op ${plain}_irange_0_32 ${plain}_batch_4_window \
  ${plain}_batch_1_magnitude ${plain}_batch_1_power ${plain}_CB; do
  if tools/cli/fft kernels "$wrong" --target sm_90 --emit device >"$folder/wrong" 2>&1; then
    echo "FAILED: $wrong has a device function" && exit 1
  fi
  grep -qE 'allowed: ' "$folder/wrong"
done
if tools/cli/fft kernels complex_forward_len_64_single_op --target host --emit device >"$folder/wrong" 2>&1; then
  echo "FAILED: a processor has a device function" && exit 1
fi
echo ok
