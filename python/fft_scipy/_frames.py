"""Short-time transforms, forth and back. The way back has SciPy's arguments, too.

Forth is one transform of frames that overlap, times a window. The way back is one chain: the frames' transform, and a
kernel that adds them, times a window. Arrays are read where they lie.
"""

import collections
import math
import operator
import warnings

import numpy as np

from . import _arguments, _arrays, _library, _plans

_calls = _plans.Cache()
_transforms = _plans.Cache()
_windows = _plans.Cache()

Frames = collections.namedtuple("Frames", "length kept hop is_half scale samples divides", defaults=((0, 0), False))
Frames.__doc__ = """How signals and frames belong together.

`length` counts the points of a frame's transform, `kept` the samples of the frame, and `hop` those from one frame to the
next. `is_half` says whether signals are real and half of each spectrum is there. On the way back `samples` is the part
(first, count) of the signal that is wanted, and `divides` says whether it is divided by the sum of the squared factors.
"""


def _step(side, axis):
    return side.strides[axis] // side.dtype.itemsize if side.shape[axis] > 1 else 1


def _bins(frames):
    return frames.length // 2 + 1 if frames.is_half else frames.length


def _token(name, count, frames, ends, ranges, around):
    """The token of so many frames. `ends` are (type, stride, distance) of the input and of the output."""
    parts = ["real" if frames.is_half else "complex", name, "len", frames.length,
             "single" if ends[0][0].char in "fF" else "double", "op_batch", count]
    for stride, (dtype, step, _) in zip(("istride", "ostride"), ends):
        parts += [stride, step, ("HI" if frames.is_half else "CI") if dtype.kind == "c" else "R"]
    parts += ["idist", ends[0][2], "odist", ends[1][2], "ioffset", 0, 0, "ooffset", 0, 0, *ranges]
    for loop in around:
        parts += ["loop", *loop]
    parts += ["scale", repr(frames.scale)] if frames.scale != 1 else []
    return "_".join(map(str, parts))


def _loops(source, target, own):
    """The loops over all dimensions of two sides but the last ones, `own` of each."""
    around = [_plans.Side(side.shape[:-count], side.strides[:-count], side.dtype)
              for side, count in zip((source, target), own)]
    return _plans.loops(*around, ())


def _factors(space, window, side):
    """The window as the library reads it, a packed array that is aligned to two factors."""
    fits = space.layout(window) == side and space.address(window) % (2 * side.dtype.itemsize) == 0
    return window if fits else space.copied(window, side, None)


class _Forth:
    """A call that transforms the frames of signals of one layout, whose last dimension is that of samples."""

    def __init__(self, side, misalignment, frames, device):
        real = _arguments.real_type(_arguments.floating(side))
        self._window = _plans.packed((frames.kept,), real)
        dtype = real if frames.is_half else _arguments.complex_type(real)
        self._copy = None
        if dtype != side.dtype or _step(side, -1) != 1 or not _plans.readable(side, misalignment):
            side = self._copy = _plans.packed(side.shape, dtype)
        count = 1 + (side.shape[-1] - frames.length) // frames.hop
        self._result = _plans.packed((*side.shape[:-1], count, _bins(frames)), _arguments.complex_type(dtype))
        ends = (dtype, 1, frames.hop), (self._result.dtype, 1, _bins(frames))
        token = _token("forward", count, frames, ends, (), _loops(side, self._result, (1, 2))) + "_window"
        self._plan = None
        if 0 not in self._result.shape:
            self._plan = _transforms.get((token, device),
                                         lambda: _library.Plan(_library.Problem(token=token.encode()), device))

    def __call__(self, space, array, window):
        if self._copy:
            array = space.copied(array, self._copy, None)
        result = space.empty(self._result.shape, self._result.dtype)
        if self._plan:
            factors = _factors(space, window, self._window)
            self._plan.execute(space.address(array), space.address(result), space.stream(result), space.address(factors))
        return result


class _Back:
    """A call that adds the frames of one layout. The last two dimensions are frames and bins."""

    def __init__(self, side, misalignment, frames, device):
        real = _arguments.real_type(_arguments.floating(side))
        self._window = _plans.packed((frames.kept,), real)
        dtype = _arguments.complex_type(real)
        self._copy = None
        if dtype != side.dtype or not _plans.readable(side, misalignment):
            side = self._copy = _plans.packed(side.shape, dtype)
        self._result = _plans.packed((*side.shape[:-2], frames.samples[1]), real if frames.is_half else dtype)
        self._chain = None
        if 0 not in self._result.shape:
            token = self._token_of(side, frames)
            self._chain = _transforms.get((token, device), lambda: _library.Chain(token, device))

    def _token_of(self, side, frames):
        count, bins = side.shape[-2:]
        ranges = []
        if bins < _bins(frames) or frames.kept < frames.length:
            ranges = ["irange", 0, min(bins, _bins(frames)), "orange", 0, frames.kept]
        ends = (side.dtype, _step(side, -1), _step(side, -2)), (self._result.dtype, 1, frames.hop)
        token = _token("overlap_add", count, frames, ends, ranges, _loops(side, self._result, (2, 1)))
        token += "_samples_%d_%d" % frames.samples
        return token + "_normalized" if frames.divides else token

    def __call__(self, space, array, window):
        if self._copy:
            array = space.copied(array, self._copy, None)
        result = space.empty(self._result.shape, self._result.dtype)
        if self._chain:
            _plans.run_chain(self._chain, space, array, result, _factors(space, window, self._window))
        return result


def _run(kind, space, array, window, frames):
    side, misalignment = _plans.Side(*space.layout(array)), space.address(array) % 16
    device = space.device(array, None)
    ready = _calls.get((kind, side, misalignment, frames, device), lambda: kind(side, misalignment, frames, device))
    return ready(space, array, window)


def forth(signals, window, frames):
    """The spectra of all whole frames of signals, times the scale: (..., samples) becomes (..., frames, bins).
    Unimplemented where no kernel holds a frame."""
    return _run(_Forth, *_arrays.of(signals)[:2], _arrays.of(window)[1], frames)


def back(spectra, window, frames):
    """The sum of frames where they overlap: (..., frames, bins) becomes (..., samples). A frame is its inverse transform
    divided by its points, times the window and the scale."""
    return _run(_Back, *_arrays.of(spectra)[:2], _arrays.of(window)[1], frames)


def _permuted(array, order):
    return array.permute(order) if hasattr(array, "permute") else array.transpose(order)


def _window_of(window, length):
    if isinstance(window, str) or type(window) is tuple:
        import scipy.signal  # pylint: disable=import-outside-toplevel
        return scipy.signal.get_window(window, length)
    window = np.asarray(window)
    if window.ndim != 1:
        raise ValueError("window must be 1-D")
    if len(window) != length:
        raise ValueError(f"window must have length of {length}")
    if window.dtype.kind == "c":
        raise _arguments.Unsupported("window is complex; reals are allowed")
    return window.astype(np.float64)


def _squares(window, hop, frames):
    """The sum of the squared factors at every sample of a signal of so many frames, from the first to the last one."""
    sums = np.zeros((frames - 1) * hop + len(window))
    for first in range(0, min(len(window), frames * hop), hop):
        part = np.square(window[first:first + hop])
        rows = np.zeros((frames, hop))
        rows[:, :len(part)] = part
        sums[first:first + frames * hop] += rows.ravel()[:len(sums) - first]
    return sums


def _lengths(bins, nperseg, noverlap, nfft, is_half):
    """(samples of a frame, points of its transform, hop), with SciPy's defaults and errors."""
    usual = 2 * (bins - 1) if is_half else bins
    if nperseg is None:
        nperseg = usual
    elif int(nperseg) < 1:
        raise ValueError("nperseg must be a positive integer")
    nperseg = int(nperseg)
    if nfft is None:
        nfft = nperseg if is_half and nperseg == usual + 1 else usual
    elif nfft < nperseg:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    noverlap = nperseg // 2 if noverlap is None else int(noverlap)
    if noverlap >= nperseg:
        raise ValueError("noverlap must be less than nperseg.")
    return nperseg, int(nfft), nperseg - noverlap


def istft(Zxx, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None, input_onesided=True, boundary=True,
          time_axis=-1, freq_axis=-2, scaling="spectrum"):
    """scipy.signal.istft on this library: (times, signal). The signal is an array of the kind of Zxx."""
    space, array, _ = _arrays.of(Zxx)
    shape = space.layout(array)[0]
    if len(shape) < 2:
        raise ValueError("Input stft must be at least 2d!")
    time_axis, freq_axis = (operator.index(axis) for axis in (time_axis, freq_axis))
    if time_axis == freq_axis:
        raise ValueError("Must specify differing time and frequency axes!")
    time_axis, freq_axis = (axis + len(shape) if axis < 0 else axis for axis in (time_axis, freq_axis))
    if scaling not in ("spectrum", "psd"):
        raise ValueError(f"Parameter scaling={scaling!r} not in ['spectrum', 'psd']!")
    around = [axis for axis in range(len(shape)) if axis not in (time_axis, freq_axis)]
    array = _permuted(array, [*around, time_axis, freq_axis])
    count, bins = shape[time_axis], shape[freq_axis]
    nperseg, nfft, hop = _lengths(bins, nperseg, noverlap, nfft, input_onesided)
    win = _window_of(window, nperseg)
    scale = float(win.sum() if scaling == "spectrum" else np.sqrt(fs * np.square(win).sum()))
    whole = nperseg + (count - 1) * hop
    samples = (nperseg // 2, whole - 2 * (nperseg // 2)) if boundary else (0, whole)
    is_empty = 0 in shape or samples[1] < 1 or (boundary and nperseg == 1)
    if is_empty or nperseg > nfft or hop > nperseg or not math.isfinite(scale):
        raise _arguments.Unsupported(f"Zxx of shape {shape} with nperseg={nperseg}, nfft={nfft}, noverlap={noverlap}")
    frames = Frames(nfft, nperseg, hop, bool(input_onesided), scale, samples, True)
    array = array[..., :min(bins, _bins(frames))]
    side = _plans.Side(*space.layout(array))

    def make():
        # The window on the device, and whether samples are not divided, since no factor but 0 reaches them.
        real = _arguments.real_type(_arguments.floating(side))
        reached = _squares(win, hop, count)[samples[0]:samples[0] + samples[1]] > 1e-10
        return space.copied(win.astype(real), _plans.packed(win.shape, real), None), not reached.all()

    factors, has_gaps = _windows.get((win.tobytes(), hop, count, samples, side.dtype, space.device(array, None)), make)
    if has_gaps:
        warnings.warn("NOLA condition failed, STFT may not be invertible", stacklevel=2)
    result = _run(_Back, space, array, factors, frames)
    # The signal's axis takes the place of time, without that of frequency.
    place = time_axis - (freq_axis < time_axis)
    order = list(range(len(around)))
    order.insert(place, len(around))
    return np.arange(samples[1]) / float(fs), _permuted(result, order)
