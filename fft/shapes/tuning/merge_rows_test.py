"""Measured kernels replace those of their key, stay in order, and slower ones can be left out."""

import os
import subprocess
import sys
import tempfile
import unittest

FOLDER = os.path.dirname(os.path.realpath(__file__))
HEAD = "# A table.\n"
SHORT = "8 single sbrr plain 8 1 64 full 0 13 0.900\n"
LONG = "100 single sbrr plain 10x10 10 13 full 0 4 0.800\n"


class MergeTest(unittest.TestCase):
    def merge(self, rows, *options):
        """Returns the exit code, the output and the table of a run."""
        with tempfile.TemporaryDirectory() as folder:
            table, new = os.path.join(folder, "sm_1.tuning"), os.path.join(folder, "new")
            for path, text in ((table, HEAD + SHORT + LONG), (new, rows)):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
            command = [sys.executable, "-B", os.path.join(FOLDER, "merge_rows.py"), *options, table, new]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            with open(table, encoding="utf-8") as file:
                return done.returncode, done.stdout + done.stderr, file.read()

    def test_adds_in_order(self):
        row = "9 double sbcc twiddled 9 1 64 none 0 5 0.700 staged\n"
        self.assertEqual(self.merge(row), (0, "3 rows: 1 added, 0 replaced, 0 kept\n", HEAD + SHORT + row + LONG))

    def test_replaces(self):
        row = "8 single sbrr plain 8 1 32 full 0 16 0.850\n"
        self.assertEqual(self.merge(row), (0, "2 rows: 0 added, 1 replaced, 0 kept\n", HEAD + row + LONG))

    def test_keeps_what_is_faster(self):
        row = "8 single sbrr plain 8 1 32 full 0 16 0.850\n"
        self.assertEqual(self.merge(row, "--if-faster"), (0, "2 rows: 0 added, 0 replaced, 1 kept\n", HEAD + SHORT + LONG))

    def test_takes_what_is_faster(self):
        row = "8 single sbrr plain 8 1 32 full 0 16 0.950\n"
        self.assertEqual(self.merge(row, "--if-faster"), (0, "2 rows: 0 added, 1 replaced, 0 kept\n", HEAD + row + LONG))

    def test_refuses_what_it_would_lose(self):
        for rows in (SHORT + SHORT, SHORT + "# why\n", SHORT[:-1] + " # why\n"):
            code, output, table = self.merge(rows)
            self.assertEqual((code, table), (1, HEAD + SHORT + LONG))
            self.assertRegex(output, "new:[12]: a ")

    def test_refuses_what_is_no_row(self):
        code, output, table = self.merge(SHORT + "8 single sbrr\n")
        self.assertEqual((code, table), (1, HEAD + SHORT + LONG))
        self.assertIn("new:2: ", output)
        self.assertEqual(self.merge(SHORT, "--faster")[0], 1)


if __name__ == "__main__":
    unittest.main()
