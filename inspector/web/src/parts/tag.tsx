// The letter of each side of a comparison.
export const kLetters = ["A", "B", "C", "D"];

export function Tag({ at }: { at: number }) {
  return <span class={`tag ${kLetters[at]?.toLowerCase()}`}>{kLetters[at]}</span>;
}
