#!/usr/bin/env bash
# The binary interface is what packaging/abi.txt and symbols.txt say. To change it on purpose:
#   bazel run //tests/install:abi >packaging/abi.txt
# and count up the number of the SONAME (packaging/BUILD, packaging/share) if programs break by it.
set -euo pipefail
headers=(fft/fft_c.h fft/fft_dist_c.h)
diff packaging/abi.txt <(tests/install/abi) || { echo "FAILED: structs or constants have changed" && exit 1; }
# symbols.txt has exactly the functions that the headers declare. install_test compares it with the
# library.
diff packaging/symbols.txt <(sed -n 's/^FFT_API .*\b\(fft_[a-z_]*\)(.*/\1/p' "${headers[@]}" | LC_ALL=C sort) ||
  { echo "FAILED: the headers and symbols.txt differ" && exit 1; }
# abi.c prints every member: as many as the headers' structs have.
members="$(sed -n '/^typedef struct .*{$/,/^}/p' "${headers[@]}" | grep -cE '^  [a-z].*;')"
printed="$(grep -c '^  ' packaging/abi.txt)"
[[ "$members" == "$printed" ]] || { echo "FAILED: $members members in the headers, $printed listed" && exit 1; }
echo "ok: $printed members"
