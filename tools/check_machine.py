#!/usr/bin/env python3
"""Checks that the costs of work on a machine stand in its model (fft/machine) alone: planning code has no fitted numbers,
no dialect decides a price, and no new place asks whether a target is a CPU."""

import fnmatch
import re
import sys

import check_support

FOLDERS = ("fft/shapes/*", "fft/tree/*", "fft/choice/*", "fft/plan/*", "fft/assign/*")
TESTS = ("*_test.cc", "*_test.h", "*_testing.h", "*_testing.cc")

# Floating literals, except those of formulas and of units.
NUMBER = re.compile(r"(?<![\w.])(\d+\.\d*(?:e[-+]?\d+)?|\d+e[-+]?\d+)(?![\w.])")
PLAIN = frozenset((0.0, 0.5, 1.0, 2.0, 4.0, 1e6, 1e9, 1e-9))
ASKS = re.compile(r"\bis_cpu\(\)")
DIALECT = re.compile(r"\bdialect\b\s*[=!]=|\bDialect::k")

# Files whose numbers are no prices: the error of prices, and the tolerance of the executor of tests.
NUMBERS_ALLOWED = ("fft/choice/price.h", "fft/assign/naive_executor.cc")
# Files that ask for a dialect without a price: they tell compilers how many workgroups share a compute unit.
DIALECTS_ALLOWED = ("fft/shapes/kernel_shape.cc",)
# How often a file may ask whether a target is a CPU. Files without a number may not ask.
ASKED = {
    "fft/choice/kinds/convert.cc": 1,
    "fft/choice/kinds/convolution.cc": 3,
    "fft/choice/kinds/plane.cc": 3,
    "fft/choice/kinds/stockham.cc": 3,
    "fft/choice/kinds/transpose.cc": 1,
    "fft/choice/line_map.cc": 3,
    "fft/choice/request.cc": 1,
    "fft/shapes/bank_conflicts.cc": 5,
    "fft/shapes/kernel_shape.cc": 2,
    "fft/shapes/kernel_split.cc": 1,
    "fft/shapes/plane_shape.cc": 3,
    "fft/shapes/kernel_shape_list.cc": 3,
    "fft/shapes/tile_shape.cc": 10,
    "fft/shapes/transpose_shape.cc": 1,
}


def without_text(line):
    return re.sub(r'"(?:[^"\\]|\\.)*"', '""', line.split("//")[0])


def main():
    root = check_support.root_argument(__doc__)
    report = check_support.Report(root)
    paths = [path for path in check_support.source_files(root, (".h", ".cc"))
             if any(fnmatch.fnmatch(path, folder) for folder in FOLDERS)
             and not any(fnmatch.fnmatch(path, test) for test in TESTS)]
    for path in paths:
        asked = 0
        for line, text in enumerate(check_support.read(root, path).split("\n"), start=1):
            code = without_text(text)
            for number in NUMBER.findall(code):
                if float(number) not in PLAIN and path not in NUMBERS_ALLOWED:
                    report.add("weight_in_code", path, line, f"{number}: a weight of fft/machine/model.h, and a number in its files")
            if DIALECT.search(code) and path not in DIALECTS_ALLOWED:
                report.add("dialect_asked", path, line, "a weight of fft/machine/model.h says how machines differ")
            asked += len(ASKS.findall(code))
        if asked > ASKED.get(path, 0):
            report.add("cpu_asked", path, 1,
                       f"is_cpu() {asked} times, {ASKED.get(path, 0)} allowed: ask the machine's model what differs")
        if asked < ASKED.get(path, 0):
            report.add("cpu_asked", path, 1, f"is_cpu() {asked} times: write that number into tools/check_machine.py")
    return report.finish(len(paths))


if __name__ == "__main__":
    sys.exit(main())
