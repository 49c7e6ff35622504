#!/usr/bin/env python3
"""Checks that the costs of work on a machine stand only in its model (fft/machine). Planning code has no fitted numbers
and decides no price by the dialect. Only fft/machine, emitters and compilers ask whether a target is a CPU."""

import fnmatch
import re
import sys

import check_support

FOLDERS = ("fft/shapes/*", "fft/tree/*", "fft/choice/*", "fft/plan/*", "fft/assign/*")
# Files that must not ask whether a target is a CPU, except MAY_ASK.
ASKING = ("fft/*", "tools/*", "inspector/*", "compat/*")
MAY_ASK = ("fft/machine/*", "fft/core/target.h", "fft/codegen/emit/*", "fft/rtc/*")
TESTS = ("*_test.cc", "*_test.h", "*_testing.h", "*_testing.cc")

# A floating-point literal. PLAIN has the allowed values, which occur in formulas and units.
NUMBER = re.compile(r"(?<![\w.])(\d+\.\d*(?:e[-+]?\d+)?|\d+e[-+]?\d+)(?![\w.])")
PLAIN = frozenset((0.0, 0.5, 1.0, 2.0, 4.0, 1e6, 1e9, 1e-9))
ASKS = re.compile(r"\bis_cpu\(\)")
DIALECT = re.compile(r"\bdialect\b\s*[=!]=|\bDialect::k")

# Files whose numbers are not prices but the relative error of prices and the tolerance of a test's
# executor.
NUMBERS_ALLOWED = ("fft/choice/price.h", "fft/assign/naive_executor.cc")


def without_text(line):
    return re.sub(r'"(?:[^"\\]|\\.)*"', '""', line.split("//")[0])


def matches(path, patterns):
    return any(fnmatch.fnmatch(path, pattern) for pattern in patterns)


def main():
    root = check_support.root_argument(__doc__)
    report = check_support.Report(root)
    paths = [path for path in check_support.source_files(root, (".h", ".cc"))
             if matches(path, FOLDERS + ASKING) and not matches(path, TESTS)]
    for path in paths:
        for line, text in enumerate(check_support.read(root, path).split("\n"), start=1):
            code = without_text(text)
            if ASKS.search(code) and not matches(path, MAY_ASK):
                report.add("cpu_asked", path, line, "is_cpu(): ask fft/machine/machine.h what differs")
            if not matches(path, FOLDERS):
                continue
            for number in NUMBER.findall(code):
                if float(number) not in PLAIN and path not in NUMBERS_ALLOWED:
                    report.add("weight_in_code", path, line, f"{number}: a weight of fft/machine/model.h, and a number in its files")
            if DIALECT.search(code):
                report.add("dialect_asked", path, line, "a weight of fft/machine/model.h says how machines differ")
    return report.finish(len(paths))


if __name__ == "__main__":
    sys.exit(main())
