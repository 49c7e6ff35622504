"""Arguments as scipy.fft takes them: arrays, shapes, axes, norms and workers, and their errors."""

import numbers
import operator
import os
import sys

import numpy as np

NORMS = ("backward", "ortho", "forward")


class Unsupported(TypeError):
    """An input that only SciPy's own functions transform."""


def floating(x):
    """x as an array of single or double precision: half becomes single, integers and objects double."""
    array = np.asarray(x)
    if array.dtype.kind not in "fc":
        return np.asarray(array, np.float64)
    if array.dtype.char == "e":
        return array.astype(np.float32)
    if array.dtype.char not in "fdFD":
        raise Unsupported(f"x has the type {array.dtype}; single and double precision are allowed")
    if array.ndim > 16:
        raise Unsupported(f"x has {array.ndim} dimensions; 16 are allowed")
    return array


def is_copy(array, x):
    """Whether the array has memory of its own, which nobody sees if it is overwritten."""
    if array is x or (not isinstance(x, np.ndarray) and hasattr(x, "__array__")):
        return False
    return array.base is None


def complex_array(array):
    """The array itself or, of reals, a complex copy."""
    return array if array.dtype.kind == "c" else array.astype(np.result_type(array.dtype, np.complex64))


def norm_index(norm, forward):
    """0: not scaled, 1: by 1/sqrt(N), 2: by 1/N."""
    norm = "backward" if norm is None else norm
    if norm not in NORMS:
        raise ValueError(f'Invalid norm value {norm!r}, should be "backward", "ortho" or "forward"')
    index = NORMS.index(norm)
    return index if forward else 2 - index


def thread_count(workers):
    """Threads for `workers`; None asks scipy.fft's set_workers, negative numbers count from the processors."""
    if workers is None:
        scipy_fft = sys.modules.get("scipy.fft")
        return scipy_fft.get_workers() if scipy_fft else 1
    workers = operator.index(workers)
    processors = os.cpu_count() or 1
    if workers == 0:
        raise ValueError("workers must not be zero")
    if workers < -processors:
        raise ValueError(f"workers value out of range; got {workers}, must not be less than {-processors}")
    return workers if workers > 0 else workers + 1 + processors


def _integers(value, name):
    try:
        return [operator.index(each) for each in ((value,) if isinstance(value, numbers.Number) else value)]
    except TypeError as error:
        raise ValueError(f"{name} must be a scalar or iterable of integers") from error


def line(array, n, axis):
    """(sizes, axes) of one axis; n may be None."""
    present = array.shape[axis]
    size = present if n is None else operator.index(n)
    if size < 1:
        raise ValueError(f"invalid number of data points ({size}) specified")
    return [size], [axis % array.ndim]


def box(array, s, axes):
    """(sizes, axes) of several axes; s and axes may be None."""
    ndim = array.ndim
    if axes is not None:
        axes = [axis + ndim if axis < 0 else axis for axis in _integers(axes, "axes")]
        if any(not 0 <= axis < ndim for axis in axes):
            raise ValueError("axes exceeds dimensionality of input")
        if len(set(axes)) < len(axes):
            raise ValueError("all axes must be unique")
    if s is not None:
        s = _integers(s, "shape")
        if axes is not None and len(axes) != len(s):
            raise ValueError("when given, axes and shape arguments have to be of the same length")
        if len(s) > ndim:
            raise ValueError("shape requires more axes than are present")
    if axes is None:
        axes = list(range(ndim - (ndim if s is None else len(s)), ndim))
    sizes = [array.shape[axis] if s is None or s[i] == -1 else s[i] for i, axis in enumerate(axes)]
    if any(size < 1 for size in sizes):
        raise ValueError(f"invalid number of data points ({sizes}) specified")
    return sizes, axes


def resized(array, sizes, axes):
    """The array cut, or copied and filled with zeros, to these sizes."""
    shape = list(array.shape)
    for size, axis in zip(sizes, axes):
        shape[axis] = size
    part = tuple(slice(min(old, new)) for old, new in zip(array.shape, shape))
    if array[part].shape == tuple(shape):
        return array[part]
    result = np.zeros(shape, array.dtype.newbyteorder("="))
    result[part] = array[part]
    return result
