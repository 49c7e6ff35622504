// Writes the programs that the page copies for the recipes into the folder that is given.
import { writeFileSync } from "node:fs";
import { cppProgram, cProgram } from "../src/state/repro.ts";
import { kRecipes } from "./copied_recipes.ts";

kRecipes.forEach((recipe, i) => {
  writeFileSync(`${process.argv[2]}/program${i}.inc`, cppProgram(recipe));
  writeFileSync(`${process.argv[2]}/program${i}.c.inc`, cProgram(recipe));
});
