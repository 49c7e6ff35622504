#!/usr/bin/env python3
"""Checks the sizes of files, functions and parameter lists, and that only some files name GPU
architectures."""

import fnmatch
import re
import sys

import cc_scan
import check_support

MAX_FILE_LINES = 600
MAX_FUNCTION_LINES = 100
# The most lines of a function; one function in a hundred may be longer.
USUAL_FUNCTION_LINES = 60
MAX_PARAMETERS = 6

CC = (".h", ".cc")
CODE = CC + (".def", ".py", ".sh", ".bzl", ".js", ".mjs", ".ts", ".tsx", ".css")

GPU_NAME = re.compile(r"\b(gfx[0-9][0-9a-f]*|sm_[0-9]+)")
GPU_NAMES_ALLOWED = (
    "fft/core/target*.h", "fft/core/target*.cc", "fft/rtc/*", "fft/codegen/emit*", "tests/*",
    "*_test.cc")


def check_file(report, path, text):
    lines = text.count("\n")
    if lines > MAX_FILE_LINES:
        report.add("file_lines", path, 1, f"{lines} lines, at most {MAX_FILE_LINES}")


def is_bool(parameter):
    """Whether a parameter is a bool by value: `bool`, `const bool x`, `bool x = true`."""
    words = [word for word in parameter if word != "const"]
    return words[:1] == ["bool"] and (len(words) == 1 or words[1] not in ("*", "&"))


def check_functions(report, path, text):
    """Checks the functions of a file and returns their lengths."""
    lengths = []
    for function in cc_scan.functions(text):
        lines = function.end_line - function.line + 1
        lengths.append((lines, path, function))
        if lines > MAX_FUNCTION_LINES:
            report.add("function_lines", path, function.line,
                       f"{function.name} has {lines} lines, at most {MAX_FUNCTION_LINES}",
                       function.name)
        parameters = function.parameters or []
        if len(parameters) > MAX_PARAMETERS:
            report.add("parameters", path, function.line,
                       f"{function.name} has {len(parameters)} parameters, at most {MAX_PARAMETERS}",
                       function.name)
        if any(is_bool(a) and is_bool(b) for a, b in zip(parameters, parameters[1:])):
            report.add("adjacent_bools", path, function.line,
                       f"{function.name} has two bools side by side; a call cannot tell them apart",
                       function.name)
    return lengths


def check_lengths(report, lengths):
    """Reports every function over the usual length if more than one function in a hundred is over
    it."""
    over = [one for one in lengths if one[0] > USUAL_FUNCTION_LINES]
    if len(lengths) < 100 or 100 * len(over) <= len(lengths):
        return
    for lines, path, function in over:
        report.add("function_p99", path, function.line,
                   f"{function.name} has {lines} lines; {len(over)} of {len(lengths)} functions have over "
                   f"{USUAL_FUNCTION_LINES}, one in a hundred may", function.name)


def check_gpu_names(report, path, text):
    """Reports names of GPU architectures in code and literals. Comments may mention them."""
    if any(fnmatch.fnmatch(path, pattern) for pattern in GPU_NAMES_ALLOWED):
        return
    for token in cc_scan.tokenize(text):
        match = GPU_NAME.search(token.text)
        if match:
            report.add("gpu_name", path, token.line,
                       f"{match.group()}: ask the Target table (fft/core/target.h) instead")


def main():
    root = check_support.root_argument(__doc__)
    report = check_support.Report(root)
    paths = check_support.source_files(root, CODE)
    lengths = []
    for path in paths:
        text = check_support.read(root, path)
        check_file(report, path, text)
        if path.endswith(CC):
            lengths += check_functions(report, path, text)
            check_gpu_names(report, path, text)
    check_lengths(report, lengths)
    return report.finish(len(paths))


if __name__ == "__main__":
    sys.exit(main())
