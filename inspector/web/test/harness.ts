// The basis of the browser tests: it starts the server and the browser, runs axe, and waits for the
// page.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";

export const screenshots = process.env.SCREENSHOTS ?? tmpdir();

// The most milliseconds to wait for an expected change. It is long, since a loaded machine is slow.
export const kPatience = Number(process.env.PATIENCE ?? 180000);

export interface Stage {
  url: string;
  context: BrowserContext;
  page: Page;
  faults: string[]; // errors on the console, and requests to other machines
}

// Starts the server on a free port and resolves to its address.
export function startServer(...flags: string[]): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.env.SERVER ?? "", ["--port=0", "--device=host", ...flags]);
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

export function watch(page: Page, url: string, faults: string[]): void {
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    const local = host === new URL(url).host || ["data:", "blob:", "file:"].includes(protocol);
    if (!local) faults.push(`request to ${request.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !/\b(422|409)\b/.test(message.text())) {
      faults.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => faults.push(`page: ${error.message}`));
}

interface AxeOptions {
  rules?: readonly string[]; // empty: all rules
  within?: string; // selector of the checked part; empty: the whole page
}

// The serious findings of axe-core as text, or all findings.
export async function axe(page: Page, all = false, { rules = [], within = "" }: AxeOptions = {}): Promise<string[]> {
  const path = createRequire(join(process.cwd(), "x.js")).resolve("axe-core/axe.min.js");
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(readFileSync(path, "utf8"));
  return page.evaluate(
    async ({ every, only, scope }) => {
      interface Finding {
        id: string;
        impact: string;
        nodes: { html: string; failureSummary: string }[];
      }
      const { axe } = window as unknown as { axe: { run(where: unknown, options: object): Promise<{ violations: Finding[] }> } };
      const options = { resultTypes: ["violations"], ...(only.length > 0 ? { runOnly: only } : {}) };
      const { violations } = await axe.run(scope === "" ? document : scope, options);
      return violations
        .filter((found) => every || found.impact === "serious" || found.impact === "critical")
        .map((found) => `${found.id}: ${found.nodes[0]?.html} ${found.nodes[0]?.failureSummary}`);
    },
    { every: all, only: [...rules], scope: within },
  );
}

export const kSizes = [
  [1280, 800],
  [1920, 1080],
  [390, 844],
] as const;

const kOfColour = ["color-contrast", "link-in-text-block"];

// Checks that axe finds nothing at three sizes in both themes, and that nothing is wider than the
// window. The themes differ only by their colours, so in the dark theme axe applies only the rules
// of kOfColour. Where only a part of the page is new, `within` is the selector of that part. The
// whole page is then checked only once, in the light theme at the first size.
export async function axeEverywhere(page: Page, what: string, within = ""): Promise<void> {
  for (const [width, height] of kSizes) {
    await page.setViewportSize({ width, height });
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      const whole = scheme === "light" && width === 1280;
      const found = await axe(page, true, { rules: scheme === "light" ? [] : kOfColour, within: whole ? "" : within });
      assert.deepEqual(found, [], `${what}, ${width} wide, ${scheme}`);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${what}: the page is ${wide} wide in a window of ${width}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 800 });
}

// Waits until a plan and its selected candidate are shown.
export async function planned(page: Page): Promise<void> {
  await page.waitForSelector('main[aria-busy="false"] .candidates tbody tr[aria-selected="true"]');
}

// Gives every candidate its own row.
export async function ungroup(page: Page): Promise<void> {
  await page.getByLabel("group equal").uncheck();
}

// Opens the folded form.
export async function unfold(page: Page): Promise<void> {
  const toggle = page.locator(".form-toggle");
  if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click();
}

export async function text(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).first().textContent()) ?? "";
}

export async function open(page: Page, url: string, view: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${url}#${view}`);
  await planned(page);
}

// The text that "Copy" gives in a form.
export async function copied(page: Page, form: string): Promise<string> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (written) => {
      document.body.dataset.copied = written;
    };
    delete document.body.dataset.copied;
  });
  await page.click('[data-menu="copy"] > button');
  await page.locator('[data-menu="copy"] [role="menuitem"]').getByText(form, { exact: true }).click();
  await page.waitForFunction(() => document.body.dataset.copied !== undefined);
  return page.evaluate(() => document.body.dataset.copied ?? "");
}

// Calls `act` with a server and a page. Fails if the page or the server has reported errors.
export async function onStage(act: (stage: Stage) => Promise<void>): Promise<void> {
  const { server, url } = await startServer();
  const profile = mkdtempSync(join(tmpdir(), "profile-"));
  const faults: string[] = [];
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "",
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
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
    page.setDefaultTimeout(kPatience);
    watch(page, url, faults);
    await act({ url, context, page, faults });
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
