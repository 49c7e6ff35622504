#!/usr/bin/env bash
# Tests that the public headers include few lines and no internal headers of the library.
set -euo pipefail
# The test uses the checkout itself. Bazel's copy would have only the headers that the library's
# targets name.
root="$(dirname "$(readlink -f WORKSPACE)")"
hpp="$root/fft/fft.hpp" header="$root/fft/fft.h" ranks="$root/fft/fft_dist.hpp"
failures=0

check() {
  if ! "${@:2}"; then
    printf 'FAILED: %s\n' "$1"
    failures=$((failures + 1))
  fi
}
lines() { g++ -E -x c++ "$@" | wc -l; }
within() {
  printf '%s: %d lines, at most %d\n' "$@"
  (($2 <= $3))
}

# Tests the header for programs without Bazel.
for standard in 17 20; do
  check "fft.hpp in C++$standard" within "fft.hpp, C++$standard" \
    "$(lines "-std=c++$standard" "-I$root" "$hpp")" 60000
done
check 'fft.hpp includes the C interface alone' \
  test -z "$(g++ -std=c++20 -MM "-I$root" -x c++ "$hpp" | tr ' \\' '\n\n' |
    grep -E 'absl|sqlite|nlohmann|fft/' | grep -vE 'fft/(fft\.hpp|fft_c\.h)$')"
check 'fft_dist.hpp in C++17' within 'fft_dist.hpp, C++17' \
  "$(lines -std=c++17 "-I$root" "$ranks")" 60000
check 'fft_dist.hpp includes the C interface alone' \
  test -z "$(g++ -std=c++20 -MM "-I$root" -x c++ "$ranks" | tr ' \\' '\n\n' |
    grep -E 'absl|sqlite|nlohmann|fft/' | grep -vE 'fft/fft(_dist)?(\.hpp|_c\.h)$')"

# Tests the header for users of Bazel. Its limit is relative to Abseil's StatusOr, which has 114,740
# lines by itself.
base="$(printf '#include "absl/status/statusor.h"\n' | lines -std=c++20 -)"
total="$(lines -std=c++20 "-I$root" "$header")"
check 'fft.h beyond StatusOr' within 'fft.h beyond StatusOr' $((total - base)) 7100
inside="$(g++ -std=c++20 -M "-I$root" -x c++ "$header" | tr ' \\' '\n\n' |
  grep -E 'sqlite|nlohmann/json\.hpp|fft/(assign|codegen|kernels)/|fft/core/(kernel_|layout|plan_node)|fft/plan/planner|shim|_device\.h|fft/exec/(pipeline|plan|resources)\.h' || true)"
check "fft.h includes insides: $inside" test -z "$inside"

exit $((failures > 0))
