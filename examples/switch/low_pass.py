"""Removes the noise of a signal by SciPy's functions. `python3 low_pass.py` runs on SciPy, `python3 low_pass.py
--fft` on this library."""

import sys

import numpy as np
import scipy.fft

if "--fft" in sys.argv:
    import fft_scipy
    scipy.fft.set_global_backend(fft_scipy)  # the one line

random = np.random.default_rng(7)
time = np.arange(6000) / 6000
clean = np.sin(2 * np.pi * 5 * time) + 0.5 * np.cos(2 * np.pi * 12 * time)
spectrum = scipy.fft.rfft(clean + 0.3 * random.standard_normal(time.size), norm="forward")
spectrum[scipy.fft.rfftfreq(time.size, 1 / 6000) > 20] = 0
error = np.abs(scipy.fft.irfft(spectrum, time.size, norm="forward") - clean).max()
print(f"largest error {error:.3f}")
sys.exit(int(error > 0.1))
