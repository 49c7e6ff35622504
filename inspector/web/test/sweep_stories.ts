// Stories of sweeps, cold caches and noisy times.
import assert from "node:assert/strict";
import { kTabs } from "../src/model/hash.ts";
import type { Sweep } from "../src/model/types.ts";
import { axe, open, text, unfold, type Stage } from "./harness.ts";

type Page = Stage["page"];

const kSweepButton = '#tab-panel button:text-is("Sweep")';

async function swept(page: Page): Promise<Sweep> {
  await page.waitForSelector('[data-testid="heat-map"]', { timeout: 90000 });
  return page.evaluate(async () => {
    const { plans } = await (await fetch("/api/v1/plans")).json();
    return (await (await fetch(`/api/v1/plans/${plans[0].id}/sweep`)).json()).sweep as Sweep;
  });
}

// A sweep over paddings is a heat map that shows the server's times. Its cells are plans.
export async function sweepStrides({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_64_48_single_op&target=host&tab=sweep");
  await page.waitForSelector('[name="sweep-rows"]');
  assert.equal(await page.inputValue('[name="sweep-rows"]'), "input.padding");
  await page.fill('[name="sweep-rows-values"]', "0, 8, 24");
  await page.fill('[name="sweep-columns-values"]', "0, 16");
  assert.deepEqual(await axe(page, true), []);
  await page.click(kSweepButton);
  await page.waitForSelector('[data-testid="sweep-progress"]');
  const found = await swept(page);
  assert.equal(found.complete, true);
  assert.equal(found.items.length, 6);
  const cells = page.locator('[data-testid="heat-map"] td.share');
  assert.equal(await cells.count(), 6);
  // The fastest cell is outlined. The nearer a cell's time is to the fastest, the darker the cell.
  assert.equal(await page.locator(".heat .fastest").count(), 1);
  const best = found.items[found.fastest ?? -1];
  assert.ok(best !== undefined);
  const outlined = await page.locator(".heat td.share").evaluateAll((all) => all.findIndex((cell) => cell.classList.contains("fastest")));
  assert.equal(outlined, found.items.indexOf(best));
  for (const [at, item] of found.items.entries()) {
    const level = [0.5, 0.75, 0.9, 0.98].filter((bound) => best.median_ms / item.median_ms >= bound).length;
    assert.match((await cells.nth(at).getAttribute("class")) ?? "", new RegExp(`s${level}`));
  }
  assert.match(await text(page, '[data-testid="sweep-verdict"]'), /[Ff]astest/);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    assert.deepEqual(await axe(page, true), [], scheme);
  }
  await page.emulateMedia({ colorScheme: "light" });
  // After a reload the sweep is shown again, and its request is in the address.
  await page.reload();
  await page.waitForSelector('[data-testid="heat-map"]');
  assert.equal(await page.inputValue('[name="sweep-rows-values"]'), "0, 8, 24");
  // A click on a cell makes its plan.
  await page.locator(".heat .cell").nth(4).click();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("#token")?.value.includes("istride_72_1"));
}

// A sweep over shapes is a chart and a table. Impossible shapes have a reason, and a click plans
// with a shape.
export async function sweepShapes({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_256_single_op&target=host&tab=sweep");
  await page.waitForSelector('[name="sweep-rows"]');
  assert.equal(await page.inputValue('[name="sweep-rows"]'), "factors");
  assert.equal(await page.inputValue('[name="sweep-length"]'), "256");
  assert.match(await page.inputValue('[name="sweep-rows-values"]'), /^planned, 16x16/);
  await page.fill('[name="sweep-rows-values"]', "planned, 16x16, 7x9");
  await page.click(kSweepButton);
  const found = await swept(page);
  assert.deepEqual(found.items.map(({ samples }) => samples > 0), [true, true, false]);
  assert.equal(await page.locator("#sweep-chart circle").count(), 2);
  assert.match((await page.locator(".heat .refused-cell").getAttribute("title")) ?? "", /7x9/);
  assert.match(await text(page, '[data-testid="sweep-verdict"]'), /1 cell could not be run/);
  await page.locator(".heat .cell").nth(1).click();
  await page.waitForFunction(() => location.hash.includes("shapes=256%3Afactors%3D16x16"));
  const options = await page.evaluate(async () => (await (await fetch("/api/v1/plans")).json()).plans[0].options);
  assert.equal(options.shapes, "256:factors=16x16");
  assert.match(await text(page, ".form-toggle"), /shapes 256:factors=16x16/);
  // The page shows the server's refusal.
  await page.click("#tab-sweep");
  await page.fill('[name="sweep-rows-values"]', "");
  await page.click(kSweepButton);
  await page.waitForSelector('#tab-panel .error:has-text("rows.values")');
}

// A problem with loops can be swept over shapes. The page says at once that its rows cannot be
// padded.
export async function sweepWithLoops({ page, url }: Stage): Promise<void> {
  const token = "complex_forward_len_64_48_single_op_batch_1_loop_2_3072_3072";
  await open(page, url, `token=${token}&target=host&tab=sweep&sweep=padding:0, 8;:;48`);
  await page.waitForSelector('#tab-panel .error:has-text("loops")');
  assert.ok(await page.locator(kSweepButton).isDisabled());
  assert.equal(await page.inputValue('[name="sweep-rows"]'), "padding");
  assert.deepEqual(await axe(page, true), []);
  await page.selectOption('[name="sweep-rows"]', "transforms");
  await page.waitForSelector("#tab-panel .error", { state: "detached" });
  assert.equal(await page.locator('[name="sweep-rows"] option[value$="padding"]').count(), 0);
  await page.fill('[name="sweep-rows-values"]', "planned, 2");
  await page.click(kSweepButton);
  const found = await swept(page);
  assert.equal(found.items.length, 2);
  for (const { token: ran, error } of found.items) assert.match(ran, /_loop_2_3072_3072/, error);
  // The form holds the swept values, so the sweep has them too.
  await unfold(page);
  assert.equal(await page.inputValue('[name="loops"]'), "2 3072 3072");
  await page.selectOption('[name="precision"]', "double");
  await page.waitForFunction(() => /_double_op_.*loop_2_3072_3072/.test(document.querySelector<HTMLInputElement>("#token")?.value ?? ""));
}

// Cold caches apply to Run and Measure too. Noise is shown with the machine's reasons.
export async function coldCaches({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_128_128_single_op&target=host&tab=measure");
  await page.waitForSelector('[name="cold"]');
  await page.check('[name="cold"]');
  assert.match(page.url(), /cold=1/);
  await page.click('#tab-panel button:text-is("Measure candidates")');
  await page.waitForSelector('[data-testid="timings"]');
  const { measurement } = await page.evaluate(async () => {
    const { plans } = await (await fetch("/api/v1/plans")).json();
    return (await fetch(`/api/v1/plans/${plans[0].id}/measurement`)).json();
  });
  assert.equal(measurement.cold_caches, true);
  assert.match(await page.locator("#tab-panel").innerText(), /cold caches/);
  assert.match(await text(page, '[data-testid="machine"]'), /\d+ processors.*other programs/);
  // The page shows all warnings of the server.
  const { warnings } = measurement.machine as { warnings: string[] };
  const noise = (await page.locator('[data-testid="noise"]').count()) > 0 ? await text(page, '[data-testid="noise"]') : "";
  for (const warning of warnings) assert.ok(noise.includes(warning), `${warning} is not in ${noise}`);
  await page.click('.run-button:text-is("Run")');
  await page.waitForSelector('[data-testid="run-result"]:has-text("cold caches")');
  await page.uncheck('[name="cold"]');
  await page.click('.run-button:text-is("Run")');
  await page.waitForFunction(() => {
    const result = document.querySelector('[data-testid="run-result"]');
    return result !== null && !result.textContent?.includes("cold caches");
  });
}

// A sweep over two members of the shape is also a heat map. Each cell's plan has both values.
export async function sweepTwoChoices({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_256_single_op_batch_64&target=host&tab=sweep&sweep=factors:planned, 16x16, 4x8x8;transforms:0, 4;256");
  await page.waitForSelector('[name="sweep-rows"]');
  await page.click(kSweepButton);
  const found = await swept(page);
  assert.equal(found.items.length, 6);
  assert.equal(await page.locator('[data-testid="heat-map"] tbody tr').count(), 3);
  assert.equal(await page.locator('[data-testid="heat-map"] td.share').count(), found.items.filter(({ samples }) => samples > 0).length);
  await page.locator('[data-testid="heat-map"] tbody tr').nth(1).locator(".cell").nth(1).click();
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes("shapes=256:factors=16x16,transforms=4"));
}

// A sweep is a job. Every tab lists it and can cancel it.
export async function cancelASweep({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_1024_1024_double_op_batch_2&target=host&tab=sweep");
  await page.waitForSelector('[name="sweep-rows"]');
  await page.click(kSweepButton);
  await page.waitForSelector('[data-testid="jobs"]:has-text("This plan is swept")');
  for (const tab of kTabs) {
    await page.click(`#tab-${tab}`);
    assert.ok(await page.locator('[data-testid="jobs"] button:text-is("Cancel")').first().isVisible(), tab);
  }
  await page.locator('[data-testid="jobs"] button').first().click();
  await page.waitForSelector('[data-testid="jobs"]', { state: "detached" });
  await page.click("#tab-sweep");
  await page.waitForSelector(`${kSweepButton}:enabled`);
}
