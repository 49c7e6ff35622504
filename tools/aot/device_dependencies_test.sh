#!/bin/sh
# Fails where the query finds a device library that the tool must not contain.
[ -f "$1" ] && [ ! -s "$1" ] && exit 0
echo "fft_aot_cache depends on:"
cat "$1"
exit 1
