#!/usr/bin/env bash
# Runs FFTW's own test program against this library's libfftw3 and libfftw3f.
#
#   tests/fftw/run_fftw_check.sh LIBRARIES [PRECISION [ARGUMENTS of check.pl]]
#
# LIBRARIES is a folder as compat/fftw and packaging build it, or an installed lib/fft/fftw. PRECISION is double or
# single. The test program is built from Debian's source package, which is fetched into a temporary folder and not
# kept. FFTW_SOURCE names a folder that has the source already. Without arguments it checks about 300 problems, on all
# processors. The exit status is 0 if all passed, and 77 if no source package is available.
set -euo pipefail
here="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
libraries="$(readlink -f "$1")"
precision="${2:-double}"
shift $(($# < 2 ? $# : 2))
work="$(mktemp -d /tmp/fftw-check.XXXXXX)"
trap 'rm -rf "$work"' EXIT

say() { echo "run_fftw_check.sh: $*" >&2; }

# Fetches the source package. A machine's package lists usually have no source packages, so this
# function makes lists of its own.
fetch_source() {
  local apt=(-o "Dir::Etc::sourcelist=$work/sources.list" -o "Dir::Etc::sourceparts=$work/parts" -o "Dir::State::lists=$work/lists"
    -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root -o Acquire::Retries=0 -o Acquire::http::Timeout=15)
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/parts"
  # The machine's package lists with deb-src instead of deb.
  {
    sed -n 's/^deb /deb-src /p' /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null || true
  } >"$work/sources.list"
  sed 's/^Types:.*/Types: deb-src/' /etc/apt/sources.list.d/*.sources >"$work/parts/all.sources" 2>/dev/null || true
  (cd "$work" && timeout 60 apt-get "${apt[@]}" update && timeout 60 apt-get "${apt[@]}" source --download-only fftw3) >"$work/said" 2>&1 &&
    tar -x -f "$work"/fftw3_*.orig.tar.gz -C "$work"
}

source_folder="${FFTW_SOURCE:-}"
if [[ -z "$source_folder" ]]; then
  if ! fetch_source; then
    say "no source package of FFTW: $(tail -1 "$work/said")"
    exit 77
  fi
  source_folder="$(echo "$work"/fftw-3.*)"
fi

name=fftw3 flags=()
if [[ "$precision" == single ]]; then name=fftw3f flags=(--enable-single); fi
mkdir "$work/build" "$work/lib"
cd "$work/build"
"$source_folder/configure" --disable-fortran --enable-threads "${flags[@]}" >"$work/said" 2>&1 || { cat "$work/said" && exit 1; }
make -s -C libbench2 >"$work/said" 2>&1 || { cat "$work/said" && exit 1; }

# Copies the libraries to a folder in which the loader finds them. The copy also works from Bazel's
# folders.
cp "$libraries"/lib$name*.so.3 "$work/lib"
for base in "$libraries/../../packaging/libfft.so" "$libraries/../../libfft.so.0"; do
  if [[ -e "$base" ]]; then cp "$base" "$work/lib/libfft.so.0"; fi
done
# bench needs these two internal functions of FFTW. They install a hook that sees plans while they
# are made.
printf 'void install_hook(void) {}\nvoid uninstall_hook(void) {}\n' >hook.c
cc -O1 -w -I. -I"$source_folder" -I"$source_folder/api" -DHAVE_CONFIG_H "$source_folder"/tests/{bench,fftw-bench}.c hook.c \
  libbench2/libbench2.a -L"$work/lib" -Wl,-rpath-link,"$work/lib" -Wl,-rpath,"$work/lib" -Wl,--disable-new-dtags \
  -l:lib${name}_threads.so.3 -l:lib$name.so.3 -lm -o bench

export LD_LIBRARY_PATH="$work/lib" FFT_RTC_CACHE_PATH="${FFT_RTC_CACHE_PATH-$work/kernels.db}" FFT_LOG=-
if (($# == 0)); then set -- --estimate -r -c=21; fi
if ! "$here/check_in_parallel.py" "$source_folder/tests/check.pl" "$work/build/bench" "$@" >"$work/checked" 2>&1; then
  tail -60 "$work/checked"
  say "the check failed in $precision precision"
  exit 1
fi
say "$(tail -1 "$work/checked") in $precision precision"
