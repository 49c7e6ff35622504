// Stories of the list of candidates: the visible rows, the cells that distinguish candidates, and
// the predicted times.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { axe, open, text, type Stage } from "./harness.ts";

const kPadded = "token=complex_forward_len_4096_262144_single_ip&target=gfx90a";
const kLongPath = "token=complex_forward_len_1048576_single_ip&target=gfx90a&scheme=L1D_TRTRT";
const kThousands = "token=complex_forward_len_16411_16411_single_op&target=sm_90&scheme=2D_RTRT";

// The rows that are entirely visible within their frame and the window.
function rowsInSight(page: Page): Promise<number> {
  return page.locator(".candidates-panel > .scroll").evaluate((frame) => {
    const [box, head] = [frame.getBoundingClientRect(), frame.querySelector("thead")?.getBoundingClientRect()];
    const foot = Math.min(box.bottom, window.innerHeight) + 1;
    return [...frame.querySelectorAll("tr[data-candidate]")].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= (head?.bottom ?? box.top) - 1 && bottom <= foot;
    }).length;
  });
}

export async function rowsAreInSight({ page, url }: Stage): Promise<void> {
  await open(page, url, kPadded);
  await page.evaluate(() => localStorage.setItem("fft-inspector-welcomed", "1"));
  for (const [width, height, least] of [[1280, 800, 12], [1920, 1080, 25]] as const) {
    await page.setViewportSize({ width, height });
    for (const view of [kPadded, kLongPath, kThousands]) {
      await open(page, url, view);
      await page.getByLabel("group equal").uncheck();
      const rows = await rowsInSight(page);
      assert.ok(rows >= least, `${view}: ${rows} rows at ${width}x${height}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

// A row has one cell for each step, and the cells of all rows are aligned. Cells that differ from
// the selected row are outlined.
export async function cellsTellCandidatesApart({ page, url }: Stage): Promise<void> {
  await open(page, url, kLongPath);
  const edges = await page.locator(".candidates .flow").evaluateAll((flows) =>
    flows.map((flow) => {
      const cells = [...flow.querySelectorAll(".cell")].map((cell) => cell.getBoundingClientRect());
      return [cells[0]?.left, cells[cells.length - 1]?.right].join();
    }),
  );
  assert.equal(new Set(edges).size, 1, edges.join(" | "));
  const outlined = (index: number) => page.locator(`[data-candidate="${index}"] .cell.differs`).count();
  assert.equal(await outlined(0), 0);
  assert.ok((await outlined(1)) >= 1);
  // Candidate 0 fuses three leaves into the first kernel, so that cell has the length of three
  // cells.
  const width = (cell: string) => page.locator(cell).evaluate((one) => one.getBoundingClientRect().width);
  const [one, three] = [await width('[data-candidate="0"] .cell >> nth=0'), await width('[data-candidate="0"] .cell >> nth=1')];
  assert.ok(Math.abs(three - 3 * one - 2) < 1, `${one} and ${three}`);
  assert.ok((await page.locator('[data-candidate="3"] .cell.padded').count()) === 1);
  await page.locator('[data-candidate="1"]').click();
  await page.waitForSelector('[data-candidate="0"] .cell.differs');
  assert.equal(await outlined(1), 0);
}

// Candidates with different predicted times show different figures, and the page states their
// spread.
export async function theSpreadIsSaid({ page, url }: Stage): Promise<void> {
  await open(page, url, kPadded);
  assert.match(await text(page, '[data-testid="spread"]'), /separates 26 candidates by 0\.\d+ %: rules decide/);
  const times = await page.locator('.candidates [data-column="predicted"]').allInnerTexts();
  assert.match(times[0] ?? "", /ms$/);
  for (const time of times.slice(1)) assert.match(time, /^(=|[+−][\d.]+ %)$/);
  // Equal candidates are one row until a click opens it.
  const rows = () => page.locator(".candidates tr[data-candidate]").count();
  const before = await rows();
  assert.ok(before < 26, `${before} rows`);
  await page.locator(".candidates .group").first().click();
  assert.ok((await rows()) > before);
  // If the model cannot distinguish two sides, neither is marked as better.
  await open(page, url, `${kPadded}&tab=compare&vs=4`);
  await page.waitForSelector('[data-testid="compared-predicted"]');
  assert.equal(await page.locator('[data-testid="compared-predicted"] .better').count(), 0);
  assert.match(await text(page, '[data-testid="compared-predicted"] .delta'), /^[+−]0\.\d+ %$/);
}

// Ctrl and Shift mark rows, which can be compared and measured.
export async function marksAreUsed({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_64_64_64_single_op&target=host");
  await page.getByLabel("group equal").uncheck();
  for (const index of [1, 2]) await page.locator(`[data-candidate="${index}"] td >> nth=0`).click({ modifiers: ["Control"] });
  await page.click('[data-testid="marks"] button:text-is("Compare")');
  await page.waitForFunction(() => location.hash.includes("candidate=1") && location.hash.includes("vs=2"));
  await page.waitForSelector('[data-testid="compared-step"]');
  await page.click('[data-testid="marks"] button:text-is("Measure")');
  await page.waitForSelector('[data-testid="timings"]');
  const measured = await page.locator('[data-testid="timings"] tbody td:first-child').allInnerTexts();
  assert.deepEqual(measured, ["1", "2"]);
  assert.deepEqual(await axe(page), []);
  const marked = () => page.locator(".candidates tr[data-marked]").count();
  await page.locator('[data-candidate="4"] td >> nth=0').click({ modifiers: ["Shift"] });
  assert.equal(await marked(), 4);
  await page.locator('[data-candidate="0"]').focus();
  await page.keyboard.press("Control+ ");
  assert.equal(await marked(), 5);
  await page.keyboard.press("Escape");
  assert.equal(await marked(), 0);
}

// Hints never call a plain kernel a convolution, whatever its prime factors.
export async function hintsAreTrue({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_2368_single_op_batch_1000&target=sm_90");
  await page.waitForTimeout(500);
  assert.doesNotMatch(await text(page, "#tab-panel"), /convolution/);
  await open(page, url, "token=complex_forward_len_1009_single_op_batch_100&target=sm_90");
  await page.waitForSelector('.hints:has-text("prime factor above 53")');
}

// Numbers in the drawing are not cut off.
export async function numbersAreWhole({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_16411_16411_single_op&target=sm_90&scheme=2D_RTRT");
  await page.waitForSelector(".picture .what");
  for (const words of await page.locator(".picture .what").allTextContents()) assert.match(words, / 16411$| \d+×\d+$|^\S+ \d+$/, words);
  assert.doesNotMatch(await page.locator("#app").innerText(), /[KMGT]iB \+ [\d.]+ [KMG]?i?B|\bbankss\b/);
}

// The sides are drawn one below the other on one axis of steps. Steps that differ are marked and
// show the difference in cost.
export async function drawnUnderEachOther({ page, url }: Stage): Promise<void> {
  await open(page, url, `${kLongPath}&candidate=3&tab=compare&vs=4,6`);
  await page.waitForFunction(() => document.querySelectorAll('[data-testid="drawings"] svg').length === 3);
  const drawings = page.locator('[data-testid="drawings"] figure');
  const lefts = await drawings.evaluateAll((all) => all.map((one) => one.querySelector(".kernel rect")?.getBoundingClientRect().left));
  assert.equal(new Set(lefts).size, 1, lefts.join());
  // Candidates 3 and 4 fuse different leaves; 3 and 6 differ only in padding.
  const captions = await drawings.locator("figcaption").allInnerTexts();
  assert.match(captions[1] ?? "", /candidate 4: .* predicted, \+\d+ %$/);
  for (const at of [0, 1, 2]) assert.ok((await drawings.nth(at).locator(".difference").count()) > 0, captions[at]);
  assert.ok((await drawings.nth(1).locator(".costs text", { hasText: /\([+−×]/ }).count()) > 0, "no difference in cost");
  assert.deepEqual(await axe(page), []);
  // Four sides are drawn, one of them another target's.
  await open(page, url, `${kLongPath}&tab=compare&vs=1,2,sm_90`);
  await page.waitForFunction(() => document.querySelectorAll('[data-testid="drawings"] svg').length === 4);
}

// For a candidate that is not the first, the page names the criterion and the option that put it
// first. For a refused path it names the option that allows it.
export async function whatItWouldTake({ page, url }: Stage): Promise<void> {
  await open(page, url, `${kPadded}&candidate=4`);
  const wayOf = (index: number) => page.getAttribute(`[data-candidate="${index}"] .path`, "title");
  const way = await wayOf(4);
  await page.locator('[data-testid="what-it-takes"] > .link', { hasText: "first by" }).first().click();
  await page.waitForSelector('.candidates tbody tr:first-child[data-candidate="4"]');
  await page.click('button:text-is("Which option would make it first?")');
  await page.waitForSelector('[data-testid="what-if"] button');
  assert.deepEqual(await axe(page, true), []);
  await page.click('button:text-is("plan with the strategy fewest buffers")');
  await page.waitForFunction(() => location.hash.includes("strategy=fewest_buffers"));
  await page.waitForSelector('main[aria-busy="false"] [data-candidate="0"][aria-selected="true"]');
  assert.ok(way !== null && (await wayOf(0)) === way);
  // If no option helps, the page says so.
  await open(page, url, `${kPadded}&candidate=25`);
  await page.click('button:text-is("Which option would make it first?")');
  await page.waitForSelector('[data-testid="what-if"]:has-text("No strategy and no right to overwrite")');
  await open(page, url, "token=complex_forward_len_64_64_64_single_op&target=host&tab=search");
  const inPlace = '[aria-label^="USER_IN to USER_IN"]';
  await page.click(`${inPlace}.refused`);
  await page.click('button:text-is("Which option would allow it?")');
  await page.click('button:text-is("plan with an input that may be overwritten")');
  await page.waitForFunction(() => location.hash.includes("overwrite=1"));
  await page.waitForSelector(`${inPlace}.valid`);
}
