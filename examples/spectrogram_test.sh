#!/bin/sh
# Tests that the example computes all frames and finds the tone in each.
set -e
output=$(examples/spectrogram)
echo "$output"
echo "$output" | grep -q '198 frames of 201 bins'
