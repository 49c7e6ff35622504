import assert from "node:assert/strict";
import { test } from "node:test";
import { instructionCounts } from "../src/model/machine_code.ts";

test("instructions are counted, the most frequent first", () => {
  const amd = "0000000000001900 <k>:\n1900:\tv_add_f32 v1, s2, v0\n1904:\ts_nop 0\n1908:\tv_add_f32 v1, v1, v0\n";
  assert.deepEqual(instructionCounts(amd.split("\n")), [["v_add_f32", 2], ["s_nop", 1]]);
  const x86 = "0000000000000000 <k>:\n   0:\ttest   edi,edi\n   2:\tjle    30 <k+0x30>\n";
  assert.deepEqual(instructionCounts(x86.split("\n")), [["test", 1], ["jle", 1]]);
  const nvidia = ".text.k:\n        /*0000*/                   MOV R1, c[0x0][0x28] ;\n        /*0010*/               @!P0 EXIT ;\n";
  assert.deepEqual(instructionCounts(nvidia.split("\n")), [["MOV", 1], ["EXIT", 1]]);
  assert.deepEqual(instructionCounts([".version 8.0", "  mov.b32 %r0, 1;"]), []);
});
