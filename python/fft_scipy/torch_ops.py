"""Fourier transforms as operators of PyTorch, with gradients, vmap and torch.compile, on CPUs and GPUs.

    from fft_scipy import torch_ops
    spectrum = torch_ops.rfftn(x, dim=(-2, -1))
    signal = torch_ops.istft(torch_ops.stft(x, 512, window=window), 512, window=window)

The functions take what those of torch.fft, torch.stft and torch.istft take. Results are packed, whatever the strides of
the input.
"""

import math

import torch

from . import _frames, _layers, _library
from ._functions import FUNCTIONS

_FLIPPED = {"backward": "forward", "ortho": "ortho", "forward": "backward"}


def _is_double(dtype):
    return dtype in (torch.float64, torch.complex128)


def _complex_of(dtype):
    return torch.complex128 if _is_double(dtype) else torch.complex64


def _real_of(dtype):
    return torch.float64 if _is_double(dtype) else torch.float32


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
    return torch.empty(_resized(x, axes[-1], length), dtype=_real_of(x.dtype), device=x.device)


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


def _meant(length, like):
    """How many elements of a whole spectrum each element of its half stands for."""
    counts = torch.full((length // 2 + 1,), 2, dtype=_real_of(like.dtype), device=like.device)
    counts[0] = 1
    if length % 2 == 0:
        counts[-1] = 1
    return counts


def _half_to_real_backward(ctx, gradient):
    """Each element stands for two of the whole spectrum, except those that are their own mirror image."""
    length, axes, norm = ctx.options
    result = _real_to_half(gradient, axes, _FLIPPED[norm])
    result = (result.movedim(axes[-1], -1) * _meant(length, gradient)).movedim(-1, axes[-1])
    return _fitted(result, axes[-1], ctx.shape[axes[-1]]), None, None, None


_complex.register_autograd(_complex_backward, setup_context=_keep)
_real_to_half.register_autograd(_real_to_half_backward, setup_context=_keep)
_half_to_real.register_autograd(_half_to_real_backward, setup_context=_keep)


def _register_vmap(operator, rule):
    """From PyTorch 2.5 on there is a vmap of operators."""
    if hasattr(torch.library, "register_vmap"):
        torch.library.register_vmap(operator, rule)


def _batched(operator):
    """vmap: the new dimension goes first, and negative axes stay what they are."""
    def rule(info, in_dims, x, *options):
        return operator(x.movedim(in_dims[0], 0), *options), 0

    _register_vmap(operator, rule)


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


@torch.library.custom_op("fft_scipy::short_time", mutates_args=())
def _short_time(x: torch.Tensor, window: torch.Tensor, hop: int, half: bool, scale: float) -> torch.Tensor:
    """The spectra of frames: (..., samples) becomes (..., frames, bins)."""
    length = window.shape[0]
    try:
        return _frames.forth(x, window, _frames.Frames(length, length, hop, half, scale))
    except _library.Unimplemented:
        # No kernel holds a frame.
        return FUNCTIONS["rfftn" if half else "fftn"](x.unfold(-1, length, hop) * window, None, (-1,), None) * scale


@torch.library.custom_op("fft_scipy::overlap_add", mutates_args=())
def _overlap_add(x: torch.Tensor, window: torch.Tensor, hop: int, half: bool, scale: float, first: int, count: int,
                 divides: bool) -> torch.Tensor:
    """Samples of the sum of frames: (..., frames, bins) becomes (..., count)."""
    length = window.shape[0]
    return _frames.back(x, window, _frames.Frames(length, length, hop, half, scale, (first, count), divides))


@_short_time.register_fake
def _(x, window, hop, half, scale):
    length = window.shape[0]
    shape = *x.shape[:-1], 1 + (x.shape[-1] - length) // hop, length // 2 + 1 if half else length
    return torch.empty(shape, dtype=_complex_of(x.dtype), device=x.device)


@_overlap_add.register_fake
def _(x, window, hop, half, scale, first, count, divides):
    dtype = _real_of(x.dtype) if half else x.dtype
    return torch.empty((*x.shape[:-2], count), dtype=dtype, device=x.device)


def _whole(frames, window, hop):
    """The samples of a signal of so many frames."""
    return (frames - 1) * hop + window.shape[0]


def _lines(x, window, half, scale):
    """Frames from spectra, without a window: (..., frames, bins) becomes (..., frames, samples)."""
    length = window.shape[0]
    return (_half_to_real(x, length, [-1], "backward") if half else _complex(x, [-1], False, "backward")) * scale


def _added(x, window, hop, half, scale):
    """The sum of frames over a whole signal. Frames with gaps between them are no chain, and stand side by side."""
    length, whole = window.shape[0], _whole(x.shape[-2], window, hop)
    if hop <= length:
        return _overlap_add(x, window, hop, half, scale, 0, whole, False)
    apart = torch.nn.functional.pad(_lines(x, window, half, scale) * window, (0, hop - length))
    return apart.flatten(-2)[..., :whole]


def _per_factor(lines, x, hop, length):
    """The sum over all frames of x of the product with `lines`, for each factor of a window."""
    product = lines * x.unfold(-1, length, hop).conj()
    return (product.real if product.is_complex() else product).flatten(0, -2).sum(0)


def _keep_frames(ctx, inputs, output):
    x, window, *ctx.options = inputs
    ctx.save_for_backward(x, window)


def _keep_samples(ctx, inputs, output):
    x, window, *ctx.options = inputs
    ctx.save_for_backward(x, window, output)


def _short_time_backward(ctx, gradient):
    """Frames of the gradient's adjoint transform are added. An element of half a spectrum that stands for two is there
    once, and counts as one."""
    x, window = ctx.saved_tensors
    hop, half, scale = ctx.options
    scale *= window.shape[0]
    if half:
        gradient = gradient / _meant(window.shape[0], gradient)
    of_x = of_window = None
    if ctx.needs_input_grad[0]:
        of_x = _fitted(_added(gradient, window, hop, half, scale), -1, x.shape[-1])
    if ctx.needs_input_grad[1]:
        of_window = _per_factor(_lines(gradient, window, half, scale), x, hop, window.shape[0])
    return of_x, of_window, None, None, None


def _divisors(window, hop, frames):
    """The sum of the squared factors at every sample of a signal, and 1 where that is too small to divide by."""
    length = window.shape[0]
    columns = window.square().expand(frames, length).T[None]
    sums = torch.nn.functional.fold(columns, (1, _whole(frames, window, hop)), (1, length), stride=(1, hop)).flatten()
    is_divided = sums > 1e-10
    return torch.where(is_divided, sums, torch.ones_like(sums)), is_divided


def _overlap_add_backward(ctx, gradient):
    """The gradient's frames are transformed, after the division if there is one."""
    x, window, result = ctx.saved_tensors
    hop, half, scale, first, count, divides = ctx.options
    length, whole = window.shape[0], _whole(x.shape[-2], window, hop)
    places = first, whole - first - count
    gradient = torch.nn.functional.pad(gradient, places)
    if divides:
        divisors, is_divided = _divisors(window, hop, x.shape[-2])
        gradient = gradient / divisors
    of_x = of_window = None
    if ctx.needs_input_grad[0]:
        of_x = _short_time(gradient, window, hop, half, scale / length)
        if half:
            of_x = of_x * _meant(length, gradient)
    if ctx.needs_input_grad[1]:
        of_window = _per_factor(_lines(x, window, half, scale), gradient, hop, length)
        if divides:
            # The divisor grows by twice a factor.
            loss = (gradient * torch.nn.functional.pad(result, places).conj()).real * is_divided
            of_window = of_window - 2 * window * loss.unfold(-1, length, hop).flatten(0, -2).sum(0)
    return of_x, of_window, None, None, None, None, None, None


_short_time.register_autograd(_short_time_backward, setup_context=_keep_frames)
_overlap_add.register_autograd(_overlap_add_backward, setup_context=_keep_samples)


def _batched_frames(operator):
    """vmap: the new dimension of x goes first. Windows of a batch are called for one by one."""
    def rule(info, in_dims, x, window, *options):
        if in_dims[1] is None:
            return operator(x.movedim(in_dims[0], 0), window, *options), 0
        windows = window.movedim(in_dims[1], 0)
        rows = [x] * len(windows) if in_dims[0] is None else x.movedim(in_dims[0], 0)
        return torch.stack([operator(row, one, *options) for row, one in zip(rows, windows)]), 0

    _register_vmap(operator, rule)


_batched_frames(_short_time)
_batched_frames(_overlap_add)


def _of_frames(x, n_fft, hop_length, win_length, window):
    """(hop, window of n_fft factors) with PyTorch's defaults."""
    hop = n_fft // 4 if hop_length is None else hop_length
    win_length = n_fft if win_length is None else win_length
    if n_fft < 1 or not 0 < win_length <= n_fft:
        raise ValueError(f"n_fft is {n_fft} and win_length {win_length}; 0 < win_length <= n_fft is allowed")
    if hop < 1:
        raise ValueError(f"hop_length is {hop}; 1 and above are allowed")
    if window is None:
        window = torch.ones(win_length, dtype=_real_of(x.dtype), device=x.device)
    if window.is_complex() or window.shape != (win_length,):
        raise ValueError(f"window has the shape {tuple(window.shape)} and the type {window.dtype}; {win_length} reals are"
                         " allowed")
    before = (n_fft - win_length) // 2
    return hop, torch.nn.functional.pad(window.to(_real_of(x.dtype)), (before, n_fft - win_length - before))


def stft(x, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False,
         onesided=None, return_complex=True):
    """torch.stft: (..., samples) becomes (..., bins, frames)."""
    half = not x.is_complex() if onesided is None else onesided
    if half and x.is_complex():
        raise ValueError("onesided is True and x complex; onesided=False is allowed")
    hop, window = _of_frames(x, n_fft, hop_length, win_length, window)
    x = x.to(_real_of(x.dtype) if half else _complex_of(x.dtype))
    if center:
        rows = torch.nn.functional.pad(x.reshape(1, -1, x.shape[-1]), (n_fft // 2, n_fft // 2), pad_mode)
        x = rows.reshape(*x.shape[:-1], rows.shape[-1])
    if x.shape[-1] < n_fft:
        raise ValueError(f"n_fft is {n_fft}; at most the {x.shape[-1]} samples are allowed")
    spectra = _short_time(x, window, hop, half, n_fft ** -0.5 if normalized else 1.0).transpose(-1, -2)
    return spectra if return_complex else torch.view_as_real(spectra)


def istft(x, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None,
          length=None, return_complex=False):
    """torch.istft: (..., bins, frames) becomes (..., samples). Where the squared factors of all frames sum up to 1e-10 or
    less, it does not fail but divides by nothing."""
    if not x.is_complex() or x.dim() < 2 or x.shape[-1] < 1:
        raise ValueError(f"x has the shape {tuple(x.shape)} and the type {x.dtype}; complex (..., bins, frames) are allowed")
    onesided = x.shape[-2] != n_fft if onesided is None else onesided
    bins = n_fft // 2 + 1 if onesided else n_fft
    if x.shape[-2] != bins:
        raise ValueError(f"x has {x.shape[-2]} bins; {bins} are allowed with onesided={onesided}")
    if return_complex and onesided:
        raise ValueError("onesided and return_complex are True; half a spectrum makes reals")
    hop, window = _of_frames(x, n_fft, hop_length, win_length, window)
    if hop > n_fft:
        raise ValueError(f"hop_length is {hop}; at most n_fft, {n_fft}, is allowed")
    whole, first = _whole(x.shape[-1], window, hop), n_fft // 2 if center else 0
    wanted = whole - 2 * first if length is None else length
    count = min(wanted, whole - first)
    if count < 1:
        raise ValueError(f"length is {wanted}; 1 and above are allowed")
    half = not return_complex
    spectra = x[..., :n_fft // 2 + 1, :] if half else x
    scale = n_fft ** 0.5 if normalized else 1.0
    result = _overlap_add(spectra.transpose(-1, -2), window, hop, half, scale, first, count, True)
    return _fitted(result, -1, wanted)
