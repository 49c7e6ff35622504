#!/usr/bin/env python3
"""Times calls of PyTorch on its own cuFFT and on a library that takes its place.

    python3 bench/torch_calls.py libcufft.so.12 > calls.csv

Each library runs in processes of its own. The two libraries alternate, and the least time counts. `gpu` is the
time of a call within a CUDA graph, `call` the mean time of many calls from Python, and `first` the time of the
first call of a shape, with compilation. Times are in microseconds. A ratio above 1 means that the given
library is faster than cuFFT."""

import json
import math
import os
import subprocess
import sys
import time

ROUNDS, GRAPH_CALLS, CALLS = 3, 20, 200


def calls():
    """Yields each call's name, function, shape and type of its argument."""
    import torch
    fft, real, single, double = torch.fft, torch.float32, torch.complex64, torch.complex128
    for length, batch in ((16, 1), (256, 1), (1000, 1), (4096, 1), (97, 1), (1009, 1), (64, 64), (256, 256),
                          (1000, 100), (1024, 1024), (4096, 64), (97, 1000), (1009, 64), (16, 10000)):
        yield f"fft {length} x {batch}", fft.fft, (batch, length), single
        yield f"rfft {length} x {batch}", fft.rfft, (batch, length), real
    for length, batch in ((256, 256), (1024, 1024), (97, 1000)):
        yield f"ifft {length} x {batch} double", fft.ifft, (batch, length), double
    for side, batch in ((64, 1), (64, 16), (85, 16), (128, 20), (241, 8), (421, 4), (512, 1)):
        yield f"rfft2 {side}^2 x {batch}", fft.rfft2, (batch, side, side), real
        yield f"irfft2 {side}^2 x {batch}", fft.irfft2, (batch, side, side // 2 + 1), single
    for side in (32, 64, 128):
        yield f"rfftn {side}^3", fft.rfftn, (side,) * 3, real
        yield f"fftn {side}^3 double", fft.fftn, (side,) * 3, double
    for power in (13, 16, 18, 20):
        yield f"rfft 2^{power} x 8", fft.rfft, (8, 2**power), real
    for length in (512, 1024):
        yield f"rfft {length} x 512 half", fft.rfft, (512, length), torch.half
    for rows, columns in ((512, 64), (64, 4096)):
        yield f"fft columns {rows} x {columns}", lambda x: fft.fft(x, dim=0), (rows, columns), single
    for window, hop in ((400, 160), (1024, 256)):
        hann = torch.hann_window(window, device="cuda")
        stft = lambda x, hann=hann, hop=hop: torch.stft(x, len(hann), hop, window=hann, return_complex=True)
        yield f"stft {window} by {hop}", stft, (8, 65536), real


def time_call(function, argument):
    """Returns the times of one call: first, gpu, call."""
    import torch
    start = time.perf_counter()
    function(argument)
    torch.cuda.synchronize()
    first = time.perf_counter() - start
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        function(argument)
    side.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(GRAPH_CALLS):
            function(argument)
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    gpu, call = [], []
    for _ in range(5):
        begin.record()
        graph.replay()
        end.record()
        torch.cuda.synchronize()
        gpu.append(begin.elapsed_time(end) / GRAPH_CALLS * 1e3)
        start = time.perf_counter()
        for _ in range(CALLS):
            function(argument)
        torch.cuda.synchronize()
        call.append((time.perf_counter() - start) / CALLS * 1e6)
    return {"gpu": min(gpu), "call": min(call), "first": first * 1e6}


def measure():
    import torch
    times = {}
    for name, function, shape, kind in calls():
        argument = torch.randn(shape, device="cuda", dtype=torch.float32 if kind == torch.half else kind).to(kind)
        torch.cuda.synchronize()
        times[name] = time_call(function, argument)
    json.dump(times, sys.stdout)


def run_with(library):
    """Returns the times of all calls, in a process that has `library` preloaded, if any."""
    environment = dict(os.environ, **({"LD_PRELOAD": os.path.abspath(library)} if library else {}))
    run = subprocess.run([sys.executable, __file__, "--measure"], env=environment, stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


def main(library):
    rounds = [(run_with(None), run_with(library)) for _ in range(ROUNDS)]
    print("call,gpu_theirs,gpu_ours,gpu_ratio,call_theirs,call_ours,call_ratio,first_theirs,first_ours")
    logarithms = {"gpu": [], "call": []}
    for name in rounds[0][0]:
        row = [name]
        for what in ("gpu", "call"):
            theirs, ours = (min(pair[side][name][what] for pair in rounds) for side in (0, 1))
            logarithms[what].append(math.log(theirs / ours))
            row += [f"{theirs:.2f}", f"{ours:.2f}", f"{theirs / ours:.2f}"]
        print(",".join(row + [f"{rounds[0][side][name]['first']:.0f}" for side in (0, 1)]))
    means = {what: math.exp(sum(values) / len(values)) for what, values in logarithms.items()}
    print(f"geometric mean,,,{means['gpu']:.2f},,,{means['call']:.2f},,")


if __name__ == "__main__":
    if sys.argv[1:] == ["--measure"]:
        measure()
    elif len(sys.argv) == 2:
        main(sys.argv[1])
    else:
        sys.exit(__doc__)
