#!/usr/bin/env python3
"""Runs the problems of FFTW's check.pl on all processors.

    check_in_parallel.py CHECK_PL BENCH [ARGUMENTS of check.pl]

check.pl runs its problems one command after the other. This script first runs it with a stand-in
for BENCH that notes the commands. Then it runs the problems of these commands in groups. Each group
has a folder of its own, so that the second command of --validate-wisdom finds the wisdom of the
first one. Prints the number of problems that passed. The exit status is 0 if all passed.
"""

import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

GROUP = 12  # problems of a command: many enough to hide its start, few enough to share the work

STAND_IN = """#!/usr/bin/env bash
case " $* " in *" --can-do "*) exec {bench} "$@" ;; esac
printf '%q ' "$@" >>{notes}
echo >>{notes}
"""

# "PROBLEM error error error": what bench prints of a problem that it verified.
RESULT = re.compile(r"^.+ [0-9.e+-]+ [0-9.e+-]+ [0-9.e+-]+$", re.MULTILINE)


def split_command(line):
    """Returns (options, problems) of a noted command."""
    options, problems = [], []
    words = iter(shlex.split(line))
    for word in words:
        if word == "--verify":
            problems.append(next(words))
        else:
            options.append(word)
    return options, problems


def noted_commands(check_pl, bench, arguments, folder):
    """Returns [(lists of options, problems)] of the commands that check.pl would run, in its
    order."""
    notes, stand_in = folder / "notes", folder / "bench"
    stand_in.write_text(STAND_IN.format(bench=shlex.quote(bench), notes=shlex.quote(str(notes))))
    stand_in.chmod(0o755)
    subprocess.run(["perl", check_pl, "-v", *arguments, stand_in], check=True, stdout=subprocess.DEVNULL, cwd=folder)
    commands = []
    for line in notes.read_text().splitlines():
        options, problems = split_command(line)
        if "-owisdom-only" in options:
            commands[-1][0].append(options)
        else:
            commands.append(([options], problems))
    return commands


def run_group(bench, option_lists, problems):
    """Runs one group of problems and returns (number of results, what went wrong or "")."""
    passed = 0
    with tempfile.TemporaryDirectory() as folder:
        for options in option_lists:
            verify = [word for problem in problems for word in ("--verify", problem)]
            ran = subprocess.run([bench, *options, *verify], cwd=folder, capture_output=True, text=True, errors="replace")
            count = len(RESULT.findall(ran.stdout))
            if ran.returncode != 0 or count != len(problems):
                said = (ran.stdout + ran.stderr).strip().splitlines()[-5:]
                return passed, "\n".join([f"FAILED ({ran.returncode}): {shlex.join(options + verify)}", *said])
            passed += count
    return passed, ""


def main():
    check_pl, bench, *arguments = sys.argv[1:]
    groups = []
    with tempfile.TemporaryDirectory() as folder:
        for options, problems in noted_commands(check_pl, bench, arguments, pathlib.Path(folder)):
            groups += [(options, problems[i : i + GROUP]) for i in range(0, len(problems), GROUP)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda group: run_group(bench, *group), groups))
    faults = [fault for _, fault in results if fault]
    for fault in faults[:10]:
        print(fault)
    passed = sum(count for count, _ in results)
    print(f"{passed} problems passed, {len(faults)} of {len(groups)} groups failed")
    sys.exit(0 if passed and not faults else 1)


if __name__ == "__main__":
    main()
