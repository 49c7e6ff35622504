// Actions on the whole plan: saving it, opening a file, copying the plan in other forms.
import { signal } from "@preact/signals";
import { tokenOf } from "../model/token_text.ts";
import { Menu } from "../parts/menu.tsx";
import { copyText, download, withView } from "../parts/save.ts";
import { getBlob } from "../state/api.ts";
import { archive, standalone } from "../state/archive.ts";
import { formNames, kForms } from "../state/repro.ts";
import { notice } from "../state/notice.ts";
import { editToken } from "../state/request.ts";
import { openFile, plan, submit } from "../state/state.ts";
import { viewHash } from "../state/view.ts";

const note = signal("");

function say(text: string): void {
  note.value = text;
  setTimeout(() => (note.value = note.value === text ? "" : note.value), 2500);
}

async function save(kind: string): Promise<void> {
  const made = plan.value;
  if (made === null) return;
  try {
    const plain = await getBlob(`/plans/${made.id}/export.${kind}`);
    const blob = new Blob([withView(await plain.text(), kind, viewHash())], { type: plain.type });
    download(`fft-plan-${made.problem.lengths.join("x")}-${made.target.name}.${kind}`, blob);
    say("saved");
  } catch (error) {
    notice.value = error instanceof Error ? error.message : String(error);
  }
}

async function copyAs(form: string): Promise<void> {
  const text = kForms[form]?.() ?? "";
  say((await copyText(text)) ? `copied: ${form}` : "the browser gives no clipboard to this page");
}

async function open(files: FileList | null): Promise<void> {
  const file = files?.[0];
  if (file !== undefined) await openFile(await file.text());
}

export function listenToDrops(): void {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    void open(event.dataTransfer?.files ?? null);
  });
}

// Handles text that is pasted outside of all fields: a token is planned, an export is opened.
export function listenToPastes(): void {
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text").trim() ?? "";
    if (event.target instanceof HTMLElement && event.target.matches("input, select, textarea")) return;
    if (text.startsWith("{")) void openFile(text);
    else if (/^(complex|real)_\w+$/.test(tokenOf(text)) && !standalone) {
      editToken(tokenOf(text));
      void submit();
    }
  });
}

export function Actions() {
  const held = archive.value;
  return (
    <div class="actions" role="group" aria-label="This plan">
      <span class="dim" aria-live="polite">
        {note.value}
      </span>
      <Menu label="Copy" name="copy" items={formNames.value.map((form) => [form, form] as const)} onChoose={(form) => void copyAs(form)} />
      {!standalone && (
        <>
          <button type="button" disabled={held !== null} onClick={() => void save("html")}>
            Save HTML
          </button>
          <button type="button" disabled={held !== null} onClick={() => void save("json")}>
            Save JSON
          </button>
          <label class="button file">
            Open…
            <input
              type="file"
              accept=".json,.fftplan,application/json"
              class="hidden-text"
              onChange={(event) => void open(event.currentTarget.files)}
            />
          </label>
        </>
      )}
      {held !== null && !standalone && (
        <button type="button" onClick={() => void submit()}>
          Close the file
        </button>
      )}
    </div>
  );
}

export function ArchiveNote() {
  const held = archive.value;
  if (held === null) return null;
  const { candidates, candidates_in_detail: detailed } = held.limits;
  return (
    <p class="archive-note">
      This is a saved plan{standalone ? "; it needs no server and sends nothing anywhere" : ""}.
      {detailed < candidates && ` It holds ${detailed} of ${candidates} candidates in detail.`}
    </p>
  );
}
