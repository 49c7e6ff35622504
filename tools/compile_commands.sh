#!/usr/bin/env bash
# Writes compile_commands.json at the root, for clangd and clang-tidy, from Bazel's compile actions.
#
#   tools/compile_commands.sh [TARGETS]      by default //fft/... //inspector/... //tools/... //tests/...
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
source tools/setup.sh
targets="${*:-//fft/... //inspector/server/... //tools/... //tests/... //bench/...}"
execroot="$("$FFT_BAZEL" info execution_root 2>/dev/null)"
"$FFT_BAZEL" aquery --output=jsonproto --include_artifacts=false \
  "mnemonic('CppCompile', set(${targets}))" 2>/dev/null |
  python3 tools/compile_commands.py "$execroot" >compile_commands.json
echo "compile_commands.json: $(grep -c '"file"' compile_commands.json) files" >&2
