// How loops over lanes become vectors: the rule that the emitter and the interpreter share.
#ifndef FFT_CODEGEN_AST_LANE_BLOCKS_H_
#define FFT_CODEGEN_AST_LANE_BLOCKS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// The number of elements in a vector of the widest reals that the kernel holds, as they are or as
// parts of complex numbers. 1, which means no vectors, for kernels that hold half precision or
// bfloat16.
int VectorWidth(const Kernel& kernel);

// Whether vectors can stand for the lanes of a loop's body: it is a list of Lets and Stores without
// conditions.
bool IsStraight(const Node* body);

// Whether lanes may be computed twice: no memory is both stored to and loaded from.
bool IsRepeatable(const Node* body, const Kernel& kernel);

// Whether a For becomes vectors of `width` or less.
bool HasVectorForm(const Node* loop, int width);

// Vectors of `width` lanes, from `first` to `end`. With `repeats` the last vector is moved back to
// end at `end`, so that it runs some lanes once more.
struct LaneRun {
  int64_t first = 0, end = 0;
  int width = 1;
  bool repeats = false;
};

// The vectors that run `lanes` lanes, a constant of the kernel. Where it is no multiple of the
// width, the last vector runs some lanes of the one before again. If those lanes would then read
// what they wrote, narrower vectors run the last lanes instead.
std::vector<LaneRun> RunsOfLanes(int64_t lanes, int width, bool is_repeatable);

// The number of lanes of a tile whose loop ends at min(lanes left, tile), where `width` divides it:
// scratch has room for all of them. Such a loop runs in whole vectors; the last one may hold fewer
// lanes. 0: there is no such tile.
int64_t TileOfLanes(const Node* loop, int width);

// Whether a body reaches global memory at places that depend on the lane.
bool ReachesGlobalByLane(const Node* body, std::string_view lane);

// The width of narrow vectors, for a number of lanes that is known at launch: whole vectors come
// first, then narrow ones, then single lanes.
constexpr int kTailWidth = 4;
inline std::vector<int> TailWidths(int width) { return {width, kTailWidth, 1}; }

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_LANE_BLOCKS_H_
