#!/bin/sh
# Tests that the minimal example runs, prints its result, and that the result is right.
set -e
output=$(examples/minimal)
echo "$output"
echo "$output" | grep -q '|X\[7\]| = 1000.000'
