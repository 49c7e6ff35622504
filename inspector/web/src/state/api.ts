// Requests to the server of this page, or to an opened export. If the server does not answer, the
// page asks until it does. If the server was restarted and lacks a plan, the page sends that plan's
// request again.
import { signal } from "@preact/signals";
import type { ProblemDetails } from "../model/types.ts";
import { archive, lookUp, standalone } from "./archive.ts";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly field: string,
    message: string,
    readonly proposed?: unknown, // a valid value for the field
  ) {
    super(message);
  }
}

// The session's entry for the key. A server that other machines can reach puts its key into the
// fragment of its link.
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
    // The body is no JSON, so only the status describes the error.
  }
  const message = details.detail ?? details.title ?? `HTTP status ${response.status}`;
  const fault = details.errors?.[0];
  throw new ApiError(response.status, fault?.field ?? "", message, fault?.proposed);
}

// `connected` says whether the server answered the last request. `returns` counts how often the
// server has come back.
export const connected = signal(true);
export const returns = signal(0);

const kRetry = 1500; // milliseconds

function retryLater(): void {
  setTimeout(() => {
    fetch("/api/v1/jobs", { headers: headers() }).then(
      () => {
        connected.value = true;
        returns.value += 1;
      },
      retryLater,
    );
  }, kRetry);
}

function lost(): ApiError {
  if (connected.peek()) {
    connected.value = false;
    retryLater();
  }
  return new ApiError(0, "", kLost);
}

export const kLost = "the server does not answer; is it still running?";

const bodies = new Map<string, string>(); // request bodies of POST /plans, by the plan's id

// Sends the request for the plan that a path names again. Returns false if the request is unknown
// or the new plan has another id.
async function remakePlan(path: string): Promise<boolean> {
  const id = /^\/plans\/([^/]+)/.exec(path)?.[1] ?? "";
  const body = bodies.get(id);
  if (body === undefined) return false;
  const made = (await (await send("POST", "/plans", jsonInit(body))).json()) as { id: string };
  return made.id === id;
}

function jsonInit(body: string): RequestInit {
  return { body, headers: { "Content-Type": "application/json" } };
}

async function send(method: string, path: string, init: RequestInit = {}, again = true): Promise<Response> {
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
    throw lost();
  }
  if (response.status === 404 && again && (await remakePlan(path))) return send(method, path, init, false);
  return response.ok ? response : fail(response);
}

export async function get<T>(path: string): Promise<T> {
  const held = lookUp(path);
  if (held !== undefined) return held as T;
  if (archive.value !== null && path.startsWith(`/plans/${archive.value.summary.id}/`)) {
    throw new ApiError(0, "", "not in this export; a running inspector can show it");
  }
  return answer<T>(await send("GET", path));
}

async function answer<T>(response: Response): Promise<T> {
  const text = await response.text().catch(() => {
    throw lost();
  });
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new ApiError(response.status, "", "what answers is no inspector: its answer is not JSON");
  }
}

export async function post<T>(path: string, body: unknown, cancel?: AbortSignal): Promise<T> {
  const text = JSON.stringify(body);
  const init = { ...jsonInit(text), ...(cancel === undefined ? {} : { signal: cancel }) };
  const answered = await answer<T>(await send("POST", path, init));
  if (path === "/plans") bodies.set((answered as { id: string }).id, text);
  return answered;
}

export async function remove(path: string): Promise<void> {
  await send("DELETE", path, { headers: { "Content-Type": "application/json" } });
}

// Gets a file that the server makes.
export async function getBlob(path: string): Promise<Blob> {
  return (await send("GET", path)).blob();
}
