"""Executes instructions of CDNA that the bridge mends or refuses, and compares their results.

    instructions_test.py EMULATOR
"""

import ctypes
import sys
import types
import unittest

import bridge
from code_object import Refused
from instructions import Instruction, Program, Translator

LANES = 64
VCC = 106
S_ENDPGM = 0xBF810000

# Halves of v1 are 1.0 and, above it, -1.5. Those of v2 are 0.5 and -2.0.
HALVES = {0: 0x12345678, 1: 0xBE003C00, 2: 0xC0003800, 129: 0xBE003C00}
FLOATS = {1: 0x3FC00000, 2: 0xC0000000}  # 1.5 and -2.0
INTEGERS = {1: 0xFF000003, 2: 0x01FFFFFE}  # in 24 bits 3 and, with a sign, -2

# An instruction, its words, the registers before it, and v0 after it.
RESULTS = (
    ("v_cvt_f32_f16_e32 v0, v129", (0x7E001781,), HALVES, 0x3F800000),
    ("v_cvt_f32_f16_sdwa v0, v1 src0_sel:WORD_1", (0x7E0016F9, 0x00050601), HALVES, 0xBFC00000),
    ("v_cvt_f32_f16_sdwa v0, -v1 src0_sel:WORD_1", (0x7E0016F9, 0x00150601), HALVES, 0x3FC00000),
    ("v_cvt_f32_f16_sdwa v0, |v1| src0_sel:WORD_1", (0x7E0016F9, 0x00250601), HALVES, 0x3FC00000),
    ("v_cvt_f32_f16_sdwa v0, -|v1| src0_sel:WORD_0", (0x7E0016F9, 0x00340601), HALVES, 0xBF800000),
    ("v_add_f16_sdwa v0, -v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 "
     "src1_sel:WORD_0", (0x3E0004F9, 0x04151501), HALVES, 0x40005678),
    ("v_add_f16_sdwa v0, v1, |v2| src0_sel:WORD_0 src1_sel:WORD_1", (0x3E0004F9, 0x25040601),
     HALVES, 0x4200),
    ("v_mul_f32_sdwa v0, v1, -v2", (0x0A0004F9, 0x16060601), FLOATS, 0x40400000),
    ("v_mul_u32_u24_e32 v0, v1, v2", (0x10000501,), INTEGERS, 0x02FFFFFA),
    ("v_mul_i32_i24_e32 v0, v1, v2", (0x0C000501,), INTEGERS, 0xFFFFFFFA),
    ("v_mul_hi_u32_u24_e32 v0, v1, v2", (0x12000501,), INTEGERS, 0),
    ("v_mul_hi_i32_i24_e32 v0, v1, v2", (0x0E000501,), INTEGERS, 0xFFFFFFFF),
    ("v_mad_u32_u24 v0, v1, v2, v2", (0xD1C30000, 0x040A0501), INTEGERS, 0x04FFFFF8),
)
COMPARISON = ("v_cmp_lt_f16_sdwa vcc, -v1, |v2| src0_sel:WORD_1 src1_sel:WORD_1",
              (0x7C4204F9, 0x25150001), HALVES)

# An instruction, its words, and why it is refused.
REFUSALS = (
    ("v_add_f32_sdwa v0, v1, v2 clamp", (0x020004F9, 0x06062601), "with a clamp"),
    ("v_sub_u16_e64 v0, v1, v2 clamp", (0xD1278000, 0x00020501), "with a clamp"),
    ("v_pk_add_f16 v0, v1, v2 clamp", (0xD38F8000, 0x18020501), "with a clamp"),
    ("v_mul_f32_e64 v0, v1, v2 mul:2", (0xD1050000, 0x08020501), "with a factor"),
)


class InstructionsTest(unittest.TestCase):
    emulator = ""

    @classmethod
    def setUpClass(cls):
        cls.translator = Translator(cls.emulator, "cdna", 0, None)
        cls.loop = bridge.build_loop()

    def run_words(self, words, registers):
        """Executes an instruction and returns v0 of each lane, and VCC."""
        code = (ctypes.c_uint32 * (len(words) + 8))(*words, S_ENDPGM)
        start = ctypes.addressof(code)
        table = (Instruction * len(code))()
        loaded = types.SimpleNamespace(
            table=table, program=Program(table, start, ctypes.sizeof(code), LANES, 0, 0))
        scalars = (ctypes.c_uint32 * bridge.SCALARS)(*([0] * 128 + bridge.INLINE_CONSTANTS))
        scalars[bridge.EXEC] = scalars[bridge.EXEC + 1] = 0xFFFFFFFF
        scalars[bridge.PC], scalars[bridge.PC + 1] = start & 0xFFFFFFFF, start >> 32
        vectors = (ctypes.c_uint32 * (bridge.VECTORS * LANES))()
        for register, value in registers.items():
            vectors[register * LANES:(register + 1) * LANES] = [value] * LANES
        buffers = (ctypes.c_void_p * 6)(ctypes.addressof(scalars), ctypes.addressof(vectors))
        outcome = bridge.UNTRANSLATED
        while outcome == bridge.UNTRANSLATED:
            outcome = self.loop.RunWave(ctypes.byref(loaded.program), buffers, 2)
            if outcome == bridge.UNTRANSLATED:
                self.translator.translate(
                    loaded, scalars[bridge.PC] | scalars[bridge.PC + 1] << 32)
        self.assertIn(outcome, (bridge.ENDED, bridge.SLICE_DONE))
        return vectors[:LANES], scalars[VCC] | scalars[VCC + 1] << 32

    def test_results(self):
        for text, words, registers, expected in RESULTS:
            with self.subTest(text):
                self.assertEqual(self.run_words(words, registers)[0], [expected] * LANES)

    def test_comparison(self):
        text, words, registers = COMPARISON
        self.assertEqual(self.run_words(words, registers)[1], (1 << LANES) - 1, text)

    def test_refusals(self):
        for text, words, reason in REFUSALS:
            with self.subTest(text), self.assertRaisesRegex(Refused, reason):
                self.run_words(words, FLOATS)


if __name__ == "__main__":
    InstructionsTest.emulator = sys.argv.pop()
    unittest.main()
