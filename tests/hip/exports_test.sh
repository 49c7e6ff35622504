#!/bin/sh
# Tests that the libraries export exactly the names of symbols.txt, without versions, and depend
# only on a few libraries of the system.
set -eu
for name in hipfft rocfft; do
  library=compat/$name/lib$name.so.0
  nm -D --defined-only "$library" | awk '$2 == "T" { print $3 }' | LC_ALL=C sort > "$TEST_TMPDIR/exported"
  diff compat/$name/symbols.txt "$TEST_TMPDIR/exported"
  others=$(nm -D --defined-only "$library" | grep -vc ' T ' || true)
  [ "$others" = 0 ]
  readelf -dW "$library" | grep -q "soname: \[lib$name.so.0\]"
  needed=$(readelf -dW "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
    grep -vE '^(libc|libm|ld-linux-x86-64)\.so' || true)
  [ -z "$needed" ] || { echo "$library needs $needed" && exit 1; }
done
