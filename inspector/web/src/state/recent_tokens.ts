// Tokens planned before, that this browser keeps.

const kKey = "fft-inspector-recent";
const kKept = 12;

// A file opened from the disk may have no storage.
export function recentTokens(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(kKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

export function rememberToken(token: string): void {
  try {
    localStorage.setItem(kKey, JSON.stringify([token, ...recentTokens().filter((one) => one !== token)].slice(0, kKept)));
  } catch {
    // Without storage the token is not remembered.
  }
}
