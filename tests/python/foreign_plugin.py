"""A plugin of pytest that runs SciPy's or NumPy's tests on the library. FFT_SCIPY says which: scipy, signal or
numpy."""

import os

import fft_scipy


def pytest_configure():
    if os.environ["FFT_SCIPY"] == "scipy":
        import scipy.fft
        scipy.fft.set_global_backend(fft_scipy)
        scipy.fft.register_backend("scipy")
    elif os.environ["FFT_SCIPY"] == "signal":
        fft_scipy.patch_signal().__enter__()
    else:
        fft_scipy.patch_numpy().__enter__()
