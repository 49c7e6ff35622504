#include "fft/kernels/lines/lower_line.h"

#include <algorithm>

#include "fft/assign/shims/shim.h"
#include "fft/base/int_math.h"
#include "fft/choice/line_map.h"
#include "fft/kernels/lines/tiling.h"
#include "fft/kernels/lowering.h"

namespace fft::kernels {
namespace {

// Whether numbers within a row fit 32 bits over `dims`, the loops and then the axis. Gives the axis
// the reach of the row on the side that is counted by these numbers.
bool RowFits(const PlanNode& leaf, const KernelMap& map, Dims* dims) {
  Dims numbers = *dims;
  for (size_t i = 0; i < map.loops.size(); ++i) numbers[i].in_stride = map.row_steps[i];
  numbers.back().in_stride = map.row_step;
  for (Dim& number : numbers) number.out_stride = number.in_stride;
  if (int64_t Dim::*side = CutSide(leaf); side != nullptr) {
    Dim row = {leaf.row.length, 0, 0};
    row.*side = map.axes.back().*side;
    dims->push_back(row);
  }
  return IndexWidthFor(numbers, 0) == IndexWidth::k32;
}

// KernelSpec::row_columns. The elements of a row are numbered k1 + n1 k2, where the axis and loops
// count k1 and k2. So n1 is the smallest step of the axis and the loops, apart from the step of k1.
std::optional<int64_t> RowColumns(const EnclosingRow& row) {
  if (row.operation != RowOperation::kFoldOut) return std::nullopt;
  int64_t columns = row.axis_step;
  for (int64_t step : row.loop_steps) {
    if (step > 1) columns = std::min(columns, step);
  }
  return columns < row.axis_step ? std::optional(columns) : std::nullopt;
}

IndexWidth IndexWidthOf(const PlanNode& leaf, const KernelMap& map, const KernelSpec& spec) {
  Dims dims = ReachOfLine(leaf, map, spec);
  if (spec.row_operation != RowOperation::kNone && !RowFits(leaf, map, &dims))
    return IndexWidth::k64;
  return IndexWidthFor(dims, leaf.large_twiddle.length);
}

KernelSpec MakeSpec(const Problem& problem, const PlanNode& leaf, const Step& step,
                    const KernelShape& shape) {
  const KernelMap& map = step.kernel->map;
  const Dim& axis = map.axes.back();
  KernelSpec spec = SpecOf(problem, leaf, step);
  // The length counts the points that the passes transform.
  spec.length = leaf.convolution > 0 ? leaf.convolution : axis.length;
  if (leaf.convolution > 0) spec.points = axis.length;
  SetShape(shape, &spec);
  if (step.kernel->transforms_per_line > 1) {
    spec.transforms_per_line = step.kernel->transforms_per_line;
  }
  if (step.kernel->lines_per_transform > 1) {
    spec.lines_per_transform = step.kernel->lines_per_transform;
  }
  spec.load = leaf.in_side.format;
  spec.store = leaf.out_side.format;
  spec.load_reals = leaf.in_side.reals;
  spec.store_reals = leaf.out_side.reals;
  spec.in_range = RangeOf(leaf.in_side);
  spec.out_range = RangeOf(leaf.out_side);
  spec.row_operation = leaf.row.operation;
  spec.row_columns = RowColumns(leaf.row);
  spec.in_stride = StrideKindOf(axis.in_stride);
  spec.out_stride = StrideKindOf(axis.out_stride);
  spec.outer_loops = static_cast<int>(map.loops.size()) - 1;
  spec.tile_end = map.tile_end;
  if (step.kernel->knows_tile) {
    const Dim& tile = map.loops[0];
    const bool turns = HoldsRows(spec) && TileWidth(spec) > 1;
    const auto is_packed = [&](const AxisSide& side, int64_t stride, int64_t distance) {
      const bool are_points = MemoryFormat(side) == AxisFormat::kComplex;
      return turns && are_points && stride == 1 && distance == axis.length;
    };
    KnownTile& known = spec.known_tile;
    known.unit_in = tile.in_stride == 1;
    known.unit_out = tile.out_stride == 1;
    known.packed_in = is_packed(leaf.in_side, axis.in_stride, tile.in_stride);
    known.packed_out = is_packed(leaf.out_side, axis.out_stride, tile.out_stride);
    known.is_whole = tile.length % TileWidth(spec) == 0;
  }
  spec.index = IndexWidthOf(leaf, map, spec);
  return spec;
}

IndexValues ValuesOf(const PlanNode& leaf, const KernelMap& map) {
  using enum ParameterId;
  const Dim &axis = map.axes.back(), &tile = map.loops[0];
  IndexValues values = {{kInStride, axis.in_stride},       {kOutStride, axis.out_stride},
                        {kTileCount, tile.length},         {kTileInStride, tile.in_stride},
                        {kTileOutStride, tile.out_stride}, {kRowStep, map.row_step},
                        {kTileRowStep, map.row_steps[0]},  {kRowPoints, leaf.row.points},
                        {kRowReals, leaf.row.reals}};
  for (int i = 1; i < std::ssize(map.loops); ++i) {
    AddLoop(i, map.loops[i], &values);
    values.push_back({{kLoopRowStep, i}, map.row_steps[i]});
  }
  return values;
}

bool Filters(const KernelSpec& spec) {
  return spec.store == AxisFormat::kFiltered || spec.row_operation == RowOperation::kFilter ||
         TakesSpectra(spec.row_operation);
}

}  // namespace

std::vector<Parameter> PassTables(const KernelSpec& spec) {
  std::vector<Parameter> list;
  if (spec.factors.size() > 1) list.push_back(ParameterId::kTwiddles);
  if (spec.large_twiddle.steps > 0) list.push_back(ParameterId::kLargeTwiddles);
  if (HasPairs(spec)) list.push_back(ParameterId::kPairTwiddles);
  if (const std::optional<RealSide> reals = RealSideOf(spec)) {
    if (HasRealTurns(*reals)) list.push_back(ParameterId::kRealTurns);
    if (HasRealOrder(*reals)) list.push_back(ParameterId::kRealOrder);
  }
  return list;
}

std::vector<Parameter> LineTables(const KernelSpec& spec) {
  std::vector<Parameter> list = PassTables(spec);
  if (HasChirp(spec)) list.push_back(ParameterId::kChirp);
  if (Filters(spec)) list.push_back(ParameterId::kChirpFilter);
  return list;
}

std::vector<Parameter> LineIndices(const KernelSpec& spec) {
  using enum ParameterId;
  std::vector<Parameter> list;
  if (spec.in_stride == StrideKind::kAny) list.push_back(kInStride);
  if (spec.out_stride == StrideKind::kAny) list.push_back(kOutStride);
  if (IsPersistent(spec)) list.push_back(kTiles);
  list.insert(list.end(), {kTileCount, kTileInStride, kTileOutStride});
  if (spec.row_operation != RowOperation::kNone) list.insert(list.end(), {kRowStep, kTileRowStep});
  if (Folds(spec.row_operation)) {
    list.push_back(kRowReals);
  } else if (CutsRows(spec)) {
    list.push_back(kRowPoints);
  }
  return list;
}

int64_t RowElements(const KernelSpec& spec) {
  if (!HoldsRows(spec) || !ReadsOneRow(spec)) return 0;
  return spec.load_reals ? RealSideOf(spec)->length : Elements({spec.load}, spec.length);
}

Dims ReachOfLine(const PlanNode& leaf, const KernelMap& map, const KernelSpec& spec) {
  Dims dims = map.loops;
  if (map.tile_end == TileEnd::kWraps) {
    dims[1].length = CeilDiv(RoundUp(TileCount(map), TileWidth(spec)), dims[0].length);
  } else {
    dims[0].length = RoundUp(dims[0].length, TileWidth(spec));
  }
  dims.push_back(map.axes.back());
  dims.back().length = std::max({leaf.InLength(), leaf.OutLength(), map.axes.back().length});
  return dims;
}

LoweredStep LowerLine(const Problem& problem, const PlanNode& leaf, const Step& step,
                      const KernelShape& shape) {
  const KernelMap& map = step.kernel->map;
  LoweredStep lowered;
  KernelSpec& spec = lowered.spec = MakeSpec(problem, leaf, step, shape);
  lowered.values = ValuesOf(leaf, map);
  if (IsPersistent(spec)) {
    lowered.values.push_back({ParameterId::kTiles, TilesOf(map, TileWidth(spec))});
  }
  const int64_t transforms = Rows(map);
  lowered.bytes_moved = leaf.InElements() * PointBytes(problem, step.in) +
                        leaf.OutElements() * PointBytes(problem, step.out);
  spec.known_tile.is_far = IsFar(step, spec, lowered.bytes_moved, ReachOfLine(leaf, map, spec));
  const int64_t points = spec.points.value_or(spec.length);
  int64_t flops = points * 6 * spec.large_twiddle.steps;
  if (HasPairs(spec)) flops += spec.length * 8;
  if (HasChirp(spec)) flops += 6 * points;
  if (Filters(spec)) flops += 6 * spec.length;
  if (spec.scale == ScaleKind::kScale) flops += 2 * points;
  lowered.flops = flops * transforms;
  return lowered;
}

}  // namespace fft::kernels
