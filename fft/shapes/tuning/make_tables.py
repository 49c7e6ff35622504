#!/usr/bin/env python3
"""Writes tables of measured shapes (fft/shapes/shape_tuning.h) as C++, so that no program parses them.

    make_tables.py sm_90.tuning ... > tables.inc

kTables: the name of a Target and its measured kernels, by key, for each file. A fault in a line fails the build."""

import os
import sys

# Keys are ordered as the entries of these tables are: the words of a line and their enumerators.
PRECISIONS = {"half": "Precision::kHalf", "single": "Precision::kSingle", "double": "Precision::kDouble"}
TILINGS = {"sbrr": "Tiling::kRowRow", "sbcc": "Tiling::kColCol", "sbrc": "Tiling::kRowCol", "sbcr": "Tiling::kColRow"}
USES = {"plain": "ShapeUse::kPlain", "twiddled": "ShapeUse::kTwiddled", "converting": "ShapeUse::kConverting",
        "restoring": "ShapeUse::kRestoring", "convolving": "ShapeUse::kConvolving"}
EXCHANGES = {"none": "Exchange::kNone", "pingpong": "Exchange::kPingPong", "full": "Exchange::kFull", "half": "Exchange::kHalf",
             "inplace": "Exchange::kInPlace"}


def row_of(words):
    """The key by which measured kernels are ordered, and the initialiser of a MeasuredRow."""
    length, precision, tiling, use, factors, threads, transforms, exchange, pad_every, groups, share = words[:11]
    if words[11:] not in ([], ["staged"], ["persistent"]):
        raise ValueError(f"{words[11:]}; allowed: 11 words, or staged or persistent after them")
    flags = ", ".join("true" if words[11:] == [word] else "false" for word in ("staged", "persistent"))
    radices = ", ".join(str(int(factor)) for factor in factors.split("x"))
    numbers = [int(number) for number in (threads, transforms, pad_every, groups)]
    lines, points = (int(number) for number in ("1*" + length).split("*")[-2:])
    key = (points, list(PRECISIONS).index(precision), list(TILINGS).index(tiling), list(USES).index(use), lines)
    return key, (f"{{{{{points}, {PRECISIONS[precision]}, {TILINGS[tiling]}, {USES[use]}, {lines}}}, {{{radices}}}, {numbers[0]}, "
                 f"{numbers[1]}, {EXCHANGES[exchange]}, {numbers[2]}, {numbers[3]}, {flags}, "
                 f"{float(share)!r}}},")


def lines_of(path):
    """Each line's number and text, with its words, key and initialiser where it is a measured kernel."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            words = line.split("#")[0].split()
            try:
                yield number, line, words, *(row_of(words) if words else (None, None))
            except (KeyError, ValueError) as error:
                sys.exit(f"{path}:{number}: {error}")


def rows_of(path):
    rows = sorted((key, text) for _, _, words, key, text in lines_of(path) if words)
    return [text for _, text in rows]


def main():
    names = []
    for path in sys.argv[1:]:
        names.append(os.path.basename(path).removesuffix(".tuning"))
        print(f"constexpr MeasuredRow kRows_{names[-1]}[] = {{", *rows_of(path), "};", sep="\n")
    print("constexpr std::pair<const char*, absl::Span<const MeasuredRow>> kTables[] = {")
    print(*[f'{{"{name}", kRows_{name}}},' for name in names], "};", sep="\n")


if __name__ == "__main__":
    main()
