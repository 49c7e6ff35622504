#!/usr/bin/env python3
"""Times calls of scipy.fft on SciPy and on this library, and prints CSV. Every figure is the best of seven
repetitions.

    PYTHONPATH=python FFT_LIBRARY=bazel-bin/packaging/libfft.so python3 bench/scipy_calls.py
"""

import timeit

import numpy as np
import scipy.fft

import fft_scipy

_CASES = [("fft", (n,), 1) for n in (16, 64, 256, 1024, 4096, 1 << 16, 1 << 20)]
_CASES += [(name, (n,), 1) for name in ("rfft", "irfft", "dct", "dst") for n in (16, 256, 4096)]
_CASES += [("fft", (1000, 1024), workers) for workers in (1, 2)]
_CASES += [("fft2", (n, n), workers) for n in (64, 512, 1024) for workers in (1, 2)]
_CASES += [("fftn", (64, 64, 64), workers) for workers in (1, 2)]


def _microseconds(call):
    call()
    number = max(1, int(0.02 / min(timeit.repeat(call, number=1, repeat=3))))
    return min(timeit.repeat(call, number=number, repeat=7)) / number * 1e6


def main():
    random = np.random.default_rng(43)
    print("function,shape,workers,scipy_us,ours_us,backend_us")
    for name, shape, workers in _CASES:
        x = random.standard_normal(shape)
        if name[:2] in ("ff", "ir"):
            x = x + 1j * random.standard_normal(shape)
        theirs, ours = getattr(scipy.fft, name), getattr(fft_scipy, name)
        times = [_microseconds(lambda: theirs(x, workers=workers)), _microseconds(lambda: ours(x, workers=workers))]
        with scipy.fft.set_backend(fft_scipy):
            times.append(_microseconds(lambda: theirs(x, workers=workers)))
        print(name, "x".join(map(str, shape)), workers, *(f"{time:.2f}" for time in times), sep=",", flush=True)


if __name__ == "__main__":
    main()
