"""The common part of the checks: the list of the project's files, and the report of findings."""

import argparse
import fnmatch
import os
import subprocess
import sys

# Folders whose files come from other projects or from programs.
SKIPPED_FOLDERS = ("node_modules", "golden", "goldens", "testdata", "results")


def source_files(root, extensions):
    """Returns the paths, relative to `root`, of the project's own files with one of the
    extensions."""
    listing = subprocess.run(
        ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    if listing.returncode == 0:
        paths = listing.stdout.decode().split("\0")
    else:
        paths = [os.path.relpath(os.path.join(folder, name), root)
                 for folder, _, names in os.walk(root) for name in names]
    return sorted(
        path for path in set(paths)
        if path.endswith(extensions) and os.path.isfile(os.path.join(root, path))
        and not any(part in SKIPPED_FOLDERS or part.startswith(("bazel-", "."))
                    for part in path.split("/")[:-1]))


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def read_exceptions(root):
    """Returns (rule, place) of the lines `rule path[:function]  reason` of
    tools/check_exceptions.txt."""
    path = os.path.join(root, "tools", "check_exceptions.txt")
    if not os.path.exists(path):
        return []
    exceptions = []
    for line in read(root, "tools/check_exceptions.txt").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        words = line.split(None, 2)
        if len(words) < 3:
            sys.exit(f"tools/check_exceptions.txt: an exception needs a reason: {line}")
        exceptions.append((words[0], words[1]))
    return exceptions


class Report:
    """Collects findings, leaves out the exceptions of tools/check_exceptions.txt, and prints the
    rest."""

    def __init__(self, root):
        self._exceptions = read_exceptions(root)
        self._findings = []

    def add(self, rule, path, line, message, function=None):
        places = [path] + ([f"{path}:{function}"] if function else [])
        for excepted_rule, pattern in self._exceptions:
            if excepted_rule == rule and any(fnmatch.fnmatch(place, pattern) for place in places):
                return
        self._findings.append(f"{path}:{line}: {rule}: {message}")

    def finish(self, files):
        """Prints the findings and returns the exit code of the check."""
        for finding in self._findings:
            print(finding)
        print(f"{files} files read, {len(self._findings)} findings")
        if files == 0:
            print("no files at all: the check looks in the wrong place")
        return 1 if self._findings or files == 0 else 0


def root_argument(description):
    """Returns the folder to check: --root, or by default the checkout of this file."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    return parser.parse_args().root
