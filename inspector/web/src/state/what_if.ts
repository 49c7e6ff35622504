// Finds options that fulfil a wish. It makes the plan again with each option that the plan does not
// have, and checks the wish.
import { signal } from "@preact/signals";
import { kStrategies } from "../model/strategies.ts";
import type { CandidateItem, Candidates, PlanSummary, TreeNode, Verdicts } from "../model/types.ts";
import type { PlanAsked } from "../model/hash.ts";
import { ApiError, get, post } from "./api.ts";
import { optionsOf, partOf } from "./request.ts";
import { plan, tree } from "./state.ts";
import { view } from "./view.ts";

export interface Option {
  words: string;
  asked: Partial<PlanAsked>;
}

// Checks whether the plan of this id fulfils a wish.
export type Wish = (id: string) => Promise<boolean>;

function otherOptions({ overwrite, gaps, strategy }: PlanAsked): Option[] {
  const strategies = Object.keys(kStrategies).filter((name) => name !== strategy);
  return [
    ...strategies.map((name) => ({ words: `the strategy ${name.replace(/_/g, " ")}`, asked: { strategy: name } })),
    ...(overwrite ? [] : [{ words: "an input that may be overwritten", asked: { overwrite: true } }]),
    ...(gaps ? [] : [{ words: "gaps that may be overwritten", asked: { gaps: true } }]),
  ];
}

function shapeOf(nodes: TreeNode[]): string {
  return JSON.stringify(nodes.map(({ id, scheme, transform }) => [id, scheme, transform]));
}

async function fulfils(wish: Wish, { asked }: Option): Promise<boolean> {
  try {
    const options = optionsOf({ ...view.value, ...asked });
    const made = await post<PlanSummary>("/plans", { token: plan.value?.token, target: plan.value?.target.name, options, ...partOf(view.value) });
    const { nodes } = await get<{ nodes: TreeNode[] }>(`/plans/${made.id}/tree`);
    // The plan must have the same tree, since its leaves and steps would otherwise be others.
    return shapeOf(nodes) === shapeOf(tree.value) && (await wish(made.id));
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return false; // no plan has this option
    throw error;
  }
}

function routeOf({ path, padded_path: padded, path_formats: formats, path_leaves: leaves }: CandidateItem): string {
  return JSON.stringify([path, padded, formats, leaves]);
}

// The wish for a plan whose first candidate has the path of `item`.
export function isFirst(item: CandidateItem): Wish {
  return async (id) => {
    const [best] = (await get<Candidates>(`/plans/${id}/candidates?limit=1`)).items;
    return best !== undefined && routeOf(best) === routeOf(item);
  };
}

// The wish for a plan whose leaf may read buffer `from` and write buffer `to`.
export function mayGo(leaf: number, from: string, to: string): Wish {
  return async (id) => {
    const { verdicts } = await get<Verdicts>(`/plans/${id}/leaves/${leaf}/verdicts`);
    return verdicts.some((one) => one.in_buffer === from && one.out_buffer === to && one.valid > 0);
  };
}

// The last question, and the options that fulfil its wish; null during the search.
export const answer = signal<{ question: string; options: Option[] | null; error: string } | null>(null);

// Looks for options that fulfil the wish. `question` identifies the wish and contains the plan's
// id.
export async function lookForOptions(question: string, wish: Wish): Promise<void> {
  const settle = (options: Option[] | null, error = "") => (answer.value = { question, options, error });
  settle(null);
  try {
    const found: Option[] = [];
    for (const option of otherOptions(view.value)) {
      if (await fulfils(wish, option)) found.push(option);
      if (answer.value?.question !== question) return;
    }
    settle(found);
  } catch (error) {
    if (answer.value?.question === question) settle([], error instanceof Error ? error.message : String(error));
  }
}
