// An exported plan: the server's answers in one document, in this page or opened from a file.
import { signal } from "@preact/signals";
import type { PlanSummary } from "../model/types.ts";

export interface Archive {
  schema: string;
  summary: PlanSummary;
  limits: { candidates: number; candidates_in_detail: number; candidates_compared: number };
  responses: Record<string, number>;
  bodies: unknown[];
  notes?: string; // of whoever saved it
  view?: string; // the fragment of the link that the export was made from
}

export const archive = signal<Archive | null>(null);

// Whether this page is such a document itself and has no server.
export const standalone = globalThis.document?.getElementById("export") != null;

export function parseArchive(text: string): Archive {
  const json = JSON.parse(text) as Partial<Archive> | null;
  if (json?.schema !== "fft.inspector.export/1" || !json.responses || !json.bodies) {
    throw new Error("the file is not an export of the inspector (schema fft.inspector.export/1)");
  }
  if (typeof json.notes !== "string") delete json.notes;
  if (typeof json.view !== "string") delete json.view;
  return json as Archive;
}

// The archived answer to a path below /api/v1, or undefined.
export function lookUp(path: string, held: Archive | null = archive.value): unknown {
  const index = held?.responses[path];
  return index === undefined ? undefined : held?.bodies[index];
}

export function loadStandalone(): void {
  const element = document.getElementById("export");
  if (element !== null) archive.value = parseArchive(element.textContent ?? "");
}
