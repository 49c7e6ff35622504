"""Transforms between NumPy arrays: a plan for each layout, kept in a bounded cache."""

import collections
import ctypes
import threading

import numpy as np

from . import _library

_CAPACITY = 512

Transform = collections.namedtuple("Transform", "type lengths axes kinds scale threads")
Transform.__doc__ = """What runs along the axes of two arrays.

`type` is one of `_library`'s transforms, `lengths` and `kinds` have one entry for each of `axes`. The last axis of a
real transform is the one whose spectrum is halved.
"""

_plans = collections.OrderedDict()
_plans_lock = threading.Lock()


def direct(array):
    """Whether the library takes the array where it lies: native, aligned, with positive strides of whole elements."""
    unit = array.itemsize if array.dtype.kind == "c" else 2 * array.itemsize
    return (array.dtype.isnative and array.ctypes.data % unit == 0
            and all(stride > 0 and stride % array.itemsize == 0
                    for length, stride in zip(array.shape, array.strides) if length > 1))


def execute(transform, source, target):
    """Runs the transform from one array into another, or in place where they are the same object."""
    if target.size == 0:
        return
    key = (transform, source.dtype.char, source is target, _strides(source, transform.axes),
           _strides(target, transform.axes), _loops(source, target, transform.axes))
    with _plans_lock:
        plan = _plans.get(key)
        if plan is not None:
            _plans.move_to_end(key)
    if plan is None:
        plan = _library.Plan(_problem(*key), transform.threads)
        with _plans_lock:
            _plans[key] = plan
            while len(_plans) > _CAPACITY:
                _plans.popitem(last=False)
    plan.execute(source.ctypes.data, target.ctypes.data)


def _strides(array, axes):
    """Strides in elements along the axes; those of one element never count."""
    return tuple(array.strides[axis] // array.itemsize if array.shape[axis] > 1 else 1 for axis in axes)


def _loops(source, target, axes):
    """The other dimensions as (length, stride of source, stride of target), those merged that follow each other."""
    loops = []
    for axis, length in enumerate(source.shape):
        if axis in axes or length == 1:
            continue
        loop = (length, source.strides[axis] // source.itemsize, target.strides[axis] // target.itemsize)
        if loops and loops[-1][1:] == (length * loop[1], length * loop[2]):
            loop = (loops.pop()[0] * length,) + loop[1:]
        loops.append(loop)
    return tuple(loops)


def _problem(transform, char, in_place, in_strides, out_strides, loops):
    rank = len(transform.axes)
    problem = _library.Problem(rank=rank, transform=transform.type, placement=int(in_place), scale=transform.scale)
    problem.precision = _library.SINGLE if char in "fF" else _library.DOUBLE
    problem.lengths = (ctypes.c_int64 * rank)(*transform.lengths)
    problem.kinds = (ctypes.c_int32 * rank)(*transform.kinds)
    problem.input.strides = (ctypes.c_int64 * rank)(*in_strides)
    problem.output.strides = (ctypes.c_int64 * rank)(*out_strides)
    if loops:
        problem.batch, problem.input.distance, problem.output.distance = loops[-1]
        problem.loop_count = len(loops) - 1
        problem.loops = (_library.Loop * len(loops))(*loops)
    return problem


def gathered(array):
    """The array itself where the library can read it, else a packed copy."""
    return array if direct(array) else np.array(array, dtype=array.dtype.newbyteorder("="), order="C")
