#include "fft/core/cost_model.h"

#include <algorithm>
#include <cmath>

#include "fft/base/status.h"
#include "fft/core/plane_shape.h"
#include "fft/core/transpose_shape.h"

namespace fft {
namespace {

constexpr double kLaunchSeconds = 3e-6;
// Memory moves at least this much for each isolated element.
constexpr double kSectorBytes = 32;
// A side whose runs are 1/x of a full row takes x^exponent as long.
constexpr double kRowExponent = 0.4;
// Share of the traffic that a pass over LDS adds.
constexpr double kPassShare = 0.02;
// Workgroups that take more than this part of LDS hide less latency; one that fills it costs the
// share.
constexpr double kFreeLds = 1.0 / 3;
constexpr double kLdsShare = 0.1;
// How many times its share of the bandwidth one compute unit draws while others are idle.
constexpr double kSoloBandwidth = 3;
// Share of its traffic that an otherwise equal plan pays for needing a workspace.
constexpr double kWorkspaceShare = 0.01;

// Index of the loop with the smallest stride on one side; -1 when there is none.
int Closest(const Dims& loops, int64_t Dim::*stride) {
  int best = -1;
  for (size_t i = 0; i < loops.size(); ++i) {
    if (best < 0 || loops[i].*stride < loops[best].*stride) best = static_cast<int>(i);
  }
  return best;
}

int Longest(const Dims& loops) {
  int best = -1;
  for (size_t i = 0; i < loops.size(); ++i) {
    if (best < 0 || loops[i].length > loops[best].length) best = static_cast<int>(i);
  }
  return best;
}

bool RunsAlongAxis(const Dim& axis, const Dims& loops, int64_t Dim::*stride) {
  const int closest = Closest(loops, stride);
  return closest < 0 || (axis.length > 1 && axis.*stride <= loops[closest].*stride);
}

Tiling TilingOf(const Dim& axis, const Dims& loops) {
  const bool stores_rows = RunsAlongAxis(axis, loops, &Dim::out_stride);
  if (RunsAlongAxis(axis, loops, &Dim::in_stride)) {
    return stores_rows ? Tiling::kRowRow : Tiling::kRowCol;
  }
  return stores_rows ? Tiling::kColRow : Tiling::kColCol;
}

// Contiguous elements on one side of a tile that is `width` transforms wide.
int64_t RunElements(const Dim& axis, const Dim& tile, int64_t width, int64_t Dim::*stride) {
  if (axis.*stride == 1) {
    // Rows that follow each other without a gap are one run.
    return tile.*stride == axis.length ? axis.length * width : axis.length;
  }
  if (tile.*stride != 1) return 1;
  const bool whole_rows = width == tile.length && axis.*stride == tile.length;
  return whole_rows ? width * axis.length : width;
}

// How many times longer a side takes than in full rows. Runs below a sector waste the rest of it;
// from there to a full row, memory loses efficiency slowly.
double Slowdown(int64_t run_elements, int64_t element_bytes, const Target& target) {
  const double run = static_cast<double>(run_elements * element_bytes);
  const double row = std::max<double>(target.tile_row_bytes, kSectorBytes);
  const double waste = std::max(1.0, kSectorBytes / run);
  return waste * std::pow(row / std::clamp(run, kSectorBytes, row), kRowExponent);
}

}  // namespace

TileChoice ChooseTile(const Dim& axis, const Dims& loops) {
  TileChoice choice;
  choice.tiling = TilingOf(axis, loops);
  switch (choice.tiling) {
    case Tiling::kRowRow:
    case Tiling::kPlane:
      choice.loop = Longest(loops);
      break;
    case Tiling::kColRow:
      choice.loop = Closest(loops, &Dim::in_stride);
      break;
    case Tiling::kRowCol:
    case Tiling::kColCol:
      choice.loop = Closest(loops, &Dim::out_stride);
      break;
  }
  if (choice.loop >= 0) choice.count = loops[choice.loop].length;
  return choice;
}

double EffectiveBytes(const Dim& axis, const Dims& loops, int64_t width, Precision precision,
                      const Target& target) {
  const TileChoice choice = ChooseTile(axis, loops);
  const Dim tile = choice.loop >= 0 ? loops[choice.loop] : Dim{};
  const int64_t element = 2 * RealBytes(precision);
  double elements = static_cast<double>(axis.length);
  for (const Dim& loop : loops) elements *= static_cast<double>(loop.length);
  const double traffic =
      Slowdown(RunElements(axis, tile, width, &Dim::in_stride), element, target) +
      Slowdown(RunElements(axis, tile, width, &Dim::out_stride), element, target);
  return elements * static_cast<double>(element) * traffic;
}

double MoveSeconds(double bytes, const Target& target) {
  return bytes / (target.bandwidth_gbs * 1e9) + kLaunchSeconds;
}

double LdsShare(int64_t lds_bytes, const Target& target) {
  const double lds = static_cast<double>(lds_bytes) / static_cast<double>(target.lds_bytes);
  return kLdsShare * std::max(0.0, lds - kFreeLds) / (1 - kFreeLds);
}

absl::StatusOr<double> KernelSeconds(const Dim& axis, const Dims& loops, Precision precision,
                                     const Target& target) {
  const TileChoice choice = ChooseTile(axis, loops);
  FFT_ASSIGN_OR_RETURN(
      const KernelShape shape,
      ChooseKernelShape({axis.length, precision, choice.tiling, choice.count}, target));
  const double overhead = 1 + kPassShare * static_cast<double>(shape.factors.size()) +
                          LdsShare(shape.lds_bytes, target);
  const double bytes = EffectiveBytes(axis, loops, shape.transforms_per_group, precision, target);
  return MoveSeconds(bytes * overhead, target);
}

double PointwiseSeconds(double bytes, const Target& target) {
  return bytes / (target.bandwidth_gbs * 1e9) + kLaunchSeconds;
}

absl::StatusOr<double> PlaneSeconds(const Dims& axes, const Dims& loops, Precision precision,
                                    const Target& target) {
  const bool swapped = axes[0].in_stride < axes[1].in_stride;
  const Dim& x = axes[swapped ? 0 : 1];
  const Dim& y = axes[swapped ? 1 : 0];
  const int longest = Longest(loops);
  const int64_t count = longest < 0 ? 1 : loops[longest].length;
  FFT_ASSIGN_OR_RETURN(const PlaneShape shape,
                       ChoosePlaneShape({x.length, y.length, precision, count}, target));
  const int64_t element = 2 * RealBytes(precision);
  double planes = 1;
  for (const Dim& loop : loops) planes *= static_cast<double>(loop.length);
  // Rows that follow each other without a gap are one run.
  const auto run = [&x, &y](int64_t Dim::*stride) {
    if (x.*stride != 1) return int64_t{1};
    return y.*stride == x.length ? x.length * y.length : x.length;
  };
  const double traffic = Slowdown(run(&Dim::in_stride), element, target) +
                         Slowdown(run(&Dim::out_stride), element, target);
  const double lds = static_cast<double>(shape.lds_bytes) / static_cast<double>(target.lds_bytes);
  const double passes = static_cast<double>(shape.x_factors.size() + shape.y_factors.size());
  const double overhead =
      1 + kPassShare * passes + kLdsShare * std::max(0.0, lds - kFreeLds) / (1 - kFreeLds);
  const double plane_bytes =
      static_cast<double>(x.length) * static_cast<double>(y.length) * static_cast<double>(element);
  // Few planes leave compute units idle; one of them draws only its share of the bandwidth.
  const double groups = std::ceil(planes / shape.planes_per_group);
  const double busy = std::min(1.0, kSoloBandwidth * groups / target.compute_units);
  const double bytes = planes * plane_bytes * traffic * overhead;
  return bytes / (target.bandwidth_gbs * 1e9 * busy) + kLaunchSeconds;
}

absl::StatusOr<double> TransposeSeconds(const Dims& dims, Precision precision,
                                        const Target& target) {
  const TransposeTile tile = ChooseTransposeTile(dims);
  FFT_ASSIGN_OR_RETURN(const TransposeShape shape,
                       ChooseTransposeShape(dims, tile, precision, target));
  const int64_t element = 2 * RealBytes(precision);
  double bytes = static_cast<double>(element);
  for (const Dim& dim : dims) bytes *= static_cast<double>(dim.length);
  // Contiguous elements on each side of a tile.
  const auto run = [&dims](int index, int64_t side, int64_t Dim::*stride) {
    if (index < 0) return int64_t{1};
    return dims[index].*stride == 1 ? std::min<int64_t>(side, dims[index].length) : 1;
  };
  const int64_t in_run = run(tile.x, shape.tile_x, &Dim::in_stride);
  const int64_t out_run = tile.copies ? run(tile.x, shape.tile_x, &Dim::out_stride)
                                      : run(tile.y, shape.tile_y, &Dim::out_stride);
  const double traffic = Slowdown(in_run, element, target) + Slowdown(out_run, element, target);
  return bytes * traffic * (1 + kPassShare) / (target.bandwidth_gbs * 1e9) + kLaunchSeconds;
}

absl::StatusOr<double> StepSeconds(SchemeKind scheme, const Dims& axes, const Dims& loops,
                                   Precision precision, const Target& target) {
  if (IsTranspose(scheme)) {
    Dims dims = loops;
    dims.insert(dims.end(), axes.begin(), axes.end());
    return TransposeSeconds(dims, precision, target);
  }
  if (axes.size() == 2) return PlaneSeconds(axes, loops, precision, target);
  return KernelSeconds(axes.front(), loops, precision, target);
}

double WorkspacePenaltySeconds(double bytes, const Target& target) {
  return kWorkspaceShare * bytes / (target.bandwidth_gbs * 1e9);
}

}  // namespace fft
