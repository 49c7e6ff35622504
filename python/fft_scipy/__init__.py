"""SciPy's and NumPy's FFTs on this library. docs/python.md shows it by task.

    import scipy.fft, fft_scipy
    with scipy.fft.set_backend(fft_scipy):
        spectrum = scipy.fft.fft(x)
"""

from ._arguments import Unsupported
from ._array_api import ArrayApi as array_api
from ._functions import FUNCTIONS
from ._inspect import inspect
from ._library import Error, Unimplemented
from ._numpy import patch_numpy
from ._signal import FUNCTIONS as _SIGNAL_FUNCTIONS
from ._signal import patch_signal

__ua_domain__ = "numpy.scipy.fft"
globals().update({**FUNCTIONS, **_SIGNAL_FUNCTIONS})
__all__ = ["Error", "array_api", "inspect", "patch_numpy", "patch_signal", *FUNCTIONS, *_SIGNAL_FUNCTIONS]


def __ua_function__(method, args, kwargs):
    """SciPy's call of a backend; NotImplemented lets SciPy's own function run."""
    function = FUNCTIONS.get(method.__name__)
    if function is None:
        return NotImplemented
    try:
        return function(*args, **kwargs)
    except (Unsupported, Unimplemented):
        return NotImplemented
