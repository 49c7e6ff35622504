#!/usr/bin/env python3
"""Times PyTorch's way to convolve, which //bench:chain_bench is compared with, on a GPU.

    python3 bench/torch_chains.py TOKEN... > chains.csv

Tokens are those of chain_bench: {real,complex}_convolve_len_LENGTHS_{single,double}_op_batch_B, perhaps with
_irange_0_COUNT. Times are microseconds within a CUDA graph. `three_launches_us` has cuFFT's forward transform, a
product and cuFFT's inverse on padded rows. `padding_us` begins with rows that are not padded (torch.fft's `n`)."""

import csv
import re
import sys

import torch

from torch_timing import microseconds

TOKEN = re.compile(r"(real|complex)_convolve_len_([\d_]+)_(single|double)_op_batch_(\d+)(?:_irange_0_(\d+))?")


def measure(token):
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
