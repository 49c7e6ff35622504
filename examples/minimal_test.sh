#!/bin/sh
# The minimal example runs, says what it found, and finds it right.
set -e
output=$(examples/minimal)
echo "$output"
echo "$output" | grep -q '|X\[7\]| = 1000.000'
