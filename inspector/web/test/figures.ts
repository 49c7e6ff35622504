// What the page shows is what the library says: every score of every candidate, against
// `fft candidates --json`; and every figure of tree, steps and comparison, against `fft show candidate`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { buffer, bytes, list, microseconds, shape } from "../src/format.ts";
import { open, type Stage } from "./harness.ts";

const kProblems = [
  ["complex_forward_len_1048576_single_op", "gfx90a"],
  ["complex_forward_len_336_336_56_double_op", "gfx90a"],
  ["complex_inverse_len_128_128_128_double_ip", "sm_90"],
  ["complex_forward_len_16777216_single_ip", "gfx942"],
  ["complex_forward_len_256_256_single_op_istride_320_1_CI_ostride_256_1_CI", "sm_80"],
  ["complex_forward_len_4096_single_op_batch_100", "host"],
  ["complex_forward_len_64_48_single_op", "host"],
  ["complex_forward_len_524288_double_op_batch_3", "gfx908"],
  ["complex_forward_len_32_16_24_double_ip", "gfx1030"],
  ["complex_forward_len_4096_262144_single_op", "gfx90a"],
  ["complex_forward_len_4096_262144_single_ip", "gfx90a"],
  ["real_forward_len_1024_1024_single_op", "gfx90a"],
  ["real_inverse_len_4096_double_op_batch_7", "sm_80"],
  ["real_forward_len_243_double_op_batch_2", "host"],
  ["complex_forward_len_1009_single_op_batch_100", "gfx942"],
  ["complex_forward_len_7919_single_op", "gfx90a"],
  ["complex_forward_len_65536_half_op_batch_16", "sm_90"],
  ["complex_forward_len_64_64_single_op_istride_128_2_CI_ostride_64_1_CI", "host"],
  ["real_forward_len_200_336_56_double_op", "gfx90a"],
  ["complex_inverse_len_128_128_128_double_ip_scale_4.76837158203125e-07", "gfx908"],
];

// The sides of steps as shown: buffer, lengths, strides.
async function shownSides(page: Stage["page"], rows: string): Promise<string[][]> {
  return page.locator(`${rows} .side`).evaluateAll((cells) =>
    cells.map((cell) => [
      cell.querySelector(".buffer")?.textContent ?? "",
      cell.querySelector(".lengths")?.textContent ?? "",
      (cell.querySelector(".strides")?.textContent ?? "").replace("padded", ""),
    ]),
  );
}

interface LibrarySide {
  buffer: string;
  padded: boolean;
  lengths: number[];
  strides: number[];
}

function sideText({ buffer: name, padded, lengths, strides }: LibrarySide): string[] {
  return [`${buffer(name)}${padded ? "*" : ""}`, shape(lengths), list(strides).replace("–", "")];
}

// Tree, steps, candidates and comparison, each of them against the command line's view.
async function viewsAgree(page: Stage["page"], token: string, target: string): Promise<void> {
  const last = Math.min(2, (await page.locator("[data-candidate]").count()) - 1);
  const text = execFileSync(process.env.FFT ?? "", ["show", "candidate", token, "--candidate", String(last), "--target", target], {
    maxBuffer: 1 << 28,
  });
  const wanted = JSON.parse(text.toString()) as {
    predicted_us: number | null;
    steps: { nodes: string[]; in: LibrarySide; out: LibrarySide }[];
  };
  await page.locator(`[data-candidate="${last}"]`).click();
  await page.waitForFunction(
    (rank) => document.querySelector("#tab-panel h3")?.textContent?.startsWith(`Rank ${rank}:`),
    last + 1,
  );
  const sides = wanted.steps.flatMap((step) => [sideText(step.in), sideText(step.out)]);
  assert.deepEqual(await shownSides(page, ".steps tbody"), sides, `${token}: steps`);
  for (const [at, step] of wanted.steps.entries()) {
    const ends = [step.nodes[0], step.nodes[step.nodes.length - 1]];
    const first = await shownSides(page, `.tree [data-node="${ends[0]}"]`);
    const final = await shownSides(page, `.tree [data-node="${ends[1]}"]`);
    assert.deepEqual([first[0], final[final.length - 1]], [sides[2 * at], sides[2 * at + 1]], `${token}: tree`);
  }
  const row = (await shownRows(page))[last];
  const predicted = wanted.predicted_us === null ? "–" : microseconds(wanted.predicted_us);
  if (row?.Predicted !== undefined) assert.equal(row.Predicted, predicted, `${token}: candidates`);
  if (last === 0) return;
  await page.evaluate(() => (location.hash += "&tab=compare&vs=0"));
  await page.waitForSelector('[data-testid="compared-predicted"]');
  const compared = await page.locator('[data-testid="compared-predicted"] td').nth(1).innerText();
  assert.equal(compared, predicted, `${token}: compare`);
}

interface LibraryCandidate {
  scores: Record<string, number>;
  workspace_bytes: number;
}

// The table as shown: a row of texts by column name.
async function shownRows(page: Stage["page"]): Promise<Record<string, string>[]> {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll(".candidates thead th")].map(
      (head) => head.textContent?.trim() ?? "",
    );
    return [...document.querySelectorAll(".candidates tbody tr")].map((row) => {
      const cells = [...row.querySelectorAll("td")].map((cell) => cell.textContent?.trim() ?? "");
      return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""]));
    });
  });
}

export async function figuresAreTheLibrarys({ page, url }: Stage): Promise<void> {
  let compared = 0;
  for (const [token = "", target = ""] of kProblems) {
    const text = execFileSync(process.env.FFT ?? "", ["candidates", token, "--target", target, "--json"], {
      maxBuffer: 1 << 28,
    });
    const parsed = JSON.parse(text.toString()) as LibraryCandidate[] | { candidates: LibraryCandidate[] };
    const wanted = Array.isArray(parsed) ? parsed : parsed.candidates;
    await open(page, url, `token=${token}&target=${target}`);
    const all = page.getByLabel("all columns");
    if ((await all.count()) > 0) await all.check();
    const rows = await shownRows(page);
    assert.equal(rows.length, Math.min(wanted.length, 500), token);
    rows.forEach((row, i) => {
      const candidate = wanted[i];
      assert.equal(parseInt(row.Rank ?? "", 10), i + 1, token);
      const scores = candidate?.scores ?? {};
      const shown = [row.Fused, row.Buffers, row.Padded, row["In place"], row.Types, row.Workspace];
      const library = [
        scores.fused,
        scores.buffers,
        scores.padded,
        scores.in_place,
        scores.type_changes,
        bytes(candidate?.workspace_bytes ?? NaN),
      ];
      assert.deepEqual(shown, library.map(String), `${token} on ${target}, rank ${i + 1}`);
      compared++;
    });
    if ((await all.count()) > 0) await all.uncheck();
    await viewsAgree(page, token, target);
  }
  console.log(`compared ${compared} candidates of ${kProblems.length} problems`);
}
