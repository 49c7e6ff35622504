#!/usr/bin/env python3
"""Tests the parts of fft_scipy that SciPy does not have: plans as text, and the `fft` extension of the
array API."""

import inspect
import os
import stat
import tempfile
import unittest
from unittest import mock

import numpy as np

import fft_scipy

_RANDOM = np.random.default_rng(43)


class InspectTest(unittest.TestCase):

    def test_the_plan_of_a_call_is_told(self):
        text = fft_scipy.inspect(np.zeros((4, 96, 60)), axes=(1, 2), browse=False)
        self.assertIn("real forward, 96 x 60 points, batch 4, double precision", text)
        self.assertIn("real_forward_len_96_60_double_op_batch_4", text)
        self.assertRegex(text, r"STOCKHAM +96 ")
        text = fft_scipy.inspect(np.zeros(32, np.complex64), function="ifftn", browse=False)
        self.assertIn("complex inverse, 32 points, batch 1, single precision", text)
        self.assertIn("kind_dct2", fft_scipy.inspect(np.zeros((3, 32)), 1, "dctn", browse=False))
        self.assertEqual(fft_scipy.inspect(np.zeros((0, 4)), 1, browse=False), "nothing to compute")
        with self.assertRaisesRegex(ValueError, "function is 'fft2'; allowed are fftn, "):
            fft_scipy.inspect(np.zeros(4), function="fft2")

    def test_the_page_is_written_and_opened(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch("webbrowser.open") as browser, \
                mock.patch.dict(os.environ, {"PATH": folder + ":/usr/bin:/bin"}):
            program = os.path.join(folder, "fft_inspect")
            with open(program, "w", encoding="utf-8") as file:
                file.write('#!/bin/sh\nfor last; do :; done\necho "$@" >"${last#--output=}"\n')
            os.chmod(program, stat.S_IRWXU)
            page = fft_scipy.inspect(np.zeros(32)).splitlines()[-1].split()[-1]
            browser.assert_called_once_with("file://" + page)
            with open(page, encoding="utf-8") as file:
                self.assertRegex(file.read(), "^export real_forward_len_32_double_op_.* --target=host ")
            with open(program, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\necho no disk >&2; exit 1\n")
            self.assertIn("page       none: no disk", fft_scipy.inspect(np.zeros(32)))

    def test_a_missing_inspector_is_told(self):
        with mock.patch("shutil.which", return_value=None):
            self.assertIn("page       none: fft_inspect is not on the PATH", fft_scipy.inspect(np.zeros(32)))


class ArrayApiTest(unittest.TestCase):
    """Tests of the array API. docs/python.md says how to run the standard's own tests."""

    xp = fft_scipy.array_api(np)

    def test_the_functions_take_what_the_standard_says(self):
        for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fftn", "ifftn", "rfftn", "irfftn"):
            x, *given = inspect.signature(getattr(self.xp.fft, name)).parameters.values()
            self.assertEqual(x.kind, x.POSITIONAL_ONLY)
            self.assertTrue(all(each.kind == each.KEYWORD_ONLY for each in given))
            self.assertEqual({each.name: each.default for each in given},
                             {"s": None, "axes": None, "norm": "backward"} if name[-1] == "n" else
                             {"n": None, "axis": -1, "norm": "backward"})

    def test_transforms_have_the_standards_shapes_types_and_values(self):
        for precision in (np.complex64, np.complex128):
            z = (_RANDOM.standard_normal((4, 5, 6)) + 1j).astype(precision)
            real = z.real.dtype
            for name, x, want, dtype in (
                ("fft", z, np.fft.fft(z), z.dtype), ("ifft", z, np.fft.ifft(z), z.dtype),
                ("rfft", z.real, np.fft.rfft(z.real), z.dtype), ("irfft", z, np.fft.irfft(z), real),
                ("hfft", z, np.fft.hfft(z), real), ("ihfft", z.real, np.fft.ihfft(z.real), z.dtype),
                ("fftn", z, np.fft.fftn(z), z.dtype), ("ifftn", z, np.fft.ifftn(z), z.dtype),
                ("rfftn", z.real, np.fft.rfftn(z.real), z.dtype), ("irfftn", z, np.fft.irfftn(z), real)):
                got = getattr(self.xp.fft, name)(x)
                self.assertEqual((got.shape, got.dtype), (want.shape, dtype), name)
                np.testing.assert_allclose(got, want, rtol=0, atol=1e3 * np.finfo(real).eps, err_msg=name)
        self.assertEqual(self.xp.fft.fftn(z, s=(3, 7), axes=(0, 2)).shape, (3, 5, 7))

    def test_frequencies_are_those_of_the_standard(self):
        for n in range(1, 8):
            np.testing.assert_allclose(self.xp.fft.fftfreq(n, d=0.25), np.fft.fftfreq(n, 0.25))
            np.testing.assert_allclose(self.xp.fft.rfftfreq(n, d=0.25), np.fft.rfftfreq(n, 0.25))
        self.assertEqual(self.xp.fft.fftfreq(4, dtype=np.float32).dtype, np.float32)
        self.assertEqual(self.xp.fft.fftfreq(4).dtype, np.float64)

    def test_the_rest_is_the_namespaces(self):
        self.assertIs(self.xp.asarray, np.asarray)
        self.assertIs(self.xp.fft.fftshift, np.fft.fftshift)
        self.assertEqual(self.xp.__name__, "numpy")


if __name__ == "__main__":
    unittest.main()
