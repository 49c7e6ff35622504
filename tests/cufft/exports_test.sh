#!/bin/sh
# Tests that the libraries export exactly the names of symbols.txt, with the symbol version that
# programs for cuFFT need, and that they depend only on a few libraries of the system.
set -eu
for major in 11 12; do
  library=compat/cufft/libcufft.so.$major
  nm -D --defined-only "$library" | awk '$2 == "T" { print $3 }' | LC_ALL=C sort > "$TEST_TMPDIR/exported"
  sed "s/\$/@@libcufft.so.$major/" compat/cufft/symbols.txt | LC_ALL=C sort | diff - "$TEST_TMPDIR/exported"
  others=$(nm -D --defined-only "$library" | grep -vc ' T ')
  [ "$others" = 1 ]  # the version's own name
  readelf -dW "$library" | grep -q "soname: \[libcufft.so.$major\]"
  needed=$(readelf -dW "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
    grep -vE '^(libc|libm|ld-linux-x86-64)\.so' || true)
  [ -z "$needed" ] || { echo "$library needs $needed" && exit 1; }
done
