#!/usr/bin/env bash
# run_python.sh SCRIPT [ARGUMENTS]: runs a script of tools/ on the checkout itself, not on a copy
# that Bazel made. A check reads every source file of the project, also files that no BUILD file
# names.
set -euo pipefail
tools="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
PYTHONDONTWRITEBYTECODE=1 exec python3 "$tools/$1" "${@:2}"
