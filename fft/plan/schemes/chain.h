// A scheme as a table: a chain of steps from edge to edge.
//
// The dims of a transform are the request's loops and the scheme's parts. Each part has a letter.
// An edge numbers the elements by one stride for each loop and part: the strides of the request's
// input, those of its output, or packed strides. The first step reads the request's input, and
// every other step reads what the step before it has written. For example, for rows x and columns
// y:
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

// Edges that are not packed: the edge that the step itself reads, and the request's output.
inline constexpr std::string_view kHere = "here", kOut = "out";

// One step of a chain: a transform, or a move.
struct ChainStep {
  // The letters of the parts that are transformed, slowest first. For a move, the part that is the
  // axis of its leaf.
  std::string_view axes;
  // The edge that is written: kHere, kOut, or the letters of a packed edge, slowest first. Loops
  // are slower than all parts of a packed edge and keep the order that they have in the input.
  std::string_view to;
  std::optional<SchemeKind> move = std::nullopt;  // the leaf of a move; nullopt: a transform
  // The letter of a part whose index is j: the step multiplies output k of its axis by
  // exp(-+2 pi i j k / N), where N is the product of the lengths of all parts. 0: no twiddles.
  char twiddle = 0;
};

// The children of a request by these steps. `parts` are the scheme's dims with their strides in the
// request's input and output, and `letters` has one letter for each.
std::vector<TransformRequest> Chain(const TransformRequest& request, const Dims& parts,
                                    std::string_view letters, std::span<const ChainStep> steps);

// Strides that pack the loops around rows of `row` positions. The loops stay in the order of their
// input strides.
std::vector<int64_t> PackedLoops(const Dims& loops, int64_t row);

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_CHAIN_H_
