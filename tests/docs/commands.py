"""Runs the commands that pages show, and compares what they print with what the pages show.

    commands.py PAGE ... -- NAME=PROGRAM ...
    commands.py --write PAGE ... -- NAME=PROGRAM ...    puts what the commands print into the pages

A command is a line `    $ NAME ARGUMENTS` whose NAME is one of the programs; the block's lines up to the next one are
what it prints. A line `...` stands for any lines. Commands of other names (bazel, git) are not run. Predicted times move
with every change of the cost model, so times and numbers with a decimal point count as equal, and so do blanks."""

import re
import shlex
import subprocess
import sys

PREFIX = "    "
PROMPT = PREFIX + "$ "
ANY = "..."


def commands(text):
    """(number of the line, command, shown lines) of each command of a page."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not line.startswith(PROMPT):
            continue
        end = number + 1
        while end < len(lines) and re.match(PREFIX + r"|\s*$", lines[end]) and not lines[end].startswith(PROMPT):
            end += 1
        while not lines[end - 1].strip():
            end -= 1
        yield number, line[len(PROMPT):], [shown[len(PREFIX):] for shown in lines[number + 1:end]]


def normal(line):
    return re.sub(r"\s+", " ", re.sub(r"\d+\.\d+|\b\d+(?= [num]?s\b)", "#", line)).strip()


def matches(shown, printed):
    """Whether `printed` is what is shown; ANY in `shown` stands for any lines."""
    shown, printed = [normal(line) for line in shown], [normal(line) for line in printed]
    parts = [[]]
    for line in shown:
        if line == ANY:
            parts.append([])
        else:
            parts[-1].append(line)
    if len(parts) == 1:
        return shown == printed
    head, tail = parts[0], parts[-1]
    if printed[:len(head)] != head or (tail and printed[-len(tail):] != tail):
        return False
    at, end = len(head), len(printed) - len(tail)
    for part in parts[1:-1]:
        while at + len(part) <= end and printed[at:at + len(part)] != part:
            at += 1
        if at + len(part) > end:
            return False
        at += len(part)
    return at <= end


def run(command, programs):
    """(exit code, lines) of a command, or None where its program is not one of ours."""
    words = shlex.split(command, comments=True)
    if words[0] not in programs:
        return None
    done = subprocess.run([programs[words[0]]] + words[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    return done.returncode, done.stdout.rstrip("\n").split("\n")


def check(path, programs, write):
    """(commands that ran, faults) of a page, which gets what they print if `write`."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    lines, ran, faults, moved = text.split("\n"), 0, 0, 0
    for number, command, shown in list(commands(text)):
        done = run(command, programs)
        if done is None:
            continue
        ran += 1
        code, printed = done
        if code == 0 and (not shown or matches(shown, printed)):
            continue
        if code == 0 and write and ANY not in map(str.strip, shown):
            first = number + 1 + moved
            lines[first:first + len(shown)] = [(PREFIX + line).rstrip() for line in printed]
            moved += len(printed) - len(shown)
            continue
        faults += 1
        print(f"{path}:{number + 1}: {command}\n  exit code {code}; it prints\n" + "\n".join(f"    {line}" for line in printed))
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
    return ran, faults


def main():
    arguments = sys.argv[1:]
    write = arguments[:1] == ["--write"]
    if "--" not in arguments:
        sys.exit(__doc__)
    middle = arguments.index("--")
    programs = dict(argument.split("=", 1) for argument in arguments[middle + 1:])
    ran = faults = 0
    for path in arguments[int(write):middle]:
        page_ran, page_faults = check(path, programs, write)
        ran, faults = ran + page_ran, faults + page_faults
    print(f"{ran} commands run, {faults} of them do not print what their page shows")
    return 1 if faults or ran == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
