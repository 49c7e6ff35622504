// Files for the user: text, tables, pictures of charts.

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

// An export, JSON or the page with it, with more members: notes, and the view to open on.
export function withMembers(text: string, kind: string, members: Record<string, string>): string {
  // Inside a script element only "<" could end or change the parsing.
  const added = Object.entries(members)
    .map(([name, value]) => `"${name}":${JSON.stringify(value).replace(/</g, "\\u003c")},`)
    .join("");
  const start = kind === "html" ? 'id="export">{' : "{";
  return text.replace(start, () => start + added);
}

const kStyles = [
  "fill",
  "stroke",
  "stroke-width",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];

// The picture with the page's styles written into it, as a file of its own.
function selfContained(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll("*")];
  const to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    // Styles become attributes, since the page's policy lets no element have a style of its own.
    for (const name of kStyles) to[i]?.setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

// The picture has twice its size on the page, and the page's background.
export async function downloadPng(name: string, svg: SVGSVGElement): Promise<void> {
  const box = svg.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(selfContained(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * box.width;
  canvas.height = 2 * box.height;
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && download(name, blob), "image/png");
}

// Browsers offer the clipboard to pages of this machine, not to a plain-HTTP page from another.
export async function copyText(text: string): Promise<boolean> {
  if (!("clipboard" in navigator)) return false;
  await navigator.clipboard.writeText(text);
  return true;
}
