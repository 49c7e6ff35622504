#!/usr/bin/env python3
"""Checks pages and comments. Pages: length, width of lines, links, and that the files, targets and tables of results
which they name exist. Comments: that sentences have a subject and an end, and that the pages, headings and files
which they name exist."""

import fnmatch
import glob
import os
import re
import sys

import check_support
import comments

# Words of a page as `wc -w` counts them, by the first pattern that its path matches.
MAX_WORDS = (
    ("docs/techniques/*", 500),
    ("docs/performance.md", 1500),
    ("docs/ARCHITECTURE.md", 2500),
    ("*", 2000),
)
MAX_COLUMNS = 120
# This page is checked although its folder of tables is left out.
RESULTS_PAGE = "bench/results/README.md"
MAX_RELEASE_LINES = 40

# The beginning of a wrapped line that Markdown takes for an item of a list, a heading or a quotation. For
# example, "M - 1" wrapped before the "-" becomes an item.
WRAPPED_MARK = re.compile(r" {0,3}(?:[-*+] |\d+[.)] |#|>)")
LIST_ITEM = re.compile(r" {0,3}(?:[-*+] |\d+[.)] )")
LINK = re.compile(r"\]\(([^()\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
FOLDERS = "bench|docs|examples|fft|inspector|packaging|tests|third_party|tools"
NAMED_PATH = re.compile(rf"(?<![\w/.-])(?:{FOLDERS})/[\w./*{{}},-]*(?:/|\.\{{[\w,]+\}}|\.(?:bzl|c|cc|csv|def|h|hpp|json|md|mjs|problems|py|"
                        r"sh|table|tokens|ts|tsx|tuning|txt)(?![\w-]))")
NAMED_LABEL = re.compile(r"//([\w/]+)(?::(\w+))?")
BLOCK_LABEL = re.compile(r"(?<![\w:/@])//[\w/]+(?::\w+)?(?![\w/.:*])")
RESULT_TABLE = re.compile(r"[a-z0-9-]+-20\d\d-\d\d-\d\d(?:\.csv)?")
COMMENTED = (".h", ".hpp", ".c", ".cc", ".def", ".ts", ".tsx", ".mjs", ".css")
NAMED_SOURCE = re.compile(r"(?<![\w/.<-])[\w-]+(?:/[\w.-]+)*\.(?:bzl|cc|def|h|hpp|mjs|py|sh|table|ts|tsx|tuning)(?![\w-])")
# Files that comments may name although they are not in the project: the build makes them, or they
# belong to another project.
OTHER_SOURCES = re.compile(r"(?:absl|bazel-bin)/.*|assets\.cc|types\.ts|cuda_fp16\.h")
PAGE_HEADING = re.compile(r"(docs/[\w./-]+\.md)#([\w-]+)")
OPENS_WITH_OF = re.compile(r"(?:^|[.;:?!] )(Of\b.{0,40})")
SENTENCE_END = re.compile(r"""[.:;?!)"`>}\]]$""")
# Comments of fewer than four words, and comments in lower case, are labels of arguments and groups.
SENTENCE = re.compile(r"[^a-z-](?:\S* ){3}")
# Endings that macros of BUILD files append to the names of their targets.
MACRO_ENDINGS = ("", "_nightly_test", "_nightly", "_test")


def is_code(line):
    """Whether a line outside fences belongs to an indented block of code."""
    return line.startswith("    ")


def prose_lines(text):
    """Yields (number, line) of all lines that are neither code nor rows of a table."""
    is_fenced, after_blank, in_code = False, True, False
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("```"):
            is_fenced = not is_fenced
            continue
        in_code = is_code(line) and (after_blank or in_code)
        after_blank = not line.strip()
        if not is_fenced and not in_code and not line.startswith("|"):
            yield number, line


def check_words(report, path, text):
    most = next(words for pattern, words in MAX_WORDS if fnmatch.fnmatch(path, pattern))
    words = len(text.split())
    if words > most:
        report.add("page_words", path, 1, f"{words} words, at most {most}")


def check_columns(report, path, text):
    for number, line in prose_lines(text):
        if len(line) > MAX_COLUMNS and " " in line.strip():
            report.add("page_columns", path, number, f"{len(line)} columns, at most {MAX_COLUMNS}")


def check_wrapping(report, path, text):
    """Reports the wrapped lines of paragraphs that Markdown takes for an item of a list, a heading or a
    quotation. Lists are left out."""
    before, before_number, is_list = "", 0, False
    for number, line in prose_lines(text):
        is_first = number != before_number + 1 or not before.strip()
        is_list = bool(LIST_ITEM.match(line)) or line.startswith(" ") if is_first else is_list or before.endswith(":")
        if not is_first and not is_list and WRAPPED_MARK.match(line):
            report.add("page_wrapping", path, number, f'"{line[:20]}" begins a list, a heading or a quotation')
        before, before_number = line, number


def anchors(text):
    """Returns the names by which other pages can link to a page's headings."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links(report, root, path, text):
    for number, line in enumerate(text.split("\n"), start=1):
        for target in LINK.findall(CODE.sub("", line)):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            file = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
            if not os.path.exists(os.path.join(root, file)):
                report.add("page_link", path, number, f"{target}: {file} is not there")
            elif anchor and file.endswith(".md") and anchor not in anchors(check_support.read(root, file)):
                report.add("page_link", path, number, f"{target}: {file} has no such heading")


def alternatives(name):
    """`a.{h,cc}` stands for a.h and a.cc."""
    match = re.search(r"\{([^{}]*)\}", name)
    if not match:
        return [name]
    return [one for word in match.group(1).split(",")
            for one in alternatives(name[:match.start()] + word + name[match.end():])]


def has_target(root, package, target):
    path = os.path.join(root, package, "BUILD")
    if not os.path.exists(path):
        return False
    build = check_support.read(root, os.path.join(package, "BUILD"))
    names = [f'"{target[:len(target) - len(ending)]}"' for ending in MACRO_ENDINGS if target.endswith(ending)]
    names += [f'"{target[:length]}" +' for length in range(1, len(target))]
    return any(name in build for name in names)


def check_names(report, root, path, text):
    """Checks the files, targets and tables that stand in code spans, and the targets of Bazel's
    commands."""
    for number, line in enumerate(text.split("\n"), start=1):
        labels = BLOCK_LABEL.findall(line) if is_code(line) and "bazel " in line else []
        for code in CODE.findall(line) + labels:
            if NAMED_PATH.fullmatch(code) and "NAME" not in code:
                for name in alternatives(code):
                    if not glob.glob(os.path.join(root, name)):
                        report.add("page_name", path, number, f"{name} is not there")
            label = NAMED_LABEL.fullmatch(code)
            if label:
                package = label.group(1)
                if not has_target(root, package, label.group(2) or package.split("/")[-1]) and (
                        label.group(2) or not os.path.exists(os.path.join(root, package, "BUILD"))):
                    report.add("page_name", path, number, f"{code} is no target")
            if RESULT_TABLE.fullmatch(code):
                name = code if code.endswith(".csv") else code + ".csv"
                if not os.path.exists(os.path.join(root, "bench", "results", name)):
                    report.add("page_name", path, number, f"bench/results/{name} is not there")


def check_comment_names(report, root, path, comment, file_names):
    """Checks the files and the headings of pages that a comment names. A file may be named without
    its folder."""
    for name in NAMED_SOURCE.findall(comment.text):
        if os.path.basename(name) not in file_names and not OTHER_SOURCES.fullmatch(name):
            report.add("comment_name", path, comment.line, f"{name} is not there")
    for match in NAMED_PATH.finditer(comment.text):
        for name in alternatives(match.group()):
            if "FILE" not in name and not glob.glob(os.path.join(root, name)):
                report.add("comment_name", path, comment.line, f"{name} is not there")
    for page, anchor in PAGE_HEADING.findall(comment.text):
        if os.path.exists(os.path.join(root, page)) and anchor not in anchors(check_support.read(root, page)):
            report.add("comment_name", path, comment.line, f"{page} has no heading {anchor}")


def check_comments(report, root, path, file_names):
    for comment in comments.paragraphs(check_support.read(root, path)):
        check_comment_names(report, root, path, comment, file_names)
        for fragment in OPENS_WITH_OF.findall(comment.text):
            report.add("comment_of", path, comment.line, f'"{fragment}": a sentence needs a subject and a verb')
        is_sentence = SENTENCE.match(comment.text) and not comment.is_beside and not comment.ends_in_example
        if is_sentence and not SENTENCE_END.search(comment.text):
            report.add("comment_end", path, comment.line, f'"{comment.text[-40:]}": the sentence has no end')


def check_releases(report, path, text):
    for release in re.finditer(r"^## (.*)\n((?:(?!^## ).*\n?)*)", text, re.MULTILINE):
        lines = release.group(2).strip().count("\n") + 1
        if lines > MAX_RELEASE_LINES:
            number = text[:release.start()].count("\n") + 1
            report.add("release_lines", path, number, f"{release.group(1)} has {lines} lines, at most {MAX_RELEASE_LINES}")


def main():
    root = check_support.root_argument(__doc__)
    report = check_support.Report(root)
    paths = check_support.source_files(root, (".md",))
    if os.path.exists(os.path.join(root, RESULTS_PAGE)):
        paths.append(RESULTS_PAGE)
    for path in paths:
        text = check_support.read(root, path)
        check_words(report, path, text)
        check_columns(report, path, text)
        check_wrapping(report, path, text)
        check_links(report, root, path, text)
        check_names(report, root, path, text)
        if os.path.basename(path) == "CHANGELOG.md":
            check_releases(report, path, text)
    sources = check_support.source_files(root, COMMENTED)
    file_names = {os.path.basename(path) for path in check_support.source_files(root, ("",))}
    for path in sources:
        check_comments(report, root, path, file_names)
    return report.finish(len(paths) + len(sources))


if __name__ == "__main__":
    sys.exit(main())
