import assert from "node:assert/strict";
import { test } from "node:test";
import { FieldError, formOf, layoutOf, parseNumbers, problemOf, shortToken, withField, withoutLayout, withType } from "../src/model/form.ts";
import type { Problem } from "../src/model/types.ts";

const kPacked: Problem = {
  type: "complex_forward",
  lengths: [4, 8],
  precision: "single",
  placement: "op",
  batch: 2,
  input: { format: "CI", strides: [8, 1], distance: 32, offsets: [0, 0] },
  output: { format: "CI", strides: [8, 1], distance: 32, offsets: [0, 0] },
  scale: 1,
  callbacks: false,
};

test("lengths in the ways people write them", () => {
  assert.deepEqual(parseNumbers("lengths", "336 x 336 × 56"), [336, 336, 56]);
  assert.deepEqual(parseNumbers("lengths", "2^20, 3"), [1048576, 3]);
  assert.deepEqual(parseNumbers("input.strides", "-8, 1"), [-8, 1]);
  for (const text of ["--4", "1.5", "abc", "2^99"]) {
    assert.throws(
      () => parseNumbers("lengths", text),
      (error: unknown) => error instanceof FieldError && error.field === "lengths",
    );
  }
});

test("a packed layout leaves its fields empty", () => {
  const form = formOf(kPacked, kPacked);
  assert.equal(form.lengths, "4 × 8");
  assert.equal(form.input.strides, "");
  assert.equal(form.output.distance, "");
  assert.deepEqual(problemOf(form), withoutLayout(kPacked));
});

test("loops are kept, and typed", () => {
  const looped: Problem = { ...kPacked, loops: [{ length: 2, in_stride: 64, out_stride: 128 }, { length: 3, in_stride: 8, out_stride: 16 }] };
  const form = formOf(looped, kPacked);
  assert.equal(form.loops, "2 64 128; 3 8 16");
  assert.deepEqual(problemOf(form), withoutLayout(looped));
  assert.deepEqual(problemOf({ ...form, loops: "2, 64, 2^7;" }).loops, looped.loops?.slice(0, 1));
  assert.equal("loops" in problemOf({ ...form, loops: " " }), false);
  for (const loops of ["2", "2 64", "2 64 64 1", "2 64 x"]) {
    assert.throws(
      () => problemOf({ ...form, loops }),
      (error: unknown) => error instanceof FieldError && error.field === "loops",
    );
  }
});

test("kinds, ranges, windows and functions are kept, and typed", () => {
  const reals: Problem = {
    ...kPacked,
    type: "real_to_real",
    kinds: ["dst3", "dct2"],
    input: { ...kPacked.input, format: "R", ranges: [{ first: 0, count: 2 }, { first: 6, count: 4 }] },
    output: { ...kPacked.output, format: "R" },
  };
  const form = formOf(reals, reals);
  assert.equal(form.kinds, "dst3, dct2");
  assert.equal(form.input.ranges, "0 2; 6 4");
  assert.deepEqual(problemOf(form), withoutLayout(reals));
  assert.deepEqual(problemOf({ ...form, kinds: "DHT" }).kinds, ["dht", "dht"]);
  for (const ranges of ["0", "0 2 4", "a 1"]) {
    assert.throws(
      () => problemOf({ ...form, input: { ...form.input, ranges } }),
      (error: unknown) => error instanceof FieldError && error.field === "input.ranges",
    );
  }
  const power: Problem = {
    ...kPacked,
    input: { ...kPacked.input, window: true },
    output: { ...kPacked.output, format: "R", function: "power" },
  };
  assert.deepEqual(problemOf(formOf(power, power)), withoutLayout(power));
});

test("another layout is kept", () => {
  const strided: Problem = { ...kPacked, input: { ...kPacked.input, strides: [16, 1] } };
  const form = formOf(strided, kPacked);
  assert.equal(form.input.strides, "16, 1");
  assert.equal(form.output.strides, "");
  assert.deepEqual(problemOf(form).input, { format: "CI", strides: [16, 1] });
});

test("a type takes its own formats", () => {
  const form = withType(formOf(kPacked, kPacked), "real_forward");
  assert.equal(form.input.format, "R");
  assert.equal(form.output.format, "HI");
  assert.equal(withType(form, "complex_inverse").input.format, "CI");
  const reals = withType(form, "real_to_real");
  assert.equal(reals.kinds, "dct2");
  assert.equal(reals.output.format, "R");
  assert.equal(withType({ ...reals, kinds: "dht, dst1" }, "real_to_real").kinds, "dht, dst1");
  assert.equal(withType(reals, "complex_forward").kinds, "");
  const power = withType(formOf(kPacked, kPacked), "complex_forward", "power");
  assert.equal(power.output.format, "R");
  assert.equal(withType(power, "complex_forward", "none").output.format, "CI");
  assert.equal(withType({ ...power, window: true }, "real_inverse").function, "none");
  assert.equal(withType({ ...power, window: true }, "real_inverse").window, false);
});

test("a packed problem's token leaves the layout out", () => {
  const long = "complex_forward_len_8_16_single_op_batch_1_istride_16_1_CI_ostride_16_1_CI_idist_128_odist_128_ioffset_0_0_ooffset_0_0";
  assert.equal(shortToken(long), "complex_forward_len_8_16_single_op");
  assert.equal(
    shortToken(long.replace("batch_1_", "batch_12_") + "_CB_scale_0.5"),
    "complex_forward_len_8_16_single_op_batch_12_CB_scale_0.5",
  );
  assert.equal(shortToken("real_forward_len_1_half_ip_batch_1"), "real_forward_len_1_half_ip");
});

test("a refused token, as a form", () => {
  const { packed, input, output } = layoutOf("complex_forward_len_4_8_single_op_batch_2_istride_9_1_CP_ostride_3_1_CI_idist_40_odist_7_ioffset_1_2_ooffset_0_0_scale_2");
  assert.equal(packed, "complex_forward_len_4_8_single_op_batch_2_scale_2");
  assert.deepEqual(input, { strides: "9, 1", format: "CP", distance: "40", offsets: "1, 2" });
  assert.deepEqual(output, { strides: "3, 1", format: "CI", distance: "7", offsets: "0, 0" });
  assert.deepEqual(layoutOf("complex_forward_len_4_single_op"), { packed: "complex_forward_len_4_single_op", input: {}, output: {} });
});

test("a proposed value in its field", () => {
  const form = { ...formOf(kPacked, kPacked), output: { format: "CI", strides: "3, 1", distance: "7", offsets: "", ranges: "" } };
  assert.equal(withField(form, "output.distance", 32)?.output.distance, "32");
  assert.equal(withField(form, "output.strides[0]", 8)?.output.strides, "8, 1");
  assert.equal(withField(form, "output.strides", "")?.output.strides, "");
  assert.equal(withField(form, "lengths[1]", 9)?.lengths, "4 × 9");
  assert.equal(withField(form, "precision", "half")?.precision, "half");
  assert.equal(withField(form, "options.factors", [2]), null);
  assert.equal(withField(form, "nothing", 1), null);
});
