#!/usr/bin/env python3
"""Times convolutions of reals on this library and on scipy.signal (with --gpu: on PyTorch's transforms), and prints CSV.
Every figure is the best of seven repetitions.

    PYTHONPATH=python FFT_LIBRARY=bazel-bin/packaging/libfft.so python3 bench/scipy_convolutions.py
"""

import functools
import sys
import timeit

import numpy as np

import fft_scipy

# Each case has a function, the signal's shape and the shape of the taps. Taps of one dimension
# filter along the last axis.
_CASES = [("fftconvolve", (n,), (n // 8,)) for n in (1000, 8000, 100000)]
_CASES += [("fftconvolve", (1000, 1000), (1, 100)), ("fftconvolve", (64, 4000), (64, 4000))]
_CASES += [("fftconvolve", (n, n), (9, 9)) for n in (128, 512)]
_CASES += [("oaconvolve", (n,), (taps,)) for n, taps in ((1 << 16, 64), (1 << 18, 256), (1 << 20, 1024), (1 << 24, 512))]
_CASES += [("correlate", (n,), (n // 4,)) for n in (4000, 40000)]


class _Host:
    name = "host"

    def __init__(self):
        import scipy.signal
        self.peer = f"SciPy {scipy.__version__}"
        self._signal = scipy.signal

    def function(self, name):
        function = getattr(self._signal, name)
        return functools.partial(function, method="fft") if name == "correlate" else function

    array = staticmethod(np.asarray)

    def wait(self):
        pass


class _Gpu:
    """Times on PyTorch's tensors. The peer multiplies spectra of a length without large prime factors."""

    def __init__(self):
        import torch
        self._torch = torch
        self.name, self.peer = torch.cuda.get_device_name(), f"PyTorch {torch.__version__}"

    def array(self, x):
        return self._torch.from_numpy(x).cuda()

    def wait(self):
        self._torch.cuda.synchronize()

    def function(self, name):
        fft = self._torch.fft

        def convolve(one, other, mode, axes=None):
            axes = list(range(one.dim())) if axes is None else [axes]
            sizes = [1 << (one.shape[axis] + other.shape[axis] - 2).bit_length() for axis in axes]
            other = other.flip(*axes) if name == "correlate" else other
            whole = fft.irfftn(fft.rfftn(one, sizes, axes) * fft.rfftn(other, sizes, axes), sizes, axes)
            assert mode == "same"
            for axis in axes:
                whole = whole.narrow(axis, (other.shape[axis] - 1) // 2, one.shape[axis])
            return whole.contiguous()

        return convolve


def _microseconds(call, wait):
    call()
    wait()
    once = max(1e-6, min(timeit.repeat(lambda: (call(), wait()), number=1, repeat=3)))
    number = max(1, int(0.02 / once))

    def many():
        for _ in range(number):
            call()
        wait()

    return min(timeit.repeat(many, number=1, repeat=7)) / number * 1e6


def main():
    place = _Gpu() if "--gpu" in sys.argv[1:] else _Host()
    random = np.random.default_rng(43)
    print("function,shape,taps,precision,machine,peer_us,ours_us")
    for name, shape, taps in _CASES:
        for precision in (np.float32, np.float64):
            one, other = (place.array(random.standard_normal(each).astype(precision)) for each in (shape, taps))
            options = {"axes": 1} if len(shape) == 2 and (taps[0] in (1, shape[0])) else {}
            calls = [functools.partial(function, one, other, "same", **options)
                     for function in (place.function(name), getattr(fft_scipy, name))]
            difference = abs(calls[0]() - calls[1]()).max() / abs(calls[1]()).max()
            assert difference < (1e-5 if precision == np.float32 else 1e-13), (name, shape, taps, difference)
            times = [_microseconds(call, place.wait) for call in calls]
            print(name, "x".join(map(str, shape)), "x".join(map(str, taps)), np.dtype(precision).name,
                  f'"{place.name}, {place.peer}"', *(f"{time:.1f}" for time in times), sep=",", flush=True)


if __name__ == "__main__":
    main()
