#include "fft/codegen/lower_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "absl/strings/str_cat.h"
#include "fft/assign/shims/shim.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/codegen/lower_plane.h"
#include "fft/codegen/lower_transpose.h"
#include "fft/codegen/lowering.h"
#include "fft/core/cost_model.h"

namespace fft::codegen {
namespace {

// Threads of a workgroup of a conversion.
constexpr int kConvertThreads = 256;

// A leaf's index map in memory strides, arranged for a kernel: one axis, the loop that tiles run
// along, and the loops around it.
struct KernelMap {
  Dim axis;
  Dims loops;             // [0] is the tile loop
  int twiddle_loop = -1;  // index into loops, or -1
  Tiling tiling = Tiling::kRowRow;
  // As ConvolutionRow, of these loops.
  int64_t row_step = 0;
  std::vector<int64_t> row_steps;
};

// Moves the loop that tiles run along to the front.
void PlaceTile(KernelMap* map) {
  const TileChoice choice = ChooseTile(map->axis, map->loops);
  map->tiling = choice.tiling;
  if (map->loops.empty()) {
    map->loops.push_back({1, 0, 0});
    map->row_steps.push_back(0);
    return;
  }
  std::swap(map->loops[0], map->loops[choice.loop]);
  std::swap(map->row_steps[0], map->row_steps[choice.loop]);
  if (map->twiddle_loop == choice.loop) {
    map->twiddle_loop = 0;
  } else if (map->twiddle_loop == 0) {
    map->twiddle_loop = choice.loop;
  }
}

// The side that holds no more than a row's points is counted from the start of the row, by the
// number in it; null where there is none.
int64_t Dim::*CutSide(const PlanNode& leaf) {
  if (leaf.row.product == RowProduct::kChirpIn) return &Dim::in_stride;
  if (leaf.row.product == RowProduct::kChirpOut) return &Dim::out_stride;
  return nullptr;
}

void CountAlongRow(int64_t Dim::*side, KernelMap* map) {
  if (side == nullptr) return;
  map->axis.*side /= map->row_step;
  for (size_t i = 0; i < map->loops.size(); ++i) {
    if (map->row_steps[i] > 0) map->loops[i].*side = 0;
  }
}

// Merges loops, all but those whose index counts: it supplies twiddles or steps along a row.
KernelMap MapOf(const PlanNode& leaf, const Step& step) {
  KernelMap map;
  map.axis = step.axes.front();
  map.row_step = leaf.row.axis_step;
  const auto is_twiddled = [&leaf](size_t i) {
    return leaf.large_twiddle.length > 0 && leaf.large_twiddle.loop == static_cast<int>(i);
  };
  const auto row_step = [&step](size_t i) {
    return step.row_steps.empty() ? 0 : step.row_steps[i];
  };
  std::vector<size_t> kept;
  for (size_t i = 0; i < step.loops.size(); ++i) {
    if (step.loops[i].length == 1) continue;
    if (is_twiddled(i) || row_step(i) > 0) {
      kept.push_back(i);
    } else {
      map.loops.push_back(step.loops[i]);
    }
  }
  MergeLoops(&map.loops);
  map.row_steps.assign(map.loops.size(), 0);
  for (size_t i : kept) {
    if (is_twiddled(i)) map.twiddle_loop = static_cast<int>(map.loops.size());
    map.loops.push_back(step.loops[i]);
    map.row_steps.push_back(row_step(i));
  }
  PlaceTile(&map);
  CountAlongRow(CutSide(leaf), &map);
  return map;
}

// Whether numbers within a row fit 32 bits over `dims`, the loops and then the axis; gives the axis
// the reach of the row on the side that is counted by them.
bool RowFits(const PlanNode& leaf, const KernelMap& map, Dims* dims) {
  Dims numbers = *dims;
  for (size_t i = 0; i < map.loops.size(); ++i) numbers[i].in_stride = map.row_steps[i];
  numbers.back().in_stride = map.row_step;
  for (Dim& number : numbers) number.out_stride = number.in_stride;
  if (int64_t Dim::*side = CutSide(leaf); side != nullptr) {
    Dim row = {leaf.row.length, 0, 0};
    row.*side = map.axis.*side;
    dims->push_back(row);
  }
  return IndexWidthFor(numbers, 0) == IndexWidth::k32;
}

IndexWidth IndexWidthOf(const PlanNode& leaf, const KernelMap& map, const KernelSpec& spec) {
  // Lanes past the end of the tile loop compute addresses too.
  Dims dims = map.loops;
  dims[0].length = RoundUp(dims[0].length, spec.transforms_per_group);
  dims.push_back(map.axis);
  dims.back().length = std::max({leaf.InLength(), leaf.OutLength(), map.axis.length});
  if (spec.row_product != RowProduct::kNone && !RowFits(leaf, map, &dims)) return IndexWidth::k64;
  // Conversions number their threads through the grid.
  const std::optional<int64_t> points = Volume(dims);
  const int64_t limit = std::numeric_limits<int32_t>::max();
  if (spec.kind == KernelKind::kConvert && (!points || *points > limit / 2)) {
    return IndexWidth::k64;
  }
  return IndexWidthFor(dims, leaf.large_twiddle.length);
}

// Points that the passes of a leaf's kernel transform.
int64_t TransformedPoints(const PlanNode& leaf, const KernelMap& map) {
  return leaf.convolution > 0 ? leaf.convolution : map.axis.length;
}

KernelSpec MakeSpec(const Problem& problem, const PlanNode& leaf, const Step& step,
                    const KernelMap& map, const KernelShape& shape) {
  KernelSpec spec;
  spec.direction = IsForward(problem.type) ? Direction::kForward : Direction::kInverse;
  spec.length = TransformedPoints(leaf, map);
  if (IsConvolution(leaf.scheme)) {
    spec.kind = leaf.scheme == SchemeKind::kRader ? KernelKind::kRader : KernelKind::kBluestein;
  }
  if (leaf.convolution > 0) spec.points = map.axis.length;
  spec.tiling = map.tiling;
  SetShape(shape, &spec);
  spec.precision = problem.precision;
  spec.placement = step.in_place ? Placement::kInPlace : Placement::kOutOfPlace;
  spec.in_format = step.in.format;
  spec.out_format = step.out.format;
  spec.load = leaf.in_side.data;
  spec.store = leaf.out_side.data;
  spec.row_product = leaf.row.product;
  spec.in_stride = map.axis.in_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.out_stride = map.axis.out_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.outer_loops = static_cast<int>(map.loops.size()) - 1;
  spec.scale = leaf.applies_scale && problem.scale != 1.0 ? ScaleKind::kScale : ScaleKind::kNone;
  if (leaf.scheme == SchemeKind::kConvert) spec.kind = KernelKind::kConvert;
  spec.index = IndexWidthOf(leaf, map, spec);
  return spec;
}

IndexValues ValuesOf(const PlanNode& leaf, const KernelMap& map) {
  IndexValues values = {{"in_stride", map.axis.in_stride},
                        {"out_stride", map.axis.out_stride},
                        {"tile_count", map.loops[0].length},
                        {"tile_in_stride", map.loops[0].in_stride},
                        {"tile_out_stride", map.loops[0].out_stride},
                        {"row_step", map.row_step},
                        {"tile_row_step", map.row_steps[0]},
                        {"row_points", leaf.row.points}};
  for (size_t i = 1; i < map.loops.size(); ++i) {
    values.push_back({absl::StrCat("length_", i), map.loops[i].length});
    values.push_back({absl::StrCat("in_stride_", i), map.loops[i].in_stride});
    values.push_back({absl::StrCat("out_stride_", i), map.loops[i].out_stride});
    values.push_back({absl::StrCat("row_step_", i), map.row_steps[i]});
  }
  return values;
}

int64_t Flops(const KernelSpec& spec, int64_t transforms) {
  const int64_t points = spec.points.value_or(spec.length);
  int64_t flops = PassFlops(spec.length, spec.factors);
  // There and back, with a product between; Bluestein's chirps or Rader's point 0 around it.
  if (IsConvolution(spec.kind)) flops = 2 * flops + 6 * spec.length;
  if (spec.kind == KernelKind::kBluestein) flops += 12 * points;
  if (spec.kind == KernelKind::kRader) flops += 2 * points;
  if (HasPairs(spec)) flops += spec.length * 8;
  if (HasChirp(spec)) flops += 6 * points;
  const bool filters = spec.store == AxisData::kFiltered || spec.row_product == RowProduct::kFilter;
  if (filters) flops += 6 * spec.length;
  flops += points * 6 * spec.large_twiddle.steps;
  if (spec.scale == ScaleKind::kScale) flops += 2 * points;
  return flops * transforms;
}

// The shape of the kernel that runs `map`. Conversions are pointwise: a workgroup is a run of
// threads, along the axis or across the tile loop.
absl::StatusOr<KernelShape> ShapeOf(const Problem& problem, const PlanNode& leaf,
                                    const Target& target, KernelMap* map) {
  if (leaf.scheme != SchemeKind::kConvert) {
    const bool converts = leaf.in_side != AxisSide{} || leaf.out_side != AxisSide{} ||
                          leaf.row.product != RowProduct::kNone;
    const Trip trip = IsConvolution(leaf.scheme) ? Trip::kForthAndBack : Trip::kForth;
    return ChooseKernelShape({.length = TransformedPoints(leaf, *map),
                              .precision = problem.precision,
                              .tiling = map->tiling,
                              .count = map->loops[0].length,
                              .converts = converts,
                              .twiddled = map->twiddle_loop >= 0,
                              .trip = trip},
                             target);
  }
  const bool across = map->tiling == Tiling::kColCol || map->tiling == Tiling::kRowCol;
  map->tiling = across ? Tiling::kColCol : Tiling::kRowRow;
  KernelShape shape;
  shape.threads_per_transform = kConvertThreads;
  return shape;
}

int64_t Blocks(const KernelSpec& spec, const Dims& loops) {
  int64_t rows = 1;
  for (const Dim& loop : loops) rows *= loop.length;
  if (spec.kind == KernelKind::kConvert) {
    return CeilDiv(rows * ConversionsPerRow(spec), spec.threads_per_transform);
  }
  return CeilDiv(loops[0].length, spec.transforms_per_group) * (rows / loops[0].length);
}

absl::StatusOr<PlannedKernel> LowerLine(const Problem& problem, const PlanNode& leaf,
                                        const Step& step, const Target& target) {
  KernelMap map = MapOf(leaf, step);
  FFT_ASSIGN_OR_RETURN(const KernelShape shape, ShapeOf(problem, leaf, target, &map));
  PlannedKernel kernel;
  kernel.leaf = step.leaf;
  kernel.spec = MakeSpec(problem, leaf, step, map, shape);
  TwiddleSteps& twiddle = kernel.spec.large_twiddle;
  if (map.twiddle_loop >= 0) {
    twiddle = StepsFor(
        {leaf.large_twiddle.length, map.twiddle_loop, 0, problem.precision, shape.lds_bytes},
        target);
    // Kernels around convolutions stage no tables.
    if (IsConvolution(leaf.scheme)) {
      twiddle = GlobalSteps({leaf.large_twiddle.length, map.twiddle_loop});
    }
  }
  kernel.name = KernelName(kernel.spec);
  kernel.threads = shape.threads();
  kernel.lds_bytes = shape.lds_bytes + TableLdsBytes(twiddle, problem.precision);
  kernel.registers = shape.registers;
  kernel.blocks = Blocks(kernel.spec, map.loops);
  FFT_RETURN_IF_ERROR(CheckGrid(kernel));
  AddArguments(problem, leaf, ValuesOf(leaf, map), &kernel);
  int64_t transforms = 1;
  for (const Dim& loop : map.loops) transforms *= loop.length;
  const auto elements = [&](int64_t length, RowProduct cut) {
    const bool is_cut = leaf.row.product == cut;
    return is_cut ? transforms * length / leaf.row.length * leaf.row.points : transforms * length;
  };
  kernel.bytes_moved = elements(leaf.InLength(), RowProduct::kChirpIn) *
                           PointBytes(step.in.format, problem.precision) +
                       elements(leaf.OutLength(), RowProduct::kChirpOut) *
                           PointBytes(step.out.format, problem.precision);
  kernel.flops = Flops(kernel.spec, transforms);
  return kernel;
}

absl::StatusOr<PlannedKernel> LowerStep(const Problem& problem, const PlanNode& leaf,
                                        const Step& step, const Target& target) {
  if (leaf.scheme == SchemeKind::kSingle2d) return LowerPlane(problem, leaf, step, target);
  if (IsTranspose(leaf.scheme)) return LowerTranspose(problem, leaf, step, target);
  if (leaf.is_leaf() && step.axes.size() == 1) return LowerLine(problem, leaf, step, target);
  return absl::InternalError(absl::StrCat("no kernel for leaf ", ToString(leaf)));
}

const char* KindName(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::kInput:
      return "input";
    case ParameterKind::kInputImag:
      return "input_imag";
    case ParameterKind::kOutput:
      return "output";
    case ParameterKind::kOutputImag:
      return "output_imag";
    case ParameterKind::kTwiddles:
      return "twiddles";
    case ParameterKind::kLargeTwiddles:
      return "large_twiddles";
    case ParameterKind::kPairTwiddles:
      return "pair_twiddles";
    case ParameterKind::kChirp:
      return "chirp";
    case ParameterKind::kFilter:
      return "filter";
    case ParameterKind::kPermutation:
      return "permutation";
    case ParameterKind::kIndex:
      return "index";
    case ParameterKind::kReal:
      return "real";
    case ParameterKind::kLoadUser:
      return "load_user";
    case ParameterKind::kStoreUser:
      return "store_user";
  }
  return "?";
}

}  // namespace

absl::StatusOr<std::vector<PlannedKernel>> LowerPlan(const Problem& problem, const PlanNode& root,
                                                     const Candidate& candidate,
                                                     const Target& target) {
  const std::vector<const PlanNode*> leaves = Leaves(root);
  std::vector<PlannedKernel> kernels;
  for (const Step& step : candidate.steps) {
    FFT_ASSIGN_OR_RETURN(PlannedKernel kernel,
                         LowerStep(problem, KernelNode(leaves, step), step, target));
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

Json ToJson(const PlannedKernel& kernel) {
  Json arguments = Json::array();
  for (const KernelArgument& argument : kernel.arguments) {
    Json json = {{"name", argument.name}, {"kind", KindName(argument.kind)}};
    if (argument.kind == ParameterKind::kIndex) json["value"] = argument.value;
    if (argument.kind == ParameterKind::kReal) json["value"] = argument.real;
    arguments.push_back(json);
  }
  Json tables = Json::array();
  for (const TwiddleTable& table : kernel.tables) tables.push_back(TableKey(table));
  return {{"leaf", kernel.leaf},
          {"name", kernel.name},
          {"spec", ToJson(kernel.spec)},
          {"blocks", kernel.blocks},
          {"threads", kernel.threads},
          {"lds_bytes", kernel.lds_bytes},
          {"registers_expected", kernel.registers},
          {"arguments", arguments},
          {"tables", tables},
          {"bytes_moved", kernel.bytes_moved},
          {"flops", kernel.flops}};
}

}  // namespace fft::codegen
