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
#include "fft/kernels/line_map.h"

namespace fft::codegen {
namespace {

// Whether numbers within a row fit 32 bits over `dims`, the loops and then the axis; gives the axis
// the reach of the row on the side that is counted by them.
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

IndexWidth IndexWidthOf(const PlanNode& leaf, const KernelMap& map, const KernelSpec& spec) {
  // Lanes past the end of the tile loop compute addresses too.
  Dims dims = map.loops;
  dims[0].length = RoundUp(dims[0].length, spec.transforms_per_group);
  dims.push_back(map.axes.back());
  dims.back().length = std::max({leaf.InLength(), leaf.OutLength(), map.axes.back().length});
  if (spec.row_product != RowProduct::kNone && !RowFits(leaf, map, &dims)) return IndexWidth::k64;
  // Conversions number their threads through the grid.
  const std::optional<int64_t> points = Volume(dims);
  const int64_t limit = std::numeric_limits<int32_t>::max();
  if (spec.kind == KernelKind::kConvert && (!points || *points > limit / 2)) {
    return IndexWidth::k64;
  }
  return IndexWidthFor(dims, leaf.large_twiddle.length);
}

KernelSpec MakeSpec(const Problem& problem, const PlanNode& leaf, const Step& step) {
  const KernelChoice& choice = *step.kernel;
  const KernelMap& map = choice.map;
  const Dim& axis = map.axes.back();
  KernelSpec spec;
  spec.kind = choice.kind;
  spec.direction = IsForward(problem.type) ? Direction::kForward : Direction::kInverse;
  // Points that the passes transform.
  spec.length = leaf.convolution > 0 ? leaf.convolution : axis.length;
  if (leaf.convolution > 0) spec.points = axis.length;
  spec.tiling = map.tiling;
  SetShape(choice.line(), &spec);
  spec.precision = problem.precision;
  spec.placement = step.in_place ? Placement::kInPlace : Placement::kOutOfPlace;
  spec.in_format = step.in.format;
  spec.out_format = step.out.format;
  spec.load = leaf.in_side.data;
  spec.store = leaf.out_side.data;
  spec.row_product = leaf.row.product;
  spec.in_stride = axis.in_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.out_stride = axis.out_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.outer_loops = static_cast<int>(map.loops.size()) - 1;
  spec.scale = leaf.applies_scale && problem.scale != 1.0 ? ScaleKind::kScale : ScaleKind::kNone;
  spec.index = IndexWidthOf(leaf, map, spec);
  return spec;
}

IndexValues ValuesOf(const PlanNode& leaf, const KernelMap& map) {
  IndexValues values = {
      {"in_stride", map.axes.back().in_stride},     {"out_stride", map.axes.back().out_stride},
      {"tile_count", map.loops[0].length},          {"tile_in_stride", map.loops[0].in_stride},
      {"tile_out_stride", map.loops[0].out_stride}, {"row_step", map.row_step},
      {"tile_row_step", map.row_steps[0]},          {"row_points", leaf.row.points}};
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

PlannedKernel LowerLine(const Problem& problem, const PlanNode& leaf, const Step& step) {
  const KernelChoice& choice = *step.kernel;
  const KernelMap& map = choice.map;
  PlannedKernel kernel;
  kernel.spec = MakeSpec(problem, leaf, step);
  kernel.spec.large_twiddle = choice.twiddles;
  AddArguments(problem, leaf, ValuesOf(leaf, map), &kernel);
  const int64_t transforms = Rows(map);
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

PlannedKernel LowerStep(const Problem& problem, const PlanNode& leaf, const Step& step) {
  const KernelChoice& choice = *step.kernel;
  const auto lower = [&]() {
    if (choice.kind == KernelKind::kStockhamPlane) return LowerPlane(problem, leaf, step);
    if (choice.kind == KernelKind::kTranspose) return LowerTranspose(problem, leaf, step);
    return LowerLine(problem, leaf, step);
  };
  PlannedKernel kernel = lower();
  // What every kind takes over from the choice as it is.
  kernel.leaf = step.leaf;
  kernel.name = KernelName(kernel.spec);
  kernel.blocks = choice.blocks;
  kernel.threads = choice.threads;
  kernel.lds_bytes = choice.lds_bytes;
  kernel.registers = choice.registers;
  return kernel;
}

absl::StatusOr<std::vector<PlannedKernel>> LowerPlan(const Problem& problem, const PlanNode& root,
                                                     const Candidate& candidate) {
  const std::vector<const PlanNode*> leaves = Leaves(root);
  std::vector<PlannedKernel> kernels;
  for (const Step& step : candidate.steps) {
    if (!step.kernel) {
      return InvalidField("candidate.steps", absl::StrCat("a step of leaf ", step.leaf),
                          "steps of AssignBuffers, which hold their kernels");
    }
    kernels.push_back(LowerStep(problem, KernelNode(leaves, step), step));
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
