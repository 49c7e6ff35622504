"""The `fft` extension of the array API standard (2022.12 to 2024.12)."""

import types

from ._functions import FUNCTIONS


def _line_function(name):
    def function(x, /, *, n=None, axis=-1, norm="backward"):
        return FUNCTIONS[name](x, n, axis, norm)

    return _named(function, name)


def _box_function(name):
    def function(x, /, *, s=None, axes=None, norm="backward"):
        if axes is None and s is not None:
            axes = tuple(range(len(x.shape) - len(s), len(x.shape)))
        return FUNCTIONS[name](x, s, axes, norm)

    return _named(function, name)


def _named(function, name):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"The array API's fft.{name} on this library."
    return function


def _frequencies(namespace, half):
    """fftfreq or, with `half`, rfftfreq, whose arrays are made by the namespace."""
    def function(n, /, *, d=1.0, dtype=None, device=None):
        given = {name: value for name, value in (("dtype", dtype), ("device", device)) if value is not None}
        count = namespace.arange(n // 2 + 1 if half else n, **given)
        return (count if half else namespace.where(count < (n + 1) // 2, count, count - n)) / (n * d)

    return _named(function, "rfftfreq" if half else "fftfreq")


class ArrayApi:
    """An array API namespace whose `fft` extension is this library's; everything else is that of `namespace`.

        xp = fft_scipy.array_api(numpy)
        spectrum = xp.fft.rfftn(xp.ones((4, 6)))
    """

    def __init__(self, namespace):
        self._namespace = namespace
        self.__name__ = namespace.__name__
        functions = {name: _line_function(name) for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")}
        functions.update((name, _box_function(name)) for name in ("fftn", "ifftn", "rfftn", "irfftn"))
        functions.update((each.__name__, each) for each in (_frequencies(namespace, half) for half in (False, True)))
        functions.update((name, getattr(namespace.fft, name)) for name in ("fftshift", "ifftshift"))
        self.fft = types.SimpleNamespace(**functions)

    def __getattr__(self, name):
        return getattr(self._namespace, name)

    def __dir__(self):
        return sorted({*dir(self._namespace), "fft"})
