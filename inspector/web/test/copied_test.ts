// What "Copy… C++" and "Copy… C" give is what copied_programs_test.cc compiles and runs. After a change of
// the programs, `bazel run //inspector/web:copied` writes them anew.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cppProgram, cProgram } from "../src/state/repro.ts";
import { kRecipes } from "./copied_recipes.ts";

test("copied programs are the ones that are compiled and run", () => {
  assert.equal(kRecipes.length, 10);
  kRecipes.forEach((recipe, i) => {
    assert.equal(cppProgram(recipe), readFileSync(`test/copied/program${i}.inc`, "utf8"), `program ${i}`);
    assert.equal(cProgram(recipe), readFileSync(`test/copied/program${i}.c.inc`, "utf8"), `program ${i} in C`);
  });
});
