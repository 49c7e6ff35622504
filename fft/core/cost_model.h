// What a kernel costs on a Target, predicted from the bytes it moves.
#ifndef FFT_CORE_COST_MODEL_H_
#define FFT_CORE_COST_MODEL_H_

#include "absl/status/statusor.h"
#include "fft/core/dim.h"
#include "fft/core/kernel_shape.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"

namespace fft {

// Which way the lanes of a kernel over `axis` and `loops` run best: along the axis on a side where
// no loop has a smaller stride, else across the loop of the smallest stride. Takes canonical or
// memory strides. `count` is the length of the loop that a tile runs along: of the one with the
// smallest stride on the side that is not along the axis (the input side when both are), and the
// number of all transforms for kRowRow.
struct TileChoice {
  Tiling tiling = Tiling::kRowRow;
  int loop = -1;  // index into `loops`; -1: the transforms of all loops, one after the other
  int64_t count = 1;
  friend bool operator==(const TileChoice&, const TileChoice&) = default;
};
TileChoice ChooseTile(const Dim& axis, const Dims& loops);

// Predicted seconds of one Stockham kernel: bytes moved over bandwidth, slowed where rows of a tile
// are shorter than the Target moves at once, plus the launch. The error says why the length has no
// kernel.
absl::StatusOr<double> KernelSeconds(const Dim& axis, const Dims& loops, Precision precision,
                                     const Target& target);

// Seconds to move a workspace of `bytes` once, scaled down to break ties between plans of equal
// traffic in favour of the one that needs no workspace.
double WorkspacePenaltySeconds(double bytes, const Target& target);

}  // namespace fft

#endif  // FFT_CORE_COST_MODEL_H_
