#!/usr/bin/env python3
"""Checks that values of KernelKind and SchemeKind are named only in their own folders and tables.
Other code asks a property of the kind's row in the table."""

import fnmatch
import re
import sys

import check_support

NAMED = re.compile(r"\b(KernelKind|SchemeKind)::k[A-Z0-9]\w*|\busing\s+enum\s+(?:fft::)?(KernelKind|SchemeKind)\b")

# Kind -> files that may name its values. Tests and benchmarks may name any.
ALLOWED = {
    "KernelKind": ("fft/tree/kernel_choice.h", "fft/choice/kinds/*", "fft/kernels/check_spec.cc", "fft/kernels/kernel_spec.h", "fft/kernels/kernel_table.cc", "fft/kernels/*/*"),
    "SchemeKind": ("fft/choice/choose.cc", "fft/exec/describe_chain.cc", "fft/choice/kinds/*", "fft/plan/schemes/*", "fft/assign/shims/*"),
}
TESTS = ("tests/*", "bench/*", "*_test.cc", "*_test.h", "*_testing.h", "*_testing.cc")


def is_allowed(path, kind):
    return any(fnmatch.fnmatch(path, pattern) for pattern in ALLOWED[kind] + TESTS)


def main():
    root = check_support.root_argument(__doc__)
    report = check_support.Report(root)
    paths = check_support.source_files(root, (".h", ".cc"))
    for path in paths:
        for line, text in enumerate(check_support.read(root, path).split("\n"), start=1):
            for match in NAMED.finditer(text.split("//")[0]):
                kind = match.group(1) or match.group(2)
                if not is_allowed(path, kind):
                    report.add("kind_named", path, line,
                               f"{match.group(0)}: ask a property of the row ({', '.join(ALLOWED[kind])} name kinds)")
    return report.finish(len(paths))


if __name__ == "__main__":
    sys.exit(main())
