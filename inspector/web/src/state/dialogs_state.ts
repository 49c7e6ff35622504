// Which sheets are open over the page.
import { signal } from "@preact/signals";

export const helpOpen = signal(false); // of keys and words
