#!/usr/bin/env python3
"""Puts the measured kernels of `fft tune --table` into a table of measured shapes.

    merge_rows.py [--if-faster] sm_90.tuning rows.tuning ...

A kernel takes the place of the one with its key (length, precision, tiling, use), or with --if-faster only of one that
reached a lesser share of a copy. Comments at the top of the table stay, and kernels are ordered as make_tables.py orders them."""

import sys

from make_tables import lines_of

SHARE = 10  # which word it is


def read(path):
    """Returns the comments at the top, and the words of every measured kernel by its key."""
    comments, rows = [], {}
    for number, line, words, key, _ in lines_of(path):
        if "#" in line and (words or rows):
            sys.exit(f"{path}:{number}: a comment; allowed: lines of comments above the first row")
        if not words:
            comments.append(line)
            continue
        if key in rows:
            sys.exit(f"{path}:{number}: a second row of its key")
        rows[key] = words
    return comments, rows


def main(arguments):
    if_faster = "--if-faster" in arguments
    paths = [argument for argument in arguments if argument != "--if-faster"]
    if len(paths) < 2 or any(path.startswith("-") for path in paths):
        sys.exit(__doc__)
    comments, table = read(paths[0])
    counts = {"added": 0, "replaced": 0, "kept": 0}
    for path in paths[1:]:
        for key, words in read(path)[1].items():
            known = table.get(key)
            if known and (known == words or if_faster and float(words[SHARE]) <= float(known[SHARE])):
                counts["kept"] += 1
                continue
            counts["replaced" if known else "added"] += 1
            table[key] = words
    with open(paths[0], "w", encoding="utf-8") as file:
        file.writelines(comments)
        file.writelines(" ".join(table[key]) + "\n" for key in sorted(table))
    print(f"{len(table)} rows:", ", ".join(f"{count} {what}" for what, count in counts.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
