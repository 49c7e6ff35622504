"""Fourier transforms as operators of PyTorch, with gradients, vmap and torch.compile, on CPUs and GPUs.

    from fft_scipy import torch_ops
    spectrum = torch_ops.rfftn(x, dim=(-2, -1))

The functions take what those of torch.fft take. Results are packed, whatever the strides of the input.
"""

import math

import torch

from . import _layers
from ._functions import FUNCTIONS

_FLIPPED = {"backward": "forward", "ortho": "ortho", "forward": "backward"}


def _complex_of(dtype):
    return torch.complex128 if dtype in (torch.float64, torch.complex128) else torch.complex64


@torch.library.custom_op("fft_scipy::complex", mutates_args=())
def _complex(x: torch.Tensor, axes: list[int], forward: bool, norm: str) -> torch.Tensor:
    return FUNCTIONS["fftn" if forward else "ifftn"](x, None, tuple(axes), norm)


@torch.library.custom_op("fft_scipy::real_to_half", mutates_args=())
def _real_to_half(x: torch.Tensor, axes: list[int], norm: str) -> torch.Tensor:
    return FUNCTIONS["rfftn"](x, None, tuple(axes), norm)


@torch.library.custom_op("fft_scipy::half_to_real", mutates_args=())
def _half_to_real(x: torch.Tensor, length: int, axes: list[int], norm: str) -> torch.Tensor:
    sizes = [x.shape[axis] for axis in axes[:-1]] + [length]
    return FUNCTIONS["irfftn"](x, tuple(sizes), tuple(axes), norm)


def _resized(x, axis, length):
    return [length if each == axis % x.dim() else size for each, size in enumerate(x.shape)]


@_complex.register_fake
def _(x, axes, forward, norm):
    return torch.empty(x.shape, dtype=_complex_of(x.dtype), device=x.device)


@_real_to_half.register_fake
def _(x, axes, norm):
    return torch.empty(_resized(x, axes[-1], x.shape[axes[-1]] // 2 + 1), dtype=_complex_of(x.dtype), device=x.device)


@_half_to_real.register_fake
def _(x, length, axes, norm):
    dtype = torch.float64 if x.dtype == torch.complex128 else torch.float32
    return torch.empty(_resized(x, axes[-1], length), dtype=dtype, device=x.device)


def _keep(ctx, inputs, output):
    ctx.options, ctx.shape = inputs[1:], inputs[0].shape


def _complex_backward(ctx, gradient):
    axes, forward, norm = ctx.options
    return _complex(gradient, axes, not forward, _FLIPPED[norm]), None, None, None


def _real_to_half_backward(ctx, gradient):
    """The result does not depend on the other half of the spectrum, so it is zero here, and the real part is taken."""
    axes, norm = ctx.options
    whole = _fitted(gradient, axes[-1], ctx.shape[axes[-1]])
    return _complex(whole, axes, False, _FLIPPED[norm]).real, None, None


def _half_to_real_backward(ctx, gradient):
    """Each element stands for two of the whole spectrum, except those that are their own mirror image."""
    length, axes, norm = ctx.options
    result = _real_to_half(gradient, axes, _FLIPPED[norm])
    weights = torch.full((length // 2 + 1,), 2, dtype=gradient.dtype, device=gradient.device)
    weights[0] = 1
    if length % 2 == 0:
        weights[-1] = 1
    result = (result.movedim(axes[-1], -1) * weights).movedim(-1, axes[-1])
    return _fitted(result, axes[-1], ctx.shape[axes[-1]]), None, None, None


_complex.register_autograd(_complex_backward, setup_context=_keep)
_real_to_half.register_autograd(_real_to_half_backward, setup_context=_keep)
_half_to_real.register_autograd(_half_to_real_backward, setup_context=_keep)


def _batched(operator):
    """vmap: the new dimension goes first, and negative axes stay what they are."""
    def rule(info, in_dims, x, *options):
        return operator(x.movedim(in_dims[0], 0), *options), 0

    torch.library.register_vmap(operator, rule)


for _operator in (_complex, _real_to_half, _half_to_real):
    _batched(_operator)


def _fitted(x, axis, length):
    """x cut or filled with zeros along an axis."""
    present = x.shape[axis]
    if length < present:
        return x.narrow(axis, 0, length)
    if length == present:
        return x
    return torch.cat((x, x.new_zeros(_resized(x, axis, length - present))), axis)


def _place(x, s, dim):
    """(sizes or None, axes counted from the end) for torch.fft's arguments."""
    if isinstance(s, int):
        s = (s,)
    if dim is None:
        dim = range(-(x.dim() if s is None else len(s)), 0)
    elif isinstance(dim, int):
        dim = (dim,)
    return s, [axis if axis < 0 else axis - x.dim() for axis in dim]


def _sized(x, s, axes):
    for axis, length in zip(axes, s or ()):
        if length != -1:
            x = _fitted(x, axis, length)
    return x


def fftn(x, s=None, dim=None, norm=None):
    s, axes = _place(x, s, dim)
    return _complex(_sized(x, s, axes).to(_complex_of(x.dtype)), axes, True, norm or "backward")


def ifftn(x, s=None, dim=None, norm=None):
    s, axes = _place(x, s, dim)
    return _complex(_sized(x, s, axes).to(_complex_of(x.dtype)), axes, False, norm or "backward")


def rfftn(x, s=None, dim=None, norm=None):
    s, axes = _place(x, s, dim)
    return _real_to_half(_sized(x, s, axes), axes, norm or "backward")


def irfftn(x, s=None, dim=None, norm=None):
    s, axes = _place(x, s, dim)
    length = 2 * (x.shape[axes[-1]] - 1) if s is None or s[-1] == -1 else s[-1]
    s = None if s is None else (*s[:-1], length // 2 + 1)
    x = _fitted(_sized(x, s, axes), axes[-1], length // 2 + 1)
    return _half_to_real(x.to(_complex_of(x.dtype)), length, axes, norm or "backward")


def fft(x, n=None, dim=-1, norm=None):
    return fftn(x, n, dim, norm)


def ifft(x, n=None, dim=-1, norm=None):
    return ifftn(x, n, dim, norm)


def rfft(x, n=None, dim=-1, norm=None):
    return rfftn(x, n, dim, norm)


def irfft(x, n=None, dim=-1, norm=None):
    return irfftn(x, n, dim, norm)


@torch.library.custom_op("fft_scipy::fourier_layer", mutates_args=())
def _fourier_layer(x: torch.Tensor, weights: torch.Tensor, firsts: list[int], adjoint: bool) -> torch.Tensor:
    return _layers.applied(x, weights, firsts, adjoint)


@torch.library.custom_op("fft_scipy::kept_modes", mutates_args=())
def _kept_modes(x: torch.Tensor, firsts: list[int], counts: list[int]) -> torch.Tensor:
    return _layers.kept(x, firsts, counts)


@_fourier_layer.register_fake
def _(x, weights, firsts, adjoint):
    return x.new_empty((x.shape[0], weights.shape[0 if adjoint else 1], *x.shape[2:]))


@_kept_modes.register_fake
def _(x, firsts, counts):
    return torch.empty((*x.shape[:2], *counts), dtype=_complex_of(x.dtype), device=x.device)


def _keep_layer(ctx, inputs, output):
    x, weights, ctx.firsts, ctx.adjoint = inputs
    ctx.save_for_backward(x, weights)


def _fourier_layer_backward(ctx, gradient):
    """The layer's adjoint gives the input's gradient. The matrices' gradient is a product of spectra, summed over the
    batch, in which modes of reals that stand for two count twice."""
    x, weights = ctx.saved_tensors
    of_x = of_weights = None
    gradient = gradient.contiguous()
    if ctx.needs_input_grad[0]:
        of_x = _fourier_layer(gradient, weights, ctx.firsts, not ctx.adjoint)
    if ctx.needs_input_grad[1]:
        counts = list(weights.shape[2:])
        ins, outs = (_kept_modes(each, ctx.firsts, counts) for each in ((gradient, x) if ctx.adjoint else (x, gradient)))
        of_weights = torch.einsum("bi...,bo...->io...", ins.conj(), outs) / math.prod(x.shape[2:])
        if not x.is_complex():
            length = x.shape[-1]
            modes = torch.arange(ctx.firsts[-1], ctx.firsts[-1] + counts[-1], device=x.device) % (length // 2 + 1)
            of_weights = of_weights * torch.where((modes == 0) | (2 * modes == length), 1, 2)
    return of_x, of_weights, None, None


_fourier_layer.register_autograd(_fourier_layer_backward, setup_context=_keep_layer)


def fourier_layer(x, weights, firsts=None):
    """irfftn(einsum("bi...,io...->bo...", rfftn(x), weights)) over all dimensions of x but the first two, or with ifftn
    and fftn where x is complex. Results have nothing in modes that the weights lack.

    x is batch x in x lengths, and weights are in x out x modes, of complex numbers. The modes of each dimension are the
    weights.shape[2 + d] elements of its spectrum from number firsts[d] on, and wrap at its end. By default they are as
    many around zero, negative ones first, and from zero on in the last dimension of reals.
    """
    firsts = _layers.places(x.shape[2:], weights.shape[2:], firsts, x.is_complex())
    return _fourier_layer(x, weights, firsts, False)
