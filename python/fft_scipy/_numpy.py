"""numpy.fft on this library, within a context manager."""

import numpy as np

from ._arguments import Unsupported
from ._functions import FUNCTIONS
from ._replaced import replaced

_NAMES = [kind + form for kind in ("fft", "ifft", "rfft", "irfft") for form in ("", "2", "n")] + ["hfft", "ihfft"]
# Until NumPy 2, numpy.fft computes in double precision alone.
_DOUBLE_ONLY = int(np.__version__.split(".", maxsplit=1)[0]) < 2


def _input(a):
    array = np.asarray(a)
    if _DOUBLE_ONLY and array.dtype.char in "efF":
        return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)
    if array.dtype.char in "gG":
        raise Unsupported(f"a has the type {array.dtype}; single and double precision are allowed")
    return array


def _covered(args, kwargs, several):
    """Whether scipy.fft takes the call, too: it has no `out`, no axis twice, and at least one axis."""
    if "out" in kwargs or len(args) > 3:
        return False
    axes = args[1] if len(args) > 1 else kwargs.get("axes")
    if not several or axes is None:
        return True
    return len(axes) > 0 and len(set(axes)) == len(axes) and len({axis < 0 for axis in axes}) == 1


def _function(name):
    several = name[-1] in "2n"

    def function(a, *args, **kwargs):
        if not _covered(args, kwargs, several):
            raise Unsupported(f"arguments of numpy.fft.{name} that scipy.fft.{name} does not take")
        return FUNCTIONS[name](_input(a), *args, **kwargs)

    return function


def patch_numpy():
    """Functions that are looked up in numpy.fft run on this library inside of the `with`."""
    return replaced((np.fft,), {name: _function(name) for name in _NAMES})
