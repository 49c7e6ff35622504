// axe checks every tab, dialog and state of the page at three sizes in both themes.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { kTabs, type Tab } from "../src/model/hash.ts";
import { axeEverywhere, kSizes, open, planned, unfold, type Stage } from "./harness.ts";

const kPlane = "token=complex_forward_len_64_48_single_op&target=host";
const kPadded = "token=complex_forward_len_16777216_half_op&target=gfx942";
const kFused = "token=complex_forward_len_1048576_single_op&target=gfx90a&scheme=L1D_TRTRT";

async function openAll(page: Page): Promise<void> {
  const closed = page.locator("#tab-panel details:not([open]) > summary:visible");
  for (let left = 10; left > 0 && (await closed.count()) > 0; left--) await closed.first().click();
}

interface View {
  hash: string;
  fill?: (page: Page) => Promise<void>; // opens the tab's contents
}

// Every tab with contents.
const kViews: Record<Tab, View> = {
  steps: { hash: `${kPadded}&vs=1` },
  strides: { hash: `${kPadded}&tab=strides`, fill: (page) => page.waitForSelector(".channels .mark").then(() => undefined) },
  kernel: {
    hash: "token=complex_forward_len_16_single_op_batch_10&target=gfx90a&tab=kernel",
    fill: async (page) => {
      await page.waitForSelector(".source .line");
      await openAll(page);
      await page.click("button:text-is('Syntax tree beside')");
      await page.waitForSelector("[data-tree]");
    },
  },
  compare: {
    hash: `${kPadded}&tab=compare&vs=1,2,sm_90`,
    fill: (page) => page.waitForSelector('[data-testid="compared-step"]').then(() => undefined),
  },
  measure: {
    hash: `${kPlane}&tab=measure`,
    fill: async (page) => {
      await page.click('#tab-panel button:text-is("Measure candidates")');
      await page.waitForSelector('[data-testid="timings"]');
      await page.click('.run-button:text-is("Run")');
      await page.waitForSelector('[data-testid="run-result"]');
    },
  },
  sweep: {
    hash: `${kPlane}&tab=sweep&sweep=input.padding:0, 8;output.padding:0, 8;`,
    fill: async (page) => {
      await page.click('#tab-panel button:text-is("Sweep")');
      await page.waitForSelector('[data-testid="heat-map"]');
    },
  },
  search: {
    hash: `${kPadded}&tab=search`,
    fill: async (page) => {
      await page.waitForSelector(".verdict-cell");
      await page.locator(".verdict-cell.refused").first().click();
    },
  },
};

export async function axeInEveryTab({ page, url }: Stage): Promise<void> {
  for (const tab of kTabs) {
    const { hash, fill } = kViews[tab];
    await open(page, url, hash);
    await page.waitForSelector(`#tab-${tab}[aria-selected="true"]`);
    await fill?.(page);
    await axeEverywhere(page, tab, tab === "steps" ? "" : ".tabs");
  }
}

// Opens the dialogs and the folded parts, since axe checks only what is visible.
export async function axeInEverySheet({ page, url }: Stage): Promise<void> {
  await open(page, url, `${kFused}&vs=1`);
  await page.locator('[data-candidate="1"] td').nth(2).click({ modifiers: ["ControlOrMeta"] });
  await unfold(page);
  await page.locator("details.layout summary").click();
  await page.waitForSelector('[data-testid="marks"]');
  await axeEverywhere(page, "form and marks");
  await page.fill('[name="output.strides"]', "0");
  await page.press('[name="output.strides"]', "Enter");
  await page.waitForSelector("#request-error .error");
  await axeEverywhere(page, "a refusal beside the plan before", "form.problem");
  await open(page, url, kPlane);
  await page.click('[aria-label="Help"]');
  await page.waitForSelector("dialog[open]");
  await axeEverywhere(page, "help", "dialog[open]");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" });
  await open(page, url, "token=complex_forward_len_16_single_op&target=gfx90a&tab=compare&vs=sm_90&diff=0.1");
  await page.waitForSelector(".diff .removed");
  await axeEverywhere(page, "sources beside each other", ".tabs");
  await page.getByLabel("side by side").uncheck();
  await axeEverywhere(page, "sources, one below the other", ".tabs");
  await page.evaluate(() => localStorage.removeItem("fft-inspector-welcomed"));
  await page.goto("about:blank");
  await page.goto(`${url}#token=complex_forward_len_7919_single_op&target=gfx90a&tab=strides`);
  await page.waitForSelector('[data-testid="welcome"]');
  await planned(page);
  await axeEverywhere(page, "a first visit", ".welcome");
  await page.click('button:text-is("Got it")');
  await page.goto("about:blank");
  await page.goto(`${url}#token=complex_forward_len_64_single_op&target=hosd`);
  await page.waitForSelector(".nothing-yet");
  await axeEverywhere(page, "no plan yet");
}

// At every width each tab's head is visible. From 1280 pixels the heads need one row.
export async function tabsAreInSight({ page, url }: Stage): Promise<void> {
  await open(page, url, kPlane);
  for (const width of [...kSizes.map(([width]) => width), 1180, 1024, 1001, 700]) {
    await page.setViewportSize({ width, height: 800 });
    const heads = await page.locator('[role="tab"]').evaluateAll((all) =>
      all.map((one) => {
        const [box, frame] = [one.getBoundingClientRect(), one.closest(".panel")?.getBoundingClientRect()];
        return { name: one.textContent, inside: frame !== undefined && box.left >= frame.left && box.right <= frame.right };
      }),
    );
    assert.equal(heads.length, kTabs.length);
    assert.deepEqual(heads.filter(({ inside }) => !inside), [], `at ${width}`);
  }
  // On a wide screen the heads are in one row, whichever tab is selected.
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const tab of kTabs) {
    await page.click(`#tab-${tab}`);
    const tops = await page.locator('[role="tab"]').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1, `${tab}: ${tops.join(", ")}`);
  }
}
