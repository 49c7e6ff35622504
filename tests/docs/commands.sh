#!/usr/bin/env bash
# commands.sh FFT PAGE ...: runs the commands of the pages (commands.py); `bazel run //tests/docs:commands` writes into the
# pages of the checkout what they print.
set -euo pipefail
here="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
fft="$PWD/$1"
shift
write=()
if [[ -n "${BUILD_WORKSPACE_DIRECTORY:-}" ]]; then
  cd "$BUILD_WORKSPACE_DIRECTORY"
  write=(--write)
fi
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/commands.py" "${write[@]}" "$@" -- fft="$fft"
