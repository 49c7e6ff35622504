// Views under names that this browser keeps.
import { signal } from "@preact/signals";

export interface Bookmark {
  name: string;
  view: string; // the fragment of the address
}

const kKey = "fft-inspector-bookmarks";
const kMost = 100;

function isBookmark(one: unknown): one is Bookmark {
  const { name, view } = (one ?? {}) as Partial<Bookmark>;
  return typeof name === "string" && typeof view === "string" && view.startsWith("#");
}

// Whatever stands in the storage, which other versions of this page may have written.
export function parseBookmarks(text: string | null): Bookmark[] {
  try {
    const kept: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(kept) ? kept.filter(isBookmark).slice(0, kMost) : [];
  } catch {
    return [];
  }
}

// The bookmarks with an added one, which replaces one of the same name; newest first.
export function withBookmark(kept: Bookmark[], added: Bookmark): Bookmark[] {
  return [added, ...kept.filter(({ name }) => name !== added.name)].slice(0, kMost);
}

// A file opened from the disk may have no storage.
function stored(): Bookmark[] {
  try {
    return parseBookmarks(localStorage.getItem(kKey));
  } catch {
    return [];
  }
}

export const bookmarks = signal<Bookmark[]>(stored());

// False where the browser keeps nothing.
function keep(next: Bookmark[]): boolean {
  bookmarks.value = next;
  try {
    localStorage.setItem(kKey, JSON.stringify(next));
    return true;
  } catch {
    return false;
  }
}

export function addBookmark(added: Bookmark): boolean {
  return keep(withBookmark(stored(), added));
}

export function removeBookmark(name: string): void {
  keep(stored().filter((one) => one.name !== name));
}

// What another tab changed.
globalThis.window?.addEventListener("storage", (event) => {
  if (event.key === kKey) bookmarks.value = stored();
});
