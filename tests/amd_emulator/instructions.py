"""Tables of instructions for waves.c: the emulator's functions, and accesses to memory."""

import ctypes
import hashlib
import os
import pickle
import re
import struct
import sys

from code_object import CodeObject, Refused

UNKNOWN, FUNCTION, BARRIER, ACCESS, SKIP, MULTIPLY_ADD = range(6)
GLOBAL_SPACE, LDS_SPACE, SWIZZLED_SCRATCH, FLAT_SCRATCH = range(4)
WHOLE, LOW, HIGH = range(3)

# From this number on, an SADDR field names no register: it is NULL or "off".
NO_SADDR = 124

# A value of SDWA's field dst_unused.
UNUSED_SEXT = 1

MEMORY_FORMS = ("DS", "GLOBAL", "FLAT", "SCRATCH", "MUBUF")

# The name of a load or a store. Its groups are the verb, "2" for two addresses, the width, and the
# half that it accesses.
ACCESS_NAME = re.compile(
    r"(?:DS|GLOBAL|FLAT|SCRATCH|BUFFER)_(?P<verb>READ|LOAD|WRITE|STORE)"
    r"(?P<two>2|2ST64|_2ADDR|_2ADDR_STRIDE64)?(?:_(?P<half>D16|D16_HI))?"
    r"_(?P<width>[UIB](?:8|16)|[US]?BYTE|[US]?SHORT|B(?:32|64|96|128)|DWORD(?:X[234])?)"
    r"(?:_(?P<later_half>D16|D16_HI))?")


def width_bytes(width):
    """Returns the bytes of a width, given as in the names of instructions."""
    if width.startswith("DWORD"):
        return 4 * int(width[len("DWORDX"):] or 1)
    if width.endswith("BYTE"):
        return 1
    return 2 if width.endswith("SHORT") else int(width[1:]) // 8


class Access(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint8) for name in
                ("space", "is_store", "half", "is_signed", "bytes", "elements", "is_accumulator",
                 "uses_saddr")]
    _fields_ += [("offset", ctypes.c_int32 * 2), ("address", ctypes.c_int32),
                 ("data", ctypes.c_int32 * 2), ("saddr", ctypes.c_int32),
                 ("resource", ctypes.c_int32)]


class MultiplyAdd(ctypes.Structure):
    _fields_ = [("source", ctypes.c_int32 * 3), ("target", ctypes.c_int32),
                ("negated", ctypes.c_uint8), ("absolute", ctypes.c_uint8)]


class Instruction(ctypes.Structure):
    _fields_ = [("function", ctypes.c_void_p), ("arguments", ctypes.c_uint8 * 6),
                ("kind", ctypes.c_uint8), ("size", ctypes.c_uint8), ("access", Access),
                ("multiply_add", MultiplyAdd)]


class Program(ctypes.Structure):
    _fields_ = [("table", ctypes.POINTER(Instruction)), ("start", ctypes.c_uint64),
                ("bytes", ctypes.c_uint64), ("lanes", ctypes.c_int32),
                ("lds_bytes", ctypes.c_int32), ("fault", ctypes.c_uint64)]


class TranslatedCode(CodeObject):
    """A code object and its table of instructions."""

    def __init__(self, elf, lanes):
        super().__init__(elf)
        self.table = (Instruction * (self.code_bytes // 4 + 4))()
        self.program = Program(self.table, self.code_start, self.code_bytes, lanes, 0, 0)
        self.lds_accesses = 0


class Translator:
    """Makes entries of a table of instructions."""

    def __init__(self, folder, isa, shifted_access, store):
        sys.path.insert(0, folder)
        from test.mockgpu.amd import emu  # pylint: disable=import-outside-toplevel,import-error
        self.emu, self.isa, self.shifted_access = emu, isa, shifted_access
        self.functions = []  # what must stay alive
        mend(emu)
        if store:
            keep_functions(emu, os.path.join(store, isa + "-" + digest_of(emu)))

    def translate(self, code, pc):
        """Fills in the entry of the instruction at `pc`."""
        entry = code.table[(pc - code.program.start) // 4]
        raw = bytes((ctypes.c_char * 16).from_address(pc).raw)
        word, high = struct.unpack_from("<II", raw)
        if self._translate_missing(entry, word, high):
            return
        inst = self.emu.decode_inst(raw, self.isa)
        name = self.emu._op_name(inst)
        entry.size = inst.size()
        form = type(inst).__name__
        if name == "S_BARRIER":
            entry.kind = BARRIER
            return
        if form == "MUBUF" and name in ("BUFFER_WBL2", "BUFFER_INV"):
            entry.kind = SKIP
            return
        if form in MEMORY_FORMS:
            if self._translate_access(code, entry, inst, name):
                return
            if form != "DS" or "PERMUTE" not in name and "SWIZZLE" not in name:
                raise Refused(f"the instruction {name}")
        refuse_modifiers(self.emu, inst, name)
        function, runtime = self.emu._get_runner(raw[:entry.size + 4], self.isa)
        self.functions.append(runtime)
        slots = function.arg.globals
        if len(slots) > 6:
            raise Refused(f"{name} takes {len(slots)} buffers")
        entry.arguments[:len(slots)] = slots
        entry.function = ctypes.cast(runtime.fxn, ctypes.c_void_p).value
        entry.kind = FUNCTION

    def _translate_missing(self, entry, word, high):
        """Decodes the instructions that the emulator does not decode."""
        if self.isa == "rdna3" and word >> 26 == 0x38 and word >> 18 & 0xFF in (43, 44):
            entry.size, entry.kind = 8, SKIP  # buffer_gl0_inv, buffer_gl1_inv
            return True
        if self.isa == "cdna" and word >> 26 == 0x38 and word >> 18 & 0x7F == 62:
            entry.size, entry.kind = 8, SKIP  # buffer_wbinvl1
            return True
        if self.isa == "cdna" and word >> 26 == 0x34 and word >> 16 & 0x3FF == 0x1C1:
            if word >> 15 & 1 or high >> 27 & 3:
                raise Refused("v_mad_f32 with a clamp or a factor")
            op = entry.multiply_add
            op.source[:] = [high & 0x1FF, high >> 9 & 0x1FF, high >> 18 & 0x1FF]
            op.target, op.absolute, op.negated = word & 0xFF, word >> 8 & 7, high >> 29
            entry.size, entry.kind = 8, MULTIPLY_ADD
            return True
        return False

    def _translate_access(self, code, entry, inst, name):
        shape = ACCESS_NAME.fullmatch(name)
        if shape is None:
            return False
        access = entry.access
        access.is_store = shape["verb"] in ("WRITE", "STORE")
        access.half = {None: WHOLE, "D16": LOW, "D16_HI": HIGH}[shape["half"] or
                                                              shape["later_half"]]
        access.is_signed = shape["width"] in ("I8", "I16", "SBYTE", "SSHORT")
        access.bytes = width_bytes(shape["width"])
        access.elements = 2 if shape["two"] else 1
        access.is_accumulator = bool(getattr(inst, "acc", 0))
        form = type(inst).__name__
        if form == "DS":
            self._address_lds(access, inst, "64" in (shape["two"] or ""))
            code.lds_accesses += 1
            if code.lds_accesses == self.shifted_access:
                access.offset[0] += access.bytes
        elif form == "MUBUF":
            self._address_buffer(access, inst)
        else:
            self._address_flat(access, inst, form)
        entry.kind = ACCESS
        return True

    def _address_lds(self, access, inst, has_stride):
        if number(inst, "gds"):
            raise Refused("an access to GDS")
        access.space, access.address = LDS_SPACE, number(inst, "addr")
        first, second = number(inst, "offset0"), number(inst, "offset1")
        if access.elements == 2:
            unit = access.bytes * (64 if has_stride else 1)
            access.offset[:] = [first * unit, second * unit]
        else:
            access.offset[0] = second << 8 | first
        if access.is_store:
            access.data[:] = [number(inst, "data0"), number(inst, "data1")]
        else:
            target = number(inst, "vdst")
            access.data[:] = [target, target + -(-access.bytes // 4)]

    def _address_buffer(self, access, inst):
        if number(inst, "idxen") or number(inst, "lds"):
            raise Refused("a buffer with an index or LDS")
        access.space = SWIZZLED_SCRATCH
        access.address = number(inst, "vaddr") if number(inst, "offen") else -1
        access.offset[0] = number(inst, "offset")
        access.saddr, access.resource = number(inst, "soffset"), number(inst, "srsrc") * 4
        access.data[0] = number(inst, "vdata")

    def _address_flat(self, access, inst, form):
        access.space = FLAT_SCRATCH if form == "SCRATCH" else GLOBAL_SPACE
        offset, bits = number(inst, "offset"), width(inst, "offset")
        if form != "FLAT" and offset >> (bits - 1):
            offset -= 1 << bits
        access.offset[0] = offset
        access.saddr = number(inst, "saddr")
        access.uses_saddr = form != "FLAT" and access.saddr < NO_SADDR
        is_addressed = form != "SCRATCH" or number(inst, "sve")
        access.address = number(inst, "addr") if is_addressed else -1
        access.data[0] = number(inst, "data" if access.is_store else "vdst")


def refuse_modifiers(emu, inst, name):
    """Raises Refused if an instruction changes its result in a way that the emulator ignores."""
    form = type(inst).__name__
    ignores_clamp = "SDWA" in form or form in ("VOP3P", "VOP3P_LIT") or re.search("_[UI]16", name)
    if emu._iattr(inst, "clmp") and ignores_clamp:
        raise Refused(f"{name} with a clamp")
    if emu._iattr(inst, "omod"):
        raise Refused(f"{name} with a factor")
    if emu._iattr(inst, "dst_unused") == UNUSED_SEXT:
        raise Refused(f"{name} with a sign extension of its result")


def width(inst, name):
    """Returns the bits of a field."""
    field = getattr(type(inst), name)
    return field.hi - field.lo + 1


def number(inst, name):
    """Returns the encoded value of a field."""
    field = getattr(type(inst), name)
    return int.from_bytes(inst.to_bytes(), "little") >> field.lo & (1 << width(inst, name)) - 1


def mend(emu):
    """Corrects instructions without memory access that the emulator computes wrongly."""
    compile_vop = emu._Ctx.compile_vop_pcode

    def with_whole_accumulator(self, op, srcs, lane, vdst_reg, *args, **kwargs):
        # v_fmac_f64_e64: the emulator reads half of the accumulator.
        if "FMAC_F64" in op.name:
            srcs["D0"] = emu._u64(self.rvgpr_dyn(vdst_reg, lane),
                                  self.rvgpr_dyn(vdst_reg + emu._c(1), lane))
        return compile_vop(self, op, srcs, lane, vdst_reg, *args, **kwargs)

    emu._Ctx.compile_vop_pcode = with_whole_accumulator

    # A 16-bit operand of CDNA is the low half of any of 256 registers. The emulator takes numbers
    # above 127 as high halves, which is right only for RDNA3.
    load_vsrc0 = emu._load_vsrc0

    def load_low_half(ctx, inst, lane, bits, literal, is_f64, is_float, fallback):
        if ctx.wave_size != 64 or hasattr(type(inst), "dpp"):
            return load_vsrc0(ctx, inst, lane, bits, literal, is_f64, is_float, fallback)
        offset = ctx.inst_field(type(inst).src0)
        real_bits = bits.get("real_s0", bits["s0"])
        return ctx.rsrc_dyn(offset, lane, real_bits, literal, is_f64), offset

    emu._load_vsrc0 = load_low_half
    narrow = {}

    def without_high_halves(handler):
        def handle(inst, ctx):
            bits = inst.canonical_op_bits
            if ctx.wave_size == 64 and 16 in (bits.get("s0"), bits.get("d")):
                base = type(inst)
                if base not in narrow:
                    def shown(self, base=base):
                        bits = dict(base.canonical_op_bits.__get__(self, type(self)))
                        shown_bits = {k: 0 if v == 16 else v for k, v in bits.items()}
                        return {**shown_bits, "real_s0": bits.get("s0", 32)}
                    narrow[base] = type(base)(base.__name__, (base,),
                                              {"canonical_op_bits": property(shown)})
                inst = narrow[base].from_bytes(inst.to_bytes())
            return handler(inst, ctx)
        return handle

    for form, handler in list(emu._INST_HANDLERS.items()):
        if "cdna" in form.__module__ and form.__name__ in ("VOP1", "VOP2", "VOPC"):
            emu._INST_HANDLERS[form] = without_high_halves(handler)

    # The emulator reads operands of 24 bits as if they had 32.
    get_pcode = emu.get_pcode

    def with_24_bits(op):
        code = re.sub(r"\b(S[01])\.u24\b", r"(\1.u32 & 0xffffffU)", get_pcode(op))
        return re.sub(r"\b(S[01])\.i24\b", r"((\1.i32 << 8U) >> 8U)", code)

    emu.get_pcode = with_24_bits

    # The emulator ignores neg and abs of SDWA. They change a source after its selection.
    select = emu._sdwa_select

    def with_modifiers(handler):
        def handle(inst, ctx):
            def select_and_modify(value, sel, sext):
                source = 0 if sel is ctx.inst_field(type(inst).src0_sel) else 1
                return emu._apply_src_mods(select(value, sel, sext), 0,
                                           number(inst, f"src{source}_abs"),
                                           number(inst, f"src{source}_neg"),
                                           inst.canonical_op_bits[f"s{source}"])

            emu._sdwa_select = select_and_modify
            try:
                return handler(inst, ctx)
            finally:
                emu._sdwa_select = select
        return handle

    for form, handler in list(emu._INST_HANDLERS.items()):
        if "SDWA" in form.__name__:
            emu._INST_HANDLERS[form] = with_modifiers(handler)


def digest_of(emu):
    """Returns a digest of what a stored function depends on: the emulator's sources and this
    file."""
    digest = hashlib.sha256()
    folder = os.path.dirname(emu.__file__)
    for path in (emu.__file__, os.path.join(folder, "pcode.py"), os.path.abspath(__file__)):
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()[:16]


def keep_functions(emu, folder):
    """Stores the functions that the emulator compiles. The compilation of a function takes about a
    second."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if os.stat(folder).st_uid != os.getuid():
        raise PermissionError(f"{folder} is another user's")
    compile_function = emu.to_program

    def to_program(sink, renderer):
        path = os.path.join(folder, sink.arg.name)
        if os.path.exists(path):
            with open(path, "rb") as file:
                return pickle.load(file)
        program = compile_function(sink, renderer)
        with open(f"{path}.{os.getpid()}", "wb") as file:
            pickle.dump(program, file)
        os.rename(file.name, path)
        return program

    emu.to_program = to_program
