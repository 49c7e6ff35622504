// Views under names that the server keeps.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { get, post, remove } from "./api.ts";
import { linksOpen } from "./links_state.ts";
import { viewHash } from "./view.ts";

interface Link {
  name: string;
  view: string;
}

const links = signal<Link[]>([]);
const failure = signal("");
const name = signal("");

async function act(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    links.value = (await get<{ links: Link[] }>("/links")).links;
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

function Entry({ link }: { link: Link }) {
  return (
    <li>
      <a href={link.view} onClick={() => (linksOpen.value = false)}>
        {link.name}
      </a>{" "}
      <span class="dim mono">{wordsOf(link.view)}</span>
      <span class="spring" />
      <button type="button" aria-label={`Forget ${link.name}`} onClick={() => void act(() => remove(`/links/${link.name}`))}>
        Forget
      </button>
    </li>
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
      <h2 id="links-title">Named views</h2>
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
          save();
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
        <button type="submit" disabled={name.value.trim() === ""}>
          Save
        </button>
      </form>
      {failure.value !== "" && (
        <p class="error" role="alert">
          {failure.value}
        </p>
      )}
      {links.value.length === 0 && <p class="note">No view has a name yet. The server keeps them for its next start, too.</p>}
      <ul>
        {links.value.map((link) => (
          <Entry key={link.name} link={link} />
        ))}
      </ul>
      <button type="button" onClick={() => (linksOpen.value = false)}>
        Close
      </button>
    </dialog>
  );
}
