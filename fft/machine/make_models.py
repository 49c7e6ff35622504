#!/usr/bin/env python3
"""Writes files of weights (fft/machine/model.h) as C++, so that no program parses them.

    make_models.py a100.model ... > models.inc

A file has facts about its machine, as `key value`. It has costs of work on that machine, as `weight number` under the
name of the weight's group; an array of weights has all its numbers on the line. `from NAME` takes the weights that the
file lacks from another file. The output compiles only if it has every weight of model.h, in the order of model.h, and no
other weight."""

import os
import sys

FACTS = ("target", "device", "measured", "dialect", "bandwidth_gbs")


def fail(path, number, message):
    sys.exit(f"{path}:{number}: {message}")


def read(path):
    """The facts of a file, and its weights: numbers as text, by group and name."""
    facts, groups, group = {}, {}, None
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            words = line.split("#")[0].split()
            if not words:
                continue
            if words[0].startswith("["):
                name = words[0].strip("[]")
                if len(words) > 1 or name in groups:
                    fail(path, number, f"{line.strip()}; allowed: a group, once, as [gpu.rows]")
                group = groups[name] = {}
                continue
            key, values = words[0], words[1:]
            known = facts if group is None else group
            if key in known or not values or (group is None and key not in FACTS + ("from",)):
                fail(path, number, f"{key}; allowed: each of {', '.join(FACTS)}, from and the weights once, with a value")
            if group is not None:
                for value in values:
                    try:
                        float(value)
                    except ValueError:
                        fail(path, number, f"{key} is {value}; allowed: numbers")
            known[key] = " ".join(values) if group is None else values
    for fact in FACTS:
        if fact not in facts:
            fail(path, 1, f"no {fact}")
    return facts, groups


def models_of(paths):
    """The facts and weights of each file by its name, including the weights that it takes from other files."""
    files = {os.path.basename(path).removesuffix(".model"): (path, *read(path)) for path in paths}

    def whole(name, depth=0):
        path, facts, groups = files[name]
        base = facts.get("from")
        if base is None:
            return groups
        if base not in files or depth > len(files):
            fail(path, 1, f"from {base}; allowed: another file, and no circle")
        merged = {group: dict(weights) for group, weights in whole(base, depth + 1).items()}
        for group, weights in groups.items():
            merged.setdefault(group, {}).update(weights)
        return merged

    return {name: (files[name][1], whole(name)) for name in sorted(files)}


def tree_of(groups):
    """Groups within groups: gpu.rows is rows of gpu."""
    tree = {}
    for group, weights in groups.items():
        at = tree
        for part in group.split("."):
            at = at.setdefault(part, {})
        at.update(weights)
    return tree


def initialiser(value):
    if isinstance(value, list):
        return value[0] if len(value) == 1 else "{" + ", ".join(value) + "}"
    return "{" + ", ".join(f".{name} = {initialiser(part)}" for name, part in value.items()) + "}"


def main():
    print("constexpr MachineModel kModels[] = {")
    for name, (facts, groups) in models_of(sys.argv[1:]).items():
        text = {key: '"' + facts[key] + '"' for key in ("target", "device", "measured")}
        weights = initialiser(tree_of(groups))[1:]
        print(f'{{.name = "{name}", .target = {text["target"]}, .device = {text["device"]}, .measured = {text["measured"]},')
        print(f'.dialect = Dialect::{facts["dialect"]}, .bandwidth_gbs = {facts["bandwidth_gbs"]}, {weights},')
    print("};")


if __name__ == "__main__":
    main()
