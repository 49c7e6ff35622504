// Stories of the whole page: the first screen, the tree, four candidates side by side.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { axe, open, text, type Stage } from "./harness.ts";

const k3d = "complex_forward_len_336_336_56_double_op";
const kFused = "token=complex_forward_len_1048576_single_ip&target=gfx90a&scheme=L1D_TRTRT";

async function isInSight(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).first().boundingBox();
  const size = page.viewportSize();
  assert.ok(box !== null && size !== null, `${selector} is not there`);
  const inside = box.y >= 0 && box.x >= 0 && box.y + box.height <= size.height && box.x + box.width <= size.width;
  assert.ok(inside, `${selector} at ${JSON.stringify(box)} in a window of ${JSON.stringify(size)}`);
}

// The first screen shows the problem, the tree, the lanes, the winner's cost and the other
// candidates without scrolling.
export async function firstScreen({ page, url }: Stage): Promise<void> {
  for (const [width, height] of [[1280, 800], [1920, 1080]] as const) {
    await page.setViewportSize({ width, height });
    for (const view of ["", `token=${k3d}&target=gfx90a`, "token=complex_forward_len_4096_262144_single_ip&target=gfx90a"]) {
      await open(page, url, view);
      await page.waitForSelector(".picture .costs .predicted");
      for (const part of ["#token", ".picture svg", ".tree tbody tr", ".lanes .use", ".costs", '[data-candidate="1"]']) {
        await isInSight(page, part);
      }
      assert.equal(await page.locator("button.primary:visible").count(), 1, "one primary button");
      const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);
      assert.ok(!scrolls, `${view}: the page itself scrolls at ${width}`);
      assert.equal(await page.locator("#problem-form").isVisible(), false);
    }
  }
  // In a window of 1920 pixels the drawing takes most of its half.
  const drawing = (await page.locator(".picture svg").boundingBox())?.width ?? 0;
  assert.ok(drawing > 900, `the drawing is ${drawing} wide at 1920`);
  await page.setViewportSize({ width: 1280, height: 800 });
}

// Charts are as wide as their panel, even if the panel fills the window.
export async function chartsAreWide({ page, url }: Stage): Promise<void> {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await open(page, url, "token=complex_forward_len_128_64_single_op&target=host&tab=measure");
  await page.click('#tab-panel button:text-is("Measure candidates")');
  await page.waitForSelector("#time-chart .row");
  const width = async (selector: string) => (await page.locator(selector).first().boundingBox())?.width ?? 0;
  const share = async () => (await width("#time-chart")) / (await width("#tab-panel"));
  assert.ok((await share()) > 0.9, `the chart takes ${await share()} of its panel`);
  const before = await width("#time-chart");
  await page.click('[aria-label="Show details alone"]');
  await page.waitForFunction((least) => (document.querySelector("#time-chart")?.clientWidth ?? 0) > least, before + 300);
  assert.ok((await share()) > 0.9, `the chart takes ${await share()} of the window`);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 800 });
}

// The splitter moves and keeps its place after a reload, and each panel can fill the window.
export async function roomForEach({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${k3d}&target=gfx90a`);
  const left = async () => (await page.locator(".left").boundingBox())?.width ?? 0;
  const before = await left();
  await page.focus(".splitter.columns");
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  const after = await left();
  assert.ok(after > before + 80, `${before} to ${after}`);
  await page.reload();
  await page.waitForSelector(".candidates tbody tr");
  assert.ok(Math.abs((await left()) - after) < 2, "forgotten");
  const bar = await page.locator(".splitter.columns").boundingBox();
  assert.ok(bar !== null);
  await page.mouse.move(bar.x + 5, bar.y + 200);
  await page.mouse.down();
  await page.mouse.move(bar.x - 150, bar.y + 200);
  await page.mouse.up();
  assert.ok((await left()) < after - 120, "the pointer does not move it");
  await page.dblclick(".splitter.columns");
  assert.ok(Math.abs((await left()) - before) < 2, "a double click does not reset it");
  await page.click('[aria-label="Show candidates alone"]');
  assert.ok(((await page.locator(".candidates-panel").boundingBox())?.width ?? 0) > 1200);
  assert.equal(await page.locator("#tab-panel").isVisible(), false);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#tab-panel").isVisible(), true);
}

// The sentence of the first visit appears once.
export async function firstVisit({ page, url }: Stage): Promise<void> {
  await open(page, url, "");
  await page.evaluate(() => localStorage.removeItem("fft-inspector-welcomed"));
  await page.reload();
  await page.waitForSelector('[data-testid="welcome"]');
  assert.deepEqual(await axe(page, true), []);
  await page.click('button:text-is("Got it")');
  await page.reload();
  await page.waitForSelector(".candidates tbody tr");
  assert.equal(await page.locator('[data-testid="welcome"]').count(), 0);
}

// Tree, steps, lanes and drawing all show the selected candidate and the selected step.
export async function theTreeFollows({ page, url }: Stage): Promise<void> {
  await open(page, url, kFused);
  const buffers = (row: string) => page.locator(`${row} .buffer`).allInnerTexts();
  for (const candidate of [0, 3, 7]) {
    await page.locator(`[data-candidate="${candidate}"]`).click();
    await page.waitForFunction((index) => document.querySelector("#tab-panel h3")?.textContent?.startsWith(`Candidate ${index}:`), candidate);
    // A leaf of the tree shows the buffers and strides of its step.
    const steps = await page.locator(".steps tbody tr").count();
    for (let step = 0; step < steps; step++) {
      await page.locator(`[data-picture-step="${step}"]`).click();
      await page.waitForSelector(`[data-step="${step}"][aria-selected="true"]`);
      const selected = page.locator('.tree [aria-selected="true"]');
      const ofTree = await selected.locator(".buffer").allInnerTexts();
      const ofStep = await buffers(`[data-step="${step}"]`);
      assert.deepEqual([ofTree[0], ofTree[ofTree.length - 1]], ofStep, `candidate ${candidate}, step ${step}`);
      const strides = await selected.locator(".strides").allInnerTexts();
      const shown = await page.locator(`[data-step="${step}"] .strides`).allInnerTexts();
      assert.deepEqual([strides[0], strides[strides.length - 1]], shown);
    }
    assert.equal(await page.locator(".picture .kernel").count(), steps);
    assert.equal(await page.locator(".picture .edge").count(), steps + 1);
    assert.equal(await page.locator(".lanes .use").count() >= steps, true);
  }
  // Each box has the class of its kernel's kind, and a click on a lane selects its step.
  const kinds = await page.locator(".picture .kernel").evaluateAll((all) => all.map((one) => one.getAttribute("class") ?? ""));
  const schemes = await page.locator(".steps tbody tr").allInnerTexts();
  kinds.forEach((kind, i) => assert.equal(/fused/.test(kind), /fused/.test(schemes[i] ?? ""), `step ${i}: ${kind}`));
  assert.ok(new Set(kinds.map((kind) => kind.replace("kernel ", "").replace(" selected", ""))).size >= 2, kinds.join("; "));
  const steps = await page.locator(".steps tbody tr").count();
  await page.locator(".lanes .use").last().click();
  const of = /step (\d+)/.exec((await page.locator(".lanes .use").last().locator("title").textContent()) ?? "")?.[1];
  assert.ok(Number(of) < steps);
  await page.waitForSelector(`[data-step="${of}"][aria-selected="true"]`);
  assert.ok((await page.locator('.tree [aria-selected="true"]').count()) >= 1);
  // Edges have the colour of their buffer, and their width grows with their bytes.
  await open(page, url, "token=complex_forward_len_7919_single_op_batch_200&target=gfx90a");
  const widths = await page.locator(".picture .edge line").evaluateAll((lines) => lines.map((line) => Number(line.getAttribute("stroke-width"))));
  assert.ok((widths[1] ?? 0) > (widths[0] ?? 0), `${widths.join(", ")}: the temporary is larger than the input`);
  assert.equal(await page.locator(".picture .edge.temp_bluestein").count(), 2);
}

// Four sides are compared, one of them another target's. Rows are aligned, and times come first.
export async function compareFour({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${k3d}&target=gfx90a&tab=compare`);
  await page.click('button:text-is("candidates 0 to 3")');
  await page.waitForFunction(() => document.querySelectorAll(".compare thead th").length === 5);
  await page.waitForFunction(() => location.hash.includes("vs=1%2C2%2C3"));
  await page.selectOption('[name="versus-2"]', "sm_90");
  await page.waitForFunction(() => document.querySelector(".compare thead")?.textContent?.includes("sm_90, candidate 0"));
  for (const row of await page.locator(".compare tbody tr").all()) {
    const cells = await row.locator("td, th").count();
    assert.equal(cells, 5, await row.innerText());
  }
  assert.match(await text(page, '[data-testid="compared-predicted"]'), /same.*as fast/);
  // Only rows that differ are shown.
  for (const row of await page.locator('[data-testid="compared-step"] tr:not(.step-head)').all()) {
    const values = (await row.locator("td").allInnerTexts()).slice(1).filter((value) => value !== "");
    assert.ok(new Set(values).size > 1, values.join(" | "));
  }
  await page.locator("button:text-is('diff A with D')").first().click();
  await page.waitForSelector(".diff thead :text('sm_90')");
  await page.reload();
  await page.waitForSelector(".diff .removed");
  // A second "vs" in the table adds a side, and a click on its letter removes it.
  await open(page, url, `token=${k3d}&target=gfx90a`);
  await page.locator(".pin button").nth(0).click();
  await page.locator(".pin button").nth(1).click();
  await page.waitForFunction(() => document.querySelectorAll(".compare thead th").length === 4);
  await page.locator(".pin .tag.b").click();
  await page.waitForFunction(() => document.querySelectorAll(".compare thead th").length === 3);
}

// The first paint loads one part of the scripts; the rest is loaded when it is needed.
export async function theRestComesLater({ page, url }: Stage): Promise<void> {
  const order: string[] = [];
  page.on("request", (request) => order.push(new URL(request.url()).pathname));
  await page.goto("about:blank");
  await page.goto(`${url}#token=complex_forward_len_4096_single_op`);
  await page.waitForSelector(".candidates tbody tr");
  for (let i = 0; i < 100 && !order.includes("/later.js"); i++) await page.waitForTimeout(50);
  assert.ok(order.indexOf("/later.js") > order.indexOf("/api/v1/plans"), order.join(" "));
  const scripts = await page.locator("script[src]").evaluateAll((all) => all.map((one) => one.getAttribute("src")));
  assert.deepEqual(scripts, ["app.js"]);
}
