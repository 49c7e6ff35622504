#include "fft/shapes/bank_conflicts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "fft/base/int_math.h"
#include "fft/machine/machine.h"
#include "fft/machine/model.h"

namespace fft {
namespace {

constexpr int kBankBytes = 4;
constexpr int kMaxUnits = 64;
// How many words LDS serves at once (in one turn), a power of two.
int UnitsOf(Exchange exchange, Precision precision, const Target& target) {
  const int parts = exchange == Exchange::kHalf ? 1 : 2;
  const int word = parts * RealBytes(ComputePrecision(precision));
  return static_cast<int>(std::bit_floor(
      static_cast<unsigned>(std::clamp(target.lds_banks * kBankBytes / word, 1, kMaxUnits))));
}

// The points that lanes access together, without the places where a layout puts the points in LDS.
struct Pattern {
  struct Access {
    int point, transform;
  };
  // Ends a group: the accesses that were added since the last group, if there are any.
  void EndGroup() {
    const int end = static_cast<int>(accesses.size());
    if (end > (ends.empty() ? 0 : ends.back())) ends.push_back(end);
  }

  std::vector<Access> accesses;
  std::vector<int> ends;  // index in `accesses` where each group of lanes served together ends
};

// Collects the accesses of one kernel, one group of lanes after the other.
class Collector {
 public:
  Collector(const KernelShapeRequest& request, const KernelShape& shape, int units,
            std::optional<int> sampled_lanes)
      : request_(request),
        shape_(shape),
        units_(units),
        sampled_(sampled_lanes.has_value()),
        length_(static_cast<int>(request.length)),
        lanes_(std::min(shape.threads(), sampled_lanes.value_or(shape.threads()))) {}

  Pattern Collect() {
    if (sampled_) pattern_.accesses.reserve(4 * lanes_ * shape_.factors.size());
    const bool is_staged = shape_.staging != Staging::kNone;
    const bool rows_out = StoresRows(request_.tiling);
    const bool rows_in = is_staged ? rows_out : LoadsRows(request_.tiling);
    if (is_staged) AddStaged();
    const size_t passes = shape_.factors.size();
    for (size_t p = 0; p < passes; ++p) {
      const bool rows = p == 0 ? rows_in : rows_out;
      const LdsPoints points = LdsPoints::Of(shape_.factors, shape_.exchange, p);
      if (p > 0 || is_staged) AddReads(points, p, rows);
      if (p + 1 < passes || shape_.staging == Staging::kLoadAndStore) AddWrites(points, p, rows);
    }
    return std::move(pattern_);
  }

 private:
  struct Lane {
    int transform, thread;
  };
  Lane LaneOf(int lane, bool rows) const {
    if (rows) return {lane / shape_.threads_per_transform, lane % shape_.threads_per_transform};
    return {lane % shape_.transforms_per_group, lane / shape_.transforms_per_group};
  }
  // Adds a pass's butterflies. `first_of(i)` is point 0 of butterfly i, or -1 for a lane that does
  // nothing. The other points of a butterfly follow point 0, `step` points apart.
  template <typename FirstOf>
  void AddButterflies(int radix, bool rows, int step, FirstOf first_of) {
    const int all = Rounds(static_cast<int64_t>(length_), radix, shape_.threads_per_transform);
    const int rounds = sampled_ ? 1 : all;
    const int looked_at = sampled_ ? std::min(radix, 2) : radix;
    for (int round = 0; round < rounds; ++round) {
      const int first = round * shape_.threads_per_transform;
      for (int lane = 0; lane < lanes_; lane += units_) {
        const size_t begin = pattern_.accesses.size();
        for (int l = lane; l < std::min(lane + units_, lanes_); ++l) {
          const Lane at = LaneOf(l, rows);
          const int point = first_of(at.thread + first);
          if (point >= 0) pattern_.accesses.push_back({point, at.transform});
        }
        const size_t end = pattern_.accesses.size();
        pattern_.EndGroup();
        for (int k = 1; k < looked_at && end > begin; ++k) {
          for (size_t a = begin; a < end; ++a) {
            const Pattern::Access at = pattern_.accesses[a];
            pattern_.accesses.push_back({at.point + k * step, at.transform});
          }
          pattern_.EndGroup();
        }
      }
    }
  }
  void AddReads(const LdsPoints& points, size_t pass, bool rows) {
    const int64_t last = points.butterflies() - 1;
    AddButterflies(shape_.factors[pass], rows, static_cast<int>(points.read_step()), [&](int i) {
      return static_cast<int>(points.Read(std::min<int64_t>(i, last)));
    });
  }
  void AddWrites(const LdsPoints& points, size_t pass, bool rows) {
    AddButterflies(shape_.factors[pass], rows, static_cast<int>(points.written_step()), [&](int i) {
      return i < points.butterflies() ? static_cast<int>(points.Written(i)) : -1;
    });
  }
  void AddStaged() {
    const int elements = length_ * shape_.transforms_per_group;
    const int sides = shape_.staging == Staging::kLoadAndStore ? 2 : 1;
    const bool rows = LoadsRows(request_.tiling);
    const int end = sampled_ ? std::min(elements, lanes_) : elements;
    const int n = rows ? length_ : shape_.transforms_per_group;
    for (int e = 0; e < end; e += units_) {
      for (int side = 0; side < sides; ++side) {
        for (int l = e; l < std::min(e + units_, end); ++l) {
          const int slow = l / n, fast = l % n;
          pattern_.accesses.push_back(rows ? Pattern::Access{fast, slow}
                                           : Pattern::Access{slow, fast});
        }
        pattern_.EndGroup();
      }
    }
  }
  const KernelShapeRequest& request_;
  const KernelShape& shape_;
  const int units_;
  const bool sampled_;
  const int length_;
  const int lanes_;
  Pattern pattern_;
};

Pattern PatternOf(const KernelShapeRequest& request, const KernelShape& shape, const Target& target,
                  Accesses accesses) {
  std::optional<int> sampled;
  if (accesses == Accesses::kSample) sampled = target.wavefront;
  const int units = UnitsOf(shape.exchange, request.precision, target);
  return Collector(request, shape, units, sampled).Collect();
}

// The turns beyond the first that LDS takes for a group, averaged over the groups. Counting stops
// when the average reaches `enough`. `units` is a power of two.
double CountExtra(const Pattern& pattern, const LdsLayout& lds, int units,
                  double enough = std::numeric_limits<double>::infinity()) {
  if (pattern.ends.empty()) return 0;
  const auto groups = static_cast<double>(pattern.ends.size());
  const int point_step = static_cast<int>(lds.point_step);
  const int transform_step = static_cast<int>(lds.transform_step);
  int64_t extra = 0;
  int begin = 0;
  std::array<int, kMaxUnits> uses{}, last{};
  for (const int end : pattern.ends) {
    std::fill_n(uses.begin(), units, 0);
    int most = 0;
    for (int a = begin; a < end; ++a) {
      const Pattern::Access& at = pattern.accesses[a];
      int slot = at.point * point_step + at.transform * transform_step;
      if (lds.pad_every > 0) slot += slot / lds.pad_every;
      const int unit = slot & (units - 1);
      // Lanes that access the same word share an access. Such lanes are neighbours.
      if (uses[unit] > 0 && last[unit] == slot) continue;
      last[unit] = slot;
      most = std::max(most, ++uses[unit]);
    }
    extra += most - 1;
    begin = end;
    if (static_cast<double>(extra) / groups >= enough) break;
  }
  return static_cast<double>(extra) / groups;
}

LdsLayout WithPadding(LdsLayout lds, int pad_every, int64_t last) {
  lds.pad_every = pad_every;
  lds.words = last + 1 + (pad_every > 0 ? last / pad_every : 0);
  return lds;
}

void AddOnce(int64_t period, std::vector<int>* periods) {
  const int value = static_cast<int>(period);
  if (std::find(periods->begin(), periods->end(), value) == periods->end()) {
    periods->push_back(value);
  }
}

// The values of pad_every that may keep the writes of the first two passes apart. Lanes write words
// that lie `stride` apart, the product of the radices so far. They meet the same bank again after
// the least common multiple of `stride` and `units`.
std::vector<int> Periods(const KernelShape& shape, int64_t length, int units) {
  std::vector<int> periods = {0, units};
  const auto add = [&periods](int64_t period) { AddOnce(period, &periods); };
  int64_t stride = 1;
  for (size_t p = 0; p + 1 < shape.factors.size() && p < 2; ++p) {
    stride *= shape.factors[p];
    add(std::lcm<int64_t>(stride, units));
    add(stride);
  }
  // In place, lanes access words whose distance is the length divided by the first radix, or by the
  // product of the first two radices.
  if (shape.exchange == Exchange::kInPlace) {
    for (size_t p = 0; p + 1 < shape.factors.size() && p < 2; ++p) add(length /= shape.factors[p]);
  }
  add(2 * units);
  return periods;
}

// Collects the accesses of the exchanges of planes. The transforms of LdsLayout are the rows of
// planes.
class PlaneCollector {
 public:
  PlaneCollector(const PlanePasses& passes, int units, std::optional<int> sampled_lanes)
      : passes_(passes),
        units_(units),
        sampled_(sampled_lanes.has_value()),
        lanes_(std::min(passes.threads, sampled_lanes.value_or(passes.threads))) {}

  Pattern Collect() {
    for (size_t p = 0; p < passes_.count(); ++p) {
      const PlanePoints points(passes_, p);
      const auto read = [&](int64_t number, int k) { return points.Read(number, k); };
      const auto written = [&](int64_t number, int k) { return points.Written(number, k); };
      if (p > 0) AddSide(points, read);
      if (p + 1 < passes_.count()) AddSide(points, written);
    }
    return std::move(pattern_);
  }

 private:
  // `point_of(number, k)` is point k of the butterfly `number` of the pass.
  template <typename PointOf>
  void AddSide(const PlanePoints& points, PointOf point_of) {
    const int64_t work = points.butterflies();
    for (int64_t first = 0; first < (sampled_ ? 1 : work); first += passes_.threads) {
      for (int64_t lane = 0; lane < lanes_; lane += units_) {
        const int64_t end = std::min<int64_t>({lane + units_, int64_t{lanes_}, work - first});
        for (int k = 0; k < (sampled_ ? std::min(points.radix(), 2) : points.radix()); ++k) {
          for (int64_t number = first + lane; number < first + end; ++number) {
            const PlanePoints::Point at = point_of(number, k);
            pattern_.accesses.push_back({static_cast<int>(at.x), static_cast<int>(at.row)});
          }
          pattern_.EndGroup();
        }
      }
    }
  }

  const PlanePasses& passes_;
  const int units_;
  const bool sampled_;
  const int lanes_;
  Pattern pattern_;
};

Pattern PatternOf(const PlanePasses& passes, int units, Accesses accesses, const Target& target) {
  std::optional<int> sampled;
  if (accesses == Accesses::kSample) sampled = 2 * target.wavefront;
  return PlaneCollector(passes, units, sampled).Collect();
}

// The layouts without padding that transforms may have in LDS, the plainest first.
std::vector<LdsLayout> Places(const KernelShapeRequest& request, const KernelShape& shape,
                              const Target& target) {
  const int64_t n = request.length, transforms = shape.transforms_per_group;
  const bool across = request.tiling == Tiling::kColCol || shape.staging == Staging::kTurned ||
                      (LanesAreVectors(target) && request.tiling != Tiling::kRowRow);
  if (across) return {{transforms, 1, 0, 0}};
  // Every lane has a transform of its own, so with an odd distance between transforms the lanes
  // meet every bank once.
  if (shape.threads_per_transform == 1) return {{1, n | 1, 0, 0}};
  if (transforms > 1 && n % 2 == 0) return {{1, n, 0, 0}, {1, n | 1, 0, 0}};
  return {{1, n, 0, 0}};
}

int64_t LastOf(const LdsLayout& lds, int64_t length, int64_t transforms) {
  return (length - 1) * lds.point_step + (transforms - 1) * lds.transform_step;
}

}  // namespace

double ExtraWavefronts(const KernelShapeRequest& request, const KernelShape& shape,
                       const Target& target, Accesses accesses) {
  if (shape.exchange == Exchange::kNone || target.lds_banks == 0) return 0;
  return CountExtra(PatternOf(request, shape, target, accesses), shape.lds,
                    UnitsOf(shape.exchange, request.precision, target));
}

LdsLayout PlainLdsLayout(const KernelShapeRequest& request, const KernelShape& shape,
                         const Target& target) {
  const LdsLayout place = Places(request, shape, target).front();
  return WithPadding(place, 0, LastOf(place, request.length, shape.transforms_per_group));
}

LdsLayout ChooseLdsLayout(const KernelShapeRequest& request, const KernelShape& shape,
                          const Target& target, std::optional<int> pad_every) {
  const int64_t n = request.length;
  const std::vector<LdsLayout> places = Places(request, shape, target);
  const auto last_of = [&](const LdsLayout& lds) {
    return LastOf(lds, n, shape.transforms_per_group);
  };
  const bool is_free = target.lds_banks == 0 || shape.threads_per_transform == 1;
  if (is_free) return WithPadding(places.front(), pad_every.value_or(0), last_of(places.front()));
  const int units = UnitsOf(shape.exchange, request.precision, target);
  std::vector<int> periods = Periods(shape, n, units);
  if (pad_every) periods = {*pad_every};
  if (periods.size() * places.size() == 1) {
    return WithPadding(places.front(), periods.front(), last_of(places.front()));
  }
  const double worth_padding = ModelOf(target).gpu.search.worth_padding;
  const Pattern pattern = PatternOf(request, shape, target, Accesses::kSample);
  LdsLayout best;
  double least = std::numeric_limits<double>::infinity();
  for (int period : periods) {
    for (const LdsLayout& place : places) {
      const LdsLayout tried = WithPadding(place, period, last_of(place));
      const double extra = CountExtra(pattern, tried, units, least - worth_padding);
      if (extra >= least - worth_padding) continue;
      best = tried;
      least = extra;
      if (least == 0) return best;
    }
  }
  return best;
}

bool IsLdsLayout(const KernelShapeRequest& request, const KernelShape& shape, const Target& target,
                 const LdsLayout& lds) {
  const std::vector<LdsLayout> places = Places(request, shape, target);
  return lds.pad_every >= 0 && std::any_of(places.begin(), places.end(), [&](LdsLayout place) {
           const int64_t last = LastOf(place, request.length, shape.transforms_per_group);
           return lds == WithPadding(place, lds.pad_every, last);
         });
}

bool IsLdsLayout(const PlanePasses& passes, const LdsLayout& lds, const Target& target) {
  const int64_t rows = passes.y_length * passes.planes, n = passes.x_length;
  if (lds == LdsLayout{1, n, 0, rows * n}) return true;
  const int64_t pitch = lds.transform_step;
  const bool is_near = pitch >= n && pitch < n + kMaxUnits && lds.pad_every >= 0;
  return is_near && target.lds_banks > 0 &&
         lds == WithPadding({1, pitch, 0, 0}, lds.pad_every, (rows - 1) * pitch + n - 1);
}

double ExtraWavefronts(const PlanePasses& passes, const LdsLayout& lds, Precision precision,
                       const Target& target, Accesses accesses) {
  if (target.lds_banks == 0) return 0;
  const int units = UnitsOf(Exchange::kFull, precision, target);
  return CountExtra(PatternOf(passes, units, accesses, target), lds, units);
}

LdsLayout ChooseLdsLayout(const PlanePasses& passes, Precision precision, int64_t most_words,
                          const Target& target) {
  const int64_t rows = passes.y_length * passes.planes, n = passes.x_length;
  LdsLayout best = {1, n, 0, rows * n};
  if (target.lds_banks == 0) return best;
  const int units = UnitsOf(Exchange::kFull, precision, target);
  const double worth_padding = ModelOf(target).gpu.search.worth_padding;
  const Pattern pattern = PatternOf(passes, units, Accesses::kSample, target);
  double least = CountExtra(pattern, best, units);
  std::vector<int> periods = {0, units, 2 * units};
  if (passes.x_factors.size() > 1) {
    const int radix = passes.x_factors.front();
    AddOnce(std::lcm(radix, units), &periods);
    AddOnce(radix, &periods);
  }
  for (int period : periods) {
    for (int64_t pitch = n; pitch < n + units && least > 0; ++pitch) {
      const LdsLayout tried = WithPadding({1, pitch, 0, 0}, period, (rows - 1) * pitch + n - 1);
      if (tried.words > most_words) break;
      const double extra = CountExtra(pattern, tried, units, least - worth_padding);
      if (extra >= least - worth_padding) continue;
      best = tried;
      least = extra;
    }
  }
  return best;
}

}  // namespace fft
