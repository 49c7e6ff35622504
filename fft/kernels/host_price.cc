#include "fft/kernels/host_price.h"

#include <algorithm>
#include <cmath>

#include "fft/core/host_shape.h"

namespace fft {
namespace {

constexpr double kLaunchSeconds = 1e-7;
constexpr double kBlockNanoseconds = 20;
// Nanoseconds of a complex number, single precision; double takes twice as long.
constexpr double kConvertedPoint = 0.5;   // between reals and their spectra
constexpr double kConjugatedPoint = 0.8;  // beyond the middle of a spectrum
constexpr double kRotatedPoint = 0.25;    // by large twiddles
constexpr double kMultipliedPoint = 0.2;  // by a chirp or a filter
constexpr double kTurnedPoint = 0.1;      // from rows to columns of scratch, or back
constexpr double kMovedElement = 0.6;
constexpr double kPermutedElement = 1;
constexpr double kConvertedElement = 0.4;
// Part of the shorter of arithmetic and memory that the longer one hides.
constexpr double kHidden = 0.5;
// How many times as long strided data take: from memory, and, of what memory would take, from the
// second cache, as rows that lie a power of two apart meet in few sets of the first.
struct Strided {
  double far, near;
};
constexpr Strided kStridedRead = {1.4, 0.15};
constexpr Strided kStridedWrite = {2, 0.4};
// So many times the second cache of what a kernel reads and writes stays there.
constexpr double kCaches = 1.5;
// Passes of a plane, some of whose vectors are short or strided, and those of a convolution.
constexpr double kPlane = 1.7;
constexpr double kConvolution = 0.8;
// Kernels whose lanes run across the lines on one side or both, beside those along rows: fitted, as
// kTurningPoint, to 1,368 plans of 159 drawn problems, 14 processes at a time on 16 processors.
constexpr double kAcross = 1.05;
constexpr double kTurning = 1.4;            // rows on one side, columns on the other
constexpr double kNarrowTile = 1.25;        // tiles that do not fill a vector
constexpr double kAcrossConvolution = 1.4;  // convolutions
constexpr double kTurningPoint = 0.3;       // nanoseconds, as those above

// Nanoseconds of a point besides the passes.
double EndsOf(const KernelRequest& request, const KernelChoice& choice, const KernelShape& shape) {
  const PlanNode& node = request.node;
  const double wide = RealBytes(ComputePrecision(request.precision)) / 4;
  double each = 0;
  const bool is_converted = node.in_side != AxisSide{} || node.out_side != AxisSide{};
  if (is_converted) each += kConvertedPoint;
  if (node.row.operation != RowOperation::kNone) each += kConjugatedPoint;
  if (node.large_twiddle.length > 0) each += kRotatedPoint;
  if (shape.staging == Staging::kTurned) each += 2 * kTurnedPoint;
  const bool turns = LoadsRows(choice.map.tiling) != StoresRows(choice.map.tiling);
  if (turns) each += kTurnedPoint;
  return each * wide;
}

// What the passes take more where lanes run across lines.
double AcrossShare(const KernelRequest& request, const KernelChoice& choice,
                   const KernelShape& shape) {
  const Tiling tiling = choice.map.tiling;
  if (tiling == Tiling::kRowRow) return 1;
  const int64_t width = int64_t{shape.transforms_per_group} * choice.transforms_per_line;
  double share = LoadsRows(tiling) == StoresRows(tiling) ? kAcross : kTurning;
  if (width < HostLanes(request.precision)) share *= kNarrowTile;
  return IsConvolution(choice.kind) ? share * kAcrossConvolution : share;
}

double SideSeconds(const Traffic& side, const Strided& strided, double far, const Target& target) {
  const double row = static_cast<double>(target.tile_row_bytes);
  const double run = static_cast<double>(side.run_elements * side.element_bytes);
  const double seconds = side.bytes * std::max(1.0, row / run) / (target.bandwidth_gbs * 1e9);
  if (side.rows < 2) return far * seconds;
  return (far * strided.far + (1 - far) * strided.near) * seconds;
}

}  // namespace

double HostLineNanoseconds(const KernelRequest& request, const KernelShapeRequest& wanted,
                           const KernelChoice& choice, const KernelShape& shape) {
  const KernelMap& map = choice.map;
  const int64_t tiles = map.loops[0].length;
  const bool is_across = map.tiling != Tiling::kRowRow || shape.staging == Staging::kTurned ||
                         shape.transforms_per_group > 1;
  HostPasses passes{wanted.length, request.precision, shape.factors, is_across};
  passes.count = wanted.count;
  passes.width = shape.transforms_per_group;
  const double count = static_cast<double>(passes.count);
  const double points = count * static_cast<double>(wanted.length);
  double nanoseconds = HostPassNanoseconds(passes);
  if (passes.is_across && passes.width < HostLanes(request.precision)) {
    // Lanes run along the lines where the tile does not fill a vector.
    HostPasses along = passes;
    along.is_across = false;
    nanoseconds = std::min(nanoseconds, HostPassNanoseconds(along));
  }
  nanoseconds += points * EndsOf(request, choice, shape);
  if (wanted.convolves) {
    const double wide = RealBytes(ComputePrecision(request.precision)) / 4;
    nanoseconds *= 2 * kConvolution;
    nanoseconds += points * wide * 2 * kMultipliedPoint;
  }
  nanoseconds += kBlockNanoseconds * std::ceil(count / static_cast<double>(passes.width));
  nanoseconds *= AcrossShare(request, choice, shape);
  if (LoadsRows(map.tiling) != StoresRows(map.tiling)) {
    const double wide = RealBytes(ComputePrecision(request.precision)) / 4;
    nanoseconds += points * wide * kTurningPoint;
  }
  return nanoseconds * static_cast<double>(Rows(map) / tiles);
}

double HostPlaneNanoseconds(const KernelMap& map, const PlaneShape& shape, Precision precision) {
  const int64_t y = map.axes[0].length, x = map.axes[1].length;
  const double rows = HostPassNanoseconds({x, precision, shape.x_factors, false, y});
  const double columns = HostPassNanoseconds({y, precision, shape.y_factors, true, x, x});
  return kPlane * (rows + columns) * static_cast<double>(Rows(map));
}

double HostMoveNanoseconds(double elements) { return kMovedElement * elements; }

double HostPermuteNanoseconds(double elements) { return kPermutedElement * elements; }

double HostConvertNanoseconds(double elements) { return kConvertedElement * elements; }

Price HostPriceOf(const SidesTraffic& traffic, double nanoseconds, const Target& target) {
  const double bytes = traffic.read.bytes + traffic.write.bytes;
  const double far = std::max(0.0, 1 - kCaches * static_cast<double>(target.l2_bytes) / bytes);
  Price price;
  price.read = SideSeconds(traffic.read, kStridedRead, far, target);
  price.write = SideSeconds(traffic.write, kStridedWrite, far, target);
  const double moving = price.read + price.write;
  const double passes = nanoseconds * 1e-9;
  price.passes = passes - kHidden * std::min(passes, moving);
  price.launch = kLaunchSeconds;
  return price;
}

}  // namespace fft
