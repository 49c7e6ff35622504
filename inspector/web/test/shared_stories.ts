// Several ranks, and programs that run.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { axe, open, planned, text, type Stage } from "./harness.ts";

const kCube = "token=complex_forward_len_64_64_64_single_op&target=sm_90";

// The page shows the ranks' parts, the candidates, and who sends how much to whom, as the server
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
  // An impossible choice is refused in words.
  await page.fill('[name="ranks-input"]', "3 x 1 x 1");
  await page.press('[name="ranks-input"]', "Tab");
  await page.waitForSelector('#tab-panel .error:has-text("product is 8")');
  // The choices on offer are those that the server takes.
  const links = await page.locator('[name="ranks-link"] option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  const refused = await page.evaluate(async () => {
    const body = JSON.stringify({ token: "complex_forward_len_64_64_single_op", link: "none" });
    const headers = { "Content-Type": "application/json" };
    return (await (await fetch("/api/v1/distributed", { method: "POST", headers, body })).json()).detail as string;
  });
  assert.deepEqual(/allowed: (.*)$/.exec(refused)?.[1]?.split(", ").sort(), links.sort(), refused);
  for (const [width, height] of [[1280, 800], [390, 844]] as const) {
    await page.setViewportSize({ width, height });
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await open(page, url, `${kCube}&tab=ranks&ranks=8;2x4x1;;infiniband;messages;0`);
      await page.waitForSelector(".between");
      assert.deepEqual(await axe(page, true), [], `${width}, ${scheme}`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 800 });
}

// A program that runs with FFT_TRACE_DIR is seen with its counts, and its plan opened as it has it.
export async function watchAProgram({ page, url, traces }: Stage): Promise<void> {
  const run = () =>
    execFileSync(process.env.FFT ?? "", ["build", "complex_forward_len_128_96_single_op", "--device", "host"], {
      env: { ...process.env, FFT_TRACE_DIR: traces, FFT_DEVICE: "host" },
    });
  await open(page, url, "token=complex_forward_len_16_single_op");
  await page.click('button:text-is("Programs")');
  await page.waitForSelector('dialog.programs:has-text("No program has made a plan")');
  run();
  await page.waitForSelector('[data-testid="programs"] tbody tr');
  assert.deepEqual(await axe(page, true), []);
  // A program that executes its plan: the page shows how often and how long a call takes while it
  // runs.
  const bench = spawn(process.env.BENCH ?? "", ["--device", "host", "--repeats", "20000", "complex_forward_len_64_64_single_op_batch_32"], {
    env: { ...process.env, FFT_TRACE_DIR: traces },
    stdio: "ignore",
  });
  const live = page.locator('[data-testid="programs"] tbody tr:has-text("len_64_64_single")');
  try {
    // A rate is shown where a second look finds more than the first.
    await page.waitForSelector('[data-testid="programs"] tr:has-text("len_64_64_single"):has-text("/s")');
    const cells = await live.locator("td").allInnerTexts();
    assert.match(cells[0] ?? "", /^fft_bench \d+\s*$/);
    const executed = Number(/^[\d\s\u202f]+/.exec(cells[2] ?? "")?.[0].replace(/\D/g, ""));
    assert.ok(executed > 0, cells.join(" | "));
    assert.match(cells[3] ?? "", /^[\d.]+ (ns|µs|ms)$/);
  } finally {
    bench.kill("SIGKILL");
  }
  await page.waitForSelector('[data-testid="programs"] tr:has-text("len_64_64_single"):has-text("ended")');
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog.programs[open]", { state: "detached" });
  await page.click('button:text-is("Programs")');
  const row = page.locator('[data-testid="programs"] tbody tr:has-text("len_128_96_single")').first();
  assert.match(await row.innerText(), /fft.*ended.*complex_forward_len_128_96_single_op.*host.*0.*never/s);
  await row.locator(".link").click();
  await planned(page);
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("#token")?.value.startsWith("complex_forward_len_128_96_single_op"));
}
