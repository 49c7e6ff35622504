"""numpy.fft on this library, for as long as a context manager says."""

import contextlib
import functools

import numpy as np

from ._arguments import Unsupported
from ._functions import FUNCTIONS
from ._library import UNIMPLEMENTED, Error

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
    """Whether a call says nothing that numpy.fft takes and scipy.fft does not: an `out`, an axis twice or none."""
    if "out" in kwargs or len(args) > 3:
        return False
    axes = args[1] if len(args) > 1 else kwargs.get("axes")
    if not several or axes is None:
        return True
    return len(axes) > 0 and len(set(axes)) == len(axes) and len({axis < 0 for axis in axes}) == 1


def _switched(name, original):
    several = name[-1] in "2n"

    @functools.wraps(original)
    def function(a, *args, **kwargs):
        if not _covered(args, kwargs, several):
            return original(a, *args, **kwargs)
        try:
            return FUNCTIONS[name](_input(a), *args, **kwargs)
        except Unsupported:
            return original(a, *args, **kwargs)
        except Error as error:
            if error.code == UNIMPLEMENTED:
                return original(a, *args, **kwargs)
            raise

    return function


@contextlib.contextmanager
def patch_numpy():
    """Functions that are looked up in numpy.fft run on this library inside of the `with`."""
    originals = {name: getattr(np.fft, name) for name in _NAMES}
    try:
        for name, original in originals.items():
            setattr(np.fft, name, _switched(name, original))
        yield
    finally:
        for name, original in originals.items():
            setattr(np.fft, name, original)
