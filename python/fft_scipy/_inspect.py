"""The plan of a call as text, and as a page of the inspector."""

import os
import shutil
import subprocess
import tempfile
import webbrowser

from . import _arrays, _functions, _library


def inspect(x, axes=None, function=None, *, norm=None, workers=None, browse=True):
    """What runs when `function` (default: "rfftn" of reals, else "fftn") transforms x along the axes, as text.

    With `browse` the plan is also written as a page of the inspector and opened in the browser; the last line of the
    text names the file, or says why there is none. That needs the program fft_inspect, on the PATH or installed with
    the library.
    """
    if function is None:
        space, array, _ = _arrays.of(x)
        function = "fftn" if space.is_complex(array) else "rfftn"
    if function not in _functions.FUNCTIONS or not function.endswith("n"):
        allowed = ", ".join(name for name in _functions.FUNCTIONS if name.endswith("n"))
        raise ValueError(f"function is {function!r}; allowed are {allowed}")
    plan = _functions.plan_of(function, x, axes, norm, workers)
    if plan is None:
        return "nothing to compute"
    described = plan.describe()
    text = "\n".join(_lines(described))
    return text + "\n" + _page(described) if browse else text


def _lines(plan):
    problem = plan["problem"]
    yield (f"problem    {problem['type'].replace('_', ' ')}, {_product(problem['lengths'])} points, "
           f"batch {problem['batch']}, {problem['precision']} precision")
    yield f"token      {plan['token']}"
    yield f"target     {plan['target']['name']}: {plan['target']['description']}"
    yield f"workspace  {plan['workspace_bytes']} B"
    yield ""
    yield "plan tree"
    yield from _table(("scheme", "axes", "predicted", "kernel"), list(_nodes(plan["tree"], 0)))
    yield ""
    yield f"steps of assignment {plan['candidate']} of {plan['candidates']}"
    yield from _table(("step", "reads", "writes", "moved", "predicted"), [
        (index, *(f"{step[side]['buffer']} {step[side]['format']}" for side in ("in", "out")),
         f"{step['bytes_moved']} B", _time(step["seconds"]))
        for index, step in enumerate(plan["assignment"]["steps"])])


def _nodes(node, depth):
    kernel = node["kernel"]
    yield ("  " * depth + node["scheme"], _product([axis["length"] for axis in node["axes"]]), _time(node["seconds"]),
           f"{kernel['kind']} {kernel['shape']}" if kernel else "")
    for child in node["children"]:
        yield from _nodes(child, depth + 1)


def _product(lengths):
    return " x ".join(map(str, lengths))


def _time(seconds):
    return f"{seconds * 1e6:.3g} us"


def _table(head, rows):
    rows = [head] + [tuple(map(str, row)) for row in rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    for row in rows:
        yield ("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths))).rstrip()


def _page(plan):
    """Writes the page, opens it, and says where it is."""
    beside = os.path.join(os.path.dirname(_library.path()), "..", "bin", "fft_inspect")
    program = shutil.which("fft_inspect") or shutil.which(beside)
    if program is None:
        return "page       none: fft_inspect is not on the PATH"
    page = os.path.join(tempfile.mkdtemp(prefix="fft-plan-"), "plan.html")
    run = subprocess.run([program, "export", plan["token"], f"--target={plan['target']['name']}", f"--output={page}"],
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if run.returncode != 0:
        return f"page       none: {run.stderr.strip()}"
    webbrowser.open("file://" + page)
    return f"page       {page}"
