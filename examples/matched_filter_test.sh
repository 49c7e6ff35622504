#!/bin/sh
# Tests that the matched filter finds its pulse.
set -e
output=$(examples/matched_filter)
echo "$output"
echo "$output" | grep -q 'begins at sample 2600'
