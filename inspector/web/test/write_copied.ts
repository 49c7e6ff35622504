// Writes the programs that the page copies for the recipes. Each has its own name in place of main.
// The first argument is the file for C++, the second the file for C.
import { writeFileSync } from "node:fs";
import { cppProgram, cProgram, type Recipe } from "../src/state/repro.ts";
import { kRecipes } from "./copied_recipes.ts";

function write(path: string, name: string, program: (recipe: Recipe) => string): void {
  const programs = kRecipes.map((recipe, i) => `#define main ${name}${i}\n${program(recipe)}#undef main\n`);
  writeFileSync(path, programs.join(""));
}

const [, , cpp = "", c = ""] = process.argv;
write(cpp, "Program", cppProgram);
write(c, "CopiedC", cProgram);
