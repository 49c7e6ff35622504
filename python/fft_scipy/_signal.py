"""scipy.signal's convolutions on this library, with SciPy's arguments.

Rows of one axis that a kernel holds are a chain: one kernel transforms, multiplies and transforms back. So are the
overlapping blocks of a long row. Everything else is a plan for each array, a product, and a plan back. Plans fill in
zeros and store what is wanted of the result.
"""

import collections
import contextlib
import math

import numpy as np

from . import _arguments, _arrays, _library, _plans
from ._frames import istft
from ._replaced import replaced

_MODES = ("full", "same", "valid")
_calls = _plans.Cache()

_Request = collections.namedtuple("_Request", "mode axes correlates in_blocks", defaults=(False,))

_Piece = collections.namedtuple("_Piece", "reads writes held stored blocks step")
_Piece.__doc__ = """What one chain computes of a convolution along an axis.

`reads` and `writes` are where it begins in the arrays, `held` and `stored` the ranges (first, count) of its own axis.
It does so `blocks` times, each time `step` elements further in both arrays.
"""


class _Axis(collections.namedtuple("_Axis", "axis signal taps start count length")):
    """One axis of a convolution.

    `signal` and `taps` are the sizes of the arrays. `start` and `count` say which elements of the full result are
    wanted. `length` is the length of the transforms.
    """

    def output_range(self, correlates):
        """The range (first, count) of a cyclic result that is stored. A full correlation begins with the lag 1 - taps."""
        first = self.start - (self.taps - 1 if correlates else 0)
        return first % self.length, self.count


def _fast_length(least):
    """The smallest even length of at least `least` points that is a power of two times 1, 3, 5, 7, 9 or 15."""
    return min(odd << max(1, (-(-least // odd) - 1).bit_length()) for odd in (1, 3, 5, 7, 9, 15))


def _axis(axis, first, second, mode):
    full = first + second - 1
    count = {"full": full, "same": first, "valid": abs(first - second) + 1}[mode]
    start = {"full": 0, "same": (full - first) // 2, "valid": min(first, second) - 1}[mode]
    # Products that wrap round fall on elements that are not wanted.
    length = _fast_length(max(first, second, start + count, full - start))
    return _Axis(axis, first, second, start, count, length)


def _kept_axes(shapes, request):
    """The axes that are transformed; errors are SciPy's. Along others the sizes agree, or one of them is 1."""
    first, second = shapes
    _, axes = _arguments.box(first, None, request.axes)
    if not axes:
        raise ValueError("when provided, axes cannot be empty")
    if request.mode not in _MODES:
        raise ValueError("acceptable mode flags are 'valid', 'same', or 'full'")
    kept = [axis for axis in sorted(axes) if second[axis] != 1 and (first[axis] != 1 or request.correlates)]
    if not all(first[axis] == second[axis] or 1 in (first[axis], second[axis])
               for axis in range(len(first)) if axis not in kept):
        raise ValueError(f"incompatible shapes for in1 and in2: {first} and {second}")
    compared = axes if request.correlates else kept
    if request.mode == "valid" and not any(all(one[axis] >= other[axis] for axis in compared)
                                           for one, other in (shapes, shapes[::-1])):
        raise ValueError("For 'valid' mode, one must be at least as large as the other in every dimension")
    return kept


class _Reader:
    """Reads an array where it lies, or from a packed copy in the type of the computation."""

    def __init__(self, given, dtype, copies=False):
        self._copies = copies or given.side.dtype != dtype or not _plans.readable(given.side, given.misalignment)
        self.side = _plans.packed(given.side.shape, dtype) if self._copies else given.side

    def __call__(self, space, array):
        return space.copied(array, self.side, None) if self._copies else array


def _transform(is_forward, dtype, axes, device, ranges):
    """The transform along a convolution's axes, forth or back. The one back is divided by the points."""
    if dtype.kind == "f":
        type_ = _library.REAL_FORWARD if is_forward else _library.REAL_INVERSE
    else:
        type_ = _library.COMPLEX_FORWARD if is_forward else _library.COMPLEX_INVERSE
    kind = _library.AXIS_FORWARD if is_forward else _library.AXIS_INVERSE
    lengths = tuple(each.length for each in axes)
    return _plans.Transform(type_, lengths, tuple(each.axis for each in axes), (kind,) * len(axes),
                            1.0 if is_forward else 1.0 / math.prod(lengths), device, ranges)


def _spectrum_shape(shape, axes, dtype):
    """An array's shape after the transform forth: half of the last axis where it is real."""
    shape = list(shape)
    for each in axes:
        shape[each.axis] = each.length
    if dtype.kind == "f":
        shape[axes[-1].axis] = axes[-1].length // 2 + 1
    return tuple(shape)


def _whole(axis, correlates):
    return [_Piece(0, 0, (0, axis.signal), axis.output_range(correlates), 1, 0)]


def _block_lengths(axis):
    """Lengths of transforms by which a convolution in blocks takes fewer operations than as a whole, fewest first."""
    def operations(length):
        return length * (math.log2(length) + 4)

    def of_blocks(length):
        return -(-axis.count // (length - axis.taps + 1)) * operations(length)

    lengths = [1 << bits for bits in range((2 * axis.taps).bit_length(), 15)]
    return sorted((each for each in lengths if of_blocks(each) < operations(axis.length)), key=of_blocks)


def _blocks(axis):
    """Overlap-save: a block reads length - taps + 1 new elements and taps - 1 old ones, and stores as many as are new.

    Blocks in the middle of the signal are one chain. Those that see an end of it have zeros there.
    """
    pieces, fresh, old = [], axis.length - axis.taps + 1, axis.taps - 1
    done = 0
    while done < axis.count:
        begin = axis.start + done - old
        first, end = max(0, begin), min(axis.signal, begin + axis.length)
        middle = min((axis.signal - begin - axis.length) // fresh + 1, (axis.count - done) // fresh)
        blocks = max(1, middle if begin >= 0 else 1)
        stored = min(fresh, axis.count - done)
        pieces.append(_Piece(first, done, (first - begin, end - first), (old, stored), blocks, fresh))
        done += stored * blocks
    return pieces


class _Product:
    """A convolution along no axis."""

    def __init__(self, correlates):
        self._correlates = correlates

    def __call__(self, space, signal, taps):
        return signal * (taps.conj() if self._correlates else taps)


class _ByPlans:
    """Transforms of both arrays, their product, and a transform back."""

    def __init__(self, givens, axes, correlates):
        dtype = _common_type(givens)
        self._multiply = _Product(correlates)
        self._readers = [_Reader(given, dtype) for given in givens]
        full, device = _arguments.complex_type(dtype), givens[0].device
        self._spectra = [_plans.packed(_spectrum_shape(given.side.shape, axes, dtype), full) for given in givens]
        held = [tuple((0, each.signal) for each in axes), tuple((0, each.taps) for each in axes)]
        self._forth = [_plans.plan(_transform(True, dtype, axes, device, (ranges, ())), reader.side, spectrum, False)
                       for ranges, reader, spectrum in zip(held, self._readers, self._spectra)]
        product = _plans.packed(tuple(map(max, *(side.shape for side in self._spectra))), full)
        shape = list(product.shape)
        for each in axes:
            shape[each.axis] = each.count
        self._result = _plans.packed(shape, dtype)
        wanted = tuple(each.output_range(correlates) for each in axes)
        self._back = _plans.plan(_transform(False, dtype, axes, device, ((), wanted)), product, self._result, False)

    def __call__(self, space, *arrays):
        spectra = [_executed(space, plan, reader(space, array), side)
                   for plan, reader, side, array in zip(self._forth, self._readers, self._spectra, arrays)]
        return _executed(space, self._back, self._multiply(space, *spectra), self._result)


def _executed(space, plan, array, side):
    target = space.empty(side.shape, side.dtype)
    plan.execute(space.address(array), space.address(target), space.stream(target))
    return target


class _ByChain:
    """Chains of one kernel along one axis. Taps that differ along other axes have a spectrum each, by the batch."""

    def __init__(self, givens, axis, correlates, pieces):
        dtype = _common_type(givens)
        taps = givens[1].side.shape
        shape = list(givens[0].side.shape)
        shape[axis.axis] = axis.count
        self._by_taps = [each for each, length in enumerate(taps) if length > 1 and each != axis.axis]
        if any(taps[each] != shape[each] for each in self._by_taps):
            raise _arguments.Unsupported("in2 has rows where in1 is broadcast")
        self._result = _plans.packed(shape, dtype)
        self._readers = [_Reader(given, dtype) for given in givens]
        if max(len(self._filtered(reader.side)) for reader in self._readers) > 1:
            self._readers = [_Reader(given, dtype, copies=True) for given in givens]
        signal, taps = (reader.side for reader in self._readers)
        if max(len(self._filtered(side)) for side in (signal, taps)) > 1:
            raise _arguments.Unsupported("in2 has rows along dimensions that do not follow each other")
        device = givens[0].device
        self._chains = [_library.Chain(self._token(signal, axis, correlates, piece), device, "FILTER") for piece in pieces]
        self._spectra = self._spectra_of(taps, axis)
        self._filter = _plans.plan(_transform(True, dtype, [axis], device, (((0, axis.taps),), ())), taps,
                                   self._spectra, False)

    def _filtered(self, side):
        """The rows that have taps of their own, as (length, stride of the side, stride of the result), merged."""
        return _plans.loops(side, self._result, [each for each in range(len(side.shape)) if each not in self._by_taps])

    def _token(self, signal, axis, correlates, piece):
        dtype = self._result.dtype
        in_stride, out_stride = (side.strides[axis.axis] // dtype.itemsize for side in (signal, self._result))
        around = list(_plans.loops(signal, self._result, [axis.axis, *self._by_taps]))
        if piece.blocks > 1:
            around.append((piece.blocks, piece.step * in_stride, piece.step * out_stride))
        filtered = self._filtered(signal)
        batch = filtered[0] if filtered else around.pop() if around else (1, 0, 0)
        kind, array = ("real", "R") if dtype.kind == "f" else ("complex", "CI")
        parts = [kind, "correlate" if correlates else "convolve", "len", axis.length,
                 "single" if dtype.char in "fF" else "double", "op_batch", batch[0], "istride", in_stride, array, "ostride",
                 out_stride, array, "idist", batch[1], "odist", batch[2], "ioffset", piece.reads * in_stride, 0, "ooffset",
                 piece.writes * out_stride, 0, "irange", *piece.held, "orange", *piece.stored]
        for loop in around:
            parts += ["loop", *loop]
        return "_".join(map(str, parts + (["spectra", batch[0]] if filtered else [])))

    def _spectra_of(self, taps, axis):
        """The array of spectra: rows of the taps in their order, the axis fastest."""
        dtype = _arguments.complex_type(taps.dtype)
        shape, strides = _spectrum_shape(taps.shape, [axis], taps.dtype), [0] * len(taps.shape)
        stride = dtype.itemsize
        for each in [axis.axis, *reversed(self._by_taps)]:
            strides[each] = stride
            stride *= shape[each]
        return _plans.Side(shape, tuple(strides), dtype)

    def __call__(self, space, *arrays):
        signal, taps = (reader(space, array) for reader, array in zip(self._readers, arrays))
        spectra = _executed(space, self._filter, taps, self._spectra)
        result = space.empty(self._result.shape, self._result.dtype)
        for chain in self._chains:
            chain.execute(space.address(signal), space.address(result), space.address(spectra), space.stream(result))
        return result


class _Swapped:
    """A convolution whose arrays are exchanged."""

    def __init__(self, ready):
        self._ready = ready

    def __call__(self, space, first, second):
        return self._ready(space, second, first)


def _common_type(givens):
    return np.result_type(*(_arguments.floating(given.side) for given in givens))


def _ready(givens, axes, correlates, in_blocks):
    if len(axes) == 1:
        blocks = [axes[0]._replace(length=length) for length in (_block_lengths(axes[0]) if in_blocks else ())]
        for axis, pieces in (*((each, _blocks(each)) for each in blocks), (axes[0], _whole(axes[0], correlates))):
            with contextlib.suppress(_arguments.Unsupported, _library.Unimplemented):
                return _ByChain(givens, axis, correlates, pieces)
    return _ByPlans(givens, axes, correlates)


def _prepared(givens, request):
    """A call that convolves every pair of arrays with the layouts of these two."""
    shapes = [given.side.shape for given in givens]
    axes = [_axis(axis, shapes[0][axis], shapes[1][axis], request.mode) for axis in _kept_axes(shapes, request)]
    if not axes:
        return _Product(request.correlates)
    if request.correlates or math.prod(shapes[0]) >= math.prod(shapes[1]):
        return _ready(givens, axes, request.correlates, request.in_blocks)
    axes = [each._replace(signal=each.taps, taps=each.signal) for each in axes]
    return _Swapped(_ready(givens[::-1], axes, False, request.in_blocks))


def _middle(shapes):
    """Where in1 is broadcast, mode "same" wants the middle of in2."""
    return tuple(slice((other - 1) // 2, (other + 1) // 2) if one == 1 else slice(None) for one, other in zip(*shapes))


def _convolved(in1, in2, request):
    (space, first, _), (other, second, _) = _arrays.of(in1), _arrays.of(in2)
    device = space.device(first, None)
    if other is not space:
        raise ValueError(f"in1 is an array on {device}, in2 another kind on {other.device(second, None)}")
    shapes = [space.layout(each)[0] for each in (first, second)]
    if len(shapes[0]) != len(shapes[1]):
        raise ValueError("in1 and in2 should have the same dimensionality")
    if not shapes[0]:
        return _Product(request.correlates)(space, first, second)
    if 0 in shapes[0] + shapes[1]:
        return space.empty((0,), np.dtype(np.float64))
    if request.mode == "same" and not request.correlates:
        second = second[_middle(shapes)]
    seen = tuple((space.layout(each), space.address(each) % 16) for each in (first, second))
    ready = _calls.get((seen, device, request), lambda: _prepared(
        [_plans.Given(_plans.Side(*layout), misalignment, False, device) for layout, misalignment in seen], request))
    return ready(space, first, second)


def fftconvolve(in1, in2, mode="full", axes=None):
    """scipy.signal.fftconvolve on this library."""
    return _convolved(in1, in2, _Request(mode, _arguments.fixed(axes), False))


def oaconvolve(in1, in2, mode="full", axes=None):
    """scipy.signal.oaconvolve on this library, in blocks by overlap-save along one axis."""
    return _convolved(in1, in2, _Request(mode, _arguments.fixed(axes), False, True))


def correlate(in1, in2, mode="full", method="auto"):
    """scipy.signal.correlate on this library, always by transforms; "direct" is for SciPy's own function."""
    if method not in ("auto", "direct", "fft"):
        raise ValueError("Acceptable method flags are 'auto', 'direct', or 'fft'.")
    if method == "direct":
        raise _arguments.Unsupported("method is 'direct'; 'auto' and 'fft' are allowed")
    result = _convolved(in1, in2, _Request(mode, None, True))
    space = _arrays.of(result)[0]
    wanted = np.result_type(*(_arrays.of(each)[0].layout(_arrays.of(each)[1])[2] for each in (in1, in2)))
    shape, _, dtype = space.layout(result)
    if dtype == wanted:
        return result
    return space.copied(result.round() if wanted.kind in "ui" else result, _plans.packed(shape, wanted), None)


FUNCTIONS = {function.__name__: function for function in (fftconvolve, oaconvolve, correlate, istft)}


def _refuse_sums(in1, in2, mode="full", method="auto"):
    """Leaves to SciPy the convolutions that it computes by sums: small ones, and integers that a transform would round."""
    arrays = [_arrays.of(each) for each in (in1, in2)]
    if method != "auto" or any(space is not _arrays.HOST for space, _, _ in arrays):
        return
    import scipy.signal  # pylint: disable=import-outside-toplevel
    (_, first, _), (_, second, _) = arrays
    if first.ndim != second.ndim or first.ndim == 0 or mode not in _MODES:
        raise _arguments.Unsupported("SciPy's errors, and its products of numbers")
    if scipy.signal.choose_conv_method(first, second, mode) == "direct":
        raise _arguments.Unsupported("SciPy computes this by sums")


def _correlate_unless_sums(*args, **kwargs):
    _refuse_sums(*args, **kwargs)
    return correlate(*args, **kwargs)


def patch_signal():
    """Functions that are looked up in scipy.signal run on this library inside of the `with`, as do those of SciPy's that
    call them."""
    import scipy.signal  # pylint: disable=import-outside-toplevel
    modules = (scipy.signal, scipy.signal._signaltools)  # pylint: disable=protected-access
    return replaced(modules, {**FUNCTIONS, "correlate": _correlate_unless_sums})
