"""Differentiates a function on a grid by pyFFTW. `python3 derivative.py` runs on FFTW, `fft-run python3 derivative.py` on
this library."""

import sys

import numpy as np
import pyfftw

SIZE = 96
values = pyfftw.empty_aligned((SIZE, SIZE))
spectrum = pyfftw.empty_aligned((SIZE, SIZE // 2 + 1), "complex128")
forward = pyfftw.FFTW(values, spectrum, axes=(0, 1))
backward = pyfftw.FFTW(spectrum, values, axes=(0, 1), direction="FFTW_BACKWARD")

x, y = np.meshgrid(np.arange(SIZE) / SIZE, np.arange(SIZE) / SIZE, indexing="ij")
values[:] = np.sin(2 * np.pi * 3 * x) * np.cos(2 * np.pi * y)
forward()
spectrum *= 2j * np.pi * np.fft.fftfreq(SIZE, 1 / SIZE)[:, None]
backward()
error = np.abs(values - 6 * np.pi * np.cos(2 * np.pi * 3 * x) * np.cos(2 * np.pi * y)).max()
print(f"largest error {error:.1e}")
sys.exit(int(error > 1e-10))
