// What the page shows is what the library says: every score of every candidate, against
// `fft candidates --json`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { bytes } from "../src/format.ts";
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
];

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
  }
  console.log(`compared ${compared} candidates of ${kProblems.length} problems`);
}
