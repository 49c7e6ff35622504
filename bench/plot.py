#!/usr/bin/env python3
"""Draws the plots of docs/performance.md and docs/performance-cpu.md from tables of bench/results.

    python3 bench/plot.py           draws all of PLOTS into docs/images/performance
    python3 bench/plot.py --check   checks only that the tables have what is read; needs no matplotlib

Drawing needs matplotlib (Debian: python3-matplotlib, which /usr/bin/python3 finds)."""

import csv
import io
import math
import os
import sys

# The images. Each has a name, the kind of its plot, a title and tables; each table has a caption and the peers
# that are read.
PLOTS = [
    ("gpu-lines", "shares", "Complex lines in single precision: share of a copy",
     [("h200-h200-2026-11-26", "", ("cufft", "vkfft"))]),
    ("gpu-ratios", "best_ratios", "Time of the better of cuFFT and VkFFT over ours, each problem a bar",
     [("h200-h200-2026-11-26", "h200.tokens", ("cufft", "vkfft")),
      ("h200-drawn60-2026-11-26", "drawn, 16 to 256 MB", ("cufft", "vkfft")),
      ("h200-medium50-convolutions-2026-11-24", "drawn, 1 to 100 MB", ("cufft", "vkfft"))]),
    ("cpu-ratios", "peer_ratios", "CPU: time of each peer over ours, in the order of the ratio",
     [("xeon-peers3-2026-11-22", "host.tokens and drawn", ("fftw", "mkl", "scipy")),
      ("xeon2-drawn204-2026-11-23", "drawn", ("fftw",)),
      ("xeon2-drawn-batches-2026-11-22", "drawn, 16 MB", ("fftw",))]),
]

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
IMAGES = os.path.join(ROOT, "docs", "images", "performance")
ALWAYS_READ = {"shares": ("token", "machine", "ours_ms", "copy_ms", "kernels"), "best_ratios": ("token", "machine", "ours_ms"),
               "peer_ratios": ("token", "machine", "ours_ms")}
# Colours from Okabe and Ito's palette, which colour-blind people can tell apart. Markers differ, too.
LOOKS = {"ours": ("ours", "#0072B2", "o"), "cufft": ("cuFFT", "#E69F00", "s"), "vkfft": ("VkFFT", "#009E73", "^"),
         "fftw": ("FFTW", "#0072B2", "o"), "mkl": ("MKL", "#E69F00", "s"), "scipy": ("ducc (SciPy)", "#009E73", "^")}
GREY = "#555555"
# A problem is compared with a copy only if all its transforms together have at least this many points. Smaller
# problems fit the cache.
LEAST_POINTS = 1 << 24
# A peer that Python calls counts only where this library takes at least this many milliseconds, since the
# call from Python takes some microseconds.
CALLED_FROM_PYTHON = ("mkl", "scipy")
LEAST_PYTHON_MS = 0.1
RATIO_TICKS = (0.25, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10, 20)


def read_table(name, columns):
    """Returns the rows of a table. All columns must be there; all but the first two must hold numbers."""
    path = os.path.join(ROOT, "bench", "results", name + ".csv")
    try:
        with open(path, encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        sys.exit(f"plot.py: {path}: {error.strerror}")
    if not rows:
        sys.exit(f"plot.py: {path}: no rows")
    missing = [column for column in columns if column not in rows[0]]
    if missing:
        sys.exit(f"plot.py: {path}: no column {', '.join(missing)}")
    for number, row in enumerate(rows, 2):
        for column in columns[2:]:
            try:
                row[column] = float(row[column])
            except (TypeError, ValueError):
                sys.exit(f"plot.py: {path}:{number}: {column} is no number: {row[column]}")
    return rows


def read_tables(kind, tables):
    """Returns (rows, caption, peers) of each table."""
    return [(read_table(name, ALWAYS_READ[kind] + tuple(peer + "_ms" for peer in peers)), caption, peers)
            for name, caption, peers in tables]


def complex_line(token):
    """Returns the length and the batch of a complex 1D problem in single precision, or None."""
    words = token.split("_")
    if words[0] != "complex" or words[2] != "len" or words[4] != "single":
        return None
    return int(words[3]), int(words[words.index("batch") + 1]) if "batch" in words else 1


def largest_prime_factor(number):
    largest, factor = 1, 2
    while factor * factor <= number:
        if number % factor:
            factor += 1
        else:
            largest, number = factor, number // factor
    return max(largest, number)


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def short_name(token):
    """Returns the short name of a problem, such as "100 x 100", "real 65536", or "1024 alone" for a
    batch of 1."""
    words = token.split("_")
    sizes = []
    for word in words[3:]:
        if not word.isdigit():
            break
        sizes.append(word)
    name = " x ".join(sizes)
    if words[0] == "real":
        name = ("real " if words[1] == "forward" else "real inverse ") + name
    if "double" in words:
        name += " double"
    return name + (" alone" if "batch" not in words or words[words.index("batch") + 1] == "1" else "")


def draw_shares(plt, title, tables):
    rows, _, peers = tables[0]
    lines = sorted((complex_line(row["token"])[0], row) for row in rows
                   if complex_line(row["token"]) and math.prod(complex_line(row["token"])) >= LEAST_POINTS)
    figure, panels = plt.subplots(1, 2, figsize=(9, 4.6), sharey=True, gridspec_kw={"width_ratios": (5, 3)})
    for panel, caption, kept in ((panels[0], "Factors to 13", lambda length: largest_prime_factor(length) <= 13),
                                 (panels[1], "Primes", lambda length: largest_prime_factor(length) == length > 13)):
        points = [(length, row) for length, row in lines if kept(length)]
        lengths = [length for length, _ in points]
        panel.hlines([1 / row["kernels"] for _, row in points], [length / 1.25 for length in lengths],
                     [length * 1.25 for length in lengths], color=GREY, linewidth=1.5,
                     label="bound of our plan: 1 / its kernels")
        for who in peers + ("ours",):
            label, colour, marker = LOOKS[who]
            panel.plot(lengths, [row["copy_ms"] / row[who + "_ms"] for _, row in points], color=colour, marker=marker,
                       markersize=5.5, linewidth=0.8, label=label)
        panel.set_xscale("log", base=2)
        panel.set_xlabel("length (points)")
        panel.set_title(caption)
        panel.grid(color="#dddddd")
    panels[0].set_ylim(0, 1.06)
    panels[0].set_ylabel("time of a copy / time of the transform")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="lower center", ncol=4, frameon=False)
    return finish(figure, title, tables)


def ratio_axis(panel, lowest, highest):
    panel.set_yscale("log")
    panel.set_ylim(lowest, highest)
    panel.set_yticks(RATIO_TICKS, [f"{tick:g}" for tick in RATIO_TICKS])
    panel.minorticks_off()
    panel.set_ylim(lowest, highest)
    panel.grid(axis="y", color="#dddddd")
    panel.axhline(1, color="black", linewidth=1.2)
    panel.set_xlabel("problems, sorted")


def draw_best_ratios(plt, title, tables):
    figure, panels = plt.subplots(1, len(tables), figsize=(9, 4.6), sharey=True,
                                  gridspec_kw={"width_ratios": [len(rows) for rows, _, _ in tables]})
    for panel, (rows, caption, peers) in zip(panels, tables):
        bars = sorted(min((row[peer + "_ms"] / row["ours_ms"], peer) for peer in peers) + (row["token"],) for row in rows)
        ratios = [ratio for ratio, _, _ in bars]
        for peer in peers:
            label, colour, _ = LOOKS[peer]
            ranks = [rank for rank, bar in enumerate(bars) if bar[1] == peer]
            panel.bar(ranks, [ratios[rank] - 1 for rank in ranks], bottom=1, width=0.8, color=colour,
                      label=f"{label} is the better")
        ratio_axis(panel, 0.55, 3.3)
        behind = sum(ratio < 1 for ratio in ratios)
        panel.set_title(f"{caption}\n{len(bars)} problems, {behind} below 1\ngeometric mean {mean(ratios):.2f}", fontsize=10)
        panel.text(3, 0.59, f"least: {short_name(bars[0][2])} ({ratios[0]:.2f})", fontsize=9, color=GREY)
    panels[0].set_ylabel("better peer's time / ours")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="lower center", ncol=2, frameon=False)
    return finish(figure, title, tables)


def draw_peer_ratios(plt, title, tables):
    figure, panels = plt.subplots(1, len(tables), figsize=(9, 5.2), sharey=True)
    for panel, (rows, caption, peers) in zip(panels, tables):
        ratio_axis(panel, 0.22, 24)
        below = []
        for peer in peers:
            label, colour, marker = LOOKS[peer]
            ratios = sorted(row[peer + "_ms"] / row["ours_ms"] for row in rows
                            if peer not in CALLED_FROM_PYTHON or row["ours_ms"] >= LEAST_PYTHON_MS)
            panel.plot(range(len(ratios)), ratios, color=colour, marker=marker, markersize=3, linewidth=0.8,
                       label=label + (f", where ours takes {LEAST_PYTHON_MS:g} ms or more" if peer in CALLED_FROM_PYTHON else ""))
            below.append(f"{label}: {sum(ratio < 1 for ratio in ratios)} of {len(ratios)} below 1, mean {mean(ratios):.2f}")
        panel.set_title("\n".join([caption] + below), fontsize=9)
    panels[0].set_ylabel("peer's time / ours")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="lower center", ncol=3, frameon=False, fontsize=9)
    return finish(figure, title, tables)


def finish(figure, title, tables):
    """Writes the title and below it each machine once. Several machines have the captions of their tables before
    them."""
    measured = {}
    for rows, caption, _ in tables:
        measured.setdefault(rows[0]["machine"], []).append(caption)
    lines = [(f"{'; '.join(captions)}: " if len(measured) > 1 else "") + machine for machine, captions in measured.items()]
    height = figure.get_figheight()
    figure.text(0.5, 1 - 0.12 / height, title, ha="center", va="top", fontsize=13, weight="bold")
    figure.text(0.5, 1 - 0.40 / height, "\n".join(lines), ha="center", va="top", fontsize=9, color=GREY)
    figure.tight_layout(rect=(0, 0.07, 1, 1 - (0.42 + 0.16 * len(lines)) / height))
    return figure


def draw():
    try:
        import matplotlib
        from PIL import Image  # which matplotlib needs itself
    except ImportError:
        sys.exit(f"plot.py: {sys.executable} has no matplotlib; on Debian: apt-get install python3-matplotlib, then "
                 "/usr/bin/python3 bench/plot.py")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    plt.rcdefaults()
    plt.rcParams.update({"font.family": "DejaVu Sans", "font.size": 10, "axes.spines.top": False, "axes.spines.right": False,
                         "axes.axisbelow": True, "axes.titlesize": 11})
    os.makedirs(IMAGES, exist_ok=True)
    for name, kind, title, tables in PLOTS:
        figure = {"shares": draw_shares, "best_ratios": draw_best_ratios, "peer_ratios": draw_peer_ratios}[kind](
            plt, title, read_tables(kind, tables))
        path = os.path.join(IMAGES, name + ".png")
        drawn = io.BytesIO()
        figure.savefig(drawn, dpi=200, facecolor="white", metadata={"Software": None})
        plt.close(figure)
        # 64 colours are enough. The file holds no date and no program's name, so equal tables make equal files.
        Image.open(drawn).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(path, format="PNG", optimize=True)
        print(f"{os.path.relpath(path, ROOT)}: {os.path.getsize(path) // 1000} kB")


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    for _, kind, _, tables in PLOTS:
        read_tables(kind, tables)
    if not sys.argv[1:]:
        draw()


if __name__ == "__main__":
    main()
