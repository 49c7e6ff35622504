// Stories about chains: transforms with a product between them, and frames that are added.
import assert from "node:assert/strict";
import { axe, open, planned, text, unfold, type Stage } from "./harness.ts";

const kTwoPlans = "real_convolve_len_1009_single_op_batch_4";
const kWhole = "real_convolve_len_2048_single_op_batch_64";
const kAdded = "real_overlap_add_len_400_single_op_batch_98_odist_160_normalized";

export async function showAChain({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${kTwoPlans}&target=sm_90`);
  assert.match(await text(page, '[data-testid="chain"]'), /transform forth.*transform back.*workspace/s);
  const forth = await text(page, ".steps");
  await page.selectOption('[name="part"]', "1");
  await page.waitForFunction(() => location.hash.includes("part=1"));
  await planned(page);
  assert.notEqual(await text(page, ".steps"), forth);
  assert.ok((await page.locator(".tree .leaf-index").count()) >= 1, "no tree");
  assert.ok((await page.locator(".lanes .use").count()) >= 1, "no drawing");
  await page.click("#tab-kernel");
  await page.waitForSelector(".source .line");
  assert.ok((await text(page, ".source")).length > 500, "the source is short");
  assert.ok(await page.locator(".run-button").isDisabled(), "a chain would be executed");

  await unfold(page);
  assert.equal(await page.inputValue('[name="chain"]'), await page.inputValue("#token"));
  assert.equal(await page.getAttribute('[name="chain"]', "readonly"), "");
  assert.deepEqual(await axe(page), [], "a chain");

  // A typed chain is planned from its first plan on.
  for (const [token, words] of [
    [kWhole, /the whole chain is this plan/],
    [kAdded, /transform of the frames.*addition of the frames/s],
  ] as const) {
    await page.fill("#token", token);
    await page.press("#token", "Enter");
    await page.waitForFunction((wanted) => location.hash.includes(wanted) && !location.hash.includes("part="), token.slice(0, 20));
    await planned(page);
    assert.match(await text(page, '[data-testid="chain"]'), words);
  }

  await page.fill("#token", kWhole.replace("single", "singel"));
  await page.waitForSelector("#request-error .error");
  await page.fill("#token", "complex_forward_len_64_single_op");
  await page.press("#token", "Enter");
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="lengths"]')?.value === "64");
  await page.waitForFunction(() => document.querySelector('[data-testid="chain"]') === null);
}
