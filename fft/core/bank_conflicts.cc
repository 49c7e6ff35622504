#include "fft/core/bank_conflicts.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "fft/base/int_math.h"

namespace fft {
namespace {

constexpr int kBankBytes = 4;
constexpr int kMaxUnits = 64;
// A layout with padding must save this much to be worth its arithmetic.
constexpr double kWorthPadding = 0.02;

// Words that one turn of the LDS serves.
int UnitsOf(Exchange exchange, Precision precision, const Target& target) {
  const int parts = exchange == Exchange::kHalf ? 1 : 2;
  const int word = parts * RealBytes(ComputePrecision(precision));
  return std::clamp(target.lds_banks * kBankBytes / word, 1, kMaxUnits);
}

// The accesses of one kernel, one group of lanes after the other.
class Counter {
 public:
  Counter(const KernelShapeRequest& request, const KernelShape& shape, const Target& target,
          Accesses accesses)
      : request_(request),
        shape_(shape),
        lds_(shape.lds),
        units_(UnitsOf(shape.exchange, request.precision, target)),
        sampled_(accesses == Accesses::kSample),
        length_(static_cast<int>(request.length)) {
    lanes_ = shape.threads();
    if (sampled_) lanes_ = std::min(lanes_, target.wavefront);
  }

  double Count() {
    const bool is_staged = shape_.staging != Staging::kNone;
    const bool rows_out = StoresRows(request_.tiling);
    const bool rows_in = is_staged ? rows_out : LoadsRows(request_.tiling);
    if (is_staged) CountStaged();
    int stride = 1;
    for (size_t p = 0; p < shape_.factors.size(); ++p) {
      const int radix = shape_.factors[p];
      const bool rows = p == 0 ? rows_in : rows_out;
      if (p > 0 || is_staged) CountReads(radix, rows);
      const bool writes = p + 1 < shape_.factors.size() || shape_.staging == Staging::kLoadAndStore;
      if (writes) CountWrites(radix, stride, rows);
      stride *= radix;
    }
    return groups_ == 0 ? 0 : static_cast<double>(extra_) / static_cast<double>(groups_);
  }

 private:
  struct Lane {
    int transform, thread;
  };
  Lane LaneOf(int lane, bool rows) const {
    if (rows) return {lane / shape_.threads_per_transform, lane % shape_.threads_per_transform};
    return {lane % shape_.transforms_per_group, lane / shape_.transforms_per_group};
  }
  int Slot(int point, int transform) const {
    const int linear = point * static_cast<int>(lds_.point_step) +
                       transform * static_cast<int>(lds_.transform_step);
    return lds_.pad_every == 0 ? linear : linear + linear / lds_.pad_every;
  }
  // `first_of(i)` is point 0 of butterfly i, or -1 for a lane that does nothing; the others follow
  // `step` points apart.
  template <typename FirstOf>
  void CountAccesses(int radix, bool rows, int step, FirstOf first_of) {
    const int all = Rounds(static_cast<int64_t>(length_), radix, shape_.threads_per_transform);
    const int rounds = sampled_ ? 1 : all;
    const int looked_at = sampled_ ? std::min(radix, 2) : radix;
    for (int round = 0; round < rounds; ++round) {
      const int first = round * shape_.threads_per_transform;
      for (int lane = 0; lane < lanes_; lane += units_) {
        const int end = std::min(lane + units_, lanes_);
        for (int k = 0; k < looked_at; ++k) {
          for (int l = lane; l < end; ++l) {
            const Lane at = LaneOf(l, rows);
            const int point = first_of(at.thread + first);
            if (point >= 0) AddSlot(Slot(point + k * step, at.transform));
          }
          EndGroup();
        }
      }
    }
  }
  void CountReads(int radix, bool rows) {
    const int butterflies = length_ / radix;
    CountAccesses(radix, rows, butterflies,
                  [butterflies](int i) { return std::min(i, butterflies - 1); });
  }
  void CountWrites(int radix, int stride, bool rows) {
    const int butterflies = length_ / radix;
    CountAccesses(radix, rows, stride, [butterflies, stride, radix](int i) {
      return i < butterflies ? i % stride + i / stride * radix * stride : -1;
    });
  }
  void CountStaged() {
    const int elements = length_ * shape_.transforms_per_group;
    const int sides = shape_.staging == Staging::kLoadAndStore ? 2 : 1;
    const bool rows = LoadsRows(request_.tiling);
    const int end = sampled_ ? std::min(elements, lanes_) : elements;
    for (int e = 0; e < end; e += units_) {
      for (int side = 0; side < sides; ++side) {
        for (int l = e; l < std::min(e + units_, end); ++l) {
          const int n = rows ? length_ : shape_.transforms_per_group;
          AddSlot(rows ? Slot(l % n, l / n) : Slot(l / n, l % n));
        }
        EndGroup();
      }
    }
  }

  // Lanes that want the same word share it; such lanes follow each other.
  void AddSlot(int slot) {
    const int unit = slot % units_;
    if (uses_[unit] > 0 && last_[unit] == slot) return;
    last_[unit] = slot;
    most_ = std::max(most_, ++uses_[unit]);
  }
  void EndGroup() {
    if (most_ == 0) return;
    extra_ += most_ - 1;
    ++groups_;
    most_ = 0;
    uses_.fill(0);
  }

  const KernelShapeRequest& request_;
  const KernelShape& shape_;
  const LdsLayout& lds_;
  const int units_;
  const bool sampled_;
  const int length_;
  int lanes_ = 0;
  // Of the group of lanes that are served together.
  std::array<int, kMaxUnits> uses_{}, last_{};
  int most_ = 0;
  int64_t extra_ = 0, groups_ = 0;
};

LdsLayout WithPadding(LdsLayout lds, int pad_every, int64_t last) {
  lds.pad_every = pad_every;
  lds.words = last + 1 + (pad_every > 0 ? last / pad_every : 0);
  return lds;
}

// Periods of padding that keep the writes of an early pass apart: lanes a radix apart meet the same
// bank again after the least common multiple of the radix and the banks.
std::vector<int> Periods(const KernelShape& shape, int units) {
  std::vector<int> periods = {0, units};
  const auto add = [&periods](int64_t period) {
    const int value = static_cast<int>(period);
    if (std::find(periods.begin(), periods.end(), value) == periods.end()) periods.push_back(value);
  };
  int64_t stride = 1;
  for (size_t p = 0; p + 1 < shape.factors.size() && p < 2; ++p) {
    stride *= shape.factors[p];
    add(std::lcm<int64_t>(stride, units));
    add(stride);
  }
  add(2 * units);
  return periods;
}

}  // namespace

double ExtraWavefronts(const KernelShapeRequest& request, const KernelShape& shape,
                       const Target& target, Accesses accesses) {
  if (shape.exchange == Exchange::kNone || target.dialect == Dialect::kHostCpp) return 0;
  return Counter(request, shape, target, accesses).Count();
}

LdsLayout ChooseLdsLayout(const KernelShapeRequest& request, const KernelShape& shape,
                          const Target& target, std::optional<int> pad_every) {
  const int64_t n = request.length, transforms = shape.transforms_per_group;
  const bool across = request.tiling == Tiling::kColCol || shape.staging == Staging::kTurned ||
                      (target.dialect == Dialect::kHostCpp && request.tiling != Tiling::kRowRow);
  std::vector<LdsLayout> places;
  if (across) {
    places = {{transforms, 1, 0, 0}};
  } else if (shape.threads_per_transform == 1) {
    // Every lane walks its own transform: an odd distance between them meets every bank once.
    places = {{1, n | 1, 0, 0}};
  } else {
    places = {{1, n, 0, 0}};
    if (transforms > 1 && n % 2 == 0) places.push_back({1, n | 1, 0, 0});
  }
  const auto last_of = [&](const LdsLayout& lds) {
    return (n - 1) * lds.point_step + (transforms - 1) * lds.transform_step;
  };
  const bool is_free = target.dialect == Dialect::kHostCpp || shape.threads_per_transform == 1;
  if (is_free) return WithPadding(places.front(), pad_every.value_or(0), last_of(places.front()));
  std::vector<int> periods = Periods(shape, UnitsOf(shape.exchange, request.precision, target));
  if (pad_every) periods = {*pad_every};
  if (periods.size() * places.size() == 1) {
    return WithPadding(places.front(), periods.front(), last_of(places.front()));
  }
  KernelShape tried = shape;
  LdsLayout best;
  double least = 0;
  for (int period : periods) {
    for (const LdsLayout& place : places) {
      tried.lds = WithPadding(place, period, last_of(place));
      const double extra = ExtraWavefronts(request, tried, target, Accesses::kSample);
      if (best.words > 0 && extra >= least - kWorthPadding) continue;
      best = tried.lds;
      least = extra;
      if (least == 0) return best;
    }
  }
  return best;
}

}  // namespace fft
