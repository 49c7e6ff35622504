// An exported plan: the server's answers in one document. The document is this page itself, or a
// file that the user opens.
import { signal } from "@preact/signals";
import type { PlanSummary } from "../model/types.ts";

export interface Archive {
  schema: string;
  summary: PlanSummary;
  limits: { candidates: number; candidates_in_detail: number };
  responses: Record<string, number>;
  bodies: unknown[];
  view?: string; // the view at the time of the export, as a URL fragment
}

export const archive = signal<Archive | null>(null);

// Whether this page is an exported plan and has no server.
export const standalone = globalThis.document?.getElementById("export") != null;

// The first missing answer that the page cannot work without; empty if there is none.
function missingIn({ summary, responses, bodies }: Archive): string {
  const held = (path: string) => bodies[responses[`/plans/${summary.id}${path}`] ?? -1] as Record<string, unknown> | null | undefined;
  const isList = (value: unknown) => Array.isArray(value) && value.length > 0;
  if (typeof summary?.target?.name !== "string" || !isList(summary?.problem?.lengths)) return "the summary";
  if (!isList(held("/tree")?.nodes)) return "the plan tree";
  const ranked = Object.keys(responses).find((path) => path.startsWith(`/plans/${summary.id}/candidates?`));
  if (ranked === undefined || !isList((bodies[responses[ranked] ?? -1] as Record<string, unknown> | null)?.items)) return "the candidates";
  if (!isList(held(`/candidates/${summary.chosen}`)?.steps)) return "the chosen candidate";
  return held("/search") ? "" : "the search";
}

export function parseArchive(text: string): Archive {
  let json: Partial<Archive> | null;
  try {
    json = JSON.parse(text) as Partial<Archive> | null;
  } catch {
    throw new Error("the file is not JSON; an export of the inspector is wanted");
  }
  if (json?.schema !== "fft.inspector.export/1" || !json.summary || !json.responses || !json.bodies) {
    throw new Error("the file is not an export of the inspector (schema fft.inspector.export/1)");
  }
  const missing = missingIn(json as Archive);
  if (missing !== "") throw new Error(`the file is an export of the inspector that lacks ${missing}`);
  if (typeof json.view !== "string") delete json.view;
  return json as Archive;
}

// The archived answer to a path below /api/v1; undefined if there is none.
export function lookUp(path: string, held: Archive | null = archive.value): unknown {
  const index = held?.responses[path];
  return index === undefined ? undefined : held?.bodies[index];
}

export function loadStandalone(): void {
  const element = document.getElementById("export");
  if (element !== null) archive.value = parseArchive(element.textContent ?? "");
}
