// Stories of the main tasks of the page's users.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { axe, open, planned, screenshots, text, unfold, ungroup, watch, type Stage } from "./harness.ts";

const kToken = "complex_forward_len_524288_single_op_batch_2";
const k3d = "complex_forward_len_336_336_56_double_op";

export async function explainAToken({ page, url }: Stage): Promise<void> {
  await page.goto(url);
  await planned(page);
  await unfold(page);
  await page.fill("#token", kToken);
  // The form shows the token before anything is planned.
  await page.waitForFunction(() => {
    return document.querySelector<HTMLInputElement>('[name="lengths"]')?.value === "524288";
  });
  await page.press("#token", "Enter");
  await page.waitForFunction(() => location.hash.includes("len_524288"));
  await planned(page);
  // The field shows the short token, while the plan's own token states the packed layout.
  await page.waitForFunction(
    (wanted) => document.querySelector<HTMLInputElement>("#token")?.value === wanted,
    kToken,
  );
  const rows = await page.locator(".candidates tbody tr").count();
  assert.ok(rows >= 2, `${rows} candidates`);
  assert.ok((await page.locator(".decides").count()) >= 1, "no deciding criterion is marked");
  const leaves = await page.locator(".tree .leaf-index").count();
  assert.equal(await page.locator(".steps tbody tr").count(), leaves);
  assert.ok(leaves >= 2, `${leaves} kernels`);
  assert.ok((await page.locator(".lanes .use").count()) >= 2 * leaves - 1, "no buffer lanes");
  await page.click("#tab-kernel");
  await page.waitForSelector(".source .line");
  assert.ok((await text(page, ".source")).length > 500, "the source is short");
  assert.ok((await page.locator(".source .hljs-keyword").count()) > 3, "no highlighting");
  assert.ok((await page.locator(".outline button").count()) >= 2, "no outline");
  // A leaf of the tree selects its kernel.
  const first = await page.locator("#kernel-title .kernel-name").innerText();
  await page.locator(".tree .leaf-index").nth(1).click();
  await page.waitForFunction(
    (name) => document.querySelector("#kernel-title .kernel-name")?.textContent !== name,
    first,
  );
  await page.waitForFunction(() => location.hash.includes("step=1"));
}

export async function findWhyACandidateLost({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${k3d}&target=gfx90a`);
  await page.locator(".candidates tbody tr").nth(1).click();
  await page.waitForFunction(() =>
    document.querySelector('[data-testid="explanation"]')?.textContent?.includes("candidate 1 uses 3 buffers"),
  );
  assert.match(await text(page, '[data-testid="explanation"]'), /Candidate 0 uses 2 buffers, candidate 1 uses 3 buffers: fewer buffers decides/);
  await page.click("#tab-search");
  await page.waitForSelector(".verdict-cell");
  const refused = page.locator(".verdict-cell.refused").first();
  await refused.click();
  assert.match(await text(page, '[data-testid="verdict"]'), /Refused because: \w+/);
}

export async function sortStackAndFilter({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${k3d}&target=gfx90a`);
  await ungroup(page);
  const head = (name: string) => page.locator(".candidates th button", { hasText: name });
  await head("Workspace").click();
  await head("In place").click({ modifiers: ["Shift"] });
  await page.waitForFunction(() => location.hash.includes("sort=workspace_bytes%2C-in_place"));
  const all = await page.locator(".candidates tbody tr").count();
  await page.fill("#filter", "T1");
  await page.waitForFunction((n) => document.querySelectorAll(".candidates tbody tr").length < n, all);
  await page.fill("#filter", "colour=1");
  await page.waitForSelector('[role="alert"]:has-text("no column")');
  await page.fill("#filter", "");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(".tools button", { hasText: "CSV" }).click(),
  ]);
  const lines = readFileSync(await file.path(), "utf8").trim().split("\r\n");
  assert.equal(lines.length, all + 1);
  assert.match(lines[0] ?? "", /^candidate,path,.*fused,.*,route$/);
}

export async function compareTwo({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${k3d}&target=gfx90a`);
  await page.locator(".pin button").first().click();
  await page.waitForSelector('[data-testid="compared-step"]');
  // The page requests the reason separately, so it may arrive after the two sides.
  await page.waitForFunction(() =>
    /Candidate 0 uses 2 buffers, candidate 1 uses 3/.test(document.querySelector('[data-testid="compare-summary"]')?.textContent ?? ""),
  );
  const shown = await page.locator('[data-testid="compared-step"]').count();
  await page.getByLabel("differences only").uncheck();
  assert.ok((await page.locator('[data-testid="compared-step"]').count()) >= shown);
  assert.ok((await page.locator(".compare td:text-is('T0')").count()) >= 1, "no buffer differs");
  await page.getByLabel("differences only").check();
  await page.keyboard.press("x");
  await page.waitForSelector('[data-candidate="1"][aria-selected="true"]');
  await page.waitForFunction(() => location.hash.includes("vs=0"));
}

export async function readStrides({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_4096_65536_single_ip&target=gfx90a&tab=strides");
  await page.waitForSelector(".channels .mark");
  const padded = await page.locator(".strides-table .tag.good").count();
  assert.ok(padded >= 1, `${padded} padded arrays`);
  const changed = page.locator(".strides-table .changed");
  assert.match((await changed.first().textContent()) ?? "", /65\u202f536.*65\u202f600.*512 KiB \+ 512 B.*1 → 16 of 32/);
  // Two drawings show the conflict and its remedy: all rows in one channel, then spread over the
  // channels.
  assert.deepEqual(await page.locator(".channels").evaluateAll((all) => all.map((one) => one.className)), [
    "channels bad",
    "channels good",
  ]);
  const columns = (at: number) =>
    page
      .locator(".channels")
      .nth(at)
      .locator(".mark")
      .evaluateAll((marks) => new Set(marks.map((mark) => mark.getAttribute("x"))).size);
  assert.equal(await columns(0), 1);
  assert.equal(await columns(1), 16);
  assert.match(await text(page, '[data-testid="strides-story"]'), /meet in 1 of 32 channels.*over 16/);
  assert.match(await text(page, '.candidates [aria-selected="true"] .path'), /T0\*/);
  // The caller's arrays are never padded.
  await page.locator(".strides-table .link").first().click();
  await page.waitForSelector('[data-testid="strides-story"]:has-text("never changed")');
  assert.equal(await page.locator(".channels").count(), 1);
}

// A fused step belongs to several leaves of the tree, and each of them selects it.
export async function seeWhatIsFused({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_1048576_single_ip&target=gfx90a&scheme=L1D_TRTRT");
  const leaves = await page.locator(".tree .leaf-index").count();
  const steps = await page.locator(".steps tbody tr").count();
  assert.ok(steps < leaves, `${steps} steps, ${leaves} leaves`);
  await page.locator(".tree .leaf-index").last().click();
  await page.waitForSelector(`[data-step="${steps - 1}"][aria-selected="true"]`);
  assert.match(await text(page, `[data-step="${steps - 1}"]`), /fused.*node 0\.\d \+ 0\.\d/);
  assert.ok((await page.locator('.tree [aria-selected="true"]').count()) >= 2, "its leaves are marked");
  await page.click("#tab-search");
  await page.waitForSelector('[aria-label="Fusions"] .tag.good');
  await unfold(page);
  await page.fill('[name="options.factors"]', "1024 x 1024");
  await page.press('[name="options.factors"]', "Enter");
  await page.waitForFunction(() => /factors=1024/.test(location.hash));
  await planned(page);
  assert.match(await text(page, ".tree tbody"), /1024×1024/);
  await page.fill('[name="options.factors"]', "1024 x 3");
  await page.press('[name="options.factors"]', "Enter");
  await page.waitForSelector('#request-error:has-text("1024 x 3")');
}

export async function takeAHint({ page, url }: Stage): Promise<void> {
  await open(page, url, "token=complex_forward_len_1048576_single_ip&target=gfx90a&candidate=1");
  await page.waitForSelector('.hints li:has-text("meet in 1 of 32 channels")');
  await page.locator(".hints button", { hasText: "show candidate 0" }).click();
  await page.waitForSelector('[data-candidate="0"][aria-selected="true"]');
  await page.waitForFunction(() => !document.querySelector(".hints")?.textContent?.includes("TEMP0"));
}

// Comparing with a candidate from a file gives the same result as comparing with the candidate
// itself.
export async function compareWithAFile({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${k3d}&target=gfx90a&tab=compare&vs=1`);
  await page.waitForSelector('[data-testid="compared-step"]');
  // Only the heads of the columns say where a side comes from.
  const body = async () =>
    (await page.locator('[aria-label="Differences"]').innerText()).replace(/^.*?(?=predicted)/s, "");
  const counts = async () =>
    (await text(page, '[data-testid="compare-summary"]')).replace(/^.*decides\. /, "");
  const wanted = [await body(), await counts()];
  await page.selectOption('[name="versus"]', "");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.click('button:text-is("Save JSON")'),
  ]);
  const buffer = readFileSync(await saved.path());
  await page.setInputFiles('[name="versus-file"]', { name: "x.json", mimeType: "", buffer });
  await page.selectOption('[name="file-candidate"]', "1");
  await page.waitForFunction(
    () => document.querySelector('[aria-label="Differences"] thead')?.textContent?.includes("x.json: gfx90a, candidate 1"),
  );
  assert.deepEqual([await body(), await counts()], wanted);
  // Another target's plan is compared with the file's. The kernels differ, and the file holds its
  // sources.
  await page.selectOption('[name="target"]', "sm_90");
  await page.waitForFunction(() => location.hash.includes("sm_90"));
  await planned(page);
  await page.locator("button:text-is('diff the sources')").first().click();
  await page.waitForSelector(".diff .removed");
  assert.match(await text(page, ".diff thead"), /sm_90.*gfx90a/);
}

export async function openALink({ page, context, url, faults }: Stage): Promise<void> {
  await open(page, url, `token=${k3d}&target=gfx90a`);
  await page.locator(".candidates tbody tr").nth(1).click();
  await page.locator(".steps tbody tr").nth(1).click();
  await page.click("#tab-kernel");
  await page.waitForSelector(".source .line");
  await page.locator(".source .number").nth(11).click();
  await page.waitForFunction(() => location.hash.includes("line=12"));
  const link = page.url();
  for (const part of ["candidate=1", "step=1", "tab=kernel"]) assert.ok(link.includes(part), part);
  const other = await context.newPage();
  watch(other, link, faults);
  await other.goto(link);
  await planned(other);
  await other.waitForSelector('[data-candidate="1"][aria-selected="true"]');
  await other.waitForSelector('.source .linked[data-at="12"]');
  assert.match(await other.title(), /336×336×56 on gfx90a/);
  await other.close();
}

export async function exportAndOpenOffline({ page, context, url, faults }: Stage): Promise<void> {
  await open(page, url, `token=${k3d}&target=gfx90a`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.click('button:text-is("Save HTML")'),
  ]);
  const path = join(screenshots, "plan.html");
  await file.saveAs(path);
  const offline = await context.newPage();
  const requests: string[] = [];
  offline.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) requests.push(request.url());
  });
  watch(offline, url, faults);
  await offline.goto(`file://${path}`);
  await planned(offline);
  await offline.locator(".pin button").first().click();
  await offline.waitForSelector('[data-testid="compared-step"]');
  await offline.click("#tab-kernel");
  await offline.waitForSelector(".source .hljs-keyword");
  await offline.click("button:text-is('Syntax tree beside')");
  await offline.waitForSelector("[data-tree]");
  // The page does not offer actions that need a server.
  assert.equal(await offline.locator('button:text-is("Registers and spills")').count(), 0);
  for (const [tab, words] of [
    ["measure", "A running inspector measures"],
    ["sweep", "A running inspector runs plans"],
  ] as const) {
    await offline.click(`#tab-${tab}`);
    await offline.waitForSelector(`#tab-panel:has-text("${words}")`);
    assert.equal(await offline.locator("#tab-panel button").count(), 0, tab);
  }
  await offline.click("#tab-strides");
  await offline.waitForSelector(".strides-table .link");
  await offline.click("#tab-search");
  await offline.waitForSelector(".verdict-cell.refused");
  assert.deepEqual(await axe(offline), [], "the exported page");
  assert.deepEqual(requests, []);
  await offline.close();
}

// If a text is pasted outside of all fields, a token is planned and an export is opened.
export async function paste({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${kToken}`);
  const pasteText = (pasted: string) =>
    page.evaluate((data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", data);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, pasted);
  await pasteText(` ${k3d}\n`);
  await page.waitForFunction(() => location.hash.includes("len_336_336_56"));
  await planned(page);
  await pasteText("{}");
  await page.waitForSelector('[data-testid="notice"]:has-text("not an export")');
}

export async function makeMistakes({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${kToken}`);
  await unfold(page);
  await page.fill('[name="lengths"]', "0");
  await page.waitForSelector('#request-error :text("lengths")');
  assert.equal(await page.getAttribute('[name="lengths"]', "aria-invalid"), "true");
  await page.fill('[name="lengths"]', "64 x 40");
  await page.waitForFunction(() => {
    return document.querySelector<HTMLInputElement>("#token")?.value.includes("len_64_40");
  });
  // Enter plans the form's problem, even if the token does not show it yet.
  await page.fill('[name="lengths"]', "64 x 48");
  await page.press('[name="lengths"]', "Enter");
  await page.waitForFunction(() => location.hash.includes("len_64_48"));
  await planned(page);
}

export async function changeTheTarget({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${kToken}`);
  await page.selectOption('[name="target"]', "gfx90a");
  await page.waitForFunction(() => location.hash.includes("gfx90a"));
  await planned(page);
  await page.click("#tab-kernel");
  await page.waitForFunction(() => {
    return document.querySelector(".source")?.textContent?.includes("__global__");
  });
  assert.match(await page.locator(".run-button").innerText(), /Plan and run on host/);
}

// The keyboard is enough to go from the token to the diff of two kernels.
export async function useTheKeyboard({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${kToken}&target=gfx90a`);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("e", "Control+a");
  await page.keyboard.type(k3d);
  await press("Enter");
  await page.waitForFunction(() => location.hash.includes("len_336_336_56"));
  await planned(page);
  // These keys move from the volume to its planes, their rows and their columns.
  await press("Escape", "t", "ArrowDown", "ArrowDown", "ArrowDown", "Enter");
  await page.waitForFunction(() => location.hash.includes("step=1"));
  await press("Home", "ArrowLeft");
  assert.equal(await page.locator(".tree tbody tr").count(), 1);
  await press("ArrowRight");
  assert.ok((await page.locator(".tree tbody tr").count()) > 1);
  await press("j");
  await page.waitForSelector('[data-candidate="1"][aria-selected="true"]');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-candidate")), "1");
  await press("ArrowUp");
  await page.waitForSelector('[data-candidate="0"][aria-selected="true"]');
  await press("v");
  await page.waitForSelector('[data-testid="compared-step"]');
  await press("2");
  await page.waitForSelector(".strides-table");
  await press("/");
  await page.keyboard.type("T0");
  await page.waitForFunction(() => location.hash.includes("filter=T0"));
  await press("Escape", "?");
  await page.waitForSelector("dialog[open]");
  await press("Escape");
  await page.waitForSelector("dialog[open]", { state: "hidden" });
  await press("3", "]");
  await page.waitForSelector(".source .line");
  await page.focus("#tab-kernel");
  await press("ArrowRight");
  assert.equal(await page.getAttribute("#tab-compare", "aria-selected"), "true");
}

export async function openAFile({ page, url }: Stage): Promise<void> {
  await open(page, url, `token=${k3d}&target=gfx90a`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.click('button:text-is("Save JSON")'),
  ]);
  const saved = await file.path();
  await open(page, url, "token=complex_forward_len_16_single_op");
  await page.setInputFiles('input[type="file"]', { name: "x.json", mimeType: "", buffer: readFileSync(saved) });
  await page.waitForSelector(".archive-note");
  assert.match(await text(page, ".tree tbody"), /336×336×56/);
  await page.setInputFiles('input[type="file"]', { name: "x.json", mimeType: "", buffer: Buffer.from("{}") });
  await page.waitForSelector('[data-testid="notice"]:has-text("not an export")');
  await page.click('button:text-is("Close the file")');
  await page.waitForSelector(".archive-note", { state: "detached" });
}
