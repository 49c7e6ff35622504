#!/bin/sh
# The layer's outputs are the field's derivatives.
set -e
output=$(examples/fourier_layer)
echo "$output"
echo "$output" | grep -q 'largest error'
