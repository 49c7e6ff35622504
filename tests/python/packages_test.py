#!/usr/bin/env python3
"""Tests fft_scipy with arrays of CuPy, PyTorch and JAX, on a GPU if the machine has one. Packages that are not
installed are skipped."""

import unittest

import numpy as np

import fft_scipy

try:
    import cupy
except ImportError:
    cupy = None
try:
    import torch
except ImportError:
    torch = None
try:
    import jax
    jax.config.update("jax_enable_x64", True)
except ImportError:
    jax = None

_RANDOM = np.random.default_rng(43)


def _complex(*shape):
    return _RANDOM.standard_normal(shape) + 1j * _RANDOM.standard_normal(shape)


def _check(got, want):
    np.testing.assert_allclose(np.asarray(got), np.asarray(want), rtol=0, atol=1e-11)


def _check_convolutions(test, array_of, kind):
    """Checks convolutions of another package's arrays: rows with taps of their own, long rows in blocks,
    planes."""
    rows, taps = _complex(3, 500), _complex(3, 40)
    got = fft_scipy.fftconvolve(array_of(rows), array_of(taps), axes=1)
    test.assertIsInstance(got, kind)
    _check(got.tolist(), [np.convolve(one, other) for one, other in zip(rows, taps)])
    columns = fft_scipy.fftconvolve(array_of(rows).T, array_of(taps).T, "valid", 0)
    _check(columns.tolist(), np.stack([np.convolve(one, other, "valid") for one, other in zip(rows, taps)], 1))
    long, short = _RANDOM.standard_normal(20000), _RANDOM.standard_normal(33)
    _check(fft_scipy.oaconvolve(array_of(long), array_of(short), "same").tolist(), np.convolve(long, short, "same"))
    _check(fft_scipy.correlate(array_of(rows[0]), array_of(taps[0])).tolist(), np.correlate(rows[0], taps[0], "full"))
    plane, other = _RANDOM.standard_normal((30, 20)), _RANDOM.standard_normal((3, 5))
    want = np.fft.irfft2(np.fft.rfft2(plane, (32, 24)) * np.fft.rfft2(other, (32, 24)), (32, 24))
    _check(fft_scipy.fftconvolve(array_of(plane), array_of(other)).tolist(), want)


class _Foreign:
    """An array on a GPU with the interface of other packages' arrays."""

    def __init__(self, array):
        self.__cuda_array_interface__ = array.__cuda_array_interface__


class _Capsule:
    """The same array with only the interface DLPack."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **arguments):
        return self._array.__dlpack__(**arguments)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


@unittest.skipUnless(cupy, "there is no CuPy")
class CupyTest(unittest.TestCase):

    def test_functions_read_and_make_arrays_of_cupy(self):
        z = _complex(4, 6, 10)
        for name, x in (("fft", z), ("ifft2", z), ("fftn", z), ("rfftn", z.real), ("irfft", z), ("hfft", z),
                        ("ihfft", z.real), ("fft", z.real)):
            for layout in (cupy.asarray(x), cupy.asarray(x)[::-1, ::2], cupy.asarray(x).transpose(2, 0, 1)):
                got = getattr(fft_scipy, name)(layout)
                self.assertIsInstance(got, cupy.ndarray)
                _check(got.get(), getattr(fft_scipy, name)(layout.get()))
        _check(fft_scipy.dctn(cupy.asarray(z), type=3, norm="ortho").get(), fft_scipy.dctn(z, type=3, norm="ortho"))
        _check(fft_scipy.fft(cupy.asarray(z), 16).get(), np.fft.fft(z, 16))

    def test_convolutions(self):
        _check_convolutions(self, cupy.asarray, cupy.ndarray)

    def test_calls_run_in_the_stream_of_the_caller(self):
        z = _complex(64, 4096)
        stream = cupy.cuda.Stream(non_blocking=True)
        with stream:
            x = cupy.asarray(z)
            for _ in range(20):
                x = fft_scipy.ifft(fft_scipy.fft(x))
            x *= 2
            got = x.get(stream=stream)
        _check(got, 2 * z)

    def test_calls_are_captured_into_a_graph(self):
        x = cupy.asarray(_complex(8, 256))
        fft_scipy.fft(x)
        stream = cupy.cuda.Stream(non_blocking=True)
        with stream:
            stream.begin_capture()
            y = fft_scipy.fft(x, overwrite_x=True)
            graph = stream.end_capture()
        before = x.get()
        graph.launch(stream)
        stream.synchronize()
        _check(y.get(), np.fft.fft(before))

    def test_other_packages_arrays_come_by_their_interfaces(self):
        z = _complex(6, 20)
        for wrapped in (_Foreign(cupy.asarray(z)), _Capsule(cupy.asarray(z))):
            _check(fft_scipy.fft(wrapped).get(), np.fft.fft(z))

    def test_the_array_api_takes_cupys_namespace(self):
        xp = fft_scipy.array_api(cupy)
        _check(xp.fft.irfftn(xp.fft.rfftn(xp.ones((4, 6)))).get(), np.ones((4, 6)))
        self.assertIsInstance(xp.fft.fftfreq(4), cupy.ndarray)


@unittest.skipUnless(torch and hasattr(torch.library, "custom_op"), "there is no PyTorch 2.4 or later")
class TorchTest(unittest.TestCase):

    def setUp(self):
        from fft_scipy import torch_ops
        self.ops = torch_ops
        self.devices = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]

    def _calls(self):
        z, x = _complex(3, 5, 8), _RANDOM.standard_normal((3, 5, 8))
        for norm in (None, "ortho", "forward"):
            yield from (("fftn", z, {"norm": norm}), ("ifftn", z, {"dim": (0, -1), "norm": norm}),
                        ("rfftn", x, {"norm": norm}), ("irfftn", z, {"dim": (0, 2), "norm": norm}))
        yield from (("fft", z, {"n": 11}), ("ifft", z, {"n": 4, "dim": 0}), ("rfft", x, {"n": 9, "dim": 1}),
                    ("irfft", z, {"n": 9}), ("irfft", z, {"n": 20, "dim": 1}), ("fft", x, {}),
                    ("rfftn", x, {"s": (4, 7), "dim": (0, 1)}), ("irfftn", z, {"s": (4, 7), "dim": (0, 1)}))

    def test_values_and_gradients_are_those_of_torch(self):
        for device in self.devices:
            for name, data, options in self._calls():
                results = []
                for module in (torch.fft, self.ops):
                    x = torch.tensor(data, device=device, requires_grad=True)
                    y = getattr(module, name)(x, **options)
                    weight = torch.arange(y.numel(), device=device, dtype=torch.float64).reshape(y.shape).cos()
                    (y * weight).abs().square().sum().backward()
                    results.append((y.detach().cpu(), x.grad.cpu()))
                for want, got in zip(*results):
                    self.assertEqual(want.dtype, got.dtype)
                    _check(got, want)

    def test_second_gradients_and_vmap(self):
        for device in self.devices:
            x = torch.tensor(_RANDOM.standard_normal((2, 6)), device=device, requires_grad=True)
            self.assertTrue(torch.autograd.gradgradcheck(lambda x: self.ops.irfft(self.ops.rfft(x) ** 2), (x,)))
            _check(torch.vmap(self.ops.rfft, in_dims=1)(x).detach().cpu(), np.fft.rfft(x.detach().cpu().numpy().T))
            rows, windows = x.detach().repeat(1, 5), torch.rand(3, 8, device=device, dtype=torch.float64)

            def there_and_back(rows, window):
                return self.ops.istft(self.ops.stft(rows, 8, window=window), 8, window=window, length=30)

            for dims in ((None, 0), (0, None)):
                mapped = torch.vmap(there_and_back, in_dims=dims)
                got = mapped(rows, windows if dims[0] is None else windows[0])
                _check(got.cpu(), rows.expand(3, 2, 30).cpu() if dims[0] is None else rows.cpu())

    def test_convolutions(self):
        for device in self.devices:
            _check_convolutions(self, lambda x, device=device: torch.from_numpy(x).to(device), torch.Tensor)

    def _layer(self, x, weights):
        """Returns a Fourier layer by torch.fft. Of real data the last axis is transformed
        separately."""
        axes = range(2, x.dim())
        spectrum = torch.fft.fftn(x, dim=tuple(axes)) if x.is_complex() else torch.fft.rfftn(x, dim=tuple(axes))
        kept, places = spectrum, []
        for axis in axes:
            count, is_half = weights.shape[axis], not x.is_complex() and axis + 1 == x.dim()
            modes = (torch.arange(count, device=x.device) - (0 if is_half else count // 2)) % spectrum.shape[axis]
            kept = kept.index_select(axis, modes)
            places.append(modes)
        result = torch.einsum("bi...,io...->bo...", kept, weights)
        for axis, modes in zip(axes, places):
            whole = result.new_zeros([*result.shape[:axis], spectrum.shape[axis], *result.shape[axis + 1:]])
            result = whole.index_copy(axis, modes, result)
            if x.is_complex() or axis + 1 < x.dim():
                result = torch.fft.ifft(result, dim=axis)
        return result if x.is_complex() else torch.fft.irfft(result, n=x.shape[-1], dim=-1)

    def test_fourier_layers_and_their_gradients(self):
        cases = ((torch.float64, 3, 5, (12, 16), (6, 5)), (torch.float64, 2, 2, (4, 6, 9), (4, 2, 5)),
                 (torch.float64, 4, 3, (16,), (9,)), (torch.complex128, 2, 3, (6, 8), (3, 4)))
        for device in self.devices:
            for dtype, ins, outs, lengths, modes in cases:
                x = torch.randn(2, ins, *lengths, dtype=dtype, device=device, requires_grad=True)
                weights = torch.randn(ins, outs, *modes, dtype=torch.complex128, device=device, requires_grad=True)
                results = []
                for layer in (self._layer, self.ops.fourier_layer):
                    y = layer(x, weights)
                    factor = torch.arange(y.numel(), device=device, dtype=torch.float64).reshape(y.shape).cos()
                    gradients = torch.autograd.grad((y * factor).abs().square().sum(), (x, weights))
                    results.append([each.detach().cpu() for each in (y, *gradients)])
                for want, got in zip(*results):
                    self.assertEqual(want.dtype, got.dtype)
                    _check(got, want)
            arguments = (x, weights, [4, 6], False)
            torch.library.opcheck(torch.ops.fft_scipy.fourier_layer, arguments)
        with self.assertRaisesRegex(ValueError, "channels"):
            self.ops.fourier_layer(x, weights[:1])
        with self.assertRaisesRegex(ValueError, "dimensions"):
            self.ops.fourier_layer(x, weights[..., 0])

    def _short_time_calls(self, device):
        """Yields (name, x, window, arguments) for torch.stft and torch.istft."""
        def drawn(*shape, dtype=torch.float64):
            return torch.randn(*shape, dtype=dtype, device=device)

        def window(length):
            return drawn(length).abs() + 0.5

        yield from (
            ("stft", drawn(400), window(64), {"n_fft": 64}),
            ("stft", drawn(3, 401), window(33), {"n_fft": 45, "hop_length": 7, "win_length": 33, "normalized": True}),
            ("stft", drawn(2, 300), window(32), {"n_fft": 32, "hop_length": 50, "center": False}),
            ("stft", drawn(2, 300), window(32), {"n_fft": 32, "onesided": False, "pad_mode": "constant"}),
            ("stft", drawn(2, 300, dtype=torch.complex128), window(30), {"n_fft": 30, "center": False}),
            ("istft", drawn(33, 9, dtype=torch.complex128), window(64), {"n_fft": 64}),
            ("istft", drawn(2, 23, 9, dtype=torch.complex128), window(40),
             {"n_fft": 45, "hop_length": 8, "win_length": 40, "normalized": True, "length": 50}),
            ("istft", drawn(2, 33, 9, dtype=torch.complex128), window(64), {"n_fft": 64, "hop_length": 24, "length": 300}),
            ("istft", drawn(2, 32, 9, dtype=torch.complex128), window(32), {"n_fft": 32, "center": False, "onesided": False}),
            ("istft", drawn(2, 30, 9, dtype=torch.complex128), window(30),
             {"n_fft": 30, "hop_length": 11, "onesided": False, "return_complex": True}))

    def test_short_time_transforms_and_their_gradients(self):
        for device in self.devices:
            for name, data, factors, options in self._short_time_calls(device):
                results = []
                for module in (torch, self.ops):
                    x, window = (each.clone().requires_grad_() for each in (data, factors))
                    extra = {"return_complex": True} if name == "stft" else {}
                    y = getattr(module, name)(x, window=window, **extra, **options)
                    weight = torch.arange(y.numel(), device=device, dtype=torch.float64).reshape(y.shape).cos()
                    gradients = torch.autograd.grad((y * weight).abs().square().sum(), (x, window))
                    results.append([each.detach().cpu() for each in (y, *gradients)])
                for want, got in zip(*results):
                    self.assertEqual((want.dtype, want.shape), (got.dtype, got.shape), (name, options))
                    scale = max(1, float(want.abs().max()))
                    np.testing.assert_allclose(got / scale, want / scale, atol=1e-11, err_msg=f"{name} {options}")

    def test_second_gradients_of_short_time_transforms(self):
        for device in self.devices:
            x = torch.randn(2, 26, dtype=torch.float64, device=device, requires_grad=True)
            window = (torch.rand(8, dtype=torch.float64, device=device) + 0.5).requires_grad_()

            def back_and_forth(x, window):
                spectra = self.ops.stft(x, 8, 3, window=window)
                return self.ops.istft(spectra * spectra.abs().square(), 8, 3, window=window, length=20)

            self.assertTrue(torch.autograd.gradcheck(back_and_forth, (x, window)))
            self.assertTrue(torch.autograd.gradgradcheck(back_and_forth, (x, window)))
            # The squared factors add up to 0 at sample 0, so this sample is 0.
            factors = torch.arange(8, dtype=torch.float64, device=device, requires_grad=True)
            spectra = torch.randn(5, 4, dtype=torch.complex128, device=device, requires_grad=True)

            def back(spectra, window):
                return self.ops.istft(spectra, 8, 3, window=window, center=False)

            self.assertTrue(torch.autograd.gradcheck(back, (spectra, factors)))
            self.assertEqual(float(back(spectra, factors)[0]), 0)

    def test_short_time_transforms_go_there_and_back(self):
        for device in self.devices:
            for dtype in (torch.float32, torch.float16):
                x = torch.randn(2, 1000, device=device).to(dtype).requires_grad_()
                window = torch.hann_window(100, device=device)
                y = self.ops.istft(self.ops.stft(x, 128, 25, 100, window), 128, 25, 100, window, length=1000)
                self.assertEqual((y.dtype, y.shape), (torch.float32, x.shape))
                np.testing.assert_allclose(y.detach().cpu(), x.detach().float().cpu(), atol=1e-4)
                y.square().sum().backward()
                self.assertEqual(x.grad.dtype, dtype)
                np.testing.assert_allclose(x.grad.float().cpu(), 2 * x.detach().float().cpu(), atol=1e-2)
            pairs = self.ops.stft(x, 128, window=window, win_length=100, return_complex=False)
            self.assertEqual(pairs.shape, (2, 65, 32, 2))

    def test_frames_too_long_for_a_kernel_are_transformed_as_rows(self):
        frames = self.ops._frames  # pylint: disable=protected-access
        forth = frames.forth

        def refuse(*arguments):
            raise fft_scipy.Unimplemented("frames", 12)

        x, window = torch.randn(2, 500, dtype=torch.float64), torch.rand(90, dtype=torch.float64)
        want = self.ops.stft(x, 90, window=window)
        try:
            frames.forth = refuse
            _check(self.ops.stft(x, 90, window=window), want)
        finally:
            frames.forth = forth

    def test_errors_of_short_time_transforms_name_the_argument(self):
        x, z = torch.ones(100), torch.ones(17, 5, dtype=torch.complex64)
        for words, call in (
                ("win_length 40", lambda: self.ops.stft(x, 32, win_length=40)),
                ("hop_length is 0", lambda: self.ops.stft(x, 32, 0)),
                ("window has the shape", lambda: self.ops.stft(x, 32, window=torch.ones(31))),
                ("torch.complex64", lambda: self.ops.stft(x, 32, window=torch.ones(32, dtype=torch.complex64))),
                ("at most the 100 samples", lambda: self.ops.stft(x, 101, center=False)),
                ("onesided is True", lambda: self.ops.stft(z.T, 5, onesided=True)),
                ("torch.float32", lambda: self.ops.istft(z.real, 32)),
                ("17 bins; 18 are", lambda: self.ops.istft(z, 34)),
                ("return_complex", lambda: self.ops.istft(z, 32, return_complex=True)),
                ("hop_length is 33", lambda: self.ops.istft(z, 32, 33)),
                ("length is -1", lambda: self.ops.istft(z, 32, length=-1))):
            with self.assertRaisesRegex(ValueError, words):
                call()

    def test_strides_conjugates_and_narrow_types(self):
        for device in self.devices:
            z = torch.tensor(_complex(4, 6), device=device)
            _check(fft_scipy.fft(z.conj().T).cpu(), np.fft.fft(z.cpu().numpy().conj().T))
            for dtype in (torch.float16, torch.bfloat16):
                got = fft_scipy.rfft(z.real.to(dtype))
                self.assertEqual((got.dtype, got.device), (torch.complex64, z.device))
                np.testing.assert_allclose(got.cpu(), torch.fft.rfft(z.real.to(dtype).float()).cpu(), atol=1e-5)

    def test_the_compiler_meets_no_graph_break(self):
        for device in self.devices:
            torch._dynamo.reset()  # pylint: disable=protected-access

            def energy(x):
                frames = self.ops.stft(x.flatten(), 8, window=torch.ones(8, device=x.device, dtype=x.dtype))
                return self.ops.irfftn(self.ops.rfftn(x * 2) * 3).sin().sum() + self.ops.istft(frames, 8).square().sum()

            compiled = torch.compile(energy, fullgraph=True)
            results = []
            for function in (energy, compiled):
                x = torch.tensor(_RANDOM.standard_normal((4, 8)) * 0 + np.arange(8), device=device, requires_grad=True)
                y = function(x)
                y.backward()
                results.append((y.detach().cpu(), x.grad.cpu()))
            for want, got in zip(*results):
                _check(got, want)

    def test_the_operators_pass_pytorchs_own_check(self):
        for device in self.devices:
            x = torch.tensor(_complex(3, 4, 6), device=device, requires_grad=True)
            torch.library.opcheck(torch.ops.fft_scipy.complex, (x, [-2, -1], True, "ortho"))
            torch.library.opcheck(torch.ops.fft_scipy.half_to_real, (x, 10, [-3, -1], "backward"))
            torch.library.opcheck(torch.ops.fft_scipy.real_to_half, (x.real.detach().requires_grad_(), [-1], "forward"))
            window = torch.rand(6, device=device, dtype=torch.float64, requires_grad=True)
            rows = torch.randn(3, 20, device=device, dtype=torch.float64, requires_grad=True)
            torch.library.opcheck(torch.ops.fft_scipy.short_time, (rows, window, 2, True, 0.5))
            for divides in (False, True):
                torch.library.opcheck(torch.ops.fft_scipy.overlap_add, (x, window, 2, False, 1.0, 1, 9, divides))


@unittest.skipUnless(jax and hasattr(jax, "ffi"), "there is no JAX with jax.ffi")
class JaxTest(unittest.TestCase):

    def setUp(self):
        from fft_scipy import jax_ops
        self.ops = jax_ops
        self.devices = jax.devices("cpu") + ([] if jax.default_backend() == "cpu" else jax.devices()[:1])

    def _calls(self):
        z, x = _complex(3, 5, 8), _RANDOM.standard_normal((3, 5, 8))
        for norm in (None, "ortho", "forward"):
            yield from (("fftn", z, {"norm": norm}), ("ifftn", z, {"axes": (0, -1), "norm": norm}),
                        ("rfftn", x, {"norm": norm}), ("irfftn", z, {"axes": (0, 2), "norm": norm}))
        yield from (("fft", z, {"n": 11}), ("ifft", z, {"n": 4, "axis": 0}), ("rfft", x, {"n": 9, "axis": 1}),
                    ("irfft", z, {"n": 9}), ("fft", x, {}), ("rfftn", x, {"s": (4, 7), "axes": (0, 1)}))

    def test_values_and_gradients_are_those_of_jax(self):
        for device in self.devices:
            for name, data, options in self._calls():
                x = jax.device_put(data, device)
                results = []
                for module in (jax.numpy.fft, self.ops):
                    def loss(x, module=module):
                        y = getattr(module, name)(x, **options)
                        weight = jax.numpy.cos(jax.numpy.arange(y.size).reshape(y.shape))
                        return jax.numpy.sum(jax.numpy.abs(y * weight) ** 2), y

                    (_, y), gradient = jax.jit(jax.value_and_grad(loss, has_aux=True))(x)
                    results.append((y, gradient))
                for want, got in zip(*results):
                    self.assertEqual(want.dtype, got.dtype)
                    _check(got, want)

    def test_vmap_and_nested_transformations(self):
        for device in self.devices:
            x = jax.device_put(_RANDOM.standard_normal((6, 2, 4)), device)
            _check(jax.vmap(jax.jit(self.ops.rfftn), in_axes=1)(x), np.fft.rfftn(np.moveaxis(x, 1, 0), axes=(1, 2)))
            gradients = jax.vmap(jax.grad(lambda row: jax.numpy.sum(self.ops.irfft(self.ops.rfft(row)) ** 2)))(x[0])
            _check(gradients, 2 * x[0])

    def test_a_plan_that_cannot_be_made_is_an_error(self):
        with self.assertRaises(Exception) as caught:
            self.ops._call("fftn", jax.numpy.zeros(4, complex), (4,), complex, (-1,), "sideways").block_until_ready()
        self.assertIn("sideways", str(caught.exception))

    def test_jax_arrays_are_read_by_scipys_functions(self):
        for device in self.devices:
            got = fft_scipy.fft(jax.device_put(_complex(4, 6), device))
            self.assertEqual(got.shape, (4, 6))


if __name__ == "__main__":
    unittest.main(verbosity=2)
