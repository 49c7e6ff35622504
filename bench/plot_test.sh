#!/bin/sh
# Tests that the tables of plot.py have the columns that it reads, and that it names a missing
# column. Nothing is drawn.
set -e
python3 bench/plot.py --check

copy=$TEST_TMPDIR/copy
mkdir -p "$copy/bench/results"
cp bench/plot.py "$copy/bench"
cp bench/results/*.csv "$copy/bench/results"
name=$(sed -n 's/.*"\(h200-h200-[^"]*\)".*/\1/p' bench/plot.py | head -1)
table=$copy/bench/results/$name.csv
chmod u+w "$table"
python3 "$copy/bench/plot.py" --check
sed -i '1s/vkfft_ms/other_ms/' "$table"
if python3 "$copy/bench/plot.py" --check 2>"$TEST_TMPDIR/errors"; then exit 1; fi
grep -q "$name.csv: no column vkfft_ms\$" "$TEST_TMPDIR/errors"
rm -f "$table"
if python3 "$copy/bench/plot.py" --check 2>"$TEST_TMPDIR/errors"; then exit 1; fi
grep -q "$name.csv: No such file" "$TEST_TMPDIR/errors"
