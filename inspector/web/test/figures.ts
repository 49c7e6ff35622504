// Compares the page's figures with those of `fft candidates` and `fft show candidate` for random
// problems: the tree, the steps, the candidates and the comparison.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { buffer, bytes, list, microseconds, milliseconds, shape } from "../src/model/format.ts";
import { draw, generator, type Drawn } from "./drawn_problems.ts";
import { open, ungroup, type Stage } from "./harness.ts";

type Page = Stage["page"];

const kUsual = { scheme: "", strategy: "balanced" };

// Problems for which two places of the page could show different figures.
const kListed: Drawn[] = [
  { ...kUsual, token: "complex_forward_len_256_256_single_op_istride_320_1_CI_ostride_256_1_CI", target: "sm_80" },
  { ...kUsual, token: "complex_forward_len_4096_262144_single_ip", target: "gfx90a" },
  { ...kUsual, token: "complex_forward_len_1048576_single_ip", target: "gfx90a", scheme: "L1D_TRTRT" },
  { ...kUsual, token: "complex_forward_len_104729_single_op", target: "gfx90a" },
  { ...kUsual, token: "complex_inverse_len_128_128_128_double_ip_scale_4.76837158203125e-07", target: "gfx908" },
];
const kDrawn = 20;

function fft(...words: string[]): string {
  return execFileSync(process.env.FFT ?? "", words, { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] }).toString();
}

interface LibraryCandidate {
  scores: Record<string, number>;
  workspace_bytes: number;
}

// The library's candidates; null if the library refuses the problem.
function libraryCandidates({ token, target, scheme, strategy }: Drawn): LibraryCandidate[] | null {
  const options = ["--strategy", strategy, ...(scheme === "" ? [] : ["--scheme", scheme])];
  try {
    const parsed = JSON.parse(fft("candidates", token, "--target", target, ...options, "--json")) as LibraryCandidate[];
    return parsed.length > 0 ? parsed : null;
  } catch (error) {
    assert.equal((error as { status?: number }).status, 1, `${token} on ${target}: ${String(error)}`);
    return null;
  }
}

interface LibrarySide {
  buffer: string;
  padded: boolean;
  lengths: number[];
  strides: number[];
}

interface LibraryDetail {
  predicted_us: number | null;
  workspace_bytes: number;
  steps: { nodes: string[]; predicted_us: number | null; in: LibrarySide; out: LibrarySide }[];
  [criterion: string]: unknown;
}

function view({ token, target, scheme, strategy }: Drawn, name: string, ...flags: string[]): unknown {
  const options = JSON.stringify({ strategy, ...(scheme === "" ? {} : { scheme }) });
  return JSON.parse(fft("show", name, token, "--target", target, "--options", options, ...flags));
}

function libraryDetail(drawn: Drawn, candidate: number): LibraryDetail {
  return view(drawn, "candidate", "--candidate", String(candidate)) as LibraryDetail;
}

// The criteria by which the strategy ranks.
function libraryCriteria(drawn: Drawn): { name: string; label: string }[] {
  const { criteria } = view(drawn, "candidates", "--limit", "1") as { criteria: { name: string; label: string }[] };
  assert.ok(criteria.length >= 3, drawn.token);
  return criteria;
}

// The texts of a row's inputs and outputs: buffer, lengths, strides.
async function shownSides(page: Page, rows: string): Promise<string[][]> {
  return page.locator(`${rows} .side`).evaluateAll((cells) =>
    cells.map((cell) => [
      cell.querySelector(".buffer")?.textContent ?? "",
      cell.querySelector(".lengths")?.textContent ?? "",
      (cell.querySelector(".strides")?.textContent ?? "").replace("padded", ""),
    ]),
  );
}

function sideText({ buffer: name, padded, lengths, strides }: LibrarySide): string[] {
  return [`${buffer(name)}${padded ? "*" : ""}`, shape(lengths), list(strides).replace("–", "")];
}

// The rows of the table of candidates, each with its texts by column name.
async function shownRows(page: Page): Promise<Record<string, string>[]> {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll(".candidates thead th")].map((head) => head.textContent?.trim() ?? "");
    return [...document.querySelectorAll(".candidates tbody tr[data-candidate]")].map((row) => {
      const cells = [...row.querySelectorAll("td")].map((cell) => cell.textContent?.trim() ?? "");
      return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""]));
    });
  });
}

const us = (time: number | null) => (time === null ? "–" : microseconds(time));

async function candidatesAgree(page: Page, drawn: Drawn, wanted: LibraryCandidate[]): Promise<number> {
  const all = page.getByLabel("all columns");
  if ((await all.count()) > 0) await all.check();
  await ungroup(page);
  assert.equal(await page.getAttribute(".candidates", "aria-rowcount"), String(wanted.length + 1), drawn.token);
  const rows = await shownRows(page);
  rows.forEach((row, i) => {
    const { scores, workspace_bytes: workspace } = wanted[i] ?? { scores: {}, workspace_bytes: NaN };
    assert.equal(parseInt(row["#"] ?? "", 10), i, drawn.token);
    const shown = [row.Fused, row.Buffers, row.Padded, row["In place"], row.Types, row.Workspace];
    const library = [scores.fused, scores.buffers, scores.padded, scores.in_place, scores.type_changes, bytes(workspace)];
    assert.deepEqual(shown, library.map(String), `${drawn.token} on ${drawn.target}, candidate ${i}`);
  });
  if ((await all.count()) > 0) await all.uncheck();
  return rows.length;
}

async function treeAndStepsAgree(page: Page, { token }: Drawn, wanted: LibraryDetail): Promise<void> {
  const sides = wanted.steps.flatMap((step) => [sideText(step.in), sideText(step.out)]);
  assert.deepEqual(await shownSides(page, ".steps tbody"), sides, `${token}: steps`);
  const times = await page.locator(".steps tbody tr td:last-child").allInnerTexts();
  assert.deepEqual(times.map((time) => time.trim()), wanted.steps.map((step) => us(step.predicted_us)), `${token}: times of steps`);
  for (const [at, step] of wanted.steps.entries()) {
    const ends = [step.nodes[0], step.nodes[step.nodes.length - 1]];
    const first = await shownSides(page, `.tree [data-node="${ends[0]}"]`);
    const final = await shownSides(page, `.tree [data-node="${ends[1]}"]`);
    assert.deepEqual([first[0], final[final.length - 1]], [sides[2 * at], sides[2 * at + 1]], `${token}: tree`);
  }
}

interface ComparedStep {
  heads: string[];
  lines: Record<string, string[]>;
}

async function comparedSteps(page: Page): Promise<ComparedStep[]> {
  return page.locator('[data-testid="compared-step"]').evaluateAll((groups) =>
    groups.map((group) => {
      const rows = [...group.querySelectorAll("tr")].map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? ""));
      const [heads = [], ...lines] = rows;
      return { heads, lines: Object.fromEntries(lines.map(([name = "", ...values]) => [name, values])) };
    }),
  );
}

const kCompared: [string, (step: LibraryDetail["steps"][number]) => string][] = [
  ["reads from", (step) => buffer(step.in.buffer)],
  ["writes to", (step) => buffer(step.out.buffer)],
  ["strides read", (step) => step.in.strides.join(", ")],
  ["strides written", (step) => step.out.strides.join(", ")],
  ["lengths read", (step) => step.in.lengths.join(" × ")],
  ["lengths written", (step) => step.out.lengths.join(" × ")],
];

// Checks the comparison of two candidates. A member that has no line must be equal on both sides.
async function comparisonAgrees(page: Page, drawn: Drawn, wanted: LibraryDetail[]): Promise<void> {
  const what = `${drawn.token} on ${drawn.target}`;
  await page.waitForSelector('[data-testid="compared-predicted"]');
  await page.getByLabel("differences only").uncheck();
  const cells = (row: string) => page.locator(`.compare tbody tr:has(> td:first-child:text-is("${row}")) td`).allTextContents();
  const predicted = (await cells("predicted")).slice(1);
  wanted.forEach(({ predicted_us: time }, side) => {
    const text = time === null ? "–" : milliseconds(time / 1000);
    assert.ok(predicted[side]?.startsWith(text), `${what}: compare says ${predicted[side]}, the library ${text}`);
  });
  for (const { label, name } of libraryCriteria(drawn)) {
    const text = name.endsWith("_bytes") ? bytes : String;
    assert.deepEqual((await cells(label)).slice(1), wanted.map((side) => text(side[name] as number)), `${what}: ${label}`);
  }
  const met = wanted.map(() => new Set<number>());
  for (const { heads, lines } of await comparedSteps(page)) {
    const steps = heads.map((head, side) => {
      const at = /step (\d+)(?:, (.*))?$/.exec(head);
      const step = at && !head.startsWith("fused into") ? wanted[side]?.steps[Number(at[1])] : undefined;
      if (step === undefined) return null;
      met[side]?.add(Number(at?.[1]));
      if (step.predicted_us) assert.equal(at?.[2], us(step.predicted_us), `${what}: ${head}`);
      return step;
    });
    for (const [label, value] of kCompared) {
      const library = steps.map((step) => (step === null ? "" : value(step)));
      if (lines[label] !== undefined) assert.deepEqual(lines[label], library, `${what}: ${label}`);
      else if (!steps.includes(null)) assert.equal(new Set(library).size, 1, `${what}: ${label} is left out`);
    }
  }
  assert.deepEqual(met.map((steps) => steps.size), wanted.map(({ steps }) => steps.length), `${what}: steps that are compared`);
}

async function viewsAgree(page: Page, drawn: Drawn): Promise<void> {
  const last = Math.min(2, (await page.locator("[data-candidate]").count()) - 1);
  const wanted = libraryDetail(drawn, last);
  await page.locator(`[data-candidate="${last}"]`).click();
  await page.waitForFunction((index) => document.querySelector("#tab-panel h3")?.textContent?.startsWith(`Candidate ${index}:`), last);
  await treeAndStepsAgree(page, drawn, wanted);
  const predicted = page.locator(`[data-candidate="${last}"] [data-column="predicted"]`);
  if ((await predicted.count()) > 0) {
    const said = (await predicted.getAttribute("title"))?.replace(" by the cost model", "") ?? "–";
    assert.equal(said, us(wanted.predicted_us), `${drawn.token}: candidates`);
  }
  // A plan with one candidate is compared with the plan for another target.
  const other = drawn.target === "gfx90a" ? "sm_90" : "gfx90a";
  const second = last > 0 ? libraryDetail(drawn, 0) : libraryDetail({ ...drawn, target: other }, 0);
  await page.evaluate((versus) => (location.hash += `&tab=compare&vs=${versus}`), last > 0 ? "0" : other);
  await comparisonAgrees(page, drawn, [wanted, second]);
}

async function agrees(page: Page, url: string, drawn: Drawn, wanted: LibraryCandidate[]): Promise<number> {
  const { token, target, scheme, strategy } = drawn;
  await open(page, url, `token=${token}&target=${target}&scheme=${scheme}&strategy=${strategy}`);
  const compared = await candidatesAgree(page, drawn, wanted);
  await viewsAgree(page, drawn);
  return compared;
}

export async function figuresAreTheLibrarys({ page, url }: Stage): Promise<void> {
  let compared = 0;
  for (const listed of kListed) {
    const wanted = libraryCandidates(listed);
    assert.ok(wanted !== null, listed.token);
    compared += await agrees(page, url, listed, wanted);
  }
  const seed = Number(process.env.FFT_FIGURES_SEED ?? 1);
  const targets = fft("targets").split("\n").slice(1).map((line) => line.split(" ")[0] ?? "").filter((name) => name !== "");
  const next = generator(seed);
  const met: Drawn[] = [];
  for (let tries = 0; met.length < kDrawn; tries++) {
    assert.ok(tries < 10 * kDrawn, `seed ${seed}: ${met.length} problems of ${tries} tries`);
    const drawn = draw(met.length, targets, next);
    const wanted = libraryCandidates(drawn);
    if (wanted === null) continue;
    compared += await agrees(page, url, drawn, wanted).catch((error: unknown) => {
      throw new Error(`seed ${seed}, ${JSON.stringify(drawn)}: ${String(error)}`);
    });
    met.push(drawn);
  }
  // Every kind of problem must have occurred, whatever the seed.
  const all = met.map(({ token }) => token);
  assert.deepEqual(new Set(met.map(({ target }) => target)), new Set(targets));
  for (const part of [/^complex/, /^real/, /_len_\d+_[a-z]/, /_len_\d+_\d+_[a-z]/, /_len_\d+_\d+_\d+_[a-z]/, /_istride_/, /_ip/, /_op/, /single/, /double/, /batch/]) {
    assert.ok(all.some((token) => part.test(token)), `seed ${seed}: no ${String(part)} among ${all.join(" ")}`);
  }
  assert.ok(met.filter(({ scheme }) => scheme !== "").length >= 3 && met.some(({ strategy }) => strategy !== "balanced"));
  console.log(`compared ${compared} candidates of ${kListed.length + met.length} problems: ${met.map(({ token, target, scheme }) => `${token} ${target} ${scheme}`).join("; ")}`);
}
