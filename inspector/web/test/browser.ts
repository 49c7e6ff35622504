// Runs all stories of the page in a real browser with the real server.
import { join } from "node:path";
import * as access from "./axe_stories.ts";
import * as beyond from "./beyond_stories.ts";
import { showAChain } from "./chain_stories.ts";
import * as copies from "./copy_stories.ts";
import * as cost from "./cost_stories.ts";
import { figuresAreTheLibrarys } from "./figures.ts";
import { kindsInTheForm, windowsInTheForm } from "./form_stories.ts";
import { onStage, screenshots, type Stage } from "./harness.ts";
import * as kernelStories from "./kernel_stories.ts";
import { followAForeignLink } from "./link_stories.ts";
import * as lists from "./list_stories.ts";
import * as lost from "./lost_stories.ts";
import { paintSoon, planSoon } from "./looks.ts";
import * as shared from "./shared_stories.ts";
import * as stories from "./stories.ts";
import * as sweeps from "./sweep_stories.ts";
import * as trust from "./trust_stories.ts";

type Story = [string, (stage: Stage) => Promise<void>];

const kStories: Story[] = [
  ["explain a token", stories.explainAToken],
  ["follow a leaf of the tree", stories.followATreeLeaf],
  ["find why a candidate lost", stories.findWhyACandidateLost],
  ["sort, stack and filter", stories.sortStackAndFilter],
  ["compare two candidates", stories.compareTwo],
  ["read strides", stories.readStrides],
  ["see what is fused", stories.seeWhatIsFused],
  ["take a name apart", kernelStories.takeANameApart],
  ["follow a line to the tree", kernelStories.followALineToTheTree],
  ["take a hint", stories.takeAHint],
  ["read the banks", kernelStories.readTheBanks],
  ["compare with a file", stories.compareWithAFile],
  ["compile for registers", kernelStories.compileForRegisters],
  ["lines are instructions", kernelStories.linesAreInstructions],
  ["run it", kernelStories.runIt],
  ["measure candidates", kernelStories.measureCandidates],
  ["run in half precision", kernelStories.runHalves],
  ["cancel a measurement", kernelStories.cancelMeasurement],
  ["open a link", stories.openALink],
  ["follow a foreign link", followAForeignLink],
  ["export, and open offline", stories.exportAndOpenOffline],
  ["open a file", stories.openAFile],
  ["paste", stories.paste],
  ["make mistakes", stories.makeMistakes],
  ["change the target", stories.changeTheTarget],
  ["keyboard alone", stories.useTheKeyboard],
  ["paint soon", paintSoon],
  ["plan and show soon", planSoon],
  ["figures are the library's", figuresAreTheLibrarys],
  ["show a chain", showAChain],
  ["kinds in the form", kindsInTheForm],
  ["windows in the form", windowsInTheForm],
];

// Stories that guard against known faults of the page, and against similar ones.
const kTrust: Story[] = [
  ["the tree shows memory", trust.treeShowsMemory],
  ["a readable diff", trust.diffIsReadable],
  ["run within limits", kernelStories.runWithinLimits],
  ["a straight roofline", trust.rooflineIsStraight],
  ["copies are run", copies.copiesAreRun],
  ["after an error", trust.afterAnError],
  ["candidates differ", trust.candidatesDiffer],
  ["jobs are seen", trust.jobsAreSeen],
  ["times add up", trust.timesAddUp],
  ["a readable comparison", trust.comparisonIsReadable],
  ["the address is the view", trust.theAddressIsTheView],
  ["nothing is clipped", trust.nothingIsClipped],
  ["words fit the machine", trust.wordsFitTheMachine],
  ["tabs in sight", access.tabsAreInSight],
  ["first screen", beyond.firstScreen],
  ["charts are wide", beyond.chartsAreWide],
  ["room for each", beyond.roomForEach],
  ["first visit", beyond.firstVisit],
  ["the tree follows", beyond.theTreeFollows],
  ["compare four", beyond.compareFour],
  ["the rest comes later", beyond.theRestComesLater],
  ["where the time goes", cost.whereTheTimeGoes],
  ["mend by a click", cost.mendByAClick],
  ["type ahead", cost.typeAhead],
  ["rank by time", cost.rankByTime],
  ["rearrange the order", cost.rearrangeTheOrder],
  ["scroll thousands", cost.scrollThousands],
  ["over ranks", shared.overRanks],
  ["open a record", shared.openARecord],
  ["sweep strides", sweeps.sweepStrides],
  ["sweep shapes", sweeps.sweepShapes],
  ["sweep with loops", sweeps.sweepWithLoops],
  ["sweep two choices", sweeps.sweepTwoChoices],
  ["cancel a sweep", sweeps.cancelASweep],
  ["cold caches", sweeps.coldCaches],
  ["mark rows", sweeps.markRows],
];

// Stories of the list of candidates, of a server that goes away, and of what people type and open.
const kLost: Story[] = [
  ["rows are in sight", lists.rowsAreInSight],
  ["cells tell apart", lists.cellsTellCandidatesApart],
  ["the spread is said", lists.theSpreadIsSaid],
  ["marks are used", lists.marksAreUsed],
  ["drawn under each other", lists.drawnUnderEachOther],
  ["what it would take", lists.whatItWouldTake],
  ["hints are true", lists.hintsAreTrue],
  ["numbers are whole", lists.numbersAreWhole],
  ["a server comes back", lost.aServerComesBack],
  ["a measurement dies", lost.aMeasurementDies],
  ["a slow server", lost.aSlowServer],
  ["the rest fails", lost.theRestFails],
  ["broken files", lost.brokenFiles],
  ["a run is ended", lost.aRunIsEnded],
  ["sizes are tokens", lost.sizesAreTokens],
];

const kAxe: Story[] = [
  ["axe in every tab", access.axeInEveryTab],
  ["axe in every sheet", access.axeInEverySheet],
];

const kGroups: Record<string, Story[]> = { browser: kStories, trust: kTrust, lost: kLost, axe: kAxe };

async function main(stage: Stage): Promise<void> {
  for (const [name, story] of kGroups[process.env.GROUP ?? ""] ?? kStories) {
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
