#!/usr/bin/env python3
"""Writes the wheel of fft_scipy with the library in it. Nothing is fetched or compiled, neither here nor by pip.

    make_wheel.py OUT.whl LICENSE fft_c.h libfft.so FILE...

Files are the package's modules and, beside the library, a cache of kernels called fft_kernels.db (//tools/aot). The
version is the header's; the bytes depend on the files alone."""

import base64
import hashlib
import os
import re
import sys
import zipfile

_PLATFORM = "linux_x86_64"


def _read(path):
    with open(path, "rb") as file:
        return file.read()


def _version(header):
    text = _read(header).decode()
    return ".".join(re.search(rf"#define FFT_VERSION_{part} (\d+)", text).group(1)
                    for part in ("MAJOR", "MINOR", "PATCH"))


def _members(license_path, version, library, files):
    """(path, bytes) of everything but the record."""
    for file in sorted(files):
        folder = "fft_scipy" if file.endswith(".py") else "fft_scipy/lib"
        yield f"{folder}/{os.path.basename(file)}", _read(file)
    yield "fft_scipy/lib/libfft.so.0", _read(library)
    information = f"fft_scipy-{version}.dist-info"
    yield f"{information}/licenses/LICENSE", _read(license_path)
    yield f"{information}/METADATA", (
        f"Metadata-Version: 2.1\nName: fft-scipy\nVersion: {version}\nLicense: MIT\nLicense-File: LICENSE\n"
        "Summary: scipy.fft, numpy.fft and the array API's fft on CPUs and GPUs\n"
        "Requires-Python: >=3.8\nRequires-Dist: numpy\n").encode()
    yield f"{information}/WHEEL", (f"Wheel-Version: 1.0\nGenerator: make_wheel.py\nRoot-Is-Purelib: false\n"
                                   f"Tag: py3-none-{_PLATFORM}\n").encode()


def main():
    out, license_path, header, library, *files = sys.argv[1:]
    version = _version(header)
    name = f"fft_scipy-{version}-py3-none-{_PLATFORM}.whl"
    if os.path.basename(out) != name:
        sys.exit(f"make_wheel.py: the wheel of {header} is called {name}, not {os.path.basename(out)}")
    record = f"fft_scipy-{version}.dist-info/RECORD"
    lines = []
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in _members(license_path, version, library, files):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            lines.append(f"{path},sha256={digest},{len(data)}\n")
            _write(wheel, path, data)
        _write(wheel, record, ("".join(lines) + f"{record},,\n").encode())


def _write(wheel, path, data):
    member = zipfile.ZipInfo(path)
    member.external_attr = (0o755 if ".so" in path else 0o644) << 16
    member.compress_type = zipfile.ZIP_DEFLATED
    wheel.writestr(member, data)


if __name__ == "__main__":
    main()
