"""Fourier transforms in JAX by its foreign function interface, with jit, grad and vmap, on CPUs and NVIDIA GPUs.

    from fft_scipy import jax_ops
    spectrum = jax.jit(jax_ops.rfftn)(x)

The functions take what those of jax.numpy.fft take; an array is transformed by one thread on the CPU.
"""

import functools

import jax
import jax.numpy as jnp

from . import _xla

_TARGET = "fft_scipy"
_FLIPPED = {"backward": "forward", "ortho": "ortho", "forward": "backward"}
# XLA keeps the addresses.
_HANDLERS = {"cpu": _xla.handler(lambda: "host:1"), "CUDA": _xla.handler(_xla.cuda_device)}
for _platform, _handler in _HANDLERS.items():
    jax.ffi.register_ffi_target(_TARGET, jax.ffi.pycapsule(_handler), platform=_platform)


def _call(name, x, shape, dtype, axes, norm):
    call = jax.ffi.ffi_call(_TARGET, jax.ShapeDtypeStruct(shape, dtype), vmap_method="broadcast_all")
    return call(x, call=_xla.call_text(name, axes, norm))


def _complex_of(dtype):
    return jnp.complex128 if dtype in (jnp.float64, jnp.complex128) else jnp.complex64


def _fitted(x, axis, length):
    """x cut or filled with zeros along an axis."""
    present = x.shape[axis]
    if length <= present:
        return jax.lax.slice_in_dim(x, 0, length, axis=axis)
    axis %= x.ndim
    return jnp.pad(x, [(0, length - present if each == axis else 0) for each in range(x.ndim)])


def _resized(shape, axis, length):
    return tuple(length if each == axis % len(shape) else size for each, size in enumerate(shape))


@functools.partial(jax.custom_vjp, nondiff_argnums=(1, 2, 3))
def _complex(x, name, axes, norm):
    return _call(name, x, x.shape, x.dtype, axes, norm)


def _complex_forward(x, name, axes, norm):
    return _complex(x, name, axes, norm), None


def _complex_backward(name, axes, norm, _, gradient):
    """JAX transposes without conjugating, and the matrix of the transform is symmetric."""
    return (_complex(gradient, name, axes, norm),)


@functools.partial(jax.custom_vjp, nondiff_argnums=(1, 2))
def _real_to_half(x, axes, norm):
    shape = _resized(x.shape, axes[-1], x.shape[axes[-1]] // 2 + 1)
    return _call("rfftn", x, shape, _complex_of(x.dtype), axes, norm)


def _real_to_half_forward(x, axes, norm):
    return _real_to_half(x, axes, norm), x.shape[axes[-1]]


def _real_to_half_backward(axes, norm, length, gradient):
    """The result does not depend on the other half of the spectrum, so it is zero here, and the real part is taken."""
    return (_complex(_fitted(gradient, axes[-1], length), "fftn", axes, norm).real,)


@functools.partial(jax.custom_vjp, nondiff_argnums=(1, 2, 3))
def _half_to_real(x, length, axes, norm):
    return _call("irfftn", x, _resized(x.shape, axes[-1], length), x.real.dtype, axes, norm)


def _half_to_real_forward(x, length, axes, norm):
    return _half_to_real(x, length, axes, norm), None


def _half_to_real_backward(length, axes, norm, _, gradient):
    """Each element stands for two of the whole spectrum, except those that are their own mirror image."""
    weights = jnp.full(length // 2 + 1, 2, gradient.dtype).at[0].set(1)
    if length % 2 == 0:
        weights = weights.at[-1].set(1)
    result = jnp.moveaxis(_real_to_half(gradient, axes, _FLIPPED[norm]), axes[-1], -1)
    return (jnp.moveaxis(jnp.conj(result) * weights, -1, axes[-1]),)


_complex.defvjp(_complex_forward, _complex_backward)
_real_to_half.defvjp(_real_to_half_forward, _real_to_half_backward)
_half_to_real.defvjp(_half_to_real_forward, _half_to_real_backward)


def _place(x, s, axes):
    """(sizes or None, axes counted from the end) for jax.numpy.fft's arguments."""
    if axes is None:
        axes = range(-(x.ndim if s is None else len(s)), 0)
    return s, tuple(axis if axis < 0 else axis - x.ndim for axis in axes)


def _prepared(x, s, axes, dtype):
    for axis, length in zip(axes, s or ()):
        x = _fitted(x, axis, length)
    return x.astype(dtype)


def fftn(a, s=None, axes=None, norm=None):
    a = jnp.asarray(a)
    s, axes = _place(a, s, axes)
    return _complex(_prepared(a, s, axes, _complex_of(a.dtype)), "fftn", axes, norm or "backward")


def ifftn(a, s=None, axes=None, norm=None):
    a = jnp.asarray(a)
    s, axes = _place(a, s, axes)
    return _complex(_prepared(a, s, axes, _complex_of(a.dtype)), "ifftn", axes, norm or "backward")


def rfftn(a, s=None, axes=None, norm=None):
    a = jnp.asarray(a)
    s, axes = _place(a, s, axes)
    return _real_to_half(_prepared(a, s, axes, jnp.zeros(0, _complex_of(a.dtype)).real.dtype), axes, norm or "backward")


def irfftn(a, s=None, axes=None, norm=None):
    a = jnp.asarray(a)
    s, axes = _place(a, s, axes)
    length = 2 * (a.shape[axes[-1]] - 1) if s is None else s[-1]
    sizes = None if s is None else (*s[:-1], length // 2 + 1)
    a = _fitted(_prepared(a, sizes, axes, _complex_of(a.dtype)), axes[-1], length // 2 + 1)
    return _half_to_real(a, length, axes, norm or "backward")


def _line(function, name):
    def line(a, n=None, axis=-1, norm=None):
        return function(a, None if n is None else (n,), (axis,), norm)

    line.__name__ = line.__qualname__ = name
    line.__doc__ = f"jax.numpy.fft.{name} on this library."
    return line


fft, ifft, rfft, irfft = (_line(function, function.__name__[:-1]) for function in (fftn, ifftn, rfftn, irfftn))
