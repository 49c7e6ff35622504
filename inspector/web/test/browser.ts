// The page in a real browser against the real server: explains a token, shows candidates and a
// kernel's source, runs it, follows a link, by mouse and by keyboard.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";

const kToken = "complex_forward_len_524288_single_op_batch_2";
const screenshots = process.env.SCREENSHOTS ?? tmpdir();

// Starts the server on a free port and resolves to its address.
function startServer(): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.env.SERVER ?? "", ["--port=0", "--device=host"]);
  return new Promise((resolve, reject) => {
    let text = "";
    server.stderr?.pipe(process.stderr);
    server.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const match = /http:\/\/\S+/.exec(text);
      if (match) resolve({ server, url: match[0] });
    });
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
}

// Every request must stay on this machine, and the console must stay free of errors.
function watch(page: Page, url: string, faults: string[]): void {
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    const local = host === new URL(url).host || protocol === "data:" || protocol === "blob:";
    if (!local) faults.push(`request to ${request.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("422")) {
      faults.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => faults.push(`page: ${error.message}`));
}

// Serious findings of axe-core, in words.
async function axe(page: Page): Promise<string[]> {
  const path = createRequire(join(process.cwd(), "x.js")).resolve("axe-core/axe.min.js");
  await page.evaluate(readFileSync(path, "utf8"));
  return page.evaluate(async () => {
    interface Finding {
      id: string;
      impact: string;
      nodes: { html: string; failureSummary: string }[];
    }
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } };
    const { violations } = await axe.run();
    return violations
      .filter((found) => found.impact === "serious" || found.impact === "critical")
      .map((found) => `${found.id}: ${found.nodes[0]?.html} ${found.nodes[0]?.failureSummary}`);
  });
}

async function planned(page: Page): Promise<void> {
  await page.waitForSelector('main[aria-busy="false"] .source .line');
}

async function explainAToken(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await planned(page);
  await page.fill("#token", kToken);
  // The form follows the token before anything is planned.
  await page.waitForFunction(() => {
    return document.querySelector<HTMLInputElement>('[name="lengths"]')?.value === "524288";
  });
  await page.press("#token", "Enter");
  await page.waitForFunction(() => location.hash.includes("len_524288"));
  await planned(page);
  const rows = await page.locator(".candidates tbody tr").count();
  assert.ok(rows >= 2, `${rows} candidates`);
  assert.equal(await page.locator(".candidates tbody tr").first().locator("td").count(), 8);
  assert.ok((await page.locator(".decides").count()) >= 1, "no deciding criterion is marked");
  const leaves = await page.locator(".tree .leaf-index").count();
  assert.equal(await page.locator(".steps tbody tr").count(), leaves);
  assert.ok(leaves >= 2, `${leaves} kernels`);
  const source = (await page.locator(".source").textContent()) ?? "";
  assert.ok(source.length > 500, "the source is short");
  assert.ok((await page.locator(".source .hljs-keyword").count()) > 3, "no highlighting");
}

async function followATreeLeaf(page: Page): Promise<void> {
  const first = await page.locator("#kernel-title .kernel-name").innerText();
  await page.locator(".tree .leaf-index").nth(1).click();
  await page.waitForFunction(
    (name) => document.querySelector("#kernel-title .kernel-name")?.textContent !== name,
    first,
  );
  await page.waitForFunction(() => location.hash.includes("step=1"));
}

async function runIt(page: Page): Promise<void> {
  await page.click('button:text-is("Run")');
  await page.waitForSelector('[data-testid="run-result"]', { timeout: 60000 });
  assert.match(await page.locator(".verdict").innerText(), /pass/);
  const error = Number(await page.locator('[data-testid="l2"]').innerText());
  assert.ok(error > 0 && error < 1e-6, `L2 error ${error}`);
  assert.match(await page.locator('[data-testid="median"]').innerText(), /(µs|ms| s)$/);
}

async function openALink(context: BrowserContext, page: Page, faults: string[]): Promise<void> {
  await page.locator(".candidates tbody tr").nth(1).click();
  await page.waitForFunction(() => location.hash.includes("candidate=1"));
  const link = page.url();
  const other = await context.newPage();
  watch(other, link, faults);
  await other.goto(link);
  await planned(other);
  await other.waitForSelector('[data-candidate="1"][aria-selected="true"]');
  await other.waitForSelector('[data-step="1"][aria-selected="true"]');
  await other.close();
}

async function makeMistakes(page: Page): Promise<void> {
  await page.fill('[name="lengths"]', "0");
  await page.waitForSelector('#request-error:text("lengths")');
  assert.equal(await page.getAttribute('[name="lengths"]', "aria-invalid"), "true");
  await page.fill('[name="lengths"]', "64 x 40");
  await page.waitForFunction(() => {
    return document.querySelector<HTMLInputElement>("#token")?.value.includes("len_64_40");
  });
  // Enter takes what the form says, also before the token has followed.
  await page.fill('[name="lengths"]', "64 x 48");
  await page.press('[name="lengths"]', "Enter");
  await page.waitForFunction(() => location.hash.includes("len_64_48"));
  await planned(page);
}

async function changeTheTarget(page: Page): Promise<void> {
  await page.selectOption('[name="target"]', "gfx90a");
  await page.waitForFunction(() => {
    return document.querySelector(".source")?.textContent?.includes("__global__");
  });
  assert.match(await page.locator(".run button").innerText(), /Run on host instead/);
}

async function useTheKeyboard(page: Page): Promise<void> {
  await page.locator('.tree [tabindex="0"]').focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes("step=1"));
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator(".tree tbody tr").count(), 1);
  await page.keyboard.press("ArrowRight");
  assert.ok((await page.locator(".tree tbody tr").count()) > 1);
}

async function lookGood(page: Page): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    assert.deepEqual(await axe(page), [], scheme);
    await page.screenshot({ path: join(screenshots, `desktop-${scheme}.png`), fullPage: true });
  }
  await page.emulateMedia({ colorScheme: "light" });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `the page is ${wide} wide in a window of ${width}`);
  }
  await page.screenshot({ path: join(screenshots, "phone.png"), fullPage: true });
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function main(): Promise<void> {
  const { server, url } = await startServer();
  const profile = mkdtempSync(join(tmpdir(), "profile-"));
  const faults: string[] = [];
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "",
    viewport: { width: 1280, height: 800 },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20000);
    watch(page, url, faults);
    const stories: [string, () => Promise<void>][] = [
      ["explain a token", () => explainAToken(page, url)],
      ["follow a leaf of the tree", () => followATreeLeaf(page)],
      ["run it", () => runIt(page)],
      ["look good", () => lookGood(page)],
      ["open a link", () => openALink(context, page, faults)],
      ["make mistakes", () => makeMistakes(page)],
      ["change the target", () => changeTheTarget(page)],
      ["use the keyboard", () => useTheKeyboard(page)],
    ];
    for (const [name, story] of stories) {
      await story().catch(async (error: unknown) => {
        await page.screenshot({ path: join(screenshots, "failure.png"), fullPage: true });
        throw new Error(`${name}: ${String(error)}\n${faults.join("\n")}`);
      });
      console.log(`ok: ${name}`);
    }
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
    server.removeAllListeners("exit");
    const ended = new Promise((resolve) => server.on("exit", resolve));
    server.kill("SIGTERM");
    assert.equal(await ended, 0, "the server did not end cleanly");
    rmSync(profile, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
