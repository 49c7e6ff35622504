// Saves files for the user, and writes to the clipboard.

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

// The text of an export, changed so that it opens with a view. If `kind` is "html" the text is a
// page, otherwise JSON.
export function withView(text: string, kind: string, view: string): string {
  const start = kind === "html" ? 'id="export">{' : "{";
  // Inside a script element only "<" could end the element or change how it is parsed.
  return text.replace(start, () => `${start}"view":${JSON.stringify(view).replace(/</g, "\\u003c")},`);
}

// Copies a text. Browsers allow the clipboard on HTTPS and on pages of this machine, but not on
// HTTP pages from elsewhere.
export async function copyText(text: string): Promise<boolean> {
  if (!("clipboard" in navigator)) return false;
  await navigator.clipboard.writeText(text);
  return true;
}
