// Shapes that are asked for, lists of shapes, and the cheapest shape.
#include "fft/shapes/kernel_shape_list.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/machine/machine.h"
#include "fft/machine/model.h"
#include "fft/shapes/asked_shape.h"
#include "fft/shapes/bank_conflicts.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/kernel_split.h"
#include "fft/shapes/shape_price.h"
#include "fft/shapes/shape_tuning.h"
#include "fft/shapes/tile_shape.h"

namespace fft {
namespace {

// How many candidates are priced in full for each listed shape. A price that takes less time to
// compute selects them.
constexpr size_t kPriced = 4;
// How many orders of the factors of one factorisation are tried.
constexpr int kMaxOrders = 24;
// The largest number of complex values that a thread of a listed shape holds.
constexpr int kMaxPoints = 64;
// How many of the best shapes of a list are also listed with one more and one fewer workgroup on a
// compute unit, or with one and two more if first passes make lines.
constexpr size_t kVaried = 5;
// Limits of CheapestShape: the splits whose tiles are priced, and the shapes that are laid out.
constexpr size_t kSplits = 16;
constexpr size_t kLaidOut = 2;
constexpr size_t kAll = std::numeric_limits<size_t>::max();
constexpr int kMaxGroups = 16;
// The most threads of a tile whose transforms are made into lines.
constexpr int64_t kMostLineThreads = 512;
// Every thread needs at least this many registers besides those of its points.
constexpr int64_t kLeastRegisters = 14;

// Prices are rounded to multiples of 1 / kUnits, so that they order shapes alike on every machine
// even if their last bits differ.
constexpr double kUnits = 1e9;
int64_t Rounded(double price) { return std::llround(price * kUnits); }

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
  const int lines = request.lines_per_transform;
  if (wish.transforms_per_group < 0 || wish.transforms_per_group > target.max_threads ||
      wish.transforms_per_group % lines != 0) {
    return InvalidField("transforms", absl::StrCat(wish.transforms_per_group),
                        absl::StrCat("1 to ", target.max_threads,
                                     lines > 1 ? absl::StrCat(", a multiple of the ", lines,
                                                              " lines that a transform is")
                                               : ""));
  }
  if (wish.pad_every && (*wish.pad_every < 0 || *wish.pad_every > request.length * 32)) {
    return InvalidField("pad_every", absl::StrCat(*wish.pad_every),
                        absl::StrCat("0 to ", request.length * 32));
  }
  const bool counts_groups = TakesResidentGroups(target);
  if (wish.resident_groups < 0 || wish.resident_groups > (counts_groups ? target.max_waves : 0)) {
    return InvalidField("resident_groups", absl::StrCat(wish.resident_groups),
                        counts_groups ? absl::StrCat("0 to ", target.max_waves)
                                      : absl::StrCat("0: compilers for ", target.name,
                                                     " are not told how many groups share a unit"));
  }
  return absl::OkStatus();
}

ThreadSplit SplitOf(const KernelShapeRequest& request, const KernelShape& shape) {
  return SplitAmong(request.length, shape.factors, shape.threads_per_transform,
                    shape.exchange == Exchange::kInPlace);
}

// The cheapest split of given factors among `threads` threads, or among any number of threads if
// `threads` is 0. nullopt if no number leaves each thread enough registers.
std::optional<ThreadSplit> CheapestThreads(const KernelShapeRequest& request,
                                           const std::vector<int>& factors, int threads,
                                           bool in_place, const Target& target) {
  const GpuModel& model = ModelOf(target).gpu;
  std::vector<int64_t> counts = {threads};
  if (threads == 0) counts = ThreadCounts(request.length, factors, in_place ? kMaxRounds : 1);
  std::optional<ThreadSplit> best;
  int64_t least = 0;
  for (const int64_t tried : counts) {
    if (tried > target.max_threads) continue;
    ThreadSplit split = SplitAmong(request.length, factors, static_cast<int>(tried), in_place);
    if (!HasRegisters(request, split, target)) continue;
    const int64_t price = Rounded(SplitPrice(request, factors, split.threads, model));
    if (best && price >= least) continue;
    best = std::move(split);
    least = price;
  }
  return best;
}

// The split that a wish asks for. The model decides what the wish leaves open.
absl::StatusOr<ThreadSplit> SplitOf(const ShapeWish& wish, const KernelShapeRequest& request,
                                    const Target& target) {
  const bool is_whole =
      !wish.factors.empty() && wish.threads_per_transform > 0 && wish.exchange.has_value();
  ThreadSplit split;
  if (is_whole) {
    FFT_RETURN_IF_ERROR(CheckLength(request, target));
    split.in_place = wish.exchange == Exchange::kInPlace;
  } else {
    FFT_ASSIGN_OR_RETURN(split, SplitThreads(request, target));
  }
  if (request.length == 1) return split;
  if (!is_whole && !LanesAreVectors(target)) {
    FFT_ASSIGN_OR_RETURN(const KernelShape model, ModelKernelShape(request, target));
    split = SplitOf(request, model);
  }
  // Threads of staged and persistent kernels hold all their points of a pass, so such kernels run
  // no passes in place.
  const bool holds_passes = wish.staged.value_or(false) || wish.persistent.value_or(false);
  const bool in_place =
      wish.exchange ? wish.exchange == Exchange::kInPlace : split.in_place && !holds_passes;
  const bool is_exchanged_so = in_place == split.in_place;
  if (wish.factors.empty() && wish.threads_per_transform == 0 && is_exchanged_so) return split;
  const std::vector<int>& factors = wish.factors.empty() ? split.factors : wish.factors;
  if (LanesAreVectors(target)) {
    split.points = 0;
    split.factors = factors;
    split.threads =
        static_cast<int>(request.length / *std::min_element(factors.begin(), factors.end()));
    if (wish.threads_per_transform > 0) split.threads = wish.threads_per_transform;
    return split;
  }
  const auto cheapest =
      CheapestThreads(request, factors, wish.threads_per_transform, in_place, target);
  if (cheapest) return *cheapest;
  const std::string text =
      wish.threads_per_transform > 0 ? absl::StrCat(wish.threads_per_transform) : "any number";
  const std::string radices = factors.empty()
                                  ? absl::StrCat("the radices of ", request.length)
                                  : absl::StrCat("radices ", absl::StrJoin(factors, "x"));
  return InvalidField("threads", text,
                      absl::StrCat("a number that leaves each thread of ", target.name,
                                   " enough registers for ", radices));
}

// The fewest transforms of a tile that is listed: enough to fill a sector, or fewer where LDS does
// not hold as many long columns.
int64_t LeastListed(const KernelShapeRequest& request, const Target& target) {
  const int64_t transform = request.length * ComplexBytes(request.precision);
  int64_t least = std::min(LeastTile(request, target), request.count);
  while (least > request.lines_per_transform && least * transform > target.lds_bytes) {
    least = Narrower(request, least);
  }
  return least;
}

std::vector<int64_t> TileWidths(const KernelShapeRequest& request, int64_t threads,
                                const Target& target) {
  std::vector<int64_t> widths;
  const int64_t least = std::max<int64_t>(LeastListed(request, target), threads == 1 ? 2 : 1);
  const int64_t lines = request.lines_per_transform;
  const auto add = [&](int64_t width) {
    width = std::min(width, request.count);
    width = std::max(width - width % lines, lines);
    if (width < least || width * threads > target.max_threads) return;
    if (std::find(widths.begin(), widths.end(), width) == widths.end()) widths.push_back(width);
  };
  if (!IsRow(request)) {
    const int64_t row = target.tile_row_bytes / ComplexBytes(request.precision) * lines;
    for (int64_t width : {row / 16, row / 8, row / 4, row / 2, row, row * 2}) add(width);
    for (int64_t width = row * 4; width * threads <= 256; width *= 2) add(width);
    return widths;
  }
  if (lines > 1) {
    for (int64_t width = lines; width * threads <= kMostLineThreads; width += lines) add(width);
    if (widths.empty()) add(lines);
    return widths;
  }
  for (int64_t wanted : {64, 128, 192, 256, 384}) {
    add(std::max<int64_t>(1, (wanted + threads / 2) / threads));
  }
  for (int64_t width = 1; request.few > 0 && width <= 4; width *= 2) add(width);
  // The fewest transforms that fill whole wavefronts.
  const int64_t whole = target.wavefront / std::gcd<int64_t>(target.wavefront, threads);
  if (whole * threads <= 512) add(whole);
  return widths;
}

struct Priced {
  KernelShape shape;
  double price = 0;
  size_t tile = 0;    // number of the tile that the shape is one of
  double ranked = 0;  // the price, with an addition for likeness to others
};

bool Cheaper(const Priced& a, const Priced& b) { return Rounded(a.price) < Rounded(b.price); }

// The values of ShapeWish::staged to try: both, or only the default. For plain rows that few lanes
// read, only the default is tried, since LDS always helps these rows. For rows that are read in
// whole cache lines, only the default is tried too, since LDS does not help them. Other tilings and
// convolutions have no choice.
std::vector<std::optional<bool>> StagingWishes(const KernelShapeRequest& request, int threads,
                                               const Target& target) {
  const int bytes = threads * ComplexBytes(request.precision);
  const bool is_either = IsRow(request) && !request.convolves && bytes < kLineBytes &&
                         (request.converts || bytes >= target.resources.staged_row_bytes);
  if (is_either) return {false, true};
  return {std::nullopt};
}

// A shape without its staging and the layout of LDS.
struct Tile {
  const ThreadSplit* split;
  TileWish wish;
  double least;  // no shape of the tile has a lower price
};

// Adds tiles of every width and exchange, with the other members of `wished`.
void AddTiles(const KernelShapeRequest& request, const ThreadSplit& split, const TileWish& wished,
              const Target& target, std::vector<Tile>* tiles) {
  const GpuModel& model = ModelOf(target).gpu;
  const double split_price = SplitPrice(request, split.factors, split.threads, model);
  KernelShape shape;
  shape.factors = split.factors;
  shape.threads_per_transform = split.threads;
  shape.is_persistent = wished.persistent;
  for (int64_t width : TileWidths(request, split.threads, target)) {
    for (Exchange exchange : kExchanges) {
      if ((exchange == Exchange::kInPlace) != split.in_place) continue;
      shape.transforms_per_group = static_cast<int>(width);
      shape.exchange = exchange;
      Tile& tile = tiles->emplace_back(Tile{&split, wished});
      tile.wish.transforms = width;
      tile.wish.exchange = exchange;
      tile.wish.is_plain = true;
      tile.least =
          LeastShapePrice(request, shape, model.search.usual_conflicts, split_price, model, target);
    }
  }
}

// Returns the shapes of tiles with every staging, in the order of the tiles. It may leave out
// shapes that are not among the `kept` cheapest.
std::vector<Priced> ShapesOf(const KernelShapeRequest& request, const std::vector<Tile>& tiles,
                             size_t kept, const Target& target) {
  const GpuModel& model = ModelOf(target).gpu;
  const double extra = model.search.usual_conflicts;  // the layout comes later
  std::vector<size_t> cheapest_first(tiles.size());
  std::iota(cheapest_first.begin(), cheapest_first.end(), size_t{0});
  std::sort(cheapest_first.begin(), cheapest_first.end(),
            [&tiles](size_t a, size_t b) { return tiles[a].least < tiles[b].least; });
  std::vector<Priced> found;
  std::vector<double> prices;  // the `kept` lowest of these shapes' prices, ascending
  for (size_t number : cheapest_first) {
    const auto& [split, wished, least] = tiles[number];
    // Rounding may change the order of two prices that differ by less.
    constexpr double kRounding = 2 / kUnits;
    if (prices.size() == kept && least - kRounding > prices.back()) break;
    TileWish wish = wished;
    for (const std::optional<bool> staged : StagingWishes(request, split->threads, target)) {
      wish.staged = staged;
      auto shape = ShapeOfTile(request, *split, wish, target);
      if (!shape) continue;
      const double price = ShapePrice(request, *shape, extra, model, target);
      found.push_back({*std::move(shape), price, number});
      prices.insert(std::upper_bound(prices.begin(), prices.end(), price), price);
      if (prices.size() > kept) prices.pop_back();
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Priced& a, const Priced& b) { return a.tile < b.tile; });
  return found;
}

// Adds shapes for the orders of a factorisation, for at most kMaxOrders of them.
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
        if (split.points > kMaxPoints) continue;
        std::vector<Tile> tiles;
        for (bool persistent : {false, true}) {
          AddTiles(request, split, {.persistent = persistent, .is_tight = true}, target, &tiles);
        }
        const std::vector<Priced> shapes = ShapesOf(request, tiles, kAll, target);
        found->insert(found->end(), shapes.begin(), shapes.end());
      }
    }
  } while (++orders < kMaxOrders && std::next_permutation(factors.begin(), factors.end()));
}

void AddOnce(const KernelShape& shape, std::vector<KernelShape>* list) {
  if (std::find(list->begin(), list->end(), shape) == list->end()) list->push_back(shape);
}

// The shape with another number of workgroups that share a compute unit. nullopt if LDS or the
// registers do not suffice for them, or if the Target's compiler is not told the number.
std::optional<KernelShape> WithGroups(const KernelShapeRequest& request, KernelShape shape,
                                      int groups, const Target& target) {
  const int64_t waves = groups * CeilDiv(shape.threads(), target.wavefront);
  if (groups < 1 || groups > kMaxGroups || !TakesResidentGroups(target)) return std::nullopt;
  if (groups > GroupsThatFit(shape, target)) return std::nullopt;
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

// Gives each shape the layout of LDS that ChooseLdsLayout chooses, and its price with this layout.
void LayOut(const KernelShapeRequest& request, const Target& target, std::vector<Priced>* priced) {
  const GpuModel& model = ModelOf(target).gpu;
  for (Priced& entry : *priced) {
    if (entry.shape.exchange == Exchange::kNone) continue;
    const TileWish wish = {.transforms = entry.shape.transforms_per_group,
                           .exchange = entry.shape.exchange,
                           .resident_groups = entry.shape.resident_groups,
                           .staged = StagedOf(entry.shape),
                           .persistent = entry.shape.is_persistent,
                           .is_tight = true};
    const auto padded = ShapeOfTile(request, SplitOf(request, entry.shape), wish, target);
    KernelShape shape = padded.value_or(entry.shape);
    // Padding takes LDS, so fewer workgroups may fit.
    shape.resident_groups = std::min(shape.resident_groups, GroupsThatFit(shape, target));
    const double extra = ExtraWavefronts(request, shape, target, Accesses::kSample);
    entry = {shape, ShapePrice(request, shape, extra, model, target)};
  }
}

int64_t SpareRegisters(const KernelShapeRequest& request, const std::vector<int>& factors,
                       const SearchWeights& weights) {
  const bool is_large = *std::max_element(factors.begin(), factors.end()) > 16;
  return (is_large ? weights.spare_of_large_radices : weights.spare_registers) *
         ComplexBytes(request.precision) / ComplexBytes(Precision::kSingle);
}

// The most passes of the splits that are considered: as many as SplitThreads takes, or one more
// where more threads should share the registers or the work, in place and for few transforms.
int MostPasses(const KernelShapeRequest& request, const ThreadSplit& split) {
  return static_cast<int>(split.factors.size()) + (split.in_place || request.few > 0 ? 1 : 0);
}

// The cheapest splits into no more passes than `most`.
std::vector<ThreadSplit> CheapestSplits(const KernelShapeRequest& request, int most,
                                        const Target& target) {
  const GpuModel& model = ModelOf(target).gpu;
  // A split that is priced, but not made yet. Only the cheapest splits are made.
  struct PricedSplit {
    int64_t price;  // rounded
    int order;      // of `orders`
    int threads;
  };
  std::vector<std::vector<int>> orders;
  std::vector<PricedSplit> priced;
  const int64_t least_tile = LeastListed(request, target);
  const FactorLimits limits = {FewestPasses(request.convolves), most, LargestComposite(target),
                               LargestPrimeRadix(target)};
  for (const std::vector<int>& factorisation : Factorisations(request.length, limits)) {
    for (std::vector<int>& factors : OrdersByFirst(request.precision, factorisation)) {
      for (const int64_t count : ThreadCounts(request.length, factors, kMaxRounds)) {
        if (count * least_tile > target.max_threads) continue;
        const auto threads = static_cast<int>(count);
        const int64_t price = Rounded(SplitPrice(request, factors, threads, model));
        priced.push_back({price, static_cast<int>(orders.size()), threads});
      }
      orders.push_back(std::move(factors));
    }
  }
  std::stable_sort(priced.begin(), priced.end(),
                   [](const PricedSplit& a, const PricedSplit& b) { return a.price < b.price; });
  std::vector<ThreadSplit> splits;
  for (const PricedSplit& entry : priced) {
    for (const bool in_place : {false, true}) {
      if (splits.size() == kSplits) return splits;
      if (in_place && orders[entry.order].size() < 2) continue;
      ThreadSplit split = SplitAmong(request.length, orders[entry.order], entry.threads, in_place);
      if (split.points > kMaxPoints) continue;
      if (HasRegisters(request, split, target)) splits.push_back(std::move(split));
    }
  }
  return splits;
}

// The amount that is added to a shape's price for its likeness to shapes in the list.
double Likeness(const KernelShape& shape, const std::vector<KernelShape>& list,
                double same_factors) {
  const auto sorted = [](std::vector<int> factors) {
    std::sort(factors.begin(), factors.end());
    return factors;
  };
  double likeness = 0;
  for (const KernelShape& other : list) {
    if (other.factors == shape.factors) {
      likeness += same_factors;
    } else if (sorted(other.factors) == sorted(shape.factors)) {
      likeness += same_factors / 3;
    }
  }
  return likeness;
}

// Appends the cheapest shapes, of different kinds before many of one kind, until there are `most`.
void TakeVaried(const KernelShapeRequest& request, const Target& target, std::vector<Priced> priced,
                size_t most, std::vector<KernelShape>* list) {
  const double same_factors = ModelOf(target).gpu.search.same_factors;
  while (!priced.empty() && list->size() < most) {
    for (Priced& entry : priced)
      entry.ranked = entry.price + Likeness(entry.shape, *list, same_factors);
    const auto best =
        std::min_element(priced.begin(), priced.end(),
                         [](const Priced& a, const Priced& b) { return a.ranked < b.ranked; });
    const KernelShape shape = best->shape;
    priced.erase(best);
    AddOnce(shape, list);
    if (list->size() > kVaried) continue;
    // Compilers need fewer registers for kernels whose first passes make lines.
    const bool makes_lines = request.lines_per_transform > 1;
    for (int more : {makes_lines ? 2 : -1, 1}) {
      const auto varied = WithGroups(request, shape, shape.resident_groups + more, target);
      if (varied && list->size() < most) AddOnce(*varied, list);
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
  for (; tile.transforms > 0; tile.transforms = is_open ? Narrower(request, tile.transforms) : 0) {
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

std::optional<KernelShape> RestoredLine(const KernelShape& kept, const KernelShapeRequest& request,
                                        const Target& target) {
  const ShapeWish wish = WishOf(kept);
  const bool is_tile = kept.transforms_per_group >= 1 &&
                       kept.transforms_per_group <= request.count && kept.lds.words >= 0 &&
                       IsCopyShare(kept.copy_share);
  if (!is_tile || !CheckFactors(wish.factors, request, target).ok() ||
      !CheckNumbers(wish, request, target).ok()) {
    return std::nullopt;
  }
  const auto split = SplitOf(wish, request, target);
  if (!split.ok()) return std::nullopt;
  LdsLayout lds = kept.lds;
  lds.words -= PointsBeside(request, kept);
  const TileWish tile = {.transforms = kept.transforms_per_group,
                         .exchange = kept.exchange,
                         .lds = lds,
                         .resident_groups = kept.resident_groups,
                         .staged = wish.staged,
                         .persistent = kept.is_persistent,
                         .is_tight = true};
  std::optional<KernelShape> shape = ShapeOfTile(request, *split, tile, target);
  if (!shape) return std::nullopt;
  shape->origin = kept.origin;
  shape->copy_share = kept.copy_share;
  if (*shape != kept) return std::nullopt;
  const bool has_layout =
      kept.exchange == Exchange::kNone || IsLdsLayout(request, kept, target, lds);
  return has_layout ? shape : std::nullopt;
}

KernelShape CheapestShape(const KernelShapeRequest& request, const ThreadSplit& split,
                          const KernelShape& fitting, const Target& target) {
  if (request.length == 1) return fitting;
  const std::vector<ThreadSplit> splits =
      CheapestSplits(request, MostPasses(request, split), target);
  const GpuModel& model = ModelOf(target).gpu;
  const double doubt = model.search.doubt;
  // If factors and threads save less than half of `doubt`, tiles seldom save the rest.
  const double own = SplitPrice(request, fitting.factors, fitting.threads_per_transform, model);
  if (splits.empty() || (doubt > 0 && own - SplitPrice(request, splits.front().factors,
                                                       splits.front().threads, model) <
                                          doubt / 2)) {
    return fitting;
  }
  std::vector<Priced> priced;
  // Asks first for tiles that leave registers to spare. Long columns of few threads have no such
  // tile, so a second try asks for any tile.
  for (const bool has_spare : {true, false}) {
    if (!priced.empty()) break;
    std::vector<Tile> tiles;
    for (const ThreadSplit& cheap : splits) {
      const int64_t spare = has_spare ? SpareRegisters(request, cheap.factors, model.search) : 0;
      AddTiles(request, cheap, {.is_tight = true, .spare = spare}, target, &tiles);
    }
    priced = ShapesOf(request, tiles, kLaidOut, target);
  }
  KeepCheapest(kLaidOut, &priced);
  LayOut(request, target, &priced);
  const double extra = ExtraWavefronts(request, fitting, target, Accesses::kSample);
  priced.push_back({fitting, ShapePrice(request, fitting, extra, model, target) - doubt});
  return std::min_element(priced.begin(), priced.end(), Cheaper)->shape;
}

std::vector<KernelShape> ListKernelShapes(const KernelShapeRequest& request, const Target& target,
                                          int most) {
  const absl::StatusOr<KernelShape> favourite = ModelKernelShape(request, target);
  if (!favourite.ok()) return {};
  std::vector<KernelShape> list = {*favourite};
  if (LanesAreVectors(target) || request.length == 1) return list;
  const absl::StatusOr<ThreadSplit> split = SplitThreads(request, target);
  if (!split.ok()) return {};
  std::vector<Priced> priced;
  const FactorLimits limits = {FewestPasses(request.convolves), MostPasses(request, *split),
                               kMaxRadix, LargestPrimeRadix(target)};
  for (const std::vector<int>& factors : Factorisations(request.length, limits)) {
    AddOrders(request, factors, target, &priced);
  }
  KeepCheapest(kPriced * most, &priced);
  LayOut(request, target, &priced);
  TakeVaried(request, target, std::move(priced), most, &list);
  return list;
}

}  // namespace fft
