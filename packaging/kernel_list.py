#!/usr/bin/env python3
"""Prints the list of kernels that ./install --aot compiles, for fft_aot_cache.

    kernel_list.py TARGETS [SUITE.tokens ...]

TARGETS are separated by commas. The lengths are the powers of two, three, five and seven to 2^14, in single
and double precision, forward and inverse, in and out of place, complex and real, alone and in batches; then
the problems of the suites."""

import sys

LONGEST = 1 << 14
# Small batches make kernels with fewer transforms in a workgroup; on a CPU kernels also differ by whether the batch is a
# multiple of what a workgroup does, and whether it stays in cache.
BATCHES = (1, 2, 3, 4, 8, 16, 64, 1000, 1001, 5000, 5001)


def powers():
    lengths = {1}
    for base in (2, 3, 5, 7):
        length = base
        while length <= LONGEST:
            lengths.add(length)
            length *= base
    return sorted(lengths)


def tokens():
    for length in powers():
        for precision in ("single", "double"):
            for batch in BATCHES:
                for direction in ("forward", "inverse"):
                    for placement in ("op", "ip"):
                        yield f"complex_{direction}_len_{length}_{precision}_{placement}_batch_{batch}"
                    yield f"real_{direction}_len_{length}_{precision}_op_batch_{batch}"


def suite(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            word = line.split("#")[0].strip()
            if word:
                yield word


def main():
    print("arch", sys.argv[1].replace(",", " "))
    for token in tokens():
        print("problem", token)
    for path in sys.argv[2:]:
        for token in suite(path):
            print("problem", token)


if __name__ == "__main__":
    main()
