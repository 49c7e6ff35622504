#!/usr/bin/env python3
"""Compares fft_scipy with SciPy's and NumPy's functions: values, types, layouts, errors,
threads."""

import concurrent.futures
import unittest

import numpy as np
import scipy.fft

import fft_scipy
from fft_scipy import _plans

_RANDOM = np.random.default_rng(43)


def _close(test, mine, theirs, what):
    test.assertEqual((mine.shape, mine.dtype), (theirs.shape, theirs.dtype), what)
    single = theirs.real.dtype.itemsize == 4
    np.testing.assert_allclose(mine, theirs, rtol=0, err_msg=str(what),
                               atol=(1e-5 if single else 1e-13) * (1 + np.abs(theirs).max(initial=0)))


def _inputs():
    """Returns arrays with the layouts that programs use, by name."""
    base = _RANDOM.standard_normal((12, 10, 6))
    return {
        "packed": base,
        "transposed": base.transpose(2, 0, 1),
        "every second": base[::2, 1::2],
        "backwards": base[::-1, :, ::-1],
        "broadcast": np.broadcast_to(base[0], (3, 10, 6)),
        "byte-swapped": base.astype(">f8"),
        "unaligned": np.frombuffer(b"\0" + base.tobytes(), np.uint8)[1:].view(np.float64).reshape(base.shape),
        "odd address": base.ravel()[1:1 + 5 * 4 * 6].reshape(5, 4, 6),
        "single": base.astype(np.float32),
        "half": base.astype(np.float16),
        "integers": (10 * base).astype(np.int16),
        "empty": base[:0],
        "list": base[:2, :4].tolist(),
    }


class FftScipyTest(unittest.TestCase):

    def test_inputs_of_every_layout_give_what_scipy_gives(self):
        for layout, x in _inputs().items():
            for name in ("fft", "ifft2", "rfft", "irfft", "hfft", "ihfft", "dct", "idst"):
                _close(self, getattr(fft_scipy, name)(x), getattr(scipy.fft, name)(x), (layout, name))

    def test_sizes_axes_and_norms_give_what_scipy_gives(self):
        x = _RANDOM.standard_normal((6, 5, 8))
        for name in fft_scipy.FUNCTIONS:
            where = {"s": (4, 9), "axes": (2, 0)} if name[-1] in "2n" else {"n": 9, "axis": 1}
            for norm in ("backward", "ortho", "forward"):
                _close(self, getattr(fft_scipy, name)(x, norm=norm, **where),
                       getattr(scipy.fft, name)(x, norm=norm, **where), (name, norm))

    def test_types_and_orthogonalize_give_what_scipy_gives(self):
        x = _RANDOM.standard_normal((4, 7)) + 1j * _RANDOM.standard_normal((4, 7))
        for name in ("dct", "idct", "dst", "idst", "dctn", "idctn", "dstn", "idstn"):
            for type_ in (1, 2, 3, 4):
                for orthogonalize in (True, False, None):
                    for norm in (None, "ortho"):
                        arguments = {"type": type_, "orthogonalize": orthogonalize, "norm": norm}
                        theirs = getattr(scipy.fft, name)
                        # SciPy ignores orthogonalize if x is complex.
                        _close(self, getattr(fft_scipy, name)(x, **arguments),
                               theirs(x.real, **arguments) + 1j * theirs(x.imag, **arguments), (name, arguments))

    def test_inputs_stay_unless_they_may_be_overwritten(self):
        for name in fft_scipy.FUNCTIONS:
            for dtype in (np.float64,) if name.startswith(("rfft", "ihfft")) else (np.float64, np.complex128):
                x = _RANDOM.standard_normal((6, 8)).astype(dtype)
                before = x.copy()
                getattr(fft_scipy, name)(x)
                np.testing.assert_array_equal(x, before, name)

    def test_overwrite_runs_in_place(self):
        x = _RANDOM.standard_normal((6, 8)) + 0j
        self.assertTrue(np.shares_memory(fft_scipy.fft2(x, overwrite_x=True), x))

    def test_errors_are_those_of_scipy(self):
        x = np.ones((4, 4))
        for call in (lambda f: f.fft(x, 0), lambda f: f.fft(x, axis=5), lambda f: f.fft(1.0), lambda f: f.fft(x, norm="x"),
                     lambda f: f.rfft(x + 1j), lambda f: f.fftn(x, axes=(0, 0)), lambda f: f.fftn(x, s=(1, 2, 3)),
                     lambda f: f.fftn(x, s=(1, ), axes=(0, 1)), lambda f: f.dct(x, type=5), lambda f: f.fft(x, workers=0),
                     lambda f: f.fft([]), lambda f: f.rfftn(x, axes=()), lambda f: f.irfft(x[:, :1]),
                     lambda f: f.fft(x, plan=1)):
            with self.assertRaises(Exception) as theirs:
                call(scipy.fft)
            with self.assertRaises(theirs.exception.__class__):
                call(fft_scipy)

    def test_the_backend_leaves_other_types_and_functions_to_scipy(self):
        x = _RANDOM.standard_normal(8)
        wide = x.astype(np.longdouble)
        theirs = scipy.fft.fft(wide), scipy.fft.fht(x, 0.1, 0.5)
        with scipy.fft.set_backend(fft_scipy):
            _close(self, scipy.fft.fft(wide), theirs[0], "long double")
            _close(self, scipy.fft.fht(x, 0.1, 0.5), theirs[1], "fht")
            plans = len(_plans.plans)
            scipy.fft.fft(_RANDOM.standard_normal(97))
            self.assertEqual(len(_plans.plans), plans + 1)

    def test_plans_are_kept_by_shape_for_all_threads(self):
        x = _RANDOM.standard_normal((3, 35))
        want = scipy.fft.fft(x)
        fft_scipy.fft(x)
        plans = len(_plans.plans)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for got in pool.map(lambda _: fft_scipy.fft(x), range(32)):
                _close(self, got, want, "threads")
        self.assertEqual(len(_plans.plans), plans)

    def test_several_axes_are_one_plan(self):
        plans = len(_plans.plans)
        fft_scipy.fftn(_RANDOM.standard_normal((3, 7, 9, 11)), axes=(0, 3))
        self.assertEqual(len(_plans.plans), plans + 1)

    def test_plans_and_calls_go_when_there_are_too_many(self):
        cache = _plans.Cache()
        for key in range(600):
            self.assertEqual(cache.get(key, lambda: [key]), [key])
            cache.get(0, lambda: [-1])
        self.assertEqual(len(cache), 512)
        self.assertEqual(cache.get(0, lambda: [-1]), [0])
        self.assertEqual(cache.get(1, lambda: [-1]), [-1])

    def test_arguments_of_every_kind_give_what_scipy_gives(self):
        x = _RANDOM.standard_normal((6, 8))
        for axes in ([0, 1], np.array([1, 0]), range(2), np.int64(1), iter((0,))):
            given = tuple(axes) if hasattr(axes, "__next__") else axes
            _close(self, fft_scipy.fftn(x, axes=given), scipy.fft.fftn(x, axes=given), axes)
        _close(self, fft_scipy.fft(x, np.int32(9)), scipy.fft.fft(x, 9), "a length of NumPy's")
        _close(self, fft_scipy.fft(x, workers=-1), scipy.fft.fft(x), "all processors")
        for call in (lambda f: f.fft(x, workers=-99999), lambda f: f.fft(x, workers=1.5)):
            with self.assertRaises(Exception) as theirs:
                call(scipy.fft)
            with self.assertRaises(theirs.exception.__class__):
                call(fft_scipy)

    def test_numpy_runs_on_the_library_inside_of_the_patch_alone(self):
        x = _RANDOM.standard_normal((6, 8)).astype(np.float32)
        original, want = np.fft.fft, np.fft.rfftn(x)
        with fft_scipy.patch_numpy():
            self.assertIsNot(np.fft.fft, original)
            _close(self, np.fft.rfftn(x), want, "rfftn")
            _close(self, np.fft.fftn(x, axes=(0, 0)), np.fft.fft(np.fft.fft(x, axis=0), axis=0), "an axis twice")
        self.assertIs(np.fft.fft, original)


if __name__ == "__main__":
    unittest.main()
