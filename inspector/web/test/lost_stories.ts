// Stories of a server that dies, comes back or is slow. The page says so and recovers without help.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { kPatience, open, startServer, text, type Stage } from "./harness.ts";

const k3d = "complex_forward_len_336_336_56_double_op";

interface Lent {
  url: string;
  page: Page;
  errors: string[]; // exceptions of the page
  restart: () => Promise<void>;
  kill: () => Promise<void>;
}

// Starts a server that the test may kill, and opens a page on it.
async function withServer({ context }: Stage, act: (lent: Lent) => Promise<void>): Promise<void> {
  let { server, url } = await startServer();
  const port = new URL(url).port;
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  const kill = async () => {
    server.removeAllListeners("exit");
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  };
  const restart = async () => {
    ({ server, url } = await startServer(`--port=${port}`));
  };
  try {
    await act({ url, page, errors, kill, restart });
    assert.deepEqual(errors, []);
  } finally {
    await page.close();
    await kill();
  }
}

// When the server comes back, each tab plans again without being asked. Requests that were made
// meanwhile are carried out.
export async function aServerComesBack(stage: Stage): Promise<void> {
  await withServer(stage, async ({ page, url, kill, restart }) => {
    await open(page, url, `token=${k3d}&target=gfx90a`);
    await kill();
    await page.locator('[data-candidate="1"]').click();
    await page.waitForSelector('[data-testid="disconnected"]');
    assert.equal(await page.locator('[data-testid="stale"]').count(), 0, "nothing was edited");
    await page.fill("#token", "4096");
    await page.press("#token", "Enter");
    await restart();
    await page.waitForSelector('[data-testid="disconnected"]', { state: "detached" });
    await page.waitForFunction(() => location.hash.includes("len_4096_single_op"));
    await page.waitForSelector('[data-candidate][aria-selected="true"]');
    // The restarted server knows no plans; a candidate, a tab, a source and another target are
    // still shown.
    await open(page, url, `token=${k3d}&target=gfx90a`);
    await kill();
    await restart();
    await page.locator('[data-candidate="1"]').click();
    await page.waitForSelector("#tab-panel h3:text('Candidate 1:')");
    for (const [tab, sign] of [["strides", ".strides-table"], ["kernel", ".source .line"], ["search", ".verdict-cell"]] as const) {
      await kill();
      await restart();
      await page.click(`#tab-${tab}`);
      await page.waitForSelector(sign);
    }
    assert.doesNotMatch(await text(page, "#app"), /POST its problem/);
  });
}

// A measurement ends when its server dies, and another one can be started.
export async function aMeasurementDies(stage: Stage): Promise<void> {
  await withServer(stage, async ({ page, url, kill, restart }) => {
    await open(page, url, "token=complex_forward_len_1024_1024_double_op_batch_16&tab=measure");
    await page.click('button:text-is("Measure candidates")');
    await page.waitForSelector('[data-testid="progress"]:has-text("of")');
    await kill();
    await page.waitForSelector('[data-testid="disconnected"]');
    await page.waitForSelector('[data-testid="progress"]', { state: "detached" });
    await page.waitForSelector('#tab-panel .error:has-text("does not answer")');
    await restart();
    await page.waitForSelector('[data-testid="disconnected"]', { state: "detached" });
    await open(page, url, "token=complex_forward_len_64_single_op&tab=measure");
    await page.click('button:text-is("Measure candidates")');
    await page.waitForSelector('[data-testid="timings"]');
  });
}

// While a candidate is loading, and if loading it fails, the page does not mix the parts of two
// candidates.
export async function aSlowServer(stage: Stage): Promise<void> {
  await withServer(stage, async ({ page, url }) => {
    await open(page, url, `token=${k3d}&target=gfx90a`);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/candidates\/3$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('[data-candidate="3"]').click();
    await page.waitForSelector('[data-testid="pending"]:has-text("Candidate 3 is loading; below stands candidate 0")');
    release();
    await page.waitForSelector("#tab-panel h3:text('Candidate 3:')");
    await page.waitForSelector('[data-testid="pending"]', { state: "detached" });
    // If a candidate fails to load, the page says so and offers to try again.
    await page.route(/candidates\/4$/, (route) => route.fulfill({ status: 500, body: "{}" }), { times: 1 });
    await page.locator('[data-candidate="4"]').click();
    await page.locator('[data-testid="pending"] button:text-is("Try again")').click();
    await page.waitForSelector("#tab-panel h3:text('Candidate 4:')");
  });
}

// If the second part of the scripts fails to load, the page requests it again.
export async function theRestFails(stage: Stage): Promise<void> {
  await withServer(stage, async ({ page, url }) => {
    await page.route("**/later.js", (route) => route.abort());
    await open(page, url, `token=${k3d}&target=gfx90a&tab=search`);
    await page.waitForSelector('#tab-panel button:text-is("Try again")');
    await page.unroute("**/later.js");
    await page.locator('#tab-panel button:text-is("Try again")').click();
    await page.waitForSelector(".verdict-cell");
  });
}

// A file that is not a valid export leaves the shown plan as it is.
export async function brokenFiles(stage: Stage): Promise<void> {
  const { page, url } = stage;
  await open(page, url, `token=${k3d}&target=gfx90a`);
  const plan = { id: "x", chosen: 0, target: { name: "t" }, problem: { lengths: [4] } };
  const hollow = { schema: "fft.inspector.export/1", summary: plan, limits: {}, responses: { "/plans/x/tree": 0 }, bodies: [{}] };
  for (const [content, says] of [
    ["<!doctype html>", /not JSON/],
    ["{}", /not an export/],
    [JSON.stringify(hollow), /lacks the plan tree/],
  ] as const) {
    await page.setInputFiles('.actions input[type="file"]', { name: "x.json", mimeType: "", buffer: Buffer.from(content) });
    await page.waitForSelector('[data-testid="notice"]');
    assert.match(await text(page, '[data-testid="notice"]'), says);
    assert.equal(await page.locator('[data-testid="stale"]').count(), 0);
    assert.ok(await page.locator(".run-button").isEnabled());
    await page.click('[data-testid="notice"] button');
  }
}

// A run shows its time so far and can be cancelled.
export async function aRunIsEnded({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_4194304_single_op&target=host");
  await page.click('.run-button:text-is("Run")');
  await page.waitForSelector('[data-testid="running"]:has-text("s so far")');
  await page.click('[data-testid="running"] button:text-is("Cancel")');
  await page.waitForSelector('.run .error:has-text("cancelled")');
  assert.ok(await page.locator(".run-button").isEnabled());
}

// The page understands sizes and other texts that newcomers type.
export async function sizesAreTokens({ page, url }: Stage): Promise<void> {
  for (const [typed, token] of [
    ["4096x262144 ip", "complex_forward_len_4096_262144_single_ip"],
    ["2^20", "complex_forward_len_1048576_single_op"],
    ['"COMPLEX_FORWARD_LEN_64_DOUBLE_OP"', "complex_forward_len_64_double_op"],
    ["fft plan complex_forward_len_96_single_op --target gfx90a", "complex_forward_len_96_single_op"],
  ] as const) {
    await open(page, url, "token=complex_forward_len_16_single_op&target=gfx90a");
    await page.fill("#token", typed);
    await page.press("#token", "Enter");
    await page.waitForFunction((wanted) => location.hash.includes(`token=${wanted}&`), token);
    assert.equal(await page.inputValue("#token"), token);
  }
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
