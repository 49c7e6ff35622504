"""Plans and calls. A call is what a function does with every array of one layout. Both stay in bounded caches."""

import collections
import ctypes
import math
import threading

import numpy as np

from . import _library

_ALIGNMENT = 256  # of a workspace, in bytes
_CAPACITY = 512

Side = collections.namedtuple("Side", "shape strides dtype")
Side.__doc__ = """One array of a transform, without its data: as NumPy says it, strides in bytes."""

Transform = collections.namedtuple("Transform", "type lengths axes kinds scale device ranges", defaults=(((), ()),))
Transform.__doc__ = """What runs along the axes of two arrays.

`type` is one of `_library`'s transforms, `lengths` and `kinds` have one entry for each of `axes`. The last axis of a
real transform is the one whose spectrum is halved. `device` is the text that opens the context. `ranges` of the input
and of the output say (first element, count) for each of `axes`, or nothing where the arrays hold whole axes.
"""


class Cache:
    """A dictionary of at most 512 entries; the one that was not used for the longest time goes first."""

    def __init__(self):
        self._entries = collections.OrderedDict()
        self._lock = threading.Lock()

    def __len__(self):
        return len(self._entries)

    def get(self, key, make):
        """The entry, made by `make()` where there is none. If two threads make it at once, the second one's stays."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None:
                self._entries.move_to_end(key)
                return entry
        entry = make()
        with self._lock:
            self._entries[key] = entry
            while len(self._entries) > _CAPACITY:
                self._entries.popitem(last=False)
        return entry


plans = Cache()


def packed(shape, dtype):
    """The side of a new array."""
    strides, stride = [], dtype.itemsize
    for length in reversed(shape):
        strides.append(stride)
        stride *= length
    return Side(tuple(shape), tuple(reversed(strides)), dtype)


def parts(side):
    """A side of complex numbers as reals, their real and imaginary parts along one more dimension."""
    if side.dtype.kind != "c":
        return side
    real = side.dtype.type(0).real.dtype
    return Side(side.shape + (2,), side.strides + (real.itemsize,), real)


def readable(side, misalignment):
    """Whether the library takes an array as it lies: native, aligned, with positive strides of whole elements."""
    unit = side.dtype.itemsize if side.dtype.kind == "c" else 2 * side.dtype.itemsize
    return (side.dtype.isnative and misalignment % unit == 0
            and all(stride > 0 and stride % side.dtype.itemsize == 0
                    for length, stride in zip(side.shape, side.strides) if length > 1))


def plan(transform, source, target, in_place):
    """The plan between two sides; None where there is nothing to compute."""
    if 0 in target.shape:
        return None
    key = (transform, source.dtype.char, in_place, _strides(source, transform.axes), _strides(target, transform.axes),
           loops(source, target, transform.axes))
    return plans.get(key, lambda: _library.Plan(_problem(*key), transform.device))


def _strides(side, axes):
    """Strides in elements along the axes. The stride of an axis of one element does not count."""
    return tuple(side.strides[axis] // side.dtype.itemsize if side.shape[axis] > 1 else 1 for axis in axes)


def loops(source, target, axes):
    """The other dimensions as (length, stride of source, stride of target); those that follow each other are merged."""
    merged = []
    for axis, length in enumerate(source.shape):
        if axis in axes or length == 1:
            continue
        loop = (length, source.strides[axis] // source.dtype.itemsize, target.strides[axis] // target.dtype.itemsize)
        if merged and merged[-1][1:] == (length * loop[1], length * loop[2]):
            loop = (merged.pop()[0] * length,) + loop[1:]
        merged.append(loop)
    return tuple(merged)


def _problem(transform, char, in_place, in_strides, out_strides, around):
    rank = len(transform.axes)
    problem = _library.Problem(rank=rank, transform=transform.type, placement=int(in_place), scale=transform.scale)
    problem.precision = _library.SINGLE if char in "fF" else _library.DOUBLE
    problem.lengths = (ctypes.c_int64 * rank)(*transform.lengths)
    problem.kinds = (ctypes.c_int32 * rank)(*transform.kinds)
    problem.input.strides = (ctypes.c_int64 * rank)(*in_strides)
    problem.output.strides = (ctypes.c_int64 * rank)(*out_strides)
    problem.input_ranges, problem.output_ranges = (
        (_library.Range * rank)(*side) if side else None for side in transform.ranges)
    if around:
        problem.batch, problem.input.distance, problem.output.distance = around[-1]
        problem.loop_count = len(around) - 1
        problem.loops = (_library.Loop * len(around))(*around)
    return problem


def run_chain(chain, space, source, target, spectra):
    """Runs a chain between arrays, with a workspace of its own."""
    workspace = space.empty((chain.workspace_bytes + _ALIGNMENT,), np.dtype(np.uint8))
    aligned = -(-space.address(workspace) // _ALIGNMENT) * _ALIGNMENT
    chain.execute(space.address(source), space.address(target), space.address(spectra), space.stream(source), aligned)


Given = collections.namedtuple("Given", "side misalignment reuse device")
Given.__doc__ = """What a call brings: an array, the rest of its address after whole units of 16 bytes, whether it may be
overwritten, and the device."""


class Ready:
    """A call for every array of one layout: what it copies, which plan runs, and what it returns.

    `reads` and `writes` are packed sides. An array that the library cannot read where it lies, or that is to be
    converted, filled with zeros or scaled at `ends` before the transform, is copied to `reads` first.
    """

    def __init__(self, given, reads, writes, transform, ends=((), ())):
        shape = given.side.shape
        self._axes, (self._before, self._after) = transform.axes, ends
        self._part = None
        if shape != reads.shape:
            self._part = tuple(slice(min(old, new)) for old, new in zip(shape, reads.shape))
        source = Side(reads.shape, given.side.strides, given.side.dtype)
        grown = any(new > old for old, new in zip(shape, reads.shape))
        self._copy = None
        if (grown or self._before or reads.dtype != given.side.dtype or not readable(source, given.misalignment)):
            source = self._copy = reads
        self._filled = self._part if grown else None
        same = (reads.shape, reads.dtype) == (writes.shape, writes.dtype)
        self._target = None if same and (self._copy or given.reuse) else writes
        sides = [source, self._target or source]
        if transform.type == _library.REAL_TO_REAL:
            sides = [parts(side) for side in sides]
        self.plan = plan(transform, *sides, self._target is None)

    def __call__(self, space, array):
        if self._part:
            array = array[self._part]
        if self._copy:
            array = space.copied(array, self._copy, self._filled)
        if self._before:
            _scale_ends(array, self._axes, self._before, math.sqrt(2.0))
        target = space.empty(self._target.shape, self._target.dtype) if self._target else array
        if self.plan:
            self.plan.execute(space.address(array), space.address(target), space.stream(target))
        if self._after:
            _scale_ends(target, self._axes, self._after, math.sqrt(0.5))
        return target


def _scale_ends(array, axes, ends, factor):
    for axis in axes:
        for end in ends:
            array[(slice(None),) * axis + (end,)] *= factor
