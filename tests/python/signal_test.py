#!/usr/bin/env python3
"""Compares fft_scipy's convolutions and frames with those of scipy.signal: values, types, shapes and errors. Also tests
which convolutions take one kernel, and the patch of scipy.signal."""

import itertools
import unittest

import numpy as np
import scipy.signal

import fft_scipy
from fft_scipy import _library, _signal

_RANDOM = np.random.default_rng(46)
_ERRORS = {"f": 1e-5, "F": 1e-5, "e": 2e-3}

# The shapes of both arrays and the axes of each case.
_SHAPES = (
    ((50,), (7,), None),  # one kernel
    ((7,), (50,), None),
    ((8,), (8,), None),
    ((9,), (1,), None),
    ((5, 40), (1, 9), 1),  # one filter for all rows
    ((5, 40), (5, 9), 1),  # one for each
    ((2, 3, 30), (2, 3, 5), -1),
    ((2, 3, 30), (1, 3, 5), -1),
    ((40, 5), (9, 5), 0),  # columns
    ((40, 5), (9, 1), [0]),
    ((2, 30, 3), (2, 5, 3), 1),  # filters that do not follow each other
    ((1, 40), (5, 9), 1),  # in1 is broadcast
    ((1, 5), (3, 5), None),
    ((6, 7), (3, 4), None),  # several axes
    ((2, 1, 3, 1, 8), (2, 1, 1, 4, 5), [1, 4]),
    ((3, 4, 8), (3, 4, 8), [2]),
    ((1, 1), (1, 1), None),
)


def _drawn(shape, char):
    x = 10 * _RANDOM.standard_normal(shape)
    return (x + 10j * _RANDOM.standard_normal(shape) if char in "FD" else x).astype(char)


class SignalTest(unittest.TestCase):

    def _same(self, name, *arguments, **named):
        """Expects that a call returns what SciPy returns, or fails as SciPy fails."""
        try:
            theirs = getattr(scipy.signal, name)(*arguments, **named)
        except ValueError:
            self.assertRaises(ValueError, getattr(fft_scipy, name), *arguments, **named)
            return
        mine = getattr(fft_scipy, name)(*arguments, **named)
        what = name, [each.shape for each in arguments[:2]], arguments[2:], named, theirs.dtype
        self.assertEqual((mine.shape, mine.dtype), (theirs.shape, theirs.dtype), what)
        error = np.abs(mine.astype(complex) - theirs).max() / np.abs(theirs).max()
        # SciPy transforms each array in the precision of the array.
        chars = [each.dtype.char for each in (theirs, *arguments[:2])]
        self.assertLess(error, max(_ERRORS.get(char, 1e-13) for char in chars), what)

    def test_every_shape_mode_and_type_gives_what_scipy_gives(self):
        for number, (first, second, axes) in enumerate(_SHAPES):
            every = ("dd", "FF", "ff", "DD", "df", "dD", "ee", "ii", "if")
            for chars, mode in itertools.product(every if number < 6 else every[:2], ("full", "same", "valid")):
                in1, in2 = _drawn(first, chars[0]), _drawn(second, chars[1])
                self._same("fftconvolve", in1, in2, mode, axes=axes)
                self._same("oaconvolve", in1, in2, mode, axes=axes)
                if axes is None:
                    self._same("correlate", in1, in2, mode, method="fft")

    def test_arrays_lie_anywhere(self):
        base = _drawn((12, 10, 6), "d")
        taps = _drawn((12, 4, 6), "d")
        for one in (base, base[::2], base[:, ::-1], np.broadcast_to(base[0], base.shape), base.astype(">f8")):
            for axis in (0, 1, 2):
                shape = [1, 1, 1]
                shape[axis] = 3
                self._same("fftconvolve", one, taps[:shape[0], :shape[1], :shape[2]], "same", axes=axis)
        self._same("fftconvolve", base.transpose(2, 0, 1), taps.transpose(2, 0, 1), axes=2)

    def test_errors_are_those_of_scipy(self):
        one, two = np.ones((2, 3)), np.ones((3, 2))
        for arguments, named in (((one, two, "valid"), {}), ((one, two), {"axes": 0}), ((one, one[0]), {}),
                                 ((one, one, "chips"), {}), ((one, one), {"axes": []}), ((one, one), {"axes": [2]}),
                                 ((one, one), {"axes": [0, 0]}), ((one, one), {"axes": [0.5]})):
            self.assertRaises(ValueError, scipy.signal.fftconvolve, *arguments, **named)
            self.assertRaises(ValueError, fft_scipy.fftconvolve, *arguments, **named)
        self.assertRaises(ValueError, fft_scipy.correlate, one, two, "valid")
        self.assertRaises(ValueError, fft_scipy.correlate, one, one, method="bacon")

    def test_empty_arrays_and_numbers(self):
        self.assertEqual(fft_scipy.fftconvolve([], [1.0]).shape, (0,))
        self.assertEqual(fft_scipy.fftconvolve(np.array(3), np.array(4)), 12)
        self.assertEqual(fft_scipy.correlate(np.array(3), np.array(4j)), -12j)

    def _chains_of(self, call):
        """Returns the tokens of the chains that a call makes."""
        chains = []
        original = _library.Chain
        try:
            _library.Chain = lambda token, *rest: chains.append(token) or original(token, *rest)
            call()
        finally:
            _library.Chain = original
        return chains

    def test_rows_along_one_axis_are_one_kernel(self):
        chains = self._chains_of(lambda: fft_scipy.fftconvolve(_drawn((3, 201), "f"), _drawn((3, 17), "f"), axes=1))
        chains += self._chains_of(lambda: fft_scipy.correlate(_drawn(1001, "D"), _drawn(101, "D"), "valid"))
        self.assertEqual([token.partition("_single")[0].partition("_double")[0] for token in chains],
                         ["real_convolve_len_224", "complex_correlate_len_1024"])
        self.assertIn("_spectra_3", chains[0])

    def test_long_rows_are_convolved_in_blocks(self):
        for first, second, axes in (((5000,), (20,), None), ((20,), (5000,), None), ((3, 3001), (3, 33), 1),
                                    ((3001, 3), (33, 1), 0), ((700,), (300,), None), ((10000,), (2,), None)):
            for char, mode in itertools.product("fD", ("full", "same", "valid")):
                self._same("oaconvolve", _drawn(first, char), _drawn(second, char), mode, axes=axes)
        chains = self._chains_of(lambda: fft_scipy.oaconvolve(_drawn(5001, "d"), _drawn(20, "d")))
        # One block contains the beginning of the row and two blocks its end. The 44 blocks between
        # them are one chain.
        self.assertEqual(["batch_44" in token for token in chains], [False, True, False, False], chains)

    def test_what_is_no_chain_is_plans(self):
        def refuse(token, *_):
            raise _library.Unimplemented(token, _library.UNIMPLEMENTED)

        x, taps = _drawn((2, 2003), "d"), _drawn((1, 21), "d")
        wants = [scipy.signal.oaconvolve(x, taps, "same", 1), scipy.signal.correlate(x, taps, "same", "fft")]
        original = _library.Chain
        try:
            _library.Chain = refuse
            np.testing.assert_allclose(fft_scipy.oaconvolve(x, taps, "same", 1), wants[0], atol=1e-10)
            np.testing.assert_allclose(fft_scipy.correlate(x, taps, "same"), wants[1], atol=1e-10)
        finally:
            _library.Chain = original

    def test_lengths_are_the_shortest_of_small_factors(self):
        for least in range(1, 2000):
            length = _signal._fast_length(least)  # pylint: disable=protected-access
            self.assertTrue(length >= least and length % 2 == 0, least)
            self.assertLessEqual(length, max(2, least * 5 / 4 + 1), least)

    def _same_frames(self, z, **named):
        """istft gives the signal that SciPy gives, or fails as SciPy fails."""
        try:
            theirs = scipy.signal.istft(z, **named)[1]
        except ValueError:
            self.assertRaises(ValueError, fft_scipy.istft, z, **named)
            return
        times, mine = fft_scipy.istft(z, **named)
        what = z.shape, named, theirs.dtype
        self.assertEqual((mine.shape, mine.dtype), (theirs.shape, theirs.dtype), what)
        self.assertLess(np.abs(mine - theirs).max() / np.abs(theirs).max(), _ERRORS.get(theirs.dtype.char, 1e-13), what)
        self.assertEqual(times[:2].tolist(), [0, 1 / named.get("fs", 1)])

    def test_frames_are_added_as_scipy_adds_them(self):
        for char, (shape, named) in itertools.product("DF", (
                ((33, 9), {}),
                ((33, 9), {"nperseg": 65}),
                ((33, 9), {"nperseg": 48, "noverlap": 36}),
                ((33, 9), {"nperseg": 48, "noverlap": 0, "window": "boxcar"}),
                ((17, 9), {"nperseg": 64, "nfft": 64, "fs": 8.0, "scaling": "psd", "window": ("kaiser", 8.0)}),
                ((40, 9), {"nperseg": 32, "nfft": 64, "window": np.arange(1, 33)}),
                ((2, 3, 33, 9), {"boundary": False, "window": "hamming"}),
                ((9, 2, 33), {"time_axis": 0, "freq_axis": -1}),
                ((33, 2, 9), {"time_axis": 2, "freq_axis": 0}),
                ((2, 9, 33), {"time_axis": 1, "freq_axis": 2, "noverlap": 48}),
                ((3, 32, 7), {"input_onesided": False}),
                ((33,), {}), ((33, 9), {"time_axis": 1, "freq_axis": 1}), ((33, 9), {"noverlap": 64}),
                ((33, 9), {"nperseg": 65, "nfft": 64}), ((33, 9), {"nperseg": 0}), ((33, 9), {"window": np.ones(5)}),
                ((33, 9), {"window": np.ones((2, 32))}), ((33, 9), {"scaling": "none"}))):
            self._same_frames(_drawn(shape, char), **named)
        for z in (_drawn((66, 9), "D")[::2], _drawn((33, 9), "D")[:, ::-1], _drawn((33, 9), "d"),
                  np.broadcast_to(_drawn((33, 9), "D"), (2, 33, 9))):
            self._same_frames(z)

    def test_the_way_back_of_frames_is_one_chain(self):
        x = _drawn((2, 1600), "d")
        z = scipy.signal.stft(x, nperseg=400, noverlap=240)[2]
        chains = self._chains_of(lambda: np.testing.assert_allclose(
            fft_scipy.istft(z, nperseg=400, noverlap=240)[1][:, :1600], x, atol=1e-11))
        self.assertEqual([token.partition("_double")[0] for token in chains], ["real_overlap_add_len_400"])
        with self.assertWarnsRegex(UserWarning, "NOLA"):
            fft_scipy.istft(z, nperseg=400, noverlap=0)
        with fft_scipy.patch_signal():
            calls = self._chains_of(lambda: scipy.signal.istft(z[:, :, :5], nperseg=400, noverlap=240))
        self.assertEqual(len(calls), 1)

    def test_scipy_signal_runs_on_the_library_inside_of_the_patch_alone(self):
        original = scipy.signal.fftconvolve
        one, two = _drawn((3, 200), "d"), _drawn((3, 150), "d")
        want = scipy.signal.convolve(one, two, "same", "fft")
        by_sums = scipy.signal.correlate([1, 2, 3], [4, 5], "same")
        calls = []
        convolved = _signal._convolved  # pylint: disable=protected-access
        try:
            _signal._convolved = lambda *arguments: calls.append(arguments[2].mode) or convolved(*arguments)
            with fft_scipy.patch_signal():
                self.assertIsNot(scipy.signal.fftconvolve, original)
                np.testing.assert_allclose(scipy.signal.convolve(one, two, "same", "fft"), want, atol=1e-11)
                self.assertEqual(calls, ["same"])
                np.testing.assert_array_equal(scipy.signal.correlate([1, 2, 3], [4, 5], "same"), by_sums)
                wide = one.astype(np.longdouble)
                self.assertEqual(scipy.signal.fftconvolve(wide, wide).dtype, wide.dtype)
        finally:
            _signal._convolved = convolved
        self.assertIs(scipy.signal.fftconvolve, original)


if __name__ == "__main__":
    unittest.main()
