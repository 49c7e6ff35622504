#include "fft/shapes/kernel_split.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/machine/machine.h"
#include "fft/machine/model.h"
#include "fft/shapes/host_shape.h"

namespace fft {
namespace {

// The largest composite radix of the split that SplitThreads makes: 16 points in registers balance
// exchanges against occupancy. If a compiler needs few more registers for 32 points, radices up to
// 32 are used if they save a long transform an exchange (KernelResources::wide_from).
constexpr int kMaxCompositeRadix = 16;

bool IsRadix(int64_t r, const FactorLimits& limits) {
  if (r <= 1) return false;
  if (r <= limits.largest_composite) return true;
  return r <= limits.largest_prime && IsPrime(r);
}

// Appends to `found` each list that begins with `chosen` and goes on with at most `passes` factors
// whose product is `rest`. The lists do not increase.
void EnumerateFactors(int64_t rest, int passes, const FactorLimits& limits,
                      std::vector<int>* chosen, std::vector<std::vector<int>>* found) {
  if (rest == 1) {
    found->push_back(*chosen);
    return;
  }
  if (passes == 0) return;
  const int64_t bound = chosen->empty() ? kLargestRadix : chosen->back();
  for (int64_t r = std::min(bound, rest); r >= 2; --r) {
    if (rest % r != 0 || !IsRadix(r, limits)) continue;
    chosen->push_back(static_cast<int>(r));
    EnumerateFactors(rest / r, passes - 1, limits, chosen, found);
    chosen->pop_back();
  }
}

// All factorisations with the fewest passes and no composite radix above `composite`; empty when a
// prime factor is too large.
std::vector<std::vector<int>> MinimalFactorisations(const KernelShapeRequest& request,
                                                    int composite, const Target& target) {
  std::vector<std::vector<int>> found;
  const int limit = static_cast<int>(PrimeFactors(request.length).size());
  const int fewest = FewestPasses(request.convolves);
  for (int passes = fewest; passes <= limit && found.empty(); ++passes) {
    found = Factorisations(request.length, {fewest, passes, composite, LargestPrimeRadix(target)});
  }
  return found;
}

// The cost of rounds, summed over the passes: the share of threads without a butterfly, and a
// little for every round after the first, which repeats the address arithmetic.
double RoundCost(int64_t length, const std::vector<int>& factors, int threads,
                 const SearchWeights& weights) {
  double cost = 0;
  for (int r : factors) {
    const int rounds = Rounds(length, r, threads);
    const double work = static_cast<double>(length) / r;
    const double weight = r > kMaxPrimeRadix ? weights.large_prime * r : 1;
    cost += weight * (1.0 - work / (static_cast<double>(rounds) * threads));
    cost += weights.round * (rounds - 1);
  }
  return cost;
}

// The penalty for the points of a thread: too few have too few independent loads, too many lower
// the occupancy.
double PointsPenalty(int points, Precision precision, const SearchWeights& weights) {
  const int preferred =
      precision == Precision::kDouble ? weights.preferred_points_double : weights.preferred_points;
  if (points > preferred) return weights.point_above * (points - preferred);
  return weights.point_below * std::max(0, weights.fewest_points - points);
}

}  // namespace

bool IsLargePrime(int radix) {
  constexpr uint64_t kLarge = [] {
    uint64_t set = 0;
    for (int r : {17, 19, 23, 29, 31, 37, 41, 43, 47, kLargestRadix}) set |= uint64_t{1} << r;
    return set;
  }();
  return radix <= kLargestRadix && (kLarge >> radix & 1) != 0;
}

int RegistersPerComplex(Precision precision) { return precision == Precision::kDouble ? 4 : 2; }

int ComplexBytes(Precision precision) { return 2 * RealBytes(ComputePrecision(precision)); }

void OrderPasses(Precision precision, std::vector<int>* factors) {
  std::sort(factors->begin(), factors->end(), [precision](int a, int b) {
    if (precision == Precision::kDouble && IsWidePrime(a) != IsWidePrime(b)) return IsWidePrime(b);
    const bool odd_a = a % 2 == 1, odd_b = b % 2 == 1;
    return odd_a != odd_b ? odd_a : a > b;
  });
}

std::vector<std::vector<int>> OrdersByFirst(Precision precision, std::vector<int> factors) {
  OrderPasses(precision, &factors);
  std::vector<std::vector<int>> orders;
  for (size_t i = 0; i < factors.size(); ++i) {
    if (std::find(factors.begin(), factors.begin() + i, factors[i]) != factors.begin() + i) {
      continue;
    }
    orders.push_back(factors);
    std::rotate(orders.back().begin(), orders.back().begin() + i, orders.back().begin() + i + 1);
  }
  return orders;
}

int LargestComposite(const Target& target) {
  return target.resources.wide_from > 0 ? kMaxRadix : kMaxCompositeRadix;
}

int FewestPasses(bool convolves) { return convolves ? 2 : 1; }

int PassesMade(const KernelShapeRequest& request, const std::vector<int>& factors) {
  const auto passes = static_cast<int>(factors.size());
  return request.convolves ? 2 * passes - 1 : passes;
}

std::vector<std::vector<int>> Factorisations(int64_t length, const FactorLimits& limits) {
  std::vector<std::vector<int>> found;
  std::vector<int> chosen;
  EnumerateFactors(length, limits.most, limits, &chosen, &found);
  std::erase_if(found,
                [&limits](const auto& factors) { return std::ssize(factors) < limits.fewest; });
  return found;
}

ThreadSplit SplitAmong(int64_t length, const std::vector<int>& factors, int threads,
                       bool in_place) {
  ThreadSplit split{factors, threads, 1, in_place};
  for (int r : factors) {
    split.points = std::max(split.points, in_place ? r : Rounds(length, r, threads) * r);
  }
  return split;
}

RegisterNeed NeedOf(const KernelShapeRequest& request, const ThreadSplit& split,
                    const Target& target) {
  // Conversions of reals take as many registers as rotations do, except those of rows that restore
  // reals. A second butterfly of a thread takes as many, too.
  const bool restores_rows = request.restores && request.tiling == Tiling::kRowRow;
  const bool repeats_last =
      !split.factors.empty() && request.length > int64_t{split.threads} * split.factors.back();
  const bool rotates_last =
      request.twiddled || (request.converts && !restores_rows) || repeats_last;
  RegisterNeed need =
      RegistersNeeded(split.factors, split.points, request.precision, target, rotates_last);
  if (split.in_place) {
    const int64_t saved = target.resources.spare_points - target.resources.spare_points_in_place;
    need.least -= saved * RegistersPerComplex(request.precision);
  }
  const bool is_double = request.precision == Precision::kDouble;
  const KernelResources& figures = target.resources;
  const int w = RegistersPerComplex(request.precision);
  const auto any = [&split](auto condition) {
    return std::any_of(split.factors.begin(), split.factors.end(), condition);
  };
  const bool has_prime = any(IsLargePrime);
  if (request.convolves) {
    // LLVM holds on to the tables of all passes; ptxas holds on to the temporaries of butterflies
    // that are no powers of two.
    const bool is_power = !any([](int r) { return (r & (r - 1)) != 0; });
    int64_t tables = is_double ? figures.convolution_double : figures.convolution_single;
    if (split.factors.size() < 3) {
      tables = is_double ? figures.short_convolution_double : figures.short_convolution_single;
    }
    if (is_power && figures.convolution_of_powers == 0) tables = 0;
    need.least = std::max(need.least + (has_prime ? tables : 0), split.points * w + tables);
  } else if (request.converts || request.twiddled) {
    need.least += figures.ends;
  }
  if (request.lines_per_transform > 1) {
    const int radix = LineRadices(request.lines_per_transform).front();
    const int64_t threads = int64_t{split.threads} * request.lines_per_transform;
    const auto rounds = static_cast<int>(CeilDiv(ButterfliesIntoLines(request), threads));
    // These butterflies need an LDS address for each point. The addresses are in the registers that
    // the tables of passes take later.
    const int at_once = FirstButterfliesAtOnce(radix, rounds, split.factors, split.in_place);
    const RegisterNeed first =
        RegistersNeeded({radix}, at_once * radix, request.precision, target, true);
    need.least = std::max(need.least, first.least);
  }
  // On some targets a thread with several butterflies in a pass needs more registers. Large primes
  // have their own allowance.
  const bool repeats = any([&](int r) { return Rounds(request.length, r, split.threads) > 1; });
  if (repeats && !has_prime) need.least += figures.repeated_rounds * w;
  need.comfortable = std::max(need.comfortable, need.least);
  return need;
}

bool HasRegisters(const KernelShapeRequest& request, const ThreadSplit& split,
                  const Target& target) {
  const int64_t threads = int64_t{split.threads} * request.lines_per_transform;
  if (threads > target.max_threads) return false;
  const int64_t waves = CeilDiv(threads, target.wavefront);
  return RegistersAvailable(waves, target) >= NeedOf(request, split, target).least;
}

std::vector<int64_t> ThreadCounts(int64_t length, const std::vector<int>& factors,
                                  int most_rounds) {
  std::vector<int64_t> counts;
  for (int r : factors) {
    for (int rounds = 1; rounds <= most_rounds; ++rounds) {
      if (length / r % rounds != 0) continue;
      const int64_t threads = length / r / rounds;
      if (std::find(counts.begin(), counts.end(), threads) == counts.end()) {
        counts.push_back(threads);
      }
    }
  }
  return counts;
}

int64_t CountBeyondTiles(const KernelShapeRequest& request, const Target& target) {
  const int64_t fewest_threads =
      std::max<int64_t>(1, request.length / (int64_t{kLargestRadix} * kMaxRounds));
  // TileWidths asks for columns up to two rows of memory wide, whatever their threads.
  const int64_t rows = 2 * target.tile_row_bytes / ComplexBytes(request.precision);
  return std::max(CeilDiv(target.max_threads, fewest_threads), rows * request.lines_per_transform) +
         request.lines_per_transform;
}

namespace {

// The split of given factors with the least cost. Its threads are 0 if no number of threads leaves
// enough registers.
ThreadSplit BestThreads(const KernelShapeRequest& request,
                        const std::vector<std::vector<int>>& factorisations, bool in_place,
                        const Target& target) {
  const SearchWeights& weights = ModelOf(target).gpu.search;
  std::optional<ThreadSplit> best;
  double least = 0;
  for (const std::vector<int>& factors : factorisations) {
    for (int64_t tried : ThreadCounts(request.length, factors, in_place ? kMaxRounds : 1)) {
      if (tried > target.max_threads) continue;
      ThreadSplit split = SplitAmong(request.length, factors, static_cast<int>(tried), in_place);
      if (!HasRegisters(request, split, target)) continue;
      double cost = RoundCost(request.length, factors, split.threads, weights) +
                    PointsPenalty(split.points, request.precision, weights);
      // The pass that turns around holds its butterfly's points twice.
      if (request.convolves) cost += weights.turning_point * factors.back();
      if (best && cost >= least - 1e-9) continue;
      best = std::move(split);
      least = cost;
    }
  }
  return best.value_or(ThreadSplit{{}, 0, 0});
}

}  // namespace

absl::Status TooLong(const KernelShapeRequest& request, const Target& target,
                     const std::string& what) {
  return absl::ResourceExhaustedError(
      absl::StrCat("a kernel of length ", request.length, " in ", ToString(request.precision),
                   " precision does not fit ", target.name, ": ", what));
}

int64_t ButterfliesIntoLines(const KernelShapeRequest& request) {
  const int lines = request.lines_per_transform;
  return (request.length + 1) * lines / LineRadices(lines).front();
}

absl::Status CheckLength(const KernelShapeRequest& request, const Target& target) {
  if (request.length < 1) {
    return InvalidField("length", absl::StrCat(request.length), "at least 1");
  }
  const int64_t largest = LargestPrimeFactor(request.length);
  if (request.convolves && largest == request.length) {
    return absl::UnimplementedError(
        absl::StrCat(request.length, " has no two factors for passes forth and back"));
  }
  if (request.length == 1) return absl::OkStatus();
  if (largest > LargestPrimeRadix(target)) {
    return absl::UnimplementedError(absl::StrCat(request.length, " has the prime factor ", largest,
                                                 "; butterflies reach ",
                                                 LargestPrimeRadix(target)));
  }
  // This check comes before factors are enumerated. A length never fits if even half of its data,
  // as Exchange::kHalf holds, exceeds LDS.
  const int64_t points = request.length * request.lines_per_transform;
  if (points > 2 * target.lds_bytes / ComplexBytes(request.precision)) {
    return TooLong(request, target,
                   absl::StrCat("LDS holds ", target.lds_bytes, " bytes per workgroup"));
  }
  return absl::OkStatus();
}

absl::StatusOr<ThreadSplit> SplitThreads(const KernelShapeRequest& request, const Target& target) {
  FFT_RETURN_IF_ERROR(CheckLength(request, target));
  const bool is_vector = LanesAreVectors(target);
  if (request.length == 1) return ThreadSplit{{}, 1, is_vector ? 0 : 1};
  if (is_vector) {
    // Each lane has one butterfly: the thread loop is the vector loop.
    const std::vector<int> factors = HostFactors(request, target);
    const int smallest = *std::min_element(factors.begin(), factors.end());
    return ThreadSplit{factors, static_cast<int>(request.length / smallest), 0};
  }
  // A butterfly of 32 points adds nothing to the registers of a large prime's butterfly.
  const bool is_wide = IsWidePrime(LargestPrimeFactor(request.length));
  const int64_t wide_from = target.resources.wide_from;
  const bool is_long = wide_from > 0 && (is_wide || request.length > wide_from);
  ThreadSplit split{{}, 0, 0};
  std::vector<int> composites = {kMaxCompositeRadix};
  if (is_long) composites.insert(composites.begin(), kMaxRadix);
  for (bool in_place : {false, true}) {
    for (int composite : composites) {
      if (split.threads > 0) break;
      auto factorisations = MinimalFactorisations(request, composite, target);
      for (std::vector<int>& factors : factorisations) OrderPasses(request.precision, &factors);
      split = BestThreads(request, factorisations, in_place, target);
    }
  }
  if (split.threads == 0) {
    return TooLong(request, target,
                   absl::StrCat("no split into at most ", target.max_threads,
                                " threads leaves each enough registers"));
  }
  return split;
}

}  // namespace fft
