"""Times work that PyTorch enqueues on a GPU."""

import torch

REPEATS, ROUNDS = 20, 5


def microseconds(call):
    """Returns the least time of a call over the rounds, in microseconds."""
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(3):
            call()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=stream):
            for _ in range(REPEATS):
                call()
        times = []
        for _ in range(ROUNDS + 1):
            begin, end = torch.cuda.Event(True), torch.cuda.Event(True)
            begin.record(stream)
            graph.replay()
            end.record(stream)
            stream.synchronize()
            times.append(1e3 * begin.elapsed_time(end) / REPEATS)
    return min(times[1:])
