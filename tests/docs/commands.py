"""Runs the commands that pages show, and compares what they print with what the pages show.

    commands.py PAGE ... -- NAME=PROGRAM ...
    commands.py --write PAGE ... -- NAME=PROGRAM ...    puts what the commands print into the pages

A command is a line `    $ NAME ARGUMENTS` whose NAME is one of the programs; the block's lines up to the next command
are what it prints. A line `...` stands for any lines. Commands of other names (bazel, git) are not run. Predicted times
move with every change of the cost model, so times and numbers with a decimal point count as equal, and so do blanks.

Commands without `$`, in blocks and in code spans, may name what only the reader has, such as TOKEN or a GPU. The help of
their program has to list their flags, and those that name all they need and only plan are run too.
`bazel run //tools:NAME -- ARGUMENTS` is a command of NAME."""

import functools
import re
import shlex
import subprocess
import sys

PREFIX = "    "
PROMPT = PREFIX + "$ "
ANY = "..."
CODE = re.compile(r"`([^`\n]+)`")
FLAG = re.compile(r"(--[a-z][a-z-]*)(?:=.*)?")
# Words that may stand before a program's name: variables of the environment, and programs that start other
# programs.
STARTER = re.compile(r"^(?:\w+=\S+ +)*(?:mpirun -np \w+ |bazel run (?:--config=\w+ )?(?=//))?")
# Commands of `fft` that are quick and need no device.
PLANNING = ("plan", "candidates", "kernels", "show")
PLACEHOLDER = re.compile(r"[A-Z]+|.*[|<].*")
LABEL = re.compile(r"//[\w/]+:([\w-]+) -- ")


def commands(text):
    """Returns (number of the line, command, shown lines) of each command of a page."""
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
    """Whether the lines `printed` equal the lines `shown`. ANY in `shown` stands for any lines."""
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


def mentions(text):
    """Returns (number of the line, command) of the lines of blocks and the code spans that may be commands."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.startswith(PREFIX) and not line.startswith(PROMPT):
            end = number
            while lines[end].endswith("\\") and end + 1 < len(lines):
                end += 1
            yield number, " ".join(one.strip().rstrip("\\") for one in lines[number:end + 1])
        else:
            for code in CODE.findall(line):
                yield number, code


def words_of(command):
    """Returns the program's name and its arguments, without the words before the name and the remark
    behind the arguments."""
    command = STARTER.sub("", command.split(" #")[0].strip(), count=1)
    return LABEL.sub(r"\1 ", command, count=1).split()


@functools.lru_cache(maxsize=None)
def help_of(*command):
    """Returns the help that the command prints. For a script, returns the script's text."""
    with open(command[0], "rb") as file:
        if file.read(2) == b"#!":
            return (b"#!" + file.read()).decode()
    return subprocess.run([*command, "--help"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False).stdout


def unknown_words(words, program):
    """Returns the flags and the subcommand of a command that are missing in the program's help."""
    listed = help_of(program)
    if "COMMAND" in listed:
        if not re.search(rf"^  {re.escape(words[1])}\b", listed, re.MULTILINE):
            return [words[1]]
        listed = help_of(program, words[1])
    flags = [match.group(1) for match in map(FLAG.fullmatch, words) if match]
    return [flag for flag in flags if not re.search(re.escape(flag) + r"(?![\w-])", listed)]


def is_runnable(words):
    return (words[0] == "fft" and words[1] in PLANNING and len(words) > 2 and "--measure" not in words and
            not any(map(PLACEHOLDER.fullmatch, words)))


def check_mentions(path, text, programs):
    """Checks the commands of a page that are shown without their output. Returns (commands checked,
    faults)."""
    looked_at = faults = 0
    for number, command in mentions(text):
        words = words_of(command)
        if len(words) < 2 or words[0] not in programs:
            continue
        looked_at += 1
        program = programs[words[0]]
        found = [f"{word} is unknown" for word in unknown_words(words, program)]
        if not found and is_runnable(words):
            done = subprocess.run([program, *words[1:]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  check=False)
            found = [f"exit code {done.returncode}: {done.stdout}"] if done.returncode else []
        faults += len(found)
        for fault in found:
            print(f"{path}:{number + 1}: {command}: {fault}")
    return looked_at, faults


def run(command, programs):
    """Runs a command and returns (exit code, lines), or None if its program is not one of the given
    programs."""
    words = shlex.split(command, comments=True)
    if words[0] not in programs:
        return None
    done = subprocess.run([programs[words[0]]] + words[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    return done.returncode, done.stdout.rstrip("\n").split("\n")


def check(path, programs, write):
    """Runs the commands of a page and returns (commands that ran, faults). With `write` writes the
    output into the page."""
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
    ran = looked_at = faults = 0
    for path in arguments[int(write):middle]:
        page_ran, run_faults = check(path, programs, write)
        with open(path, encoding="utf-8") as file:
            page_looked_at, other_faults = check_mentions(path, file.read(), programs)
        ran, looked_at = ran + page_ran, looked_at + page_looked_at
        faults += run_faults + other_faults
    print(f"{ran} commands run and compared, {looked_at} others looked at, {faults} faults")
    return 1 if faults or ran == 0 or looked_at == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
