#!/usr/bin/env bash
# commands.sh PAGE ... -- NAME=PROGRAM ...: checks the commands of the pages by commands.py. `bazel
# run //tests/docs:commands` writes their output into the pages of the checkout.
set -euo pipefail
here="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
arguments=()
for argument in "$@"; do
  if [[ "$argument" == *=* ]]; then argument="${argument%%=*}=$PWD/${argument#*=}"; fi
  arguments+=("$argument")
done
write=()
if [[ -n "${BUILD_WORKSPACE_DIRECTORY:-}" ]]; then
  cd "$BUILD_WORKSPACE_DIRECTORY"
  write=(--write)
fi
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/commands.py" "${write[@]}" "${arguments[@]}"
