// Requests to the server this page came from.

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

interface ProblemDetails {
  title?: string;
  detail?: string;
  errors?: { field: string }[];
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new ApiError(0, "", "the server does not answer; is it still running?");
  }
  if (response.ok) return (await response.json()) as T;
  let details: ProblemDetails = {};
  try {
    details = (await response.json()) as ProblemDetails;
  } catch {
    // Not JSON: the status alone has to do.
  }
  const message = details.detail ?? details.title ?? `HTTP status ${response.status}`;
  throw new ApiError(response.status, details.errors?.[0]?.field ?? "", message);
}

export function get<T>(path: string): Promise<T> {
  return request<T>("GET", path);
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return request<T>("POST", path, body);
}
