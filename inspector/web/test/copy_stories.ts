// Runs the commands, programs and tokens that "Copy…" gives, and checks that they make the shown
// plan.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import type { Page } from "playwright-core";
import { cppProgram, cProgram, type Recipe } from "../src/state/repro.ts";
import { kRecipes } from "./copied_recipes.ts";
import { copied, open, type Stage } from "./harness.ts";

// The URL's fragment that shows the plan of a recipe.
function hashOf({ token, target, options, candidate }: Recipe): string {
  const names: Record<string, string> = { allow_input_overwrite: "overwrite", allow_gap_overwrite: "gaps" };
  const view = new URLSearchParams({ token, target, candidate: String(candidate) });
  for (const [name, value] of Object.entries(options)) {
    const text = Array.isArray(value) ? value.join(" x ") : value === true ? "1" : String(value);
    view.set(names[name] ?? name, text);
  }
  return view.toString();
}

function shell(command: string): string {
  return execFileSync("sh", ["-c", command], { maxBuffer: 1 << 28, env: { ...process.env, FFT_DEVICE: "host" } }).toString();
}

// The problem that the server reads from a token.
function parsed(page: Page, token: string): Promise<unknown> {
  return page.evaluate(async (body) => {
    const headers = { "Content-Type": "application/json" };
    return (await (await fetch("/api/v1/problems", { method: "POST", headers, body })).json()).problem;
  }, JSON.stringify({ token }));
}

// Ten plans are copied. Both command lines are run. The programs must equal those that
// copied_programs_test.cc compiles and runs. Each token must stand for the shown problem.
export async function copiesAreRun({ page, url }: Stage): Promise<void> {
  assert.equal(kRecipes.length, 10);
  for (const [at, recipe] of kRecipes.entries()) {
    await open(page, url, hashOf(recipe));
    await page.waitForSelector(`[data-candidate="${recipe.candidate}"][aria-selected="true"]`);
    const { id, problem, options } = await page.evaluate(async () => (await (await fetch("/api/v1/plans")).json()).plans[0]);
    for (const [name, value] of Object.entries(recipe.options)) assert.deepEqual(options[name], value, `recipe ${at}`);
    const [command, benchmark] = [await copied(page, "command line"), await copied(page, "benchmark command")];
    const [program, inC] = [await copied(page, "C++"), await copied(page, "C")];
    const tokens = new Set<string>();
    for (const whole of [command, benchmark, program, inC, await copied(page, "token")]) {
      const [token = ""] = /(complex|real)_\w+_len_[\w.-]+/.exec(whole) ?? [];
      tokens.add(token);
      assert.deepEqual(await parsed(page, token), problem, whole);
    }
    assert.equal(tokens.size, 1, [...tokens].join(" "));
    // The page's tokens state the whole layout, but the recipes' tokens are short.
    const shortened = (text: string) => text.replace([...tokens][0] ?? "", recipe.token);
    assert.equal(shortened(program), cppProgram(recipe));
    assert.equal(shortened(inC), cProgram(recipe));
    // The command line must plan the same steps as the page.
    const shown = await page.evaluate(
      async ([plan, candidate]) => (await fetch(`/api/v1/plans/${plan}/candidates/${candidate}`)).json(),
      [id, recipe.candidate] as const,
    );
    const made = shell(command.replace(/^fft /, `${process.env.FFT} `) + (command.startsWith("fft plan") ? " --json" : ""));
    const json = JSON.parse(made);
    if (command.startsWith("fft plan")) assert.deepEqual(json.problem, problem, command);
    else assert.deepEqual(json, shown, command);
    // The copied benchmark command must time the plan.
    assert.match(benchmark, /^bazel run -c opt \/\/bench:fft_bench -- /);
    const timed = shell(`${benchmark.replace(/^bazel run -c opt \/\/bench:fft_bench --/, process.env.BENCH ?? "")} --repeats 1`);
    assert.match(timed, /^1 timed, 0 refused$/m, `${benchmark}: ${timed}`);
    assert.ok(timed.includes([...tokens][0] ?? "?"), timed);
  }
}
