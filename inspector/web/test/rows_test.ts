import assert from "node:assert/strict";
import { test } from "node:test";
import { groupsInSight, kRowHeight, onScroll, reveal } from "../src/state/rows_in_sight.ts";

const frame = (scrollTop: number) => ({ scrollTop, clientHeight: 10 * kRowHeight }) as HTMLElement;

test("a short table stands there as a whole", () => {
  assert.deepEqual(groupsInSight(100), [{ from: 0, to: 100 }]);
});

test("of a long one what is in sight, in groups that follow each other", () => {
  for (const row of [0, 3, 500, 1234, 1990]) {
    onScroll({ currentTarget: frame(row * kRowHeight) });
    const groups = groupsInSight(2000);
    const [first, last] = [groups[0], groups[groups.length - 1]];
    assert.ok(first && last && first.from <= row && last.to >= Math.min(2000, row + 10), `${row}: ${JSON.stringify(groups)}`);
    groups.forEach((group, i) => assert.equal(group.from, groups[i - 1]?.to ?? group.from));
    assert.ok(last.to - first.from <= 100);
  }
});

test("a row is brought into sight, and one that is there stays where it is", () => {
  const box = frame(0);
  reveal(box, 1000);
  assert.ok(box.scrollTop <= 1000 * kRowHeight && box.scrollTop + box.clientHeight > 1000 * kRowHeight);
  const before = box.scrollTop;
  reveal(box, 999);
  assert.equal(box.scrollTop, before);
  reveal(box, 0);
  assert.equal(box.scrollTop, 0);
});
