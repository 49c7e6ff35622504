// Runs the stories of one group in a real browser with the real server. Each exported function of a
// file of stories is a story, and no story depends on another.
import { join } from "node:path";
import * as access from "./axe_stories.ts";
import * as beyond from "./beyond_stories.ts";
import * as chains from "./chain_stories.ts";
import * as copies from "./copy_stories.ts";
import * as costs from "./cost_stories.ts";
import * as figures from "./figures.ts";
import * as forms from "./form_stories.ts";
import { onStage, screenshots, type Stage } from "./harness.ts";
import * as kernels from "./kernel_stories.ts";
import * as links from "./link_stories.ts";
import * as lists from "./list_stories.ts";
import * as looks from "./looks.ts";
import * as lost from "./lost_stories.ts";
import * as stories from "./stories.ts";
import * as sweeps from "./sweep_stories.ts";
import * as trust from "./trust_stories.ts";

type Stories = Record<string, (stage: Stage) => Promise<void>>;

const kGroups: Record<string, Stories[]> = {
  browser: [stories, kernels, links, looks, figures, chains, forms],
  trust: [trust, copies, beyond, costs, sweeps],
  lost: [lists, lost],
  axe: [access],
};

async function main(stage: Stage): Promise<void> {
  const all = (kGroups[process.env.GROUP ?? "browser"] ?? []).flatMap((file) => Object.entries(file));
  for (const [name, story] of all) {
    if (process.env.STORY && !name.includes(process.env.STORY)) continue;
    await story(stage).catch(async (error: unknown) => {
      await stage.page.screenshot({ path: join(screenshots, "failure.png"), fullPage: true });
      throw new Error(`${name}: ${String(error)}\n${stage.faults.join("\n")}`);
    });
    console.log(`ok: ${name}`);
  }
}

onStage(main).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
