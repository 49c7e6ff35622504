import assert from "node:assert/strict";
import { test } from "node:test";
import * as format from "../src/model/format.ts";

test("bytes", () => {
  assert.equal(format.bytes(0), "0 B");
  assert.equal(format.bytes(1023), "1023 B");
  assert.equal(format.bytes(1024), "1 KiB");
  assert.equal(format.bytes(1536), "1.5 KiB");
  assert.equal(format.bytes(1023.5 * 1024), "1023.5 KiB");
  assert.equal(format.bytes(8 * 2 ** 20), "8 MiB");
  assert.equal(format.bytes(32 * 2 ** 30), "32 GiB");
  // A number that is not round must not look round.
  assert.equal(format.bytes(8 * 2 ** 30 + 2 ** 21), "8.002 GiB");
  assert.equal(format.bytes(2 ** 21 + 512), "2.0005 MiB");
  assert.equal(format.bytes(12 * 2 ** 20 - 8), "11.99999 MiB");
  for (let value = 3; value < 2 ** 50; value = value * 3 + 8) assert.match(format.bytes(value), /^[\d.]+ \w+$/);
  assert.equal(format.readableBytes("takes 25770328064 bytes of 4096 bytes"), "takes 24 GiB of 4 KiB".replace("24 GiB", format.bytes(25770328064)));
});

test("milliseconds", () => {
  assert.equal(format.milliseconds(0.0123), "12.3 µs");
  assert.equal(format.milliseconds(1.5), "1.50 ms");
  assert.equal(format.milliseconds(2500), "2.50 s");
  // There is never an exponent.
  assert.equal(format.milliseconds(0.9999), "1.00 ms");
  assert.equal(format.milliseconds(999.9), "1.00 s");
  assert.equal(format.milliseconds(0.12345), "123 µs");
  assert.equal(format.milliseconds(3.01e6), "50.2 min");
  assert.equal(format.milliseconds(3.6e7), "10.0 h");
  assert.equal(format.milliseconds(1e-6), "1.00 ns");
  assert.equal(format.milliseconds(0), "0 s");
  for (let ms = 1e-7; ms < 1e11; ms *= 1.37) assert.doesNotMatch(format.milliseconds(ms), /e/, String(ms));
});

test("times against each other", () => {
  assert.equal(format.against(2, 2), "the same");
  assert.equal(format.against(3, 2), "+50 %");
  assert.equal(format.against(0.97, 1), "−3 %");
  assert.equal(format.against(44.102, 44.078), "+0.054 %");
  assert.equal(format.against(1.00001, 1), "the same");
  assert.equal(format.against(20, 2), "10.0\u202f× as long");
  assert.equal(format.against(1, 4), "4.00\u202f× as fast");
  assert.equal(format.against(1, 0), "");
});

test("a route says padding, format and fusion", () => {
  const route = { path: ["USER_IN", "TEMP0", "USER_OUT"], padded_path: [false, true, false] };
  assert.equal(format.routeText(route), "IN > T0* > OUT");
  assert.equal(
    format.routeText({ ...route, path_formats: ["CI", "CP", "CI"], path_leaves: [2, 1] }),
    "IN > T0/CP*(2) > OUT",
  );
});

test("sentences have the short names of buffers", () => {
  assert.equal(format.plainNames("TEMP_BLUESTEIN before TEMP0*, not USER_OUT"), "TB before T0*, not OUT");
});

test("numbers in the names of steps stay whole", () => {
  const step = { scheme: "CONVERT", transform: [16411] };
  assert.equal(format.stepName(step), "convert 16411");
  assert.equal(format.stepName(step, 12), "conve… 16411");
  assert.equal(format.stepName(step, 3), "… 16411");
});

test("counts are grouped", () => {
  assert.equal(format.count(999), "999");
  assert.equal(format.count(1048576), "1\u202f048\u202f576");
});

test("shapes and lists", () => {
  assert.equal(format.shape([]), "1");
  assert.equal(format.shape([4096, 262144]), "4096×262144");
  assert.equal(format.list([]), "–");
});

test("errors that are not finite say so", () => {
  assert.equal(format.error(null), "not finite");
  assert.equal(format.error(1.234e-7), "1.23e-7");
});

test("spec values of every kind", () => {
  assert.equal(format.specValue([16, 16, 4], "factors"), "16 × 16 × 4");
  assert.equal(format.specValue([16, 16, 4], "strides"), "16, 16, 4");
  assert.equal(format.specValue({ factors: [4, 4], strides: [4, 1] }), "factors 4 × 4, strides 4, 1");
  assert.equal(format.specValue([]), "–");
  assert.equal(format.specValue({ point_step: 1, words: 512 }), "point step 1, words 512");
  assert.equal(format.specValue(""), "–");
  assert.equal(format.specValue("sbcc"), "sbcc");
});
