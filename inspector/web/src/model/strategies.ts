// The strategies that rank candidates, and what programs call them.
import type { Strategy } from "./types.ts";

// The strategies as the page lists them, the usual one first.
export const kStrategies: Record<Strategy, { cpp: string; c: string }> = {
  balanced: { cpp: "kBalanced", c: "FFT_BALANCED" },
  fewest_buffers: { cpp: "kFewestBuffers", c: "FFT_FEWEST_BUFFERS" },
  most_fusion: { cpp: "kMostFusion", c: "FFT_MOST_FUSION" },
  fastest: { cpp: "kFastest", c: "FFT_FASTEST" },
};

export const kUsualStrategy: Strategy = "balanced";
