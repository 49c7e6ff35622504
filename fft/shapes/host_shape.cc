#include "fft/shapes/host_shape.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>

#include "fft/base/int_math.h"
#include "fft/machine/machine.h"
#include "fft/machine/model.h"
#include "fft/shapes/kernel_split.h"

namespace fft {
namespace {

// A workgroup of short rows in one pass has about this many points, since starting it costs time.
constexpr int64_t kFewPoints = 256;

// The number of vectors that `count` columns take in tiles of `width` columns. The columns after
// the full tiles take masked vectors if `width` is a multiple of `lanes`. Otherwise they take
// vectors of 4 lanes, then single columns.
int64_t VectorsOf(int64_t count, int64_t width, int64_t lanes) {
  constexpr int64_t kNarrow = 4;
  const int64_t rest = count % width;
  const int64_t of_rest =
      width % lanes == 0 ? CeilDiv(rest, lanes) : rest / kNarrow + rest % kNarrow;
  return count / width * CeilDiv(width, lanes) + of_rest;
}

// The number of products and sums in the butterfly of each radix (dag/dft.h); 0: no radix.
constexpr int kOperations[kMaxPrimeRadix + 1] = {
    0,   0,   4, 12,  16, 32, 36, 60,  52, 92, 84, 140, 96, 192, 148, 156,
    160, 320, 0, 396, 0,  0,  0,  572, 0,  0,  0,  0,   0,  896, 0,   1020};

bool IsHostRadix(int64_t length) { return length <= kMaxPrimeRadix && kOperations[length] > 0; }

// The costs of one kernel's passes on vectors. A pass transforms `lines` lines in each of `others`
// tiles together.
class PassCosts {
 public:
  PassCosts(const HostPasses& passes, int64_t lines, const HostPassWeights& weights)
      : weights_(weights),
        length_(passes.length),
        lanes_(HostLanes(passes.precision)),
        lines_(lines),
        others_(passes.others),
        across_(passes.is_across) {
    const int64_t of_lines = length_ * (across_ ? lanes_ : 1);
    const int64_t points = passes.tile_points > 0 ? passes.tile_points : of_lines;
    const int64_t scratch = 2 * points * ComplexBytes(passes.precision);
    const int64_t second_cache = across_ ? weights.second_cache_across : weights.second_cache;
    exchange_ = scratch > second_cache          ? weights.farthest_point
                : scratch > weights.first_cache ? weights.far_point
                                                : weights.near_point;
    if (scratch > weights.far_from_first_cache) {
      lone_ = weights.lone_far_point;
      split_ = across_ ? 0 : weights.split_point;
    }
  }

  // The cost of a pass of radix r after passes whose radices have the product `stride`.
  double Cost(int r, int64_t stride) const {
    const int64_t groups = length_ / r / stride;
    const Loop loop = LoopOf(r, stride, groups);
    const double operations = kOperations[r] + (groups == 1 ? 0 : 6 * (r - 1));
    double each = (loop.is_full ? weights_.vector : weights_.narrow_vector) +
                  weights_.spill * std::max(0, r - weights_.points_in_registers);
    each += loop.is_full ? weights_.operation * operations
                         : weights_.narrow_operation * operations + weights_.narrow_point * r;
    if (loop.is_strided) each += lone_ * r * static_cast<double>(loop.width);
    if (!across_ && !loop.is_strided && stride == 1 && groups > 1) {
      each += weights_.turned_point * r * static_cast<double>(CeilLog2(r));
      if (!std::has_single_bit(static_cast<unsigned>(r))) each += weights_.turned_odd_point * r;
    }
    const double vectors = static_cast<double>(length_) / static_cast<double>(lanes_);
    const double point = exchange_ + (stride * r % lanes_ == 0 ? 0 : split_);
    return each * loop.vectors + (groups == 1 ? 0 : vectors * point);
  }

 private:
  struct Loop {
    double vectors = 0;
    int64_t width = 1;
    bool is_full = true, is_strided = false;
  };

  // The loop that passes/thread_loops.h makes of the pass's butterflies. Lanes run along the loop
  // whose steps are neighbours in memory. Where this loop has fewer than kMinLanes steps, lanes run
  // along the longest one.
  Loop LoopOf(int r, int64_t stride, int64_t groups) const {
    constexpr int64_t kMinLanes = 8;
    const int64_t butterflies = length_ / r;
    const bool is_cut = stride > 1 && groups > 1;
    const int64_t near = is_cut ? stride : butterflies, far = is_cut ? groups : 1;
    const std::array<int64_t, 4> along = {near, far, lines_, others_};
    const std::array<int64_t, 4> across = {lines_, near, far, others_};
    const std::array<int64_t, 4>& extents = across_ ? across : along;
    const auto longest = std::max_element(extents.begin(), extents.end());
    const int64_t lanes = extents[0] < kMinLanes ? *longest : extents[0];
    Loop loop;
    loop.width = lanes_;
    loop.is_strided = lanes > extents[0];
    while (loop.width > lanes) loop.width /= 2;
    loop.is_full = loop.width == lanes_;
    loop.vectors =
        static_cast<double>(butterflies * CeilDiv(lanes, loop.width)) / static_cast<double>(lanes);
    return loop;
  }

  const HostPassWeights& weights_;
  const int64_t length_, lanes_, lines_, others_;
  const bool across_;
  double exchange_ = 0, lone_ = weights_.lone_point, split_ = 0;
};

// The cost of the cheapest passes after those whose radices have the product `stride`, and the
// radix of the first of the cheapest passes.
struct Rest {
  double cost = std::numeric_limits<double>::infinity();
  int radix = 0;
};

class CheapestPasses {
 public:
  CheapestPasses(const KernelShapeRequest& request, bool across, const HostPassWeights& weights)
      : length_(request.length),
        fewest_(FewestPasses(request.convolves)),
        costs_({.length = request.length, .precision = request.precision, .is_across = across},
               across ? HostLanes(request.precision) : 1, weights) {}

  double Nanoseconds() { return From(1).cost; }

  std::vector<int> Radices() {
    std::vector<int> radices;
    for (int64_t stride = 1; stride < length_; stride *= radices.back()) {
      const int radix = From(stride).radix;
      if (radix == 0) return {};
      radices.push_back(radix);
    }
    return radices;
  }

 private:
  Rest From(int64_t stride) {
    if (stride == length_) return {0, 1};
    if (const auto it = known_.find(stride); it != known_.end()) return it->second;
    Rest best;
    // Scratch holds the tile, so its length fits 32 bits. Most of this function's time is
    // divisions, and narrow ones are fast.
    const auto rest = static_cast<uint32_t>(length_ / stride);
    for (int r = kMaxPrimeRadix; r > 1; --r) {
      if (kOperations[r] == 0 || rest % static_cast<uint32_t>(r) != 0) continue;
      if (fewest_ > 1 && r == length_) continue;
      const double cost = costs_.Cost(r, stride) + From(stride * r).cost;
      if (cost < best.cost) best = {cost, r};
    }
    return known_[stride] = best;
  }

  const int64_t length_;
  const int fewest_;
  const PassCosts costs_;
  std::map<int64_t, Rest> known_;
};

// The radices of a short row whose passes stay in registers, where there are few rows. Two radices,
// as even as possible and the smaller one first, if their butterflies fill at most half a vector:
// real and imaginary parts together then fill the vector, and the vectors that the first pass makes
// are the second pass's points. Otherwise one butterfly, whose complex numbers are vectors of two.
// One butterfly also takes less time for fewer than 16 points, apart from powers of two. Empty if
// the row is too long.
std::vector<int> FactorsInRegisters(const KernelShapeRequest& request) {
  constexpr int64_t kOneButterfly = 16;
  const int64_t n = request.length;
  const bool are_few = request.count < HostLanes(request.precision);
  if (!are_few || request.convolves || request.converts || request.takes_pairs) return {};
  if (n < 8) return {};
  if (n >= kOneButterfly || IsPowerOfTwo(n)) {
    const int64_t most = HostLanes(request.precision) / 2;
    for (int64_t b = 1; b <= most; ++b) {
      if (b * b >= n && n % b == 0) return {static_cast<int>(n / b), static_cast<int>(b)};
    }
  }
  if (n > kMaxRadix || IsPowerOfTwo(n)) return {};
  return {static_cast<int>(n)};
}

}  // namespace

int64_t HostLanes(Precision precision) {
  return kVectorBytes / RealBytes(ComputePrecision(precision));
}

int64_t HostTile(const KernelShapeRequest& request) {
  const int64_t lanes = HostLanes(request.precision);
  if (request.tiling == Tiling::kRowRow && request.length < kFewPoints / lanes &&
      IsHostRadix(request.length)) {
    return kFewPoints / (request.length * lanes) * lanes;
  }
  int64_t best = lanes;
  for (int64_t width = lanes + 4; width < 2 * lanes; width += 4) {
    const int64_t vectors = VectorsOf(request.count, width, lanes);
    const int64_t fewest = VectorsOf(request.count, best, lanes);
    const bool is_even = request.count % width == 0 && request.count % best != 0;
    if (vectors < fewest || (vectors == fewest && is_even)) best = width;
  }
  return best;
}

bool TurnsRows(const KernelShapeRequest& request, const Target& target) {
  const HostPassWeights& weights = ModelOf(target).host.pass;
  const int64_t lanes = HostLanes(request.precision);
  if (request.convolves || request.count < lanes) return false;
  if (request.converts && !IsHostRadix(request.length)) return false;
  if (request.length <= weights.longest_run_row) return true;
  if (request.length > weights.longest_turned_row) return false;
  const int64_t bytes = request.count * request.length * ComplexBytes(request.precision);
  const bool stays_in_cache = request.count < weights.many_rows && bytes <= target.l2_bytes;
  const bool is_double = lanes == 8;
  const int64_t longest =
      request.is_part ? weights.longest_run_row : weights.longest_turned_far_row;
  if (!stays_in_cache && (is_double || request.length > longest)) return false;
  double turning = is_double ? weights.turning_double : weights.turning;
  if (!stays_in_cache) turning += weights.turning_far;
  const double turned = CheapestPasses(request, true, weights).Nanoseconds() +
                        turning * static_cast<double>(request.length);
  const double lines = static_cast<double>(CeilDiv(request.count, lanes) * lanes);
  return turned * lines <
         CheapestPasses(request, false, weights).Nanoseconds() * static_cast<double>(request.count);
}

std::vector<int> HostFactors(const KernelShapeRequest& request, const Target& target) {
  const bool is_radix = IsHostRadix(request.length);
  const bool has_scratch = 2 * request.length * ComplexBytes(request.precision) <= target.lds_bytes;
  if (is_radix && !has_scratch && FewestPasses(request.convolves) == 1) {
    return {static_cast<int>(request.length)};
  }
  const bool across = request.tiling != Tiling::kRowRow || TurnsRows(request, target);
  if (!across) {
    const std::vector<int> factors = FactorsInRegisters(request);
    if (!factors.empty()) return factors;
  }
  return CheapestPasses(request, across, ModelOf(target).host.pass).Radices();
}

double HostPassNanoseconds(const HostPasses& passes, const HostPassWeights& weights) {
  const int64_t lanes = HostLanes(passes.precision);
  const bool is_narrow = passes.is_across && passes.width < lanes;
  const PassCosts costs(passes, passes.is_across && !is_narrow ? lanes : passes.width, weights);
  double each = 0;
  int64_t stride = 1;
  for (const int radix : passes.factors) {
    each += costs.Cost(radix, stride);
    stride *= radix;
  }
  int64_t lines = passes.count;
  if (is_narrow) {
    lines = CeilDiv(passes.count, passes.width) * passes.width;
  } else if (passes.is_across) {
    lines = lanes * VectorsOf(passes.count, passes.width, lanes);
  }
  return each * static_cast<double>(lines);
}

}  // namespace fft
