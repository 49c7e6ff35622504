#include "fft/choice/gpu_prices.h"

#include <algorithm>

#include "fft/base/int_math.h"
#include "fft/choice/latency.h"
#include "fft/choice/price.h"
#include "fft/machine/model.h"
#include "fft/shapes/shape_tuning.h"

namespace fft {
namespace {

// The passes that a kernel does besides the passes of a line, if it makes `lines` lines of a
// transform: the passes that make the lines, and one for the outputs, which go through LDS.
int LinePasses(int lines) {
  return lines > 1 ? static_cast<int>(LineRadices(lines).size()) + 1 : 0;
}

// Whether the kernel reads or writes rows in another order than memory's. If passes make lines of a
// transform, these passes read in the order of memory.
bool PermutesRows(const LineWork& work, std::optional<Convolution> algorithm) {
  const Dim& axis = work.request.axes.back();
  const bool is_row = Magnitude(axis.in_stride) == 1 || Magnitude(axis.out_stride) == 1;
  return algorithm == Convolution::kRader && work.wanted.lines_per_transform == 1 && is_row;
}

// How many complex numbers a line reads for each of its points. Two reals count as one.
double ComplexPerPoint(const PlanNode& node, int transforms_per_line) {
  const bool is_real = node.in_side != AxisSide{} || node.out_side != AxisSide{};
  return is_real && !HoldsPairs(node) ? 0.5 * transforms_per_line : 1;
}

// The share of a copy's speed that the kernel reaches by the table of measured kernels. `points` is
// the number of points of the convolution for each complex number that the transform reads.
double ShareOf(const LineWork& work, std::optional<Convolution> algorithm, double points) {
  if (algorithm == Convolution::kRader) return work.shape.copy_share;
  const bool is_rader_length = IsPrime(work.wanted.length + 1);
  const double of_rader = ModelOf(work.request.target).gpu.convolution.bluestein_of_rader;
  return work.shape.copy_share * (is_rader_length ? of_rader : 1) / (points / 2);
}

// The bytes that tiles read without using them, because they use only parts of sectors of the
// caller's spectra. The points of one row lie apart in its spectrum. The rows of a tile have
// neighbouring points, or share one spectrum.
double VainSpectrumBytes(const LineWork& work) {
  const KernelMap& map = work.choice.map;
  if (!TakesSpectra(work.request.node.row.operation) || map.row_step <= 1) return 0;
  const Traffic& read = work.traffic.read;
  const int64_t per_sector = kSectorBytes / read.element_bytes;
  const int64_t run = map.row_steps[0] <= 1 ? std::min(work.width, per_sector) : 1;
  return read.bytes * (static_cast<double>(per_sector) / static_cast<double>(run) - 1);
}

class Gpu : public KernelPrices {
 public:
  Price OfLines(const LineWork& work) const override {
    const Target& target = work.request.target;
    const GpuModel& model = ModelOf(target).gpu;
    const auto& [read, write] = work.traffic;
    Price price = PriceOf(read, write, target);
    AddWorkgroup(
        {static_cast<double>(work.shape.factors.size()), work.shape.lds_bytes, model.traffic.pass},
        target, &price);
    if (const double share = ExpectedShare(work.wanted, target); share > 0) {
      LimitSpeed(share, read, write, target, &price);
    }
    AddPartsOfSectors(write, work.request.in_place, target, &price);
    const double units = static_cast<double>(target.compute_units);
    const double solo = model.traffic.solo_bandwidth;
    AddIdleness(std::min(1.0, solo * static_cast<double>(work.tiles) / units), &price);
    AddLatency(ButterflySeconds(work.shape, model.latency), &price);
    return price;
  }

  Price OfConvolution(const LineWork& work, std::optional<Convolution> algorithm) const override {
    const auto& [request, wanted, choice, shape, given, width, tiles] = work;
    const Target& target = request.target;
    SidesTraffic moved = given;
    moved.read.bytes += VainSpectrumBytes(work);
    SidesTraffic traffic = moved;
    const ConvolutionWeights& weights = ModelOf(target).gpu.convolution;
    if (PermutesRows(work, algorithm)) {
      traffic.read.bytes *= weights.permuted_row;
      traffic.write.bytes *= weights.permuted_row;
    }
    Price price = PriceOf(traffic.read, traffic.write, target);
    const int64_t length = request.axes.back().length;
    // The number of points of the convolution for each complex number that the transform reads.
    const double points = static_cast<double>(wanted.length * wanted.lines_per_transform) /
                          static_cast<double>(length) /
                          ComplexPerPoint(request.node, choice.transforms_per_line);
    const int line_passes = LinePasses(wanted.lines_per_transform);
    const double passes = 2.0 * static_cast<double>(shape.factors.size()) - 1 + line_passes;
    AddWorkgroup({passes * points, shape.lds_bytes, weights.pass}, target, &price);
    if (shape.copy_share > 0) {
      const bool slows =
          wanted.twiddled && wanted.tiling == Tiling::kColCol && wanted.lines_per_transform == 1;
      const double share = (slows ? weights.twiddled : 1) *
                           std::min(weights.most_share, ShareOf(work, algorithm, points));
      UseMeasured({share, std::min(width, length)}, moved.read, moved.write, target, &price);
    }
    if (!algorithm) return price;
    AddLatency(
        ConvolutionSeconds({*algorithm, shape, request.precision, line_passes, tiles}, target),
        &price);
    return price;
  }

  // The price of traffic and of units that idle at the end. A compute unit that waits for LDS draws
  // no more than its share of the bandwidth, even while others are idle. So the last workgroups
  // take as long as workgroups that fill all units, even if there are fewer of them.
  Price OfPlanes(const KernelRequest& request, const KernelMap&, const PlaneShape& shape,
                 const SidesTraffic& traffic, int64_t blocks) const override {
    Price price = PriceOf(traffic.read, traffic.write, request.target);
    LimitSpeed(shape.copy_share, traffic.read, traffic.write, request.target, &price);
    const int64_t units = request.target.compute_units;
    const int64_t rounds = CeilDiv(blocks, units);
    AddIdleness(static_cast<double>(blocks) / static_cast<double>(rounds * units), &price);
    return price;
  }

  Price OfMoves(const SidesTraffic& traffic, int64_t lds_bytes,
                const Target& target) const override {
    Price price = PriceOf(traffic.read, traffic.write, target);
    AddWorkgroup({1, lds_bytes, ModelOf(target).gpu.traffic.pass}, target, &price);
    return price;
  }

  Price OfProducts(const SidesTraffic& traffic, double, const Target& target) const override {
    return PriceOf(traffic.read, traffic.write, target);
  }

  Price OfConversions(const SidesTraffic& traffic, int64_t, const Target& target) const override {
    return PriceOf(traffic.read, traffic.write, target);
  }

  double LeastSeconds(double bytes, const Target& target) const override {
    return bytes / (target.bandwidth_gbs * 1e9) + ModelOf(target).gpu.traffic.launch_seconds;
  }
};

}  // namespace

const KernelPrices& GpuPrices() {
  static const Gpu* const kPrices = new Gpu();
  return *kPrices;
}

}  // namespace fft
