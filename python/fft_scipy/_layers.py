"""Fourier layers of PyTorch's tensors: chains that multiply kept modes by matrices over channels."""

from . import _arguments, _arrays, _library, _plans

_chains = _plans.Cache()
_transforms = _plans.Cache()


def places(lengths, counts, firsts, is_complex):
    """The number of the first kept mode along each dimension. torch_ops.fourier_layer says which it is by default."""
    if not lengths or len(lengths) != len(counts):
        raise ValueError(f"weights have {len(counts)} dimensions of modes, and x has {len(lengths)} to transform")
    if firsts is None:
        around = [-(count // 2) % length for length, count in zip(lengths, counts)]
        return around if is_complex else [*around[:-1], 0]
    if len(firsts) != len(lengths):
        raise ValueError(f"firsts has {len(firsts)} numbers; one for each of {len(lengths)} dimensions is allowed")
    return [int(first) for first in firsts]


def _token(shape, matrices, firsts, dtype, adjoint):
    batch, ins, *lengths = shape
    outs = matrices[0 if adjoint else 1]
    if matrices[1 if adjoint else 0] != ins:
        raise ValueError(f"x has {ins} channels, and weights take {matrices[1 if adjoint else 0]}")
    parts = ["real" if dtype.kind == "f" else "complex", "adjoint_layer" if adjoint else "layer", "len", max(ins, outs),
             *lengths, "single" if dtype.char in "fF" else "double", "op_batch", batch]
    if ins != outs:
        for name, channels in (("irange", ins), ("orange", outs)):
            parts += [name, 0, channels]
            for length in lengths:
                parts += [0, length]
    parts.append("modes")
    for first, count in zip(firsts, matrices[2:]):
        parts += [first, count]
    return "_".join(map(str, parts))


def applied(x, weights, firsts, adjoint):
    """The layer, or its adjoint, of a batch of channels."""
    space, array, _ = _arrays.of(x.contiguous())
    shape, _, dtype = space.layout(array)
    matrices = _arrays.of(weights.contiguous())[1]
    if space.layout(matrices)[2] != _arguments.complex_type(dtype):
        raise ValueError(f"weights of {space.layout(matrices)[2]} for x of {dtype}; allowed are"
                         f" {_arguments.complex_type(dtype)}")
    device = space.device(array, None)
    token = _token(shape, space.layout(matrices)[0], firsts, dtype, adjoint)
    chain = _chains.get((token, device), lambda: _library.Chain(token, device, "CHAIN_LAYER"))
    result = space.empty((shape[0], space.layout(matrices)[0][0 if adjoint else 1], *shape[2:]), dtype)
    _plans.run_chain(chain, space, array, result, matrices)
    return result


def kept(x, firsts, counts):
    """The kept modes of the spectra of all channels."""
    space, array, _ = _arrays.of(x.contiguous())
    shape, strides, dtype = space.layout(array)
    device = space.device(array, None)
    axes = tuple(range(2, len(shape)))
    is_real = dtype.kind == "f"
    spectrum = _plans.packed((*shape[:2], *counts), _arguments.complex_type(dtype))

    def make():
        transform = _plans.Transform(_library.REAL_FORWARD if is_real else _library.COMPLEX_FORWARD, tuple(shape[2:]), axes,
                                     (_library.AXIS_FORWARD,) * len(axes), 1.0, device,
                                     ((), tuple(zip(firsts, counts))))
        return _plans.plan(transform, _plans.Side(shape, strides, dtype), spectrum, False)

    plan = _transforms.get((shape, dtype, device, tuple(firsts), tuple(counts)), make)
    target = space.empty(spectrum.shape, spectrum.dtype)
    plan.execute(space.address(array), space.address(target), space.stream(target))
    return target
