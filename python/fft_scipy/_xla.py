"""XLA's foreign function interface by ctypes: a handler for each platform that runs the plan of its arguments.

XLA calls a handler with the address of a call frame. The structs here are the beginnings of those of
`xla/ffi/api/c_api.h`, version 0, as far as they are read.
"""

import ctypes
import functools
from ctypes import POINTER, c_char_p, c_int, c_int64, c_size_t, c_uint32, c_void_p

import numpy as np

from . import _functions, _plans

_TYPES = {11: np.dtype(np.float32), 12: np.dtype(np.float64), 15: np.dtype(np.complex64), 18: np.dtype(np.complex128)}
_METADATA = 1  # the extension by which XLA asks for a handler's version
_INTERNAL = 13


def _struct(name, *fields):
    """A struct of the interface: all begin with their size and a chain of extensions."""
    return type(name, (ctypes.Structure,), {"_fields_": [("size", c_size_t), ("extension", c_void_p), *fields]})


_Version = _struct("_Version", ("major", c_int), ("minor", c_int))
_Buffer = _struct("_Buffer", ("type", c_int), ("data", c_void_p), ("rank", c_int64), ("dims", POINTER(c_int64)))
_List = _struct("_List", ("count", c_int64), ("types", c_void_p), ("items", POINTER(c_void_p)))
_Attributes = _struct("_Attributes", ("count", c_int64), ("types", c_void_p), ("names", c_void_p),
                      ("items", POINTER(c_void_p)))
_StreamArguments = _struct("_StreamArguments", ("context", c_void_p), ("stream", c_void_p))
_ErrorArguments = _struct("_ErrorArguments", ("message", c_char_p), ("code", c_int))
_GetStream = ctypes.CFUNCTYPE(c_void_p, POINTER(_StreamArguments))
_CreateError = ctypes.CFUNCTYPE(c_void_p, POINTER(_ErrorArguments))
_Api = _struct("_Api", ("version", _Version), ("internal", c_void_p), ("create_error", _CreateError),
               ("error_message", c_void_p), ("destroy_error", c_void_p), ("register", c_void_p),
               ("get_stream", _GetStream))
_Frame = _struct("_Frame", ("api", POINTER(_Api)), ("context", c_void_p), ("stage", c_int), ("arguments", _List),
                 ("results", _List), ("attributes", _Attributes))


class _Extension(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("type", c_int), ("next", c_void_p), ("metadata", c_void_p)]


class _Metadata(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("version", _Version), ("traits", c_uint32)]


class _Text(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("size", c_size_t)]


def _side(buffer):
    return _plans.packed(tuple(buffer.dims[:buffer.rank]), _TYPES[buffer.type])


def call_text(name, axes, norm):
    """The attribute `call` that says what a handler runs. Axes count from the end, so that vmap may add others."""
    return f"{name} {norm} {' '.join(map(str, axes))}"


@functools.lru_cache(maxsize=512)
def _plan(text, source, target, device):
    name, norm, *axes = text.split()
    axes = tuple(map(int, axes))
    real = target.shape if name == "irfftn" else source.shape
    given = _plans.Given(source, 0, False, device)
    return _functions.FUNCTIONS[name].prepare(given, tuple(real[axis] for axis in axes), axes, norm).plan


def _run(frame, device):
    source = _Buffer.from_address(frame.arguments.items[0])
    target = _Buffer.from_address(frame.results.items[0])
    text = _Text.from_address(frame.attributes.items[0])
    stream = None
    if not device.startswith("host"):
        asked = _StreamArguments(ctypes.sizeof(_StreamArguments), None, frame.context)
        if frame.api.contents.get_stream(ctypes.byref(asked)):
            raise RuntimeError("XLA has no stream for the call")
        stream = asked.stream
    plan = _plan(ctypes.string_at(text.data, text.size).decode(), _side(source), _side(target), device)
    if plan:
        plan.execute(source.data, target.data, stream)


def _tell_version(frame):
    """If the call asks for the handler's version, answers with the caller's own version where its major number is known."""
    if not frame.extension:
        return False
    extension = _Extension.from_address(frame.extension)
    if extension.type != _METADATA:
        return False
    metadata, known = _Metadata.from_address(extension.metadata), frame.api.contents.version
    metadata.version.major, metadata.version.minor = 0, known.minor
    metadata.traits = 0
    return True


def handler(device):
    """A handler as a C function; `device()` names the device that the calling thread has."""
    @ctypes.CFUNCTYPE(c_void_p, POINTER(_Frame))
    def handle(pointer):
        frame = pointer.contents
        try:
            if not _tell_version(frame):
                _run(frame, device())
        except Exception as error:  # pylint: disable=broad-except  # it must not pass through C
            code = getattr(error, "code", _INTERNAL)
            arguments = _ErrorArguments(ctypes.sizeof(_ErrorArguments), None, str(error).encode(), code)
            return frame.api.contents.create_error(ctypes.byref(arguments))
        return None

    return handle


def cuda_device():
    """The device of the CUDA context that the thread has."""
    index = c_int()
    if _cuda().cuCtxGetDevice(ctypes.byref(index)) != 0:
        raise RuntimeError("the thread has no CUDA context")
    return f"cuda:{index.value}"


@functools.lru_cache(maxsize=None)
def _cuda():
    return ctypes.CDLL("libcuda.so.1")
