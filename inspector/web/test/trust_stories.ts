// Stories that guard against faults that would cost the page its users' trust.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { copied, open, planned, screenshots, text, unfold, ungroup, watch, type Stage } from "./harness.ts";

const k3d = "complex_forward_len_336_336_56_double_op";
const kGaps = "complex_forward_len_256_256_single_op_istride_320_1_CI_ostride_256_1_CI";
const kPadded = "complex_forward_len_4096_262144_single_ip";

const treeText = (page: Page) => text(page, ".tree tbody");

// In a diff, code has more room than line numbers, and the first difference is on the screen.
export async function diffIsReadable({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${k3d}&target=gfx90a&tab=compare&vs=sm_90`);
  await page.locator("button:text-is('diff the sources')").first().click();
  await page.waitForSelector(".diff .removed");
  assert.ok((await page.locator(".diff .added").count()) > 0);
  assert.match(await text(page, '[data-testid="diff-summary"]'), /\d+ lines differ/);
  assert.match(await text(page, ".diff thead"), /gfx90a.*sm_90/);
  const width = async (selector: string) => (await page.locator(selector).first().boundingBox())?.width ?? 0;
  const [number, code] = [await width(".diff td.number"), await width(".diff td.code")];
  assert.ok(number * 4 < code, `a line number takes ${number}, the code ${code}`);
  const top = (await page.locator(".diff .removed").first().boundingBox())?.y ?? Infinity;
  assert.ok(top < 600, `the first difference stands at ${top}`);
  // Without "side by side", a row of the table has two line numbers and one line of text.
  await page.getByLabel("side by side").uncheck();
  assert.equal(await page.locator(".diff tbody tr:not(.fold)").first().locator("td").count(), 3);
  assert.ok((await width(".diff td.number")) * 4 < (await width(".diff td.code")));
  await page.getByLabel("side by side").check();
  await page.locator("button", { hasText: "Back to the comparison" }).click();
  await page.waitForSelector('[data-testid="compare-summary"]');
}

// If a plan fails, the former plan stays, and the page says so.
export async function afterAnError({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${k3d}&target=host`);
  const [steps, rows] = [await page.locator(".steps tbody tr").count(), await page.locator(".tree tbody tr").count()];
  await unfold(page);
  await page.locator("details.layout summary").click();
  await page.fill('[name="output.strides"]', "1, 1, 1");
  await page.waitForSelector('[data-testid="stale"]');
  await page.press('[name="output.strides"]', "Enter");
  await page.waitForSelector("#request-error .error");
  assert.equal(await page.locator(".steps tbody tr").count(), steps);
  assert.equal(await page.locator(".tree tbody tr").count(), rows);
  assert.equal(await page.locator('.candidates [aria-selected="true"]').count(), 1);
  assert.ok(await page.locator(".run-button").isDisabled());
  // The faulty field is visible, even if the form was folded and the link is opened again.
  assert.ok(await page.locator('[name="output.strides"]').isVisible());
  await page.locator('[data-testid="stale"] button').click();
  await page.waitForSelector('[data-testid="stale"]', { state: "detached" });
  assert.ok(await page.locator(".run-button").isEnabled());
  // An edit that is not planned yet is shown too.
  await page.fill("#token", `${k3d}_batch_2`);
  await page.waitForSelector('[data-testid="stale"]:has-text("not planned yet")');
  assert.ok(await page.locator(".run-button").isDisabled());
  assert.equal(await page.locator("form button.primary").innerText(), "Plan");
  await page.press("#token", "Enter");
  await page.waitForSelector('[data-testid="stale"]', { state: "detached" });
}

const kManyCandidates = [
  "token=complex_forward_len_1048576_single_ip&target=gfx90a&scheme=L1D_TRTRT",
  `token=${kPadded}&target=gfx90a`,
  `token=${k3d}&target=gfx90a`,
  "token=complex_forward_len_7919_single_op&target=gfx90a",
];

// All candidates have different texts: in the table, in the selectors, in copied rows.
export async function candidatesDiffer({ page, url }: Stage): Promise<void> {
  for (const view of kManyCandidates) {
    await open(page, url, `${view}&tab=compare`);
    await ungroup(page);
    const paths = await page.locator(".candidates tbody .path").allTextContents();
    assert.equal(new Set(paths).size, paths.length, view);
    await page.waitForSelector('[name="versus"]');
    const options = await page
      .locator('[name="versus"] optgroup:first-of-type option')
      .evaluateAll((all) => all.map((one) => one.textContent?.replace(/^candidate \d+: /, "")));
    assert.ok(options.length >= paths.length - 1);
    assert.equal(new Set(options).size, options.length, view);
    const table = (await copied(page, "table as Markdown")).split("\n").filter((line) => /^\| \d/.test(line));
    assert.equal(new Set(table.map((line) => line.split("|")[2])).size, table.length);
  }
}

// A measurement runs on the server. A new visit shows its progress, and another tab shows which job
// it waits for.
export async function jobsAreSeen({ page, context, url, faults }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_1024_1024_double_op_batch_16&tab=measure");
  await page.click('button:text-is("Measure candidates")');
  await page.waitForSelector('[data-testid="progress"]');
  await page.reload();
  await planned(page);
  await page.waitForSelector('[data-testid="progress"]:has-text("of")');
  const other = await context.newPage();
  watch(other, url, faults);
  await open(other, url, "token=complex_forward_len_1024_768_double_op_batch_16&tab=measure");
  await other.waitForSelector('[data-testid="jobs"]:has-text("len_1024_1024_double")');
  await other.click('button:text-is("Measure candidates")');
  await other.waitForSelector('[data-testid="progress"]:has-text("len_1024_1024_double")');
  // Another page can cancel the jobs from any tab.
  await other.click("#tab-steps");
  for (let left = 2; left > 0; left--) {
    await other.locator('[data-testid="jobs"] button').first().click();
    await other.waitForFunction((n) => document.querySelectorAll('[data-testid="jobs"] li').length < n, left);
  }
  await page.waitForSelector('[data-testid="progress"]', { state: "detached" });
  await other.close();
}

// The lengths of bars are proportional to the measured times. Missing times are named.
export async function timesAddUp({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_512_256_single_op&tab=measure");
  await page.click('button:text-is("Measure candidates")');
  await page.waitForSelector('[data-testid="timings"]');
  const { items } = await page.evaluate(async () => {
    const { plans } = await (await fetch("/api/v1/plans")).json();
    return (await (await fetch(`/api/v1/plans/${plans[0].id}/measurement`)).json()).measurement;
  });
  const drawn = await page.locator("#time-chart .row").evaluateAll((rows) =>
    rows.map((row) => {
      const number = (element: Element | undefined, name: string) => Number(element?.getAttribute(name));
      const parts = [...row.querySelectorAll(".part")];
      const start = number(parts[0], "x");
      return {
        steps: parts.reduce((sum, part) => sum + number(part, "width") + 1, 0),
        median: number(row.querySelector(".median") ?? undefined, "x1") - start,
      };
    }),
  );
  for (const [i, { step_ms: steps, median_ms: median }] of items.entries()) {
    const sum = steps.reduce((total: number, ms: number) => total + ms, 0);
    const ratio = (drawn[i]?.steps ?? 0) / (drawn[i]?.median ?? 1);
    assert.ok(Math.abs(ratio / (sum / median) - 1) < 0.05, `rank ${i + 1}: drawn ${ratio}, measured ${sum / median}`);
  }
  await page.click("#tab-steps");
  assert.match(await text(page, '[data-testid="step-sum"]'), /one by one, take [\d.]+ .s; the whole takes [\d.]+ .s/);
  // The page remarks on a run whose time is far from the prediction.
  await page.click('.run-button:text-is("Run")');
  await page.waitForSelector('[data-testid="run-result"]');
  const far = await page.evaluate(async () => {
    const { plans } = await (await fetch("/api/v1/plans")).json();
    return plans[0].predicted_us as number;
  });
  const shown = await text(page, '[data-testid="median"]');
  const unit = { "µs": 1, ms: 1e3, s: 1e6 }[shown.split(" ")[1] ?? ""] ?? NaN;
  const ratio = (parseFloat(shown) * unit) / far;
  const said = (await page.locator('[data-testid="surprise"]').count()) > 0;
  if (ratio > 2.05 || ratio < 0.48) assert.ok(said, `measured ${ratio} times the prediction`);
  if (ratio < 1.95 && ratio > 0.52) assert.ok(!said, `measured ${ratio} times the prediction`);
}

// In a comparison times come first, values are words, lists have commas, and each argument has a
// line.
export async function comparisonIsReadable({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_1048576_single_ip&target=gfx90a&tab=compare&vs=1");
  await page.waitForSelector('[data-testid="compared-predicted"]');
  const names = await page.locator(".compare tbody tr td:first-child").allInnerTexts();
  assert.deepEqual(names.slice(0, 2), ["predicted", "measured"]);
  assert.match(await text(page, '[data-testid="compared-predicted"] .delta'), /same|%|as (long|fast)/);
  const all = await page.locator(".compare").innerText();
  assert.doesNotMatch(all, /[{}[\]"]|kind |null|undefined/);
  const row = page.locator(".compare tr", { hasText: "strides written" }).first();
  assert.match(await row.innerText(), /\d+, \d+/);
  // Each argument of a kernel has its own line.
  const [one = ""] = names.filter((name) => name.startsWith("argument "));
  assert.match(one, /^argument [\w ]+$/);
  for (const cell of await page.locator(`.compare tr:has(td:text-is("${one}")) td:not(:first-child)`).allInnerTexts()) {
    assert.match(cell, /^[\d\s]*$|^\w+$|^$/, cell);
  }
  await page.getByLabel("differences only").uncheck();
  const whole = await page.locator(".compare tbody tr").count();
  assert.ok(whole > names.length, "nothing more without the filter");
  await page.getByLabel("differences only").check();
  // If two equally ranked candidates have different times, this comes first.
  await open(page, url, "token=complex_forward_len_1048576_single_ip&target=gfx90a&scheme=L1D_TRTRT&candidate=5&tab=compare&vs=6");
  await page.waitForSelector('[data-testid="compared-predicted"] .delta:has-text("%")');
}

// The address holds the whole view, Back undoes a step, and a saved file opens with the saved view.
export async function theAddressIsTheView({ page, context, url, faults }: Stage): Promise<void> {
  await open(page, url, `token=${k3d}&target=gfx90a&tab=strides`);
  await page.click("#tab-sweep");
  await page.fill('[name="sweep-rows-values"]', "0, 24");
  await page.click("#tab-kernel");
  await page.click("button:text-is('Syntax tree beside')");
  await page.click("#tab-compare");
  await page.selectOption('[name="versus"]', "sm_90");
  await page.locator("button:text-is('diff the sources')").first().click();
  await page.waitForSelector(".diff .removed");
  const other = await context.newPage();
  watch(other, url, faults);
  await other.goto(page.url());
  await planned(other);
  await other.waitForSelector(".diff .removed");
  await other.click("#tab-sweep");
  await other.waitForSelector('[name="sweep-rows-values"]');
  assert.equal(await other.inputValue('[name="sweep-rows-values"]'), "0, 24");
  await other.click("#tab-kernel");
  await other.waitForSelector("[data-tree]");
  // Back goes through the former tabs and candidates.
  await other.waitForTimeout(700);
  await other.locator('[data-candidate="1"]').click();
  await other.waitForSelector('[data-candidate="1"][aria-selected="true"]');
  await other.goBack();
  await other.waitForSelector('[data-candidate="0"][aria-selected="true"]');
  await other.goBack();
  await other.waitForSelector('#tab-sweep[aria-selected="true"]');
  await other.close();
  await savedOnItsView(page, context, url);
}

async function savedOnItsView(page: Page, context: Stage["context"], url: string): Promise<void> {
  await open(page, url, `token=${k3d}&target=gfx90a&tab=strides&candidate=2&step=1`);
  const [file] = await Promise.all([page.waitForEvent("download"), page.click('button:text-is("Save HTML")')]);
  const path = join(screenshots, "view.html");
  await file.saveAs(path);
  const offline = await context.newPage();
  await offline.goto(`file://${path}`);
  await offline.waitForSelector('[data-candidate="2"][aria-selected="true"]');
  assert.equal(await offline.getAttribute("#tab-strides", "aria-selected"), "true");
  await offline.close();
  const [json] = await Promise.all([page.waitForEvent("download"), page.click('button:text-is("Save JSON")')]);
  const buffer = readFileSync(await json.path());
  await open(page, url, "token=complex_forward_len_16_single_op");
  await page.setInputFiles('.actions input[type="file"]', { name: "x.json", mimeType: "", buffer });
  await page.waitForSelector('[data-candidate="2"][aria-selected="true"]');
  assert.equal(await page.getAttribute("#tab-strides", "aria-selected"), "true");
  assert.match(await treeText(page), /336×336×56/);
  await page.waitForSelector(".archive-note");
  await page.click('button:text-is("Close the file")');
  await page.waitForSelector(".archive-note", { state: "detached" });
}

const kWide = [
  ...kManyCandidates,
  "token=real_forward_len_200_336_56_double_op&target=gfx90a",
  `token=${k3d}&target=gfx90a&scheme=3D_TRTRTR`,
  "token=complex_forward_len_16777216_double_op_batch_1000&target=gfx90a",
];

// At 1280 pixels every column is visible. Numbers have units and no exponents.
export async function nothingIsClipped({ page, url }: Stage): Promise<void> {
  for (const view of kWide) {
    await open(page, url, view);
    await page.waitForSelector(".picture svg");
    for (const selector of [".candidates", ".steps", ".tree"]) {
      const over = await page.locator(selector).first().evaluate((table) => {
        const frame = table.closest(".scroll") ?? table;
        return frame.scrollWidth - frame.clientWidth;
      });
      assert.ok(over <= 1, `${view}: ${selector} is ${over} wider than its frame`);
    }
    assert.doesNotMatch(await page.locator("#app").innerText(), /\de[+-]\d/, view);
  }
}

// For a CPU the page says tasks and scratch memory. Candidates are counted from 0, as on the
// command line.
export async function wordsFitTheMachine({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_1048576_single_op&target=host");
  assert.match(await text(page, ".steps tbody"), /tasks.*scratch/);
  await page.click("#tab-kernel");
  await page.waitForSelector("#tab-panel .facts");
  assert.doesNotMatch(await page.locator("#tab-panel").innerText(), /\bLDS\b|Threads/);
  assert.match(await page.locator("[data-candidate]").first().innerText(), /^0\b/);
  const cli = execFileSync(process.env.FFT ?? "", ["candidates", "complex_forward_len_1048576_single_op", "--target", "host"]).toString();
  assert.doesNotMatch(cli, /^ *rank /m);
  await open(page, url, "token=complex_forward_len_1048576_single_op&target=gfx90a");
  assert.match(await text(page, ".steps tbody"), /LDS/);
}

// The tree shows strides in memory of the shown candidate, and says whether steps read and write
// rows or columns.
export async function treeShowsMemory({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${kGaps}&target=gfx90a`);
  assert.match(await text(page, ".tree tbody tr"), /IN.*256×256.*320, 1.*OUT.*256×256.*256, 1/s);
  await open(page, url, `token=${kPadded}&target=gfx90a`);
  assert.match(await treeText(page), /264256, 516, 1/);
  const words = await page.locator(".tree .access-icon").evaluateAll((all) => all.map((one) => one.ariaLabel));
  assert.ok(new Set(words).size >= 2, words.join("; "));
  assert.ok(words.some((word) => word?.includes("transposing")));
  assert.deepEqual(await page.locator(".tree tbody tr").nth(2).locator(".side b").allInnerTexts(), [
    "512",
    "512",
    "512",
    "512",
  ]);
  // The first candidate without padding is selected, and the tree shows its strides.
  await page.locator('[data-candidate="4"]').click();
  await page.waitForFunction(() => !document.querySelector(".tree tbody")?.textContent?.includes("264256"));
}
