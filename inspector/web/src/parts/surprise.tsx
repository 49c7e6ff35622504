// A remark on a measurement that is far from its prediction.
import { milliseconds } from "../model/format.ts";
import { detail } from "../state/state.ts";

const kFar = 2; // ratio of measured and predicted time

export function Surprise({ measured }: { measured: number }) {
  const us = detail.value?.predicted_us;
  if (!us || !(measured > 0)) return null;
  const ratio = (measured * 1000) / us;
  if (ratio < kFar && ratio > 1 / kFar) return null;
  const words =
    ratio >= kFar
      ? `${ratio.toPrecision(2)} times the ${milliseconds(us / 1000)} predicted`
      : `${(1 / ratio).toPrecision(2)} times as fast as the ${milliseconds(us / 1000)} predicted`;
  return (
    <span class="warn" data-testid="surprise" title="the model counts memory traffic, exchanges and launches; caches, clocks and arithmetic it knows little of. “Where the time goes”, under Steps and buffers, says more">
      {words}
    </span>
  );
}
