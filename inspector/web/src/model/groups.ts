// Groups of neighbours in a list that have equal keys.
export function groupsOf<Item>(items: Item[], keyOf: (item: Item) => string): Item[][] {
  const groups: Item[][] = [];
  let last: string | null = null;
  for (const item of items) {
    const key = keyOf(item);
    if (key === last) groups[groups.length - 1]?.push(item);
    else groups.push([item]);
    last = key;
  }
  return groups;
}
