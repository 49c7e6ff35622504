// The tokens planned earlier, stored in the browser.

const kKey = "fft-inspector-recent";
const kKept = 12;

// The page may have no storage, for example if it is a file on the disk.
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
