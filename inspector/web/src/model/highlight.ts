// Kernel sources as highlighted lines.
import hljs from "highlight.js/lib/core";
import cpp from "highlight.js/lib/languages/cpp";

hljs.registerLanguage("cpp", cpp);

// Splits highlighted HTML into lines; a span that crosses a line end is closed and opened again.
export function splitLines(html: string): string[] {
  const lines: string[] = [];
  let open: string[] = [];
  for (const line of html.split("\n")) {
    const prefix = open.join("");
    for (const tag of line.match(/<span[^>]*>|<\/span>/g) ?? []) {
      if (tag === "</span>") open = open.slice(0, -1);
      else open = [...open, tag];
    }
    lines.push(prefix + line + "</span>".repeat(open.length));
  }
  if (lines.length > 1 && lines[lines.length - 1] === "") lines.pop();
  return lines;
}

export function highlightLines(source: string): string[] {
  return splitLines(hljs.highlight(source, { language: "cpp", ignoreIllegals: true }).value);
}
