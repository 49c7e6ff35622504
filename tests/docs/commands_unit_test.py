"""Tests that commands.py finds the faults of a page and accepts a page without faults."""

import os
import tempfile
import unittest

import commands

PROGRAMS = {"say": "/bin/echo", "print": "/usr/bin/printf", "fail": "/bin/false"}
TOOL = """#!/bin/sh
cat << HELP
usage: fft COMMAND
  build TOKEN --slow
  plan TOKEN
HELP
[ "$2" != bad ]
"""


class CommandsTest(unittest.TestCase):
    def check(self, text, write=False):
        """Returns (commands that ran, faults, the page afterwards)."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "page.md")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            ran, faults = commands.check(path, PROGRAMS, write)
            with open(path, encoding="utf-8") as file:
                return ran, faults, file.read()

    def test_commands_and_what_they_print(self):
        text = "Text.\n\n    $ say a\n    a\n    $ bazel build\n    $ say b c   # why\n    b c\n\nText.\n"
        self.assertEqual(self.check(text), (2, 0, text))

    def test_blank_lines(self):
        self.assertEqual(self.check("    $ print 'a\\n\\nb'\n    a\n\n    b\n\nText.\n\n    $ say c\n\n    $ say d\n    d\n")[:2], (3, 0))
        self.assertTrue(commands.matches(["a", "", "b"], ["a", "", "b"]))

    def test_other_words(self):
        self.assertEqual(self.check("    $ say a\n    b\n")[:2], (1, 1))
        self.assertEqual(self.check("    $ say a\n    a\n    a\n")[:2], (1, 1))

    def test_a_command_that_fails(self):
        self.assertEqual(self.check("    $ fail\n")[:2], (1, 1))

    def test_what_is_not_shown(self):
        self.assertEqual(self.check("    $ say a\n")[:2], (1, 0))

    def test_numbers_that_move(self):
        self.assertEqual(self.check("    $ say 'takes   12.5 us'\n    takes 3.25 us\n")[:2], (1, 0))
        self.assertEqual(self.check("    $ say 'takes 12 us'\n    takes 13 us\n")[:2], (1, 0))
        self.assertEqual(self.check("    $ say 'takes 12 users'\n    takes 13 users\n")[:2], (1, 1))

    def test_any_lines(self):
        printed = ["a", "b", "c", "b", "d"]
        for shown in (["a", "...", "d"], ["...", "c", "..."], ["a", "...", "b", "...", "d"], ["..."], ["...", "d"]):
            self.assertTrue(commands.matches(shown, printed), shown)
        for shown in (["b", "..."], ["...", "c"], ["a", "...", "e", "...", "d"], ["a", "b", "c", "b", "d", "...", "d"]):
            self.assertFalse(commands.matches(shown, printed), shown)

    def test_writes_what_is_printed(self):
        text = "    $ say a\n    b\n    c\n    $ say d\n    e\n\n    $ say f\n    ...\n    g\n"
        self.assertEqual(self.check(text, write=True), (3, 1, "    $ say a\n    a\n    $ say d\n    d\n\n    $ say f\n    ...\n    g\n"))

    def look_at(self, text):
        """Checks commands that are shown without their output. Returns (commands checked,
        faults)."""
        with tempfile.TemporaryDirectory() as folder:
            tool = os.path.join(folder, "tool")
            with open(tool, "w", encoding="utf-8") as file:
                file.write(TOOL)
            os.chmod(tool, 0o755)
            return commands.check_mentions("page.md", text, {"fft": tool, "say": "/bin/echo"})

    def test_flags_are_those_that_programs_take(self):
        self.assertEqual(self.look_at("    fft build TOKEN --slow=3   # why\n\n`fft build --slow` and `say --help`\n"), (3, 0))
        self.assertEqual(self.look_at("    fft build TOKEN --slower\n    say --hel\n    fft make it\n"), (3, 3))
        self.assertEqual(self.look_at("    A=1 bazel run --config=release //tools:fft -- build TOKEN \\\n        --fast\n"), (1, 1))
        self.assertEqual(self.look_at("    make --fast\n\nThe tool fft build --fast.\n"), (0, 0))

    def test_commands_that_only_plan_are_run(self):
        self.assertEqual(self.look_at("    fft plan good\n"), (1, 0))
        self.assertEqual(self.look_at("    fft plan bad\n"), (1, 1))
        self.assertEqual(self.look_at("    fft plan TOKEN\n\n`fft plan`\n"), (2, 0))


if __name__ == "__main__":
    unittest.main()
