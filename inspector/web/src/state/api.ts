// Requests to the server this page came from, or to an opened export.
import type { ProblemDetails } from "../model/types.ts";
import { archive, lookUp, standalone } from "./archive.ts";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly field: string,
    message: string,
    readonly proposed?: unknown, // for the field
  ) {
    super(message);
  }
}

// A server that more than this machine reaches gives its key in the link's fragment.
const kKey = "fft-inspector-key";

export function takeKey(): void {
  const params = new URLSearchParams(window.location.hash.replace(/^#/, ""));
  const key = params.get("key");
  if (key === null) return;
  sessionStorage.setItem(kKey, key);
  params.delete("key");
  window.history.replaceState(null, "", `#${params.toString()}`);
}

function headers(): Record<string, string> {
  const key = standalone ? null : sessionStorage.getItem(kKey);
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

async function fail(response: Response): Promise<never> {
  let details: Partial<ProblemDetails> = {};
  try {
    details = (await response.json()) as ProblemDetails;
  } catch {
    // The body is no JSON, so the status alone has to do.
  }
  const message = details.detail ?? details.title ?? `HTTP status ${response.status}`;
  const fault = details.errors?.[0];
  throw new ApiError(response.status, fault?.field ?? "", message, fault?.proposed);
}

async function send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  if (standalone) throw new ApiError(0, "", "not in this file; a running inspector can show it");
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, {
      ...init,
      method,
      headers: { ...headers(), ...init.headers },
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "", "the server does not answer; is it still running?");
  }
  return response.ok ? response : fail(response);
}

export async function get<T>(path: string): Promise<T> {
  const held = lookUp(path);
  if (held !== undefined) return held as T;
  if (archive.value !== null && path.startsWith(`/plans/${archive.value.summary.id}/`)) {
    throw new ApiError(0, "", "not in this export; a running inspector can show it");
  }
  return (await (await send("GET", path)).json()) as T;
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  const init = { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  return (await (await send("POST", path, init)).json()) as T;
}

export async function remove(path: string): Promise<void> {
  await send("DELETE", path, { headers: { "Content-Type": "application/json" } });
}

// A file that the server makes.
export async function getBlob(path: string): Promise<Blob> {
  return (await send("GET", path)).blob();
}

export interface ServerEvent {
  id: string;
  event: string;
  data: string;
}

// Splits the complete events off a piece of an event stream; returns the rest.
export function takeEvents(text: string, sink: (event: ServerEvent) => void): string {
  const parts = text.split("\n\n");
  const rest = parts.pop() ?? "";
  for (const part of parts) {
    const event: ServerEvent = { id: "", event: "message", data: "" };
    for (const line of part.split("\n")) {
      const match = /^(id|event|data): (.*)$/.exec(line);
      if (match) event[match[1] as keyof ServerEvent] = match[2] ?? "";
    }
    if (event.data !== "") sink(event);
  }
  return rest;
}

// Follows an event stream until it ends.
export async function follow(path: string, sink: (event: ServerEvent) => void): Promise<void> {
  const response = await send("GET", path);
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text = takeEvents(text + decoder.decode(value, { stream: true }), sink);
  }
}
