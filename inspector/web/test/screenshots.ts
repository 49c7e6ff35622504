// Makes the pictures of docs/inspector.md: `bazel run //inspector/web:screenshots`.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { onStage, open, type Stage } from "./harness.ts";
import { smallPng } from "./small_png.ts";

const kFolder = process.env.PICTURES ?? "";
const kMostBytes = 300_000; // of all pictures together

interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

const k3d = "token=complex_forward_len_336_336_56_double_op&target=gfx90a";
const kPadded = "token=complex_forward_len_4096_262144_single_ip&target=gfx90a";

const kFused =
  "token=complex_forward_len_336_336_56_double_op&target=gfx90a&scheme=3D_TRTRTR";

async function shoot(page: Page, name: string, clip?: Clip): Promise<void> {
  const picture = await page.screenshot(clip ? { clip, fullPage: true } : {});
  writeFileSync(join(kFolder, `${name}.png`), smallPng(picture));
}

// Takes a picture of the first element that the selector finds, at most `height` pixels high.
async function part(page: Page, name: string, selector: string, height: number): Promise<void> {
  await page.waitForTimeout(300);
  // A clip is given in coordinates of the page, so the page is scrolled to its top.
  await page.evaluate(() => window.scrollTo(0, 0));
  const box = await page.locator(selector).first().boundingBox();
  assert.ok(box !== null, selector);
  await shoot(page, name, { ...box, height: Math.min(box.height, height) });
}

async function panel(page: Page, name: string, height: number): Promise<void> {
  await part(page, name, ".panel.tabs", height);
}

async function take({ page, url }: Stage): Promise<void> {
  mkdirSync(kFolder, { recursive: true });
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, url, kPadded);
  await page.click('button:text-is("Got it")');
  await page.waitForTimeout(300);
  await shoot(page, "page");
  await page.setViewportSize({ width: 1280, height: 900 });

  await open(page, url, `${kPadded}&tab=strides`);
  await page.waitForSelector(".channels .mark");
  await panel(page, "strides", 470);

  await open(page, url, kFused);
  await page.waitForSelector(".cost-table [data-cost]");
  await panel(page, "fused", 400);

  await open(page, url, `${k3d}&tab=compare&vs=1,sm_90`);
  await page.waitForSelector('[data-testid="compared-step"]');
  await panel(page, "compare", 640);

  await open(page, url, `${k3d}&tab=compare&vs=sm_90&diff=1.1`);
  await page.waitForSelector(".diff .removed");
  await part(page, "diff", ".scroll:has(.diff)", 220);

  await open(page, url, "token=complex_forward_len_512_256_single_op&tab=measure");
  await page.click('button:text-is("Measure candidates")');
  await page.waitForSelector('[data-testid="timings"]');
  await panel(page, "measure", 420);
  await page.click("#tab-steps");
  await page.click('[aria-label="Show details alone"]');
  await page.waitForSelector(".cost-table .cost-measured");
  await part(page, "cost", ".cost", 260);
  await page.keyboard.press("Escape");

  await open(page, url, "token=complex_forward_len_512_512_single_op&target=host&tab=sweep");
  await page.waitForSelector('[name="sweep-rows-values"]');
  await page.fill('[name="sweep-rows-values"]', "0, 8, 16, 32, 64");
  await page.click('#tab-panel button:text-is("Sweep")');
  await page.waitForSelector('[data-testid="heat-map"]', { timeout: 120000 });
  await panel(page, "sweep", 470);

  await open(page, url, `${k3d}&tab=search&step=1`);
  await page.waitForSelector(".verdict-cell");
  await panel(page, "search", 330);

  await open(page, url, `${k3d}&tab=kernel&step=1`);
  await page.waitForSelector(".source .line");
  await page.locator(".name-part", { hasText: "sbcc" }).click();
  await panel(page, "kernel", 520);
  await page.click("button:text-is('Syntax tree beside')");
  await page.waitForSelector("[data-tree]");
  await page.locator(".outline button").nth(1).click();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1480, height: 900 });
  await page.click('[aria-label="Show details alone"]');
  await page.waitForTimeout(300);
  await page.evaluate(() => document.querySelector("[data-tree].linked")?.scrollIntoView({ block: "center" }));
  await page.waitForTimeout(300);
  const { y } = (await page.locator("[data-tree].linked").boundingBox()) ?? { y: 0 };
  const box = await page.locator(".beside").boundingBox();
  assert.ok(box !== null);
  await shoot(page, "source", { ...box, y: y - 120, height: 260 });
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.click("button:text-is('Syntax tree beside')");

  const sizes = readdirSync(kFolder).map((name) => statSync(join(kFolder, name)).size);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${sizes.length} pictures, ${total} bytes in ${kFolder}`);
  assert.ok(total <= kMostBytes, `${total} bytes; allowed: at most ${kMostBytes}`);
}

onStage(take).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
