import { signal } from "@preact/signals";

export const linksOpen = signal(false); // the sheet of named views
