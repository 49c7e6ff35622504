#!/bin/sh
# The tables that plot.py names have the columns that it reads; what is missing is named. Nothing is drawn.
set -e
python3 bench/plot.py --check

copy=$TEST_TMPDIR/copy
mkdir -p "$copy/bench/results"
cp bench/plot.py "$copy/bench"
cp bench/results/*.csv "$copy/bench/results"
table=$copy/bench/results/h200-h200-2026-11-23.csv
chmod u+w "$table"
python3 "$copy/bench/plot.py" --check
sed -i '1s/vkfft_ms/other_ms/' "$table"
if python3 "$copy/bench/plot.py" --check 2>"$TEST_TMPDIR/errors"; then exit 1; fi
grep -q 'h200-h200-2026-11-23.csv: no column vkfft_ms$' "$TEST_TMPDIR/errors"
rm -f "$table"
if python3 "$copy/bench/plot.py" --check 2>"$TEST_TMPDIR/errors"; then exit 1; fi
grep -q 'h200-h200-2026-11-23.csv: No such file' "$TEST_TMPDIR/errors"
