// Files for the user, and the clipboard.

export function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function downloadText(name: string, text: string, type = "text/plain"): void {
  download(name, new Blob([text], { type }));
}

// The text of an export (`kind` "html": a page; else JSON), changed so that it opens on a view.
export function withView(text: string, kind: string, view: string): string {
  const start = kind === "html" ? 'id="export">{' : "{";
  // Inside a script element only "<" could end or change the parsing.
  return text.replace(start, () => `${start}"view":${JSON.stringify(view).replace(/</g, "\\u003c")},`);
}

// Browsers offer the clipboard to pages of this machine, not to a plain-HTTP page from another.
export async function copyText(text: string): Promise<boolean> {
  if (!("clipboard" in navigator)) return false;
  await navigator.clipboard.writeText(text);
  return true;
}
