"""Runs count_tests.py on fabricated event files and test.xml files."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "count_tests.py")

PASS = '<testcase name="{}" classname="S" status="run" result="completed"/>'
FAIL = '<testcase name="{}" classname="S"><failure message="1 != 2&#x0A;more"/></testcase>'
SKIP = '<testcase name="{}" classname="S" result="skipped"><skipped message="no GPU"/></testcase>'
OFF = '<testcase name="{}" classname="S" status="notrun" result="suppressed"/>'
CRASH = '<testcase name="t/a_test" status="run"><error message="exited with error code 134"/></testcase>'
SCRIPT_PASS = '<testcase name="t/a_test" status="run"></testcase>'


class CountTestsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.events = []

    def result(self, status, *cases, label="//t:a_test", shard=1, attempt=1, xml=None):
        path = os.path.join(self.folder.name, f"{len(self.events)} test.xml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(xml or "<testsuites><testsuite>" + "".join(cases) + "</testsuite></testsuites>")
        key = {"label": label, "run": 1, "shard": shard, "attempt": attempt}
        output = [{"name": "test.xml", "uri": "file://" + path.replace(" ", "%20")}]
        body = {"status": status, "testActionOutput": output}
        self.events.append({"id": {"testResult": key}, "testResult": body})

    def count(self, exit_code=0):
        """Runs the script and returns (exit code, last line, whole output)."""
        path = os.path.join(self.folder.name, "events")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(json.dumps(event) for event in self.events) + "\n")
        command = [sys.executable, SCRIPT, f"--bazel_exit_code={exit_code}", path]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        return run.returncode, run.stdout.strip().split("\n")[-1], run.stdout

    def expect(self, exit_code, line, bazel_exit_code=0):
        self.assertEqual(self.count(bazel_exit_code)[:2], (exit_code, line))

    def test_passes(self):
        self.result("PASSED", PASS.format("A"), PASS.format("B"))
        self.result("PASSED", SCRIPT_PASS, label="//t:b_test")
        self.expect(0, "3 passed, 0 failed")

    def test_skipped_and_disabled_cases_are_skipped(self):
        self.result("PASSED", PASS.format("A"), SKIP.format("B"), OFF.format("C"))
        self.expect(0, "1 passed, 0 failed, 2 skipped")
        self.assertIn("SKIPPED //t:a_test S.B: no GPU", self.count()[2])

    def test_failed_case(self):
        self.result("FAILED", PASS.format("A"), FAIL.format("B"))
        self.expect(1, "1 passed, 1 failed", 3)
        self.assertIn("FAILED //t:a_test S.B: 1 != 2\n", self.count(3)[2])

    def test_shards_add_up(self):
        self.result("PASSED", PASS.format("A"), shard=1)
        self.result("PASSED", PASS.format("B"), shard=2)
        self.expect(0, "2 passed, 0 failed")

    def test_only_the_last_attempt_counts(self):
        self.result("FAILED", FAIL.format("A"), attempt=1)
        self.result("PASSED", PASS.format("A"), attempt=2)
        self.expect(0, "1 passed, 0 failed")

    def test_crash(self):
        self.result("FAILED", CRASH)
        self.expect(1, "0 passed, 1 failed", 3)

    def test_failure_after_the_cases_passed(self):
        self.result("FAILED", PASS.format("A"))
        self.expect(1, "1 passed, 1 failed", 3)

    def test_timeout_without_xml(self):
        self.result("TIMEOUT")
        self.events[-1]["testResult"]["testActionOutput"] = []
        self.expect(1, "0 passed, 1 failed", 3)

    def test_pass_without_cases(self):
        self.result("PASSED")
        self.expect(0, "1 passed, 0 failed")

    def test_unreadable_xml(self):
        self.result("PASSED", xml="<testsuites><testsuite>")
        self.expect(1, "0 passed, 1 failed")

    def test_target_that_does_not_build(self):
        self.result("PASSED", PASS.format("A"))
        failed = {"id": {"targetCompleted": {"label": "//t:b_test"}}, "completed": {}}
        self.events.append(failed)
        self.expect(1, "1 passed, 1 failed", 1)

    def test_missing_dependency_counts_for_its_users_only(self):
        cause = {"configuredLabel": {"label": "//u:c"}}
        aborted = {"reason": "ANALYSIS_FAILURE"}
        self.events.append({"id": cause, "aborted": aborted})
        self.events.append({"id": {"targetCompleted": {"label": "//t:b_test"}}, "children": [cause],
                            "aborted": aborted})
        self.expect(1, "0 passed, 1 failed", 1)
        self.assertIn("FAILED //t:b_test: does not build because of //u:c", self.count(1)[2])

    def test_package_that_does_not_load(self):
        self.result("PASSED", PASS.format("A"))
        aborted = {"reason": "LOADING_FAILURE", "description": "no such package"}
        self.events.append({"id": {"pattern": {"pattern": ["//u/..."]}}, "aborted": aborted})
        self.expect(1, "1 passed, 1 failed", 1)

    def test_failure_that_no_event_explains(self):
        self.expect(1, "0 passed, 1 failed", 37)


if __name__ == "__main__":
    unittest.main()
