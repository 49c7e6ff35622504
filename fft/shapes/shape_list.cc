// Shapes by wish, and lists of them.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/shapes/asked_shape.h"
#include "fft/shapes/bank_conflicts.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/kernel_split.h"

namespace fft {
namespace {

// Of a cache.
constexpr int kLineBytes = 128;
// Half a line: what tiles of columns are priced by.
constexpr int kSectorPairBytes = 64;

// Shapes beyond this many for each that is listed, by the first, cheap price, are not looked at
// more closely.
constexpr size_t kPriced = 4;
// Orders of factors that are tried of one factorisation.
constexpr int kMaxOrders = 24;
// Complex values of a thread.
constexpr int kMaxPoints = 64;
// The best of a list are also tried with one workgroup more and one less on a compute unit.
constexpr size_t kVaried = 5;
// What another shape of the same factors adds to a price.
constexpr double kSameFactors = 0.015;
constexpr int kMaxGroups = 16;
// More of them on a compute unit load, compute and store at once by themselves.
constexpr int kFewGroups = 3;
// Registers beside its points without which no thread computes.
constexpr int64_t kLeastRegisters = 14;

bool IsRow(const KernelShapeRequest& request) { return request.tiling == Tiling::kRowRow; }

absl::Status CheckFactors(const std::vector<int>& factors, const KernelShapeRequest& request,
                          const Target& target) {
  if (factors.empty()) return absl::OkStatus();
  const std::string text = absl::StrJoin(factors, "x");
  for (int r : factors) {
    const bool is_prime = r > kMaxRadix && IsPrime(r);
    if (r < 2 || r > (is_prime ? LargestPrimeRadix(target) : kMaxRadix)) {
      return InvalidField("factors", text,
                          absl::StrCat("radices from 2 to ", kMaxRadix, " and primes to ",
                                       LargestPrimeRadix(target)));
    }
  }
  const int64_t product =
      std::accumulate(factors.begin(), factors.end(), int64_t{1}, std::multiplies<int64_t>());
  if (product != request.length) {
    return InvalidField("factors", text, absl::StrCat("radices whose product is ", request.length));
  }
  const int fewest = FewestPasses(request.convolves);
  if (std::ssize(factors) < fewest) {
    return InvalidField("factors", text, absl::StrCat("at least ", fewest, " radices"));
  }
  return absl::OkStatus();
}

absl::Status CheckNumbers(const ShapeWish& wish, const KernelShapeRequest& request,
                          const Target& target) {
  const int threads = wish.threads_per_transform;
  if (threads < 0 || threads > target.max_threads || (threads > 0 && request.length % threads)) {
    return InvalidField(
        "threads", absl::StrCat(threads),
        absl::StrCat("a divisor of ", request.length, " up to ", target.max_threads));
  }
  if (wish.transforms_per_group < 0 || wish.transforms_per_group > target.max_threads) {
    return InvalidField("transforms", absl::StrCat(wish.transforms_per_group),
                        absl::StrCat("1 to ", target.max_threads));
  }
  if (wish.pad_every && (*wish.pad_every < 0 || *wish.pad_every > request.length * 32)) {
    return InvalidField("pad_every", absl::StrCat(*wish.pad_every),
                        absl::StrCat("0 to ", request.length * 32));
  }
  const bool counts_groups = target.dialect == Dialect::kCuda;
  if (wish.resident_groups < 0 || wish.resident_groups > (counts_groups ? target.max_waves : 0)) {
    return InvalidField("resident_groups", absl::StrCat(wish.resident_groups),
                        counts_groups ? absl::StrCat("0 to ", target.max_waves)
                                      : absl::StrCat("0: compilers for ", target.name,
                                                     " are not told how many groups share a unit"));
  }
  return absl::OkStatus();
}

// The split that a wish leaves open is the model's.
absl::StatusOr<ThreadSplit> SplitOf(const ShapeWish& wish, const KernelShapeRequest& request,
                                    const Target& target) {
  FFT_ASSIGN_OR_RETURN(ThreadSplit split, SplitThreads(request, target));
  if (request.length == 1) return split;
  const bool is_exchanged_so =
      !wish.exchange || (wish.exchange == Exchange::kInPlace) == split.in_place;
  if (wish.factors.empty() && wish.threads_per_transform == 0 && is_exchanged_so) return split;
  const std::vector<int>& factors = wish.factors.empty() ? split.factors : wish.factors;
  if (target.is_cpu()) {
    split.factors = factors;
    split.threads =
        static_cast<int>(request.length / *std::min_element(factors.begin(), factors.end()));
    if (wish.threads_per_transform > 0) split.threads = wish.threads_per_transform;
    return split;
  }
  const bool in_place = wish.exchange ? wish.exchange == Exchange::kInPlace : split.in_place;
  split = BestThreads(request, {factors}, {wish.threads_per_transform, in_place}, target);
  if (split.threads > 0) return split;
  const std::string text =
      wish.threads_per_transform > 0 ? absl::StrCat(wish.threads_per_transform) : "any number";
  const std::string radices = factors.empty()
                                  ? absl::StrCat("the radices of ", request.length)
                                  : absl::StrCat("radices ", absl::StrJoin(factors, "x"));
  return InvalidField("threads", text,
                      absl::StrCat("a number that leaves each thread of ", target.name,
                                   " enough registers for ", radices));
}

double Logarithm(double x) { return x <= 1 ? 0 : std::log2(x); }

// The logarithm of what a column kernel takes, but for a term that all of one length share. Fitted
// to 5,238 shapes of 155 kernels that were timed on an H200; of lengths left out of the fit the
// first shape by this price took 1.06 of the fastest one's time, the best of the first
// twelve 1.006.
double ColumnPrice(const KernelShapeRequest& request, const KernelShape& shape, double extra,
                   const Target& target) {
  const double passes = static_cast<double>(shape.factors.size());
  const double exchanges = std::max(0.0, passes - 1);
  const double bytes = ComplexBytes(request.precision);
  const double groups = std::max(1, shape.resident_groups);
  const double tile = Logarithm(shape.transforms_per_group * bytes / kSectorPairBytes);
  double price = 0.055 * passes + 0.05 * exchanges * extra;
  if (shape.exchange == Exchange::kHalf) price -= 0.041 * exchanges;
  if (shape.exchange == Exchange::kPingPong) price += 0.107 * exchanges;
  if (shape.exchange == Exchange::kInPlace) price += 0.006 * exchanges;
  if (groups == 1) price += 0.128;
  if (shape.is_persistent) price += 0.121;
  // Wide tiles read and write longer runs, on both sides or on one.
  price -= (request.tiling == Tiling::kColCol ? 0.198 : 0.087) * tile;
  const double in_flight =
      groups * static_cast<double>(request.length) * shape.transforms_per_group * bytes;
  price += 0.103 * std::max(0.0, 1 - in_flight / 131072);
  const double threads =
      std::min<double>(groups * shape.threads(), target.max_waves * target.wavefront);
  price += 0.124 * std::log2(threads / 1024);
  for (int r : shape.factors) {
    const double work = static_cast<double>(request.length) / r;
    const int rounds = Rounds(request.length, r, shape.threads_per_transform);
    price += 0.071 * (1 - work / (static_cast<double>(rounds) * shape.threads_per_transform));
  }
  const double points = static_cast<double>(request.length) / shape.threads_per_transform;
  return price + 0.091 * points / 16 * bytes / 8;
}

// What a shape is expected to take beside a copy: turns of the LDS and of the cache that tables are
// read through, and what a compute unit has in flight while a workgroup exchanges.
double Price(const KernelShapeRequest& request, const KernelShape& shape, double extra,
             const Target& target) {
  if (!IsRow(request)) return ColumnPrice(request, shape, extra, target);
  const double passes = static_cast<double>(shape.factors.size());
  const double exchanges = std::max(0.0, passes - 1) + (shape.staging == Staging::kNone ? 0 : 1) +
                           (shape.staging == Staging::kLoadAndStore ? 1 : 0);
  double price = 0.05 * passes + 0.12 * exchanges * (1 + extra);
  if (shape.exchange == Exchange::kHalf) price += 0.04 * exchanges;
  if (request.converts && IsRow(request) && shape.staging == Staging::kNone) {
    // Rows that few lanes share are read and written in pieces.
    const double bytes = shape.threads_per_transform * ComplexBytes(request.precision);
    price += 0.4 * std::max(0.0, 1 - bytes / kLineBytes);
  }
  if (shape.exchange == Exchange::kPingPong) price += 0.03;
  // Idle shares of rounds.
  for (int r : shape.factors) {
    const int rounds = Rounds(request.length, r, shape.threads_per_transform);
    const double work = static_cast<double>(request.length) / r;
    price += 0.15 * (1 - work / (static_cast<double>(rounds) * shape.threads_per_transform));
    price += 0.01 * (rounds - 1);
    if (r > 16) price += 0.02 * (r - 16) / 8;
  }
  const double waves = static_cast<double>(CeilDiv(shape.threads(), target.wavefront));
  const double groups = std::max(1, shape.resident_groups);
  const double waits = shape.is_persistent ? 0.25 : 1;  // for memory, while nothing is computed
  if (shape.is_persistent) price += 0.05;
  price += waits * 0.08 / groups + 0.05 * std::abs(Logarithm(waves / 8)) / 3;
  const double in_flight = groups * static_cast<double>(request.length) *
                           shape.transforms_per_group * ComplexBytes(request.precision);
  price += waits * 0.15 * std::max(0.0, 1 - in_flight / 98304);
  // Lanes that have no thread's work.
  const double lanes = waves * target.wavefront;
  price += 0.1 * (1 - shape.threads() / lanes);
  return price;
}

std::vector<int64_t> TileWidths(const KernelShapeRequest& request, int64_t threads,
                                const Target& target) {
  std::vector<int64_t> widths;
  const auto add = [&](int64_t width) {
    width = std::min(width, request.count);
    if (width < 1 || width * threads > target.max_threads) return;
    if (std::find(widths.begin(), widths.end(), width) == widths.end()) widths.push_back(width);
  };
  if (!IsRow(request)) {
    const int64_t row = target.tile_row_bytes / ComplexBytes(request.precision);
    for (int64_t width : {row / 4, row / 2, row, row * 2}) add(width);
    for (int64_t width = row * 4; width * threads <= 256; width *= 2) add(width);
    return widths;
  }
  for (int64_t wanted : {64, 128, 192, 256, 384}) {
    add(std::max<int64_t>(1, (wanted + threads / 2) / threads));
  }
  // Whole wavefronts.
  const int64_t whole = target.wavefront / std::gcd<int64_t>(target.wavefront, threads);
  if (whole * threads <= 512) add(whole);
  return widths;
}

struct Priced {
  KernelShape shape;
  double price = 0;
  double ranked = 0;  // with what makes it like others
};

bool Cheaper(const Priced& a, const Priced& b) { return a.price < b.price; }

// Ways that rows may come and go: few lanes of complex numbers always have them go through LDS, and
// beyond a cache line a load finds whole ones by itself.
std::vector<std::optional<bool>> StagingWishes(const KernelShapeRequest& request, int threads,
                                               const Target& target) {
  const int bytes = threads * ComplexBytes(request.precision);
  const bool is_either = IsRow(request) && !request.convolves && bytes < kLineBytes &&
                         (request.converts || bytes >= target.resources.staged_row_bytes);
  if (is_either) return {false, true};
  return {std::nullopt};
}

void AddTiles(const KernelShapeRequest& request, const ThreadSplit& split, const Target& target,
              std::vector<Priced>* found) {
  for (int64_t width : TileWidths(request, split.threads, target)) {
    for (Exchange exchange : kExchanges) {
      if ((exchange == Exchange::kInPlace) != split.in_place) continue;
      TileWish wish = {.transforms = width, .exchange = exchange, .is_tight = true};
      // The layout comes later.
      wish.pad_every = 0;
      for (const std::optional<bool> staged : StagingWishes(request, split.threads, target)) {
        wish.staged = staged;
        wish.persistent = false;
        const auto shape = ShapeOfTile(request, split, wish, target);
        if (!shape) continue;
        found->push_back({*shape, Price(request, *shape, 0.3, target)});
        if (shape->resident_groups > kFewGroups) continue;
        wish.persistent = true;
        const auto persistent = ShapeOfTile(request, split, wish, target);
        if (persistent) found->push_back({*persistent, Price(request, *persistent, 0.3, target)});
      }
    }
  }
}

// Orders of a factorisation; all passes but the first and the last are alike.
void AddOrders(const KernelShapeRequest& request, std::vector<int> factors, const Target& target,
               std::vector<Priced>* found) {
  std::sort(factors.begin(), factors.end());
  int orders = 0;
  do {
    for (int64_t threads : ThreadCounts(request.length, factors, kMaxRounds)) {
      if (threads > target.max_threads) continue;
      for (bool in_place : {false, true}) {
        const ThreadSplit split =
            SplitAmong(request.length, factors, static_cast<int>(threads), in_place);
        if (split.points <= kMaxPoints) AddTiles(request, split, target, found);
      }
    }
  } while (++orders < kMaxOrders && std::next_permutation(factors.begin(), factors.end()));
}

void AddOnce(const KernelShape& shape, std::vector<KernelShape>* list) {
  if (std::find(list->begin(), list->end(), shape) == list->end()) list->push_back(shape);
}

ThreadSplit SplitOf(const KernelShapeRequest& request, const KernelShape& shape) {
  return SplitAmong(request.length, shape.factors, shape.threads_per_transform,
                    shape.exchange == Exchange::kInPlace);
}

// The same for another number of workgroups that share a compute unit, where its LDS holds them and
// the Target's compiler is told.
std::optional<KernelShape> WithGroups(const KernelShapeRequest& request, KernelShape shape,
                                      int groups, const Target& target) {
  const int64_t waves = groups * CeilDiv(shape.threads(), target.wavefront);
  if (groups < 1 || groups > kMaxGroups || target.dialect != Dialect::kCuda) return std::nullopt;
  if (groups * shape.lds_bytes > target.lds_bytes || waves > target.max_waves) return std::nullopt;
  const int64_t points = SplitOf(request, shape).points;
  const int64_t least = points * ComplexBytes(request.precision) / 4 + kLeastRegisters;
  if (RegistersAvailable(waves, target) < least) return std::nullopt;
  shape.resident_groups = groups;
  return shape;
}

void KeepCheapest(size_t count, std::vector<Priced>* priced) {
  std::stable_sort(priced->begin(), priced->end(), Cheaper);
  if (priced->size() > count) priced->resize(count);
}

// How much of a price is due to shapes that are in the list already and much alike.
double Likeness(const KernelShape& shape, const std::vector<KernelShape>& list) {
  const auto sorted = [](std::vector<int> factors) {
    std::sort(factors.begin(), factors.end());
    return factors;
  };
  double likeness = 0;
  for (const KernelShape& other : list) {
    if (other.factors == shape.factors) {
      likeness += kSameFactors;
    } else if (sorted(other.factors) == sorted(shape.factors)) {
      likeness += kSameFactors / 3;
    }
  }
  return likeness;
}

// Appends the cheapest shapes, of different kinds before many of one kind, until there are `most`.
void TakeVaried(const KernelShapeRequest& request, const Target& target, std::vector<Priced> priced,
                size_t most, std::vector<KernelShape>* list) {
  while (!priced.empty() && list->size() < most) {
    for (Priced& entry : priced) entry.ranked = entry.price + Likeness(entry.shape, *list);
    const auto best =
        std::min_element(priced.begin(), priced.end(),
                         [](const Priced& a, const Priced& b) { return a.ranked < b.ranked; });
    const KernelShape shape = best->shape;
    priced.erase(best);
    AddOnce(shape, list);
    if (list->size() > kVaried) continue;
    for (int groups : {shape.resident_groups - 1, shape.resident_groups + 1}) {
      const auto varied = WithGroups(request, shape, groups, target);
      if (varied) AddOnce(*varied, list);
    }
  }
}

}  // namespace

absl::StatusOr<KernelShape> ShapeAsked(const ShapeWish& wish, const KernelShapeRequest& request,
                                       const Target& target) {
  FFT_RETURN_IF_ERROR(CheckFactors(wish.factors, request, target));
  FFT_RETURN_IF_ERROR(CheckNumbers(wish, request, target));
  FFT_ASSIGN_OR_RETURN(const ThreadSplit split, SplitOf(wish, request, target));
  TileWish tile = {.exchange = wish.exchange,
                   .pad_every = wish.pad_every,
                   .resident_groups = wish.resident_groups,
                   .staged = wish.staged,
                   .persistent = wish.persistent.value_or(false),
                   .is_tight = true};
  const bool is_open = wish.transforms_per_group == 0;
  tile.transforms = is_open ? PreferredTransforms(request, target, split.threads)
                            : std::min<int64_t>(wish.transforms_per_group, request.count);
  for (; tile.transforms > 0; tile.transforms = is_open ? tile.transforms / 2 : 0) {
    auto shape = ShapeOfTile(request, split, tile, target);
    if (!shape) continue;
    shape->origin = Origin::kAsked;
    return *shape;
  }
  if (wish.persistent.value_or(false)) {
    ShapeWish direct = wish;
    direct.persistent.reset();
    if (ShapeAsked(direct, request, target).ok()) {
      return InvalidField(
          "persistent", "1",
          absl::StrCat("0, or 1 of complex numbers in single or double precision, loaded as they "
                       "stand, with exchange full or half and not staged, on a target whose "
                       "threads copy asynchronously, where LDS of ",
                       target.lds_bytes, " bytes holds the next tile's points too"));
    }
  }
  const std::string wanted =
      absl::StrCat(absl::StrJoin(split.factors, "x"), ", ", split.threads, " threads",
                   is_open ? "" : absl::StrCat(", ", wish.transforms_per_group, " transforms"),
                   wish.exchange ? absl::StrCat(", exchange ", ToString(*wish.exchange)) : "");
  return InvalidField(
      "shape", wanted,
      absl::StrCat("what ", target.lds_bytes, " bytes of LDS, ", target.max_threads,
                   " threads and ", target.register_file, " registers of ", target.name,
                   " hold, with an exchange if there are passes to join"));
}

std::vector<KernelShape> ListKernelShapes(const KernelShapeRequest& request, const Target& target,
                                          int most) {
  const absl::StatusOr<KernelShape> favourite = ModelKernelShape(request, target);
  if (!favourite.ok()) return {};
  std::vector<KernelShape> list = {*favourite};
  if (target.is_cpu() || request.length == 1) return list;
  std::vector<Priced> priced;
  const int fewest = static_cast<int>(std::max<size_t>(FewestPasses(request.convolves), 1));
  // In place smaller radices leave registers to more threads.
  const bool in_place = favourite->exchange == Exchange::kInPlace;
  const int passes = static_cast<int>(favourite->factors.size()) + (in_place ? 1 : 0);
  for (const auto& factors :
       Factorisations(request.length, {fewest, passes, kMaxRadix, LargestPrimeRadix(target)})) {
    AddOrders(request, factors, target, &priced);
  }
  KeepCheapest(kPriced * most, &priced);
  for (Priced& entry : priced) {
    if (entry.shape.exchange == Exchange::kNone) continue;
    TileWish wish = {.transforms = entry.shape.transforms_per_group,
                     .exchange = entry.shape.exchange,
                     .staged = StagedOf(entry.shape),
                     .persistent = entry.shape.is_persistent,
                     .is_tight = true};
    const auto shape = ShapeOfTile(request, SplitOf(request, entry.shape), wish, target);
    if (!shape) continue;
    const double extra = ExtraWavefronts(request, *shape, target, Accesses::kSample);
    entry = {*shape, Price(request, *shape, extra, target)};
  }
  TakeVaried(request, target, std::move(priced), most, &list);
  return list;
}

}  // namespace fft
