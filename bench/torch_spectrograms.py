#!/usr/bin/env python3
"""Times spectrograms of this library beside PyTorch's short-time transform, on a GPU.

    PYTHONPATH=python FFT_LIBRARY=bazel-bin/packaging/libfft.so python3 bench/torch_spectrograms.py > spectrograms.csv

All are power spectrograms of 30 s at 16 kHz with a Hann window. Times are in microseconds, within a CUDA
graph. `torch_stft` is torch.stft alone. `torch_power` is torch.stft with .abs().square(). `copy` copies as
many bytes as the signal and the result have. `ratio` is torch_power over this library's time. `error` is the
largest difference of two powers over the largest power."""

import csv
import sys

import torch

from fft_scipy._library import Plan, Problem
from torch_timing import microseconds

FRAMES = ((400, 160), (512, 128), (512, 256), (1024, 256), (2048, 512))  # length, hop
CHANNELS = (1, 16, 256)
SAMPLES = 30 * 16000


def measure(length, hop, channels):
    frames, bins = (SAMPLES - length) // hop + 1, length // 2 + 1
    signal, window = torch.randn(channels, SAMPLES, device="cuda"), torch.hann_window(length, device="cuda")
    out = torch.empty(channels, frames, bins, device="cuda")
    loop = f"_loop_{channels}_{SAMPLES}_{frames * bins}" if channels > 1 else ""
    token = f"real_forward_len_{length}_single_op_batch_{frames}_idist_{hop}{loop}_window_power"
    plan = Plan(Problem(token=token.encode()), "cuda:0")

    def ours():
        stream = torch.cuda.current_stream().cuda_stream
        plan.execute(signal.data_ptr(), out.data_ptr(), stream, window=window.data_ptr())

    def stft():
        return torch.stft(signal, length, hop, length, window, center=False, return_complex=True)

    def power():
        return stft().abs().square()

    ours()
    expected = power().transpose(1, 2)
    error = float((out - expected).abs().max() / expected.abs().max())
    source = torch.empty((signal.numel() + out.numel()) // 2, device="cuda")
    target = torch.empty_like(source)
    times = [microseconds(call) for call in (ours, stft, power, lambda: target.copy_(source))]
    return [token, *(f"{time:.2f}" for time in times), f"{times[2] / times[0]:.2f}", f"{error:.1e}"]


def main():
    torch.zeros(1, device="cuda")  # makes the context
    table = csv.writer(sys.stdout)
    table.writerow(["token", "ours_us", "torch_stft_us", "torch_power_us", "copy_us", "ratio", "error"])
    for length, hop in FRAMES:
        for channels in CHANNELS:
            table.writerow(measure(length, hop, channels))


if __name__ == "__main__":
    main()
