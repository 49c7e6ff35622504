#include "fft/core/kernel_shape.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"

namespace fft {
namespace {

// Real words (32-bit registers) of one complex value.
int RegistersPerComplex(Precision precision) { return precision == Precision::kDouble ? 4 : 2; }

int ComplexBytes(Precision precision) { return 2 * RealBytes(ComputePrecision(precision)); }

// More workgroups than this on a compute unit hide no further latency.
constexpr int64_t kMaxResidentGroups = 16;
// Fewer wavefronts than this on a compute unit leave memory idle while they exchange.
constexpr int64_t kEnoughWaves = 28;
// Registers that large twiddles, conversions, a filter or a second index map take besides.
constexpr int64_t kExtraRegisters = 24;
// Registers beside its points that a convolution takes: LLVM holds on to the tables of all passes,
// ptxas to the temporaries of butterflies that are no powers of two (tests/compile, all kernels).
constexpr int64_t kLlvmConvolution[] = {165, 205};       // single, double
constexpr int64_t kLlvmShortConvolution[] = {110, 155};  // of two passes
constexpr int64_t kPtxasConvolution[] = {76, 112};

// Per complex register: what wave32 kernels take more where a thread makes several butterflies.
constexpr int kRepeatedRounds = 12;

// Largest composite radix: 16 points in registers balance exchanges against occupancy.
constexpr int kMaxCompositeRadix = 16;

bool IsRadix(int64_t r) {
  if (r <= 1) return false;
  if (r <= kMaxCompositeRadix) return true;
  return r <= kMaxPrimeRadix && PrimeFactors(r).size() == 1;
}

// Extends `chosen` (non-increasing) to all products equal to `rest` with at most `passes` factors.
void EnumerateFactors(int64_t rest, int passes, std::vector<int>* chosen,
                      std::vector<std::vector<int>>* found) {
  if (rest == 1) {
    found->push_back(*chosen);
    return;
  }
  if (passes == 0) return;
  const int64_t bound = chosen->empty() ? kMaxPrimeRadix : chosen->back();
  for (int64_t r = std::min(bound, rest); r >= 2; --r) {
    if (rest % r != 0 || !IsRadix(r)) continue;
    chosen->push_back(static_cast<int>(r));
    EnumerateFactors(rest / r, passes - 1, chosen, found);
    chosen->pop_back();
  }
}

// All factorisations with the fewest passes; empty when a prime factor is too large. Forth and back
// takes two at least: between the first and the last one the workgroup holds all its points.
std::vector<std::vector<int>> MinimalFactorisations(const KernelShapeRequest& request) {
  std::vector<std::vector<int>> found;
  const int limit = static_cast<int>(PrimeFactors(request.length).size());
  const int fewest = request.trip == Trip::kForthAndBack ? 2 : 1;
  for (int passes = fewest; passes <= limit && found.empty(); ++passes) {
    std::vector<int> chosen;
    EnumerateFactors(request.length, passes, &chosen, &found);
    std::erase_if(found, [fewest](const auto& factors) { return std::ssize(factors) < fewest; });
  }
  return found;
}

// Odd radices first: their first-pass LDS writes meet no bank twice. Then large before small.
void OrderPasses(std::vector<int>* factors) {
  std::sort(factors->begin(), factors->end(), [](int a, int b) {
    const bool odd_a = a % 2 == 1, odd_b = b % 2 == 1;
    return odd_a != odd_b ? odd_a : a > b;
  });
}

// Complex values one thread holds at the widest pass.
int PointsPerThread(int64_t length, const std::vector<int>& factors, int threads) {
  int points = 1;
  for (int r : factors) points = std::max(points, Rounds(length, r, threads) * r);
  return points;
}

}  // namespace

RegisterNeed RegistersNeeded(const std::vector<int>& factors, int points, Precision precision,
                             const Target& target) {
  constexpr int kComfort = 45;
  const int w = RegistersPerComplex(precision);
  int64_t prime = 0, odd = 0;
  for (int r : factors) {
    // Butterflies of large primes hold most sums and differences next to the outputs.
    if (r > kMaxCompositeRadix) prime = r * w * 3 / 4;
    // Those of 13 and 15 hold some.
    if (r > 12 && r % 2 == 1 && precision == Precision::kDouble) odd = r * w / 2;
  }
  const int64_t values = points * w + 6 * w;
  const int64_t comfortable = values + kComfort + prime;
  // LLVM's allocator does not shrink live ranges as ptxas does.
  const int64_t least =
      target.dialect == Dialect::kCuda ? values + 20 + std::max(prime * 2 / 3, odd) : comfortable;
  // The largest primes take all there are.
  if (least > target.registers_per_thread) return {least, least};
  return {least, std::min<int64_t>(comfortable, target.registers_per_thread)};
}

int64_t RegistersAvailable(int64_t waves, const Target& target) {
  const int64_t per_unit = target.register_file / (target.simd_units * target.wavefront);
  const int64_t share = per_unit / CeilDiv(waves, target.simd_units);
  return std::min<int64_t>(share / target.register_granule * target.register_granule,
                           target.registers_per_thread);
}

namespace {

// Share of thread rounds that have no butterfly to do, and a little for every further round, which
// repeats the address arithmetic; summed over the passes.
double RoundCost(int64_t length, const std::vector<int>& factors, int threads) {
  double cost = 0;
  for (int r : factors) {
    const int rounds = Rounds(length, r, threads);
    const double work = static_cast<double>(length) / r;
    cost += 1.0 - work / (static_cast<double>(rounds) * threads);
    cost += 0.08 * (rounds - 1);
  }
  return cost;
}

struct ThreadSplit {
  std::vector<int> factors;
  int threads = 1;
  int points = 1;
  double cost = 0;
};

// Preferred points per thread: enough independent loads, not so many that occupancy falls.
double PointsPenalty(int points, Precision precision) {
  const int preferred = precision == Precision::kDouble ? 12 : 16;
  if (points > preferred) return 0.15 * (points - preferred);
  if (points < 8) return 0.05 * (8 - points);
  return 0;
}

// What the passes of a split need, and what else the kernel does.
RegisterNeed NeedOf(const KernelShapeRequest& request, const ThreadSplit& split,
                    const Target& target) {
  RegisterNeed need = RegistersNeeded(split.factors, split.points, request.precision, target);
  const bool is_double = request.precision == Precision::kDouble;
  const bool is_llvm = target.dialect == Dialect::kHip;
  const int w = RegistersPerComplex(request.precision);
  const auto any = [&split](auto condition) {
    return std::any_of(split.factors.begin(), split.factors.end(), condition);
  };
  const bool has_prime = any([](int r) { return r > kMaxCompositeRadix; });
  if (request.trip == Trip::kForthAndBack) {
    const bool is_power = !any([](int r) { return (r & (r - 1)) != 0; });
    int64_t tables = is_power ? 0 : kPtxasConvolution[is_double];
    if (is_llvm) {
      const bool is_short = split.factors.size() < 3;
      tables = (is_short ? kLlvmShortConvolution : kLlvmConvolution)[is_double];
    }
    need.least = std::max(need.least + (has_prime ? tables : 0), split.points * w + tables);
  } else if (is_llvm && (request.converts || request.twiddled)) {
    need.least += kExtraRegisters;
  }
  // Without the second register file of matrix machines. Large primes have their own allowance.
  const bool repeats = any([&](int r) { return Rounds(request.length, r, split.threads) > 1; });
  if (is_llvm && target.wavefront == 32 && repeats && !has_prime)
    need.least += int64_t{kRepeatedRounds} * w;
  need.comfortable = std::max(need.comfortable, need.least);
  return need;
}

// The best factors and threads for one transform on a GPU.
ThreadSplit ChooseThreads(const KernelShapeRequest& request, const Target& target) {
  std::optional<ThreadSplit> best;
  for (std::vector<int>& factors : MinimalFactorisations(request)) {
    OrderPasses(&factors);
    for (int r : factors) {
      const int64_t threads = request.length / r;
      if (threads > target.max_threads) continue;
      ThreadSplit split{factors, static_cast<int>(threads), 0, 0};
      split.points = PointsPerThread(request.length, factors, split.threads);
      const RegisterNeed need = NeedOf(request, split, target);
      const int64_t waves = CeilDiv(threads, target.wavefront);
      if (RegistersAvailable(waves, target) < need.least) continue;
      split.cost = RoundCost(request.length, factors, split.threads) +
                   PointsPenalty(split.points, request.precision);
      // The pass that turns around holds its butterfly's points twice.
      if (request.trip == Trip::kForthAndBack) split.cost += 0.02 * factors.back();
      if (!best || split.cost < best->cost - 1e-9) best = split;
    }
  }
  return best.value_or(ThreadSplit{{}, 0, 0, 0});
}

bool LoadsRows(Tiling tiling) { return tiling == Tiling::kRowRow || tiling == Tiling::kRowCol; }
bool StoresRows(Tiling tiling) { return tiling == Tiling::kRowRow || tiling == Tiling::kColRow; }

// 4-byte banks: one padding word per bank cycle keeps power-of-two strides apart.
int PadEvery(Exchange exchange, Precision precision, int banks) {
  const int word_bytes =
      exchange == Exchange::kHalf ? ComplexBytes(precision) / 2 : ComplexBytes(precision);
  return std::max(1, banks * 4 / word_bytes);
}

LdsLayout MakeLdsLayout(const KernelShapeRequest& request, const Target& target,
                        const KernelShape& shape) {
  LdsLayout lds;
  const int64_t n = request.length;
  const int64_t transforms = shape.transforms_per_group;
  if (target.dialect == Dialect::kHostCpp || request.tiling == Tiling::kColCol) {
    const bool columns = request.tiling != Tiling::kRowRow;
    lds.point_step = columns ? transforms : 1;
    lds.transform_step = columns ? 1 : n;
    lds.words = n * transforms;
    return lds;
  }
  lds.point_step = 1;
  lds.transform_step = n;
  if (shape.threads_per_transform == 1) {
    // Every lane walks its own transform: an odd distance between them meets every bank once.
    lds.transform_step |= 1;
    lds.words = lds.transform_step * transforms;
    return lds;
  }
  lds.pad_every = PadEvery(shape.exchange, request.precision, target.lds_banks);
  if (request.tiling != Tiling::kRowRow) lds.transform_step |= 1;
  const int64_t last = (n - 1) + (transforms - 1) * lds.transform_step;
  lds.words = last + last / lds.pad_every + 1;
  return lds;
}

int64_t LdsBytes(const LdsLayout& lds, Exchange exchange, Precision precision) {
  switch (exchange) {
    case Exchange::kNone:
      return 0;
    case Exchange::kHalf:
      return lds.words * ComplexBytes(precision) / 2;
    case Exchange::kFull:
      return lds.words * ComplexBytes(precision);
    case Exchange::kPingPong:
      return 2 * lds.words * ComplexBytes(precision);
  }
  return 0;
}

// Fills exchange, LDS layout and bytes for a width; false when the LDS of the target is too small.
bool PlaceLds(const KernelShapeRequest& request, const Target& target, KernelShape* shape) {
  std::vector<Exchange> order;
  if (shape->factors.size() < 2 && shape->staging == Staging::kNone) {
    order = {Exchange::kNone};
  } else if (target.dialect == Dialect::kHostCpp) {
    order = {Exchange::kPingPong};
  } else if (shape->staging != Staging::kNone) {
    order = {Exchange::kFull};
  } else {
    order = {Exchange::kFull, Exchange::kHalf};
  }
  for (Exchange exchange : order) {
    shape->exchange = exchange;
    shape->lds = exchange == Exchange::kNone ? LdsLayout{} : MakeLdsLayout(request, target, *shape);
    shape->lds_bytes = LdsBytes(shape->lds, exchange, request.precision);
    // A full exchange that leaves room for fewer than three workgroups gives way to a half one.
    const int64_t limit =
        exchange == Exchange::kFull && order.size() > 1 ? target.lds_bytes / 3 : target.lds_bytes;
    if (shape->lds_bytes <= limit) return true;
  }
  return false;
}

// The tile width to start from; it halves until LDS, threads and registers fit.
int64_t PreferredTransforms(const KernelShapeRequest& request, const Target& target,
                            int threads_per_transform) {
  int64_t transforms = 1;
  if (request.tiling == Tiling::kRowRow) {
    if (target.dialect != Dialect::kHostCpp) {
      transforms = CeilDiv(target.min_workgroup_threads, threads_per_transform);
    }
  } else {
    transforms = std::max<int64_t>(1, target.tile_row_bytes / ComplexBytes(request.precision));
    if (target.dialect == Dialect::kHostCpp) transforms *= 2;
    // Short columns: more of them, so that a workgroup has enough threads.
    while (target.dialect != Dialect::kHostCpp &&
           transforms * 2 * threads_per_transform <= target.min_workgroup_threads) {
      transforms *= 2;
    }
  }
  transforms = std::max<int64_t>(1, std::min(transforms, request.count));
  // The values of a workgroup of one thread are uniform: compilers put them into scarce scalar
  // registers.
  const bool lone_thread = target.dialect != Dialect::kHostCpp && threads_per_transform == 1;
  return lone_thread ? std::max<int64_t>(2, transforms) : transforms;
}

Staging ChooseStaging(const KernelShapeRequest& request, const Target& target,
                      const KernelShape& shape) {
  if (target.dialect == Dialect::kHostCpp || request.converts) return Staging::kNone;
  if (request.trip == Trip::kForthAndBack) return Staging::kNone;
  const bool one_pass = shape.factors.size() < 2;
  if (LoadsRows(request.tiling) != StoresRows(request.tiling)) {
    return one_pass && request.length > 1 ? Staging::kLoad : Staging::kNone;
  }
  // A few lanes per row would touch a fraction of every memory sector.
  const int row_bytes = shape.threads_per_transform * ComplexBytes(request.precision);
  if (request.tiling == Tiling::kRowRow && row_bytes < 32 && request.length > 1) {
    return Staging::kLoadAndStore;
  }
  return Staging::kNone;
}

bool NeedsExtraRegisters(const KernelShapeRequest& request) {
  return request.twiddled || request.converts || request.trip == Trip::kForthAndBack ||
         LoadsRows(request.tiling) != StoresRows(request.tiling);
}

absl::Status TooLong(const KernelShapeRequest& request, const Target& target,
                     const std::string& what) {
  return absl::ResourceExhaustedError(
      absl::StrCat("a kernel of length ", request.length, " in ", ToString(request.precision),
                   " precision does not fit ", target.name, ": ", what));
}

absl::StatusOr<ThreadSplit> SplitThreads(const KernelShapeRequest& request, const Target& target) {
  if (request.length < 1) {
    return InvalidField("length", absl::StrCat(request.length), "at least 1");
  }
  const std::vector<int64_t> primes = PrimeFactors(request.length);
  if (request.trip == Trip::kForthAndBack && primes.size() < 2) {
    return absl::UnimplementedError(
        absl::StrCat(request.length, " has no two factors for passes forth and back"));
  }
  if (request.length == 1) return ThreadSplit{{}, 1, 1, 0};
  if (primes.back() > kMaxPrimeRadix) {
    return absl::UnimplementedError(absl::StrCat(request.length, " has the prime factor ",
                                                 primes.back(), "; butterflies reach ",
                                                 kMaxPrimeRadix));
  }
  // Before enumerating: a length whose data exceeds LDS many times over never fits.
  if (request.length > 2 * target.lds_bytes / ComplexBytes(request.precision)) {
    return TooLong(request, target,
                   absl::StrCat("LDS holds ", target.lds_bytes, " bytes per workgroup"));
  }
  if (target.dialect == Dialect::kHostCpp) {
    // One butterfly per lane: the thread loop is the vector loop.
    std::vector<int> factors = MinimalFactorisations(request).front();
    OrderPasses(&factors);
    const int smallest = *std::min_element(factors.begin(), factors.end());
    return ThreadSplit{factors, static_cast<int>(request.length / smallest), 0, 0};
  }
  ThreadSplit split = ChooseThreads(request, target);
  if (split.threads == 0) {
    return TooLong(request, target,
                   absl::StrCat("no split into at most ", target.max_threads,
                                " threads leaves each enough registers"));
  }
  return split;
}

}  // namespace

int ResidentGroups(const KernelShape& shape, const RegisterNeed& need, const Target& target) {
  if (target.dialect != Dialect::kCuda) return 0;
  const int64_t waves = CeilDiv(shape.threads(), target.wavefront);
  int64_t limit = std::min(target.max_waves / waves, kMaxResidentGroups);
  if (shape.lds_bytes > 0) limit = std::min(limit, target.lds_bytes / shape.lds_bytes);
  int groups = 1;
  while (groups < limit) {
    const int64_t registers = RegistersAvailable((groups + 1) * waves, target);
    const int64_t wanted = groups * waves < kEnoughWaves ? need.least : need.comfortable;
    if (registers < wanted) break;
    ++groups;
  }
  return groups;
}

int Rounds(int64_t length, int radix, int threads_per_transform) {
  return static_cast<int>(CeilDiv(length / radix, threads_per_transform));
}

namespace {

// The shape of a split, which does not depend on the tiling.
absl::StatusOr<KernelShape> ShapeOfSplit(const KernelShapeRequest& request,
                                         const ThreadSplit& split, const Target& target) {
  const bool host = target.dialect == Dialect::kHostCpp;
  const RegisterNeed need = NeedOf(request, split, target);
  if (!host && need.least > target.registers_per_thread) {
    return TooLong(request, target, absl::StrCat("a thread would need ", need.least, " registers"));
  }
  int64_t transforms = PreferredTransforms(request, target, split.threads);
  for (;; transforms /= 2) {
    if (transforms == 0) {
      return TooLong(
          request, target,
          absl::StrCat("LDS of ", target.lds_bytes, " bytes, ", target.max_threads, " threads and ",
                       target.register_file, " registers per workgroup are not enough"));
    }
    KernelShape shape;
    shape.factors = split.factors;
    shape.threads_per_transform = split.threads;
    shape.transforms_per_group = static_cast<int>(transforms);
    shape.staging = ChooseStaging(request, target, shape);
    const int64_t threads = transforms * split.threads;
    if (threads > target.max_threads) continue;
    const int64_t waves = CeilDiv(threads, target.wavefront);
    const int64_t wanted = transforms > 1 ? need.comfortable : need.least;
    if (!host && RegistersAvailable(waves, target) < wanted) continue;
    if (!PlaceLds(request, target, &shape)) continue;
    RegisterNeed shared = need;
    if (NeedsExtraRegisters(request)) shared.least += kExtraRegisters;
    shape.resident_groups = ResidentGroups(shape, shared, target);
    if (!host) shape.registers = static_cast<int>(need.least);
    return shape;
  }
}

}  // namespace

absl::StatusOr<KernelShape> ChooseKernelShape(const KernelShapeRequest& request,
                                              const Target& target) {
  FFT_ASSIGN_OR_RETURN(const ThreadSplit split, SplitThreads(request, target));
  return ShapeOfSplit(request, split, target);
}

absl::Status FitsEveryTiling(KernelShapeRequest request, const Target& target) {
  request.count = 1;
  FFT_ASSIGN_OR_RETURN(const ThreadSplit split, SplitThreads(request, target));
  for (Tiling tiling : {Tiling::kRowRow, Tiling::kColCol, Tiling::kRowCol, Tiling::kColRow}) {
    request.tiling = tiling;
    FFT_RETURN_IF_ERROR(ShapeOfSplit(request, split, target).status());
  }
  return absl::OkStatus();
}

std::string ToString(Tiling tiling) {
  switch (tiling) {
    case Tiling::kRowRow:
      return "sbrr";
    case Tiling::kColCol:
      return "sbcc";
    case Tiling::kRowCol:
      return "sbrc";
    case Tiling::kColRow:
      return "sbcr";
    case Tiling::kPlane:
      return "plane";
  }
  return "?";
}

std::string ToString(Exchange exchange) {
  switch (exchange) {
    case Exchange::kNone:
      return "none";
    case Exchange::kPingPong:
      return "pingpong";
    case Exchange::kFull:
      return "full";
    case Exchange::kHalf:
      return "half";
  }
  return "?";
}

std::string ToString(Staging staging) {
  switch (staging) {
    case Staging::kNone:
      return "none";
    case Staging::kLoad:
      return "load";
    case Staging::kLoadAndStore:
      return "load+store";
  }
  return "?";
}

std::string ToString(Origin origin) {
  switch (origin) {
    case Origin::kModel:
      return "model";
    case Origin::kTuned:
      return "tuned";
    case Origin::kAsked:
      return "asked for";
  }
  return "?";
}

Json ToJson(const KernelShape& shape) {
  return {{"factors", shape.factors},
          {"threads_per_transform", shape.threads_per_transform},
          {"transforms_per_group", shape.transforms_per_group},
          {"threads", shape.threads()},
          {"exchange", ToString(shape.exchange)},
          {"staging", ToString(shape.staging)},
          {"lds_bytes", shape.lds_bytes},
          {"registers", shape.registers},
          {"origin", ToString(shape.origin)}};
}

}  // namespace fft
