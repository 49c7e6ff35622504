// Errors beside the request: a file that cannot be read, a save that failed.
import { signal } from "@preact/signals";

export const notice = signal("");
