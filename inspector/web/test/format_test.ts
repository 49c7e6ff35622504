import assert from "node:assert/strict";
import { test } from "node:test";
import * as format from "../src/format.ts";

test("bytes", () => {
  assert.equal(format.bytes(0), "0 B");
  assert.equal(format.bytes(1023), "1023 B");
  assert.equal(format.bytes(1024), "1 KiB");
  assert.equal(format.bytes(1536), "1.50 KiB");
  assert.equal(format.bytes(8 * 2 ** 20), "8 MiB");
  assert.equal(format.bytes(32 * 2 ** 30), "32 GiB");
});

test("milliseconds", () => {
  assert.equal(format.milliseconds(0.0123), "12.3 µs");
  assert.equal(format.milliseconds(1.5), "1.50 ms");
  assert.equal(format.milliseconds(2500), "2.50 s");
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
  assert.equal(format.specValue([16, 16, 4]), "16 × 16 × 4");
  assert.equal(format.specValue({ point_step: 1, words: 512 }), "point step 1, words 512");
  assert.equal(format.specValue(""), "–");
  assert.equal(format.specValue("sbcc"), "sbcc");
});
