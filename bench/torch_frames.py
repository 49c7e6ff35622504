#!/usr/bin/env python3
"""Times short-time transforms of PyTorch's tensors, forth and back, beside torch.stft and torch.istft, on a GPU.

    PYTHONPATH=python FFT_LIBRARY=bazel-bin/packaging/libfft.so python3 bench/torch_frames.py > frames.csv

Signals are 16 channels of 30 s at 16 kHz with a Hann window, centred, in single precision. Times are medians
in microseconds. `ours_us` and `torch_us` are calls as a program makes them, one after the other, so they
include what Python does and what torch.istft waits for. `plan_us` is this library's plan within a CUDA graph.
`ratio` is torch_us over ours_us. `error` is the largest difference over the largest element."""

import csv
import statistics
import sys

import torch

from fft_scipy import torch_ops
from fft_scipy._library import Chain, Plan, Problem
from torch_timing import microseconds

FRAMES = ((400, 160), (512, 128), (1024, 256), (2048, 512))  # length, hop
CHANNELS, SAMPLES = 16, 30 * 16000
CALLS, ROUNDS = 5, 15


def in_calls(call):
    """Returns the median time of a call in microseconds, without a graph."""
    times = []
    for _ in range(ROUNDS + 3):
        begin, end = torch.cuda.Event(True), torch.cuda.Event(True)
        begin.record()
        for _ in range(CALLS):
            call()
        end.record()
        end.synchronize()
        times.append(1e3 * begin.elapsed_time(end) / CALLS)
    return statistics.median(times[3:])


def stream():
    return torch.cuda.current_stream().cuda_stream


def forth_time(length, hop, padded, window, rows):
    token = (f"real_forward_len_{length}_single_op_batch_{rows.shape[1]}_idist_{hop}"
             f"_loop_{CHANNELS}_{padded.shape[1]}_{rows[0].numel()}_window")
    plan, out = Plan(Problem(token=token.encode()), "cuda:0"), torch.empty_like(rows)
    return microseconds(
        lambda: plan.execute(padded.data_ptr(), out.data_ptr(), stream(), window=window.data_ptr()))


def back_time(length, hop, rows, window):
    count = min(SAMPLES, (rows.shape[1] - 1) * hop + length // 2)  # frames end there
    token = (f"real_overlap_add_len_{length}_single_op_batch_{rows.shape[1]}_odist_{hop}"
             f"_loop_{CHANNELS}_{rows[0].numel()}_{SAMPLES}_samples_{length // 2}_{count}_normalized")
    chain, out = Chain(token, "cuda:0"), torch.empty(CHANNELS, SAMPLES, device="cuda")
    work = torch.empty(max(chain.workspace_bytes, 1), dtype=torch.uint8, device="cuda")
    return microseconds(
        lambda: chain.execute(rows.data_ptr(), out.data_ptr(), window.data_ptr(), stream(), work.data_ptr()))


def row(way, length, hop, ours, theirs, plan):
    got, want = ours(), theirs()
    error = float((got - want).abs().max() / want.abs().max())
    mine, other = in_calls(ours), in_calls(theirs)
    return [way, length, hop, f"{mine:.1f}", f"{other:.1f}", f"{plan:.1f}", f"{other / mine:.2f}", f"{error:.1e}"]


def measure(length, hop):
    signal, window = torch.randn(CHANNELS, SAMPLES, device="cuda"), torch.hann_window(length, device="cuda")
    spectra = torch.stft(signal, length, hop, window=window, return_complex=True)
    padded = torch.nn.functional.pad(signal[:, None], (length // 2, length // 2), "reflect")[:, 0].contiguous()
    rows = spectra.transpose(1, 2).contiguous()
    yield row("forth", length, hop, lambda: torch_ops.stft(signal, length, hop, window=window),
              lambda: torch.stft(signal, length, hop, window=window, return_complex=True),
              forth_time(length, hop, padded, window, rows))
    yield row("back", length, hop, lambda: torch_ops.istft(spectra, length, hop, window=window, length=SAMPLES),
              lambda: torch.istft(spectra, length, hop, window=window, length=SAMPLES),
              back_time(length, hop, rows, window))


def main():
    torch.zeros(1, device="cuda")  # makes the context
    table = csv.writer(sys.stdout)
    table.writerow(["way", "length", "hop", "ours_us", "torch_us", "plan_us", "ratio", "error"])
    for length, hop in FRAMES:
        for line in measure(length, hop):
            table.writerow(line)


if __name__ == "__main__":
    main()
