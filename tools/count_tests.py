#!/usr/bin/env python3
"""Counts test cases of a `bazel test` run and prints "N passed, N failed" as its last line.

    count_tests.py [--bazel_exit_code=N] EVENTS

EVENTS is the file of --build_event_json_file. It names the test.xml of each test of this run, also
of tests whose results come from Bazel's cache, and the targets that did not run. A target counts as
one failed case if it fails to load or to build, times out, or dies without naming a failed case. A
test without cases (a script) is one case. The exit status is 1 if anything failed.
"""

import argparse
import json
import sys
import urllib.parse
import xml.etree.ElementTree as ElementTree


class Tally:
    """The counts of a run. `failed` and `skipped` hold names and, if known, reasons."""

    def __init__(self):
        self.passed = 0
        self.failed = []
        self.skipped = []

    def last_line(self):
        line = f"{self.passed} passed, {len(self.failed)} failed"
        return line + (f", {len(self.skipped)} skipped" if self.skipped else "")


def case_outcome(case):
    """Returns ("passed" | "failed" | "skipped", reason) of one <testcase>."""
    for tag in ("failure", "error"):
        if case.find(tag) is not None:
            return "failed", (case.find(tag).get("message") or "").strip().split("\n")[0]
    skipped = case.find("skipped")
    if skipped is not None:
        return "skipped", " ".join((skipped.get("message") or skipped.text or "").split())
    if case.get("status") == "notrun" or case.get("result") in ("skipped", "suppressed"):
        return "skipped", "disabled"
    return "passed", ""


def count_xml(label, text, tally):
    """Adds the cases of one test.xml; returns how many there were and how many failed."""
    cases = failed = 0
    for case in ElementTree.fromstring(text).iter("testcase"):
        cases += 1
        outcome, reason = case_outcome(case)
        name = f"{case.get('classname', '')}.{case.get('name', '')}".strip(".")
        entry = (label if name == label.lstrip("/").replace(":", "/") else f"{label} {name}", reason)
        if outcome == "passed":
            tally.passed += 1
        elif outcome == "failed":
            failed += 1
            tally.failed.append(entry)
        else:
            tally.skipped.append(entry)
    return cases, failed


def count_result(label, result, tally):
    """Adds one run of one test or of one of its shards."""
    ok = result.get("status") in ("PASSED", "FLAKY")
    cases = failed = 0
    for output in result.get("testActionOutput", []):
        if output.get("name") != "test.xml":
            continue
        path = urllib.parse.unquote(urllib.parse.urlparse(output["uri"]).path)
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                cases, failed = count_xml(label, file.read(), tally)
        except (OSError, ElementTree.ParseError) as error:
            if ok:
                tally.failed.append((label, f"its test.xml cannot be read: {error}"))
                return
    if ok and cases == 0:
        tally.passed += 1
    elif not ok and failed == 0:
        tally.failed.append((label, result.get("status", "NO_STATUS")))


def read_events(lines):
    """Returns the last attempt of every test run, and a map of label to reason for every target
    that was not built."""
    results, broken = {}, {}
    for line in lines:
        event = json.loads(line)
        kind, key = next(iter(event["id"].items()), ("", {}))
        aborted = event.get("aborted", {})
        if kind == "testResult" and "testResult" in event:
            results[(key["label"], key.get("run"), key.get("shard"))] = event["testResult"]
        elif kind == "targetCompleted" and not event.get("completed", {}).get("success", False):
            if aborted.get("reason") != "SKIPPED":
                causes = [child["configuredLabel"]["label"] for child in event.get("children", [])
                          if "configuredLabel" in child]
                because = " because of " + ", ".join(causes) if causes else ""
                broken[key["label"]] = "does not build" + because
        elif kind == "pattern" and aborted:
            broken[" ".join(key.get("pattern", []))] = aborted.get("description", "").split("\n")[0]
    return results, broken


def count(lines, bazel_exit_code):
    """Returns the Tally of one run's events. An exit code other than 0 without any failure counts
    as a failure."""
    results, broken = read_events(lines)
    tally = Tally()
    for (label, _, _), result in sorted(results.items(), key=lambda item: item[0][0]):
        count_result(label, result, tally)
    tested = {label for label, _, _ in results}
    for label, reason in sorted(broken.items()):
        if label not in tested:
            tally.failed.append((label, reason))
    if bazel_exit_code != 0 and not tally.failed:
        tally.failed.append(("bazel", f"exit code {bazel_exit_code}"))
    return tally


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--bazel_exit_code", type=int, default=0)
    parser.add_argument("events")
    arguments = parser.parse_args()
    try:
        with open(arguments.events, encoding="utf-8") as file:
            tally = count([line for line in file if line.strip()], arguments.bazel_exit_code)
    except (OSError, ValueError) as error:
        tally = Tally()
        tally.failed.append(("bazel", f"its event file cannot be read: {error}"))
    for title, entries in (("SKIPPED", tally.skipped), ("FAILED", tally.failed)):
        for name, reason in entries:
            print(f"{title} {name}" + (f": {reason}" if reason else ""))
    print(tally.last_line())
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
