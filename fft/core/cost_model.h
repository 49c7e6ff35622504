// What a kernel costs on a Target, predicted from the bytes it moves.
#ifndef FFT_CORE_COST_MODEL_H_
#define FFT_CORE_COST_MODEL_H_

#include "absl/status/statusor.h"
#include "fft/core/dim.h"
#include "fft/core/kernel_shape.h"
#include "fft/core/plan_node.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"

namespace fft {

// Which way the lanes of a kernel over `axis` and `loops` run best, each side apart: along the axis
// where no loop has a smaller stride, else across the loop of the smallest stride. Tiles run along
// `loop`: the closest loop of the side that is across (the output side when both are), or the
// longest loop for kRowRow. Takes canonical or memory strides.
struct TileChoice {
  Tiling tiling = Tiling::kRowRow;
  int loop = -1;      // index into `loops`; -1: there is no loop
  int64_t count = 1;  // length of that loop
  friend bool operator==(const TileChoice&, const TileChoice&) = default;
};
TileChoice ChooseTile(const Dim& axis, const Dims& loops);

// Bytes that a kernel moves, counted longer where contiguous runs are shorter than the Target moves
// at once. `width` transforms make a tile along the chosen loop.
double EffectiveBytes(const Dim& axis, const Dims& loops, int64_t width, Precision precision,
                      const Target& target);

// Launch, and `bytes` over the bandwidth of the Target.
double MoveSeconds(double bytes, const Target& target);

// What a workgroup's LDS adds to the time of a kernel, as a share of it: more of it means fewer
// workgroups at once, which hide less latency.
double LdsShare(int64_t lds_bytes, const Target& target);

// Predicted seconds of one Stockham kernel: bytes moved over bandwidth, slowed where contiguous
// runs are shorter than the Target moves at once and, a little, by passes and LDS; plus the launch.
// The error says why the length has no kernel.
absl::StatusOr<double> KernelSeconds(const Dim& axis, const Dims& loops, Precision precision,
                                     const Target& target);

// The predicted time of a kernel that reads and writes `bytes` in full rows.
double PointwiseSeconds(double bytes, const Target& target);

// Predicted seconds of one kernel that holds whole planes of two axes, likewise. Planes too few to
// occupy the target are charged for that.
absl::StatusOr<double> PlaneSeconds(const Dims& axes, const Dims& loops, Precision precision,
                                    const Target& target);

// Predicted seconds of one transpose (or copy) kernel over `dims`, likewise.
absl::StatusOr<double> TransposeSeconds(const Dims& dims, Precision precision,
                                        const Target& target);

// Predicted seconds of the kernel of a leaf: one of the above by its kind.
absl::StatusOr<double> StepSeconds(SchemeKind scheme, const Dims& axes, const Dims& loops,
                                   Precision precision, const Target& target);

// Seconds to move a workspace of `bytes` once, scaled down to break ties between plans of equal
// traffic in favour of the one that needs no workspace.
double WorkspacePenaltySeconds(double bytes, const Target& target);

}  // namespace fft

#endif  // FFT_CORE_COST_MODEL_H_
