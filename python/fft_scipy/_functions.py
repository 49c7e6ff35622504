"""The functions of scipy.fft on this library; the signatures are SciPy's."""

import functools
import math
import sys

from . import _arguments, _arrays, _library, _plans

_calls = _plans.Cache()


def _made_ready(prepare, x, request, overwrite_x, workers):
    """The call that `prepare(given, *request)` makes for arrays with the layout of x, and its arguments."""
    space, array, own = _arrays.of(x)
    layout = space.layout(array)
    misalignment = space.address(array) % 16
    reuse = bool(overwrite_x or own) and space.writable(array)
    device = space.device(array, workers)
    key = (prepare, layout, misalignment, reuse, device, request)
    ready = _calls.get(key, lambda: prepare(_plans.Given(_plans.Side(*layout), misalignment, reuse, device), *request))
    return ready, space, array


def _run(*arguments):
    ready, space, array = _made_ready(*arguments)
    return ready(space, array)


def _scale(count, norm):
    return (1.0, 1.0 / math.sqrt(count), 1.0 / count)[norm]


def _resized(shape, sizes, axes):
    shape = list(shape)
    for size, axis in zip(sizes, axes):
        shape[axis] = size
    return tuple(shape)


def _identity(given, dtype):
    """No axis is transformed: the array itself, or a copy of another type."""
    side = _plans.packed(given.side.shape, dtype)
    return _plans.Ready(given._replace(reuse=True), side, side, _plans.Transform(0, (), (), (), 1.0, given.device))


class _Fourier:
    """A transform between complex numbers, or between reals and half of a spectrum."""

    defaults = ()

    def __init__(self, reads_real, writes_real, forward, place):
        self._reads_real, self._writes_real, self._forward, self._place = reads_real, writes_real, forward, place

    def __call__(self, given, extent, where, norm):
        dtype = _arguments.floating(given.side)
        real, full = _arguments.real_type(dtype), _arguments.complex_type(dtype)
        if self._reads_real and dtype.kind == "c":
            raise TypeError("x must be a real sequence")
        sizes, axes = self._place(given.side.shape, extent, where)
        norm = _arguments.norm_index(norm, self._forward)
        if self._writes_real and axes:
            sizes = _arguments.full_sizes(given.side.shape, sizes, axes, extent)
        if self._reads_real == self._writes_real:
            return self._complex(given, full, sizes, axes, norm)
        if not axes:
            raise ValueError("at least 1 axis must be transformed")
        whole = _resized(given.side.shape, sizes, axes)
        half = _resized(whole, [sizes[-1] // 2 + 1], axes[-1:])
        sides = [_plans.packed(shape, type_) for shape, type_ in ((whole, real), (half, full))]
        type_ = _library.REAL_FORWARD if self._reads_real else _library.REAL_INVERSE
        return _plans.Ready(given, *(sides if self._reads_real else sides[::-1]),
                            self._transform(type_, sizes, axes, norm, given.device))

    def _complex(self, given, dtype, sizes, axes, norm):
        if not axes:
            return _identity(given, _arguments.floating(given.side))
        side = _plans.packed(_resized(given.side.shape, sizes, axes), dtype)
        type_ = _library.COMPLEX_FORWARD if self._forward else _library.COMPLEX_INVERSE
        return _plans.Ready(given, side, side, self._transform(type_, sizes, axes, norm, given.device))

    def _transform(self, type_, sizes, axes, norm, device):
        """The axes in ascending order, so that calls share plans. An axis that is halved stays last."""
        kept = 0 if self._reads_real == self._writes_real else 1
        order = sorted(zip(axes[:len(axes) - kept], sizes)) + list(zip(axes, sizes))[len(axes) - kept:]
        kind = _library.AXIS_FORWARD if self._forward else _library.AXIS_INVERSE
        return _plans.Transform(type_, tuple(size for _, size in order), tuple(axis for axis, _ in order),
                                (kind,) * len(order), _scale(math.prod(sizes), norm), device)


class _CosineOrSine:
    """A transform of family "dct" or "dst". Real and imaginary parts of complex input are transformed separately."""

    defaults = (2, None)  # type, orthogonalize

    def __init__(self, family, forward, place):
        self._family, self._forward, self._place = family, forward, place

    def __call__(self, given, extent, where, norm, type_, orthogonalize):
        if type_ not in (1, 2, 3, 4):
            raise ValueError(f"invalid {self._family.upper()} type {type_}; 1 to 4 are allowed")
        dtype = _arguments.floating(given.side)
        sizes, axes = self._place(given.side.shape, extent, where)
        if orthogonalize is None:
            orthogonalize = norm == "ortho"
        norm = _arguments.norm_index(norm, self._forward)
        if not axes:
            return _identity(given, dtype)
        if not self._forward:
            type_ = {2: 3, 3: 2}.get(type_, type_)
        delta = {("dct", 1): -1, ("dst", 1): 1}.get((self._family, type_), 0)
        if min(sizes) + delta < 1:
            raise ValueError(f"DCT-I is not defined for {min(sizes)} data points; at least 2 are allowed")
        count = math.prod(2 * (length + delta) for length in sizes)
        first = _library.DCT1 if self._family == "dct" else _library.DST1
        transform = _plans.Transform(_library.REAL_TO_REAL, tuple(sizes), tuple(axes), (first + type_ - 1,) * len(sizes),
                                     _scale(count, norm), given.device)
        side = _plans.packed(_resized(given.side.shape, sizes, axes), dtype)
        return _plans.Ready(given, side, side, transform, self._ends(type_) if orthogonalize else ((), ()))

    def _ends(self, type_):
        """The elements of each axis that orthogonalize scales, before the transform and after it."""
        end = 0 if self._family == "dct" else _sine_end()
        ends = {2: ((), (end,)), 3: ((end,), ())}
        if self._family == "dct":
            ends[1] = ((0, -1), (0, -1))
        return ends.get(type_, ((), ()))


@functools.lru_cache(maxsize=None)
def _sine_end():
    """The element that orthogonal sines of types II and III scale: the last; in older releases of SciPy the first."""
    try:
        import scipy.fft  # pylint: disable=import-outside-toplevel
    except ImportError:
        return -1
    with scipy.fft.skip_backend(sys.modules[__package__]):
        plain, scaled = (scipy.fft.dst([0.0, 1.0], 2, orthogonalize=each) for each in (False, True))
    return -1 if plain[0] == scaled[0] else 0


def _named(name, function, prepare):
    function.__name__ = function.__qualname__ = name
    function.prepare = prepare
    function.__doc__ = f"scipy.fft.{name} on this library."
    return function


def _line_function(name, reads_real, writes_real, forward):
    prepare = _Fourier(reads_real, writes_real, forward, _arguments.line)

    def function(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
        _arguments.refuse_plan(plan)
        return _run(prepare, x, (n, axis, norm), overwrite_x, workers)

    return _named(name, function, prepare)


def _box_function(name, reads_real, writes_real, forward, default=None):
    prepare = _Fourier(reads_real, writes_real, forward, _arguments.box)

    def function(x, s=None, axes=default, norm=None, overwrite_x=False, workers=None, *, plan=None):
        _arguments.refuse_plan(plan)
        return _run(prepare, x, (_arguments.fixed(s), _arguments.fixed(axes), norm), overwrite_x, workers)

    return _named(name, function, prepare)


def _trigonometric_line(name, family, forward):
    prepare = _CosineOrSine(family, forward, _arguments.line)

    def function(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
        return _run(prepare, x, (n, axis, norm, type, orthogonalize), overwrite_x, workers)

    return _named(name, function, prepare)


def _trigonometric_box(name, family, forward):
    prepare = _CosineOrSine(family, forward, _arguments.box)

    def function(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None):
        return _run(prepare, x, (_arguments.fixed(s), _arguments.fixed(axes), norm, type, orthogonalize), overwrite_x,
                    workers)

    return _named(name, function, prepare)


def _all():
    """Every function by its name."""
    made = []
    for name, *what in (("fft", False, False, True), ("ifft", False, False, False), ("rfft", True, False, True),
                        ("irfft", False, True, False), ("hfft", False, True, True), ("ihfft", True, False, False)):
        made += [_line_function(name, *what), _box_function(name + "2", *what, (-2, -1)),
                 _box_function(name + "n", *what)]
    for family in ("dct", "dst"):
        for name, forward in ((family, True), ("i" + family, False)):
            made += [_trigonometric_line(name, family, forward), _trigonometric_box(name + "n", family, forward)]
    return {function.__name__: function for function in made}


FUNCTIONS = _all()


def plan_of(name, x, axes, norm, workers):
    """The plan that a function of several axes runs for x; None where there is nothing to compute."""
    prepare = FUNCTIONS[name].prepare
    request = (None, _arguments.fixed(axes), norm) + prepare.defaults
    return _made_ready(prepare, x, request, False, workers)[0].plan
