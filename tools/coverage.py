#!/usr/bin/env python3
"""Reads gcov's counts and prints a table of folders: lines and branches that tests reach.

    coverage.py --objects BIN --counts FOLDER [--missing PATTERN] [FOLDER...]

BIN is Bazel's folder of instrumented objects (*.gcno), FOLDER what GCOV_PREFIX named while the tests
ran (*.gcda). Branches are the sides of each decision; the exits of calls that throw are left out.
Functions of templates and headers that several objects have count once. --missing prints the lines
of matching files that have a branch which no test takes.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile


def find(root, suffix):
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(suffix):
                yield os.path.join(folder, name)


def decisions(branches):
    """The branches of a line without the pairs that calls have: the return and the exception."""
    kept = []
    for branch in branches:
        if branch["throw"]:
            if kept:
                kept.pop()
        else:
            kept.append(branch)
    return kept


def gcov(job):
    """The report of one object: its notes, and its counts where a test has run it."""
    notes, counts = job
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(notes, os.path.join(folder, "object.gcno"))
        if counts:
            shutil.copy(counts, os.path.join(folder, "object.gcda"))
        done = subprocess.run(
            ["gcov", "--json-format", "--branch-probabilities", "--stdout", "object.gcno"],
            cwd=folder, capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit("%s: %s" % (notes, done.stderr.decode()))
    files = []
    for text in done.stdout.decode().splitlines():
        for file in json.loads(text)["files"] if text.startswith("{") else []:
            if file["file"].startswith("fft/"):
                files.append((file["file"], [
                    (line["line_number"], line["count"] > 0,
                     tuple(branch["count"] > 0 for branch in decisions(line["branches"])))
                    for line in file["lines"]]))
    return files


def read(objects, counts, folders):
    """lines[file][number] is whether it was reached, branches[file][number] the list of sides."""
    by_object = {}
    for path in find(counts, ".gcda"):
        by_object[path[path.index("/bazel-out/"):-len(".gcda")]] = path
    jobs = []
    for path in find(objects, ".gcno"):
        name = os.path.realpath(path)
        name = name[name.index("/bazel-out/"):-len(".gcno")]
        if any("/bin/%s/" % folder in name for folder in folders):
            jobs.append((path, by_object.get(name)))
    lines = collections.defaultdict(dict)
    branches = collections.defaultdict(dict)
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for files in pool.map(gcov, jobs):
            for name, reports in files:
                for number, reached, sides in reports:
                    lines[name][number] = lines[name].get(number, False) or reached
                    known = branches[name].setdefault(number, [])
                    known += [False] * (len(sides) - len(known))
                    for i, taken in enumerate(sides):
                        known[i] = known[i] or taken
    return lines, branches


def percent(part, whole):
    return "%.1f %%" % (100.0 * part / whole) if whole else "-"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--objects", required=True)
    parser.add_argument("--counts", required=True)
    parser.add_argument("--missing", default="")
    parser.add_argument("folders", nargs="*", default=["fft"])
    options = parser.parse_args()
    lines, branches = read(options.objects, options.counts, options.folders)
    table = collections.defaultdict(lambda: [0, 0, 0, 0])
    for name in lines:
        folder = max((f for f in options.folders if name.startswith(f + "/")), key=len, default=None)
        if folder is None:
            continue
        row = table[folder]
        row[0] += len(lines[name])
        row[1] += sum(lines[name].values())
        row[2] += sum(len(sides) for sides in branches[name].values())
        row[3] += sum(sum(sides) for sides in branches[name].values())
    print("| folder | lines | reached | branches | reached |")
    print("|---|---|---|---|---|")
    for folder in sorted(table):
        row = table[folder]
        print("| `%s` | %d | %s | %d | %s |" %
              (folder, row[0], percent(row[1], row[0]), row[2], percent(row[3], row[2])))
    if not options.missing:
        return
    for name in sorted(branches):
        if not re.search(options.missing, name):
            continue
        with open(name) as file:
            text = file.read().split("\n")
        for number in sorted(branches[name]):
            sides = branches[name][number]
            if not all(sides):
                print("%s:%d: %s  %s" % (name, number, "".join("+" if s else "-" for s in sides),
                                         text[number - 1].strip()))


if __name__ == "__main__":
    main()
