// Stories of several ranks, and of recorded plans.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open, planned, text, type Stage } from "./harness.ts";

const kCube = "token=complex_forward_len_64_64_64_single_op&target=sm_90";

// The page shows the ranks' parts, the candidates and the bytes between ranks, as the server
// computes them. The address keeps the request.
export async function overRanks({ page, url }: Stage): Promise<void> {
  await open(page, url, `${kCube}&tab=ranks`);
  await page.waitForSelector(".between");
  assert.equal(await page.locator(".ranks-picture .cell").count(), 8, "four ranks before, four after");
  // Each rank sends a quarter of its 512 KiB to each of the others.
  const cells = await page.locator(".between tbody tr:first-child td").allInnerTexts();
  assert.deepEqual(cells.map((cell) => cell.replace(/\s/g, " ")), ["", "128 KiB", "128 KiB", "128 KiB"]);
  assert.match(await text(page, '[data-testid="ranks-story"]'), /sends up to 384 KiB.*4×1×1.*1×4×1/);
  await page.fill('[name="ranks-ranks"]', "8");
  await page.press('[name="ranks-ranks"]', "Tab");
  await page.waitForFunction(() => document.querySelectorAll(".between tbody tr").length === 8);
  await page.fill('[name="ranks-input"]', "2 x 4 x 1");
  await page.press('[name="ranks-input"]', "Tab");
  await page.waitForSelector('[data-testid="ranks-story"]:has-text("2×4×1")');
  const ways = await page.locator(".ways tbody tr").count();
  assert.ok(ways >= 2, `${ways} ways`);
  await page.locator(".ways tbody tr").nth(1).click();
  await page.waitForSelector('.ways tbody tr:nth-child(2)[aria-selected="true"]');
  await page.reload();
  await planned(page);
  await page.waitForSelector('.ways tbody tr:nth-child(2)[aria-selected="true"]');
  const stages = await page.locator(".stages li").count();
  await page.selectOption('[name="ranks-rank"]', "3");
  assert.ok(stages > 0 && (await page.locator(".stages li").count()) > 0);
  // The page shows the server's refusal of an impossible request.
  await page.fill('[name="ranks-input"]', "3 x 1 x 1");
  await page.press('[name="ranks-input"]', "Tab");
  await page.waitForSelector('#tab-panel .error:has-text("product is 8")');
  // The choices of the page are those that the server accepts.
  const links = await page.locator('[name="ranks-link"] option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  const refused = await page.evaluate(async () => {
    const body = JSON.stringify({ token: "complex_forward_len_64_64_single_op", link: "none" });
    const headers = { "Content-Type": "application/json" };
    return (await (await fetch("/api/v1/distributed", { method: "POST", headers, body })).json()).detail as string;
  });
  assert.deepEqual(/allowed: (.*)$/.exec(refused)?.[1]?.split(", ").sort(), links.sort(), refused);
}

// A recorded plan is opened as a file. The page shows its plan, its candidate, and how often it was
// executed.
export async function openARecord({ page, url }: Stage): Promise<void> {
  const traces = mkdtempSync(join(tmpdir(), "traces-"));
  execFileSync(process.env.BENCH ?? "", ["--device", "host", "--repeats", "5", "complex_forward_len_64_64_single_op_batch_32"], {
    env: { ...process.env, FFT_TRACE_DIR: traces },
  });
  const [name] = readdirSync(traces);
  const buffer = readFileSync(join(traces, name ?? ""));
  rmSync(traces, { recursive: true });
  await open(page, url, "token=complex_forward_len_16_single_op&target=gfx90a");
  await page.setInputFiles('input[type="file"]', { name: "1.fftplan", mimeType: "", buffer });
  await page.waitForSelector('[data-testid="notice"]');
  assert.match(await text(page, '[data-testid="notice"]'), /^fft_bench executed it [\d\s\u202f]+ times, [\d.]+ (ns|µs|ms) a call/);
  assert.match(await page.inputValue("#token"), /^complex_forward_len_64_64_single_op_batch_32/);
  assert.equal(await page.inputValue('[name="target"]'), "host");
}
