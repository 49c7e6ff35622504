#!/usr/bin/env python3
"""Checks that every C++ file is formatted as .clang-format says. With FFT_FORMAT=fix, formats the
files instead.

Releases of clang-format differ in details, so only the release of Debian 12 counts. Without it, the
check is skipped and says so.
"""

import os
import subprocess
import sys

import check_support

RELEASE = "14."


def clang_format():
    """Returns the clang-format command to run, or None."""
    for command in ("clang-format-14", "clang-format"):
        try:
            version = subprocess.run([command, "--version"], stdout=subprocess.PIPE, text=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        if f"version {RELEASE}" in version.stdout:
            return command
    return None


def skip(reason):
    """Says in the log and in Bazel's report that nothing was checked."""
    print(f"SKIPPED: {reason}")
    if "XML_OUTPUT_FILE" in os.environ:
        with open(os.environ["XML_OUTPUT_FILE"], "w", encoding="utf-8") as file:
            file.write('<testsuites><testsuite name="format"><testcase name="format">'
                       f'<skipped message="{reason}"/></testcase></testsuite></testsuites>\n')
    return 0


def main():
    root = check_support.root_argument(__doc__)
    command = clang_format()
    if command is None:
        return skip(f"no clang-format {RELEASE}x on the PATH")
    paths = check_support.source_files(root, (".h", ".cc"))
    if not paths:
        print("no files at all: the check looks in the wrong place")
        return 1
    action = ["-i"] if os.environ.get("FFT_FORMAT") == "fix" else ["--dry-run", "-Werror"]
    run = subprocess.run([command, "--style=file"] + action + paths, cwd=root, check=False)
    print(f"{len(paths)} files read; to format them: FFT_FORMAT=fix tools/check_format.py")
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
