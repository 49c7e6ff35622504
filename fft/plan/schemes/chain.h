// A scheme as a chain of steps from edge to edge, which is data.
//
// The data of a transform are the request's loops and the scheme's own dims, its parts, each of
// which has a letter. An edge numbers the elements by one stride for each loop and part. It does so
// as the request's input does, as its output does, or packed. Each step reads the edge where the
// step before it has ended; the first step reads the request's input:
//
//   constexpr ChainStep kSteps[] = {
//       {"x", kHere},                           // rows of x, in place
//       {"y", "xy", SchemeKind::kTranspose},    // y becomes the fast part, x the slow one
//       {"y", kHere},                           // rows of y, in place
//       {"y", kOut, SchemeKind::kTranspose}};   // to the output's numbering
//   return Chain(request, request.axes, "yx", kSteps);
#ifndef FFT_PLAN_SCHEMES_CHAIN_H_
#define FFT_PLAN_SCHEMES_CHAIN_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "fft/plan/scheme.h"

namespace fft {

// Edges that are not packed: the one where the last step ended, and the request's output.
inline constexpr std::string_view kHere = "here", kOut = "out";

struct ChainStep {
  // The parts that are transformed, slowest first; in a move, the part that counts as its axis.
  std::string_view axes;
  // kHere, kOut, or the parts of a packed edge, slowest first; loops are slower, in their order in
  // the input.
  std::string_view to;
  std::optional<SchemeKind> move = std::nullopt;  // the leaf that only moves elements
  // The step multiplies output k of its axis by exp(-+2 pi i j k / N), where j is the index of this
  // part and N the length of all parts; 0: it does not.
  char twiddle = 0;
};

// The children of a request. `parts` are its own dims, with strides in its input and output, and
// `letters` their letters.
std::vector<TransformRequest> Chain(const TransformRequest& request, const Dims& parts,
                                    std::string_view letters, std::span<const ChainStep> steps);

// Strides that pack the loops around rows of `row` positions. The loops stay in the order of their
// input strides.
std::vector<int64_t> PackedLoops(const Dims& loops, int64_t row);

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_CHAIN_H_
