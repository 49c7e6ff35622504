// Which dialogs are open.
import { signal } from "@preact/signals";

export const helpOpen = signal(false); // the dialog of keys and words
