"""CuPy's arrays and PyTorch's tensors, on GPUs and on the processor: where they lie, on the stream of the caller."""

import functools
import sys

import numpy as np

from . import _arguments

# DLPack's numbers of devices.
_CUDA, _ROCM = 2, 10


class _Cupy:
    """CuPy's arrays on one device."""

    def __init__(self, cupy, index):
        self._cupy, self._index = cupy, index
        self._name = f"{'hip' if cupy.cuda.runtime.is_hip else 'cuda'}:{index}"

    def empty(self, shape, dtype):
        with self._cupy.cuda.Device(self._index):
            return self._cupy.empty(shape, dtype)

    @staticmethod
    def address(array):
        return array.data.ptr

    @staticmethod
    def layout(array):
        return array.shape, array.strides, array.dtype

    @staticmethod
    def is_complex(array):
        return array.dtype.kind == "c"

    @staticmethod
    def writable(array):
        return True

    def device(self, array, workers):
        return self._name

    def stream(self, array):
        with self._cupy.cuda.Device(self._index):
            return self._cupy.cuda.get_current_stream().ptr

    def copied(self, array, side, part):
        with self._cupy.cuda.Device(self._index):
            if part is None:
                return self._cupy.array(array, side.dtype, order="C")
            result = self._cupy.zeros(side.shape, side.dtype)
            result[part] = array
            return result


class _Torch:
    """PyTorch's tensors on one device."""

    def __init__(self, torch, device):
        self._torch, self._device = torch, device
        self._name = f"{'hip' if torch.version.hip else 'cuda'}:{device.index}"

    def empty(self, shape, dtype):
        return self._torch.empty(shape, dtype=getattr(self._torch, dtype.name), device=self._device)

    @staticmethod
    def address(tensor):
        return tensor.data_ptr()

    @staticmethod
    def layout(tensor):
        dtype = _numpy_type(tensor.dtype)
        return tuple(tensor.shape), tuple([stride * dtype.itemsize for stride in tensor.stride()]), dtype

    @staticmethod
    def is_complex(tensor):
        return tensor.is_complex()

    @staticmethod
    def writable(tensor):
        return True

    def device(self, tensor, workers):
        if self._device.type == "cpu":
            return f"host:{_arguments.thread_count(self._torch.get_num_threads() if workers is None else workers)}"
        return self._name

    def stream(self, tensor):
        return None if self._device.type == "cpu" else self._torch.cuda.current_stream(self._device).cuda_stream

    def copied(self, tensor, side, part):
        if part is None:
            return self.empty(side.shape, side.dtype).copy_(self._torch.as_tensor(tensor))
        result = self.empty(side.shape, side.dtype).zero_()
        result[part] = tensor
        return result


@functools.lru_cache(maxsize=None)
def _numpy_type(dtype):
    name = str(dtype).rpartition(".")[2]
    if name == "complex32":
        raise _arguments.Unsupported("x has the type complex32; single and double precision are allowed")
    # NumPy has no bfloat16. Like half, it becomes single precision.
    return np.dtype({"bfloat16": "float16"}.get(name, name))


def _plain(tensor):
    """The tensor without gradient, its values as they lie in memory."""
    if tensor.requires_grad:
        tensor = tensor.detach()
    if tensor.is_conj() or tensor.is_neg():
        tensor = tensor.resolve_conj().resolve_neg()
    return tensor


@functools.lru_cache(maxsize=None)
def _cupy_on(index):
    return _Cupy(sys.modules["cupy"], index)


@functools.lru_cache(maxsize=None)
def _torch_on(device):
    return _Torch(sys.modules["torch"], device)


def of(x):
    """(kind, array) of an array that lies on a GPU or belongs to PyTorch, else None.

    What another package holds on a GPU is read where it lies, by __cuda_array_interface__ or DLPack, and the results
    are CuPy's or, where that is not there, PyTorch's.
    """
    package = type(x).__module__.partition(".")[0]
    if package == "cupy":
        return _cupy_on(x.device.id), x
    if package == "torch" and hasattr(x, "data_ptr"):
        return _torch_on(x.device), _plain(x)
    interface = hasattr(x, "__cuda_array_interface__")
    if not interface and not (hasattr(x, "__dlpack_device__") and x.__dlpack_device__()[0] in (_CUDA, _ROCM)):
        return None
    try:
        import cupy  # pylint: disable=import-outside-toplevel
    except ImportError:
        import torch  # pylint: disable=import-outside-toplevel
        return of(torch.as_tensor(x, device="cuda") if interface else torch.from_dlpack(x))
    return of(cupy.asarray(x) if interface else cupy.from_dlpack(x))
