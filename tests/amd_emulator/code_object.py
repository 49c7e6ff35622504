"""Code objects of AMD GPUs: ELF files with kernels' descriptors and metadata in MessagePack."""

import ctypes
import mmap
import struct

PAGE = 4096


class Refused(Exception):
    """An error whose text is sent to the runtime instead of an answer."""


def read_msgpack(data, at=0):
    """Decodes a MessagePack value at `at` and returns (value, position behind it). Knows only the
    types that occur in metadata."""
    head = data[at]
    at += 1
    if head <= 0x7F:
        return head, at
    if head >= 0xE0:
        return head - 256, at
    if head in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[head], at
    numbers = {0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i",
               0xD3: ">q", 0xCA: ">f", 0xCB: ">d"}
    if head in numbers:
        size = struct.calcsize(numbers[head])
        return struct.unpack_from(numbers[head], data, at)[0], at + size
    lengths = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I", 0xDC: ">H", 0xDD: ">I", 0xDE: ">H", 0xDF: ">I"}
    if head in lengths:
        length = struct.unpack_from(lengths[head], data, at)[0]
        at += struct.calcsize(lengths[head])
        kind = "text" if head <= 0xDB else "list" if head <= 0xDD else "map"
    elif head & 0xE0 == 0xA0:
        length, kind = head & 0x1F, "text"
    elif head & 0xF0 == 0x90:
        length, kind = head & 0x0F, "list"
    elif head & 0xF0 == 0x80:
        length, kind = head & 0x0F, "map"
    else:
        raise Refused(f"metadata with the type {head:#x}")
    if kind == "text":
        return data[at:at + length].decode(), at + length
    values = []
    for _ in range(length * (2 if kind == "map" else 1)):
        value, at = read_msgpack(data, at)
        values.append(value)
    return (values if kind == "list" else dict(zip(values[::2], values[1::2]))), at


class CodeObject:
    """A loaded ELF file: its segments in memory, its symbols, and the metadata of its kernels."""

    def __init__(self, elf):
        if elf[:5] != b"\x7fELF\x02":
            raise Refused("a code object that is no ELF file of 64 bits")
        (self.program_headers, self.section_headers) = struct.unpack_from("<QQ", elf, 0x20)
        (entry_bytes, entries) = struct.unpack_from("<HH", elf, 0x36)
        segments = [struct.unpack_from("<IIQQQQQQ", elf, self.program_headers + i * entry_bytes)
                    for i in range(entries)]
        loads = [s for s in segments if s[0] == 1]
        self.bytes = -(-max(s[3] + s[6] for s in loads) // PAGE) * PAGE
        self.memory = mmap.mmap(-1, self.bytes)
        self.start = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        for _, _, offset, address, _, in_file, _, _ in loads:
            self.memory[address:address + in_file] = elf[offset:offset + in_file]
        self.symbols = {}
        self._read_sections(elf)
        self.kernels = {}
        for kind, _, offset, _, _, in_file, _, _ in segments:
            if kind == 4:
                self._read_notes(elf[offset:offset + in_file])
        executable = [s for s in loads if s[1] & 1]
        if len(executable) != 1:
            raise Refused(f"a code object with {len(executable)} executable segments")
        code_start, code_bytes = executable[0][3], executable[0][6]
        self.code_start, self.code_bytes = self.start + code_start, code_bytes

    def _read_sections(self, elf):
        entry_bytes, entries = struct.unpack_from("<HH", elf, 0x3A)
        sections = [struct.unpack_from("<IIQQQQIIQQ", elf, self.section_headers + i * entry_bytes)
                    for i in range(entries)]
        for _, kind, _, _, offset, size, link, _, _, one in sections:
            if kind in (2, 11):  # symbols
                names = sections[link][4]
                for at in range(offset, offset + size, one):
                    name, _, _, _, value, _ = struct.unpack_from("<IBBHQQ", elf, at)
                    end = elf.index(b"\0", names + name)
                    self.symbols[elf[names + name:end].decode()] = value
            if kind == 4 and size > 0:  # relocations
                for at in range(offset, offset + size, one):
                    where, info, addend = struct.unpack_from("<QQq", elf, at)
                    if info & 0xFFFFFFFF != 13:  # R_AMDGPU_RELATIVE64
                        raise Refused(f"a relocation of type {info & 0xFFFFFFFF}")
                    struct.pack_into("<Q", self.memory, where, self.start + addend)

    def _read_notes(self, notes):
        at = 0
        while at + 12 <= len(notes):
            name_bytes, bytes_, kind = struct.unpack_from("<III", notes, at)
            at += 12 + -(-name_bytes // 4) * 4
            if kind == 32:  # NT_AMDGPU_METADATA
                metadata, _ = read_msgpack(notes[at:at + bytes_])
                for kernel in metadata["amdhsa.kernels"]:
                    self.kernels[kernel[".name"]] = kernel
            at += -(-bytes_ // 4) * 4


class Kernel:
    """A kernel's descriptor and arguments."""

    def __init__(self, code, name):
        if name not in code.kernels or name + ".kd" not in code.symbols:
            raise Refused(f"no kernel {name}")
        self.code, self.name = code, name
        at = code.symbols[name + ".kd"]
        (self.lds_bytes, self.scratch_bytes, self.argument_bytes) = struct.unpack_from(
            "<III", code.memory, at)
        entry, = struct.unpack_from("<q", code.memory, at + 16)
        self.entry = code.start + at + entry
        self.resources1, self.resources2 = struct.unpack_from("<II", code.memory, at + 48)
        self.properties, self.preloaded = struct.unpack_from("<HH", code.memory, at + 56)
        arguments = code.kernels[name].get(".args", [])
        is_hidden = [a[".value_kind"].startswith("hidden_") for a in arguments]
        self.arguments = [a for a, hidden in zip(arguments, is_hidden) if not hidden]
        self.hidden = [a for a, hidden in zip(arguments, is_hidden) if hidden]
        if self.preloaded:
            raise Refused(f"{name} has arguments in registers")
