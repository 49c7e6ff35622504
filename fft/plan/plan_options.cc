#include "fft/plan/plan_options.h"

namespace fft {

std::string ToString(Strategy strategy) {
  switch (strategy) {
    case Strategy::kFewestBuffers:
      return "fewest_buffers";
    case Strategy::kBalanced:
      return "balanced";
    case Strategy::kMostFusion:
      return "most_fusion";
  }
  return "";
}

}  // namespace fft
