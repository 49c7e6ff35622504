#include "fft/choice/host_prices.h"

#include <algorithm>
#include <cmath>

#include "fft/machine/model.h"
#include "fft/shapes/host_shape.h"

namespace fft {
namespace {

// The nanoseconds that a point takes besides the passes, such as for rotations and conversions.
double EndsOf(const KernelRequest& request, const KernelChoice& choice, const KernelShape& shape) {
  const HostKernelWeights& weights = ModelOf(request.target).host.kernel;
  const PlanNode& node = request.node;
  const double wide = RealBytes(ComputePrecision(request.precision)) / 4;
  double each = 0;
  const bool is_converted = node.in_side != AxisSide{} || node.out_side != AxisSide{};
  if (is_converted) each += weights.converted_point;
  if (node.row.operation != RowOperation::kNone) each += weights.conjugated_point;
  if (node.large_twiddle.length > 0) each += weights.rotated_point;
  if (shape.staging == Staging::kTurned) each += 2 * weights.turned_point;
  const bool turns = LoadsRows(choice.map.tiling) != StoresRows(choice.map.tiling);
  const bool is_light = shape.factors.size() == 1 && LoadsRows(choice.map.tiling);
  if (turns) each += is_light ? weights.lone_loaded_point : weights.lone_point;
  return each * wide;
}

// The factors by which strided data take longer, from memory and from the second cache.
struct Strided {
  double far, near;
};

double SideSeconds(const Traffic& side, const Strided& strided, double far, const Target& target) {
  const double row = static_cast<double>(target.tile_row_bytes);
  const double run = static_cast<double>(side.run_elements * side.element_bytes);
  const double seconds = side.bytes * std::max(1.0, row / run) / (target.bandwidth_gbs * 1e9);
  if (side.rows < 2) return far * seconds;
  return (far * strided.far + (1 - far) * strided.near) * seconds;
}

// Whether a kernel that convolves the map's columns moves whole vectors of columns. Such columns
// take no longer than rows, and permuting their lines costs nothing. This holds only in double
// precision.
bool MovesWholeVectors(const KernelMap& map, Precision precision) {
  return map.tiling == Tiling::kColCol && ComputePrecision(precision) == Precision::kDouble;
}

// The nanoseconds of arithmetic and exchanges of a kernel along one axis. The kernel of a
// convolution runs its passes forth and back.
double LineNanoseconds(const LineWork& work) {
  const auto& [request, wanted, choice, shape, traffic, width, tiles] = work;
  const MachineModel& model = ModelOf(request.target);
  const HostKernelWeights& weights = model.host.kernel;
  const KernelMap& map = choice.map;
  const bool is_across = map.tiling != Tiling::kRowRow || shape.staging == Staging::kTurned ||
                         shape.threads_per_transform == 1;
  HostPasses passes{wanted.length, request.precision, shape.factors, is_across};
  passes.count = wanted.count;
  passes.width = shape.transforms_per_group;
  const double count = static_cast<double>(passes.count);
  const double points = count * static_cast<double>(wanted.length);
  double nanoseconds = HostPassNanoseconds(passes, model.host.pass);
  nanoseconds += points * EndsOf(request, choice, shape);
  if (wanted.convolves) {
    const double wide = RealBytes(ComputePrecision(request.precision)) / 4;
    nanoseconds *= 2 * weights.convolution;
    nanoseconds += points * wide * 2 * weights.multiplied_point;
  }
  const double rows = static_cast<double>(Rows(map) / TileCount(map));
  const double bytes = 4 * points * rows * RealBytes(ComputePrecision(request.precision));
  const bool is_far = bytes > static_cast<double>(kFarBytes);
  nanoseconds += (is_far ? weights.far_block : weights.block) *
                 std::ceil(count / static_cast<double>(passes.width));
  if (wanted.convolves && map.tiling != Tiling::kRowRow &&
      !MovesWholeVectors(map, request.precision)) {
    nanoseconds *= weights.across_convolution;
  }
  return nanoseconds * rows;
}

// The nanoseconds of arithmetic and exchanges of a kernel that holds planes.
double PlaneNanoseconds(const KernelMap& map, const PlaneShape& shape, Precision precision,
                        const Target& target) {
  const auto& [pass, weights] = ModelOf(target).host;
  const int64_t y = map.axes[0].length, x = map.axes[1].length;
  const int64_t planes = shape.planes_per_group, points = x * y * planes;
  const double rows =
      HostPassNanoseconds({x, precision, shape.x_factors, false, y, y * planes, 1, points}, pass);
  const double columns =
      HostPassNanoseconds({y, precision, shape.y_factors, true, x, x, planes, points}, pass);
  const double point = weights.plane_point * RealBytes(ComputePrecision(precision)) / 4;
  const double plane =
      (shape.x_factors.size() == 1 ? weights.plane_row : weights.plane_rows) * rows +
      weights.plane_columns * columns + point * static_cast<double>(x * y);
  return plane * static_cast<double>(Rows(map));
}

Price PriceOf(const SidesTraffic& traffic, double nanoseconds, const Target& target) {
  const HostKernelWeights& weights = ModelOf(target).host.kernel;
  const double bytes = traffic.read.bytes + traffic.write.bytes;
  const double far =
      std::max(0.0, 1 - weights.caches * static_cast<double>(target.l2_bytes) / bytes);
  Price price;
  price.read =
      SideSeconds(traffic.read, {weights.strided_read_far, weights.strided_read_near}, far, target);
  price.write = SideSeconds(traffic.write, {weights.strided_write_far, weights.strided_write_near},
                            far, target);
  const double moving = price.read + price.write;
  const double passes = nanoseconds * 1e-9;
  price.passes = passes - weights.hidden * std::min(passes, moving);
  price.launch = weights.launch_seconds;
  return price;
}

double ElementsOf(const SidesTraffic& traffic) {
  return traffic.read.bytes / static_cast<double>(traffic.read.element_bytes);
}

class Host : public KernelPrices {
 public:
  Price OfLines(const LineWork& work) const override {
    return PriceOf(work.traffic, LineNanoseconds(work), work.request.target);
  }

  Price OfConvolution(const LineWork& work, std::optional<Convolution> algorithm) const override {
    const Target& target = work.request.target;
    double nanoseconds = LineNanoseconds(work);
    if (algorithm == Convolution::kRader &&
        !MovesWholeVectors(work.choice.map, work.request.precision)) {
      nanoseconds += ModelOf(target).host.kernel.permuted_element * ElementsOf(work.traffic);
    }
    return PriceOf(work.traffic, nanoseconds, target);
  }

  // The price of planes. A kernel of planes reads and writes memory once. A kernel of rows and a
  // kernel of columns together also do so, since they run piece by piece (fft/exec/pieces.h), but
  // the sum of their prices counts traffic twice. This price counts as much traffic as that sum, so
  // that the two can be compared.
  Price OfPlanes(const KernelRequest& request, const KernelMap& map, const PlaneShape& shape,
                 const SidesTraffic& traffic, int64_t) const override {
    SidesTraffic priced = traffic;
    if (Rows(map) > shape.planes_per_group) {
      const double pieces = ModelOf(request.target).host.kernel.pieces_traffic;
      priced.read.bytes *= pieces;
      priced.write.bytes *= pieces;
    }
    const double nanoseconds = PlaneNanoseconds(map, shape, request.precision, request.target);
    return PriceOf(priced, nanoseconds, request.target);
  }

  Price OfMoves(const SidesTraffic& traffic, int64_t, const Target& target) const override {
    const double nanoseconds = ModelOf(target).host.kernel.moved_element * ElementsOf(traffic);
    return PriceOf(traffic, nanoseconds, target);
  }

  Price OfProducts(const SidesTraffic& traffic, double products,
                   const Target& target) const override {
    return PriceOf(traffic, ModelOf(target).host.kernel.moved_element * products, target);
  }

  Price OfConversions(const SidesTraffic& traffic, int64_t blocks,
                      const Target& target) const override {
    const HostKernelWeights& weights = ModelOf(target).host.kernel;
    const double nanoseconds = weights.converted_element * ElementsOf(traffic) +
                               weights.block * static_cast<double>(blocks);
    return PriceOf(traffic, nanoseconds, target);
  }

  // Data may be in a cache, so memory's bandwidth bounds nothing.
  double LeastSeconds(double, const Target&) const override { return 0; }
};

}  // namespace

const KernelPrices& HostPrices() {
  static const Host* const kPrices = new Host();
  return *kPrices;
}

}  // namespace fft
