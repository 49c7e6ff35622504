#include "fft/shapes/shape_wish.h"

namespace fft {

std::string ToString(Exchange exchange) {
  switch (exchange) {
    case Exchange::kNone:
      return "none";
    case Exchange::kPingPong:
      return "pingpong";
    case Exchange::kFull:
      return "full";
    case Exchange::kHalf:
      return "half";
    case Exchange::kInPlace:
      return "inplace";
  }
  return "?";
}

}  // namespace fft
