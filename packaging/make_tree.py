#!/usr/bin/env python3
"""Writes what ./install installs as one tar file, whose paths are relative to the prefix.

    make_tree.py OUT.tar shared=libfft.so static=libfft.a header=fft_c.h program=fft ...

Each file is given with its role. Version and SONAME come from the header and the shared library. The
bytes of the tar depend only on the files."""

import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile

import man_pages


def read(path):
    with open(path, "rb") as file:
        return file.read()


def version_of(header):
    parts = [re.search(rf"#define FFT_VERSION_{part} (\d+)", header).group(1)
             for part in ("MAJOR", "MINOR", "PATCH")]
    return ".".join(parts)


def soname_of(shared):
    dynamic = subprocess.run(["readelf", "-dW", shared], stdout=subprocess.PIPE, check=True)
    return re.search(r"soname: \[(.*)\]", dynamic.stdout.decode()).group(1)


def stripped(program):
    """The program's bytes without symbols, which are not needed to run it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "program")
        subprocess.run(["strip", "-o", copy, program], check=True)
        return read(copy)


class Tree:
    """Collects files and links by path and writes them in order."""

    def __init__(self):
        self._members = {}

    def file(self, path, data, mode=0o644):
        if isinstance(data, str):
            data = data.encode()
        info = tarfile.TarInfo(path)
        info.size, info.mode = len(data), mode
        self._members[path] = (info, data)

    def link(self, path, target):
        info = tarfile.TarInfo(path)
        info.type, info.linkname = tarfile.SYMTYPE, target
        self._members[path] = (info, None)

    def write(self, out):
        with tarfile.open(out, "w", format=tarfile.PAX_FORMAT) as tar:
            for path in sorted(self._members):
                info, data = self._members[path]
                tar.addfile(info, None if data is None else io.BytesIO(data))


def add_shared(tree, path, version):
    soname = soname_of(path)
    tree.file(f"lib/libfft.so.{version}", read(path), 0o755)
    tree.link(f"lib/{soname}", f"libfft.so.{version}")
    tree.link("lib/libfft.so", soname)


# The names of FFTW's interface in pkg-config, by precision.
FFTW_PRECISIONS = {"fftw3": "double", "fftw3f": "single"}


def add_fftw(tree, kind, path):
    """FFTW's interface lies in folders of its own, so that it does not replace another library."""
    name = os.path.basename(path)
    if kind == "fftw_header":
        tree.file(f"include/fft/fftw/{name}", read(path))
    elif kind == "fftw_template":
        for library, precision in FFTW_PRECISIONS.items():
            text = read(path).decode().replace("@NAME@", library).replace("@PRECISION@", precision)
            tree.file(f"lib/pkgconfig/fft-{library}.pc", text)
    elif kind == "fftw_shared":
        tree.file(f"lib/fft/fftw/{name}", read(path), 0o755)
        tree.link(f"lib/fft/fftw/{name[:-len('.3')]}", name)
    else:
        sys.exit(f"make_tree.py: {kind} is no kind of file")


def add_hip(tree, kind, path):
    """The interfaces for AMD GPUs lie in folders of their own; headers are included by their library's name."""
    name = os.path.basename(path)
    if kind == "hip_header":
        library = os.path.basename(os.path.dirname(path))
        tree.file(f"include/fft/hip/{library}/{name}", read(path))
    else:
        tree.file(f"lib/fft/hip/{name}", stripped(path), 0o755)
        tree.link(f"lib/fft/hip/{name[:-len('.0')]}", name)


def main():
    out, given = sys.argv[1], [argument.split("=", 1) for argument in sys.argv[2:]]
    header = next(path for kind, path in given if path.endswith("fft_c.h"))
    headers = {os.path.basename(path): read(path).decode() for kind, path in given
               if kind == "header" and path.endswith("_c.h")}
    header_text = read(header).decode()
    version = version_of(header_text)
    tree = Tree()
    for kind, path in given:
        name = os.path.basename(path)
        if kind == "shared":
            add_shared(tree, path, version)
        elif kind == "static":
            tree.file("lib/libfft.a", read(path))
        elif kind == "header":
            tree.file(f"include/fft/{name}", read(path))
        elif kind == "shim":
            tree.file(f"share/fft/mpi/{name}", read(path))
        elif kind == "program":
            tree.file(f"bin/{name}", stripped(path), 0o755)
            tree.file(f"share/man/man1/{name}.1", man_pages.program_page(path, version))
        elif kind == "helper":
            tree.file(f"lib/fft/{name}", stripped(path), 0o755)
        elif kind == "template":
            text = read(path).decode().replace("@VERSION@", version)
            tree.file(TEMPLATES[name], text)
        elif kind == "script":
            tree.file(f"bin/{name}", read(path), 0o755)
            tree.file(f"share/man/man1/{name}.1", man_pages.program_page(path, version))
        elif kind.startswith("fftw_"):
            add_fftw(tree, kind, path)
        elif kind in ("hip", "hip_header"):
            add_hip(tree, kind, path)
        elif kind == "cufft":
            tree.file(f"lib/fft/cufft/{name}", stripped(path), 0o755)
        elif kind == "python":
            tree.file(f"lib/python3/dist-packages/fft_scipy/{name}", read(path))
        elif kind == "completion":
            tree.file(f"share/bash-completion/completions/{name}", read(path))
        elif kind == "doc":
            tree.file(f"share/doc/fft/{name}", read(path))
        else:
            sys.exit(f"make_tree.py: {kind} is no kind of file")
    for name, text in headers.items():
        for path, page in man_pages.library_pages(name, text, version).items():
            tree.file(f"share/man/{path}", page)
    tree.write(out)


# The places of the texts that contain the version.
TEMPLATES = {
    "fft.pc": "lib/pkgconfig/fft.pc",
    "fft-config.cmake": "lib/cmake/fft/fft-config.cmake",
    "fft-fftw3-config.cmake": "lib/cmake/fft-fftw3/fft-fftw3-config.cmake",
    "fft-config-version.cmake": "lib/cmake/fft/fft-config-version.cmake",
}

if __name__ == "__main__":
    main()
