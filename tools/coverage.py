#!/usr/bin/env python3
"""Reads gcov's counts and prints a table of folders: lines and branches that tests reach.

    coverage.py --objects BIN --counts FOLDER [--missing PATTERN] [FOLDER...]

BIN is Bazel's folder of instrumented objects (*.gcno). The first FOLDER is the value of GCOV_PREFIX during
the tests; it holds the counts (*.gcda). The other folders are those of the table.

A branch is one side of a condition in the source. Branches that the compiler adds do not count: exits of
calls that throw, ends of temporaries and scopes, values that no enumeration has. FFT_CHECK is an assertion,
so it has no branches. The branches of FFT_RETURN_IF_ERROR and FFT_ASSIGN_OR_RETURN, which pass on a callee's
error, have columns of their own.

A function of a template or header counts once, even if several objects contain it. --missing prints the
lines of files that match PATTERN and have a branch which no test takes.
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
    """Returns the branches of a line without the pairs of calls: the return and the exception."""
    kept = []
    for branch in branches:
        if branch["throw"]:
            if kept:
                kept.pop()
        else:
            kept.append(branch)
    return kept


def conditions(text):
    """Returns the number of conditions in a line of source."""
    text = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'|//.*', "", text)
    operators = text.count("&&") + text.count("||")
    choices = text.count("?") + len(re.findall(r"\b(?:if|while|for)\b", text))
    return operators + (choices or (1 if operators else 0))


def has_default(texts, first):
    """Whether the switch that begins on line `first` has a default."""
    indent = len(texts[first]) - len(texts[first].lstrip())
    for text in texts[first + 1:]:
        if text.startswith(" " * indent + "}"):
            return False
        if text.strip().startswith("default:") and len(text) - len(text.lstrip()) <= indent + 2:
            return True
    return True


def split(sides, texts, number):
    """Returns the branches of a line's conditions, and the branches that pass on errors."""
    text = texts[number - 1].strip()
    if "FFT_CHECK(" in text:
        return [], []
    if re.match(r"(} while .*)?switch\b", text):
        return (sides if has_default(texts, number - 1) else sides[:-1]), []
    # The compiler adds a check, at the end of the macro's scope, whether the return left it.
    for macro, added in (("FFT_RETURN_IF_ERROR", 4), ("FFT_ASSIGN_OR_RETURN", 2)):
        if macro in text:
            own = text[:text.index(macro)]
            first = max(0, len(sides) - added)
            return sides[:min(first, 2 * conditions(own))], sides[first:first + 2]
    # Branches of a condition's temporaries come behind the branches of the condition.
    return sides[:2 * conditions(text)], []


def gcov(job):
    """Returns gcov's report of one object. `job` has its notes and, if a test ran it, its counts."""
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
    """Returns (lines, branches).

    lines[file][number] says whether the line was reached; branches[file][number] says it of each branch.
    """
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
    table = collections.defaultdict(lambda: [0] * 6)
    decided = collections.defaultdict(dict)
    for name in lines:
        with open(name) as file:
            texts = file.read().split("\n")
        folder = max((f for f in options.folders if name.startswith(f + "/")), key=len, default=None)
        if folder is None:
            continue
        row = table[folder]
        row[0] += len(lines[name])
        row[1] += sum(lines[name].values())
        for number, sides in branches[name].items():
            own, passed_on = split(sides, texts, number)
            decided[name][number] = (own, texts[number - 1].strip())
            row[2] += len(own)
            row[3] += sum(own)
            row[4] += len(passed_on)
            row[5] += sum(passed_on)
    print("| folder | lines | reached | branches | reached | of errors passed on | reached |")
    print("|---|---|---|---|---|---|---|")
    for folder in sorted(table):
        row = table[folder]
        print("| `%s` | %d | %s | %d | %s | %d | %s |" %
              (folder, row[0], percent(row[1], row[0]), row[2], percent(row[3], row[2]), row[4],
               percent(row[5], row[4])))
    if not options.missing:
        return
    for name in sorted(decided):
        if not re.search(options.missing, name):
            continue
        for number, (sides, text) in sorted(decided[name].items()):
            if not all(sides):
                print("%s:%d: %s  %s" %
                      (name, number, "".join("+" if side else "-" for side in sides), text))


if __name__ == "__main__":
    main()
