"""Writes the indented blocks of a page as files. A block begins with a comment that names its file: `#
BUILD`, `// app.cc`.

    write_blocks.py PAGE FOLDER CHECKOUT NAME ...

CHECKOUT replaces /path/to/fft in the blocks. Fails if the page has no block for one of the
NAMEs."""

import os
import re
import sys


def blocks(page):
    """Yields the indented blocks without their indentation."""
    block = []
    for line in page.split("\n") + ["end"]:
        if line.startswith("    "):
            block.append(line[4:])
        elif not line.strip() and block:
            block.append("")
        elif block:
            yield "\n".join(block).strip() + "\n"
            block = []


def main():
    page, folder, checkout = sys.argv[1:4]
    names = []
    with open(page, encoding="utf-8") as file:
        for block in blocks(file.read()):
            named = re.match(r"(?:#|//) ([\w.]+)\n", block)
            if named and named.group(1) not in names:
                names.append(named.group(1))
                with open(os.path.join(folder, names[-1]), "w", encoding="utf-8") as out:
                    out.write(block.replace("/path/to/fft", checkout))
    missing = set(sys.argv[4:]) - set(names)
    if missing:
        sys.exit(f"{page} has blocks for {names}, not for {missing}")


if __name__ == "__main__":
    main()
