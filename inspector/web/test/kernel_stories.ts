// Stories of kernels: reading, compiling, comparing, running and measuring them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { axe, kPatience, open, planned, startServer, text, type Stage } from "./harness.ts";

export async function takeANameApart({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_4096_half_op&target=gfx90a&tab=kernel");
  await page.locator(".name-part", { hasText: "len4096" }).click();
  assert.match(await text(page, '[data-testid="name-part"]'), /len4096 – length: points along the axis: 4096/);
  await page.locator("summary", { hasText: "part by part" }).click();
  const name = await page.locator("#kernel-title .kernel-name").innerText();
  const parts = await page.locator(".name-table th").allInnerTexts();
  assert.equal(["fft", ...parts].join("_"), name);
}

// A click on a line of the source selects the statement of the syntax tree that it is printed from,
// and a click on the statement selects the line.
export async function followALineToTheTree({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_4096_half_op&target=gfx90a&tab=kernel");
  await page.click("button:text-is('Syntax tree beside')");
  await page.waitForSelector("[data-tree]");
  assert.ok(parseInt(await text(page, '[data-testid="coverage"]'), 10) > 80);
  await page.locator(".outline button").nth(1).click();
  const marked = () => text(page, "[data-tree].linked .text");
  assert.match(await text(page, "[data-at].linked .text"), /\/\/ pass 1/);
  assert.match(await marked(), /# pass 1/);
  await page.focus(".source");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => !document.querySelector("[data-tree].linked")?.textContent?.includes("#"));
  await page.locator("[data-tree]", { hasText: "# pass 2" }).click();
  await page.waitForSelector('[data-at].linked:has-text("// pass 2")');
  assert.deepEqual(await axe(page), [], "source and tree");
  await page.click("button:text-is('Syntax tree beside')");
}

export async function compileForRegisters({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_16_single_op&target=host&tab=kernel");
  await page.click("button:text-is('Registers and spills')");
  await page.waitForSelector('[data-testid="statistics"]');
  assert.match(await text(page, '[data-testid="statistics"]'), /compiled by host/);
}

// A line of the source and its instructions select each other. This story's server compiles C++ for
// the host, since LLVM IR has no lines.
export async function linesAreInstructions({ context }: Stage): Promise<void> {
  process.env.FFT_HOST_COMPILER = "c++";
  const { server, url } = await startServer();
  delete process.env.FFT_HOST_COMPILER;
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  try {
    await followInstructions(page, url);
  } finally {
    await page.close();
    server.removeAllListeners("exit");
    server.kill("SIGTERM");
  }
}

async function followInstructions(page: Stage["page"], url: string): Promise<void> {
  for (const target of ["host", "gfx90a"]) {
    await open(page, url, `token=complex_forward_len_16_single_op&target=${target}&tab=kernel`);
    await page.click("button:text-is('Machine code beside')");
    await page.waitForSelector('pre[aria-label^="Machine code of"], .beside .note:has-text("No listing")');
    if (target !== "host" && (await page.locator(".beside .note").count()) > 0) continue; // llvm-objdump is not installed
    assert.match(await text(page, '[data-testid="machine-code"]'), /\d+ instructions\. (100|[4-9]\d) % of them .* The most frequent: \w+ \d+, /);
    const lines = () => page.locator("[data-code].linked").evaluateAll((all) => all.map((one) => one.getAttribute("data-from")));
    await page.locator("[data-at]", { hasText: "out[" }).last().click();
    await page.waitForSelector("[data-code].linked");
    const at = await page.locator("[data-at].linked").getAttribute("data-at");
    assert.deepEqual(new Set(await lines()), new Set([at]));
    // A click on another instruction selects its line; the pointer marks both.
    const other = page.locator(`[data-code][data-from]:not([data-from="${at}"])`).first();
    const wanted = await other.getAttribute("data-from");
    await other.click();
    await page.waitForSelector(`[data-at="${wanted}"].linked`);
    assert.deepEqual(new Set(await lines()), new Set([wanted]));
    await page.locator(`[data-at="${at}"]`).hover();
    await page.waitForSelector(`[data-code][data-from="${at}"].near`);
    assert.equal(await page.locator(`.near:not([data-at="${at}"]):not([data-from="${at}"])`).count(), 0);
    assert.deepEqual(await axe(page), [], "source and machine code");
  }
  // After a reload the pane is open again, but nothing is compiled.
  await page.reload();
  await page.waitForSelector("button:text-is('Compile the kernel')");
}

export async function runIt({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_512_512_single_op&tab=kernel");
  await page.click('button:text-is("Run")');
  await page.waitForSelector('[data-testid="run-result"]');
  assert.match(await page.locator(".verdict").innerText(), /pass/);
  const error = Number(await page.locator('[data-testid="l2"]').innerText());
  assert.ok(error > 0 && error < 1e-6, `L2 error ${error}`);
  assert.match(await page.locator('[data-testid="median"]').innerText(), /(µs|ms| s)$/);
  assert.match(await text(page, "#tab-panel .facts"), /Of bandwidth\d+ %/);
}

// The server limits what a run may use. The refusal names the flag that sets the limit.
export async function runWithinLimits({ context }: Stage): Promise<void> {
  const page = await context.newPage(); // a page of a server with another limit
  const view = "token=complex_forward_len_256_256_single_op&target=host"; // 512 KiB in, 512 KiB out
  for (const [most, runs] of [
    ["614400", false],
    ["8MiB", true],
  ] as const) {
    const { server, url } = await startServer(`--run-memory=${most}`);
    try {
      await open(page, url, view);
      await page.click('.run-button:text-is("Run")');
      await page.waitForSelector(runs ? '[data-testid="run-result"]' : ".run .error");
      if (runs) continue;
      const refused = await text(page, ".run .error");
      assert.match(refused, /would take [\d.]+ \w+ of device memory; this server allows runs 614400 of the \d+ .*--run-memory=BYTES/);
      // Measurements have the same limit for each candidate.
      await page.click("#tab-measure");
      await page.click('#tab-panel button:text-is("Measure candidates")');
      await page.waitForSelector('#tab-panel :text("--run-memory=BYTES")');
    } finally {
      server.removeAllListeners("exit");
      server.kill("SIGTERM");
    }
  }
  await page.close();
}

export async function measureCandidates({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_512_512_single_op&tab=measure");
  await page.click('button:text-is("Measure candidates")');
  await page.waitForSelector('[data-testid="timings"]');
  const measured = await page.locator('[data-testid="timings"] tbody tr').count();
  assert.ok(measured >= 2, `${measured} candidates measured`);
  assert.equal(await page.locator("#time-chart .row").count(), measured);
  assert.match(await text(page, '[data-testid="audit"]'), /Kendall/);
  assert.ok((await page.locator(".candidates th", { hasText: "Measured" }).count()) === 1);
  for (const kind of ["CSV", "JSON"]) {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("#tab-panel .bar button", { hasText: kind }).click(),
    ]);
    const content = readFileSync(await file.path());
    if (kind === "CSV") assert.equal(content.toString().trim().split("\r\n").length, measured + 1);
    else assert.ok(JSON.parse(content.toString()).items.length >= 2);
  }
  // A new visit shows the measurement again.
  await page.reload();
  await planned(page);
  await page.waitForSelector("#time-chart .row");
}

export async function runHalves({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_64_half_op_batch_4");
  await page.click('button:text-is("Run")');
  await page.waitForSelector('[data-testid="run-result"]');
  assert.match(await page.locator(".verdict").innerText(), /pass/);
  const error = Number(await page.locator('[data-testid="l2"]').innerText());
  assert.ok(error > 1e-5 && error < 1e-2, `L2 error ${error}`);
}

export async function cancelMeasurement({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_1024_1024_single_op_batch_16&tab=measure");
  await page.click('button:text-is("Measure candidates")');
  await page.waitForSelector('[data-testid="progress"]');
  await page.click('button:text-is("Cancel")');
  await page.waitForSelector('button:text-is("Measure candidates"):enabled');
  assert.match(await text(page, "#tab-panel"), /ended early|Nothing is measured/);
}
