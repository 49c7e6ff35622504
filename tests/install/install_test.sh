#!/usr/bin/env bash
# Installs into a folder outside the tree, builds and runs programs of users on the installation, and
# removes the installation.
set -euo pipefail
root="$PWD"
tree="$root/packaging/tree.tar"
here="$root/tests/install"
work="$(mktemp -d /tmp/fft-install-test.XXXXXX)"
trap 'rm -rf "$work"' EXIT
prefix="$work/a prefix"
export FFT_RTC_CACHE_PATH="" FFT_RTC_SYS_CACHE_PATH="" FFT_DEVICE=host
unset FFT_RTC_PROCESS_HELPER || true

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
install() { "$root/install" "$@" 2>"$work/said" || { cat "$work/said" >&2 && fail "install $*"; }; }

# ---- files that were there before stay
mkdir -p "$prefix/lib/pkgconfig"
echo theirs >"$prefix/lib/theirs"
find "$prefix" | sort >"$work/before"
install --tree "$tree" --prefix "$prefix"
# A second installation replaces the first one.
install --tree "$tree" --prefix "$prefix"

# ---- libraries that the shared library needs, and symbols that it exports
library="$prefix/lib/libfft.so.0"
needed="$(readelf -dW "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -v '^ld-linux' | sort | tr '\n' ' ')"
[[ "$needed" == "libc.so.6 libm.so.6 libsqlite3.so.0 " ]] || fail "the library needs $needed"
readelf -dW "$library" | grep -q 'soname: \[libfft.so.0\]' || fail "no SONAME"
if readelf -dW "$library" | grep -q TEXTREL; then fail "text relocations"; fi
nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' | sed 's/@.*//' | sort >"$work/shown"
diff "$root/packaging/symbols.txt" "$work/shown" || fail "symbols of libfft.so"
nm -g --defined-only "$prefix/lib/libfft.a" | awk 'NF == 3 { print $3 }' | sort >"$work/shown"
diff "$root/packaging/symbols.txt" "$work/shown" || fail "symbols of libfft.a"
if ldd "$prefix/bin/fft" "$library" | grep 'not found'; then fail "libraries are missing"; fi

# ---- libraries for programs of other libraries
expected="cufft/libcufft.so.11 cufft/libcufft.so.12 hip/libhipfft.so.0 hip/librocfft.so.0 fftw/libfftw3.so.3 "
[[ "$(cd "$prefix/lib/fft" && echo cufft/* hip/*.so.0 fftw/*.so.3)" == "$expected"* ]] ||
  fail "libraries for programs of others: $(ls "$prefix"/lib/fft/*)"
"$prefix/bin/fft-run" true || fail "fft-run"
[[ -f "$prefix/include/fft/hip/hipfft/hipfftXt.h" && -f "$prefix/include/fft/hip/rocfft/rocfft.h" ]] || fail "HIP's headers"

# ---- the Python package finds the library of its prefix
if /usr/bin/python3 -c "import numpy" 2>/dev/null; then
  PYTHONPATH="$prefix/lib/python3/dist-packages" /usr/bin/python3 -c 'import numpy, fft_scipy
assert abs(fft_scipy.fft(numpy.ones(8)) - [8, 0, 0, 0, 0, 0, 0, 0]).max() == 0' || fail "the Python package"
else
  [[ -s "$prefix/lib/python3/dist-packages/fft_scipy/__init__.py" ]] || fail "no Python package"
fi

# ---- a C program by pkg-config, shared and static
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
cd "$work"
# The prefix has a space, which pkg-config escapes for a shell.
eval "cc -std=c99 -Wall -Wextra -Werror -pedantic '$here/spectrum.c' -o by_pkg_config \
  $(pkg-config --cflags --libs fft) -lm"
LD_LIBRARY_PATH="$prefix/lib" ./by_pkg_config
[[ "$(pkg-config --modversion fft)" == 0.1.0 ]] || fail "version of fft.pc"
eval "cc '$here/spectrum.c' -o static_one $(pkg-config --cflags fft) '$prefix/lib/libfft.a' \
  $(pkg-config --libs-only-l --static fft | sed 's/-lfft//')"
./static_one
if readelf -dW static_one | grep -q 'libfft'; then fail "the static program needs libfft"; fi

# ---- a C++17 program by CMake
cmake -S "$here" -B cmake -DCMAKE_PREFIX_PATH="$prefix" >cmake.log 2>&1 || { cat cmake.log && fail cmake; }
cmake --build cmake >cmake.log 2>&1 || { cat cmake.log && fail "cmake --build"; }
./cmake/spectrum
./cmake/spectrum_static
sed 's/find_package(fft 0.1/find_package(fft 0.2/' "$here/CMakeLists.txt" >CMakeLists.txt
cp "$here"/spectrum.c* .
if cmake -S . -B newer -DCMAKE_PREFIX_PATH="$prefix" >cmake.log 2>&1; then fail "0.2 was found"; fi

# ---- C++20 spans, and a program that opens the library at run time
c++ -std=c++20 -Wall -Wextra -Werror "$here/span.cc" -o span -I"$prefix/include" -L"$prefix/lib" -lfft
LD_LIBRARY_PATH="$prefix/lib" ./span

# ---- several ranks: threads in C and in C++, and MPI processes with each compiled shim
cc -std=c99 -Wall -Wextra -Werror -pedantic "$root/fft/fft_dist_c_test.c" -o threads -I"$prefix/include" \
  -L"$prefix/lib" -lfft -lpthread -lm
LD_LIBRARY_PATH="$prefix/lib" ./threads || fail "ranks in C"
c++ -std=c++17 -Wall -Wextra -Werror "$here/ranks.cc" -o ranks -I"$prefix/include" -L"$prefix/lib" -lfft -lpthread
LD_LIBRARY_PATH="$prefix/lib" ./ranks || fail "ranks in C++"
for mpi in openmpi mpich; do
  command -v "mpicc.$mpi" >/dev/null && command -v "mpirun.$mpi" >/dev/null || continue
  [[ -s "$prefix/lib/fft/$mpi/libfft_mpi.so" ]] || fail "no shim for $mpi"
  eval "mpicc.$mpi -std=c99 -Wall -Wextra -Werror '$root/examples/mpi/slabs.c' -o slabs_$mpi \
    $(pkg-config --cflags --libs fft) -lm"
  run=("mpirun.$mpi")
  if [[ $mpi == openmpi ]]; then run+=(--oversubscribe); fi
  # Open MPI keeps sockets in TMPDIR, whose paths must be short.
  TMPDIR=/tmp HOME=/tmp OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
    LD_LIBRARY_PATH="$prefix/lib" "${run[@]}" -np 2 "./slabs_$mpi" >ran 2>&1 || { cat ran && fail "slabs over $mpi"; }
  [[ "$(grep -c '^rank [01] of 2: error .* right$' ran)" == 2 ]] || { cat ran && fail "slabs over $mpi"; }
done

cc "$here/open_late.c" -o open_late -I"$prefix/include" -ldl -lpthread
./open_late "$library" || fail "a library that is opened late, exit code $?"

# ---- the programs of README.md and docs/API.md, unchanged
for page in README.md docs/API.md; do
  mkdir -p page && python3 "$here/write_blocks.py" "$root/$page" page "$root" spectrum.cc
  eval "c++ -std=c++17 -Wall -Werror page/spectrum.cc -o page/spectrum $(pkg-config --cflags --libs fft)"
  LD_LIBRARY_PATH="$prefix/lib" ./page/spectrum || fail "the program of $page"
done
eval "cc -Wall -Werror page/spectrum.c -o page/spectrum_c $(pkg-config --cflags --libs fft)"
LD_LIBRARY_PATH="$prefix/lib" ./page/spectrum_c || fail "the C program of docs/API.md"

# ---- the header includes few lines
echo '#include <fft/fft.hpp>' >header.cc
for standard in 17 20; do
  lines="$(c++ -std=c++$standard -I"$prefix/include" -E header.cc | wc -l)"
  echo "fft.hpp is $lines lines in C++$standard"
  ((lines < 60000)) || fail "fft.hpp is $lines lines"
done
if c++ -std=c++17 -I"$prefix/include" -M header.cc | grep -E 'sqlite|absl|codegen|shim|nlohmann'; then
  fail "fft.hpp includes what it should not"
fi
c++ -std=c++17 -fno-exceptions -fno-rtti -Wall -Werror -fsyntax-only -I"$prefix/include" header.cc

# ---- programs, from a copy of the prefix elsewhere: no file names the prefix
cp -r "$prefix" "$work/moved"
"$work/moved/bin/fft" plan complex_forward_len_64_single_op --target gfx90a | grep -q stockham || fail "fft plan"
FFT_RTC_COMPILE_IN=helper "$work/moved/bin/fft" build complex_forward_len_64_single_op --device host \
  >built 2>&1 || { cat built && fail "no helper"; }
grep -q compiled_by_helper built || { cat built && fail "the helper was not used"; }
"$prefix/bin/fft_inspect" export complex_forward_len_64_single_op --target=host --output="$work/p.json"
[[ -s p.json ]] || fail "fft_inspect export"
"$prefix/bin/fft_inspect" export complex_forward_len_1000003_single_op --target=gfx90a \
  --max_candidates=7 --output="$work/p.json"
grep -q '"limits":{"candidates":7,' p.json || fail "fft_inspect export --max_candidates"
for page in man1/fft.1 man1/fft_inspect.1 man3/fft_c.3 man3/fft_plan_execute.3 man3/fft_dist_c.3 man3/fft_dist_create.3; do
  [[ -s "$prefix/share/man/$page" ]] || fail "no $page"
done
if command -v man >/dev/null; then
  man -l --warnings "$prefix/share/man/man1/fft.1" 2>&1 >man_page | tee warnings
  [[ ! -s warnings ]] && grep -q "candidates TOKEN" man_page || fail "fft(1)"
  man -l --warnings "$prefix/share/man/man3/fft_dist_c.3" 2>&1 >man_page | tee warnings
  [[ ! -s warnings ]] && grep -q "fft_dist_slabs" man_page || fail "fft_dist_c(3)"
fi
bash -c "source '$prefix/share/bash-completion/completions/fft'; PATH='$prefix/bin:/usr/bin:/bin'
  COMP_WORDS=(fft pl) COMP_CWORD=1; _fft; echo \"\${COMPREPLY[*]}\"" | grep -qx plan || fail "completion"

# ---- kernels ahead of time: plans of shipped lengths need no compiler
printf '#!/bin/sh\necho arch $1\necho problem complex_forward_len_48_single_op\n' >few
chmod +x few
FFT_KERNEL_LIST="$work/few" install --tree "$tree" --prefix "$prefix" --aot host,gfx90a
grep -q 'bytes of kernels' said || fail "no size of the kernel cache"
"$prefix/bin/fft" build complex_forward_len_48_single_op --device host >built
grep -q '^system ' built || { cat built && fail "the shipped kernel was not found"; }
cc -Wall -Wextra -Werror "$here/plan_time.c" -o plan_time -I"$prefix/include" -L"$prefix/lib" -lfft -lm
without_a_path() { env -i PATH= FFT_HOST_COMPILER="$1" LD_LIBRARY_PATH="$prefix/lib" "$work/plan_time" host "$2"; }
without_a_path auto complex_forward_len_48_single_op | grep "0 kernels compiled" || fail "a shipped length is compiled"
without_a_path llvm complex_forward_len_50_single_op >said || true
grep -q "1 kernels compiled" said || { cat said && fail "libLLVM does not compile another length"; }
if without_a_path c++ complex_forward_len_50_single_op 2>said; then fail "planned another length without a compiler"; fi
grep -q '^14: .*no C++ compiler' said || { cat said && fail "does not say that there is no compiler"; }
interprets() { grep -q "1 kernels compiled" said && ! grep -q wrong said || { cat said && fail "interprets nothing where $1"; }; }
without_a_path none complex_forward_len_50_single_op >said 2>&1 || true
interprets "none is asked for"
env -i PATH= FFT_LLVM_LIBRARY=none.so LD_LIBRARY_PATH="$prefix/lib" "$work/plan_time" host \
  complex_forward_len_50_single_op >said 2>&1 || true
interprets "none is there"
# The list that is compiled by default. This test only counts its kernels, since their compilation
# takes minutes.
"$root/packaging/kernel_list.py" host "$root/tests/suites/host.tokens" >whole
"$prefix/bin/fft_aot_cache" --list whole --print >kernels
(($(wc -l <kernels) > 300)) || fail "the usual list has $(wc -l <kernels) kernels"
# The list in the program's help is valid.
"$prefix/bin/fft_aot_cache" --help | sed -n 's/^    //p' >shown_list
cat >scale.h <<'END'
__device__ float2 load(const float2* data, size_t offset, void*) {
  const float2 x = data[offset];
  return {x.x * 0.5f, x.y * 0.5f};
}
END
"$prefix/bin/fft_aot_cache" --list shown_list --print >kernels || fail "the list of fft_aot_cache --help"
grep -q '^host .*len96' kernels && grep -q '^host .*len4096' kernels || fail "kernels of fft_aot_cache --help"
if (FFT_KERNEL_LIST=false "$root/install" --tree "$tree" --prefix "$work/none" --aot host) 2>said; then
  fail "went on without a list"
fi
# ---- an installation that fails leaves the earlier installation as it is
find "$prefix" -type f -exec md5sum {} + | sort >"$work/installed"
if (FFT_KERNEL_LIST=false "$root/install" --tree "$tree" --prefix "$prefix" --aot host) 2>said; then
  fail "an installation that cannot compile its kernels"
fi
find "$prefix" -type f -exec md5sum {} + | sort | diff "$work/installed" - || fail "a failed installation changed the prefix"
if ("$root/install" --tree "$tree" --prefix "$work/none" --aot abacus) 2>said; then fail "--aot abacus"; fi
grep -q abacus said || { cat said && fail "the unknown target is not named"; }
[[ ! -e "$work/none" ]] || fail "a failed installation leaves something"

# ---- removing leaves files that were there before
echo later >"$prefix/share/theirs"
install --remove --prefix "$prefix"
rm "$prefix/share/theirs" && rmdir "$prefix/share"
find "$prefix" | sort | diff "$work/before" - || fail "removing leaves something, or takes too much"
if "$root/install" --remove --prefix "$prefix" 2>said; then fail "removed twice"; fi
(umask 077 && install --tree "$tree" --prefix "$work/new/one")
hidden="$(find "$work/new/one" ! -type l ! -perm -o=r)"
[[ -z "$hidden" ]] || fail "others cannot read $hidden"
install --remove --prefix "$work/new/one"
[[ ! -e "$work/new/one" ]] || fail "a new prefix stays"

# ---- a Debian package
"$root/install" --tree "$tree" --deb "$work/fft.deb" 2>said || { cat said && fail "--deb"; }
dpkg-deb --contents fft.deb >contents
for file in ./usr/lib/libfft.so.0 ./usr/include/fft/fft_c.h ./usr/bin/fft ./usr/share/doc/fft/copyright; do
  grep -q " $file" contents || fail "the package lacks $file"
done
depends="$(dpkg-deb --field fft.deb Depends)"
[[ "$depends" == *libsqlite3-0* && "$depends" == *"libc6 (>="* ]] || fail "the package depends on $depends"
echo "ok"
