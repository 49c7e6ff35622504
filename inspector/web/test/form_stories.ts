// Stories about problems of reals to reals, ranges, windows and functions in the form.
import assert from "node:assert/strict";
import { axe, open, planned, unfold, type Stage } from "./harness.ts";

const kReals = "real_to_real_len_6_8_kind_dst3_dct2_single_op_irange_0_3_6_4";

// The form shows the kind of every axis and the ranges, and an edit of another field keeps them.
// The plan is run and checked.
export async function kindsInTheForm({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${kReals}`);
  await unfold(page);
  assert.equal(await page.inputValue('[name="type"]'), "real_to_real");
  assert.equal(await page.inputValue('[name="kinds"]'), "dst3, dct2");
  assert.equal(await page.inputValue('[name="input.ranges"]'), "0 3; 6 4");
  assert.deepEqual(await axe(page), []);
  await page.selectOption('[name="precision"]', "double");
  const typed = (pattern: string) =>
    page.waitForFunction((wanted) => new RegExp(wanted).test(document.querySelector<HTMLInputElement>("#token")?.value ?? ""), pattern);
  await typed("_kind_dst3_dct2_double_op_.*irange_0_3_6_4");
  await page.fill('[name="kinds"]', "dht");
  await typed("_kind_dht_");
  await page.fill('[name="kinds"]', "dct9");
  await page.waitForSelector('[name="kinds"][aria-invalid="true"]');
  await page.fill('[name="kinds"]', "dct1, dht");
  await typed("_kind_dct1_dht_");
  await page.press('[name="kinds"]', "Enter");
  await planned(page);
  await page.click('button:text-is("Run")');
  await page.waitForSelector('[data-testid="run-result"]');
  assert.match(await page.locator(".verdict").innerText(), /pass/);
}

// A window and a function are part of the token. Types that have none lose them.
export async function windowsInTheForm({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=real_forward_len_64_single_op_batch_4");
  await unfold(page);
  await page.evaluate(() => document.querySelector("details.layout")?.setAttribute("open", ""));
  await page.check('[name="input.window"]');
  await page.selectOption('[name="output.function"]', "power");
  await page.waitForFunction(() => /_window_power$/.test(document.querySelector<HTMLInputElement>("#token")?.value ?? ""));
  await page.selectOption('[name="type"]', "real_inverse");
  await page.waitForFunction(() => /^real_inverse_.*[^r]$/.test(document.querySelector<HTMLInputElement>("#token")?.value ?? ""));
  assert.equal(await page.inputValue('[name="output.function"]'), "none");
  assert.equal(await page.locator("#request-error .error").count(), 0);
}
