#!/usr/bin/env bash
# Tests that the wheel works without network or compiler and transforms with the library that it
# contains.
set -euo pipefail
wheel="$(echo "$PWD"/python/fft_scipy-*.whl)"
work="$(mktemp -d /tmp/fft-wheel-test.XXXXXX)"
trap 'rm -rf "$work"' EXIT

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# ---- the record of its files is right
python3 - "$wheel" <<'CHECK' || fail "the wheel's record"
import base64, csv, hashlib, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
rows = list(csv.reader(wheel.read(next(name for name in wheel.namelist() if name.endswith("/RECORD"))).decode().splitlines()))
assert sorted(path for path, _, _ in rows) == sorted(wheel.namelist())
for path, digest, size in rows:
    if digest:
        data = wheel.read(path)
        want = "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        assert (digest, int(size)) == (want, len(data)), path
assert sum(digest == "" for _, digest, _ in rows) == 1
CHECK

# ---- pip installs it, if pip is available
if python3 -m pip --version >"$work/said" 2>&1; then
  python3 -m pip install --quiet --no-index --no-deps --no-compile --target "$work/site" "$wheel" || fail "pip install"
else
  python3 -m zipfile -e "$wheel" "$work/site"
fi
[[ -s "$work/site/fft_scipy/lib/libfft.so.0" && -s "$work/site/fft_scipy/__init__.py" ]] || fail "$(ls -R "$work/site")"

# ---- it runs from its folder, with an empty PATH
python=/usr/bin/python3
if ! "$python" -c "import numpy" 2>/dev/null; then
  echo "SKIPPED the transform: there is no NumPy for $python"
  exit 0
fi
cd "$work"
env -i PATH= HOME="$work" PYTHONPATH="$work/site" "$python" -B - <<'RUN' || fail "the package does not run"
import os
import numpy, fft_scipy
from fft_scipy import _library
assert _library.path() == os.path.join(os.path.dirname(fft_scipy.__file__), "lib", "libfft.so.0"), _library.path()
x = numpy.random.default_rng(1).standard_normal((6, 10))
numpy.testing.assert_allclose(fft_scipy.rfft2(x), numpy.fft.rfft2(x), atol=1e-12)
RUN
[[ -s "$work/.cache/fft/kernels.db" ]] || fail "kernels are not kept in the user's folder"
echo "passed"
