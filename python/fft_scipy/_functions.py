"""The functions of scipy.fft on this library; the signatures are SciPy's."""

import collections
import math

import numpy as np
from numpy.lib.stride_tricks import as_strided

from . import _arguments, _library, _plans

_Call = collections.namedtuple("_Call", "sizes axes norm reuse threads")


def _scale(count, norm):
    return (1.0, 1.0 / math.sqrt(count), 1.0 / count)[norm]


def _complex(array, call, forward):
    if not call.axes:
        return array
    source = _plans.gathered(_arguments.complex_array(_arguments.resized(array, call.sizes, call.axes)))
    own = not np.shares_memory(source, array)
    axes = tuple(sorted(call.axes))
    lengths = tuple(source.shape[axis] for axis in axes)
    kind = _library.AXIS_FORWARD if forward else _library.AXIS_INVERSE
    transform = _plans.Transform(_library.COMPLEX_FORWARD if forward else _library.COMPLEX_INVERSE, lengths, axes,
                                 (kind,) * len(axes), _scale(math.prod(lengths), call.norm), call.threads)
    target = source if (own or call.reuse) and source.flags.writeable else np.empty(source.shape, source.dtype)
    _plans.execute(transform, source, target)
    return target


def _halved(sizes, axes, forward, type_, call):
    """A real transform: the axes in their order but the last, which stays last."""
    order = sorted(zip(axes[:-1], sizes[:-1])) + [(axes[-1], sizes[-1])]
    kind = _library.AXIS_FORWARD if forward else _library.AXIS_INVERSE
    return _plans.Transform(type_, tuple(size for _, size in order), tuple(axis for axis, _ in order),
                            (kind,) * len(order), _scale(math.prod(sizes), call.norm), call.threads)


def _real_to_half(array, call, forward):
    if array.dtype.kind == "c":
        raise TypeError("x must be a real sequence")
    if not call.axes:
        raise ValueError("at least 1 axis must be transformed")
    source = _plans.gathered(_arguments.resized(array, call.sizes, call.axes))
    shape = list(source.shape)
    shape[call.axes[-1]] = call.sizes[-1] // 2 + 1
    target = np.empty(shape, np.result_type(source.dtype, np.complex64))
    _plans.execute(_halved(call.sizes, call.axes, forward, _library.REAL_FORWARD, call), source, target)
    return target


def _half_to_real(array, call, forward):
    if not call.axes:
        raise ValueError("at least 1 axis must be transformed")
    stored = list(call.sizes[:-1]) + [call.sizes[-1] // 2 + 1]
    source = _plans.gathered(_arguments.complex_array(_arguments.resized(array, stored, call.axes)))
    shape = list(source.shape)
    shape[call.axes[-1]] = call.sizes[-1]
    target = np.empty(shape, source.real.dtype)
    _plans.execute(_halved(call.sizes, call.axes, forward, _library.REAL_INVERSE, call), source, target)
    return target


def _full_length(array, sizes, axes, given):
    """Sizes of a transform from half a spectrum: the last is twice what is stored, less the two ends."""
    if axes and not given:
        sizes = sizes[:-1] + [2 * (array.shape[axes[-1]] - 1)]
        if sizes[-1] < 1:
            raise ValueError(f"Invalid number of data points ({sizes[-1]}) specified")
    return sizes


def _prepared(x, place, extent, where, options):
    """The array and the call: `place` is `line` or `box` of _arguments."""
    norm, overwrite_x, workers, forward = options
    array = _arguments.floating(x)
    sizes, axes = place(array, extent, where)
    call = _Call(sizes, axes, _arguments.norm_index(norm, forward), overwrite_x or _arguments.is_copy(array, x),
                 _arguments.thread_count(workers))
    return array, call


def _fourier(compute, forward, x, place, extent, where, options, plan):
    if plan is not None:
        raise NotImplementedError("plan: precomputed plans are not supported; None is allowed")
    array, call = _prepared(x, place, extent, where, options + (forward,))
    if compute is _half_to_real:
        given = extent is not None and (place is _arguments.line or tuple(np.atleast_1d(extent))[-1:] != (-1,))
        call = call._replace(sizes=_full_length(array, call.sizes, call.axes, given))
    return compute(array, call, forward)


def _named(name, function):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"scipy.fft.{name} on this library."
    return function


def _line_function(name, compute, forward):
    def function(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
        return _fourier(compute, forward, x, _arguments.line, n, axis, (norm, overwrite_x, workers), plan)

    return _named(name, function)


def _box_function(name, compute, forward, default):
    def function(x, s=None, axes=default, norm=None, overwrite_x=False, workers=None, *, plan=None):
        return _fourier(compute, forward, x, _arguments.box, s, axes, (norm, overwrite_x, workers), plan)

    return _named(name, function)


def _ends(family, type_):
    """Where orthogonalize scales, as SciPy has it: (elements before the transform, elements after it) of each axis."""
    ends = {2: ((), (0,)), 3: ((0,), ())}
    if family == "dct":
        ends[1] = ((0, -1), (0, -1))
    return ends.get(type_, ((), ()))


def _scale_ends(array, axes, ends, factor):
    for axis in axes:
        for end in ends:
            array[(slice(None),) * axis + (end,)] *= factor


def _parts(array):
    """The array with its real and imaginary parts along one more dimension."""
    return as_strided(array.real, array.shape + (2,), array.strides + (array.itemsize // 2,))


def _trigonometric(array, call, family, type_, orthogonalize):
    if not call.axes:
        return array
    lengths = tuple(call.sizes)
    delta = {("dct", 1): -1, ("dst", 1): 1}.get((family, type_), 0)
    if min(lengths) + delta < 1:
        raise ValueError(f"DCT-I is not defined for {min(lengths)} data points; at least 2 are allowed")
    first = _library.DCT1 if family == "dct" else _library.DST1
    count = math.prod(2 * (length + delta) for length in lengths)
    transform = _plans.Transform(_library.REAL_TO_REAL, lengths, tuple(call.axes), (first + type_ - 1,) * len(lengths),
                                 _scale(count, call.norm), call.threads)
    before, after = _ends(family, type_) if orthogonalize else ((), ())
    source = _plans.gathered(_arguments.resized(array, call.sizes, call.axes))
    own = (call.reuse or not np.shares_memory(source, array)) and source.flags.writeable
    if before:
        source = source if own else source.copy()
        own = True
        _scale_ends(source, call.axes, before, math.sqrt(2.0))
    target = source if own else np.empty(source.shape, source.dtype)
    views = [_parts(each) if array.dtype.kind == "c" else each for each in (source, target)]
    _plans.execute(transform, views[0], views[0] if target is source else views[1])
    _scale_ends(target, call.axes, after, math.sqrt(0.5))
    return target


def _cosine_or_sine(family, forward, type_, x, place, extent, where, options, orthogonalize):
    if type_ not in (1, 2, 3, 4):
        raise ValueError(f"invalid {family.upper()} type {type_}; 1 to 4 are allowed")
    array, call = _prepared(x, place, extent, where, options + (forward,))
    if orthogonalize is None:
        orthogonalize = options[0] == "ortho"
    return _trigonometric(array, call, family, type_ if forward else {2: 3, 3: 2}.get(type_, type_), orthogonalize)


def _trigonometric_line(name, family, forward):
    def function(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
        return _cosine_or_sine(family, forward, type, x, _arguments.line, n, axis, (norm, overwrite_x, workers),
                               orthogonalize)

    return _named(name, function)


def _trigonometric_box(name, family, forward):
    def function(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None):
        return _cosine_or_sine(family, forward, type, x, _arguments.box, s, axes, (norm, overwrite_x, workers),
                               orthogonalize)

    return _named(name, function)


def _all():
    """Every function by its name."""
    made = []
    for name, compute, forward in (("fft", _complex, True), ("ifft", _complex, False), ("rfft", _real_to_half, True),
                                   ("irfft", _half_to_real, False), ("hfft", _half_to_real, True),
                                   ("ihfft", _real_to_half, False)):
        made += [_line_function(name, compute, forward), _box_function(name + "2", compute, forward, (-2, -1)),
                 _box_function(name + "n", compute, forward, None)]
    for family in ("dct", "dst"):
        for name, forward in ((family, True), ("i" + family, False)):
            made += [_trigonometric_line(name, family, forward), _trigonometric_box(name + "n", family, forward)]
    return {function.__name__: function for function in made}


FUNCTIONS = _all()
