#!/usr/bin/env bash
# Tests a Bazel workspace that is made from the text of docs/bazel.md. Without an argument it loads and
# analyses everything and compiles only the program's source against the library's headers, which takes half a
# minute. With `whole` it builds the program and the kernels and runs the program.
set -euo pipefail
# The test uses the checkout itself. Bazel's copy of it has no BUILD files to load.
checkout="$(dirname "$(readlink -f WORKSPACE)")"
bazel="${FFT_BAZEL:-/usr/bin/bazel}"
work="$(mktemp -d /tmp/fft-bazel-test.XXXXXX)"
stop() {
  (cd "$work/app" && "$bazel" --output_user_root="$work/root" shutdown >/dev/null 2>&1) || true
  chmod -R u+w "$work" && rm -rf "$work"
}
trap stop EXIT
mkdir "$work/app"
python3 tests/install/write_blocks.py docs/bazel.md "$work/app" "$checkout" \
  WORKSPACE .bazelrc BUILD app.cc kernels.txt
cd "$work/app"
run() {
  "$bazel" --output_user_root="$work/root" --max_idle_secs=60 "$@" >"$work/log" 2>&1 ||
    { tail -40 "$work/log" && echo "FAILED: bazel $*" && exit 1; }
}
if [[ "${1:-}" == whole ]]; then
  run build --jobs=2 //:app //:kernels
  ./bazel-bin/app | tee "$work/out"
  grep -qx 'OK (64,0)' "$work/out" || { echo "FAILED: the program's output" && exit 1; }
  [[ -s bazel-bin/fft_kernels.db ]] || { echo "FAILED: no kernels" && exit 1; }
else
  run build --nobuild //:app //:kernels
  run build --jobs=2 --output_groups=compilation_outputs //:app
  compgen -G 'bazel-bin/_objs/app/app*.o' >/dev/null || { echo "FAILED: app.cc was not compiled" && exit 1; }
fi
echo "ok"
