// Views under names: bookmarks that this browser keeps, and links that the server keeps for all.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { get, post, remove } from "../state/api.ts";
import { addBookmark, bookmarks, removeBookmark, type Bookmark } from "../state/bookmarks.ts";
import { linksOpen } from "../state/dialogs_state.ts";
import { viewHash } from "../state/view.ts";

const links = signal<Bookmark[]>([]);
const failure = signal("");
const name = signal("");

async function act(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    links.value = (await get<{ links: Bookmark[] }>("/links")).links;
    failure.value = "";
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
  }
}

// What a link shows, in few words.
function wordsOf(view: string): string {
  const params = new URLSearchParams(view.slice(1));
  return ["token", "target", "tab"].map((key) => params.get(key) ?? "").filter((text) => text !== "").join(" · ");
}

function save(): void {
  const wanted = name.value.trim().replace(/\s+/g, "-");
  void act(async () => {
    await post("/links", { name: wanted, view: viewHash() });
    name.value = "";
  });
}

function bookmark(): void {
  const kept = addBookmark({ name: name.value.trim(), view: viewHash() });
  failure.value = kept ? "" : "this browser keeps nothing for this page; the bookmark is gone with the page";
  name.value = "";
}

interface EntriesProps {
  title: string;
  items: Bookmark[];
  empty: string;
  forget: (name: string) => void;
}

function Entries({ title, items, empty, forget }: EntriesProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {items.length === 0 && <p class="note">{empty}</p>}
      <ul>
        {items.map(({ name: called, view }) => (
          <li key={called}>
            <a href={view} onClick={() => (linksOpen.value = false)}>
              {called}
            </a>{" "}
            <span class="dim mono">{wordsOf(view)}</span>
            <span class="spring" />
            <button type="button" aria-label={`Forget ${called}`} onClick={() => forget(called)}>
              Forget
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function LinksDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (linksOpen.value) {
      dialog.current?.showModal();
      void act(() => Promise.resolve());
    } else dialog.current?.close();
  }, [linksOpen.value]);
  return (
    <dialog ref={dialog} class="links" aria-labelledby="links-title" onClose={() => (linksOpen.value = false)}>
      <h2 id="links-title">Bookmarks and links</h2>
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
          bookmark();
        }}
      >
        <label class="inline">
          Name what is on show{" "}
          <input
            type="text"
            name="link-name"
            value={name.value}
            placeholder="slow-3d"
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={name.value.trim() === ""} title="kept in this browser">
          Bookmark
        </button>
        <button type="button" disabled={name.value.trim() === ""} title="kept by the server and listed to every tab" onClick={save}>
          Save on the server
        </button>
      </form>
      {failure.value !== "" && (
        <p class="error" role="alert">
          {failure.value}
        </p>
      )}
      <Entries
        title="In this browser"
        items={bookmarks.value}
        empty="Nothing is bookmarked yet."
        forget={removeBookmark}
      />
      <Entries
        title="On the server"
        items={links.value}
        empty="No view has a name yet. The server keeps them for its next start, too."
        forget={(called) => void act(() => remove(`/links/${called}`))}
      />
      <button type="button" onClick={() => (linksOpen.value = false)}>
        Close
      </button>
    </dialog>
  );
}
