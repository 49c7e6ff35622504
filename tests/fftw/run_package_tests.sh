#!/usr/bin/env bash
# Runs the FFT tests of a package that uses FFTW against this library's libfftw3 and libfftw3f.
#
#   tests/fftw/run_package_tests.sh octave|pyfftw LIBRARIES
#
# LIBRARIES is a folder as compat/fftw and packaging build it, or an installed lib/fft/fftw. Octave is the octave-cli on
# the PATH. pyFFTW is the package of /usr/bin/python3. Its tests come from the folder of PYFFTW_SOURCE, or from Debian's
# source package, which is fetched into a temporary folder. The exit status is 0 if all tests passed, and 77 if the
# package or its tests are not available.
set -euo pipefail
package="$1"
libraries="$(readlink -f "$2")"
work="$(mktemp -d /tmp/fftw-package.XXXXXX)"
trap 'rm -rf "$work"' EXIT

say() { echo "run_package_tests.sh: $*" >&2; }

mkdir "$work/lib"
cp "$libraries"/libfftw3*.so.3 "$work/lib"
for base in "$libraries/../../packaging/libfft.so" "$libraries/../../libfft.so.0"; do
  if [[ -e "$base" ]]; then cp "$base" "$work/lib/libfft.so.0"; fi
done
export FFT_LOG=- FFT_RTC_CACHE_PATH="${FFT_RTC_CACHE_PATH-$work/kernels.db}"
on_ours() { LD_LIBRARY_PATH="$work/lib" "$@"; }

# Runs Octave's tests of the compiled FFT functions and of the functions that call them.
octave_tests() {
  cat >"$work/all.m" <<'SCRIPT'
  suppress_verbose_help_message (true);
  assert (strfind (version ("-fftw"), "-fft") > 0);
  folder = [OCTAVE_HOME() "/share/octave/" OCTAVE_VERSION() "/etc/tests/libinterp/"];
  names = {[folder "corefcn/fft.cc-tst"], [folder "corefcn/fft2.cc-tst"], [folder "dldfcn/fftw.cc-tst"], ...
           "fftfilt", "fftconv", "fftshift", "ifftshift", "freqz", "periodogram", "sinetone", "spectral_xdf"};
  passed = total = 0;
  for name = names
    [n, all] = test (name{1}, "quiet", getenv ("FAILURES"));
    passed += n;
    total += all;
  end
  printf ("%d of %d passed\n", passed, total);
SCRIPT
  FAILURES="$work/failures" on_ours octave-cli --norc --no-gui "$work/all.m" >"$work/said" 2>&1 || true
  local passed total
  read -r passed _ total _ <<<"$(grep -E '^[0-9]+ of [0-9]+ passed$' "$work/said")"
  if [[ -z "${total:-}" ]] || ((total < 50 || passed < total)); then
    cat "$work/said" "$work/failures" >&2
    return 1
  fi
  say "Octave: $passed of $total passed"
}

pyfftw_source() {
  if [[ -n "${PYFFTW_SOURCE:-}" ]]; then
    echo "$PYFFTW_SOURCE"
    return
  fi
  cp -r /etc/apt/sources.list.d "$work/parts"
  sed -i 's/^Types:.*/Types: deb-src/; s/^deb /deb-src /' "$work"/parts/*
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  local apt=(-o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/parts" -o "Dir::State::lists=$work/lists"
    -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root)
  (cd "$work" && apt-get "${apt[@]}" update && apt-get "${apt[@]}" source --tar-only --download-only pyfftw) >"$work/said" 2>&1 &&
    tar -x -f "$work"/pyfftw_*.orig.tar.gz -C "$work" && echo "$work"/py[Ff][Ff][Tt][Ww]-*
}

pyfftw_tests() {
  local source
  if ! source="$(pyfftw_source)"; then
    say "no tests of pyFFTW: $(tail -1 "$work/said")"
    exit 77
  fi
  cd "$source"
  on_ours /usr/bin/python3 -B -m pytest -q -p no:cacheprovider tests >"$work/said" 2>&1 || { tail -60 "$work/said" >&2 && return 1; }
  say "pyFFTW: $(tail -1 "$work/said")"
}

case "$package" in
  octave) command -v octave-cli >/dev/null || { say "there is no octave-cli" && exit 77; } ;;
  pyfftw)
    /usr/bin/python3 -c "import pyfftw, pytest" 2>/dev/null || { say "/usr/bin/python3 has no pyfftw or pytest" && exit 77; }
    ;;
  *)
    say "no such package: $package; octave and pyfftw are known"
    exit 2
    ;;
esac
"${package}_tests"
