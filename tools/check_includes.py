#!/usr/bin/env python3
"""Checks #include lines and the imports of the page's modules. Each folder includes only the folders that it may
include, and no files include each other in a circle. Paths of #include lines start at the root, and only some
folders may include a library. A function that X.h declares is defined in X.cc or X_PART.cc."""

import fnmatch
import os
import re
import sys

import check_support

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)')

# A static or dynamic import of another module of the page, or an export from it. Group 1 matches if it imports only
# types.
MODULE = re.compile(
    r'(?:^(?:import|export(?=\s+(?:type\s+)?[*{]))(\s+type\b(?!\s+from))?(?:\s+|\s[^;"()]*?\sfrom\s+)|'
    r'(typeof\s+)?\bimport\()"(\.[^"]+)"', re.MULTILINE)

# A function of a namespace that a header declares, and one that a source file defines, from the beginning of a line.
# Group 1 is its name.
SIGNATURE = r"^(?!using|typedef|static|inline|return)[A-Za-z][\w:<>,&* ]*?[\s&*](\w+)\((?:[^;{}()]|\([^()]*\))*\)"
DECLARATION = re.compile(SIGNATURE + ";", re.MULTILINE)
DEFINITION = re.compile(SIGNATURE + r" \{", re.MULTILINE)

FFT = ("fft", "fft/base", "fft/core", "fft/machine", "fft/shapes", "fft/tree", "fft/choice", "fft/plan", "fft/assign",
       "fft/codegen", "fft/kernels", "fft/rtc", "fft/exec", "fft/dist")

# What the folders of leaves may include: the folders of a plan tree's leaves and of their kernels,
# and the folders below these.
LEAVES = ("fft/base", "fft/core", "fft/machine", "fft/shapes", "fft/tree", "fft/choice")

# The files that read the command lines of all programs.
FLAGS = ("tools/cli/flags.*",)

# Folder -> folders that its files may include besides their own.
ARROWS = {
    "fft/base": (),
    "fft/core": ("fft/base",),
    "fft/machine": LEAVES[:2],
    "fft/shapes": LEAVES[:3],
    "fft/tree": LEAVES[:4],
    "fft/choice": LEAVES[:5],
    "fft/plan": LEAVES,
    "fft/assign": LEAVES + ("fft/plan",),
    "fft/codegen": ("fft/base", "fft/core"),
    "fft/kernels": LEAVES + ("fft/assign", "fft/codegen"),
    "fft/rtc": ("fft/base",),
    "fft/exec": tuple(folder for folder in FFT if folder not in ("fft", "fft/dist")),
    "fft/dist": ("fft/base", "fft/core", "fft/rtc", "fft/exec"),
    "fft": FFT,
    "compat": ("fft",),
    "flags": ("fft/base",),
    "compat": FFT,
    "inspector": FFT + ("flags",),
    "tools": FFT + ("flags", "inspector"),
    "bench": FFT + ("flags", "tests", "tools"),
    "tests": FFT + ("flags", "inspector", "tools", "bench", "examples", "compat"),
    "examples": ("fft",),
}

# Folder of the page's modules, below PAGE -> folders that its modules may import besides their own. The
# page's entry point lies in PAGE itself.
PAGE = "inspector/web/src"
PAGE_ARROWS = {
    "model": (),
    "state": ("model",),
    "parts": ("model", "state"),
    "charts": ("model", "state", "parts"),
    "panels": ("model", "state", "parts", "charts"),
    "dialogs": ("model", "state", "parts"),
    "app": ("model", "state", "parts", "charts", "panels", "dialogs", "styles"),
    "": ("model", "state", "dialogs", "app", "styles"),
}

# All headers that programs get with fft/fft.h. They define problems, plans, contexts and options, but not how plans
# are made.
PUBLIC_HEADER = "fft/fft.h"
PUBLIC_HEADERS = frozenset((
    "fft/base/cancel.h",
    "fft/base/json_fwd.h",
    "fft/base/log.h",
    "fft/base/options.h",
    "fft/shapes/asked_shape.h",
    "fft/core/axis_kind.h",
    "fft/core/callbacks.h",
    "fft/core/chain.h",
    "fft/core/dim.h",
    "fft/core/problem.h",
    "fft/core/ranges.h",
    "fft/tree/scheme_kind.h",
    "fft/tree/scheme_kinds.def",
    "fft/shapes/shape_wish.h",
    "fft/core/target.h",
    "fft/core/target_resources.h",
    "fft/exec/chain_plan.h",
    "fft/exec/overlap_save.h",
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
    "hip/*": ("compat/hipfft/*", "fft/rtc/*", "tests/*"),
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
    """Reports each line that closes a circle. `edges` maps a file to [(line, file that the line
    names)]."""
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
    """Checks that PUBLIC_HEADER includes exactly PUBLIC_HEADERS, directly or not. `edges` maps a
    file to [(line, file that the line names)]."""
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


def module_imports(root, paths):
    """Yields (module, line, module that it imports, whether it imports only types) of every import. Imports of
    types do not exist at run time."""
    for path in paths:
        text = check_support.read(root, path)
        for match in MODULE.finditer(text):
            target = os.path.normpath(os.path.join(os.path.dirname(path), match.group(3)))
            yield path, text.count("\n", 0, match.end()) + 1, target, bool(match.group(1) or match.group(2))


def check_page_arrow(report, path, line, target):
    """Checks an import between the page's modules. Tests may import every module."""
    if not path.startswith(PAGE + "/") or not target.startswith(PAGE + "/"):
        return
    source, needed = (os.path.dirname(name)[len(PAGE) + 1:] for name in (path, target))
    if source not in PAGE_ARROWS:
        report.add("unknown_folder", path, line, f"{source} has no row in PAGE_ARROWS of tools/check_includes.py")
    elif needed != source and needed not in PAGE_ARROWS[source]:
        allowed = ", ".join(PAGE_ARROWS[source]) or "nothing else"
        report.add("import_arrow", path, line, f"{target}: {source or 'the entry point'} may import {allowed}")


def check_declarations(report, root, paths):
    """Checks that functions which a header declares are defined in its sources. Functions are
    compared by name."""
    defined = {}
    for path in paths:
        if path.endswith(".cc") and not path.endswith("_test.cc"):
            for match in DEFINITION.finditer(check_support.read(root, path)):
                defined.setdefault(match.group(1), set()).add(path)
    for path in paths:
        if not path.endswith(".h"):
            continue
        own = path[:-len(".h")]
        text = check_support.read(root, path)
        for match in DECLARATION.finditer(text):
            places = defined.get(match.group(1), ())
            if places and not any(place == own + ".cc" or place.startswith(own + "_") for place in places):
                report.add("declared", path, text.count("\n", 0, match.end()) + 1,
                           f"{match.group(1)} is defined in {', '.join(sorted(places))}")


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
    check_declarations(report, root, paths)
    modules = check_support.source_files(root, (".ts", ".tsx"))
    edges = {}
    for path, line, target, is_types in module_imports(root, modules):
        check_page_arrow(report, path, line, target)
        if not is_types:
            edges.setdefault(path, []).append((line, target))
    check_circles(report, edges)
    return report.finish(len(paths) + len(modules))


if __name__ == "__main__":
    sys.exit(main())
