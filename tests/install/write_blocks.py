"""Writes the indented blocks of a page that begin with a comment naming a file: `# BUILD`, `// app.cc`.

    write_blocks.py PAGE FOLDER CHECKOUT

CHECKOUT stands in for /path/to/fft."""

import os
import re
import sys


def blocks(page):
    """The indented blocks, without their indentation."""
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
    page, folder, checkout = sys.argv[1:]
    names = []
    with open(page, encoding="utf-8") as file:
        for block in blocks(file.read()):
            named = re.match(r"(?:#|//) ([\w.]+)\n", block)
            if named and named.group(1) not in names:
                names.append(named.group(1))
                with open(os.path.join(folder, names[-1]), "w", encoding="utf-8") as out:
                    out.write(block.replace("/path/to/fft", checkout))
    wanted = {"WORKSPACE", ".bazelrc", "BUILD", "app.cc", "kernels.txt"}
    if not wanted <= set(names):
        sys.exit(f"{page} has blocks for {names}, not for {wanted - set(names)}")


if __name__ == "__main__":
    main()
