#!/usr/bin/env python3
"""Times convolutions by PyTorch on a GPU, for comparison with //bench:chain_bench.

    python3 bench/torch_chains.py TOKEN... > chains.csv

Tokens are those of chain_bench: {real,complex}_convolve_len_LENGTHS_{single,double}_op_batch_B, optionally with
_irange_0_COUNT, and real_layer_len_CHANNELS_Y_X_single_op_batch_B_modes_{Y - M}_{2M}_0_N. Times are in microseconds,
within a CUDA graph. For a convolution, `three_launches_us` times cuFFT's forward transform of padded rows, a product and
cuFFT's inverse; `padding_us` times the same on rows that are not padded (torch.fft's `n`). For a layer,
`three_launches_us` times rfft2, an einsum for each corner of kept modes into zeros, and irfft2, as Fourier neural
operators compute it; `padding_us` times only the einsums."""

import csv
import re
import sys

import torch

from torch_timing import microseconds

TOKEN = re.compile(r"(real|complex)_convolve_len_([\d_]+)_(single|double)_op_batch_(\d+)(?:_irange_0_(\d+))?")


LAYER = re.compile(r"real_layer_len_(\d+)_(\d+)_(\d+)_single_op_batch_(\d+)_modes_(\d+)_(\d+)_0_(\d+)$")


def measure_layer(numbers):
    channels, rows, columns, batch, first, count, last = (int(number) for number in numbers)
    positive = count - (rows - first)
    x = torch.zeros(batch, channels, rows, columns, device="cuda")
    weights = [torch.ones(channels, channels, kept, last, dtype=torch.complex64, device="cuda")
               for kept in (positive, rows - first)]

    def mix(spectrum):
        mixed = torch.zeros(batch, channels, rows, columns // 2 + 1, dtype=torch.complex64, device="cuda")
        for part, weight in zip((slice(0, positive), slice(first, rows)), weights):
            mixed[:, :, part, :last] = torch.einsum("bixy,ioxy->boxy", spectrum[:, :, part, :last], weight)
        return mixed

    spectrum = torch.fft.rfft2(x)
    return (microseconds(lambda: torch.fft.irfft2(mix(torch.fft.rfft2(x)), s=(rows, columns))),
            microseconds(lambda: mix(spectrum)))


def measure(token):
    layer = LAYER.match(token)
    if layer:
        return measure_layer(layer.groups())
    kind, sizes, precision, batch, count = TOKEN.match(token).groups()
    lengths = [int(size) for size in sizes.split("_")]
    axes = tuple(range(1, len(lengths) + 1))
    real = {"single": torch.float32, "double": torch.float64}[precision]
    dtype = real if kind == "real" else torch.complex64 if precision == "single" else torch.complex128
    forward, back = (torch.fft.rfftn, torch.fft.irfftn) if kind == "real" else (torch.fft.fftn, torch.fft.ifftn)
    padded = torch.zeros(int(batch), *lengths, dtype=dtype, device="cuda")
    spectrum = forward(torch.ones(lengths, dtype=dtype, device="cuda"), dim=tuple(axis - 1 for axis in axes))

    def convolve(rows):
        return back(forward(rows, s=lengths, dim=axes).mul_(spectrum), s=lengths, dim=axes)

    rows = padded if count is None else padded[:, : int(count)].contiguous()
    return microseconds(lambda: convolve(padded)), microseconds(lambda: convolve(rows))


def main():
    table = csv.writer(sys.stdout)
    table.writerow(("token", "three_launches_us", "padding_us", "device"))
    for token in sys.argv[1:]:
        three, padding = measure(token)
        table.writerow((token, f"{three:.2f}", f"{padding:.2f}", torch.cuda.get_device_name()))
        sys.stdout.flush()
        torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
