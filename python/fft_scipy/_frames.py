"""The way back of short-time transforms, with SciPy's arguments: frames are transformed back and added where they overlap.

It is one chain: the frames' transform, and a kernel that adds them, times a window. Spectra are read where they lie.
"""

import collections
import math
import operator
import warnings

import numpy as np

from . import _arguments, _arrays, _library, _plans

_calls = _plans.Cache()

_Frames = collections.namedtuple("_Frames", "length hop is_half scale samples")
_Frames.__doc__ = """How frames make a signal.

`length` counts the points of their transform, and `is_half` says whether half of the spectrum is there. `samples` is the
part (first, count) of the signal that is wanted.
"""


def _step(side, axis):
    return side.strides[axis] // side.dtype.itemsize if side.shape[axis] > 1 else 1


class _Ready:
    """A call for the frames of one layout. Dimensions before the last two, bins and frames, are those of the signals."""

    def __init__(self, space, side, misalignment, window, frames):
        dtype = _arguments.complex_type(_arguments.floating(side))
        self._copy = None
        if dtype != side.dtype or not _plans.readable(side, misalignment):
            side = self._copy = _plans.packed(side.shape, dtype)
        self._result = _plans.packed((*side.shape[:-2], frames.samples[1]),
                                     _arguments.real_type(dtype) if frames.is_half else dtype)
        real = _arguments.real_type(dtype)
        self._window = space.copied(window.astype(real), _plans.packed(window.shape, real), None)
        self._token = self._token_of(side, len(window), frames)
        first, count = frames.samples
        # Whether samples are not divided, since no factor of a window but 0 reaches them.
        self.has_gaps = bool((_squares(window, frames.hop, side.shape[-1])[first:first + count] <= 1e-10).any())

    def _token_of(self, side, kept, frames):
        bins, count = side.shape[-2:]
        whole = frames.length // 2 + 1 if frames.is_half else frames.length
        kind, read, write = ("real", "HI", "R") if frames.is_half else ("complex", "CI", "CI")
        parts = [kind, "overlap_add_len", frames.length, "single" if side.dtype.char == "F" else "double", "op_batch",
                 count, "istride", _step(side, -2), read, "ostride", 1, write, "idist", _step(side, -1), "odist", frames.hop,
                 "ioffset", 0, 0, "ooffset", 0, 0]
        if bins < whole or kept < frames.length:
            parts += ["irange", 0, min(bins, whole), "orange", 0, kept]
        for loop in _plans.loops(_plans.Side(side.shape[:-2], side.strides[:-2], side.dtype),
                                 _plans.Side(side.shape[:-2], self._result.strides[:-1], self._result.dtype), ()):
            parts += ["loop", *loop]
        parts += ["scale", repr(frames.scale)] if frames.scale != 1 else []
        return "_".join(map(str, [*parts, "samples", *frames.samples, "normalized"]))

    def __call__(self, space, array):
        if self._copy:
            array = space.copied(array, self._copy, None)
        device = space.device(array, None)
        chain = _calls.get((self._token, device), lambda: _library.Chain(self._token, device))
        result = space.empty(self._result.shape, self._result.dtype)
        _plans.run_chain(chain, space, array, result, self._window)
        return result


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
    array = _permuted(array, [*around, freq_axis, time_axis])
    count, bins = shape[time_axis], shape[freq_axis]
    nperseg, nfft, hop = _lengths(bins, nperseg, noverlap, nfft, input_onesided)
    win = _window_of(window, nperseg)
    scale = float(win.sum() if scaling == "spectrum" else np.sqrt(fs * np.square(win).sum()))
    whole = nperseg + (count - 1) * hop
    samples = (nperseg // 2, whole - 2 * (nperseg // 2)) if boundary else (0, whole)
    is_empty = 0 in shape or samples[1] < 1 or (boundary and nperseg == 1)
    if is_empty or nperseg > nfft or hop > nperseg or not math.isfinite(scale):
        raise _arguments.Unsupported(f"Zxx of shape {shape} with nperseg={nperseg}, nfft={nfft}, noverlap={noverlap}")
    used = nfft // 2 + 1 if input_onesided else nfft
    array = array[..., :min(bins, used), :]
    side, misalignment = _plans.Side(*space.layout(array)), space.address(array) % 16
    frames = _Frames(nfft, hop, bool(input_onesided), scale, samples)
    key = (side, misalignment, win.tobytes(), frames, space.device(array, None))
    ready = _calls.get(key, lambda: _Ready(space, side, misalignment, win, frames))
    if ready.has_gaps:
        warnings.warn("NOLA condition failed, STFT may not be invertible", stacklevel=2)
    result = ready(space, array)
    # The signal's axis takes the place of time, without that of frequency.
    place = time_axis - (freq_axis < time_axis)
    order = list(range(len(around)))
    order.insert(place, len(around))
    return np.arange(samples[1]) / float(fs), _permuted(result, order)
