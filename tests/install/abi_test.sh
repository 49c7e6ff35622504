#!/usr/bin/env bash
# Tests that the binary interface is the one of packaging/abi.txt and packaging/symbols.txt. To
# change it:
#   bazel run //tests/install:abi >packaging/abi.txt
# and, if the change breaks programs, increase the number in the SONAME (packaging/BUILD,
# packaging/share).
set -euo pipefail
headers=(fft/fft_c.h fft/fft_dist_c.h)
diff packaging/abi.txt <(tests/install/abi) || { echo "FAILED: structs or constants have changed" && exit 1; }
# symbols.txt must have exactly the functions that the headers declare. install_test compares it
# with the library.
diff packaging/symbols.txt <(sed -n 's/^FFT_API .*\b\(fft_[a-z_]*\)(.*/\1/p' "${headers[@]}" | LC_ALL=C sort) ||
  { echo "FAILED: the headers and symbols.txt differ" && exit 1; }
# abi.c must print as many members as the structs of the headers have.
members="$(sed -n '/^typedef struct .*{$/,/^}/p' "${headers[@]}" | grep -cE '^  [a-z].*;')"
printed="$(grep -c '^  ' packaging/abi.txt)"
[[ "$members" == "$printed" ]] || { echo "FAILED: $members members in the headers, $printed listed" && exit 1; }
echo "ok: $printed members"
