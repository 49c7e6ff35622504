// Measures how soon the page shows a requested plan.
import assert from "node:assert/strict";
import { open, type Stage } from "./harness.ts";

const kToken = "complex_forward_len_512_512_single_op";

// The least of a few times, since other work on the machine may slow some of them.
async function best(tries: number, measure: (round: number) => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < tries; round++) least = Math.min(least, await measure(round));
  return least;
}

export async function paintSoon({ page, url }: Stage): Promise<void> {
  const milliseconds = await best(4, async () => {
    await page.goto("about:blank");
    await page.goto(url);
    await page.waitForSelector(".candidates tbody tr");
    return page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
    );
  });
  assert.doesNotMatch(await page.locator("body").innerText(), /Loading…/);
  console.log(`first paint after ${milliseconds.toFixed(0)} ms`);
  assert.ok(milliseconds < 1000, `first paint after ${milliseconds} ms`);
}

// Measures the time from Enter in the token's field until the new plan's tree, candidates and steps
// are shown.
export async function planSoon({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${kToken}&target=gfx90a`);
  const milliseconds = await best(4, async (round) => {
    const token = `complex_forward_len_${320 + 16 * round}_336_56_double_op`;
    await page.fill("#token", token);
    return page.evaluate(async (wanted) => {
      const start = performance.now();
      document.querySelector<HTMLFormElement>("form.problem")?.requestSubmit();
      const shown = () =>
        document.querySelector(".tree tbody")?.textContent?.includes(wanted) &&
        document.querySelector('main[aria-busy="false"] .steps tbody tr');
      while (!shown()) await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - start;
    }, `${320 + 16 * round}×336×56`);
  });
  console.log(`a 3D problem is planned and shown after ${milliseconds.toFixed(0)} ms`);
  assert.ok(milliseconds < 600, `planned and shown after ${milliseconds} ms`);
}
