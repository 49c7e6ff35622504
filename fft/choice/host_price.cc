#include "fft/choice/host_price.h"

#include <algorithm>
#include <cmath>

#include "fft/shapes/host_shape.h"

namespace fft {
namespace {

constexpr double kLaunchSeconds = 1e-7;
constexpr double kBlockNanoseconds = 10;
// Tiles from memory also find out the place of the next one (KnownTile::is_far).
constexpr double kFarBlockNanoseconds = 20;
// Nanoseconds of a complex number, single precision; double takes twice as long.
constexpr double kConvertedPoint = 0.5;   // between reals and their spectra
constexpr double kConjugatedPoint = 0.8;  // beyond the middle of a spectrum
constexpr double kRotatedPoint = 0.25;    // by large twiddles
constexpr double kMultipliedPoint = 0.2;  // by a chirp or a filter
constexpr double kTurnedPoint = 0.1;      // from rows to columns of scratch, or back
constexpr double kLonePoint = 0.65;       // of a pass along rows of a tile that lies across them
constexpr double kLoneLoadedPoint = 0.1;  // the same, of the only pass, which loads rows
constexpr double kMovedElement = 1.5;
constexpr double kPermutedElement = 1;
constexpr double kConvertedElement = 0.4;
// The share of the shorter of arithmetic and memory that the longer one hides.
constexpr double kHidden = 0.5;
// How many times as long strided data take, from memory and from the second cache. The second
// factor multiplies the time of memory, since rows that lie a power of two apart meet in few sets
// of the first cache.
struct Strided {
  double far, near;
};
constexpr Strided kStridedRead = {1.4, 0.15};
constexpr Strided kStridedWrite = {2, 0.4};
// A kernel that reads and writes at most this many times the second cache finds its data there.
constexpr double kCaches = 1.5;
// Nanoseconds of the passes of a plane, fitted to 137 kernels: of its rows in one pass or in more,
// of its columns, and of each point besides. The last two numbers are for a convolution.
constexpr double kPlaneRow = 0.55;
constexpr double kPlaneRows = 1.15;
constexpr double kPlaneColumns = 0.9;
constexpr double kPlanePoint = 0.1;
constexpr double kConvolution = 0.8;
constexpr double kAcrossConvolution = 1.4;  // whose lanes run across lines, fitted to 159 problems

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
  const bool is_light = shape.factors.size() == 1 && LoadsRows(choice.map.tiling);
  if (turns) each += is_light ? kLoneLoadedPoint : kLonePoint;
  return each * wide;
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
  const int64_t tiles = TileCount(map);
  const bool is_across = map.tiling != Tiling::kRowRow || shape.staging == Staging::kTurned ||
                         shape.threads_per_transform == 1;
  HostPasses passes{wanted.length, request.precision, shape.factors, is_across};
  passes.count = wanted.count;
  passes.width = shape.transforms_per_group;
  const double count = static_cast<double>(passes.count);
  const double points = count * static_cast<double>(wanted.length);
  double nanoseconds = HostPassNanoseconds(passes);
  nanoseconds += points * EndsOf(request, choice, shape);
  if (wanted.convolves) {
    const double wide = RealBytes(ComputePrecision(request.precision)) / 4;
    nanoseconds *= 2 * kConvolution;
    nanoseconds += points * wide * 2 * kMultipliedPoint;
  }
  const double rows = static_cast<double>(Rows(map) / tiles);
  const double bytes = 4 * points * rows * RealBytes(ComputePrecision(request.precision));
  const bool is_far = bytes > static_cast<double>(kFarBytes);
  nanoseconds += (is_far ? kFarBlockNanoseconds : kBlockNanoseconds) *
                 std::ceil(count / static_cast<double>(passes.width));
  if (wanted.convolves && map.tiling != Tiling::kRowRow) nanoseconds *= kAcrossConvolution;
  return nanoseconds * rows;
}

double HostPlaneNanoseconds(const KernelMap& map, const PlaneShape& shape, Precision precision) {
  const int64_t y = map.axes[0].length, x = map.axes[1].length;
  const int64_t planes = shape.planes_per_group, points = x * y * planes;
  const double rows =
      HostPassNanoseconds({x, precision, shape.x_factors, false, y, y * planes, 1, points});
  const double columns =
      HostPassNanoseconds({y, precision, shape.y_factors, true, x, x, planes, points});
  const double point = kPlanePoint * RealBytes(ComputePrecision(precision)) / 4;
  const double plane = (shape.x_factors.size() == 1 ? kPlaneRow : kPlaneRows) * rows +
                       kPlaneColumns * columns + point * static_cast<double>(x * y);
  return plane * static_cast<double>(Rows(map));
}

double HostMoveNanoseconds(double elements) { return kMovedElement * elements; }

double HostPermuteNanoseconds(double elements) { return kPermutedElement * elements; }

double HostConvertNanoseconds(double elements, double blocks) {
  return kConvertedElement * elements + kBlockNanoseconds * blocks;
}

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
