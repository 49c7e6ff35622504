#!/usr/bin/env python3
"""Compares fft/core/tuning/resources.table with the registers of compiled kernels.

    bazel run //tests/compile:resource_figures_test -- --csv=/tmp/figures.csv
    tools/fit_resources.py /tmp/figures.csv [--table FILE] [--write]

Prints, for each target and each figure of the table, a value and a kernel. The value is the least one with which no
kernel that depends on the figure spills; the kernel is the one that needs this value. --write puts larger values into
the table. It never puts smaller ones: a few kernels can show that a figure is too small, but not that it is too
large.
"""

import argparse
import csv
import math
import os
import sys

TABLE = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "fft/core/tuning/resources.table")


def read_table(text):
    """Returns {target: {figure: value}}."""
    targets, table = [], {}
    for line in text.splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        if words[0] == "figure":
            targets = words[1:]
            table = {target: {} for target in targets}
            continue
        for target, value in zip(targets, words[1:]):
            table[target][words[0]] = int(value)
    return table


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, int(n ** 0.5) + 1))


class Kernel:
    def __init__(self, row):
        self.name, self.target = row["kernel"], row["target"]
        self.factors = [int(r) for r in row["factors"].split("x")] if row["factors"] else []
        self.double = row["precision"] == "double"
        self.words = 4 if self.double else 2
        self.twiddled, self.converts, self.convolves = (row[name] == "1" for name in
                                                        ("twiddled", "converts", "convolves"))
        self.model, self.needed = int(row["model"]), int(row["needed"])
        length, threads = math.prod(self.factors), int(row["threads"])
        rounds = [math.ceil(length / r / threads) for r in self.factors]
        self.in_place = "_inplace_" in self.name
        held = self.factors if self.in_place else [n * r for n, r in zip(rounds, self.factors)]
        self.points = max(held, default=1)
        restores_rows = "_inv_" in self.name and "_sbrr_" in self.name
        self.rotates_last = self.twiddled or self.converts and not restores_rows or bool(rounds) and rounds[-1] > 1
        self.repeats = any(n > 1 for n in rounds)
        self.prime = max([r for r in self.factors if r > 16 and is_prime(r)], default=0)
        self.odd = max([r for r in self.factors if r > 12 and r % 2], default=0)

    def figure(self):
        """Returns the name of the figure that determines this kernel's registers."""
        if self.convolves:
            short = "short_" if len(self.factors) < 3 else ""
            return short + "convolution_" + ("double" if self.double else "single")
        if self.prime:
            if self.prime <= 31:
                return "prime_quarters"
            is_last = len(self.factors) > 1 and self.prime not in self.factors[:-1]
            return "last_prime_eighths" if is_last and not self.rotates_last else "large_prime_quarters"
        if self.converts or self.twiddled:
            return "ends"
        if self.repeats:
            return "repeated_rounds"
        if self.odd and self.double:
            return "odd_halves"
        return "least"

    def least_value(self, figures):
        """Returns the least value of that figure with which the model gives the kernel enough
        registers."""
        spare = figures["spare_points_in_place" if self.in_place else "spare_points"]
        base = (self.points + spare) * self.words + figures["least"]
        over = self.needed - base
        name = self.figure()
        if self.convolves:
            return self.needed - self.points * self.words
        if self.prime:
            parts = 8 if name == "last_prime_eighths" else 4
            return math.ceil(over * 3 / max(1, figures["least_prime_thirds"]) * parts / (self.prime * self.words))
        if name == "ends":
            return over - (figures["repeated_rounds"] * self.words if self.repeats else 0)
        if name == "repeated_rounds":
            return math.ceil(over / self.words)
        if name == "odd_halves":
            return math.ceil(over * 2 / (self.odd * self.words))
        return over + figures["least"]


def fit(kernels, table):
    """Returns {(target, figure): (value, kernel's name, number of kernels)}."""
    found = {}
    for kernel in kernels:
        key = (kernel.target, kernel.figure())
        value = max(0, kernel.least_value(table[kernel.target]))
        old = found.get(key, (-1, "", 0))
        best = (value, kernel.name) if value > old[0] else old[:2]
        found[key] = best + (old[2] + 1,)
    return found


def write(text, wanted):
    """Returns the table's text with the larger values of `wanted`."""
    lines, targets = [], []
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["figure"]:
            targets = words[1:]
        elif targets and words and not line.startswith("#"):
            values = [str(max(int(value), wanted.get((target, words[0]), 0)))
                      for target, value in zip(targets, words[1:])]
            line = f"{words[0]:<26}" + "".join(f"{v:>{len(t) + 1}}" for v, t in zip(values, targets))
        lines.append(line)
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures")
    parser.add_argument("--table", default=TABLE)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    with open(options.table, encoding="utf-8") as file:
        text = file.read()
    table = read_table(text)
    with open(options.figures, encoding="utf-8") as file:
        kernels = [Kernel(row) for row in csv.DictReader(file)]
    kernels = [kernel for kernel in kernels if kernel.target in table]
    found = fit(kernels, table)
    print(f"{'target':<9}{'figure':<26}{'table':>6}{'fit':>6}{'kernels':>9}  decided by")
    short = {}
    for (target, figure), (value, name, count) in sorted(found.items()):
        said = table[target][figure]
        if value > said:
            short[target, figure] = value
        mark = "  TOO SMALL" if value > said else ""
        print(f"{target:<9}{figure:<26}{said:>6}{value:>6}{count:>9}  {name}{mark}")
    if options.write:
        with open(options.table, "w", encoding="utf-8") as file:
            file.write(write(text, short))
    return 1 if short and not options.write else 0


if __name__ == "__main__":
    sys.exit(main())
