#!/usr/bin/env python3
"""Compares plans with JIT callbacks of cuFFT's interface, on a GPU, with NumPy.

Usage: jit_callbacks.py LIBRARY...      (each a libcufft.so.12: this project's, NVIDIA's)

NVRTC compiles every callback. A load multiplies by a factor in device memory; a store adds the
element's offset. Prints a line per case. The exit status is 1 if any result is wrong.
"""
import ctypes
import sys
import time

import cupy
import numpy

TYPES = {  # name: input, output, type of the plan, load and store callback
    "C2C": (numpy.complex64, numpy.complex64, 0x29, 0, 4),
    "R2C": (numpy.float32, numpy.complex64, 0x2A, 2, 4),
    "C2R": (numpy.complex64, numpy.float32, 0x2C, 0, 6),
    "Z2Z": (numpy.complex128, numpy.complex128, 0x69, 1, 5),
    "D2Z": (numpy.float64, numpy.complex128, 0x6A, 3, 5),
    "Z2D": (numpy.complex128, numpy.float64, 0x6C, 1, 7),
}
ELEMENTS = {numpy.complex64: "float2", numpy.float32: "float",
            numpy.complex128: "double2", numpy.float64: "double"}
LOAD = """
__device__ E load_times(void* data, unsigned long long offset, void* user, void*) {
  E value = static_cast<E*>(data)[offset];
  const R factor = *static_cast<const R*>(user);
  return TIMES;
}
"""
STORE = """
__device__ void store_plus(void* data, unsigned long long offset, E value, void*, void*) {
  value PART += static_cast<R>(offset % 8);
  static_cast<E*>(data)[offset] = value;
}
"""


def loaded_nvrtc():
    """Returns the NVRTC that CuPy has loaded."""
    cupy.cuda.nvrtc.getVersion()
    with open("/proc/self/maps", encoding="utf-8") as maps:
        paths = [line.split()[-1] for line in maps if "libnvrtc.so" in line]
    return ctypes.CDLL(paths[0])


def compile_callback(text, dtype):
    """Returns the LTO-IR of a callback."""
    element = ELEMENTS[dtype]
    is_complex = element.endswith("2")
    times = f"make_{element}(value.x * factor, value.y * factor)" if is_complex else "value * factor"
    text = text.replace("TIMES", times).replace("PART", ".x" if is_complex else "")
    text = f"typedef {element} E; typedef {element.rstrip('2')} R;\n{text}"
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    nvrtc = loaded_nvrtc()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"callback.cu", 0, None, None)
    arch = f"-arch=compute_{cupy.cuda.Device().compute_capability}"
    options = (ctypes.c_char_p * 3)(arch.encode(), b"-dlto", b"-rdc=true")
    result = nvrtc.nvrtcCompileProgram(program, len(options), options)
    assert result == 0, f"nvrtcCompileProgram: {result}"
    nvrtc.nvrtcGetLTOIRSize(program, ctypes.byref(size))
    code = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetLTOIR(program, code)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    return code.raw


def expected(kind, values, length):
    if kind in ("C2C", "Z2Z"):
        return numpy.fft.fft(values)
    if kind in ("R2C", "D2Z"):
        return numpy.fft.rfft(values)
    return numpy.fft.irfft(values, length) * length


def run(library, kind, length, batch, sides):
    """Returns the largest error over the largest result, and the milliseconds of making the
    plan."""
    source, target, number, load, store = TYPES[kind]
    half = length // 2 + 1
    columns = {"R2C": (length, half), "D2Z": (length, half), "C2R": (half, length),
               "Z2D": (half, length)}.get(kind, (length, length))
    rng = numpy.random.default_rng(1)
    values = rng.standard_normal((batch, columns[0]))
    if numpy.issubdtype(source, numpy.complexfloating):
        values = values + 1j * rng.standard_normal(values.shape)
    if kind in ("C2R", "Z2D"):
        values[:, 0] = values[:, 0].real
        values[:, -1] = values[:, -1].real if length % 2 == 0 else values[:, -1]
    values = values.astype(source)
    real = numpy.float64 if number & 0x40 else numpy.float32
    factor = cupy.asarray([1.5], dtype=real)
    data, out = cupy.asarray(values), cupy.zeros((batch, columns[1]), dtype=target)
    plan = ctypes.c_int()
    assert library.cufftCreate(ctypes.byref(plan)) == 0
    users = (ctypes.c_void_p * 1)(factor.data.ptr)
    if "load" in sides:
        code = compile_callback(LOAD, source)
        result = library.cufftXtSetJITCallback(plan, b"load_times", code, ctypes.c_size_t(len(code)),
                                               load, users)
        assert result == 0, result
        values = values * 1.5
    reference = expected(kind, values.astype(numpy.complex128 if values.dtype.kind == "c"
                                             else numpy.float64), length)
    if "store" in sides:
        code = compile_callback(STORE, target)
        result = library.cufftXtSetJITCallback(plan, b"store_plus", code,
                                               ctypes.c_size_t(len(code)), store, users)
        assert result == 0, result
        reference = reference + (numpy.arange(reference.size) % 8).reshape(reference.shape)
    begin = time.perf_counter()
    size = ctypes.c_size_t()
    result = library.cufftMakePlan1d(plan, length, number, batch, ctypes.byref(size))
    assert result == 0, f"cufftMakePlan1d: {result}"
    made = 1e3 * (time.perf_counter() - begin)
    pointers = ctypes.c_void_p(data.data.ptr), ctypes.c_void_p(out.data.ptr)
    execute = getattr(library, "cufftExec" + kind)
    result = execute(plan, *pointers, *([-1] if kind in ("C2C", "Z2Z") else []))
    assert result == 0, result
    cupy.cuda.Device().synchronize()
    library.cufftDestroy(plan)
    return float(abs(out.get() - reference).max() / abs(reference).max()), made


def main():
    cupy.zeros(1)  # makes the context
    wrong = 0
    for path in sys.argv[1:]:
        library = ctypes.CDLL(path)
        for kind in TYPES:
            for length, batch in ((8, 3), (100, 16), (1009, 2), (4096, 5), (65536, 1), (3 << 18, 1)):
                for sides in (("load",), ("store",), ("load", "store")):
                    try:
                        error, made = run(library, kind, length, batch, sides)
                        is_right = error < (1e-13 if TYPES[kind][2] & 0x40 else 1e-5)
                        text = f"error {error:.1e}, plan {made:.0f} ms"
                    except AssertionError as reason:
                        is_right, text = False, str(reason)
                    wrong += not is_right
                    print("right" if is_right else "WRONG", path.split("/")[-3:], kind, length, batch,
                          "+".join(sides), text, flush=True)
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
