// Errors that do not concern the request, such as a file that cannot be read.
import { signal } from "@preact/signals";

export const notice = signal("");
