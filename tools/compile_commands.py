#!/usr/bin/env python3
"""Turns Bazel's compile actions (aquery --output=jsonproto) into compile_commands.json."""

import json
import sys


def source_of(arguments):
    """Returns the argument that follows -c, or None."""
    return next((b for a, b in zip(arguments, arguments[1:]) if a == "-c"), None)


def commands(actions, folder):
    seen = set()
    for action in actions:
        source = source_of(action.get("arguments", []))
        if source is None or source in seen or source.startswith("external/"):
            continue
        seen.add(source)
        yield {"directory": folder, "file": source, "arguments": action["arguments"]}


def main():
    folder = sys.argv[1]
    actions = json.load(sys.stdin).get("actions", [])
    json.dump(list(commands(actions, folder)), sys.stdout, indent=1)


if __name__ == "__main__":
    main()
