// How loops over lanes become vectors: the rule that the emitter and the interpreter share.
#ifndef FFT_CODEGEN_AST_LANE_BLOCKS_H_
#define FFT_CODEGEN_AST_LANE_BLOCKS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// The number of elements in a vector of the widest reals that the kernel holds; the parts of its
// complex numbers count as reals. It is 1, which means no vectors, if the kernel holds half
// precision or bfloat16.
int VectorWidth(const Kernel& kernel);

// Whether vectors can run a loop's body: it is a list of Lets and Stores without conditions.
bool IsStraight(const Node* body);

// Whether lanes may be computed twice: no memory is both stored to and loaded from.
bool IsRepeatable(const Node* body, const Kernel& kernel);

// Whether a For becomes vectors of `width` lanes or fewer.
bool HasVectorForm(const Node* loop, int width);

// Vectors of `width` lanes, from lane `first` to the lane before `end`. With `repeats` the last
// vector moves back so that it ends at `end`, and runs some lanes a second time.
struct LaneRun {
  int64_t first = 0, end = 0;
  int width = 1;
  bool repeats = false;
};

// The vectors that run `lanes` lanes, a number that the kernel's text holds. If the width does not
// divide the number, the last vector runs some lanes of the vector before it again. If these lanes
// would then read what they wrote, narrower vectors run the last lanes instead.
std::vector<LaneRun> RunsOfLanes(int64_t lanes, int width, bool is_repeatable);

// The number of lanes of a whole tile, for a loop that ends at min(lanes left, tile). Scratch has
// room for a whole tile, so the loop runs in whole vectors of `width` lanes, and the last vector
// may hold fewer lanes. 0 if the loop ends elsewhere or `width` does not divide the tile.
int64_t TileOfLanes(const Node* loop, int width);

// Whether a body reaches global memory at places that depend on the lane.
bool ReachesGlobalByLane(const Node* body, std::string_view lane);

// The width of narrow vectors. A loop whose number of lanes is known only at launch runs whole
// vectors first, then narrow ones, then single lanes.
constexpr int kTailWidth = 4;
inline std::vector<int> TailWidths(int width) { return {width, kTailWidth, 1}; }

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_LANE_BLOCKS_H_
