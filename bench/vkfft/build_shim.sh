#!/bin/sh
# build_shim.sh VKFFT_FOLDER LIBRARY.so builds VkFFT's shim for `fft_bench --vs vkfft`. VKFFT_FOLDER
# holds vkFFT.h or vkFFT/vkFFT.h. CUDA_HOME names the toolkit (default /usr/local/cuda), CXX the
# compiler.
set -eu
[ $# -eq 2 ] || { sed -n '2,3p' "$0" >&2; exit 2; }
here=$(dirname "$0")
headers=$1
[ -f "$headers/vkFFT.h" ] || headers=$1/vkFFT
[ -f "$headers/vkFFT.h" ] || { echo "build_shim.sh: no vkFFT.h in $1" >&2; exit 1; }
cuda=${CUDA_HOME:-/usr/local/cuda}
"${CXX:-g++}" -std=c++17 -O2 -w -shared -fPIC -DVKFFT_BACKEND=1 -I"$here/../.." -I"$headers" -I"$cuda/include" \
  "$here/vkfft_shim.cc" -o "$2" -L"$cuda/lib64" -L"$cuda/lib64/stubs" -Wl,-rpath,"$cuda/lib64" \
  -lnvrtc -lcudart -lcuda
