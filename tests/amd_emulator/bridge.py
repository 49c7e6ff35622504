#!/usr/bin/env python3
"""Executes AMD code objects for the stand-in HIP runtime, by an emulator's instructions.

    bridge.py --emulator FOLDER --arch ARCH [--seed N] [--store FOLDER] [--without-barrier N]
              [--shifted-access N]

The runtime starts this program. It passes a socket and the device memory as open files (README.md
has the protocol). FOLDER is a checkout of tinygrad. Its test/mockgpu/amd compiles each ALU and
scalar instruction to a function. This program and waves.c execute accesses to memory and barriers,
and order the waves.

--store names a folder that keeps the functions for later runs. Its files are executed, so it must
be trusted.

--without-barrier and --shifted-access break every kernel: its N-th barrier does nothing, or its
N-th access to LDS is shifted by one element. Tests use them to show that a broken kernel gives
wrong results.
"""

import argparse
import ctypes
import mmap
import os
import random
import socket
import struct
import subprocess
import tempfile

from code_object import PAGE, Kernel, Refused
from instructions import TranslatedCode, Translator

SOCKET, MEMORY = 3, 4
ARENA = 0x100000000000
DESCRIBE, MAP, UNMAP, LOAD, UNLOAD, FIND, LAUNCH = range(1, 8)
UNSET = 0xFFFFFFFF  # what registers and memory hold at first: a NaN
LDS_BYTES = 65536

# Architecture -> instruction set of the emulator, lanes of a wave, multiprocessors, bytes of L2.
MACHINES = {
    "gfx906": ("cdna", 64, 60, 4 << 20),
    "gfx908": ("cdna", 64, 120, 8 << 20),
    "gfx90a": ("cdna", 64, 104, 8 << 20),
    "gfx942": ("cdna", 64, 304, 4 << 20),
    "gfx1100": ("rdna3", 32, 96, 6 << 20),
}

# Numbers of registers in the emulator's scalar file. It has the machine's 128 registers, then
# inline constants, then registers of the emulator.
NULL, EXEC, PC, SCRATCH_STRIDE, SCALARS = 124, 126, 256, 259, 260
VECTORS = 256

# The lengths of slices, in instructions. After its slice a wave pauses and another one may run.
SLICES = (20, 500, 100000)

ENDED, AT_BARRIER, UNTRANSLATED, OUTSIDE, SLICE_DONE, FAULT, LDS_FAULT = range(7)

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int,
                      ctypes.c_long]
LIBC.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
LIBC.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
MAP_FIXED = 0x10


def inline_constants():
    """Returns registers 128 to 259 of the emulator's scalar file."""
    constants = [0] * (SCALARS - 128)
    constants[:65] = range(65)
    for i in range(16):
        constants[65 + i] = (-1 - i) & 0xFFFFFFFF
    floats = [0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0, 0.15915494309189535]
    for i, value in enumerate(floats):
        constants[112 + i], = struct.unpack("<I", struct.pack("<f", value))
    return constants


INLINE_CONSTANTS = inline_constants()


def guarded(size):
    """Returns the address of `size` new bytes. They end at the end of a page, and unmapped pages
    lie on both sides."""
    room = -(-size // PAGE) * PAGE
    start = LIBC.mmap(None, room + 2 * PAGE, 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS,
                      -1, 0)
    LIBC.mprotect(start + PAGE, room,
                  mmap.PROT_READ | mmap.PROT_WRITE)
    return start + PAGE + room - -(-size // 16) * 16


def build_loop():
    """Compiles waves.c and loads it as a library."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "waves.c")
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "waves.so")
        subprocess.run([os.environ.get("CC", "clang"), "-O2", "-shared", "-fPIC", "-o", library,
                        source, "-lm"], check=True)
        loaded = ctypes.CDLL(library)
    loaded.RunWave.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64]
    loaded.CatchFaults()
    return loaded


class Machine:
    """The emulated GPU: its memory, its code objects and the execution of launches."""

    def __init__(self, options):
        self.isa, self.lanes, self.multiprocessors, self.l2_bytes = MACHINES[options.arch]
        self.arch = options.arch
        self.options = options
        self.random = random.Random(options.seed)
        self.translator = Translator(options.emulator, self.isa, options.shifted_access,
                                     options.store)
        self.codes, self.kernels, self.next = {}, {}, 1
        self.loop = build_loop()
        self.waves = []  # the buffers of each wave of a group
        self.lds = guarded(LDS_BYTES)
        self.lds_data = None
        self.packet = guarded(64)
        self.scratch, self.scratch_bytes = 0, 0

    # Methods that handle the runtime's requests.

    def describe(self, _):
        return struct.pack("<III", self.lanes, self.multiprocessors,
                           self.l2_bytes) + self.arch.encode()

    def map(self, body):
        offset, size = struct.unpack("<QQ", body)
        wanted = ARENA + offset
        if LIBC.mmap(wanted, size, mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_SHARED | MAP_FIXED,
                     MEMORY, offset) != wanted:
            raise Refused(f"no room for {size} bytes at {wanted:#x}")
        return b""

    def unmap(self, body):
        offset, size = struct.unpack("<QQ", body)
        LIBC.munmap(ARENA + offset, size)
        return b""

    def load(self, body):
        number = self._number()
        self.codes[number] = TranslatedCode(body, self.lanes)
        return struct.pack("<I", number)

    def unload(self, body):
        code = self.codes.pop(struct.unpack("<I", body)[0])
        for number in [n for n, kernel in self.kernels.items() if kernel.code is code]:
            del self.kernels[number]
        return b""

    def find(self, body):
        kernel = Kernel(self.codes[struct.unpack_from("<I", body)[0]], body[4:].decode())
        number = self._number()
        self.kernels[number] = kernel
        places = b"".join(struct.pack("<II", a[".offset"], a[".size"]) for a in kernel.arguments)
        return struct.pack("<III", number, kernel.argument_bytes, len(kernel.arguments)) + places

    def launch(self, body):
        number, *sizes = struct.unpack_from("<8I", body)
        grid, block, dynamic = sizes[:3], sizes[3:6], sizes[6]
        kernel = self.kernels[number]
        arguments = self._place_arguments(kernel, bytearray(body[32:]), grid, block)
        self._prepare(kernel, block, dynamic)
        self._describe_dispatch(grid, block)
        for z in range(grid[2]):
            for y in range(grid[1]):
                for x in range(grid[0]):
                    self._run_group(kernel, (x, y, z), block, ctypes.addressof(arguments))
        return b""

    # Methods that execute a launch.

    def _number(self):
        self.next += 1
        return self.next

    @staticmethod
    def _place_arguments(kernel, arguments, grid, block):
        values = {}
        for i, axis in enumerate("xyz"):
            values["hidden_block_count_" + axis] = ("<I", grid[i])
            values["hidden_group_size_" + axis] = ("<H", block[i])
        for argument in kernel.hidden:
            if argument[".value_kind"] in values:
                struct.pack_into(values[argument[".value_kind"]][0], arguments, argument[".offset"],
                                 values[argument[".value_kind"]][1])
        return ctypes.create_string_buffer(bytes(arguments), max(len(arguments), 1))

    def _prepare(self, kernel, block, dynamic):
        threads = block[0] * block[1] * block[2]
        waves = -(-threads // self.lanes)
        file_bytes = VECTORS * self.lanes * 4
        while len(self.waves) < waves:
            self.waves.append([guarded(SCALARS * 4), guarded(file_bytes), 0, 0, 0,
                               guarded(file_bytes)])
        lds_bytes = kernel.lds_bytes + dynamic
        if lds_bytes > LDS_BYTES:
            raise Refused(f"{kernel.name} wants {lds_bytes} bytes of LDS")
        self.lds_data = self.lds + LDS_BYTES - -(-lds_bytes // 16) * 16
        kernel.code.program.lds_bytes = lds_bytes
        per_wave = -(-kernel.scratch_bytes // 16) * 16 * self.lanes
        if per_wave * waves > self.scratch_bytes:
            self.scratch_bytes = per_wave * waves
            self.scratch = guarded(self.scratch_bytes)
        for i, buffers in enumerate(self.waves[:waves]):
            buffers[3], buffers[4] = self.lds_data, self.scratch + i * per_wave
        if per_wave:
            ctypes.memset(self.scratch, 0xFF, per_wave * waves)

    def _describe_dispatch(self, grid, block):
        """Returns the dispatch packet, from which kernels read the size of their workgroup."""
        packet = struct.pack("<HHHHHHIII", 0, 3, *block, 0, *(g * b for g, b in zip(grid, block)))
        ctypes.memmove(self.packet, packet.ljust(64, b"\0"), 64)

    def _scalars(self, kernel, group, arguments, wave):
        """Returns the scalar registers at the start of a wave."""
        registers = [UNSET] * 128 + INLINE_CONSTANTS
        at = 0

        def put(*values):
            nonlocal at
            for value in values:
                registers[at] = value & 0xFFFFFFFF
                at += 1

        scratch = self.waves[wave][4]
        for bit, values in enumerate([
                (scratch, scratch >> 32, 0xFFFFFFFF, 0), (self.packet, self.packet >> 32), (0, 0),
                (arguments, arguments >> 32), (0, 0), (0, kernel.scratch_bytes),
                (kernel.scratch_bytes,)]):
            if kernel.properties >> bit & 1:
                put(*values)
        at = kernel.resources2 >> 1 & 31
        for axis in range(3):
            if kernel.resources2 >> (7 + axis) & 1:
                put(group[axis])
        if kernel.resources2 >> 10 & 1:
            put(0)
        if kernel.resources2 & 1 and self.arch in ("gfx906", "gfx908", "gfx90a"):
            put(0)  # the wave's offset in scratch
        if self.isa == "rdna3":
            registers[NULL] = 0
        registers[SCRATCH_STRIDE] = -(-kernel.scratch_bytes // 16) * 16
        registers[PC], registers[PC + 1] = kernel.entry & 0xFFFFFFFF, kernel.entry >> 32
        return registers

    def _run_group(self, kernel, group, block, arguments):
        threads = block[0] * block[1] * block[2]
        waves = -(-threads // self.lanes)
        file_bytes = VECTORS * self.lanes * 4
        ctypes.memset(self.lds, 0xFF, LDS_BYTES)
        states = []
        for i in range(waves):
            registers = self._scalars(kernel, group, arguments, i)
            active = min(self.lanes, threads - i * self.lanes)
            mask = (1 << active) - 1
            registers[EXEC] = mask & 0xFFFFFFFF
            if self.lanes == 64:
                registers[EXEC + 1] = mask >> 32
            buffers = self.waves[i]
            ctypes.memmove(buffers[0], struct.pack(f"<{SCALARS}I", *registers), SCALARS * 4)
            ctypes.memset(buffers[1], 0xFF, file_bytes)
            ctypes.memset(buffers[5], 0xFF, file_bytes)
            ids = [self._thread(i * self.lanes + lane, block) for lane in range(active)]
            is_packed = self.arch not in ("gfx906", "gfx908")
            columns = [[x | y << 10 | z << 20 for x, y, z in ids]] if is_packed else zip(*ids)
            for register, column in enumerate(columns):
                ctypes.memmove(buffers[1] + register * self.lanes * 4,
                               struct.pack(f"<{active}I", *column), active * 4)
            states.append((ctypes.c_void_p * 6)(*buffers))
        self._schedule(kernel, group, states)

    @staticmethod
    def _thread(number, block):
        return number % block[0], number // block[0] % block[1], number // (block[0] * block[1])

    def _schedule(self, kernel, group, states):
        """Runs waves in random order and slices until all have ended."""
        ready, waiting = list(range(len(states))), []
        barriers = [0] * len(states)
        while ready or waiting:
            if not ready:
                ready, waiting = waiting, []
            wave = self.random.choice(ready)
            # The same wave may get the next slice too, so that it gets far ahead of other waves.
            outcome = SLICE_DONE
            while outcome == SLICE_DONE and self.random.random() < 0.7:
                outcome = self._run_slice(kernel, group, wave, states[wave])
                if outcome == AT_BARRIER:
                    barriers[wave] += 1
                    if barriers[wave] == self.options.without_barrier:
                        outcome = SLICE_DONE
            if outcome == ENDED:
                ready.remove(wave)
            elif outcome == AT_BARRIER:
                ready.remove(wave)
                waiting.append(wave)

    def _run_slice(self, kernel, group, wave, buffers):
        """Runs a wave to its end, to a barrier or to the end of its slice, and returns which of
        them it reached."""
        program = kernel.code.program
        limit = self.random.choice(SLICES)
        outcome = UNTRANSLATED
        while outcome == UNTRANSLATED:
            outcome = self.loop.RunWave(ctypes.byref(program), buffers, limit)
            if outcome == UNTRANSLATED:
                self._translate(kernel, self._pc(wave))
        if outcome in (ENDED, AT_BARRIER, SLICE_DONE):
            return outcome
        what = {OUTSIDE: "leaves its code", LDS_FAULT: "leaves its LDS",
                FAULT: f"leaves its memory at {program.fault:#x}"}[outcome]
        raise Refused(f"{kernel.name} {what}, in group {group}, wave {wave}, byte "
                      f"{self._pc(wave) - program.start:#x} of the code")

    def _pc(self, wave):
        low, high = struct.unpack("<II", ctypes.string_at(self.waves[wave][0] + PC * 4, 8))
        return low | high << 32

    def _translate(self, kernel, pc):
        try:
            self.translator.translate(kernel.code, pc)
        except Refused:
            raise
        except Exception as error:
            raise Refused(f"{kernel.name}: byte {pc - kernel.code.program.start:#x} of the code: "
                          f"{type(error).__name__}: {error}") from error


def serve(machine, connection):
    """Answers requests until the runtime's process ends."""
    actions = {DESCRIBE: machine.describe, MAP: machine.map, UNMAP: machine.unmap,
               LOAD: machine.load, UNLOAD: machine.unload, FIND: machine.find,
               LAUNCH: machine.launch}
    while True:
        head = connection.read(8)
        if len(head) < 8:
            return
        request, size = struct.unpack("<II", head)
        body = connection.read(size)
        try:
            status, answer = 0, actions[request](body)
        except Refused as refusal:
            status, answer = 1, str(refusal).encode()
        connection.write(struct.pack("<II", status, len(answer)) + answer)
        connection.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--emulator", required=True)
    parser.add_argument("--arch", required=True, choices=sorted(MACHINES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store")
    parser.add_argument("--without-barrier", type=int, default=0)
    parser.add_argument("--shifted-access", type=int, default=0)
    options = parser.parse_args()
    machine = Machine(options)
    with socket.socket(fileno=SOCKET) as connection:
        serve(machine, connection.makefile("rwb"))


if __name__ == "__main__":
    main()
