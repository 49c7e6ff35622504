// The strategies that rank candidates, and their names in C++ and C programs.
import type { Strategy } from "./types.ts";

// The strategies in the page's order. The first one is the default.
export const kStrategies: Record<Strategy, { cpp: string; c: string }> = {
  balanced: { cpp: "kBalanced", c: "FFT_BALANCED" },
  fewest_buffers: { cpp: "kFewestBuffers", c: "FFT_FEWEST_BUFFERS" },
  most_fusion: { cpp: "kMostFusion", c: "FFT_MOST_FUSION" },
  fastest: { cpp: "kFastest", c: "FFT_FASTEST" },
};

export const kUsualStrategy: Strategy = "balanced";
