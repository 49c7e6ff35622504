// Plans that programs on this machine have made: their records, looked at again and again while
// somebody watches.
import { effect, signal } from "@preact/signals";
import type { ProgramPlan, Programs } from "../model/types.ts";
import { get } from "./api.ts";
import { standalone } from "./archive.ts";

export const programsOpen = signal(false); // the sheet of running programs
export const programs = signal<Programs | null>(null);
export const rates = signal<ReadonlyMap<string, number>>(new Map()); // executions a second, by keyOf

const kPause = 1000; // milliseconds between looks

export function keyOf(one: ProgramPlan): string {
  return `${one.pid} ${one.made_ms} ${one.token} ${one.candidate}`;
}

// Executions a second between two looks.
export function ratesBetween(before: ProgramPlan[], after: ProgramPlan[], milliseconds: number): Map<string, number> {
  const counts = new Map(before.map((one) => [keyOf(one), one.executions]));
  return new Map(
    after.flatMap((one) => {
      const then = counts.get(keyOf(one));
      return then === undefined ? [] : [[keyOf(one), (1000 * Math.max(0, one.executions - then)) / milliseconds] as const];
    }),
  );
}

let lastLook = 0;

async function look(): Promise<void> {
  const found = await get<Programs>("/programs");
  const now = performance.now();
  if (programs.value !== null && lastLook > 0) {
    rates.value = ratesBetween(programs.value.plans, found.plans, Math.max(1, now - lastLook));
  }
  lastLook = now;
  programs.value = found;
}

// The page asks once whether there is anything to watch. It asks for the records while the sheet is
// open.
export function askForPrograms(): void {
  if (!standalone) void look().catch(() => undefined);
}

effect(() => {
  if (!programsOpen.value) return undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    timer = setTimeout(() => void look().then(again, again), kPause);
  };
  void look().then(again, again);
  return () => clearTimeout(timer);
});
