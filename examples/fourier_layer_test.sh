#!/bin/sh
# Tests that the layer's outputs are the field's derivatives.
set -e
output=$(examples/fourier_layer)
echo "$output"
echo "$output" | grep -q 'largest error'
