#!/usr/bin/env python3
"""Checks #include lines: absolute paths, the arrows between folders, who may use which library, and no circles; of the
page's modules the circles."""

import fnmatch
import os
import re
import sys

import check_support

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)')

# An import or export from another module of the page, unless of types alone.
MODULE = re.compile(r'^(?:import\s+|(?:import\s+(?!type\b)|export\s+(?=[*{]))[^;"()]*from\s+)"(\.[^"]+)"',
                    re.MULTILINE)

FFT = ("fft", "fft/base", "fft/core", "fft/shapes", "fft/tree", "fft/choice", "fft/plan", "fft/assign", "fft/codegen",
       "fft/kernels", "fft/rtc", "fft/exec", "fft/dist")

# A leaf of a plan's tree, its kernel, and what both stand on.
LEAVES = ("fft/base", "fft/core", "fft/shapes", "fft/tree", "fft/choice")

# The command lines of all programs.
FLAGS = ("tools/cli/flags.*",)

# Folder -> folders that its files may include besides their own.
ARROWS = {
    "fft/base": (),
    "fft/core": ("fft/base",),
    "fft/shapes": LEAVES[:2],
    "fft/tree": LEAVES[:3],
    "fft/choice": LEAVES[:4],
    "fft/plan": LEAVES,
    "fft/assign": LEAVES + ("fft/plan",),
    "fft/codegen": ("fft/base", "fft/core"),
    "fft/kernels": LEAVES + ("fft/assign", "fft/codegen"),
    "fft/rtc": ("fft/base",),
    "fft/exec": tuple(folder for folder in FFT if folder not in ("fft", "fft/dist")),
    "fft/dist": ("fft/base", "fft/core", "fft/rtc", "fft/exec"),
    "fft": FFT,
    "flags": ("fft/base",),
    "inspector": FFT + ("flags",),
    "tools": FFT + ("flags", "inspector"),
    "bench": FFT + ("flags", "tests", "tools"),
    "tests": FFT + ("flags", "inspector", "tools", "bench", "examples"),
    "examples": ("fft",),
}

# All that programs get with fft/fft.h: what a problem, a plan, a context and their options are, and nothing of how plans
# are made.
PUBLIC_HEADER = "fft/fft.h"
PUBLIC_HEADERS = frozenset((
    "fft/base/cancel.h",
    "fft/base/json_fwd.h",
    "fft/base/log.h",
    "fft/base/options.h",
    "fft/shapes/asked_shape.h",
    "fft/core/callbacks.h",
    "fft/core/dim.h",
    "fft/core/problem.h",
    "fft/tree/scheme_kind.h",
    "fft/tree/scheme_kinds.def",
    "fft/shapes/shape_wish.h",
    "fft/core/target.h",
    "fft/core/target_resources.h",
    "fft/exec/context.h",
    "fft/exec/owned_workspace.h",
    "fft/exec/report.h",
    "fft/plan/plan_options.h",
    "fft/rtc/cache/cache_counters.h",
    "fft/rtc/device.h",
    "fft/rtc/device_kind.h",
))

# Headers of Debian's packages, which may stand in quotes too.
LIBRARY_HEADERS = re.compile(r"(absl|gmock|gtest|hip|nlohmann)/|(fftw3|httplib|sqlite3)\.h$")

# Library header -> files that may include it.
LIBRARIES = {
    "fftw3*": ("tests/*", "bench/*", "examples/*"),
    "gtest/*": ("tests/*", "*_test.cc", "*_test.h", "*_testing.h", "*_testing.cc"),
    "gmock/*": ("tests/*", "*_test.cc", "*_test.h", "*_testing.h", "*_testing.cc"),
    "httplib.h": ("inspector/*", "tests/*"),
    "hip/*": ("fft/rtc/*", "tests/*"),
    "mpi/*": ("examples/*", "third_party/mpi/include/mpi.h"),
    "mpi.h": (
        "fft/dist/mpi/fft_mpi.c",
        "bench/fftw_mpi.c",
        "examples/mpi/slabs.c",
        "tests/dist/mpi_calls.c",
    ),
    "sqlite3.h": ("fft/rtc/*", "tests/*"),
    "cuda*": ("bench/vkfft/vkfft_shim.cc",),
    "nvrtc.h": ("bench/vkfft/vkfft_shim.cc",),
}


def folder_of(path):
    """The folder of the table that a file belongs to: fft/plan for fft/plan/schemes/stockham.cc."""
    if any(fnmatch.fnmatch(path, pattern) for pattern in FLAGS):
        return "flags"
    parts = path.split("/")
    if parts[0] == "fft":
        return "fft" if len(parts) == 2 else "/".join(parts[:2])
    return parts[0]


def check_project_include(report, path, line, included):
    target, source = folder_of(included), folder_of(path)
    if target not in ARROWS or "/" not in included:
        report.add("absolute_include", path, line, f'"{included}" does not start at the repository root')
    elif source not in ARROWS:
        report.add("unknown_folder", path, line, f"{source} has no row in tools/check_includes.py")
    elif target == source or target in ARROWS[source]:
        return
    elif path.endswith("_test.cc") and target == "tests":
        return
    else:
        allowed = ", ".join(ARROWS[source]) or "nothing else"
        report.add("include_arrow", path, line, f'"{included}": {source} may include {allowed}')


def check_library_include(report, path, line, included):
    for library, allowed in LIBRARIES.items():
        if fnmatch.fnmatch(included, library) and \
                not any(fnmatch.fnmatch(path, pattern) for pattern in allowed):
            users = ", ".join(allowed) or "nobody"
            report.add("library", path, line, f"<{included}> is for {users}")


def check_circles(report, edges):
    """edges: file -> [(line, file that it names)]. One finding for each line that closes a circle."""
    done, open_paths = set(), []

    def visit(path):
        open_paths.append(path)
        for line, target in edges.get(path, ()):
            if target in open_paths:
                circle = open_paths[open_paths.index(target):] + [target]
                report.add("circle", path, line, " -> ".join(circle))
            elif target not in done:
                visit(target)
        open_paths.pop()
        done.add(path)

    for path in sorted(edges):
        if path not in done:
            visit(path)


def check_public_header(report, edges):
    """edges as above: PUBLIC_HEADER brings PUBLIC_HEADERS, no more and no fewer."""
    if PUBLIC_HEADER not in edges:
        return
    brought, found = {PUBLIC_HEADER}, [PUBLIC_HEADER]
    for path in found:
        for line, target in edges.get(path, ()):
            if target in brought:
                continue
            brought.add(target)
            if target in PUBLIC_HEADERS:
                found.append(target)
            else:
                report.add("public_header", path, line, f'"{target}": {PUBLIC_HEADER} would bring it to programs')
    for target in sorted(PUBLIC_HEADERS - brought):
        report.add("public_header", PUBLIC_HEADER, 1, f"no longer brings {target}, which is in tools/check_includes.py")


def module_edges(root, paths):
    """What the page's modules import of each other when they are loaded: types are gone by then."""
    edges = {}
    for path in paths:
        text = check_support.read(root, path)
        for match in MODULE.finditer(text):
            target = os.path.normpath(os.path.join(os.path.dirname(path), match.group(1)))
            edges.setdefault(path, []).append((text.count("\n", 0, match.end()) + 1, target))
    return edges


def main():
    sys.setrecursionlimit(10000)
    root = check_support.root_argument(__doc__)
    report = check_support.Report(root)
    paths = check_support.source_files(root, (".h", ".cc", ".def"))
    edges = {}
    for path in paths:
        for line, text in enumerate(check_support.read(root, path).split("\n"), start=1):
            match = INCLUDE.match(text)
            if not match:
                continue
            included = match.group(1) or match.group(2)
            if match.group(2) or LIBRARY_HEADERS.match(included):
                check_library_include(report, path, line, included)
            else:
                check_project_include(report, path, line, included)
                edges.setdefault(path, []).append((line, included))
    check_circles(report, edges)
    check_public_header(report, edges)
    modules = check_support.source_files(root, (".ts", ".tsx"))
    check_circles(report, module_edges(root, modules))
    return report.finish(len(paths) + len(modules))


if __name__ == "__main__":
    sys.exit(main())
