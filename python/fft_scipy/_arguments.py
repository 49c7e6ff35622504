"""Arguments as scipy.fft takes them: arrays, shapes, axes, norms and workers, and their errors."""

import numbers
import operator
import os
import sys

import numpy as np

NORMS = ("backward", "ortho", "forward")


class Unsupported(TypeError):
    """An input that only SciPy's own functions transform."""


def floating(side):
    """The type that an array is transformed in: half becomes single, integers and objects become double."""
    if len(side.shape) > 16:
        raise Unsupported(f"x has {len(side.shape)} dimensions; 16 are allowed")
    if side.dtype.kind not in "fc":
        return np.dtype(np.float64)
    if side.dtype.char == "e":
        return np.dtype(np.float32)
    if side.dtype.char not in "fdFD":
        raise Unsupported(f"x has the type {side.dtype}; single and double precision are allowed")
    return side.dtype.newbyteorder("=")


def real_type(dtype):
    return np.dtype(np.float32 if dtype.char in "fF" else np.float64)


def complex_type(dtype):
    return np.dtype(np.complex64 if dtype.char in "fF" else np.complex128)


def refuse_plan(plan):
    if plan is not None:
        raise NotImplementedError("plan: precomputed plans are not supported; None is allowed")


def fixed(value):
    """Sizes or axes as a value that keys a dictionary."""
    if value is None or type(value) in (tuple, int) or not hasattr(value, "__iter__"):
        return value
    return tuple(value)


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
    if workers > 0:
        return workers
    if workers == 0:
        raise ValueError("workers must not be zero")
    processors = os.cpu_count() or 1
    if workers < -processors:
        raise ValueError(f"workers value out of range; got {workers}, must not be less than {-processors}")
    return workers + 1 + processors


def _integers(value, name):
    try:
        return [operator.index(each) for each in ((value,) if isinstance(value, numbers.Number) else value)]
    except TypeError as error:
        raise ValueError(f"{name} must be a scalar or iterable of integers") from error


def line(shape, n, axis):
    """(sizes, axes) of one axis; n may be None."""
    present = shape[axis]
    size = present if n is None else operator.index(n)
    if size < 1:
        raise ValueError(f"invalid number of data points ({size}) specified")
    return [size], [axis % len(shape)]


def box(shape, s, axes):
    """(sizes, axes) of several axes; s and axes may be None."""
    ndim = len(shape)
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
    sizes = [shape[axis] if s is None or s[i] == -1 else s[i] for i, axis in enumerate(axes)]
    if any(size < 1 for size in sizes):
        raise ValueError(f"invalid number of data points ({sizes}) specified")
    return sizes, axes


def full_sizes(shape, sizes, axes, extent):
    """Sizes of a transform from half a spectrum, of m elements along the last axis: 2 (m - 1) there, or as given."""
    last = extent[-1] if isinstance(extent, tuple) else extent
    if last is None or (isinstance(extent, tuple) and last == -1):
        sizes = sizes[:-1] + [2 * (shape[axes[-1]] - 1)]
        if sizes[-1] < 1:
            raise ValueError(f"Invalid number of data points ({sizes[-1]}) specified")
    return sizes
