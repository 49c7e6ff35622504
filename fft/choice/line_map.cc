#include "fft/choice/line_map.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/machine/machine.h"
#include "fft/machine/model.h"
#include "fft/shapes/asked_shape.h"
#include "fft/shapes/shape_tuning.h"

namespace fft {
namespace {

// A workgroup should have at least this many points.
constexpr int64_t kFewPoints = 512;

// The distance in elements from one index of a dim to the next on one side, without its sign.
int64_t StepOf(const Dim& dim, int64_t Dim::*stride) { return Magnitude(dim.*stride); }

// Index of the loop with the smallest step on one side; -1 when there is none.
int Closest(const Dims& loops, int64_t Dim::*stride) {
  int best = -1;
  for (int i = 0; i < std::ssize(loops); ++i) {
    if (best < 0 || StepOf(loops[i], stride) < StepOf(loops[best], stride)) best = i;
  }
  return best;
}

int Longest(const Dims& loops) {
  int best = -1;
  for (int i = 0; i < std::ssize(loops); ++i) {
    if (best < 0 || loops[i].length > loops[best].length) best = i;
  }
  return best;
}

bool RunsAlongAxis(const Dim& axis, const Dims& loops, int64_t Dim::*stride) {
  const int closest = Closest(loops, stride);
  return closest < 0 || (axis.length > 1 && StepOf(axis, stride) <= StepOf(loops[closest], stride));
}

Tiling TilingOf(const Dim& axis, const Dims& loops) {
  const bool stores_rows = RunsAlongAxis(axis, loops, &Dim::out_stride);
  if (RunsAlongAxis(axis, loops, &Dim::in_stride)) {
    return stores_rows ? Tiling::kRowRow : Tiling::kRowCol;
  }
  return stores_rows ? Tiling::kColRow : Tiling::kColCol;
}

// Exchanges two loops of a map.
void SwapLoops(int a, int b, KernelMap* map) {
  std::swap(map->loops[a], map->loops[b]);
  std::swap(map->row_steps[a], map->row_steps[b]);
  std::swap(map->twiddle_steps[a], map->twiddle_steps[b]);
}

// Moves the loop that tiles run along to loops[0].
void PlaceTile(KernelMap* map) {
  const TileChoice choice = ChooseTile(map->axes.back(), map->loops);
  map->tiling = choice.tiling;
  if (map->loops.empty()) {
    map->loops.push_back({1, 0, 0});
    map->row_steps.push_back(0);
    map->twiddle_steps.push_back(0);
    return;
  }
  SwapLoops(0, choice.loop, map);
}

bool FiltersReals(const PlanNode& node) {
  return TakesSpectra(node.row.operation) && node.in_side.format == AxisFormat::kReal;
}

// In a map of rows of reals, moves the longest loop whose rows have the same filter to loops[0], so
// that two of them may share a line.
void PlaceAlike(KernelMap* map) {
  if (map->tiling != Tiling::kRowRow || map->row_steps[0] == 0) return;
  int best = 0;
  for (int i = 1; i < std::ssize(map->loops); ++i) {
    const bool is_longer = best == 0 || map->loops[i].length > map->loops[best].length;
    if (map->row_steps[i] == 0 && is_longer) best = i;
  }
  SwapLoops(0, best, map);
}

// Whether tiles may run on into another loop. Tiles of vectors may not, since a vector cannot end
// where loops meet. Tiles of rows that share a line may not, since such rows need the same filter.
bool MayWrap(const KernelRequest& request, const KernelMap& map, int transforms_per_line) {
  if (LanesAreVectors(request.target) || map.loops.size() < 2) return false;
  if (transforms_per_line == 1 || !FiltersReals(request.node)) return true;
  return std::all_of(map.row_steps.begin(), map.row_steps.end(),
                     [](int64_t step) { return step == 0; });
}

// The contiguous elements on one side of a tile of `width` transforms along the loop `tile`. The
// length of `axis` is the number of a transform's elements on that side.
int64_t RunElements(const Dim& axis, const Dim& tile, int64_t width, int64_t Dim::*stride) {
  if (StepOf(axis, stride) == 1) {
    // Rows that follow each other without a gap are one run.
    return StepOf(tile, stride) == axis.length ? axis.length * width : axis.length;
  }
  if (StepOf(tile, stride) != 1) return 1;
  const bool whole_rows = width == tile.length && StepOf(axis, stride) == tile.length;
  return whole_rows ? width * axis.length : width;
}

// The contiguous elements on one side of a tile, which may run on into another loop.
int64_t RunElements(const KernelMap& map, const Dim& axis, int64_t width, int64_t Dim::*stride) {
  const Dim& tile = map.loops[0];
  if (map.tile_end == TileEnd::kStops) return RunElements(axis, tile, width, stride);
  const Dim& next = map.loops[1];
  if (next.*stride == tile.*stride * tile.length) {
    return RunElements(axis, {tile.length * next.length, tile.in_stride, tile.out_stride}, width,
                       stride);
  }
  const int64_t run = RunElements(axis, tile, std::min(width, tile.length), stride);
  const bool follows = width >= tile.length && StepOf(next, stride) == run;
  return follows ? std::max<int64_t>(1, width / tile.length) * run : run;
}

// The largest divisor of a sector's bytes such that all runs of column tiles of `width` transforms
// begin at multiples of it. It is a whole sector if all runs begin at sectors, or if the columns
// have fewer than `few_bytes` in all.
int64_t SectorStep(const KernelMap& map, const Dim& axis, int64_t width, int64_t Dim::*stride,
                   int64_t element_bytes, int64_t few_bytes) {
  if (axis.length * map.loops[0].length * element_bytes < few_bytes) {
    return kSectorBytes;
  }
  int64_t step = std::gcd(axis.*stride, width * map.loops[0].*stride);
  for (size_t i = 1; i < map.loops.size(); ++i) {
    // A loop counts only if its step exceeds the whole loop that tiles run along. In a kernel whose
    // strides are only estimated, a loop may have a smaller step.
    const int64_t other = StepOf(map.loops[i], stride);
    if (other >= map.loops[0].length * StepOf(map.loops[0], stride)) step = std::gcd(step, other);
  }
  return std::gcd(step * element_bytes, kSectorBytes);
}

// The side whose lanes run across a tile; the output if the lanes of both sides do, or of neither.
int64_t Dim::*AcrossSide(Tiling tiling) {
  return tiling == Tiling::kColRow ? &Dim::in_stride : &Dim::out_stride;
}

// The index of the loop other than loops[0] with the smallest stride on AcrossSide.
int NextLoop(const KernelMap& map) {
  int64_t Dim::*const stride = AcrossSide(map.tiling);
  const auto closest = std::min_element(
      map.loops.begin() + 1, map.loops.end(),
      [stride](const Dim& a, const Dim& b) { return StepOf(a, stride) < StepOf(b, stride); });
  return static_cast<int>(closest - map.loops.begin());
}

// The same map with tiles that run on from loops[0] into the closest other loop.
KernelMap Wrapped(KernelMap map) {
  SwapLoops(1, NextLoop(map), &map);
  map.tile_end = TileEnd::kWraps;
  return map;
}

// Whether tiles of `width` transforms should wrap, since tiles that end with their loop would be
// too empty. A wrapped tile may split contiguous data, so it has to gain more if the next loop's
// data does not follow this loop's data in memory.
bool WrapPays(const KernelMap& map, int64_t width, const TrafficWeights& weights) {
  const Dim &tile = map.loops[0], &next = map.loops[1];
  if (tile.length <= width) return 2 * tile.length <= width;
  int64_t Dim::*const stride = AcrossSide(map.tiling);
  const bool goes_on = next.*stride == tile.*stride * tile.length;
  const double filled =
      static_cast<double>(tile.length) / static_cast<double>(RoundUp(tile.length, width));
  return filled < (goes_on ? weights.goes_on_filled : weights.breaks_filled);
}

Traffic SideTraffic(const KernelRequest& request, const KernelMap& map, int64_t width,
                    int64_t Dim::*stride) {
  const PlanNode& node = request.node;
  const bool reads = stride == &Dim::in_stride;
  const AxisSide& side = reads ? node.in_side : node.out_side;
  Dim axis = map.axes.back();
  axis.length = Elements(side, axis.length);
  Traffic traffic;
  const int reals = MemoryFormat(side) == AxisFormat::kReal ? 1 : 2;
  traffic.element_bytes = reals * RealBytes(reads ? InPrecision(request) : OutPrecision(request));
  double elements = static_cast<double>(axis.length);
  for (const Dim& loop : map.loops) elements *= static_cast<double>(loop.length);
  if (CutSide(node) == stride) {
    elements *= static_cast<double>(node.row.points) / static_cast<double>(node.row.length);
    // Each element of a spectrum is part of two pairs in different tiles, so it is read twice.
    if (side.format == AxisFormat::kHermitianOfPairs) elements *= 2;
  }
  traffic.bytes = elements * static_cast<double>(traffic.element_bytes);
  traffic.run_elements = RunElements(map, axis, width, stride);
  if (traffic.run_elements < axis.length) {
    traffic.rows = axis.length;
    traffic.row_stride = StepOf(axis, stride);
    traffic.sector_step = SectorStep(map, axis, width, stride, traffic.element_bytes,
                                     ModelOf(request.target).gpu.traffic.few_column_bytes);
  }
  return traffic;
}

// Whether all tiles run at once with room to spare. Then the time depends on how evenly they are
// spread over compute units.
bool HasRoomToSpare(const KernelShape& shape, int64_t tiles, const Target& target) {
  return ModelOf(target).gpu.traffic.room_to_spare * static_cast<double>(tiles) <
         static_cast<double>(int64_t{shape.resident_groups} * target.compute_units);
}

}  // namespace

TileChoice ChooseTile(const Dim& axis, const Dims& loops) {
  TileChoice choice;
  choice.tiling = TilingOf(axis, loops);
  switch (choice.tiling) {
    case Tiling::kRowRow:
    case Tiling::kPlane:
      choice.loop = Longest(loops);
      break;
    case Tiling::kColRow:
      choice.loop = Closest(loops, &Dim::in_stride);
      break;
    case Tiling::kRowCol:
    case Tiling::kColCol:
      choice.loop = Closest(loops, &Dim::out_stride);
      break;
  }
  if (choice.loop >= 0) choice.count = loops[choice.loop].length;
  return choice;
}

KernelMap MapLine(const KernelRequest& request) {
  const PlanNode& node = request.node;
  KernelMap map;
  map.axes = {request.axes.back()};
  map.row_step = node.row.axis_step;
  const auto step_of = [](const std::vector<int64_t>& steps, size_t i) {
    return steps.empty() ? 0 : steps[i];
  };
  std::vector<size_t> kept;
  for (size_t i = 0; i < request.loops.size(); ++i) {
    if (request.loops[i].length == 1) continue;
    if (step_of(request.twiddle_steps, i) > 0 || step_of(request.row_steps, i) > 0) {
      kept.push_back(i);
    } else {
      map.loops.push_back(request.loops[i]);
    }
  }
  MergeLoops(&map.loops);
  map.row_steps.assign(map.loops.size(), 0);
  map.twiddle_steps.assign(map.loops.size(), 0);
  for (size_t i : kept) {
    map.loops.push_back(request.loops[i]);
    map.row_steps.push_back(step_of(request.row_steps, i));
    map.twiddle_steps.push_back(step_of(request.twiddle_steps, i));
  }
  PlaceTile(&map);
  if (FiltersReals(node)) PlaceAlike(&map);
  return map;
}

int64_t Dim::*CutSide(const PlanNode& node) {
  if (CutsInput(node.row.operation)) return &Dim::in_stride;
  if (CutsOutput(node.row.operation)) return &Dim::out_stride;
  return nullptr;
}

void CountAlongRow(const PlanNode& node, KernelMap* map) {
  int64_t Dim::*const side = CutSide(node);
  if (side == nullptr) return;
  map->axes.back().*side /= map->row_step;
  for (size_t i = 0; i < map->loops.size(); ++i) {
    if (map->row_steps[i] > 0) map->loops[i].*side = 0;
  }
}

SidesTraffic LineTraffic(const KernelRequest& request, const KernelMap& map, int64_t width) {
  return {SideTraffic(request, map, width, &Dim::in_stride),
          SideTraffic(request, map, width, &Dim::out_stride)};
}

int64_t NarrowTile(Tiling tiling, int64_t length, Precision precision) {
  if (tiling != Tiling::kRowRow) return kSectorBytes / (2 * RealBytes(precision));
  return int64_t{1} << CeilLog2(CeilDiv(kFewPoints, length));
}

std::optional<KernelShape> OfOneWavefront(const KernelShapeRequest& wanted,
                                          const KernelShape& shape, const Target& target) {
  const bool is_rows = wanted.tiling == Tiling::kRowRow && UseOf(wanted) == ShapeUse::kPlain;
  // For other kernels the compiler decides how many workgroups share a compute unit.
  if (!is_rows || shape.resident_groups == 0) return std::nullopt;
  ShapeWish wish = WishOf(shape);
  wish.transforms_per_group =
      static_cast<int>(CeilDiv(target.wavefront, shape.threads_per_transform));
  wish.resident_groups = 0;
  if (wish.transforms_per_group >= shape.transforms_per_group) return std::nullopt;
  absl::StatusOr<KernelShape> narrow = ShapeAsked(wish, wanted, target);
  if (!narrow.ok()) return std::nullopt;
  narrow->origin = shape.origin;
  narrow->copy_share = shape.copy_share;
  return *std::move(narrow);
}

bool LeavesUnitsIdle(const KernelRequest& request, const KernelMap& map, int64_t width) {
  return 2 * TilesOf(map, width) < request.target.compute_units;
}

int TransformsPerLine(const KernelRequest& request, int64_t count) {
  const AxisFormat in = request.node.in_side.format, out = request.node.out_side.format;
  const bool is_real = (in == AxisFormat::kReal && out == AxisFormat::kHermitian) ||
                       (in == AxisFormat::kHermitian && out == AxisFormat::kReal) ||
                       FiltersReals(request.node);
  return is_real && count > 1 && request.independent_rows == 0 ? 2 : 1;
}

bool TakesPairs(const PlanNode& node, int transforms_per_line) {
  const AxisFormat out = node.out_side.format;
  return out == AxisFormat::kHermitianOfPairs ||
         (out == AxisFormat::kHermitian && transforms_per_line > 1);
}

int64_t TileCount(const KernelMap& map) {
  const int64_t count = map.loops[0].length;
  return map.tile_end == TileEnd::kWraps ? count * map.loops[1].length : count;
}

int64_t TilesOf(const KernelMap& map, int64_t width) {
  const int64_t count = TileCount(map);
  return CeilDiv(count, width) * (Rows(map) / count);
}

int64_t GroupsFor(int64_t tiles, const KernelShape& shape, const Target& target) {
  if (!shape.is_persistent) return tiles;
  // The caller may ask for more workgroups than a compute unit holds.
  const int64_t groups = std::min(shape.resident_groups, GroupsThatFit(shape, target));
  return std::min(tiles, target.compute_units * std::max<int64_t>(1, groups));
}

namespace {

// The most points of few transforms. On an H200 the shapes of longer ones, and of columns, are no
// faster by weights of their own.
constexpr int64_t kLongestOfFew = 4096;
// The largest prime factor of few transforms that were timed.
constexpr int64_t kLargestPrimeOfFew = 7;

// The value of KernelShapeRequest::few for a kernel of this map.
int64_t FewOf(const KernelRequest& request, const KernelMap& map, int transforms_per_line,
              const KernelShapeRequest& wanted) {
  const bool is_measured = wanted.tiling == Tiling::kRowRow && wanted.length <= kLongestOfFew &&
                           LargestPrimeFactor(wanted.length) <= kLargestPrimeOfFew;
  if (!is_measured || LanesAreVectors(request.target) || wanted.convolves ||
      request.independent_rows > 0) {
    return 0;
  }
  const int64_t transforms = CeilDiv(Rows(map), transforms_per_line);
  const double bytes = static_cast<double>(transforms * wanted.length) * 2 *
                       RealBytes(wanted.precision) / request.target.compute_units;
  return bytes <= ModelOf(request.target).gpu.search.few_bytes ? transforms : 0;
}

}  // namespace

absl::StatusOr<KernelShape> ShapeForTiles(const KernelRequest& request, int transforms_per_line,
                                          KernelShapeRequest* wanted, KernelMap* map) {
  const auto shape_for = [&](const KernelMap& tiles) {
    const int64_t count = request.independent_rows > 0 ? kManyTransforms : TileCount(tiles);
    wanted->count = CeilDiv(count, transforms_per_line) * wanted->lines_per_transform;
    return ShapeFor(*wanted, request);
  };
  const auto width_of = [&](const KernelShape& shape) {
    return int64_t{shape.transforms_per_group} * transforms_per_line / wanted->lines_per_transform;
  };
  wanted->few = FewOf(request, *map, transforms_per_line, *wanted);
  if (MayWrap(request, *map, transforms_per_line)) {
    const KernelMap wrapped = Wrapped(*map);
    FFT_ASSIGN_OR_RETURN(const KernelShape wide, shape_for(wrapped));
    const TrafficWeights& weights = ModelOf(request.target).gpu.traffic;
    if (WrapPays(wrapped, width_of(wide), weights)) *map = wrapped;
  }
  FFT_ASSIGN_OR_RETURN(KernelShape shape, shape_for(*map));
  if (request.memo != nullptr && request.memo->AsksWidth(wanted->length)) return shape;
  if (request.independent_rows > 0 || wanted->few > 0) return shape;
  if (!LeavesUnitsIdle(request, *map, width_of(shape))) {
    const int64_t tiles = TilesOf(*map, width_of(shape));
    if (!HasRoomToSpare(shape, tiles, request.target)) return shape;
    return OfOneWavefront(*wanted, shape, request.target).value_or(shape);
  }
  const int64_t points = wanted->length * wanted->lines_per_transform;
  const int64_t narrow =
      CeilDiv(NarrowTile(wanted->tiling, points, wanted->precision), transforms_per_line) *
      wanted->lines_per_transform;
  if (narrow >= shape.transforms_per_group) return shape;
  KernelShapeRequest few = *wanted;
  few.count = std::min(few.count, narrow);
  absl::StatusOr<KernelShape> narrowed = ShapeFor(few, request);
  if (!narrowed.ok()) return shape;
  *wanted = few;
  return narrowed;
}

int64_t Rows(const KernelMap& map) {
  int64_t rows = 1;
  for (const Dim& loop : map.loops) rows *= loop.length;
  return rows;
}

SlowRun SlowRunOf(const KernelMap& map, int64_t width, int64_t blocks) {
  if (map.tile_end == TileEnd::kWraps) return {};
  if (map.loops.size() == 1) return {1, width};
  return {blocks / map.loops.back().length, 1};
}

void TakeShape(const KernelRequest& request, KernelShape shape, KernelChoice* choice) {
  choice->threads = shape.threads();
  choice->lds_bytes = shape.lds_bytes;
  choice->registers = shape.registers;
  choice->origin = shape.origin;
  choice->knows_tile = LanesAreVectors(request.target);
  choice->shape = std::move(shape);
}

absl::Status CheckGrid(const KernelRequest& request, int64_t blocks) {
  if (blocks <= std::numeric_limits<int32_t>::max()) return absl::OkStatus();
  return absl::OutOfRangeError(absl::StrCat("a kernel over ", ToString(request.node.axes), " x",
                                            ToString(request.loops), " would need ", blocks,
                                            " workgroups; a grid holds at most 2^31 - 1"));
}

}  // namespace fft
