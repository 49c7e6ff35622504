// Statistics of a machine code listing.

// An instruction line of llvm-objdump, "1900:\tv_add_u32_e32 v1, s2, v0", or of nvdisasm, "/*0010*/
// @P0 EXIT ;".
const kInstruction = /^\s*(?:[0-9a-f]+:|\/\*[0-9a-f]+\*\/)\s+(?:@!?\w+\s+)?([\w.]+)/;

// How often each instruction occurs in a listing, the most frequent first.
export function instructionCounts(listing: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const line of listing) {
    const name = kInstruction.exec(line)?.[1];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}
