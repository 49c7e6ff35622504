#!/bin/sh
# The matched filter finds its pulse.
set -e
output=$(examples/matched_filter)
echo "$output"
echo "$output" | grep -q 'begins at sample 2600'
