"""libfft by ctypes: contexts, plans and errors as Python objects. `fft/fft_c.h` is the reference.

The environment's FFT_LIBRARY names the file of the library. Without it the one that a wheel holds is taken, or the one
that ./install put into the same prefix, or the one that the loader finds by the name libfft.so.0.
"""

import contextlib
import ctypes
import functools
import json
import os
import threading
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_void_p

COMPLEX_FORWARD, COMPLEX_INVERSE, REAL_FORWARD, REAL_INVERSE, REAL_TO_REAL = range(5)
AXIS_FORWARD, AXIS_INVERSE = 0, 1
DCT1, DST1 = 5, 9  # types II to IV follow each
SINGLE, DOUBLE = 0, 1
UNIMPLEMENTED = 12
_OWN_WORKSPACE = 4
_SONAME = "libfft.so.0"
_INVALID_ARGUMENT = 3
_RESOURCE_EXHAUSTED = 8


class Array(ctypes.Structure):
    """fft_array: where one side of a problem lies."""
    _fields_ = [("format", c_int32), ("precision", c_int32), ("strides", POINTER(c_int64)), ("distance", c_int64),
                ("offsets", c_int64 * 2)]


class Loop(ctypes.Structure):
    """fft_loop: one more batch around the transforms."""
    _fields_ = [("length", c_int64), ("in_stride", c_int64), ("out_stride", c_int64)]


class Range(ctypes.Structure):
    """fft_range: the part of an axis that an array holds."""
    _fields_ = [("first", c_int64), ("count", c_int64)]


class Problem(ctypes.Structure):
    """fft_problem: what to compute."""
    _fields_ = [("struct_size", c_size_t), ("token", c_char_p), ("lengths", POINTER(c_int64)), ("rank", c_int32),
                ("transform", c_int32), ("precision", c_int32), ("placement", c_int32), ("batch", c_int64),
                ("scale", c_double), ("input", Array), ("output", Array), ("kinds", POINTER(c_int32)),
                ("loops", POINTER(Loop)), ("loop_count", c_int32), ("reserved", c_int32), ("input_ranges", POINTER(Range)),
                ("output_ranges", POINTER(Range))]


class _ContextOptions(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("device", c_char_p), ("cache_path", c_char_p),
                ("system_cache_path", c_char_p), ("log", c_void_p), ("log_data", c_void_p)]


class _PlanOptions(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("flags", c_uint32), ("strategy", c_int32), ("rigor", c_int32),
                ("measured_candidates", c_int32), ("candidate", c_int32), ("factor_count", c_int32),
                ("factors", c_void_p), ("scheme", c_char_p), ("load_callback", c_char_p), ("store_callback", c_char_p),
                ("load_user", c_void_p), ("store_user", c_void_p), ("stream", c_void_p), ("wisdom", c_char_p),
                ("max_candidates", c_int64), ("shapes", c_char_p), ("measured_trees", c_int32), ("reserved", c_int32),
                ("measure_seconds", c_double)]


class _Arguments(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("input", c_void_p), ("output", c_void_p), ("in_imag", c_void_p),
                ("out_imag", c_void_p), ("stream", c_void_p), ("workspace", c_void_p), ("workspace_bytes", c_int64),
                ("load_user", c_void_p), ("store_user", c_void_p), ("flags", c_uint32), ("reserved", c_uint32)]


_ARGUMENTS_SIZE = ctypes.sizeof(_Arguments)


class Error(RuntimeError):
    """A failure of the library: its message, and the code of `fft_c.h` in `code`."""

    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


class InvalidArgument(Error, ValueError):
    """A problem that the library refuses as illegal."""


class Unimplemented(Error, NotImplementedError):
    """A legal problem that the library does not plan."""


class OutOfMemory(Error, MemoryError):
    """Too little memory for a plan."""


def path():
    """The library's file, or the name that the loader looks for."""
    package = os.path.dirname(os.path.abspath(__file__))
    installed = [os.path.join(package, folder, _SONAME) for folder in ("lib", os.path.join("..", "..", ".."))]
    return os.environ.get("FFT_LIBRARY") or next(filter(os.path.exists, installed), _SONAME)


@functools.lru_cache(maxsize=None)
def _library():
    library = ctypes.CDLL(path())
    pointer = POINTER(c_void_p)
    for name, result, arguments in (
        ("fft_error_message", c_char_p, [c_void_p]),
        ("fft_error_code", ctypes.c_int, [c_void_p]),
        ("fft_error_destroy", None, [c_void_p]),
        ("fft_context_create", c_void_p, [POINTER(_ContextOptions), pointer]),
        ("fft_plan_create_with", c_void_p, [c_void_p, POINTER(Problem), POINTER(_PlanOptions), pointer]),
        ("fft_plan_destroy", None, [c_void_p]),
        ("fft_plan_execute", c_void_p, [c_void_p, POINTER(_Arguments)]),
        ("fft_chain_create", c_void_p, [c_void_p, c_char_p, POINTER(_PlanOptions), pointer]),
        ("fft_chain_destroy", None, [c_void_p]),
        ("fft_chain_workspace_bytes", c_int64, [c_void_p]),
        ("fft_chain_execute", c_void_p, [c_void_p, c_void_p, POINTER(_Arguments)]),
        ("fft_plan_description", c_void_p, [c_void_p, pointer]),
        ("fft_string_free", None, [c_void_p]),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _check(error):
    """Raises the exception for an fft_error* and frees it; does nothing for a null pointer."""
    if not error:
        return
    library = _library()
    message, code = library.fft_error_message(error).decode(), library.fft_error_code(error)
    library.fft_error_destroy(error)
    kinds = {_INVALID_ARGUMENT: InvalidArgument, _RESOURCE_EXHAUSTED: OutOfMemory, UNIMPLEMENTED: Unimplemented}
    raise kinds.get(code, Error)(message, code)


def _cache_path():
    """The kernel cache: null where the environment names one, else a file in the user's cache folder."""
    if "FFT_RTC_CACHE_PATH" in os.environ:
        return None
    folder = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "fft")
    # Where it cannot be made, kernels stay in memory.
    with contextlib.suppress(OSError):
        os.makedirs(folder, exist_ok=True)
    return os.fsencode(os.path.join(folder, "kernels.db"))


_contexts = {}
_contexts_lock = threading.Lock()


def _context(device):
    """The context of a device, "host:2" or "cuda:0". Contexts stay: a process asks for few of them."""
    with _contexts_lock:
        if device not in _contexts:
            options = _ContextOptions(struct_size=ctypes.sizeof(_ContextOptions), device=device.encode(),
                                      cache_path=_cache_path())
            context = c_void_p()
            _check(_library().fft_context_create(options, ctypes.byref(context)))
            _contexts[device] = context
        return _contexts[device]


class Plan:
    """A transform on a device, ready to run from any thread; freed with its last reference."""

    def __init__(self, problem, device):
        self._handle = c_void_p()
        problem.struct_size = ctypes.sizeof(Problem)
        options = _PlanOptions(struct_size=ctypes.sizeof(_PlanOptions), flags=_OWN_WORKSPACE)
        self._library = _library()
        self._execute = self._library.fft_plan_execute
        _check(self._library.fft_plan_create_with(_context(device), problem, options, ctypes.byref(self._handle)))

    def execute(self, source, target, stream=None, window=None):
        """Runs between the addresses of the first elements. Equal addresses mean in place. `window` is the address
        of the factors where the problem has a window."""
        arguments = _Arguments(_ARGUMENTS_SIZE, source, target, None, None, stream)
        if window is not None:
            arguments.load_user = window
        error = self._execute(self._handle, arguments)
        if error:
            _check(error)

    def describe(self):
        """The plan as the JSON of docs/plan-json.md."""
        text = c_void_p()
        _check(self._library.fft_plan_description(self._handle, ctypes.byref(text)))
        try:
            return json.loads(ctypes.string_at(text))
        finally:
            self._library.fft_string_free(text)

    def __del__(self):
        if getattr(self, "_library", None):
            self._library.fft_plan_destroy(self._handle)


class Chain:
    """A chain (docs/convolution.md) by the scheme of this name; Unimplemented where the scheme does not take it."""

    def __init__(self, token, device, scheme=None):
        self._handle = c_void_p()
        options = _PlanOptions(struct_size=ctypes.sizeof(_PlanOptions), scheme=scheme and scheme.encode())
        self._library = _library()
        _check(self._library.fft_chain_create(_context(device), token.encode(), options, ctypes.byref(self._handle)))
        self.workspace_bytes = self._library.fft_chain_workspace_bytes(self._handle)

    def execute(self, source, target, spectra, stream=None, workspace=None):
        """Runs between the addresses of the first elements. `workspace` is the address of workspace_bytes bytes."""
        arguments = _Arguments(_ARGUMENTS_SIZE, source, target, None, None, stream, workspace, self.workspace_bytes)
        _check(self._library.fft_chain_execute(self._handle, spectra, arguments))

    def __del__(self):
        if getattr(self, "_library", None):
            self._library.fft_chain_destroy(self._handle)
